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

/** Whether something is owed on the invoice `i`: it was sent, and is not paid in full. */
export function isOwed(db: Db) {
  return db`i.status = 'sent' and i.amount > i.amount_paid`;
}

/** Whether the invoice `i` is still to be sent: a draft, or one that was paid before it reached anybody. */
export function isUnsent(db: Db) {
  return db`(i.sent_at is null and i.status in ('draft', 'paid'))`;
}

/**
 * Whether the invoice `i` counts in the accounts: once it is sent or paid; a negative invoice as soon as it becomes
 * credit, sent or not.
 */
export function countsInAccounts(db: Db) {
  return db`(i.status in ('sent', 'paid') or i.status = 'draft' and i.amount < 0 and i.amount_paid = i.amount)`;
}
