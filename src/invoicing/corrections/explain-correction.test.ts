// Tests over HTTP: a correction of a metered charge shows the consumption, what was billed before, and why, so that a
// resident can follow it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendAll } from '../../../test/billing-fixture.ts';
import { createMeteredBuilding, fee, estimatedWater as water } from '../../../test/metering-fixture.ts';
import { anOrganization, startTestService } from '../../../test/service-fixture.ts';
import type { NewPosition } from '../invoice-queries.ts';
import { explained } from './explain-correction.ts';

const g = await startTestService();
g.clock.now = new Date('2026-12-15T09:00:00Z');
const { owner: as } = await anOrganization(g);
const heat = { code: 'heat', name: 'Küte', basis: 'meter', meterType: 'cold_water', costFrom: 'supplier_bill' };
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

type MeteredBuilding = Awaited<ReturnType<typeof createMeteredBuilding>>;

/**
 * June is billed and sent: the second apartment's meter was read in each month, the first one's until May or until
 * June.
 */
async function sentJune(
  fixture: MeteredBuilding,
  first: readonly (readonly [string, number])[],
  costs: readonly unknown[] = [],
) {
  for (const place of [0, 1]) await fixture.readDays(place, { '04-30': 100, '05-31': 110 });
  await fixture.read(1, '2026-06-30', 120);
  for (const [day, value] of first) await fixture.read(0, day, value);
  await fixture.bill('05', { costs });
  const june = await fixture.bill('06', { costs });
  assert.equal(june.data.created, 2, june.text);
  await sendAll(g, june.data);
}

/**
 * Corrects June, and answers with what the first apartment's correction says of each position, in the rows of a
 * language.
 */
async function corrected({ correctMonth }: MeteredBuilding, language: string) {
  const [invoice1] = await correctMonth('06');
  assert.equal(invoice1?.status, 'corrected');
  const explained = await g.ask<readonly { rows: readonly { figure: string; note?: string }[] }[]>(
    'GET',
    `//console/api/invoices/${invoice1?.invoiceId}/explained?language=${language}`,
    { as },
  );
  return explained.data.map(({ rows }) =>
    rows.map(({ figure, note }) => plain([figure, note].filter(Boolean).join(' | '))),
  );
}

test('a late reading that replaces an estimate is shown with consumption, earlier billing and both amounts', async () => {
  const building = await createMeteredBuilding(g, as, [water, fee]);
  await sentJune(building, []);
  await building.read(0, '2026-06-30', 112.5);
  const [[reading, ...rows] = []] = await corrected(building, 'en');
  assert.equal(reading, '112.500 (30 Jun 2026) − 110.000 (31 May 2026) = 2.500 m³');
  // By the pace since January, 110 m³ in 150 days, June was estimated at 22.
  assert.deepEqual(rows.slice(0, 6), [
    '01 Jun 2026 – 30 Jun 2026 | the billed amount was an estimate',
    '2.500 m³',
    '22.000 m³',
    '2.500 m³ − 22.000 m³ = −19.500 m³',
    '2.500 m³ × €2.00 = €5.00',
    '€5.00 − €44.00 = −€39.00',
  ]);
});

test('a second correction after an estimate is the correction of a reading', async () => {
  const building = await createMeteredBuilding(g, as, [water, fee]);
  await sentJune(building, []);
  const reading = await building.read(0, '2026-06-30', 112.5);
  await corrected(building, 'en');
  await building.rejectReading(reading);
  await building.read(0, '2026-06-30', 113);
  const [[, ...rows] = []] = await corrected(building, 'en');
  assert.deepEqual(rows.slice(0, 4), [
    '01 Jun 2026 – 30 Jun 2026 | a reading or the meter’s details were corrected',
    '3.000 m³',
    '2.500 m³',
    '3.000 m³ − 2.500 m³ = 0.500 m³',
  ]);
});

test('the share of a remainder is shown with its quantity, what was billed of it before and why it differs', async () => {
  const common = { ...water, code: 'common', name: 'Üldvesi', basis: 'meter_remainder' };
  const building = await createMeteredBuilding(g, as, [common, fee]);
  const main = await building.aMeter({});
  await building.readDays(main, { '04-30': 300, '05-31': 330, '06-30': 360 });
  await sentJune(building, [['2026-06-30', 120]]);
  await building.read(0, '2026-06-30', 124);
  const [rows = []] = await corrected(building, 'en');
  assert.deepEqual(rows, [
    '360.000 (30 Jun 2026) − 330.000 (31 May 2026) = 30.000 m³',
    '01 Jun 2026 – 30 Jun 2026 | a reading or the meter’s details were corrected',
    '3.000 m³',
    '5.000 m³',
    '3.000 m³ − 5.000 m³ = −2.000 m³',
    '3.000 m³ × €2.00 = €6.00',
    '€6.00 − €10.00 = −€4.00',
    '€6.00 − €10.00 = −€4.00',
    '−€4.00',
  ]);
});

test('a corrected reading is shown as such in the reader’s language', async () => {
  const fixture = await createMeteredBuilding(g, as, [water, fee]);
  await sentJune(fixture, [['2026-06-30', 130]]);
  await fixture.read(0, '2026-06-30', 131.25);
  const [rows = []] = await corrected(fixture, 'et');
  assert.deepEqual(rows.slice(0, 7), [
    '131,250 (30.06.2026) − 110,000 (31.05.2026) = 21,250 m³',
    '01.06.2026 – 30.06.2026 | näitu või arvesti andmeid on vahepeal parandatud',
    '21,250 m³',
    '20,000 m³',
    '21,250 m³ − 20,000 m³ = 1,250 m³',
    '21,250 m³ × 2,00 € = 42,50 €',
    '42,50 € − 40,00 € = 2,50 €',
  ]);
});

test('for a bill split by consumption the quantities are shown, and the amount of the whole charge', async () => {
  const building = await createMeteredBuilding(g, as, [heat, fee]);
  await sentJune(building, [['2026-06-30', 120]], [{ charge: 'heat', amount: 100 }]);
  await building.read(0, '2026-06-30', 140);
  const [rows = []] = await corrected(building, 'en');
  assert.deepEqual(rows, [
    '140.000 (30 Jun 2026) − 110.000 (31 May 2026) = 30.000 m³',
    '01 Jun 2026 – 30 Jun 2026 | a reading or the meter’s details were corrected',
    '30.000 m³',
    '10.000 m³',
    '30.000 m³ − 10.000 m³ = 20.000 m³',
    '€75.00 − €50.00 = €25.00',
    '€25.00',
  ]);
});

test('shares of a remainder are explained in the unit of its meters, and not at all once the charge has none', () => {
  const [from, to] = ['2026-06-01', '2026-06-30'];
  const row = { meterId: null, charge: 'common', periodStart: from, periodEnd: to, quantity: '-20' };
  const flags = { isEstimated: false, isSettled: true };
  const change: NewPosition = {
    code: 'common',
    billed: [
      { ...row, terms: { unitPrice: '0.2', vatRate: '0', coefficient: '1' }, amount: -400, vatAmount: 0, ...flags },
    ],
    description: 'Üldelekter',
    quantity: '1',
    unit: 'apartment',
    unitPrice: '-4',
    amount: -400,
    vatRate: '0',
    vatAmount: 0,
    calculation: { method: 'difference', unit: 'apartment', invoiceNumber: 'A-1', raw: '-4', before: 4, after: 0 },
  };
  const days = { charge: 'common', meterId: null, periodStart: from, periodEnd: to };
  const terms = { unitPrice: '0.2', vatRate: '0', coefficient: '1' };
  const share = { ...days, quantity: '20', terms, amount: 400, vatAmount: 0 };
  const billed = { ...share, isEstimated: false, isSettled: true };
  const explainIn = (unit: 'kWh' | undefined) => {
    const meters = { byId: new Map(), read: new Set<string>(), unitOf: () => unit };
    const [position] = explained([change], [], [billed], meters);
    return position?.calculation.method === 'difference' ? position.calculation.correctedDays : 'no difference';
  };
  const shown = { unit: 'kWh', why: 'corrected', counted: '0', billedBefore: '20', quantity: '-20' };
  const price = { unitPrice: '0.2', raw: '0', rounded: 0, before: 4 };
  assert.deepEqual(explainIn('kWh'), [{ from, to, ...shown, ...price }]);
  assert.equal(explainIn(undefined), undefined);
});
