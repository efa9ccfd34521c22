// Paid amounts of invoices: they grow as money is allocated and shrink as that is undone. Raises invoice.paid each time
// an invoice becomes fully paid.

import { raiseEvents, type TypedEvent } from '../platform/db/events.ts';
import type { Scope } from '../platform/db/scope.ts';
import type { Day } from '../platform/values/dates.ts';
import { amountFromCents, type Cents } from '../platform/values/money.ts';
import { recordHistory } from './invoice-history.ts';
import * as queries from './invoice-queries.ts';
import type { HistoryNote } from './model.ts';

/**
 * An amount that pays an invoice. `paidOn` becomes the payment date if it completes the invoice. Credit existed before
 * and pays on the issue date at the earliest.
 */
type PaidPart = {
  readonly invoiceId: string;
  readonly paymentId: string;
  readonly amount: Cents;
  readonly paidOn: Day;
  readonly fromCredit: boolean;
};

/**
 * Adds paid amounts to open invoices. The caller has locked them (lockBalances) and keeps the amounts within their
 * balances. A covered invoice becomes paid on the latest day of its payments, and invoice.paid is raised, after the
 * events of the payments.
 */
export async function payInvoices(
  scope: Scope,
  parts: readonly PaidPart[],
  ofPayments: readonly TypedEvent[],
): Promise<void> {
  if (parts.length === 0) return;
  const sums = new Map<string, PaidPart>();
  for (const part of parts) {
    const before = sums.get(part.invoiceId);
    const paidOn = before !== undefined && before.paidOn > part.paidOn ? before.paidOn : part.paidOn;
    const fromCredit = part.fromCredit || (before?.fromCredit ?? false);
    sums.set(part.invoiceId, { ...part, paidOn, fromCredit, amount: part.amount + (before?.amount ?? 0) });
  }
  const allocated = parts.map(({ invoiceId, paymentId, amount, fromCredit, paidOn }): HistoryNote => {
    const detail = { amount: amountFromCents(amount), paymentId, fromCredit, paidOn };
    return { invoiceId, action: 'payment_allocated', detail };
  });
  const paid = await queries.addPaidAmounts(scope, [...sums.values()]);
  // Invoices that were partly paid before: the earlier payment may have a later date.
  const inParts = paid.filter((item) => item.amount !== sums.get(item.invoiceId)?.amount).map((item) => item.invoiceId);
  const dated = inParts.length === 0 ? [] : await queries.updatePaidDates(scope, inParts);
  const moved = new Map(dated.map((item) => [item.invoiceId, item.paidDate]));
  const covered = paid.map(({ invoiceId, paidDate }): HistoryNote => {
    return { invoiceId, action: 'paid', detail: { paidDate: moved.get(invoiceId) ?? paidDate } };
  });
  const ofInvoices = paid.map(({ buildingId, invoiceId, amount }): TypedEvent => {
    return { type: 'invoice.paid', buildingId, data: { invoiceId, amount } };
  });
  await Promise.all([
    raiseEvents(scope, [...ofPayments, ...ofInvoices]),
    recordHistory(scope, [...allocated, ...covered]),
  ]);
}

/**
 * Removes paid amounts from invoices, which the caller has locked. A paid invoice returns to its status before (draft
 * or sent, open point P-34); a cancelled one stays cancelled.
 */
export async function undoInvoicePayments(
  scope: Scope,
  parts: readonly { readonly invoiceId: string; readonly paymentId: string; readonly amount: Cents }[],
): Promise<void> {
  if (parts.length === 0) return;
  const reopened = await queries.subtractPaidAmounts(scope, parts);
  const undone = parts.map(({ invoiceId, paymentId, amount }): HistoryNote => {
    return { invoiceId, action: 'payment_undone', detail: { amount: amountFromCents(amount), paymentId } };
  });
  const open = reopened.map(
    ({ invoiceId, status }): HistoryNote => ({ invoiceId, action: 'reopened', detail: { status } }),
  );
  await recordHistory(scope, [...undone, ...open]);
}
