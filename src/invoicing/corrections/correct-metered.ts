// Metered charges in a correction: which of them can be recalculated for a closed period, and the ledger rows that bring its ledgers to the current
// amounts.

import type { ConsumptionLedger } from '../../charging/metered/billed-consumption.ts';
import {
  parsePriceTerms,
  parseQuantityCount,
  quantityText,
  splitInProportion,
} from '../../charging/metered/billed-consumption.ts';
import { sumConsumptionOfPeriod } from '../../charging/metered/billed-consumption-queries.ts';
import { sumRemaindersOfPeriod } from '../../charging/metered/billed-remainder-queries.ts';
import { type BilledConsumption, canEstimate, isKnown } from '../../charging/metered/consumption-segments.ts';
import type { MeasuredPeriod } from '../../charging/metered/measure-period.ts';
import { meterTypeOf, neededMeterTypes } from '../../charging/metered/meter-types.ts';
import { findRemainderMeters } from '../../charging/metered/remainder.ts';
import type { BilledRemainder } from '../../charging/model.ts';
import type { MeterTotal } from '../../metering/counted-total.ts';
import type { MeterUse } from '../../metering/measure-meters.ts';
import type { Scope } from '../../platform/db/scope.ts';
import { addDays, type Day, daysInclusive, earliestDay, type Period } from '../../platform/values/dates.ts';
import { formatDecimal, parseDecimal } from '../../platform/values/decimal.ts';
import type { Charge } from '../../properties/model.ts';
import type { NewPosition } from '../invoice-queries.ts';

/** The ledger rows that an invoice and its corrections hold for some charges. */
export type InvoiceLedgerRows = {
  readonly billed: readonly BilledConsumption[];
  readonly billedRemainders: readonly BilledRemainder[];
};
export type PeriodLedgers = {
  readonly of: (invoiceId: string, codes: ReadonlySet<string>) => InvoiceLedgerRows;
  /** What all of them bill of a meter by a charge. */
  readonly billedSegmentsOf: (meterId: string, charge: Charge) => readonly CountedDays[];
};

/** Days of a meter, and what was billed of them: a count of 10^-6. */
type CountedDays = Period & { readonly quantity: bigint };

/** Loads what the invoices of a period hold in the ledgers. */
export async function loadPeriodLedgers(scope: Scope, buildingId: string, period: Period): Promise<PeriodLedgers> {
  const consumption = await sumConsumptionOfPeriod(scope, buildingId, period);
  const remainders = await sumRemaindersOfPeriod(scope, buildingId, period);
  const consumptionByInvoice = Map.groupBy(consumption, (row) => row.invoiceId);
  const remaindersByInvoice = Map.groupBy(remainders, (row) => row.invoiceId);
  const keyOf = (meterId: string, code: string) => `${meterId} ${code}`;
  const counted = Map.groupBy(
    consumption.map((row) => ({ ...row, quantity: parseQuantityCount(row.quantity) })),
    (row) => keyOf(row.meterId, row.charge),
  );
  const of = (invoiceId: string, codes: ReadonlySet<string>): InvoiceLedgerRows => ({
    billed: (consumptionByInvoice.get(invoiceId) ?? [])
      .filter(({ charge }) => codes.has(charge))
      .map(({ invoiceId: _, unitPrice, vatRate, coefficient, ...row }) => {
        return { ...row, terms: parsePriceTerms({ unitPrice, vatRate, coefficient }), isSettled: false };
      }),
    billedRemainders: (remaindersByInvoice.get(invoiceId) ?? [])
      .filter(({ charge }) => codes.has(charge))
      .map(({ invoiceId: _, unitPrice, vatRate, ...row }) => ({ ...row, terms: { unitPrice, vatRate } })),
  });
  return { of, billedSegmentsOf: (meterId, { code }) => counted.get(keyOf(meterId, code)) ?? [] };
}

type RecalculationContext = {
  readonly period: Period;
  readonly ledgers: PeriodLedgers;
  /** Apartments that have an invoice of the period. */
  readonly invoicedApartments: ReadonlySet<string>;
};

/**
 * The charges and meters that can be recalculated for a closed period. A remainder without a main meter is left unchanged. A meter without a reading
 * is left out, unless its apartment gets its first invoice: then the reading is reported as missing.
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

/** What a meter counted according to what was billed of it, however that was known then: the days between the ends of what was billed evenly. */
function assumeBilledQuantity(billed: readonly CountedDays[]): MeterTotal {
  const days = new Set(billed.flatMap(({ periodStart, periodEnd }) => [addDays(periodStart, -1), periodEnd]));
  const knots = [...days].sort().map((day) => {
    const counted = billed.reduce((sum, segment) => sum + billedUntil(segment, day), 0n);
    return { day, counted, value: quantityText(counted), valueOn: day, isRead: true };
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

/** Adds ledger rows to the positions of a correction that bill them: the current rows less those that the invoice and its corrections hold. */
export function attachLedgerRows(
  changes: readonly NewPosition[],
  due: readonly NewPosition[],
  ledger: InvoiceLedgerRows,
): readonly NewPosition[] {
  const consumption = subtractRows(
    due.flatMap((position) => position.billed ?? []),
    ledger.billed,
    (row) =>
      [
        row.meterId,
        row.charge,
        row.periodStart,
        row.periodEnd,
        row.terms?.unitPrice,
        row.terms?.vatRate,
        row.terms?.coefficient,
      ].join(' '),
  );
  const remainders = subtractRows(
    due.flatMap((position) => position.billedRemainders ?? []),
    ledger.billedRemainders,
    (row) => [row.charge, row.periodStart, row.periodEnd, row.terms.unitPrice, row.terms.vatRate].join(' '),
  );
  const consumptionAt = groupByPosition(limitRows(consumption, changes), changes);
  const remaindersAt = groupByPosition(limitRows(remainders, changes), changes);
  return changes.map((position, index) => ({
    ...position,
    billed: consumptionAt.get(index) ?? [],
    billedRemainders: remaindersAt.get(index) ?? [],
  }));
}

/** Rows by the index of the position that bills them. Those of a charge whose amount did not change are kept with the first. */
function groupByPosition<R extends LedgerRow>(rows: readonly R[], positions: readonly NewPosition[]): Map<number, R[]> {
  const isBilledBy = ({ charge, terms }: R, { code, vatRate }: NewPosition) =>
    code === charge && (terms === undefined || terms.vatRate === vatRate);
  return Map.groupBy(rows, (row) =>
    Math.max(
      0,
      positions.findIndex((position) => isBilledBy(row, position)),
    ),
  );
}

type LedgerRow = Pick<BilledConsumption, 'quantity' | 'amount' | 'vatAmount' | 'charge'> & {
  readonly terms: { readonly vatRate: string } | undefined;
};

/** The difference between two sets of rows, by key. */
function subtractRows<R extends LedgerRow>(due: readonly R[], billed: readonly R[], keyOf: (row: R) => string): R[] {
  const [dueByKey, billedByKey] = [Map.groupBy(due, keyOf), Map.groupBy(billed, keyOf)];
  return [...new Set([...dueByKey.keys(), ...billedByKey.keys()])].flatMap((key): R[] => {
    const [now, before] = [dueByKey.get(key) ?? [], billedByKey.get(key) ?? []];
    const like = now[0] ?? before[0];
    if (like === undefined) return [];
    const sum = (of: (row: R) => number) =>
      now.reduce((all, row) => all + of(row), 0) - before.reduce((all, row) => all + of(row), 0);
    const count = [
      ...now.map((row) => parseQuantity(row.quantity)),
      ...before.map((row) => -parseQuantity(row.quantity)),
    ].reduce((a, b) => a + b, 0n);
    const [amount, vatAmount] = [sum((row) => row.amount), sum((row) => row.vatAmount)];
    if (count === 0n && amount === 0 && vatAmount === 0 && before.length > 0) return [];
    return [{ ...like, quantity: formatDecimal({ units: count, scale: 9 }), amount, vatAmount }];
  });
}

function parseQuantity(quantity: string): bigint {
  const decimal = parseDecimal(quantity, { decimals: 9, min: -1e12, max: 1e12 });
  if (decimal === undefined) throw new RangeError(`"${quantity}" is not a billed quantity.`);
  return decimal.units * 10n ** BigInt(9 - decimal.scale);
}

/** Scales rows down to the positions of their charge and VAT rate, where earlier credits limited the amount. */
function limitRows<R extends LedgerRow>(rows: readonly R[], changes: readonly NewPosition[]): R[] {
  const keyOf = (charge: string, vatRate: string | undefined) => `${charge} ${vatRate}`;
  const groups = Map.groupBy(rows, (row) => keyOf(row.charge, row.terms?.vatRate));
  return [...groups].flatMap(([key, rowsOfKey]): R[] => {
    if (rowsOfKey[0]?.terms === undefined) return rowsOfKey;
    const wanted = rowsOfKey.reduce((sum, row) => sum + row.amount, 0);
    const given = changes.filter(({ code, vatRate }) => keyOf(code, vatRate) === key);
    const amount = given.reduce((sum, position) => sum + position.amount, 0);
    const vat = given.reduce((sum, position) => sum + position.vatAmount, 0);
    if (amount === wanted || wanted === 0) return rowsOfKey;
    const amounts = splitInProportion(
      amount,
      rowsOfKey.map((row) => row.amount),
    );
    const vats = splitInProportion(
      vat,
      rowsOfKey.map((row) => row.vatAmount),
    );
    return rowsOfKey.map((row, index) => {
      // Cut after six decimals, like register values.
      const units = ((parseQuantity(row.quantity) * BigInt(amount)) / BigInt(wanted) / 1000n) * 1000n;
      const rest = { amount: amounts[index] ?? 0, vatAmount: vats[index] ?? 0 };
      return { ...row, ...rest, quantity: formatDecimal({ units, scale: 9 }) };
    });
  });
}
