// What a period is billed by: the meters of a building measured, and the ledgers of what was billed of them before, loaded together.
import { type MeterUse, measureMeters } from '../../metering/measure-meters.ts';
import { findMetersOfBuilding, type MeasuredMeter } from '../../metering/measure-meters-queries.ts';
import type { Scope } from '../../platform/db/scope.ts';
import { addDays, type Day, type Period } from '../../platform/values/dates.ts';
import type { Charge } from '../../properties/model.ts';
import { emptyRemainderLedger } from '../charge-engine.ts';
import type { BilledRemainderShare, RemainderLedger } from '../model.ts';
import { type ConsumptionLedger, emptyLedger, loadLedger } from './billed-consumption.ts';
import { findBilledPeriods } from './billed-consumption-queries.ts';
import * as queries from './billed-remainder-queries.ts';
import { canEstimate } from './consumption-segments.ts';
import { estimationMonthsByType, meterTypesOf } from './deductions.ts';
import { findRemainderMeters, remainderParts } from './remainder.ts';

/** What of a period is measured, and for whom. */
export type PeriodMeasurement = {
  readonly buildingId: string;
  readonly period: Period;
  readonly charges: readonly Charge[];
  readonly payers: ReadonlyMap<string, readonly Period[]>;
  /** The apartments of which invoices of the period stand; empty when none does. */
  readonly made: ReadonlySet<string>;
  /**
   * A generation makes the invoices that are missing. Of a meter that is settled until the period it looks only at the period. A dry run looks at all days of
   * all meters, and compares with the year before. A correction makes all of the period anew.
   */
  readonly kind: 'generation' | 'dry_run' | 'correction';
};

export type MeasuredPeriod = {
  readonly meters: readonly MeterUse[];
  readonly ledger: ConsumptionLedger;
  readonly remainders: RemainderLedger;
  readonly payers: ReadonlyMap<string, readonly Period[]>;
};

/** Measures a building for a period. The building must be locked, so that no reading comes in between the statements. */
export async function measurePeriod(scope: Scope, measuring: PeriodMeasurement): Promise<MeasuredPeriod> {
  const { buildingId, period, charges, payers, made, kind } = measuring;
  const months = estimationMonthsByType(charges);
  if (months.size === 0) return { meters: [], ledger: emptyLedger(period), remainders: emptyRemainderLedger, payers };
  const meters = await findMetersOfBuilding(scope, buildingId, [...months.keys()], null);
  // Of a period of which invoices stand all days are looked at, too: its own rows stand beside what was billed before.
  const isWhole = kind !== 'generation' || made.size > 0;
  const settled = new Set(isWhole ? [] : meters.filter((meter) => isSettled(meter, period)).map(({ id }) => id));
  const shared = await loadRemainders(scope, { ...measuring, meters, settled });
  // A remainder that looks at earlier days needs the days on which its meters were billed.
  const skipped = new Set([...settled].filter((id) => !shared.looksBack(id)));
  const ledger = await loadLedger(scope, {
    ...{ buildingId, period, charges, meters, isMade: made.size > 0, settled: skipped },
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
      const own = metering
        .filter(({ meterType }) => meterType === meter.type)
        .map((charge) => ledger.sinceOf(meter, charge));
      const since = first(
        meter.apartmentId === null || own.length === 0 ? [shared.since(meter)] : own,
        period.periodStart,
      );
      return { billed: since, known: first([since, shared.since(meter)], since) };
    },
    days: (meter) => daysOf(meter, metering, { ledger, payers, period }),
    looksBack: (meterId) => ledger.looksBack(meterId) || shared.looksBack(meterId),
    compare: kind === 'dry_run',
  });
  return { meters: uses, ledger, remainders: await shared.remainders(uses), payers };
}

/** Whether nothing can be left of a meter's days before a period. One that was taken out stays settled; one whose days are billed later already is not. */
function isSettled({ settledUntil, removedOn }: MeasuredMeter, { periodStart }: Period): boolean {
  if (settledUntil === null || settledUntil >= periodStart) return false;
  return settledUntil === addDays(periodStart, -1) || (removedOn !== null && removedOn <= settledUntil);
}

function first(days: readonly Day[], otherwise: Day): Day {
  return days.toSorted()[0] ?? otherwise;
}

/** Days on which it matters what was counted, besides the ends of periods: the last ones of payers, of tariffs, and of what was billed. */
function daysOf(
  { id, apartmentId, type }: MeasuredMeter,
  charges: readonly Charge[],
  {
    ledger,
    payers,
    period,
  }: { ledger: ConsumptionLedger; payers: ReadonlyMap<string, readonly Period[]>; period: Period },
): Day[] {
  const own = charges.filter(({ meterType }) => meterType === type);
  const starts = [
    ...(payers.get(apartmentId ?? '') ?? []).slice(1).map(({ periodStart }) => periodStart),
    ...own.flatMap(({ tariffs = [] }) => tariffs.map(({ from }) => from)),
    ...own.flatMap((charge) =>
      ledger
        .segmentsOf(id, charge)
        .flatMap((billedSegment) => [billedSegment.periodStart, addDays(billedSegment.periodEnd, 1)]),
    ),
  ];
  return [...new Set(starts.filter((day) => day <= period.periodEnd).map((day) => addDays(day, -1)))];
}

type Wanted = PeriodMeasurement & {
  readonly meters: readonly MeasuredMeter[];
  readonly settled: ReadonlySet<string>;
};

type Remainders = {
  /** The first day from which a meter has to be known for remainders. */
  readonly since: (meter: MeasuredMeter) => Day;
  readonly looksBack: (meterId: string) => boolean;
  readonly remainders: (uses: readonly MeterUse[]) => Promise<RemainderLedger>;
};

/** What was billed before of the remainders at a price. Where all meters behind one are settled, only the period's days are looked at. */
async function loadRemainders(scope: Scope, wanted: Wanted): Promise<Remainders> {
  const { buildingId, period, charges, meters, settled } = wanted;
  const priced = charges.filter(({ basis, costFrom }) => basis === 'meter_remainder' && costFrom === undefined);
  const goesBy = (charge: Charge, { type }: MeasuredMeter) => meterTypesOf(charge).includes(type);
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
      const own = looked.filter((charge) => goesBy(charge, meter));
      return first([...own.map(sinceOf), period.periodStart], period.periodStart);
    },
    looksBack: (meterId) => needed.has(meterId),
    remainders: async (uses) => {
      const { heldOf, isCredited } = await loadHeld(scope, wanted, looked, { uses, sumsOf });
      const isPartial = wanted.kind !== 'correction' && wanted.made.size > 0;
      return {
        sumsOf,
        heldOf,
        ...(isPartial && { isMissing: (id: string) => !wanted.made.has(id) }),
        isSettled: (charge) => !isPartial && !isCredited && isReadBehind(charge, uses, period),
      };
    },
  };
}

/** Whether all meters behind a remainder were read at the end of a period: then nothing of it is an estimate. */
function isReadBehind(charge: Charge, meters: readonly MeterUse[], period: Period): boolean {
  const found = findRemainderMeters(charge.meterType ?? 'cold_water', false, { period, meters });
  return found !== 'no_main' && !('unread' in found);
}

/** What apartments hold of the earlier days of remainders that are settled now, and whether people gave back any of it by credits. */
async function loadHeld(
  scope: Scope,
  { buildingId, period }: Wanted,
  charges: readonly Charge[],
  { uses, sumsOf }: { uses: readonly MeterUse[]; sumsOf: (charge: Charge) => readonly queries.RemainderSum[] },
): Promise<{ heldOf: RemainderLedger['heldOf']; isCredited: boolean }> {
  const found = new Map<string, ReadonlyMap<string, BilledRemainderShare>>();
  const keyOf = ({ code }: Charge, { periodStart, periodEnd }: Period) => `${code} ${periodStart} ${periodEnd}`;
  for (const charge of charges) {
    const behind = findRemainderMeters(charge.meterType ?? 'cold_water', canEstimate(charge), { period, meters: uses });
    if (behind === 'no_main' || 'unread' in behind) continue;
    for (const { part, isOwn } of remainderParts(charge, behind, period, sumsOf(charge))) {
      if (isOwn) continue;
      const rows = await queries.sumRemaindersByApartment(scope, buildingId, charge.code, part, period);
      found.set(keyOf(charge, part), new Map(rows.map(({ apartmentId, ...held }) => [apartmentId, held])));
    }
  }
  const isCredited = [...found.values()].some((held) => [...held.values()].some(({ credited }) => credited !== 0));
  return { heldOf: (charge, days) => found.get(keyOf(charge, days)) ?? new Map(), isCredited };
}
