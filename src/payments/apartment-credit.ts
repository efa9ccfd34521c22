// Credit from invoices: the amount of a negative invoice becomes the apartment's credit at once. It pays the corrected
// invoice first, then other open invoices.
import {
  type CorrectionRequest,
  correctPeriod,
  type PeriodCorrection,
} from '../invoicing/corrections/correct-period.ts';
import { clearPaidAmount } from '../invoicing/corrections/correction-queries.ts';
import { type CreditRequest, createCreditInvoice, type InvoiceCredit } from '../invoicing/corrections/credit-note.ts';
import type { CreatedInvoice } from '../invoicing/generate-invoices.ts';
import { getInvoice, type Invoice } from '../invoicing/invoices.ts';
import type { InvoicePosition } from '../invoicing/model.ts';
import type { Scope } from '../platform/db/scope.ts';
import { Conflict } from '../platform/errors.ts';
import { newId } from '../platform/values/ids.ts';
import { allocateToInvoice, applyCredit, applyCreditOfApartment, undoPaymentAllocations } from './allocate-payment.ts';
import * as queries from './apartment-credit-queries.ts';
import { lockPayment, updatePayment } from './payment-queries.ts';

/**
 * Creates a credit note and applies it: to the corrected invoice up to its balance, then to other open invoices of the
 * apartment. The rest stays credit for its next invoice. No money was received, so payment.received is not raised;
 * invoice.paid is, for invoices it covers. Throws what createCreditInvoice throws.
 */
export async function creditInvoiceAndApply(
  scope: Scope,
  invoiceId: string,
  request: CreditRequest,
): Promise<Invoice & { readonly positions: readonly InvoicePosition[] }> {
  const credit = await createCreditInvoice(scope, invoiceId, request);
  await recordInvoiceCredit(scope, [credit]);
  return getInvoice(scope, credit.id);
}

/**
 * correctPeriod with its effect on money: credited amounts become credit of the apartment, and credit pays what is owed
 * now. Throws what correctPeriod throws.
 */
export async function correctPeriodAndApplyCredit(
  scope: Scope,
  buildingId: string,
  request: CorrectionRequest,
): Promise<PeriodCorrection> {
  const correction = await correctPeriod(scope, buildingId, request);
  const { credits, owed } = correction;
  await recordInvoiceCredit(scope, credits);
  await applyCredit(scope, owed);
  return correction;
}

/**
 * Applies credit to the new invoices of a generation: negative ones become credit of their apartments, and credit pays
 * the others.
 */
export async function applyCreditToNewInvoices(scope: Scope, made: readonly CreatedInvoice[]): Promise<void> {
  const negative = made.filter(({ amount }) => amount < 0).map((createdInvoice) => createdInvoice.invoiceId);
  if (negative.length > 0) await recordInvoiceCredit(scope, await queries.findInvoiceCredits(scope, negative));
  await applyCredit(scope, made);
}

/** Turns negative invoices into credit and applies it. The caller holds lockMoney. */
async function recordInvoiceCredit(scope: Scope, credits: readonly InvoiceCredit[]): Promise<void> {
  for (const credit of credits) {
    const id = newId();
    const { amount, currency, apartmentId, number, issueDate: paidOn } = credit;
    await queries.insertCreditPayment(scope, {
      id,
      amount,
      currency,
      apartmentId,
      number,
      paidOn,
      invoiceId: credit.id,
    });
    const payment = { id, amount, allocated: 0, currency, paidOn, source: 'credit' as const };
    const used = await allocateToInvoice(scope, payment, credit.invoiceId, 'credit');
    if (used < amount) await applyCreditOfApartment(scope, apartmentId);
  }
}

/**
 * Withdraws the credit of a cancelled credit note: what it paid is owed again. The caller holds lockMoney. Throws
 * Conflict when part of it was refunded.
 */
export async function withdrawCredit(scope: Scope, creditInvoiceId: string): Promise<void> {
  await clearPaidAmount(scope, creditInvoiceId);
  const id = await queries.findCreditPayment(scope, creditInvoiceId);
  if (id === undefined) return;
  await undoPaymentAllocations(scope, id, 'reversal');
  const payment = await lockPayment(scope, id);
  if (payment === undefined) return;
  if (payment.refunded > 0)
    throw new Conflict(
      'invalid_status_transition',
      'A refund was recorded for this credit note. Undo the refund first (under Payments).',
    );
  await updatePayment(scope, { ...payment, status: 'reversed' });
}
