// Tests of missing readings: what counts for a month, by the rule of charges, and that a dry run names the same meters.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMeteredBuilding, water } from '../../../test/metering-fixture.ts';
import { anApartment, anOrganization, aPerson, aResidency, startTestService } from '../../../test/service-fixture.ts';

const g = await startTestService();
const { tenantId, owner: as } = await anOrganization(g);

type Missing = {
  id: string;
  apartmentNumber: string | null;
  previous: { value: number; readOn: string | null };
  isSubmitted: boolean;
  isBilled: boolean;
};
type Answer = { from: string; until: string; meters: number; missing: Missing[] };

const pathOf = (buildingId: string, period: string) =>
  `//console/api/buildings/${buildingId}/missing-readings?period=${period}`;
const missingIn = async (buildingId: string, period: string) =>
  (await g.ask('GET', pathOf(buildingId, period), { as })).data as unknown as Answer;
const numbersOf = ({ missing }: Answer) => missing.map(({ apartmentNumber }) => apartmentNumber);
const on = (day: string) => {
  g.clock.now = new Date(`${day}T09:00:00.000Z`);
};

test('a reading counts for its month, and the last value before the month is named', async () => {
  on('2026-11-20');
  const { building, read } = await createMeteredBuilding(g, as, [water], { initialValue: 10 });
  await read(0, '2026-09-30', 14);
  await read(0, '2026-10-01', 15.5);
  const october = await missingIn(building.id, '2026-10');
  assert.deepEqual([october.from, october.until, october.meters], ['2026-10-01', '2026-10-31', 2]);
  assert.deepEqual(numbersOf(october), ['2']);
  assert.deepEqual(october.missing[0]?.previous, { value: 10, readOn: '2026-01-01' });
  assert.deepEqual(numbersOf(await missingIn(building.id, '2026-09')), ['2']);
  const november = await missingIn(building.id, '2026-11');
  assert.deepEqual([november.from, november.until], ['2026-11-01', '2026-11-20']);
  assert.deepEqual(
    november.missing.map(({ previous }) => previous.value),
    [15.5, 10],
  );
  assert.deepEqual(numbersOf(await missingIn(building.id, '2025-12')), [], 'the meters were installed later');
});

test('the days that count move with a window that crosses the end of the month', async () => {
  on('2026-11-20');
  const { building, read } = await createMeteredBuilding(g, as, [water]);
  const window = { fromDay: 25, toDay: 3 };
  await g.ask('PATCH', `//console/api/buildings/${building.id}/reading-window`, { as, body: window });
  await read(0, '2026-11-03', 5);
  await read(1, '2026-11-04', 5);
  const { from, until, missing } = await missingIn(building.id, '2026-10');
  assert.deepEqual(
    [from, until, missing.map(({ apartmentNumber }) => apartmentNumber)],
    ['2026-10-04', '2026-11-03', ['2']],
  );
});

test('a dry run names the same meters, whether a later reading or an estimate is there or not', async () => {
  on('2026-11-20');
  for (const charge of [water, { ...water, estimateMissingFromMonths: 6 }]) {
    const { building, meters, read, bill } = await createMeteredBuilding(g, as, [charge]);
    const third = await anApartment(g, as, building.id, { number: '3' });
    const body = { buildingId: building.id, apartmentId: third.id, type: 'cold_water', installedOn: '2026-10-15' };
    await g.ask('POST', '/meters', { as, body });
    await read(0, '2026-08-31', 4);
    await read(0, '2026-09-30', 8);
    await read(0, '2026-11-02', 9);
    await read(1, '2026-10-31', 3);
    const { missing } = await missingIn(building.id, '2026-10');
    const { data } = await bill('10', { dryRun: true });
    const warned = (data.warnings as readonly { code: string; meterId?: string }[])
      .filter(({ code }) => code === 'reading_missing' || code === 'reading_estimated')
      .map(({ meterId }) => meterId);
    assert.deepEqual(
      warned,
      missing.map(({ id }) => id),
    );
    assert.ok(warned.includes(String(meters[0]?.id)) && warned.length === 2);
  }
});

test('a meter that no charge needs, and a reading that waits, are marked; a rejected one counts for nothing', async () => {
  on('2026-11-20');
  const { building, meters } = await createMeteredBuilding(g, as, [water]);
  const heat = { buildingId: building.id, type: 'heating', installedOn: '2026-01-01' };
  await g.ask('POST', '/meters', { as, body: heat });
  const person = await aPerson(g, tenantId, 'resident');
  await aResidency(g, tenantId, person.userId, String(meters[0]?.apartmentId), '2026-01-01');
  const body = { value: 3, readAt: '2026-10-31' };
  const submitted = await g.ask('POST', `/meters/${meters[0]?.id}/readings`, { as: person.token, body });
  const marks = async () =>
    (await missingIn(building.id, '2026-10')).missing.map(({ apartmentNumber, isSubmitted, isBilled }) => [
      apartmentNumber,
      isSubmitted,
      isBilled,
    ]);
  assert.deepEqual(await marks(), [
    ['1', true, true],
    ['2', false, true],
    [null, false, false],
  ]);
  const path = `//console/api/readings/${submitted.data.id}/reject`;
  await g.ask('POST', path, { as, body: { reason: 'Unreadable.' } });
  assert.deepEqual((await marks())[0], ['1', false, true]);
});

test('the month asked for has begun, and by default it is the one before', async () => {
  on('2026-11-20');
  const { building } = await createMeteredBuilding(g, as, [water]);
  const ask = async (period: string) => (await g.ask('GET', pathOf(building.id, period), { as })).status;
  assert.deepEqual([await ask('2026-11'), await ask('2026-12'), await ask('2026-13')], [200, 422, 422]);
  const byDefault = await g.ask('GET', `//console/api/buildings/${building.id}/missing-readings`, { as });
  assert.equal((byDefault.data as unknown as { periodStart: string }).periodStart, '2026-10-01');
});

test('the reading of a change of owner within the month is not that of its end, and a dry run says so', async () => {
  on('2026-11-20');
  const { building, meters, read } = await createMeteredBuilding(g, as, [water], { initialValue: 10 });
  const apartmentId = meters[0]?.apartmentId ?? '';
  for (const place of [0, 1]) await read(place, '2026-09-30', 14);
  await read(1, '2026-10-11', 16);
  const resident = async (name: string, at: unknown, since: string, until: string | null) => {
    const body = { name, apartments: [{ apartmentId: at, role: 'owner', since, until }] };
    return g.ask<{ apartments: { id: string }[] }>('POST', '//console/api/residents', { as, body });
  };
  // One sale is a hand-over, the other two residencies.
  const sold = await resident('Old', apartmentId, '2020-01-01', null);
  const other = meters[1]?.apartmentId ?? '';
  await resident('Seller', other, '2020-01-01', '2026-10-11');
  await resident('Buyer', other, '2026-10-12', null);
  const handOver = {
    ...{ day: '2026-10-12', role: 'owner', newcomer: { name: 'New' } },
    leaving: sold.data.apartments.map(({ id }) => id),
    readings: [{ meterId: meters[0]?.id, value: 17 }],
  };
  const path = `//console/api/buildings/${building.id}/apartments/${apartmentId}/hand-overs`;
  await g.succeed('POST', path, { as, body: handOver });
  assert.deepEqual(numbersOf(await missingIn(building.id, '2026-10')), ['1', '2']);
  const generate = async () => {
    const body = { buildingId: building.id, periodStart: '2026-10-01', periodEnd: '2026-10-31', dryRun: true };
    const { data } = await g.ask<{ warnings: { code: string }[] }>('POST', '/invoices/generate-bulk', { as, body });
    return data.warnings.filter(({ code }) => code === 'read_at_hand_over').length;
  };
  assert.equal(await generate(), 2);
  for (const place of [0, 1]) await read(place, '2026-10-31', 19);
  assert.deepEqual(numbersOf(await missingIn(building.id, '2026-10')), []);
  assert.equal(await generate(), 0);
});
