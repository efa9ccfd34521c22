// Metered charges in a correction: which of them can be recalculated for a closed period, and the ledger rows that
// bring it to the current amounts.

import { sumOfPeriod } from '../../charging/charge-ledger-queries.ts';
import type { ConsumptionLedger } from '../../charging/metered/billed-consumption.ts';
import { meterCountText, parseMeterCount, parsePriceTerms } from '../../charging/metered/billed-consumption.ts';
import { type BilledAmount, canEstimate, isKnown } from '../../charging/metered/consumption-segments.ts';
import type { MeasuredPeriod } from '../../charging/metered/measure-period.ts';
import { meterTypeOf, neededMeterTypes } from '../../charging/metered/meter-types.ts';
import { findRemainderMeters } from '../../charging/metered/remainder.ts';
import { settleWithVat } from '../../charging/metered/segments.ts';
import type { ChargedDays, FindSubject } from '../../charging/standing.ts';
import type { MeterTotal } from '../../metering/counted-total.ts';
import type { MeterUse } from '../../metering/measure-meters.ts';
import type { Scope } from '../../platform/db/scope.ts';
import { addDays, type Day, daysInclusive, earliestDay, type Period } from '../../platform/values/dates.ts';
import { formatDecimal, parseDecimal } from '../../platform/values/decimal.ts';
import type { Cents } from '../../platform/values/money.ts';
import type { Charge } from '../../properties/model.ts';

/**
 * What an invoice and its corrections charge of a meter or share on some days, and what credit notes gave back of that.
 */
export type InvoicedRow = BilledAmount & { readonly credited: Cents; readonly creditedVat: Cents };
export type PeriodLedger = {
  /** The rows of some charges. */
  readonly of: (invoiceId: string, codes: ReadonlySet<string>) => readonly InvoicedRow[];
  /** The first days of the rows. */
  readonly firstDays: readonly Day[];
  /** What all of them bill of a meter by a charge. */
  readonly billedSegmentsOf: (meterId: string, charge: Charge) => readonly CountedDays[];
};

/** Days of a meter, and what was billed of them: a count of 10^-6. */
type CountedDays = Period & { readonly quantity: bigint };

/** Loads what the invoices of a period charge of meters and shares. */
export async function loadPeriodLedger(scope: Scope, buildingId: string, period: Period): Promise<PeriodLedger> {
  const sums = await sumOfPeriod(scope, buildingId, period);
  const byInvoice = Map.groupBy(sums, (row) => row.invoiceId);
  const keyOf = (meterId: string | null, code: string) => `${meterId} ${code}`;
  const counted = Map.groupBy(
    sums.flatMap((row) => (row.meterId === null ? [] : [{ ...row, quantity: parseMeterCount(row.quantity) }])),
    (row) => keyOf(row.meterId, row.charge),
  );
  const of = (invoiceId: string, codes: ReadonlySet<string>) =>
    (byInvoice.get(invoiceId) ?? [])
      .filter(({ charge }) => codes.has(charge))
      .map(({ invoiceId: _, unitPrice, vatRate, coefficient, ...row }): InvoicedRow => {
        return { ...row, terms: parsePriceTerms({ unitPrice, vatRate, coefficient }), isSettled: false };
      });
  const firstDays = sums.map(({ periodStart }) => periodStart);
  return { of, firstDays, billedSegmentsOf: (meterId, { code }) => counted.get(keyOf(meterId, code)) ?? [] };
}

type RecalculationContext = {
  readonly period: Period;
  readonly ledgers: PeriodLedger;
  /** Apartments that have an invoice of the period. */
  readonly invoicedApartments: ReadonlySet<string>;
};

/**
 * The charges and meters that can be recalculated for a closed period. A remainder without a main meter is left
 * unchanged. A meter without a reading is left out, unless its apartment gets its first invoice: then the reading is
 * reported as missing.
 */
export function selectRecalculable(
  charges: readonly Charge[],
  { meters, ledger }: MeasuredPeriod,
  { period, ledgers, invoicedApartments }: RecalculationContext,
): {
  readonly charges: readonly Charge[];
  readonly meters: readonly MeterUse[];
  readonly ledger: ConsumptionLedger;
  /** The meters that were read: of the others nobody knows what their registers showed. */
  readonly read: ReadonlySet<string>;
} {
  const strict = new Set(charges.filter((charge) => !canEstimate(charge)).flatMap(neededMeterTypes));
  const isUnread = (meter: MeterUse) =>
    meter.apartmentId !== null &&
    invoicedApartments.has(meter.apartmentId) &&
    !isKnown(meter, period, !strict.has(meter.type));
  const recalculable = meters.flatMap((meter): MeterUse[] => {
    if (!isUnread(meter)) return [meter];
    const billedTotals = new Map(
      charges.flatMap((charge): [string, MeterTotal][] => {
        const billed = charge.basis === 'meter' ? ledgers.billedSegmentsOf(meter.meterId, charge) : [];
        if (billed.length === 0) return [];
        return [[charge.code, assumeBilledQuantity([...billed, ...ledger.billedSegmentsOf(meter.meterId, charge)])]];
      }),
    );
    // A charge that billed nothing of the meter is treated like the first that did.
    const [total] = billedTotals.values();
    return total === undefined ? [] : [{ ...meter, total, billedTotals }];
  });
  return {
    charges: charges.filter((charge) => {
      if (charge.basis !== 'meter_remainder' || charge.costFrom !== undefined) return true;
      return findRemainderMeters(meterTypeOf(charge), true, { period, meters: recalculable }) !== 'no_main';
    }),
    meters: recalculable,
    read: new Set(meters.flatMap((meter) => (isUnread(meter) ? [] : [meter.meterId]))),
    ledger: {
      ...ledger,
      firstDayOf: (meter, charge) =>
        earliestDay([
          ledger.firstDayOf(meter, charge),
          ...ledgers.billedSegmentsOf(meter.id, charge).map(({ periodStart }) => periodStart),
        ]),
    },
  };
}

/**
 * What a meter counted according to what was billed of it, however that was known then: the days between the ends of
 * what was billed evenly.
 */
function assumeBilledQuantity(billed: readonly CountedDays[]): MeterTotal {
  const days = new Set(billed.flatMap(({ periodStart, periodEnd }) => [addDays(periodStart, -1), periodEnd]));
  const knots = [...days].sort().map((day) => {
    const counted = billed.reduce((sum, segment) => sum + billedUntil(segment, day), 0n);
    return { day, counted, value: meterCountText(counted), valueOn: day, isRead: true };
  });
  return { knots, register: { digits: 9, decimals: 6 }, origin: 0n };
}

/** What was billed of some days until the end of one of them: divided by days. */
function billedUntil({ periodStart, periodEnd, quantity }: CountedDays, day: Day): bigint {
  if (day < periodStart) return 0n;
  if (day >= periodEnd) return quantity;
  return (
    (quantity * BigInt(daysInclusive({ periodStart, periodEnd: day }))) /
    BigInt(daysInclusive({ periodStart, periodEnd }))
  );
}

/**
 * What a correction changes of a meter or share on some days; `wanted` is the change of its amount if credit notes
 * limited nothing.
 */
export type RowChange = BilledAmount & { readonly wanted: Cents };

/**
 * The rows that bring what an invoice and its corrections charge of meters and shares to what is due now. No other
 * invoice charges the same; what credit notes gave back of these days, in whichever invoice, is not given back again.
 */
export function changeRows(
  apartmentId: string,
  due: readonly BilledAmount[],
  invoiced: readonly InvoicedRow[],
  findSubject: FindSubject,
): RowChange[] {
  const [dueByKey, invoicedByKey] = [Map.groupBy(due, keyOfRow), Map.groupBy(invoiced, keyOfRow)];
  const keys = [...new Set([...dueByKey.keys(), ...invoicedByKey.keys()])];
  const pairs = keys.flatMap((key) => {
    const [now, before] = [dueByKey.get(key) ?? [], invoicedByKey.get(key) ?? []];
    const like = now[0] ?? before[0];
    if (like === undefined) return [];
    const { meterId, charge, terms } = like;
    const subject = { apartmentId, meterId, isShare: meterId === null, charge, vatRate: terms?.vatRate ?? '' };
    const wanted = sumOf(now, 'amount') - sumOf(before, 'amount');
    return [{ like, now, before, wanted, subject: terms === undefined ? undefined : findSubject(subject, like) }];
  });
  // What is added comes first, so that it can be given back for other days of the same subject.
  return pairs.toSorted((a, b) => b.wanted - a.wanted).flatMap(changeOf);
}

function changeOf({
  like,
  now,
  before,
  wanted,
  subject,
}: {
  readonly like: BilledAmount;
  readonly now: readonly BilledAmount[];
  readonly before: readonly InvoicedRow[];
  readonly wanted: Cents;
  readonly subject: ChargedDays | undefined;
}): RowChange[] {
  const count = (rows: readonly BilledAmount[]) => rows.reduce((sum, row) => sum + parseQuantity(row.quantity), 0n);
  const left = count(now) - count(before);
  const wantedVat = sumOf(now, 'vatAmount') - sumOf(before, 'vatAmount');
  if (left === 0n && wanted === 0 && wantedVat === 0 && before.length > 0) return [];
  const { amount, vatAmount } =
    subject === undefined ? { amount: wanted, vatAmount: wantedVat } : settle(subject, wanted, wantedVat);
  // Where credit notes limit the amount, so do they the quantity; cut after six decimals, like register values.
  const units = amount === wanted ? left : ((left * BigInt(amount)) / BigInt(wanted) / 1000n) * 1000n;
  return [{ ...withoutCredit(like), quantity: formatDecimal({ units, scale: 9 }), amount, vatAmount, wanted }];
}

/** Changes what is charged of a subject, as far as it stands. */
function settle(subject: ChargedDays, wanted: Cents, wantedVat: Cents): { amount: Cents; vatAmount: Cents } {
  const { amount: billed, vatAmount: billedVat, credited, creditedVat } = subject;
  const settled = settleWithVat(
    { due: billed + wanted, billed, credited },
    { due: billedVat + wantedVat, billed: billedVat, credited: creditedVat },
  );
  subject.amount += settled.amount;
  subject.vatAmount += settled.vatAmount;
  return settled;
}

function withoutCredit({ meterId, charge, periodStart, periodEnd, terms, isEstimated }: BilledAmount) {
  return { meterId, charge, periodStart, periodEnd, terms, isEstimated, isSettled: false };
}

function keyOfRow({ meterId, charge, periodStart, periodEnd, terms }: BilledAmount): string {
  const { unitPrice, vatRate, coefficient } = terms ?? {};
  return [meterId, charge, periodStart, periodEnd, unitPrice, vatRate, coefficient].join(' ');
}

function sumOf(rows: readonly BilledAmount[], field: 'amount' | 'vatAmount'): Cents {
  return rows.reduce((sum, row) => sum + row[field], 0);
}

function parseQuantity(quantity: string): bigint {
  const decimal = parseDecimal(quantity, { decimals: 9, min: -1e12, max: 1e12 });
  if (decimal === undefined) throw new RangeError(`"${quantity}" is not a billed quantity.`);
  return decimal.units * 10n ** BigInt(9 - decimal.scale);
}
