// Credit notes: reverse all or part of the positions of a sent or paid invoice, for a reason, with a separate negative
// invoice.

import type { CreditCalculation } from '../../charging/calculation.ts';
import { parsePriceTerms } from '../../charging/metered/billed-consumption.ts';
import type { BilledAmount } from '../../charging/metered/consumption-segments.ts';
import { takeCredit } from '../../charging/standing.ts';
import { raiseEvent } from '../../platform/db/events.ts';
import type { Scope } from '../../platform/db/scope.ts';
import { bodyProblem, Conflict, Invalid, orNotFound, type Problem, type ProblemBounds } from '../../platform/errors.ts';
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
import { requireStanding, writeLedger, writtenBy } from '../write-ledger.ts';
import * as queries from './correction-queries.ts';
import { type Creditable, isLeft, limitOf, loadCreditable } from './creditable-positions.ts';

/**
 * What to credit: the number of each position on the invoice, from 1, and how much of its net amount. Without an
 * amount, all that is left.
 */
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
 * Creates a credit note as a draft issued today; the caller (payments) applies the credit. Together the credits of an
 * invoice never exceed what a position has left after corrections, net and VAT; what a negative correction adds to a
 * charge is left of it too. Credits do not change how a bill is
 * split: nobody else pays what one payer is credited. Raises invoice.created. Throws NotFound, Invalid, Conflict
 * (invoice_not_creditable).
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
  const draft = { id, number, reference, apartmentId, amount, positions: lines, correctsId: invoiceId, reason };
  const note = { ...draft, cause: 'credit' } as const;
  await queries.insertCorrections(scope, { issueDate, dueDate: issueDate }, [note]);
  await writeLedger(scope, invoice.buildingId, [note]);
  await requireStanding(scope, invoice.buildingId, writtenBy([note], invoice.periodStart));
  await raiseEvent(scope, 'invoice.created', { buildingId: invoice.buildingId, data: { invoiceId: id, amount } });
  await recordHistory(scope, [
    { invoiceId: id, action: 'generated', detail: { amount: amountFromCents(amount) } },
    { invoiceId, action: 'credited', detail: { amount: amountFromCents(-amount), invoiceId: id } },
  ]);
  return { id, invoiceId, number, apartmentId, currency, issueDate, amount: -amount };
}

/** A planned credit: its positions as they would be on the credit note. */
type CreditPlan = { readonly amount: Cents; readonly lines: readonly NewPosition[] };

/**
 * Plans a credit without creating it; without positions, all that is left, with a line of zero for each position of
 * which nothing is. Throws what createCreditInvoice throws.
 */
export async function planCredit(
  scope: Scope,
  invoiceId: string,
  request: Pick<CreditRequest, 'positions'>,
): Promise<CreditPlan> {
  const invoice = orNotFound(await findInvoice(scope, invoiceId));
  const { amount, lines, spent } = await planForInvoice(scope, invoice, request);
  if (request.positions !== undefined) return { amount, lines };
  return { amount, lines: [...lines, ...spent].toSorted((a, b) => (a.ordinal ?? 0) - (b.ordinal ?? 0)) };
}

async function planForInvoice(
  scope: Scope,
  invoice: InvoiceFacts,
  request: Pick<CreditRequest, 'positions'>,
): Promise<CreditPlan & { readonly spent: readonly NewPosition[] }> {
  rejectUncreditable(invoice);
  const creditable = await loadCreditable(scope, invoice);
  const gone = creditable.filter((position) => position.amount !== 0 && !isLeft(position));
  const spent = gone.map((position) => buildCreditLine(invoice.number, position, 0));
  const lines = buildCreditLines(invoice.number, creditable, request);
  const amount = sumCents(lines.map((line) => line.amount + line.vatAmount));
  if (amount >= 0) throw notCreditable('The selected positions add up to zero or less, so there is nothing to credit.');
  return { lines, amount, spent };
}

function rejectUncreditable({ status, cause, amount }: InvoiceFacts): void {
  if (status === 'draft') throw notCreditable('The invoice is a draft. Cancel it instead of crediting it.');
  if (status === 'cancelled') throw notCreditable('The invoice is cancelled, so there is nothing to credit.');
  if (cause === 'credit' || amount <= 0) throw notCreditable('The invoice is a credit note itself. Cancel it instead.');
}

/** The positions of a credit, each with the number of the position it credits. Throws Invalid, Conflict. */
function buildCreditLines(
  number: string,
  creditable: readonly Creditable[],
  { positions }: Pick<CreditRequest, 'positions'>,
): NewPosition[] {
  if (!creditable.some(isLeft)) throw notCreditable('The invoice is already fully credited.');
  if (positions === undefined)
    return creditable.flatMap((position) =>
      isLeft(position) ? [buildCreditLine(number, position, limitOf(position).net)] : [],
    );
  const problems: Problem[] = [];
  const listed = new Set<number>();
  const lines = positions.flatMap(({ position, amount }, index) => {
    const report = (field: string, code: ProblemCode, message: string, bounds?: ProblemBounds) =>
      void problems.push(bodyProblem(['positions', index, field], code, message, bounds));
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
    const { net: rest } = limitOf(selected);
    const cents = amount === undefined ? rest : centsFromAmount(amount);
    if (cents === undefined || Math.abs(cents) > Math.abs(rest) || (cents !== 0 && cents < 0 !== rest < 0)) {
      report(
        'amount',
        'out_of_range',
        `At most ${amountFromCents(rest)} (net) of position ${position} can still be credited.`,
        { least: Math.min(0, amountFromCents(rest)), most: Math.max(0, amountFromCents(rest)) },
      );
      return [];
    }
    return [buildCreditLine(number, selected, cents)];
  });
  if (problems.length > 0) throw new Invalid(problems);
  return lines;
}

/**
 * VAT is calculated from the total credited so far, so many small credits take no more VAT than one large credit. The
 * last credit of a position takes the rest of its VAT, so that all credits add up to the position to the cent.
 */
function buildCreditLine(number: string, creditable: Creditable, cents: Cents): NewPosition {
  const { net: left, vat: vatLeft } = limitOf(creditable);
  const whole = cents === creditable.amount && creditable.credited === 0 && creditable.parts.length === 1;
  const rate = parseDecimal(creditable.vatRate, { decimals: 6, min: 0, max: 100 }) ?? { units: 0n, scale: 0 };
  const [minVat, maxVat] = [Math.min(0, vatLeft), Math.max(0, vatLeft)];
  // What others gave back of its subjects counts as given back of the position.
  const [before, vatBefore] = [creditable.amount - left, creditable.vatAmount - vatLeft];
  const vat =
    cents === left ? vatLeft : Math.min(maxVat, Math.max(minVat, percentOf(before + cents, rate) - vatBefore));
  const billed = rowsOfCredit(creditable, cents, vat);
  const calculation: CreditCalculation = {
    method: 'credit',
    ...(creditable.basis !== null && { basis: creditable.basis }),
    unit: creditable.unit,
    raw: formatDecimal({ units: BigInt(-cents), scale: 2 }),
    invoiceNumber: number,
    of: amountFromCents(creditable.amount),
    creditedBefore: amountFromCents(before),
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
    ...(billed.length > 0 && { billed }),
  };
}

/** Takes a credit from what stands of a position's subjects. Returns the rows of the ledger for those that have any. */
function rowsOfCredit({ amount, vatAmount, rows }: Creditable, net: Cents, vat: Cents): BilledAmount[] {
  const sign = Math.sign(amount) || Math.sign(vatAmount);
  const given = takeCredit(rows, { net: net * sign, vat: vat * sign, sign });
  return rows.flatMap(({ row }, index): BilledAmount[] => {
    const part = given[index];
    if (row === undefined || part === undefined || (part.net === 0 && part.vat === 0)) return [];
    const { meterId, charge, periodStart, periodEnd } = row;
    const amounts = { quantity: '0', amount: 0 - part.net, vatAmount: 0 - part.vat };
    const flags = { isEstimated: false, isSettled: true };
    return [{ meterId, charge, periodStart, periodEnd, terms: parsePriceTerms(row), ...amounts, ...flags }];
  });
}

function negate(text: string): string {
  return text.startsWith('-') ? text.slice(1) : `-${text}`;
}

function notCreditable(message: string): Conflict {
  return new Conflict('invoice_not_creditable', message);
}
