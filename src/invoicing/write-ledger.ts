// Writing the charge ledger: the rows of new invoices, corrections and credit notes, and until when meters are settled
// by them.

import { findCharged, insertLedgerRows, type LedgerRow } from '../charging/charge-ledger-queries.ts';
import type { MeasuredPeriod } from '../charging/metered/measure-period.ts';
import { neededMeterTypes } from '../charging/metered/meter-types.ts';
import { type ChargedDays, listOverdrawn } from '../charging/standing.ts';
import { isReadOn } from '../metering/counted-total.ts';
import type { MeterUse } from '../metering/measure-meters.ts';
import { settleMeters, unsettleMeters } from '../metering/measure-meters-queries.ts';
import type { Scope } from '../platform/db/scope.ts';
import { type Day, earliestDay, type Period } from '../platform/values/dates.ts';
import type { Charge, MeterType } from '../properties/model.ts';
import type { NewPosition } from './invoice-queries.ts';

type Draft = { readonly id: string; readonly positions: readonly NewPosition[]; readonly cause?: string };

/** The meters that invoices bill, those that still have something to bill, and the first day that is billed. */
export type BilledMeters = {
  readonly all: ReadonlySet<string>;
  readonly unsettled: ReadonlySet<string>;
  readonly from: Day;
};

/** The meters that drafts of a period from `from` on bill. */
export function metersBilledBy(drafts: readonly Draft[], from: Day): BilledMeters {
  const rows = billedRowsOf(drafts);
  return {
    all: new Set(rows.flatMap(({ meterId }) => meterId ?? [])),
    unsettled: new Set(rows.flatMap(({ meterId, isSettled }) => (isSettled ? [] : (meterId ?? [])))),
    from: earliestDay([from, ...rows.map(({ periodStart }) => periodStart)]),
  };
}

/** The meters that batches of drafts bill. */
export function joinBilledMeters(batches: readonly BilledMeters[], from: Day): BilledMeters {
  return {
    all: new Set(batches.flatMap(({ all }) => [...all])),
    unsettled: new Set(batches.flatMap(({ unsettled }) => [...unsettled])),
    from: earliestDay([from, ...batches.map((batch) => batch.from)]),
  };
}

function billedRowsOf(drafts: readonly Pick<Draft, 'positions'>[]) {
  return drafts.flatMap(({ positions }) => positions.flatMap(({ billed = [] }) => billed));
}

/** Writes what new invoices charge of meters and remainders, or credit notes give back. */
export async function writeLedger(scope: Scope, buildingId: string, drafts: readonly Draft[]): Promise<void> {
  await insertLedgerRows(scope, buildingId, drafts.flatMap(rowsOf));
}

/** Writes what corrections bill of meters and remainders. The next period looks at all days of these meters again. */
export async function writeCorrected(scope: Scope, buildingId: string, drafts: readonly Draft[]): Promise<void> {
  await writeLedger(scope, buildingId, drafts);
  const billed = billedRowsOf(drafts).map(({ meterId }) => meterId);
  const meterIds = [...new Set(billed.filter((meterId) => meterId !== null))];
  await unsettleMeters(scope, buildingId, meterIds, { mains: billed.includes(null) });
}

/** The invoices that a command wrote: of these apartments, and for days from `from` on. */
type Written = { readonly apartmentIds: readonly string[]; readonly from: Day };

/** What drafts charge; `from` is the first day of their period. */
export function writtenBy(
  drafts: readonly { readonly apartmentId: string; readonly positions: readonly NewPosition[] }[],
  from: Day,
): Written {
  const days = billedRowsOf(drafts).map(({ periodStart }) => periodStart);
  return {
    apartmentIds: [...new Set(drafts.map(({ apartmentId }) => apartmentId))],
    from: earliestDay([from, ...days]),
  };
}

/**
 * The first subject of which more was given back than was charged, at the end of a command that wrote invoices;
 * undefined if there is none, as there must not be.
 */
export async function findOverdrawn(
  scope: Scope,
  buildingId: string,
  { apartmentIds, from }: Written,
): Promise<ChargedDays | undefined> {
  const [first] = listOverdrawn(await findCharged(scope, buildingId, { apartmentIds, from, onlyWithCredits: true }));
  return first;
}

/** Proves that nothing was given back that was not charged. Where it was, the command is at fault, and fails. */
export async function requireStanding(scope: Scope, buildingId: string, written: Written): Promise<void> {
  const overdrawn = await findOverdrawn(scope, buildingId, written);
  if (overdrawn === undefined) return;
  const { charge, periodStart, periodEnd, apartmentId } = overdrawn;
  throw new Error(
    `More of ${charge} would be given back to apartment ${apartmentId} for ${periodStart} to ${periodEnd} than was charged.`,
  );
}

/** The result for a period. `notMade`: the apartments whose invoice is missing or existed before. */
type BilledGeneration = {
  readonly period: Period;
  readonly charges: readonly Charge[];
  readonly measured: MeasuredPeriod;
  readonly billed: BilledMeters;
  readonly notMade: ReadonlySet<string>;
};

/**
 * Marks the meters of which a generation left nothing to bill. Where a later period had settled a meter, all its days
 * are looked at again: if this generation billed it, and if it was put in after the period, as it may begin earlier
 * than it was billed, now that the period is.
 */
export async function markSettledMeters(scope: Scope, buildingId: string, generation: BilledGeneration): Promise<void> {
  const { period, measured, billed } = generation;
  const settled = new Set(findSettledMeters(generation));
  await settleMeters(scope, [...settled], period.periodEnd);
  const isLater = ({ installedOn }: MeterUse) => installedOn !== null && installedOn > period.periodEnd;
  const later = measured.meters.filter(isLater).map(({ meterId }) => meterId);
  const others = [...billed.all].filter((meterId) => !settled.has(meterId));
  const unsettled = [...later, ...others];
  if (unsettled.length > 0)
    await unsettleMeters(scope, buildingId, unsettled, { mains: false, from: period.periodStart });
}

/**
 * The meters whose consumption is billed completely until the end of a period. Apartment meters: by what was billed of
 * them. The others (main meters, and those that only explain what these counted): where all their remainders are
 * billed. Estimates are settled later. Pure.
 */
function findSettledMeters({ period, charges, measured, billed, notMade }: BilledGeneration): string[] {
  const { meters, remainders } = measured;
  const pricedRemainders = charges.filter(
    ({ basis, costFrom }) => basis === 'meter_remainder' && costFrom === undefined,
  );
  const leavesRemainder = (type: MeterType) => {
    const ofType = pricedRemainders.filter((charge) => neededMeterTypes(charge).includes(type));
    return ofType.length === 0 || notMade.size > 0 || ofType.some((charge) => !remainders.isSettled(charge));
  };
  const types = new Set(meters.map((meter) => meter.type));
  const unsettledTypes = new Set([...types].filter(leavesRemainder));
  return meters.flatMap((meter): string[] => {
    const { meterId, total, apartmentId, removedOn, isArchived, type } = meter;
    if (billed.unsettled.has(meterId) || notMade.has(apartmentId ?? '')) return [];
    const isRead = total !== 'missing' && isReadOn(total, period.periodEnd);
    if (billed.all.has(meterId)) return isRead ? [meterId] : [];
    const isGone = !isArchived && removedOn !== null && removedOn < period.periodStart;
    return isGone || unsettledTypes.has(type) || !(isRead || isArchived) ? [] : [meterId];
  });
}

function rowsOf({ id: invoiceId, positions, cause }: Draft): LedgerRow[] {
  const rows = positions.flatMap(({ ordinal, billed = [] }, index) =>
    billed.map((row) => ({ ...row, ordinal: ordinal ?? index + 1 })),
  );
  return rows.map(({ terms, isSettled: _, ...row }, index) => {
    const { unitPrice = null, vatRate = null, coefficient = null } = terms ?? {};
    return { ...row, invoiceId, number: index + 1, unitPrice, vatRate, coefficient, isCredit: cause === 'credit' };
  });
}
