// SQL that finds the invoices of a period, and says which invoices count.

import type { Db } from '../platform/db/pool.ts';
import type { Scope } from '../platform/db/scope.ts';
import type { SqlFragment } from '../platform/db/sql.ts';
import type { Period } from '../platform/values/dates.ts';

/** A period whose days are columns of a query. */
type PeriodColumns = { readonly periodStart: SqlFragment; readonly periodEnd: SqlFragment };

/**
 * Whether the invoice `i` was made for exactly this period, or for a part of it where the apartment changed hands. Its
 * own days are within the period (constraint invoices_part); that it begins there is said so that the planner finds it
 * by the index of the building's periods.
 */
export function isOfPeriod(db: Db, { periodStart, periodEnd }: Period | PeriodColumns) {
  return db`(i.period_start between ${periodStart} and ${periodEnd} and coalesce(i.full_period_start, i.period_start) = ${periodStart} and coalesce(i.full_period_end, i.period_end) = ${periodEnd})`;
}

/**
 * Joins the positions `p` of each invoice `i`, found by their key. They are a query of their own (offset 0), so that
 * they are found so also in an organization that came since the last statistics: as a plain join, all its positions are
 * read for each of its invoices, because none are expected.
 */
export function positionsOfInvoice({ db, caller }: Pick<Scope, 'db' | 'caller'>) {
  return db`cross join lateral (select * from positions where tenant_id = ${caller.tenantId} and invoice_id = i.id offset 0) p`;
}

/** Joins the ledger rows `l` of each invoice `i`, as positionsOfInvoice does. */
export function ledgerRowsOfInvoice({ db, caller }: Pick<Scope, 'db' | 'caller'>) {
  return db`cross join lateral (select * from charge_ledger where tenant_id = ${caller.tenantId} and invoice_id = i.id offset 0) l`;
}
