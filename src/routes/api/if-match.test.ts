// Tests of ETag and If-Match: a change is refused if the object has changed since it was read, and of several changes
// at once one wins.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBilledBuilding, createThreeInvoices, markSent } from '../../../test/billing-fixture.ts';
import { type Answer, anOrganization, password, startTestService, type Thing } from '../../../test/service-fixture.ts';

const g = await startTestService();
const { owner: as } = await anOrganization(g);
const { building, apartments } = await createBilledBuilding(g, as);
const [invoice, secondInvoice] = await createThreeInvoices(g, as, building.id);
const apartmentId = apartments[0].id;
const meterBody = { buildingId: building.id, apartmentId, type: 'cold_water', serialNumber: 'A' };
const meter = (await g.ask('POST', '/meters', { as, body: meterBody })).data;
const resident = (await g.ask('POST', '//console/api/residents', { as, body: { name: 'Mari Tamm' } })).data;
const money = { apartmentId, amount: 10, paidOn: '2026-11-01', method: 'cash' };
const payment = (await g.ask('POST', '//console/api/payments', { as, body: money })).data;
const inBuilding = `/buildings/${building.id}/apartments`;

/** Where an object is changed and listed, and two changes of it. */
type Changed = {
  readonly name: string;
  readonly path: string;
  readonly list: string;
  readonly changes: readonly [object, object];
  readonly hasDetail?: true;
};
const objects: readonly Changed[] = [
  {
    name: 'building',
    path: `/buildings/${building.id}`,
    list: '/buildings',
    changes: [{ name: 'A' }, { name: 'B' }],
    hasDetail: true,
  },
  { name: 'apartment', path: `${inBuilding}/${apartmentId}`, list: inBuilding, changes: [{ floor: 1 }, { floor: 2 }] },
  {
    name: 'invoice',
    path: `/invoices/${invoice}`,
    list: '/invoices',
    changes: [{ reference: '1' }, { reference: '2' }],
    hasDetail: true,
  },
  {
    name: 'resident',
    path: `//console/api/residents/${resident.id}`,
    list: '/residents',
    changes: [{ name: 'A' }, { name: 'B' }],
    hasDetail: true,
  },
  {
    name: 'meter',
    path: `//console/api/meters/${meter.id}`,
    list: '/meters',
    changes: [{ serialNumber: 'B' }, { serialNumber: 'C' }],
  },
  {
    name: 'payment',
    path: `//console/api/payments/${payment.id}`,
    list: '/payments',
    changes: [{ externalId: 'B' }, { externalId: 'C' }],
  },
];

const patch = (path: string, body: object, tag?: string, headers: Record<string, string> = {}) =>
  g.ask('PATCH', path, { as, body, headers: { ...headers, ...(tag === undefined ? {} : { 'if-match': tag }) } });
const listedTag = async ({ list, path }: Changed) => {
  const answer = await g.ask<(Thing & { etag?: string })[]>('GET', `${list}?include=etags&limit=500`, { as });
  return answer.data.find(({ id }) => path.endsWith(id))?.etag ?? '';
};
const tagOf = (answer: Answer<unknown>) => String(answer.headers.etag);
const strong = /^"[\w-]{27}"$/;

for (const object of objects) {
  const { name, path, changes, hasDetail } = object;

  test(`${name}: list, detail and the answer of a change name one version`, async () => {
    const tag = await listedTag(object);
    assert.match(tag, strong);
    if (hasDetail) assert.equal(tagOf(await g.ask('GET', path, { as })), tag);
    const changed = await patch(path, changes[0], tag);
    assert.equal(changed.status, 200, changed.text);
    assert.notEqual(tagOf(changed), tag);
    assert.equal(tagOf(changed), await listedTag(object));
    if (hasDetail) assert.equal(tagOf(await g.ask('GET', path, { as })), tagOf(changed));
  });

  test(`${name}: an outdated version is 412 and changes nothing; without If-Match the last change wins`, async () => {
    const outdated = await listedTag(object);
    const current = tagOf(await patch(path, changes[1]));
    for (const tag of [outdated, `W/${current}`, '"x"', 'x', '']) {
      const refused = await patch(path, changes[0], tag);
      assert.deepEqual([refused.status, refused.code], [412, 'precondition_failed'], tag);
      assert.equal(refused.text.includes('quotes'), tag !== outdated && tag !== '"x"', tag);
    }
    assert.equal(await listedTag(object), current, 'nothing changed');
    for (const tag of [current, `"x", ${current}`]) assert.equal((await patch(path, changes[1], tag)).status, 200, tag);
    assert.equal((await patch(path, changes[0], '*')).status, 200);
    assert.equal((await patch(path, changes[1])).status, 200);
  });

  test(`${name}: of eight changes of one version at once exactly one is made`, async () => {
    await patch(path, { metadata: null });
    const tag = await listedTag(object);
    const keys = Array.from({ length: 8 }, (_, index) => `k${index}`);
    const answers = await Promise.all(keys.map((key) => patch(path, { metadata: { [key]: key } }, tag)));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, ...Array(7).fill(412)]);
    const made = answers.find(({ status }) => status === 200);
    assert.equal(Object.keys(made?.data.metadata as object).length, 1);
    assert.equal(tagOf(made as Answer<unknown>), await listedTag(object));
  });
}

test('a missing object is 404, and an invalid body is 422, whatever If-Match says', async () => {
  const missing = '019a9c3e-5b7c-7d21-8a44-0c4c6f2b9e99';
  for (const { name, path, changes } of objects)
    assert.equal((await patch(path.replace(/[^/]+$/, missing), changes[0], '"x"')).status, 404, name);
  assert.equal((await patch(`/buildings/${building.id}`, { name: '' }, '"x"')).status, 422);
});

test('a repeat with an Idempotency-Key gets its first answer, although the version has changed since', async () => {
  const [object] = objects as readonly [Changed];
  const tag = await listedTag(object);
  const key = { 'idempotency-key': 'once' };
  const first = await patch(object.path, { name: 'Once' }, tag, key);
  const repeat = await patch(object.path, { name: 'Once' }, tag, key);
  assert.deepEqual([first.status, repeat.status, tagOf(repeat)], [200, 200, tagOf(first)]);
  assert.equal(repeat.headers['idempotency-replayed'], 'true');
});

test('an invoice that is paid meanwhile has another version, and changes of money cannot deadlock with it', async () => {
  await markSent(g, secondInvoice);
  const path = `/invoices/${secondInvoice}`;
  const read = await g.ask('GET', path, { as });
  const pay = () =>
    g.ask('POST', '//console/api/payments', { as, body: { ...money, apartmentId: read.data.apartmentId } });
  const answers = await Promise.all([
    ...Array.from({ length: 4 }, () => patch(path, { metadata: { a: 'b' } }, tagOf(read))),
    ...Array.from({ length: 4 }, pay),
    ...Array.from({ length: 4 }, () => patch(path, { externalId: 'x' })),
  ]);
  for (const { status } of answers) assert.ok([200, 201, 412].includes(status), String(status));
  assert.equal((await patch(path, { status: 'cancelled' }, tagOf(read))).status, 412);
  const current = tagOf(await g.ask('GET', path, { as }));
  const cancelled = await patch(path, { status: 'cancelled' }, current);
  assert.equal(cancelled.status, 200, cancelled.text);
  assert.equal(tagOf(cancelled), tagOf(await g.ask('GET', path, { as })));
});

test('the detail of an invoice has one version, with and without its account and embedded objects', async () => {
  const path = `/invoices/${invoice}`;
  const tags = await Promise.all(
    ['', '?account=true', '?expand=building,apartment'].map(async (query) =>
      tagOf(await g.ask('GET', path + query, { as })),
    ),
  );
  assert.equal(new Set(tags).size, 1);
});

test('DELETE of an apartment, a resident and a building obeys If-Match', async () => {
  const free = (await g.ask('POST', '/buildings', { as, body: { name: 'Free', address: 'Free' } })).data;
  const apartment = await g.ask('POST', `/buildings/${free.id}/apartments`, { as, body: { number: '1' } });
  const leaver = await g.ask('POST', '//console/api/residents', { as, body: { name: 'Jaan' } });
  const current = async (path: string) => tagOf(await g.ask('GET', path, { as }));
  const cases = [
    [`/buildings/${free.id}/apartments/${apartment.data.id}`, tagOf(apartment), undefined],
    [`//console/api/residents/${leaver.data.id}`, tagOf(leaver), undefined],
    [`/buildings/${free.id}`, await current(`/buildings/${free.id}`), { password }],
  ] as const;
  for (const [path, tag, body] of cases) {
    const remove = (version: string) => g.ask('DELETE', path, { as, body, headers: { 'if-match': version } });
    assert.equal((await remove('"outdated"')).status, 412, path);
    assert.equal((await remove(tag)).status, 204, path);
  }
});
