// Allocating: which invoices a payment pays. Within what the payment has and what each invoice can still take, oldest due date first; each allocation is
// said once as payment.received, and an invoice that is covered as invoice.paid.
import { payInvoices, undoInvoicePayments } from '../invoicing/invoice-payments.ts';
import { lockBalances, lockInvoice, lockOpenInvoices, type OpenInvoice } from '../invoicing/invoice-queries.ts';
import { loadCoPayerCheck } from '../invoicing/payer-scope.ts';
import { raiseEventBatch } from '../platform/db/events.ts';
import { actorText, type Scope } from '../platform/db/scope.ts';
import { newId } from '../platform/values/ids.ts';
import { type Cents, sumCents } from '../platform/values/money.ts';
import type { MatchedBy, PaymentFacts } from './model.ts';
import * as queries from './payment-queries.ts';

/** Part of a payment for an invoice, as it was decided. */
export type NewShare = {
  readonly payment: Pick<PaymentFacts, 'id' | 'paidOn' | 'source'>;
  readonly invoiceId: string;
  readonly amount: Cents;
  readonly matchedBy: MatchedBy;
  readonly evidence?: string | null;
};

/**
 * Pays invoices out of a payment, the oldest due first, each as far as it is open and the money goes; of more than one currency or building account only
 * those that fit. What is left stays with the payment. The caller holds lockMoney. Answers with how much was allocated.
 */
export async function allocateOldestFirst(
  scope: Scope,
  payment: Pick<PaymentFacts, 'id' | 'amount' | 'allocated' | 'currency' | 'paidOn' | 'source'>,
  invoiceIds: readonly string[],
  matchedBy: MatchedBy,
  evidence: string | null = null,
): Promise<Cents> {
  const open = (await lockBalances(scope, invoiceIds)).filter(
    (lockBalance) => lockBalance.currency === payment.currency,
  );
  const parts = splitOldestFirst(payment.amount - payment.allocated, open);
  await writeAllocations(
    scope,
    parts.map((part) => ({ payment, ...part, matchedBy, evidence })),
  );
  return sumCents(parts.map((part) => part.amount));
}

/** How an amount goes over invoices, the oldest due date first. Pure. */
export function splitOldestFirst(
  amount: Cents,
  invoices: readonly Pick<OpenInvoice, 'id' | 'dueDate' | 'balance'>[],
): { invoiceId: string; amount: Cents }[] {
  let left = amount;
  const ordered = invoices.toSorted((a, b) =>
    a.dueDate === b.dueDate ? (a.id < b.id ? -1 : 1) : a.dueDate < b.dueDate ? -1 : 1,
  );
  return ordered.flatMap((invoice) => {
    const part = Math.min(left, invoice.balance);
    left -= part;
    return part > 0 ? [{ invoiceId: invoice.id, amount: part }] : [];
  });
}

/** Writes shares that keep within their payments and within the balances of invoices that the caller has locked. */
export async function writeAllocations(scope: Scope, shares: readonly NewShare[]): Promise<void> {
  if (shares.length === 0) return;
  await queries.addAllocated(
    scope,
    shares.map(({ payment, amount }) => ({ paymentId: payment.id, amount })),
  );
  await writeNewPaymentAllocations(scope, shares);
}

/** As write, of payments that were written with what they have allocated. */
export async function writeNewPaymentAllocations(scope: Scope, shares: readonly NewShare[]): Promise<void> {
  if (shares.length === 0) return;
  const rows = shares.map(({ payment, invoiceId, amount, matchedBy, evidence = null }) => ({
    id: newId(),
    paymentId: payment.id,
    invoiceId,
    amount,
    matchedBy,
    evidence,
  }));
  // Credit from an invoice is no money that came in.
  const received = rows.flatMap(({ paymentId, invoiceId, amount }, place) =>
    shares[place]?.payment.source === 'credit' ? [] : [{ paymentId, invoiceId, amount }],
  );
  const paid = shares.map(({ payment, invoiceId, amount, matchedBy }) => ({
    invoiceId,
    paymentId: payment.id,
    amount,
    paidOn: payment.paidOn,
    fromCredit: matchedBy === 'credit',
  }));
  // Sent together: the database works on the first while the next is being written.
  await Promise.all([
    queries.insertAllocations(scope, actorText(scope.caller), rows),
    raiseEventBatch(scope, 'payment.received', received),
    payInvoices(scope, paid),
  ]);
}

/**
 * Undoes the allocations of a payment that stand, of one invoice or of all: the invoices owe the money again, a paid one is what it was before. The caller holds
 * lockMoney. Answers with how many were undone.
 */
export async function undoPaymentAllocations(
  scope: Scope,
  paymentId: string,
  reason: 'person' | 'reversal',
  invoiceId?: string,
): Promise<number> {
  const allocations = await queries.findAllocations(scope, { paymentId });
  const undone = allocations.filter((allocation) => invoiceId === undefined || allocation.invoiceId === invoiceId);
  for (const { invoiceId } of undone) await lockInvoice(scope, invoiceId); // In the order of their ids, as everybody locks them.
  if (undone.length === 0) return 0;
  const ids = undone.map((item) => item.id);
  await queries.undoAllocations(scope, ids, actorText(scope.caller), reason);
  await undoInvoicePayments(scope, undone);
  return undone.length;
}

/**
 * Takes the money back from an invoice that was cancelled, which the caller has locked. It becomes credit of the invoice's apartment, whoever's the payment
 * was otherwise; but what else of the payment waits or is another apartment's would go with it, and then all that is left waits for a person.
 */
export async function releaseInvoice(
  scope: Scope,
  { id: invoiceId, apartmentId }: { readonly id: string; readonly apartmentId: string },
): Promise<void> {
  const allocations = await queries.findAllocations(scope, { invoiceId });
  if (allocations.length === 0) return;
  for (const { paymentId } of allocations) {
    const payment = await queries.lockPayment(scope, paymentId);
    if (payment === undefined || payment.apartmentId === apartmentId) continue;
    const alone = payment.allocated === payment.amount && payment.refunded === 0;
    await queries.updatePayment(scope, { ...payment, apartmentId: alone ? apartmentId : null });
  }
  const ids = allocations.map((allocation) => allocation.id);
  await queries.undoAllocations(scope, ids, actorText(scope.caller), 'cancelled');
  await undoInvoicePayments(scope, allocations);
}

/** Uses the credit of apartments for these of their invoices, the oldest due first, and for those alone whose credit it is. Takes lockMoney. */
export async function applyCredit(
  scope: Scope,
  invoices: readonly { readonly apartmentId: string; readonly invoiceId: string }[],
): Promise<void> {
  if (invoices.length === 0) return;
  await queries.lockMoneyMovements(scope);
  const credit = await queries.findAvailableCredit(scope, [...new Set(invoices.map((invoice) => invoice.apartmentId))]);
  if (credit.length === 0) return;
  const apartmentIds = new Set(credit.map((availableCredit) => availableCredit.apartmentId));
  const ids = invoices.flatMap((invoice) => (apartmentIds.has(invoice.apartmentId) ? [invoice.invoiceId] : []));
  const open = (await lockBalances(scope, ids)).map((lockBalance) => ({ ...lockBalance }));
  const creditInvoiceIds = credit.flatMap((availableCredit) => availableCredit.creditInvoiceId ?? []);
  const money = credit.filter((availableCredit) => availableCredit.creditInvoiceId === null);
  const isFromPayerOf = await loadCoPayerCheck(scope, [...creditInvoiceIds, ...open.map((item) => item.id)], money);
  const shares: NewShare[] = [];
  for (const { left, creditInvoiceId, invoiceIds: _, ...payment } of credit) {
    const fitting = open.filter(
      (item) =>
        item.apartmentId === payment.apartmentId &&
        item.currency === payment.currency &&
        isFromPayerOf(creditInvoiceId ?? payment.id, item.id) &&
        (item.iban === null || payment.account === null || item.iban === payment.account),
    );
    for (const part of splitOldestFirst(left, fitting)) {
      shares.push({ payment, ...part, matchedBy: 'credit' });
      const taken = open.find((item) => item.id === part.invoiceId);
      if (taken) taken.balance -= part.amount;
    }
  }
  await writeAllocations(scope, shares);
}

/** Uses the credit of an apartment for all that it owes, the oldest due first. Takes lockMoney. */
export async function applyCreditOfApartment(scope: Scope, apartmentId: string): Promise<void> {
  await queries.lockMoneyMovements(scope);
  const owed = await lockOpenInvoices(scope, { references: [], numbers: [], apartments: [apartmentId] });
  await applyCredit(
    scope,
    owed.map((item) => ({ apartmentId, invoiceId: item.id })),
  );
}
