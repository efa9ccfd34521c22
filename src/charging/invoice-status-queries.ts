// SQL conditions of an invoice's status: whether it is owed, still to be sent, or in the accounts.
import type { Db } from '../platform/db/pool.ts';

/** Whether something is owed on the invoice `i`: it was sent, and is not paid in full. */
export function isOwed(db: Db) {
  return db`i.status = 'sent' and i.amount > i.amount_paid`;
}

/** Whether the invoice `i` is still to be sent: a draft, or one that was paid before it reached anybody. */
export function isUnsent(db: Db) {
  return db`(i.sent_at is null and i.status in ('draft', 'paid'))`;
}

/** Whether the e-mails of the unsent invoice `i` wait to be sent. */
export function isBeingSent(db: Db) {
  return db`(${isUnsent(db)} and i.sending = 'queued')`;
}

/**
 * Whether the invoice `i` counts in the accounts: once it is sent or paid; a negative invoice as soon as it becomes
 * credit, sent or not.
 */
export function countsInAccounts(db: Db) {
  return db`(i.status in ('sent', 'paid') or i.status = 'draft' and i.amount < 0 and i.amount_paid = i.amount)`;
}
