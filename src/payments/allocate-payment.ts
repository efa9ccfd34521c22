// Allocates payments to invoices, oldest due date first, within the payment's amount and the invoices' balances. Each
// allocation raises payment.received once; an invoice that becomes covered raises invoice.paid.

import { loadCoPayerCheck } from '../invoicing/co-payers.ts';
import { payInvoices, undoInvoicePayments } from '../invoicing/invoice-payments.ts';
import { lockBalances, lockInvoice, lockOpenInvoices } from '../invoicing/invoice-queries.ts';
import type { TypedEvent } from '../platform/db/events.ts';
import { actorText, type Scope } from '../platform/db/scope.ts';
import { runInTurns, type Steps } from '../platform/processes/steps.ts';
import { newId } from '../platform/values/ids.ts';
import { type Cents, sumCents } from '../platform/values/money.ts';
import type { MatchedBy, PaymentFacts } from './model.ts';
import * as queries from './payment-queries.ts';
import { compareDueDates, splitOldestFirst } from './split-oldest-first.ts';

/** Part of a payment for an invoice, as decided. */
export type AllocationDecision = {
  readonly payment: Pick<PaymentFacts, 'id' | 'paidOn' | 'source'>;
  readonly invoiceId: string;
  readonly buildingId: string;
  readonly amount: Cents;
  readonly matchedBy: MatchedBy;
  readonly evidence?: string | null;
};

/**
 * Allocates what is left of a payment to an invoice of its currency, up to its balance. The rest stays with the
 * payment. The caller holds lockMoney. Returns the allocated amount.
 */
export async function allocateToInvoice(
  scope: Scope,
  payment: Pick<PaymentFacts, 'id' | 'amount' | 'allocated' | 'currency' | 'paidOn' | 'source'>,
  invoiceId: string,
  matchedBy: MatchedBy,
): Promise<Cents> {
  const open = (await lockBalances(scope, [invoiceId])).filter((invoice) => invoice.currency === payment.currency);
  const parts = splitOldestFirst(payment.amount - payment.allocated, open);
  await writeAllocations(
    scope,
    parts.map((part) => ({ payment, ...part, matchedBy })),
  );
  return sumCents(parts.map((part) => part.amount));
}

/** Writes allocations within their payments and within the balances of invoices that the caller has locked. */
export async function writeAllocations(scope: Scope, shares: readonly AllocationDecision[]): Promise<void> {
  if (shares.length === 0) return;
  await queries.addAllocated(
    scope,
    shares.map(({ payment, amount }) => ({ paymentId: payment.id, amount })),
  );
  await writeNewPaymentAllocations(scope, shares);
}

/** Like writeAllocations, for payments that were just inserted with their allocated amounts. */
export async function writeNewPaymentAllocations(scope: Scope, shares: readonly AllocationDecision[]): Promise<void> {
  if (shares.length === 0) return;
  const rows = shares.map(({ payment, invoiceId, amount, matchedBy, evidence = null }) => ({
    id: newId(),
    paymentId: payment.id,
    invoiceId,
    amount,
    matchedBy,
    evidence,
  }));
  // Credit from an invoice is not received money.
  const received = shares
    .filter(({ payment }) => payment.source !== 'credit')
    .map(({ payment, buildingId, invoiceId, amount }): TypedEvent => {
      return { type: 'payment.received', buildingId, data: { paymentId: payment.id, invoiceId, amount } };
    });
  const paid = shares.map(({ payment, invoiceId, amount, matchedBy }) => ({
    invoiceId,
    paymentId: payment.id,
    amount,
    paidOn: payment.paidOn,
    fromCredit: matchedBy === 'credit',
  }));
  // Sent together: the database executes the first while the next is being written.
  await Promise.all([
    queries.insertAllocations(scope, actorText(scope.caller), rows),
    payInvoices(scope, paid, received),
  ]);
}

/**
 * Undoes the valid allocations of a payment, for one invoice or for all: the invoices owe the money again, and a paid
 * one returns to its status before. The caller holds lockMoney. Returns the number undone.
 */
export async function undoPaymentAllocations(
  scope: Scope,
  paymentId: string,
  reason: 'person' | 'reversal',
  invoiceId?: string,
): Promise<number> {
  const allocations = await queries.findAllocations(scope, { paymentId });
  const undone = allocations.filter((allocation) => invoiceId === undefined || allocation.invoiceId === invoiceId);
  for (const { invoiceId } of undone) await lockInvoice(scope, invoiceId); // In the order of their ids, like all locks.
  if (undone.length === 0) return 0;
  const ids = undone.map((item) => item.id);
  await queries.undoAllocations(scope, ids, actorText(scope.caller), reason);
  await undoInvoicePayments(scope, undone);
  return undone.length;
}

/**
 * Releases the money of a cancelled invoice, which the caller has locked. It becomes credit of the invoice's apartment,
 * whichever apartment the payment belonged to. But if the rest of the payment waits or belongs to another apartment,
 * the credit would take that along; then the whole rest waits for review.
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

/**
 * Applies the credit of apartments to these of their invoices, oldest due date first, each only with credit of its own
 * payers. The caller holds lockMoney.
 */
export async function applyCredit(
  scope: Scope,
  invoices: readonly { readonly apartmentId: string; readonly invoiceId: string }[],
): Promise<void> {
  if (invoices.length === 0) return;
  const credit = await queries.lockAvailableCredit(scope, [...new Set(invoices.map((invoice) => invoice.apartmentId))]);
  if (credit.length === 0) return;
  const apartmentIds = new Set(credit.map((availableCredit) => availableCredit.apartmentId));
  const ids = invoices.flatMap((invoice) => (apartmentIds.has(invoice.apartmentId) ? [invoice.invoiceId] : []));
  const open = (await lockBalances(scope, ids)).map((invoice) => ({ ...invoice }));
  const openIds = open.map((item) => item.id);
  const isFromPayerOf = await loadCreditCheck(scope, credit, openIds);
  await writeAllocations(scope, await runInTurns(allocateCredit(credit, open, isFromPayerOf)));
}

/**
 * Tells of two things whether they have a payer in common: these invoices, and credit, named by its credit note or else
 * by its payment.
 */
export async function loadCreditCheck(
  scope: Scope,
  credit: readonly queries.AvailableCredit[],
  invoiceIds: readonly string[],
): Promise<(a: string, b: string) => boolean> {
  const creditInvoiceIds = credit.flatMap(({ creditInvoiceId }) => creditInvoiceId ?? []);
  const money = credit.filter(({ creditInvoiceId }) => creditInvoiceId === null);
  return loadCoPayerCheck(scope, [...creditInvoiceIds, ...invoiceIds], money);
}

/** Credit that can pay invoices, without the ones it pays already. */
type Credit = Omit<queries.AvailableCredit, 'invoiceIds'>;
/** An invoice whose balance decreases as credit is applied. */
type Owed = Awaited<ReturnType<typeof lockBalances>>[number] & { balance: Cents };

/**
 * Applies credit, in its order, to invoices of the same apartment and currency, oldest due date first, in a step for
 * each. The search ends where the money does, and paid invoices are removed now and then: an apartment may have
 * thousands of both.
 */
export function* allocateCredit(
  credit: readonly Credit[],
  open: readonly Owed[],
  isFromPayerOf: (creditId: string, invoiceId: string) => boolean,
): Steps<AllocationDecision[]> {
  const keyOf = ({ apartmentId, currency }: Pick<Owed, 'apartmentId' | 'currency'>) => `${apartmentId} ${currency}`;
  const owedBy = Map.groupBy(open.toSorted(compareDueDates), keyOf);
  const shares: AllocationDecision[] = [];
  for (const { left: amount, creditInvoiceId, ...payment } of credit) {
    const key = keyOf(payment);
    const owed = owedBy.get(key) ?? [];
    let left = amount;
    let [seen, paid] = [0, 0];
    for (const item of owed) {
      if (left === 0 || seen === maxLookedAt) break;
      seen += 1;
      if (item.balance === 0) paid += 1;
      const part = Math.min(left, item.balance);
      if (part === 0 || !isFromPayerOf(creditInvoiceId ?? payment.id, item.id)) continue;
      if (item.iban !== null && payment.iban !== null && item.iban !== payment.iban) continue;
      left -= part;
      item.balance -= part;
      shares.push({ payment, invoiceId: item.id, buildingId: item.buildingId, amount: part, matchedBy: 'credit' });
    }
    if (paid >= maxPaid)
      owedBy.set(
        key,
        owed.filter((item) => item.balance > 0),
      );
    yield 1 + seen;
  }
  return shares;
}

/** Paid invoices that are passed over before they are removed from the list. */
const maxPaid = 100;
/** The most invoices that are looked at for one credit: so many are open only where others pay them. */
const maxLookedAt = 300;

/** Applies the credit of an apartment to all its open invoices, oldest due date first. The caller holds lockMoney. */
export async function applyCreditOfApartment(scope: Scope, apartmentId: string): Promise<void> {
  const owed = await lockOpenInvoices(scope, { references: [], numbers: [], apartments: [apartmentId] });
  await applyCredit(
    scope,
    owed.map((item) => ({ apartmentId, invoiceId: item.id })),
  );
}
