// Payer days: which days of a period each payer of an apartment pays for. Pure.
import { type Day, type Period, sharedDays } from '../platform/values/dates.ts';

/**
 * A period, and the days of each payer for the apartments that changed hands inside it: together they make up the
 * period.
 */
export type PeriodPayers = {
  readonly period: Period;
  readonly payerDays: ReadonlyMap<string, readonly Period[]>;
};

/** The days of each payer of an apartment: one payer and the whole period if it did not change hands. */
export function payerDaysOf({ period, payerDays }: PeriodPayers, apartmentId: string): readonly Period[] {
  return payerDays.get(apartmentId) ?? [period];
}

/**
 * The days of a part that each payer pays for, undefined for a payer of none. Days before the period are the first
 * payer's.
 */
export function splitByPayer(part: Period, payerDays: readonly Period[]): (Period | undefined)[] {
  const isBeforePeriod = part.periodEnd < (payerDays[0]?.periodStart ?? '');
  if (isBeforePeriod) return payerDays.map((_, index) => (index === 0 ? part : undefined));
  return payerDays.map((days) => sharedDays(part, days));
}

/** The index of the payer of a day: the first payer's for days before the period. */
export function payerOn(day: Day, payerDays: readonly Period[]): number {
  const index = payerDays.findIndex(({ periodStart, periodEnd }) => periodStart <= day && day <= periodEnd);
  return Math.max(0, index);
}
