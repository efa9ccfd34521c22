// Property tests of charging: in any building the bills are covered to the cent, nobody pays for others, and neither
// order nor repetition changes a result.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { meterUse } from '../../test/meter-use.ts';
import type { MeterUse } from '../metering/measure-meters.ts';
import { bases } from '../platform/values/bases.ts';
import { addDays } from '../platform/values/dates.ts';
import type { Charge, MeterType } from '../properties/model.ts';
import { type BillingInput, computePositions } from './charge-engine.ts';

const period = { periodStart: '2026-10-01', periodEnd: '2026-10-31' };
const day = fc.integer({ min: 1, max: 30 }).map((nth) => addDays(period.periodStart, nth));
const coefficient = fc.constantFrom(0, 1, 1, 0.5, 1.5, 0.333333);

const wantedCharge = fc.record({
  basis: fc.constantFrom(...bases.filter((basis) => basis !== 'meter_remainder')), // It divides what meters leave.
  vatRate: fc.constantFrom(0, 9, 22, 24, 5.5),
  price: fc.integer({ min: -100_000, max: 20_000_000 }),
  bill: fc.option(fc.integer({ min: -500_000, max: 50_000_000 })),
  tariffs: fc.uniqueArray(
    fc.record({ from: day, price: fc.integer({ min: 0, max: 9_000_000 }), vatRate: fc.constantFrom(0, 24) }),
    {
      selector: (item) => item.from,
      maxLength: 2,
    },
  ),
  coefficients: fc.option(fc.array(coefficient, { minLength: 12, maxLength: 12 })),
  listed: fc.boolean(),
});
const wantedApartment = fc.record({
  area: fc.nat(9000).map((hundredths) => (hundredths / 100).toFixed(2)),
  heatedArea: fc.nat(9000).map((hundredths) => (hundredths / 100).toFixed(2)),
  shares: fc.nat(100_000).map(String),
  residentCount: fc.nat(6),
  used: fc.option(fc.nat(99_999)),
  handOvers: fc.uniqueArray(day, { maxLength: 2 }),
});
const wanted = fc.record({
  apartments: fc.array(wantedApartment, { minLength: 1, maxLength: 11 }),
  charges: fc.array(wantedCharge, { minLength: 1, maxLength: 5 }),
});

type Wanted = typeof wanted extends fc.Arbitrary<infer T> ? T : never;

/** The last apartment takes part in everything, so that there is always something to split by. */
function building({ apartments: some, charges }: Wanted): BillingInput & { handOvers: readonly string[][] } {
  const whole = { area: '1', heatedArea: '1', shares: '1', residentCount: 1, used: 1, handOvers: ['2026-10-16'] };
  const all = [...some, whole];
  const apartments = all.map(({ used: _used, handOvers: _days, ...facts }, index) => ({
    id: `a${index}`,
    number: `${index}`,
    ...facts,
  }));
  const last = apartments.length - 1;
  const meters = all.flatMap(({ used }, index) => (used === null ? [] : [meterOf(`a${index}`, 'cold_water', used)]));
  return {
    period,
    apartments,
    meters,
    handOvers: all.map((item) => item.handOvers.toSorted()),
    bills: charges.flatMap(({ bill, basis }, index) =>
      bill === null || basis === 'fixed' ? [] : [{ charge: `c${index}`, amount: bill }],
    ),
    charges: charges.map((charge, index): Charge => {
      const { basis, vatRate, bill, price, tariffs, coefficients, listed } = charge;
      const split = bill !== null && basis !== 'fixed';
      const terms = apartments.flatMap(({ id }, place) => {
        const coefficient = place === last ? 1 : (coefficients?.[place] ?? 1);
        if (listed && place % 2 === 1 && place !== last) return [];
        return [{ apartmentId: id, coefficient, ...(basis === 'custom' && { share: place + 1 }) }];
      });
      const common = {
        code: `c${index}`,
        name: `Charge ${index}`,
        basis,
        vatRate,
        ...(basis === 'meter' && { meterType: 'cold_water' as const }),
        ...((coefficients !== null || listed || basis === 'custom') && { apartments: terms }),
        ...(listed && { appliesTo: 'listed' as const }),
      };
      const versions = tariffs.toSorted((a, b) => (a.from < b.from ? -1 : 1));
      if (split)
        return {
          ...common,
          costFrom: 'supplier_bill',
          tariffs: versions.map(({ from, vatRate }) => ({ from, vatRate })),
        };
      const priced = versions.map(({ from, price, vatRate }) => ({ from, unitPrice: price / 1e6, vatRate }));
      return { ...common, unitPrice: price / 1e6, tariffs: priced };
    }),
  };
}

function meterOf(apartmentId: string, type: MeterType, thousandths: number): MeterUse {
  return meterUse(apartmentId, type, { '2026-09-30': 0, '2026-10-31': thousandths }, { meterId: apartmentId });
}

const holds = (property: (input: ReturnType<typeof building>) => void) =>
  fc.assert(
    fc.property(wanted, (item) => property(building(item))),
    { numRuns: 300 },
  );

test('the positions of all apartments add up to every bill, and the totals to the positions', () => {
  holds((input) => {
    const result = computePositions(input);
    assert.deepEqual(result.problems, []);
    const all = input.apartments.flatMap((_, index) => result.positionsOf(index));
    for (const { charge, amount } of input.bills) {
      const mine = all.filter((position) => position.code === charge);
      assert.equal(
        mine.reduce((sum, position) => sum + position.amount, 0),
        amount,
        String(charge),
      );
    }
    for (const { code, allocatedCents, vatCents } of result.perCharge) {
      const mine = all.filter((position) => position.code === code);
      assert.deepEqual(
        [
          mine.reduce((sum, position) => sum + position.amount, 0),
          mine.reduce((sum, position) => sum + position.vatAmount, 0),
        ],
        [allocatedCents, vatCents],
        String(code),
      );
    }
  });
});

test('no apartment gets a position of a charge that excludes it or whose basis it lacks', () => {
  holds((input) => {
    const result = computePositions(input);
    for (const [index, { id }] of input.apartments.entries()) {
      for (const { code } of result.positionsOf(index)) {
        const charge = input.charges.find((charge) => charge.code === code);
        const terms = charge?.apartments?.find((apartment) => apartment.apartmentId === id);
        assert.notEqual(terms?.coefficient, 0, `index ${index}, ${code}`);
        if (charge?.appliesTo === 'listed' || charge?.basis === 'custom') assert.ok(terms, `index ${index}, ${code}`);
        if (charge?.basis === 'meter')
          assert.ok(
            input.meters?.some((meter) => meter.apartmentId === id),
            `index ${index}, ${code}`,
          );
      }
    }
  });
});

test('what all payers of an apartment pay adds up: to the bills position by position, to metered consumption as the totals state', () => {
  holds((input) => {
    const payerPeriods = input.handOvers.map((days) => {
      const starts = [period.periodStart, ...days];
      return starts.map((periodStart, place) => {
        const next = starts[place + 1];
        return { periodStart, periodEnd: next === undefined ? period.periodEnd : addDays(next, -1) };
      });
    });
    const payerDays = new Map(payerPeriods.map((own, index) => [`a${index}`, own]));
    const [divided, plain] = [computePositions({ ...input, payerDays }), computePositions(input)];
    const isMetered = (code: string) => {
      const charge = input.charges.find((charge) => charge.code === code);
      return charge?.basis === 'meter' && charge.costFrom === undefined;
    };
    for (const index of payerPeriods.keys()) {
      const shares = divided.payerPositionsOf(index).flat();
      const sum = (of: (position: (typeof shares)[number]) => number) =>
        shares.reduce((all, position) => all + of(position), 0);
      const { netCents, vatCents } = divided.totalsOf(index);
      assert.deepEqual(
        [sum((position) => position.amount), sum((position) => position.vatAmount)],
        [netCents, vatCents],
      );
      for (const [nth, whole] of plain
        .positionsOf(index)
        .filter(({ code }) => !isMetered(code))
        .entries()) {
        const from = whole.calculation.tariff?.from;
        const parts = shares.filter((share) => share.code === whole.code && share.calculation.tariff?.from === from);
        assert.equal(
          parts.reduce((all, position) => all + position.amount, 0),
          whole.amount,
          `whole ${nth}`,
        );
        assert.equal(
          parts.reduce((all, position) => all + position.vatAmount, 0),
          whole.vatAmount,
          `whole ${nth}`,
        );
        assert.ok(
          parts.every((part) => Math.abs(part.amount) <= Math.abs(whole.amount)),
          `whole ${nth}`,
        );
      }
    }
  });
});

test('the order of the apartments moves at most the cent of a tie, and changes no price', () => {
  holds((input) => {
    const linesOf = (apartments: BillingInput['apartments']) => {
      const result = computePositions({ ...input, apartments });
      return new Map(apartments.map(({ id }, index) => [id, result.positionsOf(index)]));
    };
    const [forwards, backwards] = [linesOf(input.apartments), linesOf(input.apartments.toReversed())];
    for (const [id, lines] of forwards) {
      for (const [place, line] of lines.entries()) {
        const other = backwards.get(id)?.[place];
        assert.deepEqual(
          [other?.code, other?.quantity, other?.unitPrice],
          [line.code, line.quantity, line.unitPrice],
          `place ${place}`,
        );
        const moved = Math.abs((other?.amount ?? Number.NaN) - line.amount);
        assert.ok(moved <= (line.calculation.method === 'split' ? 1 : 0), `place ${place}`);
      }
    }
  });
});

test('calculated again from the same bases, every position is the same', () => {
  holds((input) => {
    const lines = () => {
      const result = computePositions(structuredClone(input));
      return input.apartments.map((_, index) => result.positionsOf(index));
    };
    assert.deepEqual(lines(), lines());
  });
});
