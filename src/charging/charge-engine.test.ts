// Tests of the charge engine: positions add up to the bills to the cent and explain themselves, and all invalid input
// is reported at once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatDecimal } from '../platform/values/decimal.ts';
import type { Charge } from '../properties/model.ts';
import type { ChargeCalculation } from './calculation.ts';
import { type BillingInput, type Computation, computePositions } from './charge-engine.ts';
import type { ApartmentFacts, Position } from './model.ts';

const period = { periodStart: '2026-01-01', periodEnd: '2026-01-31' };

const apartments: ApartmentFacts[] = [
  { id: 'a1', number: '1', area: '54.30', heatedArea: '52.1', shares: 543, residentCount: 2 },
  { id: 'a2', number: '2', area: '27.1', heatedArea: '27.1', shares: '271', residentCount: 0 },
  { id: 'a3', number: '3', area: 18.6, heatedArea: '0', shares: '186', residentCount: 1 },
];

const repair: Charge = { code: 'repair', name: 'Repair fund', basis: 'area', unitPrice: 0.85, vatRate: 0 };
const admin: Charge = { code: 'admin', name: 'Administration', basis: 'fixed', unitPrice: 12.5, vatRate: 24 };
const heating: Charge = { code: 'heat', name: 'Heating', basis: 'heated_area', costFrom: 'supplier_bill', vatRate: 24 };
const water: Charge = { code: 'water', name: 'Common water', basis: 'equal', costFrom: 'supplier_bill', vatRate: 24 };
const waste: Charge = { code: 'waste', name: 'Waste', basis: 'residents', costFrom: 'supplier_bill', vatRate: 0 };
const insurance: Charge = { code: 'ins', name: 'Insurance', basis: 'share', costFrom: 'supplier_bill', vatRate: 0 };

const compute = (input: Partial<BillingInput>) =>
  computePositions({ charges: [], bills: [], apartments, period, ...input });
const everything = (computation: Computation, count: number) =>
  Array.from({ length: count }, (_, index) => computation.positionsOf(index));
const sum = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

/** A position's amount worked out from nothing but its calculation, as a resident would with a pencil. */
function checked(calculation: ChargeCalculation): number {
  const billionths = (text: string | number) => {
    const [whole = '', fraction = ''] = String(text).split('.');
    return BigInt(whole + fraction.padEnd(9, '0')); // no figure has more than nine decimals
  };
  if (calculation.method === 'unit_price') {
    const product = billionths(calculation.quantity) * billionths(calculation.unitPrice);
    const half = product < 0n ? -(10n ** 16n) / 2n : 10n ** 16n / 2n;
    return Number((product + half) / 10n ** 16n);
  }
  if (calculation.method !== 'split') throw new Error('Nothing is settled here.');
  const share =
    (billionths(calculation.bill) * billionths(calculation.numerator)) / billionths(calculation.denominator);
  return Number(share / 10n ** 7n) + calculation.remainderCent;
}

function assertExplained(position: Position<ChargeCalculation>): void {
  const { calculation } = position;
  assert.equal(checked(calculation), position.amount);
  const stated =
    calculation.method === 'split'
      ? calculation.wholeCents * 100 + calculation.remainderCent
      : calculation.rounded * 100;
  assert.equal(Math.round(stated), position.amount);
  assert.equal(position.quantity, calculation.method === 'split' ? calculation.numerator : calculation.quantity);
  assert.equal(position.unit, calculation.unit);
}

test('a charge with a price bills each apartment its quantity times the price', () => {
  const result = compute({ charges: [repair, admin] });
  assert.deepEqual(result.problems, []);
  assert.deepEqual(result.positionsOf(0)[0], {
    code: 'repair',
    description: 'Repair fund',
    quantity: '54.3',
    unit: 'm2',
    unitPrice: '0.85',
    amount: 4616,
    vatRate: '0',
    vatAmount: 0,
    calculation: {
      method: 'unit_price',
      basis: 'area',
      quantity: '54.3',
      unit: 'm2',
      unitPrice: '0.85',
      raw: '46.155',
      rounded: 46.16,
    },
  });
  const fixed = result.positionsOf(2)[1];
  assert.deepEqual([fixed?.quantity, fixed?.unit, fixed?.amount, fixed?.vatAmount], ['1', 'apartment', 1250, 300]);
  assert.deepEqual(result.totalsOf(0), { netCents: 5866, vatCents: 300, totalCents: 6166 });
  assert.deepEqual(result.perCharge, [
    { code: 'repair', allocatedCents: 4616 + 2304 + 1581, vatCents: 0 },
    { code: 'admin', allocatedCents: 3750, vatCents: 900 },
  ]);
});

test('a supplier bill is split by the basis, and the position shows how', () => {
  const charges = [{ ...heating, billUnit: 'MWh' }];
  const result = compute({ charges, bills: [{ charge: 'heat', amount: 100_001, quantity: '8.731' }] });
  assert.deepEqual(result.problems, []);
  assert.deepEqual(result.positionsOf(1), [
    {
      code: 'heat',
      description: 'Heating',
      quantity: '27.1',
      unit: 'm2',
      unitPrice: '12.626389',
      amount: 34_218,
      vatRate: '24',
      vatAmount: 8212,
      calculation: {
        method: 'split',
        basis: 'heated_area',
        bill: 1000.01,
        billQuantity: '8.731',
        billUnit: 'MWh',
        unit: 'm2',
        numerator: '27.1',
        denominator: '79.2',
        raw: '342.175138',
        wholeCents: 342.17,
        remainderCent: 1,
      },
    },
  ]);
  assert.equal(result.positionsOf(0)[0]?.amount, 65_783);
  assert.deepEqual(result.perCharge, [
    { code: 'heat', billCents: 100_001, allocatedCents: 100_001, vatCents: 15_788 + 8212 },
  ]);
});

test('every basis uses its own field of the apartment', () => {
  const bases = ['fixed', 'equal', 'area', 'heated_area', 'share', 'residents'] as const;
  const charges = bases.map((basis): Charge => ({ code: basis, name: basis, basis, unitPrice: 1, vatRate: 0 }));
  const quantities = compute({ charges })
    .positionsOf(0)
    .map(({ code, quantity, unit }) => [code, quantity, unit]);
  assert.deepEqual(quantities, [
    ['fixed', '1', 'apartment'],
    ['equal', '1', 'apartment'],
    ['area', '54.3', 'm2'],
    ['heated_area', '52.1', 'm2'],
    ['share', '543', 'share'],
    ['residents', '2', 'person'],
  ]);
});

test('an apartment whose basis is zero gets no position, one whose amount is zero does; of a bill of zero nobody does', () => {
  const bills = [
    { charge: 'waste', amount: 900 },
    { charge: 'water', amount: 1 },
    { charge: 'ins', amount: 0 },
  ];
  const result = compute({ charges: [waste, water, insurance], bills });
  assert.deepEqual(result.problems, []);
  const amounts = everything(result, 3).map((positions) => positions.map(({ code, amount }) => [code, amount]));
  assert.deepEqual(amounts, [
    [
      ['waste', 600],
      ['water', 1],
    ],
    [['water', 0]],
    [
      ['waste', 300],
      ['water', 0],
    ],
  ]);
  assert.deepEqual(compute({ charges: [waste], bills: [{ charge: 'waste', amount: 900 }] }).totalsOf(1), {
    netCents: 0,
    vatCents: 0,
    totalCents: 0,
  });
});

test('VAT is rounded per position, half a cent away from zero', () => {
  const charge: Charge = { code: 'x', name: 'X', basis: 'equal', costFrom: 'supplier_bill', vatRate: 5.5 };
  const vat = (amount: number) =>
    compute({ charges: [charge], bills: [{ charge: 'x', amount }] }).positionsOf(0)[0]?.vatAmount;
  assert.equal(vat(300), 6); // 5.5
  assert.equal(vat(-300), -6);
  assert.equal(vat(3 * 9), 0); // 0.495
});

test('a credit note of the supplier is split like the bill that it credits', () => {
  const bill = (amount: number) =>
    compute({
      charges: [heating, insurance],
      bills: [
        { charge: 'heat', amount },
        { charge: 'ins', amount },
      ],
    });
  const amounts = (computation: Computation) =>
    everything(computation, 3)
      .flat()
      .map(({ amount }) => amount);
  assert.deepEqual(
    amounts(bill(-77_777)),
    amounts(bill(77_777)).map((amount) => -amount),
  );
  everything(bill(-77_777), 3).flat().forEach(assertExplained);
});

test('a negative price gives a rebate', () => {
  const rebate: Charge = { code: 'rebate', name: 'Rebate', basis: 'area', unitPrice: -0.05, vatRate: 0 };
  const result = compute({ charges: [rebate] });
  assert.equal(result.positionsOf(0)[0]?.amount, -272); // -2.715
  everything(result, 3).flat().forEach(assertExplained);
});

test('all problems are reported at once, each in a sentence that names its charge or apartment', () => {
  const apartments: ApartmentFacts[] = [
    { id: 'a1', number: '1', area: '10', shares: '0', residentCount: null },
    { id: 'a2', number: '2b', area: '10', heatedArea: null, shares: '0', residentCount: 0 },
  ];
  const bills = [
    { charge: 'ins', amount: 100 },
    { charge: 'repair', amount: 100 },
    { charge: 'lift', amount: 100 },
    { charge: 'water', amount: 100 },
    { charge: 'water', amount: 100 },
  ];
  const { problems } = compute({
    charges: [repair, heating, insurance, water, waste, { ...repair, name: 'Again' }],
    bills,
    apartments,
  });
  const named = problems.map(({ code, charge, apartmentId, field }) =>
    [code, charge ?? apartmentId, field].join(' ').trim(),
  );
  assert.deepEqual(named, [
    'duplicate_charge repair',
    'charge_not_from_bill repair',
    'unknown_charge lift',
    'duplicate_supplier_bill water',
    'supplier_bill_missing heat',
    'supplier_bill_missing waste',
    'apartment_data_missing a1 heatedArea',
    'apartment_data_missing a2 heatedArea',
    'apartment_data_missing a1 residentCount',
    'nothing_to_split_by ins',
  ]);
  const messages = new Set(problems.map(({ message }) => message));
  assert.equal(messages.size, problems.length);
  for (const message of [
    '"Heating" (heat) has no supplier bill for 2026-01-01 to 2026-01-31.',
    'Apartment 2b has no heated area, needed for "Heating" (heat).',
    '"Insurance" (ins) cannot be split: no apartment has any ownership share. Enter it, or choose another basis for the charge.',
  ]) {
    assert.ok(messages.has(message), message);
  }
});

test('charges without a problem are still calculated, so that a preview can show them', () => {
  const result = compute({ charges: [heating, repair, waste], bills: [] });
  assert.deepEqual(
    result.problems.map(({ code }) => code),
    ['supplier_bill_missing', 'supplier_bill_missing'],
  );
  assert.deepEqual(
    result.perCharge.map(({ code }) => code),
    ['repair'],
  );
  assert.equal(result.positionsOf(0).length, 1);
});

test('a missing basis is reported once per apartment and names every charge that needs it', () => {
  const apartments = [{ id: 'a1', number: '1' }];
  const { problems } = compute({ charges: [repair, { ...repair, code: 'care', name: 'Care' }], apartments });
  assert.deepEqual(
    problems.map(({ message }) => message),
    ['Apartment 1 has no area, needed for "Repair fund" (repair), "Care" (care).'],
  );
});

test('no charges are a problem; no apartments are not a further one', () => {
  assert.deepEqual(
    compute({}).problems.map(({ code }) => code),
    ['no_charges'],
  );
  assert.deepEqual(compute({ charges: [repair], apartments: [] }).problems, []);
  const split = compute({ charges: [water], bills: [{ charge: 'water', amount: 5 }], apartments: [] });
  assert.deepEqual(
    split.problems.map(({ code }) => code),
    ['nothing_to_split_by'],
  );
});

test('an amount out of range is a problem, not a wrong number', () => {
  const dear: Charge = { code: 'dear', name: 'Dear', basis: 'area', unitPrice: 1000000, vatRate: 0 };
  const huge = { id: 'a', number: '1', area: '1000000' };
  assert.deepEqual(compute({ charges: [dear], apartments: [huge] }).problems, [
    {
      code: 'amount_too_large',
      charge: 'dear',
      message: '"Dear" (dear) comes to more than 100000000000 for the building.',
    },
  ]);
});

test('a malformed stored number is a defect and throws an error that names it', () => {
  assert.throws(
    () => compute({ charges: [{ ...repair, unitPrice: 0.8500001 }] }),
    /unit price of "Repair fund" \(repair\) is "0.8500001"/,
  );
  assert.throws(() => compute({ charges: [{ ...repair, vatRate: -1 }] }), /VAT rate of "Repair fund"/);
  assert.throws(
    () => compute({ charges: [repair], apartments: [{ id: 'a', number: '7', area: '1e3' }] }),
    /area of apartment 7 is "1e3"/,
  );
  assert.throws(() => compute({ charges: [repair] }).positionsOf(3), RangeError);
  assert.throws(() => compute({ charges: [repair] }).totalsOf(-1), RangeError);
  assert.throws(() => compute({ charges: [repair] }).takesPart(3), RangeError);
});

const hundredths = (max: number) => fc.nat(max).map((units) => formatDecimal({ units: BigInt(units), scale: 2 }));
const apartmentFacts = fc.record({
  area: hundredths(30_000),
  heatedArea: hundredths(30_000),
  shares: fc.nat(2_000_000_000).map((units) => formatDecimal({ units: BigInt(units), scale: 6 })),
  residentCount: fc.nat(8),
});
const basis = fc.constantFrom('fixed', 'equal', 'area', 'heated_area', 'share', 'residents');
const charge = fc.record({
  basis,
  vatRate: fc.constantFrom(0, 9, 24, 22, 5.5),
  price: fc.integer({ min: -2_000_000, max: 20_000_000 }),
  bill: fc.option(fc.integer({ min: -500_000, max: 50_000_000 })),
});

test('in any building the positions of a split add up to its bill, and every position explains its amount', () => {
  fc.assert(
    fc.property(
      fc.array(apartmentFacts, { minLength: 1, maxLength: 40 }),
      fc.array(charge, { minLength: 1, maxLength: 6 }),
      (facts, wanted) => {
        // The last apartment has everything, so that nothing is left without a figure to split by.
        const apartments = [...facts, { area: '1', heatedArea: '1', shares: '1', residentCount: 1 }].map(
          (fact, index) => ({
            id: `a${index}`,
            number: String(index),
            ...fact,
          }),
        );
        const charges = wanted.map(({ basis, vatRate, price, bill }, index): Charge => {
          const base = { code: `c${index}`, name: `Charge ${index}`, basis, vatRate };
          return bill === null ? { ...base, unitPrice: price / 1_000_000 } : { ...base, costFrom: 'supplier_bill' };
        });
        const bills = wanted.flatMap(({ bill }, index) =>
          bill === null ? [] : [{ charge: `c${index}`, amount: bill }],
        );
        const result = computePositions({ charges, bills, apartments, period });
        assert.deepEqual(result.problems, []);

        const positions = everything(result, apartments.length);
        positions.flat().forEach(assertExplained);
        for (const { code, billCents, allocatedCents, vatCents } of result.perCharge) {
          const ofCharge = positions.flat().filter((position) => position.code === code);
          assert.equal(sum(ofCharge.map(({ amount }) => amount)), allocatedCents, String(code));
          assert.equal(sum(ofCharge.map(({ vatAmount }) => vatAmount)), vatCents, String(code));
          assert.equal(bills.find((bill) => bill.charge === code)?.amount, billCents, String(code));
          assert.equal(billCents ?? allocatedCents, allocatedCents, String(code));
        }
        for (const [index, ofApartment] of positions.entries()) {
          const netCents = sum(ofApartment.map(({ amount }) => amount));
          const vatCents = sum(ofApartment.map(({ vatAmount }) => vatAmount));
          assert.deepEqual(
            result.totalsOf(index),
            { netCents, vatCents, totalCents: netCents + vatCents },
            `index ${index}`,
          );
        }
      },
    ),
  );
});
