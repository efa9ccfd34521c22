// Explains corrections of metered charges: what the meters counted on the days that differ, what was billed before, and
// why. Pure.

import type { CorrectedDays, ReadingsUsed, Unit } from '../../charging/calculation.ts';
import { parseMeterCount } from '../../charging/metered/billed-consumption.ts';
import { type BilledAmount, billedUnitsText, parseBilledUnits } from '../../charging/metered/consumption-segments.ts';
import { billedScale, type MeterUse, toBilledUnits } from '../../metering/measure-meters.ts';
import { billedUnits } from '../../platform/values/bases.ts';
import { formatDecimal, multiply, parseDecimal, roundToCents } from '../../platform/values/decimal.ts';
import { amountFromCents } from '../../platform/values/money.ts';
import type { NewPosition } from '../invoice-queries.ts';

type Meters = ReadonlyMap<string, MeterUse>;
/**
 * The meters that a correction uses, those of them that were read, and the unit in which a charge bills; undefined if
 * it is not metered any more.
 */
export type ExplainingMeters = {
  readonly byId: Meters;
  readonly read: ReadonlySet<string>;
  readonly unitOf: (charge: string) => Unit | undefined;
};

/**
 * The positions of a correction, with explanations for metered charges. `due` is what the invoice should bill, `before`
 * what it and its corrections charge of meters and shares. Days at a price are explained on the position of their VAT
 * rate; days that a bill is divided by, on the first position of their charge.
 */
export function explained(
  changes: readonly NewPosition[],
  due: readonly NewPosition[],
  before: readonly BilledAmount[],
  { byId, read, unitOf }: ExplainingMeters,
): NewPosition[] {
  const now = due.flatMap((position) => position.billed ?? []);
  return changes.map((change, index): NewPosition => {
    const { code, vatRate, calculation } = change;
    const isFirst = changes.findIndex((other) => other.code === code) === index;
    const hasRows = change.billed?.some(({ terms }) => terms !== undefined) ?? false;
    const isOfChange = (row: BilledAmount) =>
      row.charge === code && (row.terms === undefined ? isFirst : hasRows && row.terms.vatRate === vatRate);
    const isOfMeter = (row: BilledAmount) => row.meterId !== null && isOfChange(row);
    const isShare = (row: BilledAmount) => row.meterId === null && isOfChange(row);
    const correctedDays = [
      ...explainConsumption(now.filter(isOfMeter), before.filter(isOfMeter), byId),
      ...explainRemainders(now.filter(isShare), before.filter(isShare), unitOf(code)),
    ];
    if (calculation.method !== 'difference' || correctedDays.length === 0) return change;
    const readings = due
      .filter((position) => position.code === code)
      .flatMap(readingsOf)
      .filter(({ meterId }) => read.has(meterId));
    return { ...change, calculation: { ...calculation, correctedDays, ...(readings.length > 0 && { readings }) } };
  });
}

function readingsOf({ calculation }: NewPosition): readonly ReadingsUsed[] {
  return 'readings' in calculation ? (calculation.readings ?? []) : [];
}

function explainConsumption(
  now: readonly BilledAmount[],
  billed: readonly BilledAmount[],
  meters: Meters,
): CorrectedDays[] {
  const keyOf = ({ periodStart, periodEnd, terms }: BilledAmount) =>
    [periodStart, periodEnd, terms?.unitPrice, terms?.coefficient].join(' ');
  const [after, before] = [Map.groupBy(now, keyOf), Map.groupBy(billed, keyOf)];
  const keys = [...new Set([...after.keys(), ...before.keys()])].sort();
  return keys.flatMap((key) => correctedOn(after.get(key) ?? [], before.get(key) ?? [], meters));
}

/** The difference on days at one price; undefined if there is none. */
function correctedOn(
  now: readonly BilledAmount[],
  billedRows: readonly BilledAmount[],
  meters: Meters,
): CorrectedDays[] {
  const first = now[0] ?? billedRows[0];
  const meter = meters.get(first?.meterId ?? '');
  if (first === undefined || meter === undefined) return [];
  const count = (rows: readonly BilledAmount[]) =>
    rows.reduce(
      (sum, row) => sum + toBilledUnits(parseMeterCount(row.quantity), meters.get(row.meterId ?? '') ?? meter),
      0n,
    );
  const cents = (rows: readonly BilledAmount[]) => rows.reduce((sum, row) => sum + row.amount, 0);
  const [counted, billed, due, before] = [count(now), count(billedRows), cents(now), cents(billedRows)];
  if (counted === billed && due === before) return [];
  const isBilled = billedRows.some((row) => row.amount !== 0 || parseMeterCount(row.quantity) !== 0n);
  const wasEstimated = billedRows.some((row) => row.isEstimated) && now.every((row) => !row.isEstimated);
  return [
    {
      from: first.periodStart,
      to: first.periodEnd,
      unit: billedUnits[meter.type],
      why: !isBilled ? 'not_billed' : wasEstimated ? 'estimated' : 'corrected',
      counted: billedUnitsText(counted),
      billedBefore: billedUnitsText(billed),
      quantity: billedUnitsText(counted - billed),
      ...(first.terms && { ...priced(first.terms, counted, due), before: amountFromCents(before) }),
    },
  ];
}

/**
 * The share of a remainder on each segment that differs. Without a unit, as the charge is not metered any more, they
 * cannot be explained.
 */
function explainRemainders(
  now: readonly BilledAmount[],
  billedRows: readonly BilledAmount[],
  unit: Unit | undefined,
): CorrectedDays[] {
  if (unit === undefined) return [];
  const keyOf = ({ periodStart, periodEnd, terms }: BilledAmount) =>
    [periodStart, periodEnd, terms?.unitPrice].join(' ');
  const [after, before] = [Map.groupBy(now, keyOf), Map.groupBy(billedRows, keyOf)];
  const count = (rows: readonly BilledAmount[]) => rows.reduce((sum, row) => sum + parseBilledUnits(row.quantity), 0n);
  const cents = (rows: readonly BilledAmount[]) => rows.reduce((sum, row) => sum + row.amount, 0);
  return [...new Set([...after.keys(), ...before.keys()])].sort().flatMap((key): CorrectedDays[] => {
    const [dueRows, billed] = [after.get(key) ?? [], before.get(key) ?? []];
    const first = dueRows[0] ?? billed[0];
    const [counted, billedBefore, due, paid] = [count(dueRows), count(billed), cents(dueRows), cents(billed)];
    if (first?.terms === undefined || (counted === billedBefore && due === paid)) return [];
    return [
      {
        from: first.periodStart,
        to: first.periodEnd,
        unit,
        why: billed.length === 0 ? 'not_billed' : 'corrected',
        counted: billedUnitsText(counted),
        billedBefore: billedUnitsText(billedBefore),
        quantity: billedUnitsText(counted - billedBefore),
        ...priced(first.terms, counted, due),
        before: amountFromCents(paid),
      },
    ];
  });
}

function priced({ unitPrice, coefficient }: NonNullable<BilledAmount['terms']>, counted: bigint, due: number) {
  const exact = (text: string) => parseDecimal(text, { decimals: 6, min: -1e9, max: 1e9 }) ?? { units: 0n, scale: 0 };
  const raw = multiply(multiply({ units: counted, scale: billedScale }, exact(coefficient)), exact(unitPrice));
  return {
    unitPrice,
    ...(coefficient !== '1' && { coefficient }),
    ...(roundToCents(raw) === due && { raw: formatDecimal(raw) }),
    rounded: amountFromCents(due),
  };
}
