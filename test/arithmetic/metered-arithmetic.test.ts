// Holds the arithmetic of metered billing against the second solver, without HTTP or a database: small buildings live
// from seeds, and not a cent may differ. HALDUR_APARTMENT_MONTHS is how many months of apartments are played: 12,000,
// and a million in a night.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type BillingInput, computePositions } from '../../src/charging/charge-engine.ts';
import type { ConsumptionLedger } from '../../src/charging/metered/billed-consumption.ts';
import type { BilledAmount } from '../../src/charging/metered/consumption-segments.ts';
import type { BilledSegment } from '../../src/charging/metered/segments.ts';
import type { MeterUse } from '../../src/metering/measure-meters.ts';
import type { Charge } from '../../src/properties/model.ts';
import { type Dice, makeDice } from '../dice.ts';
import { lastDayOf } from '../meter-model.ts';
import { meterUse } from '../meter-use.ts';
import { type MonthlyPrice, makeMeterSolver } from './second-solver.ts';

const wanted = Number(process.env.HALDUR_APARTMENT_MONTHS ?? 12_000);
const months = 8;
const types = ['cold_water', 'hot_water', 'electricity'] as const;
const monthName = (month: number) => `2026-${String(month + 1).padStart(2, '0')}`;
const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);

/** The meters of an apartment that a charge bills, all put in on one day. */
type LivingMeters = {
  readonly apartment: string;
  readonly charge: number;
  readonly installedOn: string;
  /** The month of the installation. */
  readonly first: number;
  readonly meters: readonly LivingMeter[];
  readonly solver: ReturnType<typeof makeMeterSolver>;
};
type LivingMeter = {
  readonly id: string;
  /** What it counted in each month, in thousandths, as known now. */
  readonly counted: number[];
  readonly rows: BilledAmount[];
};

/**
 * A building of one to four apartments, each with one to three meters for each of up to three charges, put in on any
 * day of the first months.
 */
function drawBuilding(dice: Dice) {
  const chargeCount = 1 + dice.number(3);
  // The price of a month differs from the one before, so that each month is a run of days of its own.
  const prices = Array.from({ length: chargeCount }, () =>
    Array.from({ length: months }, (_, month): MonthlyPrice => {
      return { price: 2 * dice.number(60_000) + (month % 2), vat: dice.pick([0, 9, 22, 24]) };
    }),
  );
  const apartments = Array.from({ length: 1 + dice.number(4) }, (_, at) => ({ id: `a${at}`, number: String(at) }));
  const all = apartments.flatMap(({ id: apartment }) =>
    prices.map((_, charge): LivingMeters => {
      const first = dice.number(3);
      const installedOn = `${monthName(first)}-${String(1 + dice.number(28)).padStart(2, '0')}`;
      const meters = Array.from({ length: 1 + dice.number(3) }, (_, at): LivingMeter => {
        return { id: `${apartment} ${charge} ${at}`, counted: [], rows: [] };
      });
      return { apartment, charge, installedOn, first, meters, solver: makeMeterSolver() };
    }),
  );
  return { prices, apartments, all };
}

type LivingBuilding = ReturnType<typeof drawBuilding>;

/** The charges as the service has them: the price of the first month, and a tariff for each later one. */
function chargesOf({ prices }: LivingBuilding): Charge[] {
  return prices.map(([first, ...later], at) => ({
    ...{ code: `c${at}`, name: `c${at}`, basis: 'meter', meterType: types[at] as (typeof types)[number] },
    ...{ unitPrice: (first?.price ?? 0) / 10_000, vatRate: first?.vat ?? 0 },
    tariffs: later.map(({ price, vat }, month) => ({
      ...{ from: `${monthName(month + 1)}-01`, unitPrice: price / 10_000, vatRate: vat },
    })),
  }));
}

function useOf({ apartment, charge, installedOn, first }: LivingMeters, meter: LivingMeter, month: number): MeterUse {
  const known: Record<string, number> = { [dayBefore(installedOn)]: 0 };
  let total = 0;
  for (let past = first; past <= month; past += 1) {
    total += meter.counted[past] ?? 0;
    known[lastDayOf(monthName(past))] = total;
  }
  const type = types[charge] ?? 'cold_water';
  return meterUse(apartment, type, known, {
    meterId: meter.id,
    installedOn,
    unit: type === 'electricity' ? 'kWh' : 'm3',
  });
}

/** The ledger of all that was billed before: the sums of rows with the same days and terms. */
function ledgerOf(all: readonly LivingMeters[]): ConsumptionLedger {
  const byId = new Map(
    all.flatMap(({ meters, installedOn }) => meters.map(({ id, rows }) => [id, { rows, installedOn }] as const)),
  );
  const sumsOf = (id: string): BilledSegment[] => {
    const sums = new Map<string, BilledSegment>();
    for (const row of byId.get(id)?.rows ?? []) {
      const { periodStart, periodEnd, terms, isEstimated } = row;
      const key = JSON.stringify([periodStart, periodEnd, terms]);
      const before = sums.get(key);
      const quantity = BigInt(Math.round(Number(row.quantity) * 1e6));
      sums.set(key, {
        ...{ periodStart, periodEnd, terms, isEstimated, credited: 0, creditedVat: 0, cancelled: 0n },
        quantity: (before?.quantity ?? 0n) + quantity,
        amount: (before?.amount ?? 0) + row.amount,
        vatAmount: (before?.vatAmount ?? 0) + row.vatAmount,
      });
    }
    return [...sums.values()];
  };
  return {
    billedSegmentsOf: sumsOf,
    firstDayOf: ({ id }) => byId.get(id)?.installedOn ?? '',
    needsEarlierDays: () => true,
  };
}

/** What happens before a month is billed: every meter counts, and some readings of earlier months are corrected. */
function live(dice: Dice, { all }: LivingBuilding, month: number): void {
  for (const { first, meters } of all) {
    if (month < first) continue;
    for (const { counted } of meters) {
      counted[month] = dice.chance(10) ? 0 : dice.number(40_000);
      if (month === first || !dice.chance(30)) continue;
      // A month-end reading was wrong: what one month counted less, the next counted more.
      const past = first + dice.number(month - first);
      const moved = dice.number((counted[past] ?? 0) + 1);
      counted[past] = (counted[past] ?? 0) - moved;
      counted[past + 1] = (counted[past + 1] ?? 0) + moved;
    }
  }
}

/** What the meters counted together in each month. */
function countedTogether(meters: readonly LivingMeter[], month: number): number[] {
  return Array.from({ length: month + 1 }, (_, past) =>
    meters.reduce((sum, { counted }) => sum + (counted[past] ?? 0), 0),
  );
}

/** Bills a month by the service's arithmetic and by the solver. */
function billMonth(building: LivingBuilding, month: number, seed: number): void {
  const { apartments, all, prices } = building;
  const there = all.filter(({ first }) => first <= month);
  const input: BillingInput = {
    ...{ apartments, charges: chargesOf(building), bills: [] },
    period: { periodStart: `${monthName(month)}-01`, periodEnd: lastDayOf(monthName(month)) },
    meters: there.flatMap((group) => group.meters.map((meter) => useOf(group, meter, month))),
    ledger: ledgerOf(there),
  };
  const computation = computePositions(input);
  assert.deepEqual(computation.problems, []);
  for (const [at, { id }] of apartments.entries()) {
    const positions = computation.positionsOf(at);
    for (const { charge, first, meters, solver } of there.filter(({ apartment }) => apartment === id)) {
      const own = positions.filter(({ code }) => code === `c${charge}`);
      const sum = (of: (position: (typeof own)[number]) => number) => own.reduce((all, each) => all + of(each), 0);
      const found = { net: sum(({ amount }) => amount), vat: sum(({ vatAmount }) => vatAmount) };
      const expected = solver.bill(month, countedTogether(meters, month), prices[charge] ?? [], first);
      assert.deepEqual(found, expected, `seed ${seed}, charge ${charge} of ${id} in ${monthName(month)}`);
      const rows = own.flatMap(({ billed = [] }) => billed);
      for (const meter of meters) meter.rows.push(...rows.filter(({ meterId }) => meterId === meter.id));
    }
  }
}

test(`not a cent differs from the second solver in ${wanted} months of apartments`, () => {
  let [played, seed] = [0, 0];
  for (seed = 1; played < wanted; seed += 1) {
    const dice = makeDice(seed);
    const building = drawBuilding(dice);
    for (let month = 0; month < months; month += 1) {
      live(dice, building, month);
      billMonth(building, month, seed);
      played += building.apartments.length;
    }
  }
  if (process.env.HALDUR_APARTMENT_MONTHS) process.stdout.write(`${played} months of apartments, ${seed - 1} seeds\n`);
});
