// What a resident may see of an invoice, and who receives it: the single definition, for lists, PDF files, e-mails,
// reminders and payments.
//
// 1. An invoice belongs to the residents who had its apartment on at least one of its days; a day of change belongs to
//    the new resident.
// 2. Where the payer changed inside a period, each part belongs to its payers and is hidden from the payers of the
//    other parts.
// 3. Residents see their invoices once these are sent or paid: no drafts, and nothing that was cancelled before it
//    reached anybody.
import { residentUserId, type Scope } from '../platform/db/scope.ts';
import { hasDayBetween } from '../residents/residency-day-queries.ts';

/** Whether the invoice `i` belongs to the resident of the residency `r` in its apartment (rules 1 and 2). */
export function isOfResidency(scope: Pick<Scope, 'db' | 'caller'>) {
  return scope.db`(${hasDayBetween(scope, 'r', 'i.period_start', 'i.period_end')} and r.resident_id <> all (i.hidden_from))`;
}

/** Whether the invoice `i` belongs to this resident (rules 1 and 2). */
export function isInvoiceOf(scope: Scope, userId: string) {
  const { db, caller } = scope;
  return db`exists (
    select from residencies r join residents p on p.tenant_id = r.tenant_id and p.id = r.resident_id
     where r.tenant_id = ${caller.tenantId} and r.apartment_id = i.apartment_id and p.user_id = ${userId} and ${isOfResidency(scope)})`;
}

/** Limits the invoices `i` to those that the caller may see (rules 1 to 3). */
export function visibleInvoiceCondition(scope: Scope) {
  const { db, caller } = scope;
  const userId = residentUserId(caller);
  if (userId === null) return db``;
  return db`and i.status <> 'draft' and (i.status <> 'cancelled' or i.sent_at is not null) and ${isInvoiceOf(scope, userId)}`;
}
