// Tests of metered charges: consumption is billed to the cent and explained, and the remainder and deductions of a main
// meter add up.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { meterUse } from '../../../test/meter-use.ts';
import type { MeterUse } from '../../metering/measure-meters.ts';
import type { Charge, MeterType } from '../../properties/model.ts';
import type { ChargeCalculation } from '../calculation.ts';
import { computePositions } from '../charge-engine.ts';

const period = { periodStart: '2026-10-01', periodEnd: '2026-10-31' };
const apartments = [
  { id: 'a1', number: '1', area: '50' },
  { id: 'a2', number: '2', area: '30' },
  { id: 'a3', number: '3', area: '20' },
];

/** What a meter counted, in thousandths of its unit. */
function use(apartmentId: string | null, type: MeterType, thousandths: number, more: Partial<MeterUse> = {}): MeterUse {
  return meterUse(apartmentId, type, { '2026-09-30': 10_000, '2026-10-31': 10_000 + thousandths }, more);
}

const cold: Charge = {
  code: 'cold',
  name: 'Cold',
  basis: 'meter',
  meterType: 'cold_water',
  unitPrice: 2.28,
  vatRate: 24,
};
const hot: Charge = { ...cold, code: 'hot', name: 'Hot', meterType: 'hot_water' };
const warming: Charge = { ...hot, code: 'warming', name: 'Warming', unitPrice: 5.5, deductedFrom: 'heat' };
const heat: Charge = { code: 'heat', name: 'Heat', basis: 'area', costFrom: 'supplier_bill', vatRate: 0 };
const common: Charge = { ...cold, code: 'common', name: 'Common', basis: 'meter_remainder' };
const compute = (charges: Charge[], meters: MeterUse[], bills: { charge: string; amount: number }[] = []) =>
  computePositions({ charges, bills, apartments, period, meters });
const amounts = (result: ReturnType<typeof compute>, code: string) =>
  apartments.map((_, index) => result.positionsOf(index).find((position) => position.code === code)?.amount);

test('each apartment pays its metered consumption, with both readings; no meter means no position, no consumption a position of zero', () => {
  const result = compute(
    [cold],
    [use('a1', 'cold_water', 3214), use('a1', 'cold_water', 1), use('a2', 'cold_water', 0)],
  );
  assert.deepEqual(result.problems, []);
  assert.deepEqual(amounts(result, 'cold'), [733, 0, undefined]);
  const [position] = result.positionsOf(0);
  assert.deepEqual(
    [position?.quantity, position?.unit, position?.unitPrice, position?.vatAmount],
    ['3.215', 'm3', '2.28', 176],
  );
  const { readings, ...rest } = position?.calculation as Extract<ChargeCalculation, { method: 'unit_price' }>;
  assert.deepEqual(rest, {
    method: 'unit_price',
    basis: 'meter',
    quantity: '3.215',
    unit: 'm3',
    unitPrice: '2.28',
    raw: '7.3302',
    rounded: 7.33,
  });
  assert.deepEqual(readings?.[0], {
    meterId: 'a1 cold_water',
    unit: 'm3',
    start: '10',
    startOn: '2026-09-30',
    end: '13.214',
    endOn: '2026-10-31',
    consumption: '3.214',
    estimated: false,
  });
});

test('heat is billed by the megawatt-hour, whatever unit its meters use', () => {
  const charge: Charge = { ...cold, code: 'h', meterType: 'heating', unitPrice: 79.04, vatRate: 0 };
  const result = compute(
    [charge],
    [use('a1', 'heating', 512_000, { unit: 'kWh' }), use('a2', 'heating', 512, { unit: 'MWh' })],
  );
  assert.deepEqual(amounts(result, 'h'), [4047, 4047, undefined]);
  assert.deepEqual([result.positionsOf(0)[0]?.quantity, result.positionsOf(0)[0]?.unit], ['0.512', 'MWh']);
});

test('a bill can be split by metered consumption', () => {
  const charge: Charge = {
    code: 'w',
    name: 'W',
    basis: 'meter',
    meterType: 'cold_water',
    costFrom: 'supplier_bill',
    vatRate: 0,
  };
  const result = compute(
    [charge],
    [use('a1', 'cold_water', 2000), use('a3', 'cold_water', 1000)],
    [{ charge: 'w', amount: 100 }],
  );
  assert.deepEqual(amounts(result, 'w'), [67, undefined, 33]);
});

test('the heating of hot water is deducted from the heat bill before the split', () => {
  const meters = [use('a1', 'hot_water', 2000), use('a2', 'hot_water', 1001)];
  const result = compute([heat, warming], meters, [{ charge: 'heat', amount: 100_000 }]);
  assert.deepEqual(amounts(result, 'warming'), [1100, 551, undefined]);
  assert.deepEqual(amounts(result, 'heat'), [49_174, 29_505, 19_670]);
  assert.deepEqual(result.perCharge, [
    { code: 'heat', billCents: 100_000, dividedCents: 98_349, allocatedCents: 98_349, vatCents: 0 },
    { code: 'warming', allocatedCents: 1651, vatCents: 396 },
  ]);
  const calculation = result.positionsOf(0)[0]?.calculation as Extract<ChargeCalculation, { method: 'split' }>;
  assert.deepEqual(
    [calculation.bill, calculation.deductions, calculation.divided, calculation.raw],
    [1000, [{ charge: 'warming', amount: 16.51 }], 983.49, '491.745'],
  );
});

test('common water is the main meter less all apartment meters, in equal parts; it may be negative', () => {
  const own = [use('a1', 'cold_water', 3000), use('a2', 'cold_water', 2000), use('a3', 'hot_water', 1000)];
  const result = compute([cold, hot, common], [use(null, 'cold_water', 7000), ...own]);
  assert.deepEqual(amounts(result, 'common'), [76, 76, 76], 'hot water comes from the cold main');
  const calculation = result.positionsOf(0).at(-1)?.calculation as Extract<ChargeCalculation, { method: 'split' }>;
  assert.deepEqual(calculation.remainder, { main: '7', explained: '6', quantity: '1', unit: 'm3', unitPrice: '2.28' });
  assert.equal(calculation.readings?.[0]?.meterId, 'null cold_water');
  const less = compute([cold, hot, { ...common, divideBy: 'area' }], [use(null, 'cold_water', 5500), ...own]);
  assert.deepEqual(amounts(less, 'common'), [-57, -34, -23]);
  const withHotMain = compute([common], [use(null, 'cold_water', 7000), use(null, 'hot_water', 1000), ...own]);
  assert.deepEqual(amounts(withHotMain, 'common'), [152, 152, 152]);
});

test('the quantities of a remainder that the apartments and their payers are billed add up to it', () => {
  const payerDays = new Map([
    [
      'a1',
      [
        { periodStart: '2026-10-01', periodEnd: '2026-10-11' },
        { periodStart: '2026-10-12', periodEnd: '2026-10-31' },
      ],
    ],
  ]);
  const meters = [use(null, 'cold_water', 10_000)];
  const result = computePositions({ charges: [common], bills: [], apartments, period, meters, payerDays });
  const quantities = apartments.flatMap((_, index) =>
    result.payerPositionsOf(index).map(([position]) => position?.billed?.[0]?.quantity),
  );
  assert.deepEqual(quantities, ['1.182795698', '2.150537635', '3.333333333', '3.333333334']);
});

test('the remainder of a bill is what the metered charges leave of it', () => {
  const rest: Charge = {
    code: 'rest',
    name: 'Rest',
    basis: 'meter_remainder',
    meterType: 'cold_water',
    costFrom: 'supplier_bill',
    vatRate: 0,
  };
  const meters = [use('a1', 'cold_water', 3000), use('a2', 'hot_water', 2000)];
  const result = compute([rest, cold, hot], meters, [{ charge: 'rest', amount: 1000 }]);
  assert.deepEqual(
    amounts(result, 'rest'),
    [-46, -47, -47].toSorted((a, b) => a - b),
  );
});

test('with explicit deductions, only the charges that name the remainder are deducted from it', () => {
  const rest: Charge = { ...heat, code: 'rest', basis: 'meter_remainder', meterType: 'cold_water' };
  const meters = [use('a1', 'cold_water', 3000)];
  const sewerage: Charge = { ...cold, code: 'sewerage' };
  const bills = [{ charge: 'rest', amount: 1000 }];
  const divided = (...charges: Charge[]) =>
    compute([rest, ...charges], meters, bills).perCharge.find((chargeTotal) => chargeTotal.code === 'rest')
      ?.dividedCents;
  assert.equal(divided(cold, sewerage), 1000 - 2 * 684);
  assert.equal(divided({ ...cold, deductedFrom: 'rest' }, sewerage), 1000 - 684);
});

test('what cannot be billed is reported: a meter without a reading, a missing main meter', () => {
  const missing = compute(
    [cold, common],
    [use(null, 'cold_water', 1), use('a2', 'cold_water', 0, { total: 'missing' })],
  );
  assert.deepEqual(
    missing.problems.map(({ code, charge, apartmentId }) => [code, charge ?? apartmentId]),
    [
      ['reading_missing', 'a2'],
      ['reading_missing', 'common'],
    ],
  );
  assert.match(missing.problems[0]?.message ?? '', /^Apartment 2 has no confirmed reading of its cold water meter/);
  assert.deepEqual(
    compute([common], []).problems.map((problem) => problem.code),
    ['main_meter_missing'],
  );
});

test('a metered charge is deducted from one bill: where two bills fit, the charge must name one', () => {
  const rest: Charge = { ...heat, code: 'rest', name: 'Rest', basis: 'meter_remainder', meterType: 'cold_water' };
  const sewage: Charge = { ...rest, code: 'sewage', name: 'Sewage' };
  const bills = [
    { charge: 'rest', amount: 1000 },
    { charge: 'sewage', amount: 1000 },
  ];
  const meters = [use('a1', 'cold_water', 1000)];
  const [problem, ...others] = compute([cold, rest, sewage], meters, bills).problems;
  assert.deepEqual([problem?.code, problem?.charge, others.length], ['deducted_twice', 'cold', 0]);
  assert.match(problem?.message ?? '', /"Rest" \(rest\) and from "Sewage" \(sewage\)/);
  const computed = compute([{ ...cold, deductedFrom: 'rest' }, rest, sewage], meters, bills);
  assert.deepEqual(
    [computed.problems, computed.perCharge.map((chargeTotal) => chargeTotal.dividedCents)],
    [[], [undefined, 1000 - 228, undefined]],
  );
});

test('a zero bill over zero consumption is zero for everybody', () => {
  const charge: Charge = { ...heat, code: 'w', basis: 'meter', meterType: 'cold_water' };
  const meters = [use('a1', 'cold_water', 0), use('a2', 'cold_water', 0)];
  const result = compute([charge], meters, [{ charge: 'w', amount: 0 }]);
  assert.deepEqual([result.problems, amounts(result, 'w')], [[], [0, 0, undefined]]);
  const calculation = result.positionsOf(0)[0]?.calculation as Extract<ChargeCalculation, { method: 'split' }>;
  assert.deepEqual([calculation.denominator, calculation.raw, calculation.wholeCents], ['0', '0', 0]);
});

test('a bill over zero consumption is split by heated area, else by area, else evenly among those with a meter, and the position says so', () => {
  const charge: Charge = { ...heat, code: 'w', basis: 'meter', meterType: 'cold_water' };
  const meters = [use('a1', 'cold_water', 0), use('a2', 'cold_water', 0)];
  const divided = (areas: readonly object[], over: Pick<Charge, 'apartments'> = {}) => {
    const three = areas.map((area, place) => ({ id: `a${place + 1}`, number: String(place + 1), ...area }));
    const input = { apartments: three, period, bills: [{ charge: 'w', amount: -900 }], meters };
    const result = computePositions({ ...input, charges: [{ ...charge, ...over } as Charge] });
    assert.deepEqual(result.problems, []);
    const calculation = result.positionsOf(0)[0]?.calculation as Extract<ChargeCalculation, { method: 'split' }>;
    return [calculation.instead, calculation.unit, calculation.numerator, ...amounts(result, 'w')];
  };
  const all = [{ area: 10, heatedArea: 2 }, { area: 20, heatedArea: 1 }, { area: 70 }];
  assert.deepEqual(divided(all), ['heated_area', 'm2', '2', -600, -300, undefined], 'the third has no meter');
  assert.deepEqual(divided([{ area: 10 }, ...all.slice(1)]), ['area', 'm2', '10', -300, -600, undefined]);
  assert.deepEqual(divided([{}, {}, {}]), ['equal', 'apartment', '1', -450, -450, undefined]);
  const half = { apartments: [{ apartmentId: 'a2', coefficient: 0.5 }] };
  assert.deepEqual(divided([{}, {}, {}], half).slice(3), [-600, -300, undefined]);
  const nobody = computePositions({
    ...{ charges: [charge], apartments: [{ id: 'a1', number: '1' }], period, meters: [] },
    bills: [{ charge: 'w', amount: 1 }],
  });
  assert.deepEqual(
    nobody.problems.map((problem) => problem.code),
    ['nothing_to_split_by'],
  );
});

test('a charge without estimates reports a missing reading, even if another charge of the same meters allows estimates', () => {
  const estimated = use('a1', 'cold_water', 5000);
  if (estimated.total !== 'missing') Object.assign(estimated.total.knots.at(-1) ?? {}, { isRead: false });
  const lenient: Charge = { ...cold, code: 'lenient', estimateMissingFromMonths: 3 };
  const result = compute([cold, lenient], [estimated, use('a2', 'cold_water', 1000)]);
  assert.deepEqual(
    result.problems.map(({ code, apartmentId }) => [code, apartmentId]),
    [['reading_missing', 'a1']],
  );
  assert.match(result.problems[0]?.message ?? '', /needed for "Cold" \(cold\)\./);
  const rest = compute([lenient, common], [estimated, use(null, 'cold_water', 9000)]);
  assert.deepEqual(
    rest.problems.map(({ code, charge }) => [code, charge]),
    [['reading_missing', 'common']],
  );
  assert.deepEqual(
    compute([lenient, { ...common, estimateMissingFromMonths: 1 }], [estimated, use(null, 'cold_water', 9000)])
      .problems,
    [],
  );
});

test('for any consumption, positions and deductions add up to the bill, and the remainder to its price', () => {
  const thousandths = fc.integer({ min: -5000, max: 50_000 });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(thousandths, thousandths), { minLength: 3, maxLength: 3 }),
      thousandths,
      fc.integer({ min: -1_000_000, max: 10_000_000 }),
      fc.constantFrom('equal' as const, 'area' as const),
      (own, main, bill, divideBy) => {
        const meters = apartments.flatMap(({ id }, index) => [
          use(id, 'cold_water', own[index]?.[0] ?? 0),
          use(id, 'hot_water', own[index]?.[1] ?? 0),
        ]);
        const charges = [heat, warming, cold, { ...common, divideBy }];
        const result = compute(charges, [use(null, 'cold_water', main), ...meters], [{ charge: 'heat', amount: bill }]);
        assert.deepEqual(result.problems, []);
        const sum = (code: string) => amounts(result, code).reduce<number>((all, item) => all + (item ?? 0), 0);
        assert.equal(sum('heat') + sum('warming'), bill);
        const rest = main - own.reduce((all, [a, b]) => all + a + b, 0);
        const price = Math.round(Math.abs(rest) * 228) / 1000;
        assert.equal(Math.abs(sum('common')), Math.floor(price + 0.5));
        for (const [index] of apartments.entries()) {
          for (const {
            amount,
            calculation: { ...one },
          } of result.positionsOf(index)) {
            if (one.method === 'unit_price') assert.equal(Math.round(one.rounded * 100), amount);
            if (one.method === 'split') assert.equal(Math.round(one.wholeCents * 100) + one.remainderCent, amount);
          }
        }
      },
    ),
  );
});
