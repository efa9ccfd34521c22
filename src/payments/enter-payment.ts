// A person enters received money of any amount: cash, or a transfer that no statement has shown yet.
import { lockInvoice } from '../invoicing/invoice-queries.ts';
import { lockMoney } from '../platform/db/locks.ts';
import type { Scope } from '../platform/db/scope.ts';
import {
  bodyProblem,
  Conflict,
  Invalid,
  NotFound,
  orNotFound,
  type Problem,
  type ProblemBounds,
} from '../platform/errors.ts';
import { addDays, type Day, dayIn } from '../platform/values/dates.ts';
import { type Cents, centsFromAmount } from '../platform/values/money.ts';
import { allocateToInvoice, applyCreditOfApartment } from './allocate-payment.ts';
import type { Payment } from './model.ts';
import * as queries from './payment-queries.ts';
import { getPayment, recordPayment } from './payments.ts';

/** Received money as a person enters it; `amount` as a decimal number. */
type EnteredPayment = {
  readonly apartmentId: string;
  /** The invoice that it pays first; by default the oldest due one. */
  readonly invoiceId?: string;
  readonly amount: number;
  readonly paidOn: Day;
  readonly method: PaymentMethod;
  readonly payerName?: string;
  readonly note?: string;
};

export const paymentMethods = ['cash', 'transfer'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

const maxDaysBack = 3660;

/**
 * Records received money of an apartment. It pays the invoice, if one is given, then the other open invoices, oldest
 * due date first; the rest is credit. Raises payment.received for each invoice. A transfer has the payment reference,
 * so that the statement's line is recognised as the same money; cash has none. Throws NotFound, Conflict
 * (match_refused), Invalid.
 */
export async function enterPayment(scope: Scope, entered: EnteredPayment): Promise<Payment> {
  await lockMoney(scope);
  const apartment = orNotFound(await queries.findPayingApartment(scope, entered.apartmentId), 'apartmentId');
  const amount = centsFromAmount(entered.amount) ?? 0;
  const problems = findProblems(amount, entered.paidOn, dayIn(apartment.timeZone, scope.now));
  if (problems.length > 0) throw new Invalid(problems);
  const invoice =
    entered.invoiceId === undefined ? undefined : await lockInvoiceToPay(scope, entered, entered.invoiceId);
  const { method, paidOn, payerName = null, note = null } = entered;
  const payment = await recordPayment(scope, {
    source: 'manual',
    reason: 'manual',
    amount,
    currency: invoice?.currency ?? apartment.currency,
    paidOn,
    payerName,
    description: note,
    reference: method === 'cash' ? null : (invoice?.reference ?? apartment.reference),
    inCash: method === 'cash',
    apartmentId: apartment.id,
  });
  const used = invoice === undefined ? 0 : await allocateToInvoice(scope, payment, invoice.id, 'manual');
  if (used < amount) await applyCreditOfApartment(scope, apartment.id);
  return getPayment(scope, payment.id);
}

/** The invoice, locked: of the apartment, with a balance. */
async function lockInvoiceToPay(scope: Scope, { apartmentId }: EnteredPayment, invoiceId: string) {
  const invoice = await lockInvoice(scope, invoiceId);
  if (invoice === undefined || invoice.apartmentId !== apartmentId) throw new NotFound('invoiceId');
  if (invoice.amount <= invoice.amountPaid || invoice.status === 'cancelled')
    throw new Conflict('match_refused', `The invoice is ${invoice.status}, and nothing is left to pay on it.`);
  return invoice;
}

function findProblems(amount: Cents, paidOn: Day, today: Day): Problem[] {
  const problems: Problem[] = [];
  const report = (field: string, message: string, bounds?: ProblemBounds) =>
    void problems.push(bodyProblem([field], 'out_of_range', message, bounds));
  if (amount <= 0) report('amount', 'amount must be more than 0.', { least: 0.01 });
  if (paidOn > today) report('paidOn', `paidOn must not be after ${today}, the current day of the building.`);
  if (addDays(paidOn, maxDaysBack) < today) report('paidOn', 'paidOn must not be more than ten years ago.');
  return problems;
}
