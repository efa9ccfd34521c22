// What a resident may see of an invoice, and who is to receive it: the one definition, for lists, pages, letters, reminders and payments.
//
// 1. An invoice is of those who had its apartment on at least one of its days; the day on which one leaves and another comes belongs to the newcomer.
// 2. Where the payer changed inside a period each part is of those who pay for it, and hidden from those who pay for the other parts.
// 3. A resident sees what is theirs once it is sent or paid: no drafts, and nothing that was cancelled before it reached anybody.
import { residentUserId, type Scope } from '../platform/db/scope.ts';
import { hasDayBetween } from '../residents/residency-day-queries.ts';

/** Whether the invoice `i` is of the resident of the residency `r`, which is in its apartment (rules 1 and 2). */
export function isOfResidency(scope: Pick<Scope, 'db' | 'caller'>) {
  return scope.db`(${hasDayBetween(scope, 'r', 'i.period_start', 'i.period_end')} and r.resident_id <> all (i.hidden_from))`;
}

/** Whether the invoice `i` is the caller's, a resident (rules 1 and 2). Of everybody else every invoice is. */
export function isOwnInvoice(scope: Scope) {
  const { db, caller } = scope;
  const userId = residentUserId(caller);
  if (userId === null) return db`true`;
  return db`exists (
    select from residencies r join residents p on p.tenant_id = r.tenant_id and p.id = r.resident_id
     where r.tenant_id = ${caller.tenantId} and r.apartment_id = i.apartment_id and p.user_id = ${userId} and ${isOfResidency(scope)})`;
}

/** Whether the caller may see the invoice `i` (rules 1 to 3). */
export function maySeeInvoice(scope: Scope) {
  const { db, caller } = scope;
  if (residentUserId(caller) === null) return db`true`;
  return db`(i.status <> 'draft' and (i.status <> 'cancelled' or i.sent_at is not null) and ${isOwnInvoice(scope)})`;
}
