// SQL that finds the invoices of a period.

import type { Db } from '../platform/db/pool.ts';
import type { Period } from '../platform/values/dates.ts';

/** Whether the invoice `i` was made for exactly this period, or for a part of it where the apartment changed hands. */
export function isOfPeriod(db: Db, { periodStart, periodEnd }: Period) {
  return db`(coalesce(i.full_period_start, i.period_start) = ${periodStart} and coalesce(i.full_period_end, i.period_end) = ${periodEnd})`;
}
