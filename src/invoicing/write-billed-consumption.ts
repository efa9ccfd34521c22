// Writing the ledgers of metered billing: the rows of new invoices, and until when meters are settled by them.

import { type ConsumptionRow, insertConsumption } from '../charging/metered/billed-consumption-queries.ts';
import { insertRemainders, type RemainderRow } from '../charging/metered/billed-remainder-queries.ts';
import type { MeasuredPeriod } from '../charging/metered/measure-period.ts';
import { neededMeterTypes } from '../charging/metered/meter-types.ts';
import { isReadOn } from '../metering/counted-total.ts';
import type { MeterUse } from '../metering/measure-meters.ts';
import { settleMeters, unsettleMeters } from '../metering/measure-meters-queries.ts';
import type { Scope } from '../platform/db/scope.ts';
import type { Period } from '../platform/values/dates.ts';
import type { Charge, MeterType } from '../properties/model.ts';
import type { NewPosition } from './invoice-queries.ts';

type Draft = { readonly id: string; readonly positions: readonly NewPosition[] };

/** The meters that invoices bill, and those that still have something to bill. */
export type BilledMeters = { readonly all: Set<string>; readonly unsettled: Set<string> };

/** Writes what new invoices bill of meters and remainders, and notes the meters in `billed`. */
export async function writeLedgers(
  scope: Scope,
  buildingId: string,
  drafts: readonly Draft[],
  billed?: BilledMeters,
): Promise<void> {
  for (const { meterId, isSettled } of drafts.flatMap(({ positions }) =>
    positions.flatMap((position) => position.billed ?? []),
  )) {
    billed?.all.add(meterId);
    if (!isSettled) billed?.unsettled.add(meterId);
  }
  await Promise.all([
    insertConsumption(scope, buildingId, drafts.flatMap(consumptionOf)),
    insertRemainders(scope, buildingId, drafts.flatMap(remaindersOf)),
  ]);
}

/** Writes what corrections bill of meters and remainders. The next period looks at all days of these meters again. */
export async function writeCorrected(scope: Scope, buildingId: string, drafts: readonly Draft[]): Promise<void> {
  const billed: BilledMeters = { all: new Set(), unsettled: new Set() };
  await writeLedgers(scope, buildingId, drafts, billed);
  const mains = drafts.some(({ positions }) =>
    positions.some(({ billedRemainders = [] }) => billedRemainders.length > 0),
  );
  await unsettleMeters(scope, buildingId, [...billed.all], { mains });
}

/** The result for a period. `notMade`: the apartments whose invoice is missing or existed before. */
export type BilledGeneration = {
  readonly period: Period;
  readonly charges: readonly Charge[];
  readonly measured: MeasuredPeriod;
  readonly billed: BilledMeters;
  readonly notMade: ReadonlySet<string>;
};

/**
 * Marks the meters of which a generation left nothing to bill. Where a later period had settled a meter, all its days are looked at again: if this generation
 * billed it, and if it was put in after the period, as it may begin earlier than it was billed, now that the period is.
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
 * The meters whose consumption is billed completely until the end of a period. Apartment meters: by what was billed of them. The others (main meters, and those that only
 * explain what these counted): where all their remainders are billed. Estimates are settled later. Pure.
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

function consumptionOf({ id: invoiceId, positions }: Draft): ConsumptionRow[] {
  const rows = positions.flatMap(({ ordinal, billed = [] }, index) =>
    billed.map((row) => ({ ...row, ordinal: ordinal ?? index + 1 })),
  );
  return rows.map(({ terms, isSettled: _, ...row }, index) => {
    const { unitPrice = null, vatRate = null, coefficient = null } = terms ?? {};
    return { ...row, invoiceId, number: index + 1, unitPrice, vatRate, coefficient };
  });
}

function remaindersOf({ id: invoiceId, positions }: Draft): RemainderRow[] {
  const rows = positions.flatMap(({ ordinal, billedRemainders = [] }, index) =>
    billedRemainders.map((share) => ({ ...share, ordinal: ordinal ?? index + 1 })),
  );
  return rows.map(({ terms, ...share }, index) => ({ ...share, ...terms, invoiceId, number: index + 1 }));
}
