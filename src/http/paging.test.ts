// Tests of paging: a walk sees every row once in order, with every sort, and a cursor fits only its own list, filters
// and organization.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Answer,
  aBuilding,
  anApartment,
  anOrganization,
  startTestService,
  type Thing,
} from '../../test/service-fixture.ts';

const g = await startTestService();
const organization = await anOrganization(g);
const otherOrganization = await anOrganization(g);
const as = organization.owner;
const building = await aBuilding(g, as, { name: 'Same name' });
const path = `/buildings/${building.id}/apartments`;
const numbers = ['1', '2', '10', '3a', '3b', '3', '11', '01', 'A1', 'a2', 'Ä', 'õ 1', '100', '20', '9'];
for (const number of numbers) await anApartment(g, as, building.id, { number });
for (let n = 0; n < 12; n += 1) await aBuilding(g, as, { name: n % 3 === 0 ? 'Same name' : `House ${n % 4}` });
await aBuilding(g, otherOrganization.owner);
const later = { as: organization.integrator, body: { floor: 1 } };
const { now } = g.clock;
g.clock.now = new Date('2026-11-20T10:00:00Z');
for (const { id, number } of (await g.ask('GET', path, { as: organization.integrator })).items)
  if (['1', '2', '3'].includes(String(number))) await g.ask('PATCH', `${path}/${id}`, later);
g.clock.now = now;

/** Every page of a list, by its cursors. */
async function walk(list: string, query: string, limit: number): Promise<Thing[]> {
  const all: Thing[] = [];
  let cursor: string | null = null;
  do {
    const answer: Answer = await g.ask('GET', `${list}?limit=${limit}&${query}${cursor ? `&cursor=${cursor}` : ''}`, {
      as,
    });
    assert.equal(answer.status, 200, answer.text);
    assert.ok(answer.items.length <= limit);
    all.push(...answer.items);
    cursor = answer.nextCursor;
  } while (cursor !== null);
  return all;
}

const ids = (things: readonly Thing[]) => things.map((thing) => thing.id);

test('pages of any size give the same rows in the same order as one page, with every sort and with equal values', async () => {
  const lists = { [path]: ['number', 'createdAt', 'updatedAt'], '/buildings': ['createdAt', 'updatedAt', 'name'] };
  for (const [list, fields] of Object.entries(lists)) {
    for (const sort of ['', ...fields.flatMap((field) => [`sort=${field}`, `sort=-${field}`])]) {
      const whole = await walk(list, sort, 500);
      assert.equal(new Set(ids(whole)).size, list === path ? numbers.length : 13, `${list}, ${sort}`);
      for (const limit of [1, 2, 5, 13])
        assert.deepEqual(ids(await walk(list, sort, limit)), ids(whole), `${list} ${sort} ${limit}`);
    }
    for (const field of fields) {
      const up = await walk(list, `sort=${field}`, 500);
      assert.deepEqual(ids(await walk(list, `sort=-${field}`, 500)), ids(up).reverse(), `${list}, ${field}`);
    }
  }
});

test('apartments are sorted by number in natural order', async () => {
  const shown = (await walk(path, '', 4)).map((thing) => thing.number);
  assert.deepEqual(
    shown.filter((number) => /^[1-9]\d*$/.test(String(number))),
    ['1', '2', '3', '9', '10', '11', '20', '100'],
  );
});

test('rows added during a walk neither hide others nor show them twice', async () => {
  const list = await aBuilding(g, as);
  const here = `/buildings/${list.id}/apartments`;
  for (const number of ['1', '3', '5', '7']) await anApartment(g, as, list.id, { number });
  const first = await g.ask('GET', `${here}?limit=2`, { as });
  for (const number of ['0', '2', '4', '8']) await anApartment(g, as, list.id, { number });
  const second = await g.ask('GET', `${here}?limit=100&cursor=${first.nextCursor}`, { as });
  assert.deepEqual(
    [...first.items, ...second.items].map((thing) => thing.number),
    ['1', '3', '4', '5', '7', '8'],
  );
});

test('the Link header points to the next page, and the last page has none', async () => {
  let next: string | undefined = `${path}?limit=6&sort=-number&updatedSince=2026-01-01T00:00:00%2B02:00`;
  let seen = 0;
  while (next !== undefined) {
    const answer: Answer = await g.ask('GET', next, { as });
    assert.equal(answer.status, 200);
    seen += answer.items.length;
    const link: RegExpExecArray | null = /^<\/api(\/[^>]+)>; rel="next"$/.exec(answer.headers.link ?? '');
    assert.equal(link === null, answer.nextCursor === null);
    next = link?.[1];
  }
  assert.equal(seen, numbers.length);
});

test('limit is 100 by default, at most 500, and rejected below 1', async () => {
  const limitOf = async (query: string) =>
    JSON.parse((await g.ask('GET', `/buildings?${query}`, { as })).text).pagination?.limit;
  assert.equal(await limitOf(''), 100);
  assert.equal(await limitOf('limit=1'), 1);
  for (const limit of ['500', '501', '1e9', '99999999999999999999'])
    assert.equal(await limitOf(`limit=${limit}`), 500, limit);
  for (const query of [
    'limit=0',
    'limit=-1',
    'limit=abc',
    'limit=',
    'limit=1.5',
    'limit=1&limit=2',
    'limit=NaN',
    'limit=%00',
  ]) {
    const answer = await g.ask('GET', `/buildings?${query}`, { as });
    assert.deepEqual([answer.status, answer.fields], [422, ['limit']], query);
  }
});

test('only listed fields can be sorted by, and only one at a time', async () => {
  for (const sort of [
    'nonsense',
    '-',
    '',
    '--name',
    'name,createdAt',
    'NAME',
    'tenant_id',
    'name;drop',
    '__proto__',
    'constructor',
    'name&sort=-name',
  ]) {
    const answer = await g.ask('GET', `/buildings?sort=${sort}`, { as });
    assert.deepEqual([answer.status, [...new Set(answer.fields)]], [422, ['sort']], sort);
  }
});

test('updatedSince includes what changed at that moment or later, accepts any time zone, and rejects anything but a moment', async () => {
  const since = async (moment: string) =>
    ids(
      (await g.ask('GET', `${path}?updatedSince=${encodeURIComponent(moment)}`, { as: organization.integrator })).items,
    ).length;
  const before = g.clock.now;
  g.clock.now = new Date('2026-11-20T10:01:00Z');
  assert.equal(await since('2026-11-20T10:00:00Z'), 3);
  assert.equal(await since('2026-11-20T12:00:00+02:00'), 3);
  assert.equal(await since('2026-11-20T10:00:00.001Z'), 0);
  assert.equal(await since('2026-11-20T09:00:00Z'), numbers.length);
  for (const wrong of [
    '2026-11-20',
    'yesterday',
    '2026-02-30T00:00:00Z',
    '2026-11-20T12:00:00%202:00',
    '',
    '0',
    '2026-11-20T10:00:00Z&updatedSince=2026-11-20T10:00:00Z',
    '2026-11-20T10:06:01Z', // The clocks of the processes and callers differ by less.
  ]) {
    const answer = await g.ask('GET', `${path}?updatedSince=${wrong}`, { as: organization.integrator });
    assert.deepEqual([answer.status, answer.fields], [422, ['updatedSince']], wrong);
  }
  g.clock.now = before;
});

test('a cursor that is invented, changed, or used with another list, order, filter or organization is rejected', async () => {
  const { nextCursor } = await g.ask('GET', `${path}?limit=2&sort=number`, { as });
  assert.ok(nextCursor);
  const secondBuilding = await aBuilding(g, as);
  const changed = [...nextCursor].map(
    (character, at) => nextCursor.slice(0, at) + (character === 'A' ? 'B' : 'A') + nextCursor.slice(at + 1),
  );
  const elsewhere: [string, string][] = [
    [`${path}?sort=-number`, as],
    [`${path}?sort=createdAt`, as],
    [`${path}?updatedSince=2026-01-01T00:00:00Z`, as],
    [`/buildings/${secondBuilding.id}/apartments?`, as],
    ['/buildings?', as],
    ['/webhooks?', as],
    ['/buildings?', otherOrganization.owner],
  ];
  const made = [
    '',
    'x',
    '%00',
    'ä',
    '=',
    nextCursor.slice(1),
    `${nextCursor}=`,
    `${nextCursor}.`,
    `${nextCursor}AAAA`,
    'A'.repeat(3000),
    `${nextCursor}&cursor=${nextCursor}`,
  ];
  const asked: [string, string][] = [
    ...elsewhere.map(([list, who]): [string, string] => [`${list}&cursor=${nextCursor}`, who]),
    ...[...changed, ...made].map((cursor): [string, string] => [`${path}?cursor=${cursor}`, as]),
  ];
  for (const [url, who] of asked) {
    const answer = await g.ask('GET', url, { as: who });
    assert.deepEqual([answer.status, answer.fields], [422, ['cursor']], url);
  }
  await g.succeed('GET', `${path}?limit=2&sort=number&unknown=x&cursor=${nextCursor}`, { as });
});

test('a cursor of another organization is rejected, even for a list of the same name', async () => {
  for (let n = 0; n < 3; n += 1) await aBuilding(g, otherOrganization.owner);
  const theirs = await g.ask('GET', '/buildings?limit=1', { as: otherOrganization.owner });
  assert.equal((await g.ask('GET', `/buildings?limit=1&cursor=${theirs.nextCursor}`, { as })).status, 422);
});

test('colleagues can use each other’s cursors', async () => {
  const mine = await g.ask('GET', `${path}?limit=2`, { as });
  assert.equal((await g.ask('GET', `${path}?cursor=${mine.nextCursor}`, { as: organization.integrator })).status, 200);
});

test('a cursor does not show what the list is ordered by, such as a name: it is in addresses, which proxies log', async () => {
  for (const name of ['Mari Tamm', 'Peeter Paju', 'Õie Õun'])
    assert.equal((await g.ask('POST', '//console/api/residents', { as, body: { name } })).status, 201);
  const { items, nextCursor } = await g.ask('GET', '/residents?limit=1&sort=name', { as });
  assert.deepEqual([items.map(({ name }) => name), typeof nextCursor], [['Mari Tamm'], 'string']);
  const bytes = Buffer.from(nextCursor ?? '', 'base64url');
  assert.doesNotMatch(bytes.toString('latin1'), /Mari|Tamm/);
  const again = await g.ask('GET', '/residents?limit=1&sort=name', { as });
  assert.equal(again.nextCursor, nextCursor, 'the same position has the same cursor');
  const next = await g.ask('GET', `/residents?limit=5&sort=name&cursor=${nextCursor}`, { as });
  assert.deepEqual(
    next.items.map(({ name }) => name),
    ['Õie Õun', 'Peeter Paju'],
  );
});
