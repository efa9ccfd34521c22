// Sends invoices: one e-mail per recipient, queued in one transaction with the response. Repeating a request sends
// nothing twice.

import type { UnpaidBefore } from '../../mail/letters/payment.ts';
import { findPendingAbout, withdrawMails } from '../../mail/mail-queries.ts';
import { enqueueMails, type NewMail } from '../../mail/outbox.ts';
import { raiseEvent } from '../../platform/db/events.ts';
import type { Scope } from '../../platform/db/scope.ts';
import { bodyProblem, Conflict, Invalid, NotFound, rejectUnknown } from '../../platform/errors.ts';
import type { Day } from '../../platform/values/dates.ts';
import { placesExist } from '../../properties/property-queries.ts';
import { findOpenSenders } from '../../properties/sender-details-queries.ts';
import { listUnpaidBefore } from '../co-payers.ts';
import { recordHistory } from '../invoice-history.ts';
import { getInvoice, type Invoice } from '../invoices.ts';
import type { Recipient, SentBy } from '../model.ts';
import { type Addressee, addressKey, groupByInvoice, letterFactsOf, uniqueAddressees } from './invoice-letters.ts';
import * as queries from './sending-queries.ts';
import { discardUnsentFiles } from './sent-files.ts';

/** Either ids, or a building with both ends of a period. */
type SendRequest = {
  readonly invoiceIds?: readonly string[];
  readonly buildingId?: string;
  readonly periodStart?: Day;
  readonly periodEnd?: Day;
};

export const sendStatuses = ['queued', 'already_sent', 'no_recipient', 'not_sendable'] as const;
export const sendCodes = ['nobody_receives', 'no_address', 'invoice_cancelled'] as const;

/**
 * The result for one invoice: `letters` is the number of e-mails that wait to be sent. `code` and `message` say why
 * there are none, and what to do.
 */
export type SendOutcome = {
  readonly invoiceId: string;
  readonly number: string;
  readonly status: (typeof sendStatuses)[number];
  readonly letters: number;
  readonly code?: (typeof sendCodes)[number];
  readonly message?: string;
};

/** Who gets the e-mails again: current recipients who got none, or all of them. */
type ResendScope = 'missing' | 'everybody';

const batchSize = 200;

/**
 * Queues e-mails with PDF for invoices that have reached nobody yet. The invoices keep their status until a mail server
 * accepts an e-mail. A recipient with a waiting e-mail gets no second one; when all e-mails failed, a repeated request
 * queues new ones. Paid invoices are sent too: credit may have paid them before anybody saw them. Throws NotFound (the
 * building, or any of the invoices), Invalid.
 */
export async function sendInvoices(scope: Scope, request: SendRequest): Promise<SendOutcome[]> {
  const which = selectionOf(request);
  if ('buildingId' in which && !(await placesExist(scope, which))) throw new NotFound('buildingId');
  const invoices = await queries.lockSendableInvoices(scope, which);
  rejectUnknown('invoiceIds', request.invoiceIds ?? [], invoices);
  const outcomes: SendOutcome[] = [];
  for (let start = 0; start < invoices.length; start += batchSize)
    outcomes.push(...(await queueLetters(scope, invoices.slice(start, start + batchSize))));
  return outcomes.sort((a, b) => (a.number < b.number ? -1 : 1));
}

/** An invoice that e-mail cannot deliver: its recipients have no address, or there are none. */
type UnreachableInvoice = { readonly invoiceId: string; readonly building: string; readonly apartment: string };

/**
 * What sending invoices would do: how many go by e-mail, which are for paper, and which have no recipient; and the
 * names of the recipients of each. Throws NotFound (any of the invoices).
 */
export async function previewSending(
  scope: Scope,
  invoiceIds: readonly string[],
): Promise<{
  byEmail: number;
  onPaper: UnreachableInvoice[];
  toNobody: UnreachableInvoice[];
  recipients: { invoiceId: string; names: string[] }[];
  openSenders: { buildingId: string; building: string; payee: string }[];
}> {
  const ids = [...new Set(invoiceIds)];
  const invoices = await queries.lockSendableInvoices(scope, ids);
  rejectUnknown('invoiceIds', invoiceIds, invoices);
  const receivers = groupByInvoice(await queries.listInvoiceReceivers(scope, ids));
  const decided = invoices.map((invoice) => {
    const all = receivers.get(invoice.id) ?? [];
    const { id: invoiceId, building, apartment } = invoice;
    const { status, code } = decideRecipients(invoice, { all, pending: [], again: undefined }).outcome;
    return { status, code, invoice: { invoiceId, building, apartment } };
  });
  const withCode = (wanted: SendOutcome['code']) =>
    decided.filter(({ code }) => code === wanted).map(({ invoice }) => invoice);
  return {
    byEmail: decided.filter(({ status }) => status === 'queued').length,
    onPaper: withCode('no_address'),
    toNobody: withCode('nobody_receives'),
    recipients: [...receivers].map(([invoiceId, people]) => ({ invoiceId, names: people.map(({ name }) => name) })),
    openSenders: await findOpenSenders(scope, [...new Set(invoices.map(({ buildingId }) => buildingId))]),
  };
}

/**
 * Queues e-mails for an invoice, also a sent one: to recipients who got none, or to everybody again. Throws NotFound.
 */
export async function resendInvoice(scope: Scope, invoiceId: string, resendTo: ResendScope): Promise<SendOutcome> {
  const invoices = await queries.lockSendableInvoices(scope, [invoiceId]);
  const [outcome] = await queueLetters(scope, invoices, resendTo);
  if (outcome === undefined) throw new NotFound();
  return outcome;
}

/**
 * Marks an invoice as delivered without e-mail and withdraws waiting e-mails. Repeating it changes nothing. Throws
 * NotFound, Conflict.
 */
export async function markDelivered(scope: Scope, invoiceId: string, by: Exclude<SentBy, 'email'>): Promise<Invoice> {
  const [invoice] = await queries.lockSendableInvoices(scope, [invoiceId]);
  if (invoice === undefined) throw new NotFound();
  if (invoice.status === 'cancelled') throw cancelledError();
  if (!wasSent(invoice)) {
    await withdrawMails(scope, [invoiceId]);
    await queries.updateSendingState(scope, [invoiceId], null);
    await recordReached(scope, invoice, { by, recipients: invoice.recipients });
  }
  return getInvoice(scope, invoiceId);
}

/**
 * Records that an invoice, locked by the caller, has reached a recipient. The first time it becomes sent; if by e-mail,
 * invoice.sent is raised.
 */
export async function recordReached(
  scope: Scope,
  invoice: queries.SendableInvoice,
  how: { readonly by: SentBy; readonly recipients: readonly Recipient[] },
): Promise<void> {
  if (invoice.status === 'cancelled') return; // It was cancelled while the mail server accepted the e-mail.
  await queries.recordSent(scope, invoice.id, how);
  if (wasSent(invoice)) return;
  const data = { invoiceId: invoice.id, amount: invoice.amount };
  if (how.by === 'email') await raiseEvent(scope, 'invoice.sent', { buildingId: invoice.buildingId, data });
  await recordHistory(scope, [{ invoiceId: invoice.id, action: 'sent', detail: { by: how.by } }]);
}

function selectionOf(request: SendRequest): queries.InvoiceSelection {
  const { invoiceIds, buildingId, periodStart, periodEnd } = request;
  if (invoiceIds !== undefined) {
    const besides = (['buildingId', 'periodStart', 'periodEnd'] as const).filter(
      (field) => request[field] !== undefined,
    );
    const why = 'cannot be combined with invoiceIds: give either the invoices, or a building and a period.';
    if (besides.length > 0)
      throw new Invalid(besides.map((field) => bodyProblem([field], 'not_allowed', `${field} ${why}`)));
    return [...new Set(invoiceIds)];
  }
  if (buildingId === undefined || periodStart === undefined || periodEnd === undefined) {
    const message = 'Give invoiceIds, or a building and both ends of a period.';
    throw new Invalid([bodyProblem(['invoiceIds'], 'required', message)]);
  }
  if (periodEnd < periodStart)
    throw new Invalid([bodyProblem(['periodEnd'], 'out_of_range', 'periodEnd must not be before periodStart.')]);
  return { buildingId, periodStart, periodEnd };
}

/** Queues the e-mails of a batch of locked invoices. */
async function queueLetters(
  scope: Scope,
  invoices: readonly queries.SendableInvoice[],
  again?: ResendScope,
): Promise<SendOutcome[]> {
  const ids = invoices.map(({ id }) => id);
  const receivers = groupByInvoice(await queries.listInvoiceReceivers(scope, ids));
  const pendingMails = Map.groupBy(await findPendingAbout(scope, 'invoice', ids), ({ aboutId }) => aboutId);
  await discardUnsentFiles(
    scope,
    ids.filter((id) => !pendingMails.has(id)),
  );
  const unpaid = await listUnpaidBefore(scope, ids);
  const mails: NewMail<'invoice'>[] = [];
  const outcomes = invoices.map((invoice) => {
    const all = receivers.get(invoice.id) ?? [];
    const pending = (pendingMails.get(invoice.id) ?? []).map(({ recipient }) => recipient);
    const { outcome, to } = decideRecipients(invoice, { all, pending, again });
    mails.push(...to.map((addressee) => letterTo(scope, addressee, invoice, unpaid.get(invoice.id))));
    return outcome;
  });
  await enqueueMails(scope, mails);
  await queries.updateSendingState(scope, [...new Set(mails.map(({ aboutId }) => aboutId ?? ''))], 'queued');
  return outcomes;
}

/** The outcome for an invoice, and who gets an e-mail now. Pure. */
function decideRecipients(
  invoice: queries.SendableInvoice,
  {
    all,
    pending,
    again,
  }: { all: readonly queries.InvoiceReceiver[]; pending: readonly string[]; again: ResendScope | undefined },
): { outcome: SendOutcome; to: readonly Addressee[] } {
  const outcome = { invoiceId: invoice.id, number: invoice.number, letters: pending.length };
  if (invoice.status === 'cancelled')
    return {
      outcome: { ...outcome, status: 'not_sendable', code: 'invoice_cancelled', message: messages.invoice_cancelled },
      to: [],
    };
  if (again === undefined && wasSent(invoice)) return { outcome: { ...outcome, status: 'already_sent' }, to: [] };
  const reachable = uniqueAddressees(all);
  const alreadyReached = again === 'everybody' ? [] : invoice.recipients.map(({ email }) => email);
  const reached = new Set([...pending, ...alreadyReached].map(addressKey));
  const to = reachable.filter(({ email }) => !reached.has(addressKey(email)));
  const letters = pending.length + to.length;
  if (letters > 0) return { outcome: { ...outcome, letters, status: 'queued' }, to };
  if (reachable.length > 0) return { outcome: { ...outcome, status: 'already_sent' }, to };
  const code = all.length === 0 ? 'nobody_receives' : 'no_address';
  return { outcome: { ...outcome, status: 'no_recipient', code, message: messages[code] }, to };
}

const messages = {
  nobody_receives:
    'No invoice recipient lived in the apartment on these days. Add a resident, or mark the invoice as delivered another way.',
  no_address: 'The recipients have no e-mail address. Add one, or mark the invoice as delivered another way.',
  invoice_cancelled: 'The invoice is cancelled. Generate a new one and send it.',
} as const satisfies Record<(typeof sendCodes)[number], string>;

function letterTo(
  scope: Scope,
  addressee: Addressee,
  invoice: queries.SendableInvoice,
  unpaidBefore: readonly UnpaidBefore[] = [],
): NewMail<'invoice'> {
  const { periodStart, periodEnd, credits } = invoice;
  return {
    kind: 'invoice',
    to: { address: addressee.email, name: addressee.name },
    language: addressee.language,
    facts: {
      ...letterFactsOf(scope, addressee, invoice),
      period: { periodStart, periodEnd },
      unpaidBefore,
      ...(credits !== null && { credits }),
    },
    aboutId: invoice.id,
    attachment: 'invoice',
  };
}

function cancelledError(): Conflict {
  return new Conflict('invalid_status_transition', 'The invoice is cancelled and cannot be delivered.');
}

function wasSent({ status, sentAt }: queries.SendableInvoice): boolean {
  return status === 'sent' || sentAt !== null;
}
