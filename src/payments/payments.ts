// Payments: received money from any source (banklink, bank statement, manual entry), each recorded once. Allocations
// define what it pays.

import type { PageRequest } from '../platform/db/keyset.ts';
import { lockMoney } from '../platform/db/locks.ts';
import type { Scope } from '../platform/db/scope.ts';
import { NotFound, orNotFound } from '../platform/errors.ts';
import { addDays } from '../platform/values/dates.ts';
import { newId } from '../platform/values/ids.ts';
import { placesExist } from '../properties/property-queries.ts';
import { allocateToInvoice, applyCreditOfApartment } from './allocate-payment.ts';
import type { NewPayment, Payment, PaymentFacts, PaymentFilters } from './model.ts';
import * as queries from './payment-queries.ts';
import { type BankReport, isSamePayment } from './statements/import/same-payment.ts';

/** The data of received money, as its source reports it. */
type NewPaymentData = Pick<PaymentFacts, 'source' | 'amount' | 'currency' | 'paidOn' | 'reason'> &
  Partial<
    Pick<
      PaymentFacts,
      | 'id'
      | 'account'
      | 'payerName'
      | 'payerIban'
      | 'reference'
      | 'description'
      | 'orderNumber'
      | 'bankEntryId'
      | 'apartmentId'
      | 'evidence'
    >
  > & { readonly inCash?: boolean };

/** Records unallocated money. The caller holds lockMoney. */
export async function recordPayment(scope: Scope, receipt: NewPaymentData): Promise<PaymentFacts> {
  const payment = makePayment(scope.now, receipt);
  await queries.insertPayments(scope, [payment]);
  return payment;
}

/** A payment before any allocation. */
export function makePayment(now: Date, receipt: NewPaymentData): NewPayment {
  return {
    inCash: false,
    account: null,
    payerName: null,
    payerIban: null,
    reference: null,
    description: null,
    orderNumber: null,
    bankEntryId: null,
    apartmentId: null,
    evidence: null,
    ...receipt,
    id: receipt.id ?? newId(),
    status: 'unmatched',
    allocated: 0,
    refunded: 0,
    dismissedAt: null,
    dismissedAs: null,
    dismissedNote: null,
    createdAt: now,
    updatedAt: now,
  };
}

/**
 * A successful banklink payment as the bank reported it. `account` is the receiver's, `orderNumber` the bank's number
 * of the payment order, `begun` the time the payer was sent to the bank.
 */
type BanklinkReceipt = Pick<PaymentFacts, 'amount' | 'currency' | 'paidOn'> &
  Partial<Pick<PaymentFacts, 'id' | 'payerName' | 'description'>> &
  BankReport & {
    readonly invoiceId: string;
    readonly apartmentId: string;
  };

/**
 * Records a banklink payment: it pays its invoice up to the balance, then other open invoices of the apartment; the
 * rest is credit. If the statement was imported first, the money is already recorded and not added again; in doubt, the
 * rest waits for review. Call it once per banklink payment, under the lock of its row and of the money (lockMoney).
 */
export async function recordBanklinkPayment(scope: Scope, receipt: BanklinkReceipt): Promise<Payment> {
  const { invoiceId, begun: _, ...paymentData } = receipt;
  const { seen: fromStatement, doubtful } = await findInStatement(scope, receipt);
  const duplicateMark = doubtful ? ({ apartmentId: null, reason: 'possible_duplicate' } as const) : {};
  const payment =
    fromStatement ??
    (await recordPayment(scope, { ...paymentData, source: 'banklink', reason: 'banklink', ...duplicateMark }));
  if (fromStatement !== undefined) {
    const { orderNumber = null, account = null, payerIban = null, apartmentId } = paymentData;
    await queries.updatePayment(scope, {
      ...fromStatement,
      source: 'banklink',
      orderNumber: fromStatement.orderNumber ?? orderNumber,
      account: fromStatement.account ?? account,
      payerIban: fromStatement.payerIban ?? payerIban,
      apartmentId: fromStatement.apartmentId ?? apartmentId,
      reason: fromStatement.allocated === fromStatement.refunded ? 'banklink' : fromStatement.reason,
    });
  }
  if (payment.allocated < payment.amount) await allocateToInvoice(scope, payment, invoiceId, 'banklink');
  const result = await getPayment(scope, payment.id);
  if (result.allocated === result.amount || result.apartmentId === null) return result;
  await applyCreditOfApartment(scope, result.apartmentId);
  return getPayment(scope, payment.id);
}

/** One payment with its allocations. Throws NotFound. */
export async function getPayment(scope: Scope, id: string): Promise<Payment> {
  const [found] = await queries.findPayments(scope, [id]);
  if (found === undefined) throw new NotFound();
  return found;
}

/** A payment locked for a change, under the lock of the money. Throws NotFound. */
export async function lockExistingPayment(scope: Scope, id: string): Promise<PaymentFacts> {
  await lockMoney(scope);
  return orNotFound(await queries.lockPayment(scope, id));
}

/**
 * A page of the payments that the caller may see; `joint` ones also pay for others, whom the caller may not see. Throws
 * NotFound for an unknown building.
 */
export async function listPayments(
  scope: Scope,
  filters: PaymentFilters,
  page: PageRequest,
): Promise<(Payment & { readonly joint: boolean; readonly sortValue: string })[]> {
  const [exists, rows] = await Promise.all([
    placesExist(scope, filters, 'ever'),
    queries.listPayments(scope, filters, page),
  ]);
  if (!exists) throw new NotFound();
  return rows;
}

/**
 * The payment that a statement created before the bank's callback arrived. Among equal ones, one that counts: a line
 * that may be a duplicate waits for review. Of these the one with the order's number, else the oldest.
 */
async function findInStatement(
  scope: Scope,
  receipt: BanklinkReceipt,
): Promise<{ seen: PaymentFacts | undefined; doubtful: boolean }> {
  const { amount, currency, paidOn } = receipt;
  const window = { from: addDays(paidOn, -1), to: addDays(paidOn, 5) };
  const rows = await queries.lockSamePayments(scope, { source: 'statement', amount, currency, ...window });
  const samePayments = rows.filter((row) => isSamePayment(row, receipt) === true);
  const counting = samePayments.filter((row) => row.reason !== 'possible_duplicate');
  const choice = counting.length > 0 ? counting : samePayments;
  const seen = choice.find((row) => row.orderNumber !== null && row.orderNumber === receipt.orderNumber) ?? choice[0];
  return { seen, doubtful: seen === undefined && rows.some((row) => isSamePayment(row, receipt) === 'perhaps') };
}
