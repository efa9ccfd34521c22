// Refunds: the unallocated rest of a payment (paid by mistake, or the credit of a former resident) is paid back by bank
// transfer and recorded here. One transfer may pay back several rests of the same payers.

import { lockMoney } from '../platform/db/locks.ts';
import { actorText, type Scope } from '../platform/db/scope.ts';
import { bodyProblem, Conflict, Invalid, orNotFound, type Problem, type ProblemBounds } from '../platform/errors.ts';
import { type Day, dayIn } from '../platform/values/dates.ts';
import { newId } from '../platform/values/ids.ts';
import { amountFromCents, type Cents, centsFromAmount, formatCents, sumCents } from '../platform/values/money.ts';
import { applyCreditOfApartment, loadCreditCheck } from './allocate-payment.ts';
import type { Payment, PaymentFacts } from './model.ts';
import { type AvailableCredit, lockAvailableCredit } from './payment-queries.ts';
import { getPayment, lockExistingPayment } from './payments.ts';
import * as queries from './refund-queries.ts';
import { takeInOrder } from './split-oldest-first.ts';
import { tieRecordedRefund, untieRefunds } from './statements/shown-refunds.ts';

type RefundRequest = {
  /** A decimal number; by default all that is left. */
  readonly amount?: number;
  readonly refundedOn: Day;
  readonly note?: string;
};

/** The time zone where the day begins first, so that no user's current day is rejected. */
const earliestTimeZone = 'Pacific/Kiritimati';

/** The valid refunds of a payment. Throws NotFound (the payment). */
export async function listRefunds(scope: Scope, paymentId: string): Promise<queries.Refund[]> {
  await getPayment(scope, paymentId);
  return queries.findRefunds(scope, paymentId);
}

/** A valid refund. Throws NotFound. */
export async function getRefund(scope: Scope, id: string): Promise<queries.Refund> {
  return orNotFound(await queries.findRefund(scope, id));
}

/** A refund of a payment, and those of other rests that the same transfer paid back. */
type RecordedRefund = queries.Refund & { readonly others: readonly queries.Refund[] };

/**
 * Records a refund of a payment: of its unallocated money, all of it by default. More than that is taken from other
 * credit of the apartment and the same payers, oldest first. The refunded money is no longer credit. Throws NotFound,
 * Conflict (nothing_to_refund), Invalid.
 */
export async function refundPayment(scope: Scope, paymentId: string, request: RefundRequest): Promise<RecordedRefund> {
  const payment = await lockExistingPayment(scope, paymentId);
  const left = payment.status === 'reversed' ? 0 : payment.amount - payment.allocated;
  if (left === 0)
    throw new Conflict(
      'nothing_to_refund',
      'Nothing is left to refund: the payment is allocated, refunded or reversed.',
    );
  const { refundedOn, note = null } = request;
  const amount = request.amount === undefined ? left : (centsFromAmount(request.amount) ?? 0);
  const rests = [{ paymentId, left }, ...(amount > left ? await findOtherRests(scope, payment, refundedOn) : [])];
  const most = sumCents(rests.map((rest) => rest.left));
  const problems = findRefundProblems(scope, payment, { amount, refundedOn, left: most });
  if (problems.length > 0) throw new Invalid(problems);
  const common = { refundedOn, note, createdAt: scope.now };
  const transferId = newId();
  const [own, ...others] = takeInOrder(amount, rests, (rest) => rest.left).map((part, nth) => ({
    ...{ id: nth === 0 ? transferId : newId(), transferId, paymentId: part.item.paymentId, amount: part.amount },
    ...common,
  }));
  if (own === undefined) throw new Error('A refund has a part of its payment.');
  await queries.insertRefunds(scope, actorText(scope.caller), [own, ...others]);
  const bankEntryId = await tieRecordedRefund(scope, transferId);
  return { ...own, bankEntryId, others: others.map((other) => ({ ...other, bankEntryId })) };
}

type Rest = { readonly paymentId: string; readonly left: Cents };

/** Other credit of the apartment that belonged to a payer of the payment by that day, oldest first. */
async function findOtherRests(scope: Scope, { id, apartmentId, currency }: PaymentFacts, by: Day): Promise<Rest[]> {
  if (apartmentId === null) return [];
  const credit = await lockAvailableCredit(scope, [apartmentId]);
  const ownerOf = (item: AvailableCredit) => item.creditInvoiceId ?? item.id;
  const refunded = credit.find((item) => item.id === id);
  if (refunded === undefined) return [];
  const belongTogether = await loadCreditCheck(scope, credit, []);
  return credit
    .filter((item) => item !== refunded && item.currency === currency && item.paidOn <= by)
    .filter((item) => belongTogether(ownerOf(refunded), ownerOf(item)))
    .map((item) => ({ paymentId: item.id, left: item.left }));
}

/**
 * Deletes a refund recorded by mistake: the payment has the money again; if it is an apartment's credit, it pays open
 * invoices. A debit that showed it waits. Repeating it is no error. Throws NotFound.
 */
export async function undoRefund(scope: Scope, id: string): Promise<Payment> {
  await lockMoney(scope);
  const { paymentId, bankEntryId } = await getRefund(scope, id);
  const undone = await queries.undoRefund(scope, actorText(scope.caller), id);
  if (undone && bankEntryId !== null) await untieRefunds(scope, bankEntryId);
  const payment = await getPayment(scope, paymentId);
  if (!undone || payment.apartmentId === null) return payment;
  await applyCreditOfApartment(scope, payment.apartmentId);
  return getPayment(scope, paymentId);
}

function findRefundProblems(
  { now }: Scope,
  { paidOn, currency }: PaymentFacts,
  { amount, refundedOn, left }: { readonly amount: Cents; readonly refundedOn: Day; readonly left: Cents },
): Problem[] {
  const problems: Problem[] = [];
  const report = (field: string, message: string, bounds?: ProblemBounds) =>
    void problems.push(bodyProblem([field], 'out_of_range', message, bounds));
  if (amount <= 0 || amount > left) {
    const message = `amount must be more than 0 and at most ${formatCents(left, currency, 'en')}: what is left.`;
    report('amount', message, { least: 0.01, most: amountFromCents(left) });
  }
  if (refundedOn < paidOn) report('refundedOn', `refundedOn must not be before ${paidOn}, when the money came in.`);
  if (refundedOn > dayIn(earliestTimeZone, now)) report('refundedOn', 'refundedOn must not lie in the future.');
  return problems;
}
