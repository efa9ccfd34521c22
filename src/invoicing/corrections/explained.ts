// Explains corrections of metered charges: what the meters counted on the days that differ, what was billed before, and why. Pure.

import type { CorrectedDays, ReadingsTaken } from '../../charging/calculation.ts';
import { parseQuantityCount } from '../../charging/metered/billed-consumption.ts';
import { type BilledConsumption, billedText } from '../../charging/metered/consumption-segments.ts';
import { billedScale, billedUnits, type MeterUse, toBilledUnits } from '../../metering/measure-meters.ts';
import { formatDecimal, multiply, parseDecimal, roundToCents } from '../../platform/values/decimal.ts';
import { amountFromCents } from '../../platform/values/money.ts';
import type { NewPosition } from '../invoice-queries.ts';

type Meters = ReadonlyMap<string, MeterUse>;
/** The meters that a correction goes by, and those of them of which readings are known. */
export type ExplainingMeters = { readonly byId: Meters; readonly read: ReadonlySet<string> };

/**
 * The positions of a correction, with explanations for metered charges. `due` is what the invoice should hold, `held` the metered quantities that it
 * and its corrections bill. Days at a price are explained on the position of their VAT rate; days that a bill is divided by, on the first position of
 * their charge.
 */
export function explained(
  changes: readonly NewPosition[],
  due: readonly NewPosition[],
  held: readonly BilledConsumption[],
  { byId, read }: ExplainingMeters,
): NewPosition[] {
  const now = due.flatMap((position) => position.billed ?? []);
  return changes.map((change, place): NewPosition => {
    const { code, vatRate, calculation } = change;
    const isFirst = changes.findIndex((other) => other.code === code) === place;
    const isOwn = (row: BilledConsumption) =>
      row.charge === code && (row.terms === undefined ? isFirst : row.terms.vatRate === vatRate);
    const correctedDays = daysOf(now.filter(isOwn), held.filter(isOwn), byId);
    if (calculation.method !== 'difference' || correctedDays.length === 0) return change;
    const readings = due
      .filter((position) => position.code === code)
      .flatMap(readingsOf)
      .filter(({ meterId }) => read.has(meterId));
    return { ...change, calculation: { ...calculation, correctedDays, ...(readings.length > 0 && { readings }) } };
  });
}

function readingsOf({ calculation }: NewPosition): readonly ReadingsTaken[] {
  return 'readings' in calculation ? (calculation.readings ?? []) : [];
}

function daysOf(
  now: readonly BilledConsumption[],
  held: readonly BilledConsumption[],
  meters: Meters,
): CorrectedDays[] {
  const keyOf = ({ periodStart, periodEnd, terms }: BilledConsumption) =>
    [periodStart, periodEnd, terms?.unitPrice, terms?.coefficient].join(' ');
  const [after, before] = [Map.groupBy(now, keyOf), Map.groupBy(held, keyOf)];
  const keys = [...new Set([...after.keys(), ...before.keys()])].sort();
  return keys.flatMap((key) => correctedOn(after.get(key) ?? [], before.get(key) ?? [], meters));
}

/** The difference on days at one price; undefined if there is none. */
function correctedOn(
  now: readonly BilledConsumption[],
  held: readonly BilledConsumption[],
  meters: Meters,
): CorrectedDays[] {
  const first = now[0] ?? held[0];
  const meter = meters.get(first?.meterId ?? '');
  if (first === undefined || meter === undefined) return [];
  const count = (rows: readonly BilledConsumption[]) =>
    rows.reduce(
      (sum, row) => sum + toBilledUnits(parseQuantityCount(row.quantity), meters.get(row.meterId) ?? meter),
      0n,
    );
  const cents = (rows: readonly BilledConsumption[]) => rows.reduce((sum, row) => sum + row.amount, 0);
  const [counted, billed, due, before] = [count(now), count(held), cents(now), cents(held)];
  if (counted === billed && due === before) return [];
  const isBilled = held.some((row) => row.amount !== 0 || parseQuantityCount(row.quantity) !== 0n);
  const wasEstimated = held.some((row) => row.isEstimated) && now.every((row) => !row.isEstimated);
  return [
    {
      ...{ from: first.periodStart, to: first.periodEnd, unit: billedUnits[meter.type] },
      why: !isBilled ? 'not_billed' : wasEstimated ? 'estimated' : 'corrected',
      ...{ counted: billedText(counted), billedBefore: billedText(billed), quantity: billedText(counted - billed) },
      ...(first.terms && { ...priced(first.terms, counted, due), before: amountFromCents(before) }),
    },
  ];
}

function priced({ unitPrice, coefficient }: NonNullable<BilledConsumption['terms']>, counted: bigint, due: number) {
  const exact = (text: string) => parseDecimal(text, { decimals: 6, min: -1e9, max: 1e9 }) ?? { units: 0n, scale: 0 };
  const raw = multiply(multiply({ units: counted, scale: billedScale }, exact(coefficient)), exact(unitPrice));
  return {
    unitPrice,
    ...(coefficient !== '1' && { coefficient }),
    ...(roundToCents(raw) === due && { raw: formatDecimal(raw) }),
    rounded: amountFromCents(due),
  };
}
