// Manual decisions about money: mark an invoice as paid or cancelled, match a payment, undo a match, reverse or dismiss
// a payment.

import { lockBalances, lockInvoice, lockOpenInvoices, type OpenInvoice } from '../invoicing/invoice-queries.ts';
import { changeInvoice, type Invoice, type InvoiceChange } from '../invoicing/invoices.ts';
import { lockInvoiceAndMoney } from '../invoicing/lock-invoice.ts';
import type { InvoiceFacts } from '../invoicing/model.ts';
import { actorText, type Scope } from '../platform/db/scope.ts';
import { bodyProblem, Conflict, Invalid, orNotFound } from '../platform/errors.ts';
import { dayIn } from '../platform/values/dates.ts';
import { newId } from '../platform/values/ids.ts';
import { amountFromCents, type Cents, centsFromAmount, formatCents } from '../platform/values/money.ts';
import {
  applyCreditOfApartment,
  releaseInvoice,
  undoPaymentAllocations,
  writeAllocations,
} from './allocate-payment.ts';
import { withdrawCredit } from './apartment-credit.ts';
import type { DismissReason, Payment, PaymentFacts } from './model.ts';
import * as queries from './payment-queries.ts';
import { getPayment, lockExistingPayment, recordPayment } from './payments.ts';
import { payerWordsOf } from './statements/payer-names.ts';

/**
 * changeInvoice with its effect on money. When marked as paid, the open balance becomes a payment of source manual,
 * which raises only invoice.paid (open point P-49). When cancelled, the paid amount becomes credit of the apartment and
 * pays its other invoices. Cancelling is also possible for an invoice that credit alone paid before it was sent. Throws
 * what changeInvoice throws.
 */
export async function changeInvoiceAndPayments(scope: Scope, id: string, change: InvoiceChange): Promise<Invoice> {
  if (change.status !== 'paid' && change.status !== 'cancelled' && change.paidDate === undefined)
    return changeInvoice(scope, id, change);
  const before = await lockInvoiceAndMoney(scope, id);
  if (change.status === 'cancelled' && (await isPaidByCreditAlone(scope, before))) await releaseInvoice(scope, before);
  const after = await changeInvoice(scope, id, change);
  if (after.status === 'paid' && before.status !== 'paid') await recordManualPayment(scope, after, before.amountPaid);
  else if (after.status === 'paid' && after.paidDate !== before.paidDate) await movePaymentDay(scope, after);
  if (after.status !== 'cancelled' || before.status === 'cancelled') return after;
  if (after.amount < 0) await withdrawCredit(scope, id);
  await releaseInvoice(scope, after);
  await applyCreditOfApartment(scope, after.apartmentId);
  return { ...after, amountPaid: 0 };
}

/**
 * Whether credit alone paid an invoice before it reached anybody. Nobody acted on it, so it can be cancelled like the
 * draft it was.
 */
async function isPaidByCreditAlone(scope: Scope, { id, status, sentAt }: InvoiceFacts): Promise<boolean> {
  if (status !== 'paid' || sentAt !== null) return false;
  const allocations = await queries.findAllocations(scope, { invoiceId: id });
  return allocations.length > 0 && allocations.every(({ matchedBy }) => matchedBy === 'credit');
}

/** Records money for an invoice marked as paid. A credit note owes nothing, so no money was received for it. */
async function recordManualPayment(scope: Scope, invoice: Invoice, paidBefore: Cents): Promise<void> {
  const amount = invoice.amount - paidBefore;
  if (amount <= 0) return;
  const { currency, paidDate, reference, apartmentId } = invoice;
  const payment = await recordPayment(scope, {
    source: 'manual',
    amount,
    currency,
    paidOn: paidDate ?? invoice.issueDate,
    reference,
    apartmentId,
    reason: 'manual',
  });
  const allocation = { id: newId(), paymentId: payment.id, invoiceId: invoice.id, amount, evidence: null };
  await queries.addAllocated(scope, [allocation]);
  await queries.insertAllocations(scope, actorText(scope.caller), [{ ...allocation, matchedBy: 'manual' }]);
}

/** The manual payment follows the invoice's payment date, until a statement shows it. */
async function movePaymentDay(scope: Scope, invoice: Invoice): Promise<void> {
  const allocations = await queries.findAllocations(scope, { invoiceId: invoice.id });
  for (const { paymentId, matchedBy } of allocations) {
    const payment = await queries.lockPayment(scope, paymentId);
    if (matchedBy === 'manual' && payment !== undefined && payment.bankEntryId === null && invoice.paidDate !== null)
      await queries.updatePayment(scope, { ...payment, paidOn: invoice.paidDate });
  }
}

/** A manual match; `amount` as a decimal number, by default all that fits. */
type MatchRequest = { readonly invoiceId: string; readonly amount?: number };

/**
 * Allocates part of a payment to an invoice, as a person decides; by default all that fits. The rest waits for review,
 * unless no amount was given and the apartment owes nothing else: then it is its credit. An existing match stays.
 * Throws NotFound, Conflict, Invalid.
 */
export async function matchManually(scope: Scope, paymentId: string, request: MatchRequest): Promise<Payment> {
  const { invoiceId } = request;
  const amount = request.amount === undefined ? undefined : (centsFromAmount(request.amount) ?? 0);
  const payment = await lockExistingPayment(scope, paymentId);
  const invoice = await lockPayableInvoice(scope, payment, invoiceId);
  const allocations = await queries.findAllocations(scope, { paymentId });
  const before = allocations.filter((allocation) => allocation.invoiceId === invoiceId);
  if (before.some((match) => amount === undefined || match.amount === amount)) return getPayment(scope, paymentId);
  const [open] = await lockBalances(scope, [invoiceId]);
  if (open === undefined) throw matchRejected(`The invoice is ${invoice.status}, and nothing is left to pay on it.`);
  if (open.currency !== payment.currency)
    throw matchRejected(`The payment is in ${payment.currency}, the invoice in ${open.currency}.`);
  if (before.length > 0) throw matchRejected('The payment pays this invoice already. Undo that match first.');
  const max = mostToMatch(payment, open, amount);
  const apartmentId = await apartmentOfRest(scope, payment, open, amount);
  await queries.updatePayment(scope, { ...payment, reason: 'person', ...notDismissed, apartmentId });
  await learnPayerWords(scope, payment);
  const share = { payment, invoiceId, buildingId: open.buildingId, amount: amount ?? max };
  await writeAllocations(scope, [{ ...share, matchedBy: 'person' }]);
  return getPayment(scope, paymentId);
}

/** Locks the invoice that a payment is to pay. Throws NotFound, and Conflict for a payment that can pay none now. */
async function lockPayableInvoice(scope: Scope, payment: PaymentFacts, invoiceId: string): Promise<InvoiceFacts> {
  rejectCreditPayment(payment);
  if (payment.status === 'reversed') throw matchRejected('The payment was reversed and cannot be matched.');
  const invoice = orNotFound(await lockInvoice(scope, invoiceId), 'invoiceId');
  if (payment.paidOn > dayIn(invoice.timeZone, scope.now))
    throw matchRejected(`The payment is booked on ${payment.paidOn}, a future date. Match it from that day on.`);
  return invoice;
}

/**
 * The most that a payment can pay of an invoice. Throws Conflict if nothing of the payment is left, and Invalid if more
 * is asked for.
 */
function mostToMatch(payment: PaymentFacts, open: OpenInvoice, amount: Cents | undefined): Cents {
  const left = payment.amount - payment.allocated;
  if (left === 0) throw matchRejected('The payment is fully allocated.');
  const max = Math.min(left, open.balance);
  if (amount === undefined || (amount > 0 && amount <= max)) return max;
  const shown = formatCents(max, payment.currency, 'en');
  const message = `amount must be more than 0 and at most ${shown}: what is left of the payment, and of the invoice.`;
  throw new Invalid([bodyProblem(['amount'], 'out_of_range', message, { least: 0.01, most: amountFromCents(max) })]);
}

/** Whose credit the rest of a payment is. What was refunded came from the apartment's money, so that one stays. */
async function apartmentOfRest(
  scope: Scope,
  { amount: paid, allocated, refunded, apartmentId }: PaymentFacts,
  open: OpenInvoice,
  amount: Cents | undefined,
): Promise<string | null> {
  if (refunded > 0 && apartmentId !== null) return apartmentId;
  const rest = Math.max(0, paid - allocated - open.balance);
  return (await leavesCredit(scope, open, rest, amount)) ? open.apartmentId : apartmentId;
}

/** What the payer writes tells the next time whose payment it is. */
async function learnPayerWords(scope: Scope, payment: PaymentFacts): Promise<void> {
  const { id, payerName, reference, description, amount } = payment;
  const words = payerWordsOf(payerName, [reference, description], amount);
  if (words !== undefined) await queries.learnWords(scope, id, words);
}

/**
 * Whether the rest after a match is the apartment's credit: no amount was given, and the apartment owes nothing else.
 * Otherwise it waits for review.
 */
async function leavesCredit(scope: Scope, paid: OpenInvoice, rest: Cents, amount: Cents | undefined): Promise<boolean> {
  if (amount !== undefined) return false;
  if (rest === 0) return true;
  const owed = await lockOpenInvoices(scope, { references: [], numbers: [], apartments: [paid.apartmentId] });
  return owed.every((item) => item.id === paid.id);
}

/**
 * Undoes the allocations of a payment, to one invoice or to all. The money waits for review again and is never matched
 * to that invoice automatically; other credit of the apartment pays what is owed again. Manual payments disappear.
 * Nothing to undo is no error. Throws NotFound.
 */
export async function unmatchManually(scope: Scope, paymentId: string, invoiceId?: string): Promise<Payment> {
  const payment = await lockExistingPayment(scope, paymentId);
  rejectCreditPayment(payment);
  const allocations = await queries.findAllocations(scope, { paymentId });
  const undone = await undoPaymentAllocations(scope, paymentId, 'person', invoiceId);
  if (undone === 0) return getPayment(scope, paymentId);
  await updateAfterUndo(scope, payment);
  await reapplyCredit(scope, allocations);
  return getPayment(scope, paymentId);
}

async function updateAfterUndo(scope: Scope, { id }: PaymentFacts): Promise<void> {
  const payment = await lockExistingPayment(scope, id);
  const isGone = isOnlyRecorded(payment) && payment.allocated === 0;
  const reason = payment.allocated === payment.refunded ? 'undone' : payment.reason;
  await queries.updatePayment(scope, {
    ...payment,
    apartmentId: null,
    reason,
    status: isGone ? 'reversed' : payment.status,
  });
}

/** Whether a person recorded the payment, and no statement has shown it. */
function isOnlyRecorded({ source, bankEntryId }: PaymentFacts): boolean {
  return source === 'manual' && bankEntryId === null;
}

/** The evidence of a reversal by a person. */
export const byHand = 'by hand';

/**
 * Reverses a payment whose money is gone (returned, charged back), or that was recorded by mistake: its invoices are
 * open again, and credit of their apartments pays them. A payment already reversed stays reversed. Throws NotFound,
 * Conflict (part of it was refunded).
 */
export async function reversePayment(scope: Scope, paymentId: string, evidence: string | null): Promise<Payment> {
  const before = await lockExistingPayment(scope, paymentId);
  rejectCreditPayment(before);
  if (before.refunded > 0) throw matchRejected('Part of this payment was refunded. Undo the refund first.');
  if (before.status !== 'reversed') {
    const allocations = await queries.findAllocations(scope, { paymentId });
    await undoPaymentAllocations(scope, paymentId, 'reversal');
    const payment = await lockExistingPayment(scope, paymentId);
    const reason = isOnlyRecorded(payment) && evidence === byHand ? 'undone' : 'returned';
    await queries.updatePayment(scope, { ...payment, status: 'reversed', reason, evidence });
    await reapplyCredit(scope, allocations);
  }
  return getPayment(scope, paymentId);
}

/** Applies other credit of the apartments to invoices that lost their payment. */
async function reapplyCredit(scope: Scope, lost: readonly { readonly invoiceId: string }[]): Promise<void> {
  const owing = await lockBalances(
    scope,
    lost.map((item) => item.invoiceId),
  );
  for (const apartmentId of new Set(owing.map((openInvoice) => openInvoice.apartmentId)))
    await applyCreditOfApartment(scope, apartmentId);
}

/**
 * Takes a reversal back: the payment pays again what it paid before, as far as that is open; the rest is credit of its
 * apartment, or waits. Without a reversal nothing changes. Throws NotFound.
 */
export async function takeBackReversal(scope: Scope, paymentId: string): Promise<void> {
  const payment = await lockExistingPayment(scope, paymentId);
  if (payment.status !== 'reversed') return;
  const lost = await queries.findReversedAllocations(scope, paymentId);
  const [{ matchedBy: reason } = { matchedBy: 'undone' as const }] = lost;
  await queries.updatePayment(scope, { ...payment, status: 'unmatched', reason, evidence: null });
  const invoiceIds = lost.map(({ invoiceId }) => invoiceId);
  const open = new Map((await lockBalances(scope, invoiceIds)).map((invoice) => [invoice.id, invoice]));
  const shares = lost.flatMap(({ invoiceId, amount, matchedBy, evidence }) => {
    const { buildingId = '', balance = 0 } = open.get(invoiceId) ?? {};
    const share = { payment, invoiceId, buildingId, amount: Math.min(amount, balance), matchedBy, evidence };
    return balance > 0 ? [share] : [];
  });
  await writeAllocations(scope, shares);
  if (payment.apartmentId !== null) await applyCreditOfApartment(scope, payment.apartmentId);
}

/** What a dismissed payment is; a note says what another one is. */
type Dismissal = { readonly reason?: DismissReason; readonly note?: string };

const notDismissed = { dismissedAt: null, dismissedAs: null, dismissedNote: null };

/**
 * Dismisses a payment: it no longer waits for review. A repeat may say what it is. Throws NotFound, Invalid.
 */
export async function dismissPayment(scope: Scope, paymentId: string, dismissal: Dismissal = {}): Promise<Payment> {
  const { reason, note = null } = dismissal;
  if (reason === 'other' && note === null)
    throw new Invalid([bodyProblem(['note'], 'required', 'note is required: it says what the money is.')]);
  const payment = await lockExistingPayment(scope, paymentId);
  const category = reason === undefined ? {} : { dismissedAs: reason, dismissedNote: note };
  if (payment.dismissedAt === null || reason !== undefined)
    await queries.updatePayment(scope, { ...payment, dismissedAt: payment.dismissedAt ?? scope.now, ...category });
  return getPayment(scope, paymentId);
}

/** Restores a dismissed payment: it waits for review again. Throws NotFound. */
export async function restorePayment(scope: Scope, paymentId: string): Promise<Payment> {
  const payment = await lockExistingPayment(scope, paymentId);
  if (payment.dismissedAt !== null) await queries.updatePayment(scope, { ...payment, ...notDismissed });
  return getPayment(scope, paymentId);
}

/**
 * Credit of a credit note belongs to that invoice: it is applied to the apartment automatically, and undone by
 * cancelling the invoice.
 */
function rejectCreditPayment({ source, description }: PaymentFacts): void {
  if (source !== 'credit') return;
  throw matchRejected(
    `This is the credit of invoice ${description}, applied automatically for its apartment. To undo it, cancel that invoice.`,
  );
}

function matchRejected(message: string): Conflict {
  return new Conflict('match_refused', message);
}
