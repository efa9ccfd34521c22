// SQL that finds the invoices of a period.

import type { Db } from '../platform/db/pool.ts';
import type { SqlFragment } from '../platform/db/sql.ts';
import type { Period } from '../platform/values/dates.ts';

/** A period whose days are columns of a query. */
type PeriodColumns = { readonly periodStart: SqlFragment; readonly periodEnd: SqlFragment };

/**
 * Whether the invoice `i` was made for exactly this period, or for a part of it where the apartment changed hands. Its own days are within the period
 * (constraint invoices_part); that it begins there is said so that the planner finds it by the index of the building's periods.
 */
export function isOfPeriod(db: Db, { periodStart, periodEnd }: Period | PeriodColumns) {
  return db`(i.period_start between ${periodStart} and ${periodEnd} and coalesce(i.full_period_start, i.period_start) = ${periodStart} and coalesce(i.full_period_end, i.period_end) = ${periodEnd})`;
}
