// Which month a manager means who bills a building or enters its readings, and which one its state is about. Pure.

export type BillingFacts = {
  /** The last full month, 'YYYY-MM'. */
  readonly lastFull: string;
  /** The last month with an invoice. */
  readonly lastBilled: string | undefined;
  /** The last full month with a reading or a supplier bill; the readings of hand-overs are none here. */
  readonly lastPrepared: string | undefined;
  /** Whether the running month has a reading or a supplier bill. */
  readonly isBegun: boolean;
};

/**
 * The last month with readings or bills after the last billed one, a full one before the running one; without such, the
 * month after the last billed one. Where nothing was billed it is not before the last full month.
 */
export function monthToBill({ lastFull, lastBilled = monthAfter(lastFull, -1), lastPrepared, isBegun }: BillingFacts) {
  if (lastPrepared !== undefined && lastPrepared > lastBilled) return lastPrepared;
  return isBegun && lastBilled <= lastFull ? monthAfter(lastFull, 1) : monthAfter(lastBilled, 1);
}

/** The month to bill once it is over or has begun; until then the one before, whose invoices are sent and paid. */
export function shownMonth(facts: BillingFacts): string {
  const month = monthToBill(facts);
  const isShown = month <= facts.lastFull || (facts.isBegun && month === monthAfter(facts.lastFull, 1));
  return isShown ? month : monthAfter(month, -1);
}

function monthAfter(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
}
