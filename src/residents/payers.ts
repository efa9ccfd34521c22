// Payers: who pays an apartment's invoices, day by day, and where that changes within a period.
import { addDays, type Day, type Period } from '../platform/values/dates.ts';
import type { ResidencyRole } from './resident-queries.ts';

/** A residency: one person in one apartment, from day to day. */
export type ApartmentResidency = {
  readonly residentId: string;
  readonly role: ResidencyRole;
  readonly since: Day;
  readonly until: Day | null;
  readonly receivesInvoice: boolean;
};

/** The days of a period on which the same people pay for an apartment. */
export type PayerPeriod = Period & { readonly payers: readonly string[] };

/**
 * Returns the payer periods of an apartment in a period, in order, without a gap. Payers are determined day by day: owners who receive invoices; on days
 * without any, other residents who receive them; without those, the owners. A new payer period begins when none of the payers stays: a second owner who joins,
 * on the first day of the period or later, changes nothing. Days without a known payer belong to the previous payer period, at the beginning to the first.
 */
export function payerPeriodsOf(residencies: readonly ApartmentResidency[], period: Period): PayerPeriod[] {
  const all = endAtHandover(residencies);
  const residenciesInPeriod = closeOwnerGaps(all.filter((residency) => overlapsPeriod(residency, period)));
  const starts = residenciesInPeriod.flatMap(({ since, until }) => [
    since,
    ...(until === null ? [] : [addDays(until, 1)]),
  ]);
  const inside = starts.filter((day) => day > period.periodStart && day <= period.periodEnd);
  const days = [period.periodStart, ...new Set(inside.toSorted())];
  const payers = days.map((day) => ({ day, payers: payersOn(residenciesInPeriod, day) }));
  // A person who comes on the first day of the period joins those from before, as on any other day. If nothing is divided, all of them pay.
  const before = payersOn(all, addDays(period.periodStart, -1));
  const payerPeriods = splitAtPayerChanges(payers, before);
  const divided = payerPeriods.length > 1 ? payerPeriods : splitAtPayerChanges(payers, []);
  return divided.map(({ periodStart, payers }, index) => {
    const next = divided[index + 1]?.periodStart;
    return { periodStart, periodEnd: next === undefined ? period.periodEnd : addDays(next, -1), payers };
  });
}

/** Splits at days where none of the payers stays. On the first day only those of `before` count, if any of them pays. */
function splitAtPayerChanges(
  days: readonly { readonly day: Day; readonly payers: readonly string[] }[],
  before: readonly string[],
): Omit<PayerPeriod, 'periodEnd'>[] {
  const payerPeriods: { periodStart: Day; payers: readonly string[] }[] = [];
  for (const { day, payers } of days) {
    const current = payerPeriods.at(-1);
    const incumbents = current?.payers ?? before;
    const staying = payers.filter((payer) => incumbents.includes(payer));
    if (current === undefined) payerPeriods.push({ periodStart: day, payers: staying.length > 0 ? staying : payers });
    else if (payers.length === 0) continue;
    else if (staying.length > 0) current.payers = staying;
    else if (current.payers.length === 0) current.payers = payers;
    else payerPeriods.push({ periodStart: day, payers });
  }
  return payerPeriods;
}

/** Everybody who pays for an apartment on some day of a period, except hidden people. */
export function findPayers(
  residencies: readonly ApartmentResidency[],
  { periodStart, periodEnd }: Period,
  hidden: readonly string[],
): string[] {
  const payers = payerPeriodsOf(residencies, { periodStart, periodEnd }).flatMap((payerPeriod) => payerPeriod.payers);
  return payers.filter((payer) => !hidden.includes(payer));
}

/** Reports whether somebody pays for both. A period without known payers belongs to the apartment, and so matches any. */
export function haveCommonPayer(payers: readonly string[], otherPayers: readonly string[]): boolean {
  return payers.length === 0 || otherPayers.length === 0 || payers.some((payer) => otherPayers.includes(payer));
}

function payersOn(residencies: readonly ApartmentResidency[], day: Day): string[] {
  const present = residencies.filter((residency) => includesDay(residency, day));
  const owners = present.filter((residency) => residency.role === 'owner');
  const receiving = present.filter((residency) => residency.receivesInvoice);
  const receivingOwners = owners.filter((residency) => residency.receivesInvoice);
  const paying = [receivingOwners, receiving, owners].find((group) => group.length > 0) ?? [];
  return [...new Set(paying.map((residency) => residency.residentId))];
}

/**
 * Residencies without their last day if that is another person's first: it belongs to the newcomer. A residency of only that day disappears if the newcomer
 * stays longer. The same rule as hasDayBetween in residency-day-queries.ts.
 */
function endAtHandover(residencies: readonly ApartmentResidency[]): ApartmentResidency[] {
  return residencies.flatMap((residency) => {
    const { since, until, residentId } = residency;
    if (until === null) return [residency];
    const endsLater = (other: ApartmentResidency) => other.until === null || other.until > until;
    const beginsThatDay = (other: ApartmentResidency) => other.since === until && other.residentId !== residentId;
    if (!residencies.some((other) => beginsThatDay(other) && (since < until || endsLater(other)))) return [residency];
    return since === until ? [] : [{ ...residency, until: addDays(until, -1) }];
  });
}

/** Owners' residencies, extended to the day before the next owner's if there is a gap: a tenant does not pay for those days. */
function closeOwnerGaps(residencies: readonly ApartmentResidency[]): ApartmentResidency[] {
  const owners = residencies.filter((residency) => residency.role === 'owner');
  return residencies.map((residency) => {
    if (residency.role !== 'owner' || residency.until === null) return residency;
    const after = addDays(residency.until, 1);
    const later = owners.map((owner) => owner.since).filter((since) => since > after);
    if (later.length === 0 || owners.some((owner) => includesDay(owner, after))) return residency;
    return { ...residency, until: addDays(later.toSorted()[0] as Day, -1) };
  });
}

function overlapsPeriod({ since, until }: ApartmentResidency, { periodStart, periodEnd }: Period): boolean {
  return since <= periodEnd && (until === null || until >= periodStart);
}

function includesDay({ since, until }: ApartmentResidency, day: Day): boolean {
  return since <= day && (until === null || until >= day);
}
