// Tariffs: which price and VAT rate of a charge apply on which days of a period. Every day has exactly one of each.
import { addDays, daysInclusive, type Period } from '../platform/values/dates.ts';
import { type Decimal, decimalRanges, parseStoredDecimal } from '../platform/values/decimal.ts';
import type { Charge } from '../properties/model.ts';
import { describeCharge } from './message-words.ts';

/** Days of a period with one price and one VAT rate; `of` is the number of days of the whole period. */
export type TariffPeriod = Period & {
  readonly days: number;
  readonly of: number;
  /** Undefined for a charge that splits a bill. */
  readonly unitPrice: Decimal | undefined;
  readonly vatRate: Decimal;
};

/** Splits a period by a charge's tariffs, in order: one part when nothing changes inside it. */
export function splitByTariff(charge: Charge, period: Period): TariffPeriod[] {
  const of = daysInclusive(period);
  const versions = [
    { from: period.periodStart, ...tariffOn(charge, period.periodStart) },
    ...(charge.tariffs ?? [])
      .filter(({ from }) => from > period.periodStart && from <= period.periodEnd)
      .map(({ from }) => ({ from, ...tariffOn(charge, from) })),
  ];
  const changes = versions.filter((version, index) => {
    const before = versions[index - 1];
    return before === undefined || before.unitPrice !== version.unitPrice || before.vatRate !== version.vatRate;
  });
  return changes.map(({ from: periodStart, unitPrice, vatRate }, index) => {
    const next = changes[index + 1];
    const periodEnd = next === undefined ? period.periodEnd : addDays(next.from, -1);
    return {
      periodStart,
      periodEnd,
      days: daysInclusive({ periodStart, periodEnd }),
      of,
      unitPrice:
        unitPrice === undefined
          ? undefined
          : parseStoredDecimal(unitPrice, decimalRanges.tariff, `unit price of ${describeCharge(charge)}`),
      vatRate: parseStoredDecimal(vatRate, decimalRanges.vatRate, `VAT rate of ${describeCharge(charge)}`),
    };
  });
}

/** Price and VAT rate on a day: each from the last tariff up to that day that sets it. */
function tariffOn({ unitPrice, vatRate, tariffs = [] }: Charge, day: string) {
  const until = tariffs.filter(({ from }) => from <= day);
  return {
    unitPrice: until.findLast((tariff) => tariff.unitPrice !== undefined)?.unitPrice ?? unitPrice,
    vatRate: until.findLast((tariff) => tariff.vatRate !== undefined)?.vatRate ?? vatRate,
  };
}
