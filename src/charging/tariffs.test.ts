// Tests of tariffs: a price or VAT rate that changes within a period is charged by days, and apartments pay as they
// participate.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { meterUse } from '../../test/meter-use.ts';
import type { Charge } from '../properties/model.ts';
import { type BillingInput, computePositions } from './charge-engine.ts';
import { splitByTariff } from './tariffs.ts';

const july = { periodStart: '2025-07-01', periodEnd: '2025-07-31' };
const june = { periodStart: '2025-06-01', periodEnd: '2025-06-30' };
const midsummer = { periodStart: '2025-06-16', periodEnd: '2025-07-15' };
const apartments = [
  { id: 'a1', number: '1', area: '50' },
  { id: 'a2', number: '2', area: '30' },
  { id: 'a3', number: '3', area: '20' },
];
const handler: Charge = { code: 'care', name: 'Care', basis: 'area', unitPrice: 0.8, vatRate: 22 };
const heat: Charge = { code: 'heat', name: 'Heat', basis: 'area', costFrom: 'supplier_bill', vatRate: 22 };
const lift: Charge = { code: 'lift', name: 'Lift', basis: 'equal', costFrom: 'supplier_bill', vatRate: 0 };
const compute = (charge: Charge, more: Partial<BillingInput> = {}) =>
  computePositions({ charges: [charge], bills: [], apartments, period: july, ...more });
const lines = (result: ReturnType<typeof compute>) =>
  apartments.map((_, index) => result.positionsOf(index).map(({ amount, vatAmount }) => [amount, vatAmount]));

const vat24 = { from: '2025-07-01', vatRate: 24 };

test('each VAT rate applies to its own days: 22 % until 30 June 2025, 24 % from 1 July', () => {
  const charge = { ...handler, tariffs: [vat24] };
  const rates = (period: typeof july) =>
    splitByTariff(charge, period).map(({ days, of, vatRate }) => [days, of, vatRate.units]);
  assert.deepEqual(rates(june), [[30, 30, 22n]]);
  assert.deepEqual(rates(july), [[31, 31, 24n]]);
  assert.deepEqual(rates(midsummer), [
    [15, 30, 22n],
    [15, 30, 24n],
  ]);
  const [first, second] = compute(charge, { period: midsummer }).positionsOf(0);
  assert.deepEqual([first?.amount, first?.vatRate, first?.vatAmount], [2000, '22', 440]);
  assert.deepEqual([second?.amount, second?.vatRate, second?.vatAmount], [2000, '24', 480]);
});

test('a price that changes within the period is charged by days, and the position shows which', () => {
  const result = compute({ ...handler, tariffs: [{ from: '2025-07-11', unitPrice: 1.1 }] });
  const [before, after] = result.positionsOf(0);
  assert.deepEqual(before, {
    code: 'care',
    description: 'Care',
    quantity: '16.129032',
    unit: 'm2',
    unitPrice: '0.8',
    amount: 1290,
    vatRate: '22',
    vatAmount: 284,
    calculation: {
      method: 'unit_price',
      basis: 'area',
      quantity: '50',
      unit: 'm2',
      unitPrice: '0.8',
      tariff: { from: '2025-07-01', to: '2025-07-10', days: 10, of: 31 },
      raw: '12.903225',
      rounded: 12.9,
    },
  });
  assert.deepEqual([after?.amount, after?.calculation.raw], [3726, '37.258064']);
  assert.deepEqual(result.perCharge, [
    {
      code: 'care',
      allocatedCents: 1290 + 774 + 516 + 3726 + 2235 + 1490,
      vatCents: 284 + 170 + 114 + 820 + 492 + 328,
    },
  ]);
});

test('metered consumption is spread over the days of each price', () => {
  const charge: Charge = {
    ...handler,
    basis: 'meter',
    meterType: 'cold_water',
    tariffs: [{ from: '2025-07-11', unitPrice: 1.1 }],
  };
  const meter = meterUse('a1', 'cold_water', { '2025-06-30': 1000, '2025-07-31': 4100 });
  const positions = compute(charge, { meters: [meter] }).positionsOf(0);
  assert.deepEqual(
    positions.map(({ quantity, amount }) => [quantity, amount]),
    [
      ['1', 80],
      ['2.1', 231],
    ],
  );
});

test('a bill whose VAT rate changes within the period is first divided by days, to the cent', () => {
  const result = compute(
    { ...heat, tariffs: [vat24] },
    { period: midsummer, bills: [{ charge: 'heat', amount: 10_001 }] },
  );
  assert.deepEqual(lines(result), [
    [
      [2501, 550],
      [2500, 600],
    ],
    [
      [1500, 330],
      [1500, 360],
    ],
    [
      [1000, 220],
      [1000, 240],
    ],
  ]);
  assert.deepEqual(result.perCharge, [{ code: 'heat', billCents: 10_001, allocatedCents: 10_001, vatCents: 2300 }]);
  const { calculation } = result.positionsOf(0)[0] ?? {};
  assert.deepEqual(calculation?.tariff, { from: '2025-06-16', to: '2025-06-30', days: 15, of: 30, divided: 50.01 });
});

test('a tariff version that changes nothing divides nothing', () => {
  const tariffs = [
    { from: '2025-07-02', unitPrice: 0.8 },
    { from: '2025-07-03', vatRate: 22 },
  ];
  assert.deepEqual(compute({ ...handler, tariffs }).positionsOf(0), compute(handler).positionsOf(0));
});

test('the ground floor does not pay for the lift, and the shop pays one and a half times', () => {
  const charge: Charge = {
    ...lift,
    apartments: [
      { apartmentId: 'a1', coefficient: 0 },
      { apartmentId: 'a3', coefficient: 1.5 },
    ],
  };
  const result = compute(charge, { bills: [{ charge: 'lift', amount: 10_000 }] });
  assert.deepEqual(lines(result), [[], [[4000, 0]], [[6000, 0]]]);
  const { calculation, quantity } = result.positionsOf(2)[0] ?? {};
  assert.equal(quantity, '1.5');
  assert.deepEqual(
    [calculation?.figure, calculation?.coefficient, calculation?.method === 'split' && calculation.numerator],
    ['1', '1.5', '1.5'],
  );
  assert.equal(result.positionsOf(1)[0]?.calculation.coefficient, undefined);
});

test('a charge for listed apartments applies to no other, and an excluded apartment needs no basis or reading for it', () => {
  const withFourth = [...apartments, { id: 'a4', number: '4' }];
  const listed: Charge = { ...handler, appliesTo: 'listed', apartments: [{ apartmentId: 'a2' }] };
  const few = compute(listed, { apartments: withFourth });
  assert.deepEqual([few.problems, few.takesPart(0), few.takesPart(1), few.takesPart(3)], [[], false, true, false]);
  const without: Charge = { ...handler, apartments: [{ apartmentId: 'a4', coefficient: 0 }] };
  const problems = compute(without, {
    apartments: withFourth,
    charges: [without, { ...handler, code: 'other', name: 'Other' }],
  }).problems;
  assert.deepEqual(
    problems.map(({ message }) => message),
    ['Apartment 4 has no area, needed for "Other" (other).'],
  );
  const meter = meterUse('a1', 'gas', {}, { total: 'missing' });
  const gas: Charge = {
    ...handler,
    basis: 'meter',
    meterType: 'gas',
    apartments: [{ apartmentId: 'a1', coefficient: 0 }],
  };
  assert.deepEqual(
    [compute(gas, { meters: [meter] }).problems, compute(gas, { meters: [meter] }).takesPart(0)],
    [[], false],
  );
});

test('a bill can be split by agreed shares', () => {
  const charge: Charge = {
    ...lift,
    basis: 'custom',
    apartments: [
      { apartmentId: 'a2', share: 12.5 },
      { apartmentId: 'a1', share: 37.5 },
      { apartmentId: 'gone', share: 50 },
    ],
  };
  const result = compute(charge, { bills: [{ charge: 'lift', amount: 1000 }] });
  assert.deepEqual(lines(result), [[[750, 0]], [[250, 0]], []]);
});
