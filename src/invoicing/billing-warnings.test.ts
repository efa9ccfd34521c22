// Tests over HTTP of the warnings before a generation: days billed twice, meters missing from earlier invoices, and
// people who would pay for others.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createMeteredBuilding,
  fee,
  type MeteredGeneration,
  sellApartment,
  warningCodesOf,
  water,
} from '../../test/metering-fixture.ts';
import { anOrganization, startTestService } from '../../test/service-fixture.ts';

const g = await startTestService();
g.clock.now = new Date('2026-12-15T09:00:00Z');
const { owner: as } = await anOrganization(g);
type MeteredBuilding = Awaited<ReturnType<typeof createMeteredBuilding>>;

/** Both apartments use ten a month until September. */
async function readMonths({ readDays }: MeteredBuilding): Promise<void> {
  for (const place of [0, 1])
    await readDays(place, { '05-31': 10, '06-30': 20, '07-31': 30, '08-31': 40, '09-30': 50 });
}

test('a month that a later one has already billed gives a warning and bills none of its days twice', async () => {
  const building = await createMeteredBuilding(g, as, [water, fee]);
  await readMonths(building);
  await building.bill('06');
  await building.bill('08');
  const look = await building.bill('07', { dryRun: true });
  assert.deepEqual(warningCodesOf(look.data), ['days_billed_twice', 'days_billed_twice']);
  assert.match(look.data.warnings[0]?.message ?? '', /the period from 2026-08-01 bills days of this one already/);
  const july = await building.bill('07');
  assert.deepEqual(warningCodesOf(july.data), warningCodesOf(look.data));
  assert.equal((await building.sumOf(july.data, 0)).quantity, 0);
  const september = await building.bill('09');
  assert.equal((await building.sumOf(september.data, 0)).quantity, 10);
});

test('an earlier month that is generated again in its place gives no warning', async () => {
  const building = await createMeteredBuilding(g, as, [water, fee]);
  await readMonths(building);
  const june = await building.bill('06');
  await building.bill('07');
  await building.cancel(june.data, 0);
  assert.deepEqual(warningCodesOf((await building.bill('06')).data), []);
});

test('a meter registered after the first invoices of its apartment gives a warning: its earlier days are on no invoice', async () => {
  const building = await createMeteredBuilding(g, as, [water, fee]);
  await readMonths(building);
  await building.bill('06');
  await building.bill('07');
  const forgotten = await building.aMeter({ apartmentId: building.meters[0]?.apartmentId, serialNumber: 'F1' });
  await building.readDays(forgotten, { '07-31': 300, '08-31': 310, '09-30': 320 });
  const august = await building.bill('08');
  assert.deepEqual(warningCodesOf(august.data), ['earlier_days_unbilled']);
  assert.match(
    august.data.warnings[0]?.message ?? '',
    /^Apartment 1, cold water meter F1: the apartment’s invoices since 2026-06-01 lack it, and it is billed from 300 on 2026-07-31\./,
  );
  assert.deepEqual(warningCodesOf((await building.bill('09')).data), []);
});

test('a meter whose charge excludes its apartment is not reported', async () => {
  const building = await createMeteredBuilding(g, as, [water, fee]);
  const apartments = [{ apartmentId: building.meters[1]?.apartmentId, coefficient: 0 }];
  const body = { billing: { charges: [{ ...water, apartments }, fee] } };
  await g.succeed('PATCH', `/buildings/${building.building.id}`, { as, body });
  await readMonths(building);
  await building.bill('06');
  assert.deepEqual(warningCodesOf((await building.bill('07')).data), []);
});

test('for days without an invoice the warning names the day on which the apartment changed hands', async () => {
  const building = await createMeteredBuilding(g, as, [water, fee]);
  await readMonths(building);
  await building.bill('06');
  await sellApartment(g, as, building.meters[0]?.apartmentId, '2026-07-31');
  const { warnings } = (await building.bill('08', { dryRun: true })).data;
  assert.deepEqual(
    warnings.map(({ code, message }) => [code, /changed hands on 2026-08-01/.test(message)]),
    [
      ['days_billed_late', true],
      ['days_billed_late', false],
    ],
  );
});

/** The rows that explain each position of an apartment's invoice in English: figure and note. */
async function explained(generation: MeteredGeneration, place: number): Promise<string[][]> {
  const path = `//console/api/invoices/${generation.invoices[place]?.invoiceId}/explained?language=en`;
  const { data } = await g.ask<readonly { rows: readonly { figure: string; note?: string }[] }[]>('GET', path, { as });
  const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');
  return data.map(({ rows }) => rows.map(({ figure, note }) => plain([figure, note].filter(Boolean).join(' | '))));
}

test('an estimated month that was settled and then cancelled is charged with its reason, and the generation returns a warning', async () => {
  const fixture = await createMeteredBuilding(g, as, [{ ...water, unitPrice: 1, estimateMissingFromMonths: 3 }, fee]);
  const { read, readDays, bill, linesOf, cancel } = fixture;
  await readDays(0, { '06-30': 0, '07-31': 31, '08-31': 62 });
  for (const date of ['06-30', '07-31', '08-31', '09-30', '10-31', '11-30']) await read(1, `2026-${date}`, 0);
  await bill('07');
  await bill('08');
  const september = await bill('09');
  await read(0, '2026-10-31', 72);
  const october = await bill('10');
  assert.deepEqual(
    warningCodesOf(october.data),
    ['negative_consumption'],
    'an estimate that is settled is as it should be',
  );
  assert.deepEqual(
    (await linesOf(october.data, 0)).map(({ calculation }) => calculation.why),
    [undefined, 'estimated', undefined],
  );
  const byDays = 'calculated by days between the readings of 31 Aug 2026 and 31 Oct 2026';
  const [own, settlement] = await explained(october.data, 0);
  assert.equal(own?.[0], `72.000 (31 Oct 2026) − 66.918032 (30 Sept 2026) = 5.081968 m³ | 30 Sept 2026: ${byDays}`);
  assert.deepEqual(settlement?.slice(0, 5), [
    `66.918032 (30 Sept 2026) − 62.000 (31 Aug 2026) = 4.918032 m³ | 30 Sept 2026: ${byDays}`,
    '01 Sept 2026 – 30 Sept 2026 | the billed amount was an estimate',
    '4.918032 m³',
    '30.000 m³',
    '4.918032 m³ − 30.000 m³ = −25.081968 m³',
  ]);
  await cancel(september.data, 0);
  await read(0, '2026-11-30', 75);
  const november = await bill('11');
  const line = (await linesOf(november.data, 0)).find(({ calculation }) => calculation.method === 'settlement');
  assert.deepEqual([line?.quantity, line?.amount, line?.calculation.why], [30, 30, 'cancelled']);
  assert.deepEqual(warningCodesOf(november.data), ['earlier_invoices_changed']);
  const cancelled = (await explained(november.data, 0))[1];
  assert.deepEqual(cancelled?.slice(1, 5), [
    '01 Sept 2026 – 30 Sept 2026 | an invoice of these days was cancelled',
    '4.918032 m³',
    '−25.081968 m³',
    '4.918032 m³ − (−25.081968 m³) = 30.000 m³',
  ]);
});

test('days between two readings are not estimated, even if the meter was changed meanwhile', async () => {
  const fixture = await createMeteredBuilding(g, as, [{ ...water, unitPrice: 1, estimateMissingFromMonths: 3 }, fee]);
  const { read, bill, changeMeter, lineOf, meters } = fixture;
  await readMonths(fixture);
  await bill('09');
  await changeMeter(meters[0], { removedOn: '2026-10-10', finalValue: 55 });
  await changeMeter(meters[0], { removedOn: null, finalValue: null });
  await read(0, '2026-11-30', 111);
  await read(1, '2026-11-30', 50);
  const october = await bill('10');
  const [reading] = (await lineOf(october.data, 0))?.calculation.readings ?? [];
  assert.equal(reading?.estimated, false);
  assert.deepEqual(
    (await explained(october.data, 0))[0]?.[0],
    [
      '81.000 (31 Oct 2026) − 50.000 (30 Sept 2026) = 31.000 m³',
      '31 Oct 2026: calculated by days between the readings of 30 Sept 2026 and 30 Nov 2026',
    ].join(' | '),
  );
});
