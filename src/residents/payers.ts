// Payers: who pays an apartment's invoices, day by day, and where that changes within a period.
import type { Scope } from '../platform/db/scope.ts';
import { addDays, compareDays, type Day, type Period } from '../platform/values/dates.ts';
import { firstIndexWhere } from '../platform/values/sorted.ts';
import { type ApartmentResidency, listResidenciesAroundChanges } from './payer-queries.ts';

/** The days of a period on which the same people pay for an apartment. */
export type PayerPeriod = Period & { readonly payers: readonly string[] };

/**
 * Returns the payer periods of an apartment in a period, in order, without a gap. Payers are determined day by day:
 * owners who receive invoices; on days without any, other residents who receive them; without those, the owners. A new
 * payer period begins when none of the payers stays: a second owner who joins, on the first day of the period or later,
 * changes nothing. Days without a known payer belong to the previous payer period, at the beginning to the first.
 */
export function payerPeriodsOf(residencies: readonly ApartmentResidency[], period: Period): PayerPeriod[] {
  const dayBefore = addDays(period.periodStart, -1);
  const around = { periodStart: dayBefore, periodEnd: period.periodEnd };
  const all = endAtHandover(residencies.filter((residency) => overlapsPeriod(residency, around)));
  const residenciesInPeriod = closeOwnerGaps(all.filter((residency) => overlapsPeriod(residency, period)));
  const starts = residenciesInPeriod.flatMap(({ since, until }) => [
    since,
    ...(until === null ? [] : [addDays(until, 1)]),
  ]);
  const inside = starts.filter((day) => day > period.periodStart && day <= period.periodEnd);
  const days = [period.periodStart, ...new Set(inside.toSorted())];
  const payers = payersByDay(residenciesInPeriod, days);
  // A person who comes on the first day of the period joins those from before, as on any other day. If nothing is
  // divided, all of them pay.
  const before = payersOn(all, dayBefore);
  const payerPeriods = splitAtPayerChanges(payers, before);
  const divided = payerPeriods.length > 1 ? payerPeriods : splitAtPayerChanges(payers, []);
  return divided.map(({ periodStart, payers }, index) => {
    const next = divided[index + 1]?.periodStart;
    return { periodStart, periodEnd: next === undefined ? period.periodEnd : addDays(next, -1), payers };
  });
}

/** The payer periods of apartments that changed hands inside a period, by apartment; other apartments are left out. */
export async function findPayerPeriods(
  scope: Scope,
  buildingId: string,
  period: Period,
): Promise<Map<string, PayerPeriod[]>> {
  const residencies = await listResidenciesAroundChanges(scope, buildingId, period);
  const payerPeriods = [...Map.groupBy(residencies, (residency) => residency.apartmentId)].map(
    ([apartmentId, residencies]) => [apartmentId, payerPeriodsOf(residencies, period)] as const,
  );
  return new Map(payerPeriods.filter(([, periods]) => periods.length > 1));
}

/**
 * Splits at days where none of the payers stays. On the first day only those of `before` count, if any of them pays.
 */
function splitAtPayerChanges(
  days: readonly { readonly day: Day; readonly payers: readonly string[] }[],
  before: readonly string[],
): Omit<PayerPeriod, 'periodEnd'>[] {
  const payerPeriods: { periodStart: Day; payers: readonly string[] }[] = [];
  for (const { day, payers } of days) {
    const current = payerPeriods.at(-1);
    const incumbents = new Set(current?.payers ?? before);
    const staying = payers.filter((payer) => incumbents.has(payer));
    if (current === undefined) payerPeriods.push({ periodStart: day, payers: staying.length > 0 ? staying : payers });
    else if (payers.length === 0) continue;
    else if (staying.length > 0) current.payers = staying;
    else if (current.payers.length === 0) current.payers = payers;
    else payerPeriods.push({ periodStart: day, payers });
  }
  return payerPeriods;
}

/** Finds everybody who pays for an apartment on some day of a period, except hidden people. */
export type FindPayers = (apartmentId: string, days: Period, hidden: readonly string[]) => readonly string[];

/** Finds payers by the residencies of apartments: of the same days only once, however many invoices there are. */
export function makePayerFinder(residencies: ReadonlyMap<string, readonly ApartmentResidency[]>): FindPayers {
  const payersOf = new Map<string, readonly string[]>();
  return (apartmentId, { periodStart, periodEnd }, hidden) => {
    const key = `${apartmentId} ${periodStart} ${periodEnd}`;
    let payers = payersOf.get(key);
    if (payers === undefined) {
      const periods = payerPeriodsOf(residencies.get(apartmentId) ?? [], { periodStart, periodEnd });
      payers = periods.flatMap((payerPeriod) => payerPeriod.payers);
      payersOf.set(key, payers);
    }
    if (hidden.length === 0) return payers;
    const isHidden = new Set(hidden);
    return payers.filter((payer) => !isHidden.has(payer));
  };
}

/**
 * Reports whether somebody pays for both. A period without known payers belongs to the apartment, and so matches any.
 */
export function haveCommonPayer(payers: readonly string[], otherPayers: readonly string[]): boolean {
  if (payers.length === 0 || otherPayers.length === 0) return true;
  if (payers.length * otherPayers.length < 100) return payers.some((payer) => otherPayers.includes(payer));
  const others = new Set(otherPayers);
  return payers.some((payer) => others.has(payer));
}

/** The payers on each of some days, in order: a residency is looked at only on those of its days. */
function payersByDay(residencies: readonly ApartmentResidency[], days: readonly Day[]) {
  const coming = residencies.toSorted((a, b) => compareDays(a.since, b.since));
  const order = new Map(residencies.map((residency, index) => [residency, index]));
  const placeOf = (residency: ApartmentResidency) => order.get(residency) ?? 0;
  let present: readonly ApartmentResidency[] = [];
  let next = 0;
  return days.map((day) => {
    const begun = coming.slice(next, countUntil(coming, next, day));
    next += begun.length;
    // Those who stay are in order, so only those who come are sorted.
    const [staying, arriving] = [present, begun.toSorted((a, b) => placeOf(a) - placeOf(b))].map((all) =>
      all.filter((residency) => includesDay(residency, day)),
    ) as [ApartmentResidency[], ApartmentResidency[]];
    present = arriving.length === 0 ? staying : mergeInOrder(staying, arriving, placeOf);
    return { day, payers: payersAmong(present) };
  });
}

/** One list of two that are in order. */
function mergeInOrder<T>(list: readonly T[], other: readonly T[], placeOf: (item: T) => number): T[] {
  const merged: T[] = [];
  let next = 0;
  for (const item of other) {
    for (; next < list.length && placeOf(list[next] as T) < placeOf(item); next += 1) merged.push(list[next] as T);
    merged.push(item);
  }
  return [...merged, ...list.slice(next)];
}

/** The index after the last that begins until a day. */
function countUntil(coming: readonly ApartmentResidency[], from: number, day: Day): number {
  let end = from;
  while ((coming[end]?.since ?? maxDay) <= day) end += 1;
  return end;
}

const maxDay = '9999-12-32';

function payersOn(residencies: readonly ApartmentResidency[], day: Day): string[] {
  return payersAmong(residencies.filter((residency) => includesDay(residency, day)));
}

function payersAmong(present: readonly ApartmentResidency[]): string[] {
  const owners = present.filter((residency) => residency.role === 'owner');
  const receiving = present.filter((residency) => residency.receivesInvoice);
  const receivingOwners = owners.filter((residency) => residency.receivesInvoice);
  const paying = [receivingOwners, receiving, owners].find((group) => group.length > 0) ?? [];
  return [...new Set(paying.map((residency) => residency.residentId))];
}

/**
 * Residencies without their last day if that is another person's first: it belongs to the newcomer. A residency of only
 * that day disappears if the newcomer stays longer. The same rule as hasDayBetween in residency-day-queries.ts.
 */
function endAtHandover(residencies: readonly ApartmentResidency[]): ApartmentResidency[] {
  const beginning = Map.groupBy(residencies, (residency) => residency.since);
  const arrivals = new Map([...beginning].map(([day, all]) => [day, summariseArrivals(all)]));
  return residencies.flatMap((residency) => {
    const { since, until, residentId } = residency;
    if (until === null) return [residency];
    const arrival = arrivals.get(until);
    const last = arrival && (arrival.lastResident === residentId ? arrival.lastOfOthers : arrival.last);
    if (last === undefined || !(since < until || last > until)) return [residency];
    return since === until ? [] : [{ ...residency, until: addDays(until, -1) }];
  });
}

/**
 * Who stays longest of those who begin on a day, until when, and how long the one who stays longest of all others does.
 */
function summariseArrivals(all: readonly ApartmentResidency[]) {
  const lastDays = new Map<string, Day>();
  for (const { residentId, until } of all) {
    const last = until ?? maxDay;
    if (last > (lastDays.get(residentId) ?? '')) lastDays.set(residentId, last);
  }
  const longest = [...lastDays].sort(([, a], [, b]) => (a > b ? -1 : 1));
  return { lastResident: longest[0]?.[0], last: longest[0]?.[1], lastOfOthers: longest[1]?.[1] };
}

/**
 * Owners' residencies, extended to the day before the next owner's if there is a gap: a tenant does not pay for those
 * days.
 */
function closeOwnerGaps(residencies: readonly ApartmentResidency[]): ApartmentResidency[] {
  const owners = residencies.filter((residency) => residency.role === 'owner');
  const bySince = owners.toSorted((a, b) => (a.since < b.since ? -1 : 1));
  const starts = bySince.map((owner) => owner.since);
  // The last day of all owners up to each one: an owner is there on a day if one who began until then stays until then.
  let latest = '';
  const lastDays = bySince.map((owner) => {
    const last = owner.until ?? maxDay;
    latest = last > latest ? last : latest;
    return latest;
  });
  return residencies.map((residency) => {
    if (residency.role !== 'owner' || residency.until === null) return residency;
    const after = addDays(residency.until, 1);
    const next = firstIndexWhere(starts, (day) => day > after);
    const later = starts[next];
    if (later === undefined || (lastDays[next - 1] ?? '') >= after) return residency;
    return { ...residency, until: addDays(later, -1) };
  });
}

function overlapsPeriod({ since, until }: ApartmentResidency, { periodStart, periodEnd }: Period): boolean {
  return since <= periodEnd && (until === null || until >= periodStart);
}

function includesDay({ since, until }: ApartmentResidency, day: Day): boolean {
  return since <= day && (until === null || until >= day);
}
