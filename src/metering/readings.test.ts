// Tests of readings over HTTP: who may read what, invalid readings are rejected, and events are raised once, however
// many requests are simultaneous.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { linkIn, mailsIn } from '../../test/mail-servers.ts';
import {
  aBuilding,
  anApartment,
  anOrganization,
  aPerson,
  aResidency,
  changeResidencies,
  moveOut,
  startTestService,
  type Thing,
} from '../../test/service-fixture.ts';
import { newId } from '../platform/values/ids.ts';

const g = await startTestService();
const organization = await anOrganization(g);
const { tenantId, owner: as, integrator } = organization;
const building = await aBuilding(g, as);
const home = await anApartment(g, as, building.id, { number: '1' });
const neighbour = await anApartment(g, as, building.id, { number: '2' });
const mari = await aPerson(g, tenantId, 'resident');
await aResidency(g, tenantId, mari.userId, home.id);

const create = (body: Record<string, unknown>, by = as) =>
  g.ask('POST', '/meters', { as: by, body: { buildingId: building.id, type: 'cold_water', ...body } });
async function createMeter(body: Record<string, unknown> = {}): Promise<Thing> {
  const made = await create({ apartmentId: home.id, installedOn: '2026-01-01', ...body });
  assert.equal(made.status, 201, made.text);
  return made.data;
}
const submit = (meter: Thing, body: Record<string, unknown>, by: string | undefined = as) =>
  g.ask('POST', `/meters/${meter.id}/readings`, { as: by, body });
const decide = (reading: { id: string }, what: 'confirm' | 'reject', by = as) =>
  g.ask('POST', `//console/api/readings/${reading.id}/${what}`, {
    as: by,
    ...(what === 'reject' && { body: { reason: 'Unreadable.' } }),
  });
const item = async (id: string) => (await g.ask('GET', `//console/api/readings/${id}`, { as })).data;

async function makePhoto(by = as) {
  const white = { width: 40, height: 20, channels: 3, background: 'white' } as const;
  const file = (await sharp({ create: white }).png().toBuffer()).toString('base64');
  const sent = await g.ask('POST', '//console/api/reading-photos', { as: by, body: { file } });
  assert.equal(sent.status, 201, sent.text);
  return sent;
}

async function eventsAbout(meter: Thing): Promise<[string, unknown][]> {
  const rows = await g.owner<{ type: string; body: string }[]>`
    select type, body from events where tenant_id = ${tenantId} and type like 'reading.%' order by id`;
  return rows
    .map(({ type, body }): [string, { meterId: string; value: number }] => [type, JSON.parse(body).data])
    .filter(([, data]) => data.meterId === meter.id)
    .map(([type, data]) => [type, data.value]);
}

test('a resident’s reading is pending, that of a manager or API key is confirmed at once; each raises its one event', async () => {
  const meter = await createMeter();
  const waiting = await submit(meter, { value: 5 }, mari.token);
  assert.equal(waiting.status, 201, waiting.text);
  assert.deepEqual(
    [
      waiting.data.status,
      waiting.data.source,
      waiting.data.submittedBy,
      waiting.data.confirmedBy,
      waiting.data.consumption,
    ],
    ['submitted', 'manual', mari.userId, null, 5],
  );
  assert.deepEqual(await eventsAbout(meter), [['reading.submitted', 5]]);
  const confirmed = await decide(waiting.data, 'confirm');
  assert.deepEqual(
    [confirmed.status, confirmed.data.status, confirmed.data.confirmedAt],
    [200, 'confirmed', g.clock.now.toISOString()],
  );
  assert.equal((await decide(waiting.data, 'confirm')).status, 200);
  const byProgram = await submit(meter, { value: 6 }, integrator);
  assert.deepEqual([byProgram.data.status, byProgram.data.source, byProgram.data.consumption], ['confirmed', 'api', 1]);
  assert.deepEqual(await eventsAbout(meter), [
    ['reading.submitted', 5],
    ['reading.confirmed', 5],
    ['reading.confirmed', 6],
  ]);
});

test('ten simultaneous confirmations raise one event', async () => {
  const meter = await createMeter();
  const waiting = await submit(meter, { value: 5 }, mari.token);
  const answers = await Promise.all(Array.from({ length: 10 }, () => decide(waiting.data, 'confirm')));
  assert.deepEqual([...new Set(answers.map((answer) => answer.status))], [200]);
  assert.deepEqual(await eventsAbout(meter), [
    ['reading.submitted', 5],
    ['reading.confirmed', 5],
  ]);
});

test('a value below the previous or above the next one is rejected, and raises nothing', async () => {
  const meter = await createMeter({ initialValue: 50 });
  await submit(meter, { value: 100, readAt: '2026-09-30' });
  await submit(meter, { value: 120, readAt: '2026-11-10' });
  for (const [body, code] of [
    [{ value: 49, readAt: '2026-08-31' }, 'reading_below_previous'],
    [{ value: 99.999, readAt: '2026-10-31' }, 'reading_below_previous'],
    [{ value: 119 }, 'reading_below_previous'],
    [{ value: 119, rollover: true }, 'reading_below_previous'],
    [{ value: 120.001, readAt: '2026-10-31' }, 'reading_above_next'],
  ] as const) {
    const answer = await submit(meter, body);
    assert.deepEqual([answer.status, answer.code, answer.fields], [422, code, ['value']], JSON.stringify(body));
  }
  const between = await submit(meter, { value: 99.999, readAt: '2026-10-31' });
  assert.deepEqual(JSON.parse(between.text).errors[0].least, 100, 'the value that it may not be below');
  assert.equal((await submit(meter, { value: 110, readAt: '2026-10-31' })).data.consumption, 10);
  assert.equal((await eventsAbout(meter)).length, 3);
});

test('a register may roll over when the request says so', async () => {
  const meter = await createMeter({ digits: 4, initialValue: 9990 });
  assert.equal((await submit(meter, { value: 2 })).code, 'reading_below_previous');
  assert.equal((await submit(meter, { value: 9995, rollover: true })).code, 'validation_failed');
  assert.equal((await submit(meter, { value: 2, rollover: true })).data.consumption, 12);
});

test('impossible values and moments are rejected', async () => {
  const meter = await createMeter({ decimals: 2, installedOn: '2026-06-01' });
  const cases: [Record<string, unknown>, number, string[]][] = [
    [{ value: 100_000 }, 422, ['value']],
    [{ value: 1.234 }, 422, ['value']],
    [{ value: 1, readAt: '2026-11-20T09:06:00Z' }, 422, ['readAt']],
    [{ value: 1, readAt: '2026-11-21' }, 422, ['readAt']],
    [{ value: 1, readAt: '2026-05-31' }, 422, ['readAt']],
    [{ value: 1, corrects: newId() }, 404, ['corrects']],
  ];
  for (const [body, status, fields] of cases) {
    const answer = await submit(meter, body);
    assert.deepEqual([answer.status, [...new Set(answer.fields)]], [status, fields], JSON.stringify(body));
  }
  const night = await submit(meter, { value: 1, readAt: '2026-10-31T22:30:00Z' });
  assert.equal(night.data.readOn, '2026-11-01', 'the day is that of the building');
  assert.equal((await submit(meter, { value: 2, readAt: '2026-11-20' })).data.readAt, g.clock.now.toISOString());
});

test('a correction replaces a wrong reading; a resident corrects only their pending ones', async () => {
  const meter = await createMeter();
  const first = await submit(meter, { value: 900 }, mari.token);
  const better = await submit(meter, { value: 90, corrects: first.data.id }, mari.token);
  assert.deepEqual(
    [better.status, better.data.correctsId, (await item(first.data.id)).status],
    [201, first.data.id, 'rejected'],
  );
  assert.equal((await item(first.data.id)).reason, 'Replaced.', 'nobody had decided on it');
  assert.equal((await submit(meter, { value: 91, corrects: first.data.id }, mari.token)).code, 'reading_rejected');
  await decide(better.data, 'confirm');
  assert.equal((await submit(meter, { value: 80, corrects: better.data.id }, mari.token)).code, 'reading_confirmed');
  const byManager = await submit(meter, { value: 80, corrects: better.data.id });
  assert.deepEqual([byManager.data.status, (await item(better.data.id)).status], ['confirmed', 'rejected']);
  assert.equal((await item(better.data.id)).reason, 'Corrected.');
  assert.equal((await decide(better.data, 'confirm')).code, 'reading_rejected');
  const otherMeter = await createMeter();
  assert.equal((await submit(otherMeter, { value: 1, corrects: byManager.data.id })).status, 404);
  const flatmate = await aPerson(g, tenantId, 'resident');
  await aResidency(g, tenantId, flatmate.userId, home.id);
  const theirs = await submit(otherMeter, { value: 5 }, flatmate.token);
  assert.equal((await submit(otherMeter, { value: 4, corrects: theirs.data.id }, mari.token)).code, 'reading_of_other');
});

test('a correction keeps the day and photo of the reading that it corrects', async () => {
  const meter = await createMeter();
  const sent = await makePhoto();
  const wrong = await submit(meter, { value: 900, readAt: '2026-10-31T05:00:00Z', photoId: sent.data.id });
  await submit(meter, { value: 950, readAt: '2026-11-10' });
  const right = await submit(meter, { value: 90, corrects: wrong.data.id });
  assert.deepEqual(
    [right.status, right.data.readAt, right.data.readOn, right.data.photoId, right.data.source, right.data.consumption],
    [201, '2026-10-31T05:00:00.000Z', '2026-10-31', sent.data.id, 'manual', 90],
  );
  const moved = await submit(meter, { value: 91, corrects: right.data.id, readAt: '2026-10-30' });
  assert.deepEqual([moved.data.readOn, moved.data.photoId], ['2026-10-30', sent.data.id]);
});

test('a resident’s correction has no photo but its own; a manager’s keeps that one', async () => {
  const meter = await createMeter();
  const [first, second] = [await makePhoto(mari.token), await makePhoto(mari.token)];
  const sent = await submit(meter, { value: 272, photoId: first.data.id }, mari.token);
  const typed = await submit(meter, { value: 273, corrects: sent.data.id }, mari.token);
  assert.deepEqual([typed.data.photoId, typed.data.readAt], [null, sent.data.readAt]);
  const shown = { value: 274, corrects: typed.data.id, photoId: second.data.id, readAt: '2026-11-19' };
  const again = await submit(meter, shown, mari.token);
  assert.deepEqual([again.data.photoId, again.data.readOn], [second.data.id, '2026-11-19']);
  const byManager = await submit(meter, { value: 275, corrects: again.data.id });
  assert.equal(byManager.data.photoId, second.data.id);
});

test('a roll-over stays correct when the reading before it is corrected or rejected', async () => {
  const meter = await createMeter({ digits: 5, decimals: 0, initialValue: 99_980 });
  await submit(meter, { value: 99_990, readAt: '2026-08-31' });
  const around = await submit(meter, { value: 5, readAt: '2026-09-30', rollover: true });
  const after = await submit(meter, { value: 9, readAt: '2026-10-31' });
  assert.equal((await item(after.data.id)).consumption, 4);
  const corrected = await submit(meter, { value: 99_995, corrects: around.data.id });
  assert.deepEqual([corrected.data.consumption, (await item(after.data.id)).consumption], [5, 14]);
  await decide(corrected.data, 'reject');
  assert.equal((await item(after.data.id)).consumption, 19);
});

test('consumption before the first reading is unknown when a meter has neither an installation day nor an initial value', async () => {
  const meter = await createMeter({ installedOn: null });
  assert.equal((await submit(meter, { value: 412, readAt: '2026-09-30' })).data.consumption, null);
  assert.equal((await submit(meter, { value: 415, readAt: '2026-10-31' })).data.consumption, 3);
  const begun = await createMeter({ installedOn: null, initialValue: 400 });
  assert.equal((await submit(begun, { value: 412 })).data.consumption, 12);
});

test('a simultaneous confirmation and correction give a consistent result', async () => {
  for (let round = 0; round < 5; round += 1) {
    const meter = await createMeter();
    const waiting = await submit(meter, { value: 900 }, mari.token);
    const [confirmed, corrected] = await Promise.all([
      decide(waiting.data, 'confirm'),
      submit(meter, { value: 90, corrects: waiting.data.id }),
    ]);
    assert.equal(corrected.status, 201, corrected.text);
    assert.ok([200, 409].includes(confirmed.status), confirmed.text);
    assert.equal((await item(waiting.data.id)).status, 'rejected', `round ${round}`);
    const values = (await eventsAbout(meter))
      .filter(([type]) => type === 'reading.confirmed')
      .map(([, value]) => value);
    assert.deepEqual(values, confirmed.status === 200 ? [900, 90] : [90], `round ${round}`);
  }
});

test('two simultaneous readings never leave decreasing values', async () => {
  for (let round = 0; round < 5; round += 1) {
    const meter = await createMeter();
    const answers = await Promise.all([20, 10, 30, 15].map((value) => submit(meter, { value })));
    for (const answer of answers)
      assert.ok(answer.status === 201 || answer.code === 'reading_below_previous', answer.text);
    const rows = await g.owner<
      { value: string }[]
    >`select value from readings where meter_id = ${meter.id} order by read_on, read_at, id`;
    const values = rows.map((row) => Number(row.value));
    assert.deepEqual(
      values,
      values.toSorted((a, b) => a - b),
      `round ${round}`,
    );
  }
});

test('a rejected reading does not count, gives the reason, and may have been confirmed before', async () => {
  const meter = await createMeter();
  const waiting = await submit(meter, { value: 900 }, mari.token);
  const rejected = await decide(waiting.data, 'reject');
  assert.deepEqual(
    [rejected.status, rejected.data.status, rejected.data.reason, rejected.data.consumption],
    [200, 'rejected', 'Unreadable.', null],
  );
  assert.equal((await decide(waiting.data, 'confirm')).code, 'reading_rejected');
  const wrong = await submit(meter, { value: 800 });
  assert.equal((await decide(wrong.data, 'reject')).status, 200);
  assert.equal((await submit(meter, { value: 10 })).status, 201);
  const bare = await g.ask('POST', `//console/api/readings/${wrong.data.id}/reject`, { as, body: {} });
  assert.deepEqual([bare.status, bare.fields], [400, ['reason']]);
});

test('a resident whose reading is rejected gets one e-mail in their language, with the reason and the way to submit another', async () => {
  const flat = await anApartment(g, as, building.id, { number: '77' });
  const [anna, rein] = [await aPerson(g, tenantId, 'resident'), await aPerson(g, tenantId, 'resident')];
  for (const { userId } of [anna, rein]) await aResidency(g, tenantId, userId, flat.id);
  await g.ask('PATCH', '//console/api/me', { as: anna.token, body: { language: 'et' } });
  const meter = await createMeter({ apartmentId: flat.id, serialNumber: 'KV-77' });
  const waiting = await submit(meter, { value: 234.5 }, anna.token);
  const [entered, late] = [await submit(meter, { value: 5 }), await submit(meter, { value: 6 }, rein.token)];
  await Promise.all([waiting, waiting, entered].map(({ data }) => decide(data, 'reject')));
  const [letter, ...more] = await mailsIn(g, anna.email);
  assert.deepEqual([more, letter?.kind, letter?.language], [[], 'reading-rejected', 'et']);
  for (const part of ['Külm vesi KV-77', '234,500 m³', 'Unreadable.', 'korter 77', '\n\nKÜ Kase\n\n'])
    assert.ok(letter?.text.includes(part), `${part}: ${letter?.text}`);
  assert.ok(linkIn(letter ?? {}).endsWith(`/console/own/meters/${meter.id}`));
  await moveOut(g, tenantId, flat.id, '2026-11-20');
  const leaving = await submit(meter, { value: 7 }, rein.token);
  await decide(leaving.data, 'reject');
  assert.equal((await mailsIn(g, rein.email)).length, 1, 'on the last day another can be submitted');
  await changeResidencies(g, tenantId, { apartmentId: flat.id }, { until: '2026-11-19' });
  await decide(late.data, 'reject');
  assert.equal((await mailsIn(g, rein.email)).length, 1, 'who has moved out cannot submit another');
});

test('a reading that is no longer valid is not confirmed', async () => {
  const meter = await createMeter();
  const waiting = await submit(meter, { value: 10 }, mari.token);
  await submit(meter, { value: 5, readAt: '2026-11-01' });
  const later = await submit(meter, { value: 8, readAt: g.clock.now.toISOString() });
  assert.equal(later.status, 201, 'after the one that waits');
  const earlier = await submit(meter, { value: 7, readAt: '2026-10-01' });
  assert.equal(earlier.code, 'reading_above_next');
  assert.equal((await decide(waiting.data, 'confirm')).code, 'reading_above_next');
});

test('a resident reaches only the meters of their own apartments, never a main meter, and decides nothing', async () => {
  const [mine, theirs, main] = [
    await createMeter(),
    await createMeter({ apartmentId: neighbour.id }),
    (await create({})).data,
  ];
  const seen = (await g.ask('GET', '/meters?limit=500', { as: mari.token })).items.map((each) => each.id);
  assert.ok(seen.includes(mine.id) && !seen.includes(theirs.id) && !seen.includes(main.id));
  for (const [which, meter] of Object.entries({ theirs, main }))
    assert.equal((await submit(meter, { value: 1 }, mari.token)).status, 404, which);
  const foreign = await submit(theirs, { value: 1 });
  assert.equal((await g.ask('GET', `//console/api/readings/${foreign.data.id}`, { as: mari.token })).status, 404);
  const own = await submit(mine, { value: 1 }, mari.token);
  assert.equal((await decide(own.data, 'confirm', mari.token)).status, 403);
  const list = (await g.ask('GET', '//console/api/readings?limit=500', { as: mari.token })).items;
  assert.ok(list.every((each) => each.apartmentId === home.id) && list.some((each) => each.id === own.data.id));
  await moveOut(g, tenantId, home.id, '2026-11-19');
  assert.equal((await submit(mine, { value: 2 }, mari.token)).status, 404);
  await changeResidencies(g, tenantId, { apartmentId: home.id }, { until: null });
});

test('a resident sees the readings of their own days and their initial value, not the readings of others before and after', async () => {
  const apartment = await anApartment(g, as, building.id, { number: '9' });
  const [juri, anna] = [await aPerson(g, tenantId, 'resident'), await aPerson(g, tenantId, 'resident')];
  await aResidency(g, tenantId, juri.userId, apartment.id);
  const meter = await createMeter({ apartmentId: apartment.id });
  const sent = await makePhoto();
  const values: Record<string, string> = {};
  for (const [value, readAt] of [
    [1, '2026-07-31'],
    [2, '2026-08-31'],
    [3, '2026-09-30'],
  ] as const)
    values[(await submit(meter, { value, readAt, photoId: sent.data.id })).data.id] = String(value);
  const waiting = await submit(meter, { value: 4, readAt: '2026-10-02' }, juri.token);
  assert.equal(waiting.status, 201, waiting.text);
  values[waiting.data.id] = 'waiting';
  await changeResidencies(g, tenantId, { apartmentId: apartment.id }, { since: '2026-08-01', until: '2026-10-05' });
  await aResidency(g, tenantId, anna.userId, apartment.id, '2026-10-06');
  values[(await submit(meter, { value: 5, readAt: '2026-11-01' }, anna.token)).data.id] = 'new';
  const seen = async (token: string) =>
    (await g.ask('GET', `//console/api/readings?meterId=${meter.id}&sort=readAt`, { as: token })).items.map((each) => [
      values[each.id],
      each.photoId !== null,
    ]);
  assert.deepEqual(await seen(anna.token), [
    ['3', false],
    ['new', false],
  ]);
  assert.deepEqual(await seen(juri.token), [
    ['1', false],
    ['2', true],
    ['3', true],
    ['waiting', false],
  ]);
  const idOf = (name: string) => Object.entries(values).find(([, value]) => value === name)?.[0] ?? '';
  const status = async (token: string, name: string, what = '') =>
    (await g.ask('GET', `//console/api/readings/${idOf(name)}${what}`, { as: token })).status;
  assert.deepEqual(
    [await status(anna.token, 'waiting'), await status(anna.token, '2'), await status(anna.token, '3')],
    [404, 404, 200],
  );
  assert.deepEqual([await status(anna.token, '3', '/photo'), await status(juri.token, '3', '/photo')], [404, 200]);
  assert.equal(await status(juri.token, 'new'), 404);
  assert.equal((await submit(meter, { value: 9 }, juri.token)).status, 404, 'who has moved out reads nothing more');
  assert.equal((await g.ask('GET', `//console/api/readings?meterId=${meter.id}`, { as: mari.token })).status, 404);
});

test('unusual facts are reported: an expired verification, three times the usual consumption, a day outside the window', async () => {
  const codes = (answer: { data: Thing }) => (answer.data.warnings as { code: string }[]).map((each) => each.code);
  const meter = await createMeter({ verifiedUntil: '2026-11-01', installedOn: '2026-01-01' });
  assert.deepEqual(codes(await submit(meter, { value: 30, readAt: '2026-10-31' })), []);
  assert.deepEqual(codes(await submit(meter, { value: 40, readAt: '2026-11-10' })), [
    'verification_expired',
    'high_consumption',
  ]);
  const fresh = await createMeter({ initialValue: 60, installedOn: '2026-11-01' });
  assert.deepEqual(codes(await submit(fresh, { value: 65.9 })), []);
  assert.deepEqual(
    codes(await submit(fresh, { value: 1065.9 }, mari.token)),
    ['high_consumption'],
    'no history needed',
  );
  const window = `//console/api/buildings/${building.id}/reading-window`;
  assert.equal((await g.ask('GET', window, { as })).data, null);
  assert.deepEqual((await g.ask('PATCH', window, { as, body: { fromDay: 0, toDay: 32 } })).fields.toSorted(), [
    'fromDay',
    'toDay',
  ]);
  assert.equal((await g.ask('PATCH', window, { as, body: { fromDay: 25, toDay: 3 } })).status, 200);
  assert.deepEqual((await g.ask('GET', window, { as: mari.token })).data, { fromDay: 25, toDay: 3 });
  assert.deepEqual(codes(await submit(meter, { value: 41 }, mari.token)), ['verification_expired', 'outside_window']);
  assert.deepEqual(
    [(await g.ask('DELETE', window, { as })).status, (await g.ask('DELETE', window, { as })).status],
    [204, 204],
  );
});

test('updatedSince includes a meter whose last reading changed', async () => {
  const meter = await createMeter();
  g.clock.now = new Date(g.clock.now.getTime() + 60_000);
  const since = g.clock.now.toISOString();
  const changed = async () =>
    (await g.ask('GET', `/meters?updatedSince=${since}&limit=500`, { as })).items.map((each) => each.id);
  await submit(meter, { value: 5 }, mari.token);
  assert.deepEqual(await changed(), []);
  const made = await submit(meter, { value: 6 });
  assert.deepEqual(await changed(), [meter.id]);
  g.clock.now = new Date(g.clock.now.getTime() + 60_000);
  await decide(made.data, 'reject');
  const [only] = (await g.ask('GET', `/meters?updatedSince=${g.clock.now.toISOString()}`, { as })).items;
  assert.deepEqual([only?.id, only?.lastReading], [meter.id, null]);
});

test('readings are listed by status, building and meter', async () => {
  const meter = await createMeter();
  const waiting = await submit(meter, { value: 5 }, mari.token);
  const list = async (query: string) =>
    (await g.ask('GET', `//console/api/readings?${query}`, { as })).items.map((each) => each.id);
  assert.deepEqual(await list(`meterId=${meter.id}`), [waiting.data.id]);
  assert.ok((await list(`status=submitted&buildingId=${building.id}&limit=500`)).includes(waiting.data.id));
  assert.deepEqual(await list(`status=confirmed&meterId=${meter.id}`), []);
  assert.equal((await g.ask('GET', `//console/api/readings?meterId=${newId()}`, { as })).status, 404);
  assert.equal((await g.ask('GET', '//console/api/readings?status=odd', { as })).status, 422);
});

test('all that are not unusual are confirmed at once, and the others wait with the reason', async () => {
  const [first, second, third] = [await createMeter(), await createMeter(), await createMeter()];
  for (const meter of [first, second, third])
    for (const [value, readAt] of [
      [10, '2026-08-31'],
      [20, '2026-09-30'],
      [30, '2026-10-31'],
    ] as const)
      await submit(meter, { value, readAt });
  const sent = async (meter: Thing, value: number, readAt: string) =>
    (await submit(meter, { value, readAt }, mari.token)).data.id;
  const [usual, high, early] = [
    await sent(first, 34, '2026-11-18'),
    await sent(second, 190, '2026-11-18'),
    await sent(third, 34, '2026-11-15'),
  ];
  assert.equal((await submit(third, { value: 33, readAt: '2026-11-17' })).status, 201);
  const confirmAll = (by = as, dryRun = false) =>
    g.ask<{ id: string; confirmed: number; left: { readingId: string; code: string }[] }>(
      'POST',
      '//console/api/readings/confirm',
      { as: by, body: { readingIds: [usual, high, early], dryRun } },
    );
  assert.equal((await confirmAll(mari.token)).status, 403);
  const foreseen = await confirmAll(as, true);
  assert.equal((await item(usual)).status, 'submitted', 'a dry run confirms nothing');
  const { data, text } = await confirmAll();
  assert.deepEqual(foreseen.data, data, foreseen.text);
  assert.deepEqual(
    [data.confirmed, data.left.toSorted((a, b) => (a.code < b.code ? -1 : 1))],
    [
      1,
      [
        { readingId: high, code: 'high_consumption' },
        { readingId: early, code: 'reading_above_next' },
      ],
    ],
    text,
  );
  assert.deepEqual(await Promise.all([usual, high, early].map(async (id) => (await item(id)).status)), [
    'confirmed',
    'submitted',
    'submitted',
  ]);
  assert.equal((await confirmAll()).data.confirmed, 0);
  assert.deepEqual((await eventsAbout(first)).at(-1), ['reading.confirmed', 34]);
  const stranger = await anOrganization(g);
  assert.deepEqual((await confirmAll(stranger.owner)).data, { confirmed: 0, left: [] });
});
