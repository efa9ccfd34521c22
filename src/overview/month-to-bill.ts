// Which month a manager means who bills a building or enters its readings, and which one its state is about. Pure.
import { addDays, endOfMonth } from '../platform/values/dates.ts';

export type BillingFacts = {
  /** The last full month, 'YYYY-MM'. */
  readonly lastFull: string;
  /** The last month with an invoice. */
  readonly lastBilled: string | undefined;
  /** The last full month with a reading or a supplier bill; the readings of hand-overs are none here. */
  readonly lastPrepared: string | undefined;
  /** Whether the running month has a reading or a supplier bill. */
  readonly isBegun: boolean;
  /** The month in which it was added, of a building with residents that was never billed. */
  readonly addedIn: string | undefined;
};

/**
 * The last month with readings or bills after the last billed one, a full one before the running one; without such, the
 * month after the last billed one. Where nothing was billed it is not before the last full month.
 */
export function monthToBill({ lastFull, lastBilled = monthBefore(lastFull), lastPrepared, isBegun }: BillingFacts) {
  if (lastPrepared !== undefined && lastPrepared > lastBilled) return lastPrepared;
  return isBegun && lastBilled <= lastFull ? monthAfter(lastFull) : monthAfter(lastBilled);
}

/** The month to bill once it is over or has begun; until then the one before, whose invoices are sent and paid. */
export function shownMonth(facts: BillingFacts): string {
  const month = monthToBill(facts);
  const isShown = month <= facts.lastFull || (facts.isBegun && month === monthAfter(facts.lastFull));
  return isShown ? month : monthBefore(month);
}

/**
 * Whether the month of all buildings waits for this one: in the last three full months or since it was billed, got
 * readings or bills, or was added with residents.
 */
export function isInUse({ lastFull, lastBilled = '', lastPrepared = '', isBegun, addedIn = '' }: BillingFacts) {
  const from = monthBefore(monthBefore(lastFull));
  return isBegun || [lastBilled, lastPrepared, addedIn].some((month) => month >= from);
}

function monthAfter(month: string): string {
  return addDays(endOfMonth(`${month}-01`), 1).slice(0, 7);
}

function monthBefore(month: string): string {
  return addDays(`${month}-01`, -1).slice(0, 7);
}
