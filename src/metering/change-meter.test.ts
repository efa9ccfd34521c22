// Tests over HTTP of correcting meters: contradictions with readings are rejected with advice, a replacement has one
// day, and every change is recorded.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aBuilding, anApartment, anOrganization, startTestService, type Thing } from '../../test/service-fixture.ts';

const g = await startTestService();
g.clock.now = new Date('2026-11-20T09:00:00Z');
const { owner: as } = await anOrganization(g);
const building = await aBuilding(g, as);
const home = await anApartment(g, as, building.id, { number: '1' });

const create = (body: Record<string, unknown>) =>
  g.ask('POST', '/meters', {
    as,
    body: { buildingId: building.id, apartmentId: home.id, type: 'cold_water', ...body },
  });
async function createMeter(body: Record<string, unknown> = {}): Promise<Thing> {
  const made = await create(body);
  assert.equal(made.status, 201, made.text);
  return made.data;
}
async function read({ id }: Thing, readAt: string, value: number, more: Record<string, unknown> = {}) {
  return (await g.succeed('POST', `/meters/${id}/readings`, { as, body: { readAt, value, ...more } })).data;
}
const change = ({ id }: Thing, body: Record<string, unknown>) =>
  g.ask('PATCH', `//console/api/meters/${id}`, { as, body: { reason: 'Valesti kirja pandud.', ...body } });
const meterOf = async ({ id }: Thing) =>
  (await g.ask('GET', `/meters?apartmentId=${home.id}&limit=500`, { as })).items.find((item) => item.id === id);
const historyOf = async ({ id }: Thing) =>
  (await g.ask('GET', `//console/api/meters/${id}/history`, { as })).items.map(({ action, changes, reason }) => ({
    action,
    changes,
    reason,
  }));

test('the initial value of a meter can be corrected as far as its readings allow, and the change is recorded with its reason', async () => {
  const meter = await createMeter({ initialValue: 100, installedOn: '2026-03-01' });
  await read(meter, '2026-04-30', 112);
  const cases: [Record<string, unknown>, number, string | undefined, string[]][] = [
    [{ initialValue: 112.5 }, 422, 'reading_above_next', ['initialValue']],
    [{ initialValue: 100_000 }, 422, 'validation_failed', ['initialValue']],
    [{ initialValue: 1.2345 }, 422, 'validation_failed', ['initialValue']],
    [{ initialValue: '5' }, 400, 'invalid_request', ['initialValue']],
    [{ installedOn: '2026-05-01' }, 422, 'validation_failed', ['installedOn']],
    [{ installedOn: '2026-12-01' }, 422, 'validation_failed', ['installedOn', 'installedOn']],
    [{ initialValue: 10, reason: '  ' }, 422, 'validation_failed', ['reason']],
    [{ initialValue: 10, reason: undefined }, 422, 'validation_failed', ['reason']],
    [{ rollover: true, initialValue: 10 }, 422, 'validation_failed', ['rollover']],
  ];
  for (const [body, status, code, fields] of cases) {
    const answer = await change(meter, body);
    assert.deepEqual([answer.status, answer.fields], [status, fields], answer.text);
    if (status === 422) assert.equal(answer.code, code, JSON.stringify(body));
  }
  assert.match(
    (await change(meter, { initialValue: 113 })).text,
    /112 on 2026-04-30\. If that reading is wrong, correct it first/,
  );
  assert.deepEqual(await historyOf(meter), []);
  const answer = await change(meter, { initialValue: 10, installedOn: '2026-04-30', serialNumber: 'A1' });
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual([answer.data.initialValue, answer.data.installedOn], [10, '2026-04-30']);
  assert.deepEqual(await historyOf(meter), [
    {
      action: 'changed',
      changes: {
        serialNumber: { from: null, to: 'A1' },
        initialValue: { from: 100, to: 10 },
        installedOn: { from: '2026-03-01', to: '2026-04-30' },
      },
      reason: 'Valesti kirja pandud.',
    },
  ]);
  const { items } = await g.ask('GET', `//console/api/readings?meterId=${meter.id}`, { as });
  assert.equal(items[0]?.consumption, 102);
});

test('sending the same values again needs no reason and records nothing', async () => {
  const meter = await createMeter({ initialValue: 7, installedOn: '2026-03-01' });
  const answer = await change(meter, { initialValue: 7, installedOn: '2026-03-01', reason: undefined });
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual(await historyOf(meter), []);
});

test('an initial value above the first reading is valid only where that reading is marked as a roll-over', async () => {
  const meter = await createMeter({ initialValue: 99_000, installedOn: '2026-03-01' });
  await read(meter, '2026-04-30', 5, { rollover: true });
  assert.equal((await change(meter, { initialValue: 99_990 })).status, 200);
  assert.equal((await change(meter, { initialValue: 40_000 })).code, 'reading_above_next');
  assert.equal((await change(meter, { initialValue: 2 })).status, 200);
});

test('a meter closed with a roll-over without a reading can be corrected without its final value', async () => {
  const meter = await createMeter({ initialValue: 99_990, installedOn: '2026-03-01' });
  assert.equal((await change(meter, { finalValue: 5, removedOn: '2026-06-10', rollover: true })).status, 200);
  for (const [body, status, fields] of [
    [{ removedOn: '2026-06-01' }, 200, []],
    [{ initialValue: 99_980 }, 200, []],
    [{ initialValue: 6 }, 422, ['initialValue']],
    [{ initialValue: 3 }, 200, []],
    [{ initialValue: 99_990 }, 422, ['initialValue']],
    [{ initialValue: 99_990, rollover: true }, 200, []],
    [{ finalValue: 6 }, 422, ['finalValue']],
    [{ finalValue: 6, rollover: true }, 200, []],
  ] as const) {
    const answer = await change(meter, body);
    assert.deepEqual([answer.status, answer.fields ?? []], [status, fields], answer.text);
  }
  assert.match(
    (await change(meter, { initialValue: 7 })).text,
    /the final value, 6 on 2026-06-01\. .* send finalValue/,
  );
});

test('a meter with a known initial value cannot be changed to one without', async () => {
  const meter = await createMeter({ initialValue: 100 });
  assert.equal((await change(meter, { initialValue: 0 })).status, 200, 'nothing was read yet');
  await change(meter, { initialValue: 100 });
  await read(meter, '2026-04-30', 110);
  const rejected = await change(meter, { initialValue: 0 });
  assert.deepEqual([rejected.status, rejected.fields], [422, ['installedOn']], rejected.text);
  assert.match(rejected.text, /send the value of that reading as initialValue: 110/);
  assert.equal((await change(meter, { initialValue: 0, installedOn: '2026-01-01' })).status, 200);
  assert.deepEqual((await change(meter, { installedOn: null })).fields, ['installedOn']);
  assert.equal((await change(meter, { installedOn: null, initialValue: 110 })).status, 200);
  const unknown = await createMeter();
  await read(unknown, '2026-04-30', 110);
  assert.equal((await change(unknown, { finalValue: 120 })).status, 200, 'it never was known');
});

test('a meter can be closed without a successor, reopened, and closed again, each once and with its reason', async () => {
  const meter = await createMeter({ serialNumber: 'CLOSING', installedOn: '2026-01-01' });
  await read(meter, '2026-10-31', 150);
  const cases: [Record<string, unknown>, string[]][] = [
    [{ removedOn: '2026-11-10' }, ['finalValue']],
    [{ finalValue: 151, removedOn: null }, ['removedOn']],
    [{ finalValue: 151, removedOn: '2026-11-21' }, ['removedOn']],
    [{ finalValue: 151, removedOn: '2026-10-30' }, ['removedOn']],
    [{ finalValue: 149, removedOn: '2026-11-10' }, ['finalValue']],
    [{ finalValue: 151, removedOn: '2026-11-10', rollover: true }, ['rollover']],
    [{ finalValue: 151, removedOn: '2026-11-10', reason: undefined }, ['reason']],
  ];
  for (const [body, fields] of cases) {
    const answer = await change(meter, body);
    assert.deepEqual([answer.status, answer.fields], [422, fields], answer.text);
  }
  const closed = await change(meter, { finalValue: 151 });
  assert.deepEqual([closed.data.removedOn, closed.data.finalValue], ['2026-11-20', 151]);
  const late = await g.ask('POST', `/meters/${meter.id}/readings`, {
    as,
    body: { value: 152, readAt: '2026-11-20T10:00:00Z' },
  });
  assert.equal(late.code, 'validation_failed', 'not even on the day, above the final value');
  assert.deepEqual(
    (await create({ replacesMeterId: meter.id, finalValue: 151 })).code,
    'meter_replaced',
    'what was closed has to be reopened first',
  );
  const otherMeter = await createMeter({ serialNumber: 'CLOSING' });
  assert.equal((await change(meter, { removedOn: null })).code, 'already_exists');
  await change(otherMeter, { serialNumber: 'ANOTHER' });
  const reopened = await change(meter, { removedOn: null });
  assert.deepEqual([reopened.status, reopened.data.removedOn, reopened.data.finalValue], [200, null, null]);
  await read(meter, '2026-11-19', 152);
  assert.deepEqual(
    (await historyOf(meter)).map(({ action }) => action),
    ['closed', 'reopened'],
  );
});

test('a replacement has one day: it moves for both meters, and each keeps its readings', async () => {
  const previous = await createMeter({ installedOn: '2026-01-01', initialValue: 100 });
  await read(previous, '2026-06-10', 150);
  const next = await createMeter({
    replacesMeterId: previous.id,
    installedOn: '2026-06-20',
    initialValue: 3,
    finalValue: 155,
  });
  await read(next, '2026-06-30', 8);
  assert.deepEqual((await change(next, { installedOn: '2026-06-09' })).fields, ['installedOn']);
  assert.deepEqual((await change(next, { installedOn: null })).fields, ['installedOn']);
  assert.deepEqual((await change(previous, { removedOn: '2026-07-01' })).fields, ['removedOn']);
  assert.equal((await change(previous, { removedOn: null })).code, 'meter_replaced');
  assert.equal((await change(next, { installedOn: '2026-06-12', reason: 'Akti järgi.' })).status, 200);
  assert.equal((await meterOf(previous))?.removedOn, '2026-06-12');
  assert.equal((await change(previous, { removedOn: '2026-06-30', finalValue: 156 })).status, 200);
  assert.equal((await meterOf(next))?.installedOn, '2026-06-30');
  assert.deepEqual(await historyOf(previous), [
    {
      action: 'replaced',
      changes: { removedOn: { from: null, to: '2026-06-20' }, finalValue: { from: null, to: 155 } },
      reason: null,
    },
    { action: 'changed', changes: { removedOn: { from: '2026-06-20', to: '2026-06-12' } }, reason: 'Akti järgi.' },
    {
      action: 'changed',
      changes: { removedOn: { from: '2026-06-12', to: '2026-06-30' }, finalValue: { from: 155, to: 156 } },
      reason: 'Valesti kirja pandud.',
    },
  ]);
});

test('a reading that arrives while its meter is closed is dated before that, or rejected', async () => {
  for (let round = 0; round < 5; round += 1) {
    const meter = await createMeter({ installedOn: '2026-01-01' });
    const answers = await Promise.all([
      change(meter, { finalValue: 10 }),
      g.ask('POST', `/meters/${meter.id}/readings`, { as, body: { value: 12 } }),
    ]);
    const [closed, reading] = answers.map(({ status }) => status);
    assert.ok((closed === 200 && reading === 422) || (closed === 422 && reading === 201), `${closed} ${reading}`);
  }
});
