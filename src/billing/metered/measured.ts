// What a period is billed by: the meters of a building measured, and the ledgers of what was billed of them before, loaded together.
import { type MeterUse, measureMeters } from '../../metering/measure.ts';
import { fingerprints, type MeasuredMeter, metersOf } from '../../metering/measuring/queries.ts';
import { findWindow } from '../../metering/queries.ts';
import { closingOf } from '../../metering/windows.ts';
import { addDays, type Day, type Period } from '../../platform/dates.ts';
import type { Scope } from '../../platform/scope.ts';
import type { Charge } from '../../portfolio/charge.ts';
import type { HeldShare, RemainderLedger } from '../charges.ts';
import { monthsByType, typesOf } from './deductions.ts';
import { type Basis, basisText, emptyLedger, type Ledger, loadLedger } from './ledger.ts';
import { findBilledPeriods } from './ledger-queries.ts';
import { metersBehind, remainderParts } from './remainder.ts';
import * as queries from './remainder-queries.ts';
import { mayEstimate } from './runs.ts';

/** What of a period is measured, and for whom. */
export type Measuring = {
  readonly buildingId: string;
  readonly period: Period;
  readonly charges: readonly Charge[];
  readonly payers: ReadonlyMap<string, readonly Period[]>;
  /** The apartments of which invoices of the period stand; empty when none does. */
  readonly made: ReadonlySet<string>;
  /**
   * A generation makes the invoices that are missing, and looks only at the period where nothing changed since the one before. A dry run looks at everything,
   * as if something had, and compares with the year before. A correction makes all of the period anew.
   */
  readonly kind: 'generation' | 'dry_run' | 'correction';
};

export type Measured = {
  readonly meters: readonly MeterUse[];
  readonly ledger: Ledger;
  readonly remainders: RemainderLedger;
  readonly payers: ReadonlyMap<string, readonly Period[]>;
};

/** Measures a building for a period. The building must be locked, so that no reading comes in between the statements. */
export async function measurePeriod(scope: Scope, measuring: Measuring): Promise<Measured> {
  const { buildingId, period, charges, payers, made, kind } = measuring;
  const months = monthsByType(charges);
  const nothing = { sumsOf: () => [], heldOf: () => new Map(), basisOf: () => null };
  if (months.size === 0) return { meters: [], ledger: emptyLedger(period), remainders: nothing, payers };
  const types = [...months.keys()];
  const meters = await metersOf(scope, buildingId, types, null);
  const window = await findWindow(scope, buildingId);
  const before = addDays(period.periodStart, -1);
  const span = { opening: closingOf(before, window), closing: closingOf(period.periodEnd, window) };
  const prints = new Map((await fingerprints(scope, buildingId, types, span)).map((print) => [print.meterId, print]));
  // A period of which invoices stand is looked at whole, too: its own rows stand beside what was billed before.
  const isWhole = kind !== 'generation' || made.size > 0;
  const isMade = made.size > 0;
  const ledger = await loadLedger(scope, {
    buildingId,
    period,
    charges,
    meters,
    fingerprints: prints,
    isMade,
    isWhole,
  });
  const shared = await loadRemainders(scope, { ...measuring, meters, prints, isWhole });
  const billed = await findBilledPeriods(scope, buildingId);
  const metering = charges.filter(({ basis }) => basis === 'meter');
  const uses = await measureMeters(scope, {
    buildingId,
    period,
    months,
    meters,
    fingerprints: new Map([...prints].map(([id, print]) => [id, print.closing])),
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
    isUnchanged: (meterId) => ledger.isUnchanged(meterId) && shared.isUnchanged(meterId),
    compare: kind === 'dry_run',
  });
  return { meters: uses, ledger, remainders: await shared.remainders(uses), payers };
}

function first(days: readonly Day[], otherwise: Day): Day {
  return days.toSorted()[0] ?? otherwise;
}

/** Days on which it matters what was counted, besides the ends of periods: the last ones of payers, of tariffs, and of what was billed. */
function daysOf(
  { id, apartmentId, type }: MeasuredMeter,
  charges: readonly Charge[],
  { ledger, payers, period }: { ledger: Ledger; payers: ReadonlyMap<string, readonly Period[]>; period: Period },
): Day[] {
  const own = charges.filter(({ meterType }) => meterType === type);
  const starts = [
    ...(payers.get(apartmentId ?? '') ?? []).slice(1).map(({ periodStart }) => periodStart),
    ...own.flatMap(({ tariffs = [] }) => tariffs.map(({ from }) => from)),
    ...own.flatMap((charge) =>
      ledger.segmentsOf(id, charge).flatMap((one) => [one.periodStart, addDays(one.periodEnd, 1)]),
    ),
  ];
  return [...new Set(starts.filter((day) => day <= period.periodEnd).map((day) => addDays(day, -1)))];
}

type Wanted = Measuring & {
  readonly meters: readonly MeasuredMeter[];
  readonly prints: ReadonlyMap<string, { readonly opening: string; readonly closing: string }>;
  readonly isWhole: boolean;
};

type Remainders = {
  /** The first day from which a meter has to be known for remainders. */
  readonly since: (meter: MeasuredMeter) => Day;
  readonly isUnchanged: (meterId: string) => boolean;
  readonly remainders: (uses: readonly MeterUse[]) => Promise<RemainderLedger>;
};

/** What was billed before of the remainders at a price. Where nothing changed of any meter behind one, only the period's days are looked at. */
async function loadRemainders(scope: Scope, wanted: Wanted): Promise<Remainders> {
  const { buildingId, period, charges, meters, prints, isWhole } = wanted;
  const priced = charges.filter(({ basis, costFrom }) => basis === 'meter_remainder' && costFrom === undefined);
  if (priced.length === 0) {
    const none = { sumsOf: () => [], heldOf: () => new Map(), basisOf: () => null };
    return { since: () => period.periodStart, isUnchanged: () => true, remainders: async () => none };
  }
  const last = new Map((await queries.findRemainderBases(scope, buildingId, period)).map((row) => [row.charge, row]));
  const behind = (charge: Charge) => new Set(typesOf(charge));
  const basisOf = (charge: Charge, at: 'opening' | 'closing'): Basis => {
    const types = behind(charge);
    const own = meters.filter(({ type }) => types.has(type));
    const all = own.reduce((xor, { id }) => xor ^ BigInt(prints.get(id)?.[at] ?? '0'), BigInt(own.length));
    return { fingerprint: String(all), rows: last.get(charge.code)?.rows ?? 0 };
  };
  const isUnchanged = (charge: Charge) => {
    const row = last.get(charge.code);
    const now = basisText(basisOf(charge, 'opening'), 0);
    return !isWhole && row !== undefined && !row.isLater && row.bases.some((basis) => basis === now);
  };
  const looked = priced.filter((charge) => !isUnchanged(charge));
  const sums = looked.length === 0 ? [] : await queries.sumRemainders(scope, buildingId, period.periodEnd, period);
  const changed = looked.filter(({ code }) => isWhole || sums.some((sum) => sum.charge === code));
  const sumsOf = (charge: Charge) => (changed.includes(charge) ? sums.filter((sum) => sum.charge === charge.code) : []);
  const sinceOf = (charge: Charge) =>
    first(
      sumsOf(charge).map((sum) => sum.periodStart),
      period.periodStart,
    );
  const goBy = ({ type }: MeasuredMeter) => changed.filter((charge) => behind(charge).has(type));
  const byId = new Map(meters.map((meter) => [meter.id, meter]));
  return {
    since: (meter) => first([...goBy(meter).map(sinceOf), period.periodStart], period.periodStart),
    isUnchanged: (meterId) => {
      const meter = byId.get(meterId);
      return meter === undefined || goBy(meter).length === 0;
    },
    remainders: async (uses) => {
      const { heldOf, isCredited } = await loadHeld(scope, wanted, changed, { uses, sumsOf });
      const isPartial = wanted.kind !== 'correction' && wanted.made.size > 0;
      const isSettled = (charge: Charge) => !isPartial && !isCredited && isReadBehind(charge, uses, period);
      // Over all meters, and asked for with every share.
      const bases = new Map(
        priced.map((charge) => [charge.code, isSettled(charge) ? basisOf(charge, 'closing') : null]),
      );
      return {
        sumsOf,
        heldOf,
        ...(isPartial && { isMissing: (id: string) => !wanted.made.has(id) }),
        basisOf: ({ code }) => bases.get(code) ?? null,
      };
    },
  };
}

/** Whether all meters behind a remainder were read at the end of a period: then nothing of it is an estimate. */
function isReadBehind(charge: Charge, meters: readonly MeterUse[], period: Period): boolean {
  const found = metersBehind(charge.meterType ?? 'cold_water', false, { period, meters });
  return found !== 'no_main' && !('unread' in found);
}

/** What apartments hold of the earlier days of remainders that are settled now, and whether people gave back any of it by credits. */
async function loadHeld(
  scope: Scope,
  { buildingId, period }: Wanted,
  charges: readonly Charge[],
  { uses, sumsOf }: { uses: readonly MeterUse[]; sumsOf: (charge: Charge) => readonly queries.RemainderSum[] },
): Promise<{ heldOf: RemainderLedger['heldOf']; isCredited: boolean }> {
  const found = new Map<string, ReadonlyMap<string, HeldShare>>();
  const keyOf = ({ code }: Charge, { periodStart, periodEnd }: Period) => `${code} ${periodStart} ${periodEnd}`;
  for (const charge of charges) {
    const behind = metersBehind(charge.meterType ?? 'cold_water', mayEstimate(charge), { period, meters: uses });
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
