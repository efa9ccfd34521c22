// Credit notes: reverse all or part of the positions of a sent or paid invoice, for a reason, with a separate negative invoice.

import type { CreditCalculation } from '../../charging/calculation.ts';
import { findRemainingAmounts, type RemainingAmount } from '../../charging/metered/billed-consumption-queries.ts';
import { raiseEvent } from '../../platform/db/events.ts';
import type { Scope } from '../../platform/db/scope.ts';
import { bodyProblem, Conflict, Invalid, NotFound, type Problem } from '../../platform/errors.ts';
import type { ProblemCode } from '../../platform/problem-codes.ts';
import { dayIn } from '../../platform/values/dates.ts';
import { formatDecimal, parseDecimal, percentOf } from '../../platform/values/decimal.ts';
import { newId } from '../../platform/values/ids.ts';
import { amountFromCents, type Cents, centsFromAmount, sumCents } from '../../platform/values/money.ts';
import { getBuilding } from '../../properties/buildings.ts';
import { recordHistory } from '../invoice-history.ts';
import { reserveInvoiceNumbers } from '../invoice-number.ts';
import { findInvoice, type NewPosition } from '../invoice-queries.ts';
import { lockInvoiceAndMoney } from '../lock-invoice.ts';
import type { InvoiceFacts } from '../model.ts';
import * as queries from './correction-queries.ts';

/** What to credit: the number of each position on the invoice, from 1, and how much of its net amount. Without an amount, all that is left. */
export type CreditRequest = {
  readonly reason: string;
  readonly positions?: readonly { readonly position: number; readonly amount?: number }[];
};

/** A created credit: its invoice, and the total as a positive amount. */
export type InvoiceCredit = Pick<InvoiceFacts, 'id' | 'apartmentId' | 'currency' | 'issueDate' | 'number'> & {
  readonly invoiceId: string;
  readonly amount: Cents;
};

/**
 * Creates a credit note as a draft issued today; the caller (payments) applies the credit. Together the credits of an invoice never exceed what a
 * position has left after corrections, net and VAT. Credits do not change how a bill is split: nobody else pays what one payer is credited. Raises
 * invoice.created.
 * Throws NotFound, Invalid, Conflict (invoice_not_creditable).
 */
export async function createCreditInvoice(
  scope: Scope,
  invoiceId: string,
  request: CreditRequest,
): Promise<InvoiceCredit> {
  const invoice = await lockInvoiceAndMoney(scope, invoiceId);
  const { lines, amount } = await planForInvoice(scope, invoice, request);
  const issueDate = dayIn(invoice.timeZone, scope.now);
  const { billing } = await getBuilding(scope, invoice.buildingId);
  const [number = ''] = await reserveInvoiceNumbers(scope, billing.invoiceNumberPrefix, issueDate, 1);
  const { apartmentId, currency, reference } = invoice;
  const id = newId();
  const reason = request.reason.trim();
  await queries.insertCorrections(scope, { issueDate, dueDate: issueDate }, [
    { id, number, reference, apartmentId, amount, positions: lines, correctsId: invoiceId, cause: 'credit', reason },
  ]);
  await raiseEvent(scope, 'invoice.created', { buildingId: invoice.buildingId, data: { invoiceId: id, amount } });
  await recordHistory(scope, [
    { invoiceId: id, action: 'generated', detail: { amount: amountFromCents(amount) } },
    { invoiceId, action: 'credited', detail: { amount: amountFromCents(-amount), invoiceId: id } },
  ]);
  return { id, invoiceId, number, apartmentId, currency, issueDate, amount: -amount };
}

/** A planned credit: its positions as they would be on the credit note. */
export type CreditPlan = { readonly amount: Cents; readonly lines: readonly NewPosition[] };

/** Plans a credit without creating it; without positions, all that is left. Throws what createCreditInvoice throws. */
export async function planCredit(
  scope: Scope,
  invoiceId: string,
  request: Pick<CreditRequest, 'positions'>,
): Promise<CreditPlan> {
  const invoice = await findInvoice(scope, invoiceId);
  if (invoice === undefined) throw new NotFound();
  return planForInvoice(scope, invoice, request);
}

async function planForInvoice(
  scope: Scope,
  invoice: InvoiceFacts,
  request: Pick<CreditRequest, 'positions'>,
): Promise<CreditPlan> {
  rejectUncreditable(invoice);
  const creditable = await queries.findCreditablePositions(scope, invoice.id);
  const corrected = deductCorrections(creditable, await queries.findCorrectedAmounts(scope, invoice.id));
  const settled = deductSettlements(creditable, await findRemainingAmounts(scope, invoice.buildingId, invoice.id));
  const left = corrected.map((creditablePosition, index) =>
    lowerRemainder(creditablePosition, settled[index] ?? creditablePosition),
  );
  const lines = buildCreditLines(invoice.number, left, request);
  const amount = sumCents(lines.map((line) => line.amount + line.vatAmount));
  if (amount >= 0) throw notCreditable('The selected positions add up to zero or less, so there is nothing to credit.');
  return { lines, amount };
}

function rejectUncreditable({ status, cause, amount }: InvoiceFacts): void {
  if (status === 'draft') throw notCreditable('The invoice is a draft. Cancel it instead of crediting it.');
  if (status === 'cancelled') throw notCreditable('The invoice is cancelled, so there is nothing to credit.');
  if (cause === 'credit' || amount <= 0) throw notCreditable('The invoice is a credit note itself. Cancel it instead.');
}

/** Amounts already credited by corrections cannot be credited again: they are deducted from the positions of their charge and VAT rate, in order. */
function deductCorrections(
  creditable: readonly queries.CreditablePosition[],
  corrected: readonly queries.CorrectedAmount[],
): queries.CreditablePosition[] {
  const remaining = corrected.map((correctedAmount) => ({ ...correctedAmount }));
  return creditable.map((creditablePosition) => {
    const correction = remaining.find(
      ({ code, vatRate }) => code === creditablePosition.code && vatRate === creditablePosition.vatRate,
    );
    if (correction === undefined || creditablePosition.amount < 0) return creditablePosition;
    const net = Math.min(correction.net, creditablePosition.amount - creditablePosition.credited);
    const vat = Math.min(correction.vat, creditablePosition.vatAmount - creditablePosition.creditedVat);
    correction.net -= net;
    correction.vat -= vat;
    return {
      ...creditablePosition,
      credited: creditablePosition.credited + net,
      creditedVat: creditablePosition.creditedVat + vat,
    };
  });
}

/** Likewise deducts what other invoices credited for the days of metered positions, net and VAT. */
function deductSettlements(
  creditable: readonly queries.CreditablePosition[],
  left: readonly RemainingAmount[],
): queries.CreditablePosition[] {
  const byOrdinal = new Map(left.map((remainingAmount) => [remainingAmount.ordinal, remainingAmount]));
  return creditable.map((creditablePosition) => {
    const remaining = byOrdinal.get(creditablePosition.ordinal);
    if (remaining === undefined || creditablePosition.amount <= 0) return creditablePosition;
    const credited = Math.max(
      creditablePosition.credited,
      creditablePosition.amount - Math.max(0, remaining.amount - creditablePosition.credited),
    );
    const creditedVat = Math.max(
      creditablePosition.creditedVat,
      creditablePosition.vatAmount - Math.max(0, remaining.vatAmount - creditablePosition.creditedVat),
    );
    return {
      ...creditablePosition,
      credited: Math.min(creditablePosition.amount, credited),
      creditedVat: Math.min(creditablePosition.vatAmount, creditedVat),
    };
  });
}

/** The lower remainder of a position from two calculations. */
function lowerRemainder(
  position: queries.CreditablePosition,
  other: queries.CreditablePosition,
): queries.CreditablePosition {
  if (position.amount <= 0) return position;
  const credited = Math.max(position.credited, other.credited);
  return { ...position, credited, creditedVat: Math.max(position.creditedVat, other.creditedVat) };
}

/** The positions of a credit, each with the number of the position it credits. Throws Invalid, Conflict. */
function buildCreditLines(
  number: string,
  creditable: readonly queries.CreditablePosition[],
  { positions }: Pick<CreditRequest, 'positions'>,
): NewPosition[] {
  const left = creditable.filter(
    (creditablePosition) =>
      creditablePosition.amount !== creditablePosition.credited ||
      creditablePosition.vatAmount !== creditablePosition.creditedVat,
  );
  if (left.length === 0) throw notCreditable('The invoice is already fully credited.');
  if (positions === undefined)
    return left.map((creditablePosition) =>
      buildCreditLine(number, creditablePosition, creditablePosition.amount - creditablePosition.credited),
    );
  const problems: Problem[] = [];
  const listed = new Set<number>();
  const lines = positions.flatMap(({ position, amount }, index) => {
    const report = (field: string, code: ProblemCode, message: string) =>
      void problems.push(bodyProblem(['positions', index, field], code, message));
    const selected = creditable.find((line) => line.ordinal === position);
    if (selected === undefined)
      report(
        'position',
        'out_of_range',
        `The invoice has ${creditable.length} positions; there is no position ${position}.`,
      );
    if (listed.has(position)) report('position', 'duplicate', `Position ${position} is listed twice.`);
    listed.add(position);
    if (selected === undefined) return [];
    const rest = selected.amount - selected.credited;
    const cents = amount === undefined ? rest : centsFromAmount(amount);
    if (cents === undefined || Math.abs(cents) > Math.abs(rest) || (cents !== 0 && cents < 0 !== rest < 0)) {
      report(
        'amount',
        'out_of_range',
        `At most ${amountFromCents(rest)} (net) of position ${position} can still be credited.`,
      );
      return [];
    }
    return [buildCreditLine(number, selected, cents)];
  });
  if (problems.length > 0) throw new Invalid(problems);
  return lines;
}

/**
 * VAT is calculated from the total credited so far, so many small credits take no more VAT than one large credit. The last credit of a position takes
 * the rest of its VAT, so that all credits add up to the position to the cent.
 */
function buildCreditLine(number: string, creditable: queries.CreditablePosition, cents: Cents): NewPosition {
  const whole = cents === creditable.amount && creditable.credited === 0;
  const rest = cents === creditable.amount - creditable.credited;
  const rate = parseDecimal(creditable.vatRate, { decimals: 6, min: 0, max: 100 }) ?? { units: 0n, scale: 0 };
  const vatLeft = creditable.vatAmount - creditable.creditedVat;
  const [minVat, maxVat] = [Math.min(0, vatLeft), Math.max(0, vatLeft)];
  const due = percentOf(creditable.credited + cents, rate) - creditable.creditedVat;
  const vat = rest ? vatLeft : Math.min(maxVat, Math.max(minVat, due));
  const calculation: CreditCalculation = {
    method: 'credit',
    ...(creditable.basis !== null && { basis: creditable.basis }),
    unit: creditable.unit,
    raw: formatDecimal({ units: BigInt(-cents), scale: 2 }),
    invoiceNumber: number,
    of: amountFromCents(creditable.amount),
    creditedBefore: amountFromCents(creditable.credited),
  };
  const { code, description, vatRate, ordinal } = creditable;
  return {
    ordinal,
    code,
    description,
    quantity: whole ? negate(creditable.quantity) : '-1',
    unit: whole ? creditable.unit : 'apartment',
    unitPrice: whole ? creditable.unitPrice : formatDecimal({ units: BigInt(cents), scale: 2 }),
    amount: 0 - cents,
    vatRate,
    vatAmount: 0 - vat,
    calculation,
  };
}

function negate(text: string): string {
  return text.startsWith('-') ? text.slice(1) : `-${text}`;
}

function notCreditable(message: string): Conflict {
  return new Conflict('invoice_not_creditable', message);
}
