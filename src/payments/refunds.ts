// Refunds: the unallocated rest of a payment (paid by mistake, or the credit of a former resident) is paid back by bank
// transfer and recorded here.

import { lockMoney } from '../platform/db/locks.ts';
import { actorText, type Scope } from '../platform/db/scope.ts';
import { bodyProblem, Conflict, Invalid, orNotFound, type Problem, type ProblemBounds } from '../platform/errors.ts';
import { type Day, dayIn } from '../platform/values/dates.ts';
import { newId } from '../platform/values/ids.ts';
import { amountFromCents, type Cents, centsFromAmount, formatCents } from '../platform/values/money.ts';
import { applyCreditOfApartment } from './allocate-payment.ts';
import type { Payment, PaymentFacts } from './model.ts';
import { getPayment, lockExistingPayment } from './payments.ts';
import * as queries from './refund-queries.ts';

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

/**
 * Records a refund of a payment: of its unallocated money, all of it by default. The refunded money is no longer
 * credit. Throws NotFound, Conflict (nothing_to_refund), Invalid.
 */
export async function refundPayment(scope: Scope, paymentId: string, request: RefundRequest): Promise<queries.Refund> {
  const payment = await lockExistingPayment(scope, paymentId);
  const left = payment.status === 'reversed' ? 0 : payment.amount - payment.allocated;
  if (left === 0)
    throw new Conflict(
      'nothing_to_refund',
      'Nothing is left to refund: the payment is allocated, refunded or reversed.',
    );
  const { refundedOn, note = null } = request;
  const amount = request.amount === undefined ? left : (centsFromAmount(request.amount) ?? 0);
  const problems = findRefundProblems(scope, payment, { amount, refundedOn, left });
  if (problems.length > 0) throw new Invalid(problems);
  const refund = { id: newId(), paymentId, amount, refundedOn, note, createdAt: scope.now };
  await queries.insertRefund(scope, actorText(scope.caller), refund);
  return refund;
}

/**
 * Deletes a refund recorded by mistake: the payment has the money again; if it is an apartment's credit, it pays open
 * invoices. Repeating it is no error. Throws NotFound.
 */
export async function undoRefund(scope: Scope, id: string): Promise<Payment> {
  await lockMoney(scope);
  const { paymentId } = await getRefund(scope, id);
  const undone = await queries.undoRefund(scope, actorText(scope.caller), id);
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
