// Invoices: read them, and change their status from draft or sent to paid or cancelled. Repeating a change has no
// further effect.

import { findOwnRows, reverseLedgerRows } from '../charging/charge-ledger-queries.ts';
import { withdrawMails } from '../mail/mail-queries.ts';
import { raiseEvent } from '../platform/db/events.ts';
import type { PageRequest } from '../platform/db/keyset.ts';
import type { WithOwnFields } from '../platform/db/own-fields.ts';
import type { Scope } from '../platform/db/scope.ts';
import { bodyProblem, Conflict, Invalid, NotFound, orNotFound, type Problem } from '../platform/errors.ts';
import type { ProblemCode } from '../platform/problem-codes.ts';
import { type Day, dayIn, earliestDay } from '../platform/values/dates.ts';
import type { Cents } from '../platform/values/money.ts';
import { placesExist } from '../properties/property-queries.ts';
import { isCorrected } from './corrections/correction-queries.ts';
import { recordHistory } from './invoice-history.ts';
import * as lists from './invoice-list-queries.ts';
import * as queries from './invoice-queries.ts';
import type { HistoryNote, InvoiceFacts, InvoiceFilters, InvoicePosition, InvoiceStatus, LocalDays } from './model.ts';
import { listLocalDays, overdueSince } from './overdue.ts';
import { findOverdrawn } from './write-ledger.ts';

/** What follows from the stored facts today. */
type OverdueState = {
  readonly overdue: boolean;
  /** Null unless overdue. */
  readonly overdueSince: Day | null;
  /** The amount still to be paid; 0 for a cancelled invoice. */
  readonly balance: Cents;
};
export type Invoice = InvoiceFacts & WithOwnFields & OverdueState;
export type InvoiceChange = { readonly status?: InvoiceStatus; readonly paidDate?: Day; readonly reference?: string };

/**
 * Changes the given fields. Values that already hold change nothing and raise no event. Paid means paid in full, by
 * default today in the building's time zone; paidDate sets another day. Before paying or cancelling, the caller takes
 * lockInvoiceAndMoney. Throws NotFound, Invalid, Conflict.
 */
export async function changeInvoice(scope: Scope, id: string, change: InvoiceChange): Promise<Invoice> {
  const before = orNotFound(await queries.lockInvoice(scope, id));
  const today = dayIn(before.timeZone, scope.now);
  const problems = findChangeProblems(change, today);
  if (problems.length > 0) throw new Invalid(problems);

  const after = applyChange(before, change, today);
  const same = (['status', 'paidDate', 'reference'] as const).every((field) => before[field] === after[field]);
  if (same) return withOverdueState(before, today);
  if (after.status === 'cancelled' && (await isCorrected(scope, id)))
    throw transitionError('The invoice has credit notes or corrections. Cancel those first.');
  const changed = { ...after, updatedAt: scope.now };
  await queries.updateInvoice(scope, changed);
  await recordHistory(scope, historyNotesOf(before, after));
  if (after.status === 'paid' && before.status !== 'paid')
    await raiseEvent(scope, 'invoice.paid', {
      buildingId: before.buildingId,
      data: { invoiceId: id, amount: after.amount },
    });
  if (after.status === 'cancelled') await takeBackCharges(scope, before);
  return withOverdueState(changed, today);
}

/**
 * Withdraws the e-mails of a cancelled invoice and reverses what it charged. Throws Conflict where credit notes gave
 * back what only it charged.
 */
async function takeBackCharges(
  scope: Scope,
  { id, buildingId, apartmentId, periodStart }: InvoiceFacts,
): Promise<void> {
  const days = (await findOwnRows(scope, [id])).map((row) => row.periodStart);
  await Promise.all([withdrawMails(scope, [id]), reverseLedgerRows(scope, id)]);
  const from = earliestDay([periodStart, ...days]);
  const overdrawn = await findOverdrawn(scope, buildingId, { apartmentIds: [apartmentId], from });
  if (overdrawn === undefined) return;
  const { charge, periodStart: first, periodEnd: last } = overdrawn;
  throw transitionError(
    `Credit notes gave back what this invoice charged of ${charge} for ${first} to ${last}. Cancel those credit notes first.`,
  );
}

/** The history entries for a manual change of an invoice. */
function historyNotesOf(before: InvoiceFacts, { id: invoiceId, ...after }: InvoiceFacts): HistoryNote[] {
  const notes: HistoryNote[] = [];
  const { status, reference, paidDate } = after;
  if (reference !== before.reference)
    notes.push({ invoiceId, action: 'reference_changed', detail: { from: before.reference, to: reference } });
  if (status === 'cancelled' && before.status !== status) notes.push({ invoiceId, action: 'cancelled', detail: {} });
  if (paidDate === null || paidDate === before.paidDate) return notes;
  return before.paidDate === null
    ? [...notes, { invoiceId, action: 'paid', detail: { paidDate } }]
    : [...notes, { invoiceId, action: 'payment_date_changed', detail: { from: before.paidDate, to: paidDate } }];
}

/** One invoice with its positions, if the caller may see it. Throws NotFound. */
export async function getInvoice(
  scope: Scope,
  id: string,
): Promise<Invoice & { readonly positions: readonly InvoicePosition[] }> {
  const invoice = orNotFound(await queries.findInvoice(scope, id));
  return withOverdueState(invoice, dayIn(invoice.timeZone, scope.now));
}

/** A page of the invoices that the caller may see. Throws NotFound for an unknown building or apartment. */
export function listInvoices(
  scope: Scope,
  filters: InvoiceFilters,
  page: PageRequest,
): Promise<(Invoice & { readonly sortValue: string })[]> {
  return readMatching(scope, filters, async (days) =>
    withOverdueStates(scope, await lists.listInvoices(scope, filters, page, days)),
  );
}

/** How many invoices are summed at most. So many take a twentieth of a second, whatever the history. */
export const maxSummedInvoices = 100_000;

/**
 * The number and sums of all invoices that match, by currency; undefined if they are too many. Throws NotFound for an
 * unknown building or apartment.
 */
export async function sumInvoices(
  scope: Scope,
  filters: InvoiceFilters,
  max = maxSummedInvoices,
): Promise<readonly lists.InvoiceSums[] | undefined> {
  const sums = await readMatching(scope, filters, (days) => lists.sumInvoices(scope, filters, days, max));
  return sums.reduce((count, sum) => count + sum.count, 0) > max ? undefined : sums;
}

/** Reads by a filter whose building and apartment must exist; `overdue` depends on the local days. */
async function readMatching<T>(
  scope: Scope,
  filters: InvoiceFilters,
  read: (days: LocalDays) => Promise<T>,
): Promise<T> {
  const days = filters.status === 'overdue' ? await listLocalDays(scope) : [];
  const [exist, found] = await Promise.all([placesExist(scope, filters, 'ever'), read(days)]);
  if (!exist) throw new NotFound();
  return found;
}

function withOverdueStates<F extends InvoiceFacts & { readonly timeZone: string }>(
  { now }: Scope,
  rows: readonly F[],
): (F & OverdueState)[] {
  const todays = new Map<string, Day>();
  return rows.map((row) => {
    const today = todays.get(row.timeZone) ?? dayIn(row.timeZone, now);
    todays.set(row.timeZone, today);
    return withOverdueState(row, today);
  });
}

function withOverdueState<F extends InvoiceFacts>(facts: F, today: Day): F & OverdueState {
  const since = overdueSince(facts, today);
  const balance = facts.status === 'cancelled' ? 0 : facts.amount - facts.amountPaid;
  return { ...facts, overdue: since !== null, overdueSince: since, balance };
}

export const invoiceWarningCodes = ['paid_before_issue'] as const;
type InvoiceWarning = { readonly code: (typeof invoiceWarningCodes)[number]; readonly message: string };

/** A payment date before the issue date is accepted, as people do pay early; more often it is a typo. */
export function paymentDateWarnings({ issueDate }: Invoice, { paidDate }: InvoiceChange): InvoiceWarning[] {
  if (paidDate === undefined || paidDate >= issueDate) return [];
  const message = `paidDate ${paidDate} is before the issue date ${issueDate}. If it is wrong, send the right paidDate.`;
  return [{ code: 'paid_before_issue', message }];
}

function findChangeProblems({ status, paidDate, reference }: InvoiceChange, today: Day): Problem[] {
  const problems: Problem[] = [];
  const report = (field: string, code: ProblemCode, message: string) =>
    void problems.push(bodyProblem([field], code, message));
  if (paidDate !== undefined && paidDate > today)
    report('paidDate', 'out_of_range', `paidDate must not lie in the future; today is ${today}.`);
  if (paidDate !== undefined && status !== undefined && status !== 'paid')
    report('paidDate', 'not_allowed', `paidDate is allowed only with status paid, not with ${status}.`);
  if (reference !== undefined && /[\p{C}\p{Zl}\p{Zp}]/u.test(reference.trim()))
    report('reference', 'invalid_characters', 'reference may have printable characters only.');
  return problems;
}

/** The facts after a change. Throws Conflict for a change that the status does not allow. */
function applyChange(before: InvoiceFacts, change: InvoiceChange, today: Day): InvoiceFacts {
  const status = change.status ?? before.status;
  const reference = change.reference?.trim() ?? before.reference;
  if (status !== before.status) rejectTransition(before.status, status);
  if (status === 'paid' && before.amount < 0)
    throw transitionError(
      'The invoice is a credit note and cannot be paid. Its amount is already credited to the apartment.',
    );
  if (reference !== before.reference && before.status === 'cancelled')
    throw transitionError('The invoice is cancelled, so its reference cannot change.');
  if (change.paidDate !== undefined && status !== 'paid')
    throw transitionError(
      `The invoice is ${status}, so it has no payment date. Set the status to paid together with paidDate.`,
    );
  if (status === 'cancelled') return { ...before, status, reference, sending: null }; // Waiting e-mails are withdrawn.
  if (status !== 'paid') return { ...before, status, reference };
  const paidDate = change.paidDate ?? before.paidDate ?? today;
  return { ...before, status, reference, paidDate, amountPaid: before.amount };
}

function rejectTransition(from: InvoiceStatus, to: InvoiceStatus): void {
  const open = from === 'draft' || from === 'sent';
  if (open && (to === 'paid' || to === 'cancelled')) return;
  if (from === 'draft' && to === 'sent')
    throw transitionError(
      'A draft becomes sent when it is e-mailed with POST /invoices/send-bulk, or marked as delivered in the console.',
    );
  throw transitionError(
    open
      ? `The invoice is ${from}. It can become paid or cancelled.`
      : `The invoice is ${from}, and this status is final${from === 'paid' ? ': only a reversal of its payment, or undoing its match, reopens it' : ''}.`,
  );
}

function transitionError(message: string): Conflict {
  return new Conflict('invalid_status_transition', message);
}
