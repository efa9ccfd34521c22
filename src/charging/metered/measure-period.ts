// Loads everything that a period is billed by: the measured meters of a building, and the ledgers of what was billed of them before.
import { type MeterUse, measureMeters } from '../../metering/measure-meters.ts';
import { findMetersOfBuilding, type MeasuredMeter } from '../../metering/measure-meters-queries.ts';
import type { Scope } from '../../platform/db/scope.ts';
import { addDays, type Day, type Period, periodsOverlap } from '../../platform/values/dates.ts';
import type { Charge } from '../../properties/model.ts';
import { emptyRemainderLedger } from '../charge-engine.ts';
import type { BilledRemainderShare, RemainderLedger } from '../model.ts';
import { type ConsumptionLedger, emptyLedger, loadLedger } from './billed-consumption.ts';
import { findBilledPeriods } from './billed-consumption-queries.ts';
import * as queries from './billed-remainder-queries.ts';
import { canEstimate } from './consumption-segments.ts';
import { estimationMonthsByType, meterTypeOf, neededMeterTypes } from './meter-types.ts';
import { findRemainderMeters, remainderParts } from './remainder.ts';

/** What is measured for a period, and for which apartments. */
export type PeriodMeasurement = {
  readonly buildingId: string;
  readonly period: Period;
  readonly charges: readonly Charge[];
  readonly payers: ReadonlyMap<string, readonly Period[]>;
  /** The days of the invoices in force for the period, by apartment. */
  readonly invoiced: ReadonlyMap<string, readonly Period[]>;
  /**
   * A generation creates the missing invoices. Of a meter that is settled up to the period it checks only the period. A dry run checks all days of all meters,
   * and compares with the year before. A correction recalculates the whole period.
   */
  readonly kind: 'generation' | 'dry_run' | 'correction';
};

export type MeasuredPeriod = {
  readonly meters: readonly MeterUse[];
  readonly ledger: ConsumptionLedger;
  readonly remainders: RemainderLedger;
  readonly payers: ReadonlyMap<string, readonly Period[]>;
};

/** Measures a building for a period. The building must be locked, so that no reading arrives between the statements. */
export async function measurePeriod(scope: Scope, measuring: PeriodMeasurement): Promise<MeasuredPeriod> {
  const { buildingId, period, charges, payers, invoiced, kind } = measuring;
  const months = estimationMonthsByType(charges);
  if (months.size === 0) return { meters: [], ledger: emptyLedger(period), remainders: emptyRemainderLedger, payers };
  const meters = await findMetersOfBuilding(scope, buildingId, [...months.keys()], null);
  // A period with invoices in force also has all days checked: its own rows are beside what was billed before.
  const isWhole = kind !== 'generation' || invoiced.size > 0;
  const settled = new Set(isWhole ? [] : meters.filter((meter) => isSettled(meter, period)).map(({ id }) => id));
  const shared = await loadRemainders(scope, { ...measuring, meters, settled });
  // A remainder that checks earlier days needs the days on which its meters were billed.
  const skipped = new Set([...settled].filter((id) => !shared.looksBack(id)));
  const ledger = await loadLedger(scope, {
    buildingId,
    period,
    charges,
    meters,
    isMade: invoiced.size > 0,
    settled: skipped,
  });
  const billed = await findBilledPeriods(scope, buildingId);
  const metering = charges.filter(({ basis }) => basis === 'meter');
  const uses = await measureMeters(scope, {
    buildingId,
    period,
    months,
    meters,
    billed,
    begins: (meter) => {
      const firstDays = metering
        .filter(({ meterType }) => meterType === meter.type)
        .map((charge) => ledger.sinceOf(meter, charge));
      const since = first(
        meter.apartmentId === null || firstDays.length === 0 ? [shared.since(meter)] : firstDays,
        period.periodStart,
      );
      return { billed: since, known: first([since, shared.since(meter)], since) };
    },
    days: (meter) => daysOf(meter, charges, { ledger, payers, period }),
    looksBack: (meterId) => ledger.looksBack(meterId) || shared.looksBack(meterId),
    compare: kind === 'dry_run',
  });
  return { meters: uses, ledger, remainders: await shared.remainders(uses), payers };
}

/** Whether nothing can be left of a meter's days before a period. A removed meter stays settled; a meter already billed for later days is not settled. */
function isSettled({ settledUntil, removedOn }: MeasuredMeter, { periodStart }: Period): boolean {
  if (settledUntil === null || settledUntil >= periodStart) return false;
  return settledUntil === addDays(periodStart, -1) || (removedOn !== null && removedOn <= settledUntil);
}

function first(days: readonly Day[], otherwise: Day): Day {
  return days.toSorted()[0] ?? otherwise;
}

/** Further days for which the total is needed, besides the ends of periods: the last days of payers, of tariffs, and of what was billed. */
function daysOf(
  { id, apartmentId, type }: MeasuredMeter,
  charges: readonly Charge[],
  {
    ledger,
    payers,
    period,
  }: { ledger: ConsumptionLedger; payers: ReadonlyMap<string, readonly Period[]>; period: Period },
): Day[] {
  const own = charges.filter((charge) => neededMeterTypes(charge).includes(type));
  const starts = [
    ...(payers.get(apartmentId ?? '') ?? []).slice(1).map(({ periodStart }) => periodStart),
    ...chargesOfType.flatMap(({ tariffs = [] }) => tariffs.map(({ from }) => from)),
    ...chargesOfType.flatMap((charge) =>
      ledger
        .segmentsOf(id, charge)
        .flatMap((billedSegment) => [billedSegment.periodStart, addDays(billedSegment.periodEnd, 1)]),
    ),
  ];
  return [...new Set(starts.filter((day) => day <= period.periodEnd).map((day) => addDays(day, -1)))];
}

type RemainderQuery = PeriodMeasurement & {
  readonly meters: readonly MeasuredMeter[];
  readonly settled: ReadonlySet<string>;
};

type Remainders = {
  /** The first day for which a meter must be known for remainders. */
  readonly since: (meter: MeasuredMeter) => Day;
  readonly looksBack: (meterId: string) => boolean;
  readonly remainders: (uses: readonly MeterUse[]) => Promise<RemainderLedger>;
};

/** What was billed before of the remainders at a price. Where all meters of a remainder are settled, only the period's days are checked. */
async function loadRemainders(scope: Scope, query: RemainderQuery): Promise<Remainders> {
  const { buildingId, period, charges, meters, settled } = query;
  const priced = charges.filter(({ basis, costFrom }) => basis === 'meter_remainder' && costFrom === undefined);
  const goesBy = (charge: Charge, { type }: MeasuredMeter) => neededMeterTypes(charge).includes(type);
  const isOpen = (charge: Charge) => meters.some((meter) => goesBy(charge, meter) && !settled.has(meter.id));
  const sums = priced.some(isOpen) ? await queries.sumRemainders(scope, buildingId, period.periodEnd, period) : [];
  const looked = priced.filter((charge) => isOpen(charge) && sums.some((sum) => sum.charge === charge.code));
  const sumsOf = (charge: Charge) => (looked.includes(charge) ? sums.filter((sum) => sum.charge === charge.code) : []);
  const sinceOf = (charge: Charge) =>
    first(
      sumsOf(charge).map((sum) => sum.periodStart),
      period.periodStart,
    );
  const needed = new Set(
    meters.filter((meter) => looked.some((charge) => goesBy(charge, meter))).map((meter) => meter.id),
  );
  return {
    since: (meter) => {
      const remainderCharges = looked.filter((charge) => goesBy(charge, meter));
      return first([...remainderCharges.map(sinceOf), period.periodStart], period.periodStart);
    },
    looksBack: (meterId) => needed.has(meterId),
    remainders: async (uses) => {
      const { billedSharesOf, isCredited } = await loadBilledShares(scope, query, looked, { uses, sumsOf });
      const isPartial = query.kind !== 'correction' && query.invoiced.size > 0;
      return {
        sumsOf,
        billedSharesOf,
        ...(isPartial && { isMissing: (id: string, days: Period) => !hasInvoice(query, id, days) }),
        isSettled: (charge) => !isPartial && !isCredited && isReadBehind(charge, uses, period),
      };
    },
  };
}

/** Whether an invoice of the period has one of an apartment's days. */
function hasInvoice({ invoiced }: PeriodMeasurement, apartmentId: string, days: Period): boolean {
  return invoiced.get(apartmentId)?.some((invoice) => periodsOverlap(invoice, days)) ?? false;
}

/** Whether all meters of a remainder were read at the end of a period: then no part of it is an estimate. */
function isReadBehind(charge: Charge, meters: readonly MeterUse[], period: Period): boolean {
  const behind = findRemainderMeters(meterTypeOf(charge), false, { period, meters });
  return behind !== 'no_main' && !('unread' in behind);
}

/** What was billed to apartments for the earlier days of remainders that are settled now, and whether manual credits credited any of it. */
async function loadBilledShares(
  scope: Scope,
  { buildingId, period }: RemainderQuery,
  charges: readonly Charge[],
  { uses, sumsOf }: { uses: readonly MeterUse[]; sumsOf: (charge: Charge) => readonly queries.RemainderSum[] },
): Promise<{ billedSharesOf: RemainderLedger['billedSharesOf']; isCredited: boolean }> {
  const sharesOfDays = new Map<string, ReadonlyMap<string, BilledRemainderShare>>();
  const keyOf = ({ code }: Charge, { periodStart, periodEnd }: Period) => `${code} ${periodStart} ${periodEnd}`;
  for (const charge of charges) {
    const behind = findRemainderMeters(meterTypeOf(charge), canEstimate(charge), { period, meters: uses });
    if (behind === 'no_main' || 'unread' in behind) continue;
    for (const { part, isOwn } of remainderParts(charge, behind, period, sumsOf(charge))) {
      if (isOwn) continue;
      const rows = await queries.sumRemaindersByApartment(scope, buildingId, charge.code, part, period);
      sharesOfDays.set(keyOf(charge, part), new Map(rows.map(({ apartmentId, ...share }) => [apartmentId, share])));
    }
  }
  const isCredited = [...sharesOfDays.values()].some((shares) =>
    [...shares.values()].some(({ credited }) => credited !== 0),
  );
  return { billedSharesOf: (charge, days) => sharesOfDays.get(keyOf(charge, days)) ?? new Map(), isCredited };
}
