// Door 2, what reaches people about their invoices, and what became of it.
import { createHash } from 'node:crypto';
import { downloadReply, notModifiedReply } from '../../http/downloads.ts';
import { DataOf, noContent, okReply, operation, PageOf } from '../../http/operation.ts';
import { pageReply, pagingQuery } from '../../http/paging.ts';
import { Day, Id, Instant, Nullable, OneOf, Type } from '../../http/schemas.ts';
import type { Params } from '../../http/validate-request.ts';
import { asSentDocument, loadInvoiceDocuments } from '../../invoicing/documents/invoice-document.ts';
import { fingerprint, pdfRenderer } from '../../invoicing/documents/render-pdf.ts';
import { getInvoice } from '../../invoicing/invoices.ts';
import { sentBy } from '../../invoicing/model.ts';
import { getReminder, setReminder } from '../../invoicing/sending/payment-reminders.ts';
import { markDelivered, resendInvoice } from '../../invoicing/sending/send-invoices.ts';
import { findPaperInvoices, paperOrders, paperReasons } from '../../invoicing/sending/sending-queries.ts';
import { readSentFile } from '../../invoicing/sending/sent-files.ts';
import { findMailsAbout, mailStatuses } from '../../mail/mail-queries.ts';
import type { Scope } from '../../platform/db/scope.ts';
import { languages } from '../../platform/values/languages.ts';
import { amountFromCents } from '../../platform/values/money.ts';
import { getBuilding } from '../../properties/buildings.ts';
import { InvoiceBody, invoiceBody } from '../api/invoice-bodies.ts';
import { SendOutcomeBody } from '../api/sending-bodies.ts';
import { consoleBase } from './base-path.ts';

const ReminderBody = Type.Object({
  daysAfterDue: Type.Integer({
    minimum: 1,
    maximum: 90,
    description: 'How many days after the due date recipients are reminded.',
    examples: [7],
  }),
});

const reminderRoute = {
  path: '/buildings/:id/payment-reminder',
  tag: 'Invoices',
  refuses: [],
  openPoints: ['P-34'],
  found: (scope: Scope, { id = '' }: Params) => getBuilding(scope, id),
} as const;

const showReminder = operation({
  ...reminderRoute,
  name: 'getPaymentReminder',
  method: 'GET',
  summary: 'Fetch when a building reminds of unpaid invoices',
  description: 'After how many days; null when nobody is reminded.',
  permission: 'buildings:read',
  answers: { 200: { description: 'The setting.', schema: DataOf(Type.Union([ReminderBody, Type.Null()])) } },
  handle: async (scope, { params: { id = '' } }) => okReply(await getReminder(scope, id)),
});

const changeReminder = operation({
  ...reminderRoute,
  name: 'setPaymentReminder',
  method: 'PATCH',
  summary: 'Remind of unpaid invoices',
  description:
    'From today on, the recipients of a sent invoice of which something is still to be paid so many days after its due date get one e-mail, in their language, with the amount. Once for each due date.',
  permission: 'buildings:write',
  body: ReminderBody,
  answers: { 200: { description: 'The setting.', schema: DataOf(ReminderBody) } },
  handle: async (scope, { params: { id = '' }, body: { daysAfterDue } }) => {
    await setReminder(scope, id, { daysAfterDue });
    return okReply({ daysAfterDue });
  },
});

const removeReminder = operation({
  ...reminderRoute,
  name: 'deletePaymentReminder',
  method: 'DELETE',
  summary: 'Stop reminding of unpaid invoices',
  description: 'Reminders that wait already still leave, unless the invoice is paid.',
  permission: 'buildings:write',
  answers: { 204: { description: 'Gone, or not there before.' } },
  handle: async (scope, { params: { id = '' } }) => {
    await setReminder(scope, id, null);
    return noContent;
  },
});

const MailBody = Type.Object({
  id: Id,
  kind: OneOf(['invoice', 'payment-reminder'], { description: 'The letter with the invoice, or a reminder of it.' }),
  recipient: Type.String({ examples: ['mari@example.org'] }),
  language: OneOf(languages),
  status: OneOf(mailStatuses, {
    description:
      'pending: it waits, also for its next attempt. sent: a mail server has taken it. refused: the mail server refuses it for good. failed: it was tried for two days and given up. expired: it was withdrawn.',
  }),
  attempts: Type.Integer({ examples: [1] }),
  reason: Nullable(
    Type.String({
      description: 'Why the latest attempt did not succeed, in the mail server’s words, or why it was withdrawn.',
      examples: ['550 5.1.1 No such user here'],
    }),
  ),
  createdAt: Instant,
  triedAt: { ...Nullable(Instant), description: 'When it was last tried.' },
  finishedAt: { ...Nullable(Instant), description: 'When it was taken, refused, given up or withdrawn.' },
});

const invoiceRoute = {
  tag: 'Invoices',
  refuses: [],
  openPoints: ['P-37'],
  found: (scope: Scope, { id = '' }: Params) => getInvoice(scope, id),
} as const;

const mails = operation({
  ...invoiceRoute,
  name: 'listInvoiceMails',
  method: 'GET',
  path: '/invoices/:id/mails',
  permission: 'invoices:send',
  summary: 'List what was mailed about an invoice',
  description:
    'Each letter with its recipient and what became of it, the newest first, for 90 days after its end. What a mail server takes and cannot deliver later goes to the mailbox of MAIL_FROM, and does not show here.',
  answers: { 200: { description: 'The letters.', schema: DataOf(Type.Array(MailBody)) } },
  handle: async (scope, { params: { id = '' } }) => {
    await getInvoice(scope, id);
    const all = await findMailsAbout(scope, [id]);
    return okReply(all.map(({ error, aboutId: _, ...mail }) => ({ ...mail, reason: error })));
  },
});

const sendAgainOperation = operation({
  ...invoiceRoute,
  name: 'sendInvoiceAgain',
  method: 'POST',
  path: '/invoices/:id/mails',
  permission: 'invoices:send',
  summary: 'Send an invoice again',
  description:
    'Queues letters also about an invoice that was sent: to those recipients of today who have got none, such as one whose address was wrong, or to all of them. Whom a letter waits for gets no second one.',
  body: Type.Object({
    to: OneOf(['missing', 'everybody'], { description: 'missing: those who have got none.', examples: ['missing'] }),
  }),
  answers: { 202: { description: 'What became of it.', schema: DataOf(SendOutcomeBody) } },
  handle: async (scope, { params: { id = '' }, body: { to } }) => ({
    status: 202,
    body: { data: await resendInvoice(scope, id, to) },
  }),
});

const noteDeliveredOperation = operation({
  ...invoiceRoute,
  name: 'noteInvoiceDelivered',
  method: 'POST',
  path: '/invoices/:id/delivered',
  permission: 'invoices:send',
  summary: 'Note that an invoice was delivered without e-mail',
  description:
    'For those who have no e-mail address: on paper, as an e-invoice, or otherwise. A draft becomes sent, and invoice.sent is raised; letters that wait are withdrawn. An invoice that has reached somebody before stays as it is.',
  body: Type.Object({
    by: OneOf(
      sentBy.filter((by) => by !== 'email'),
      { examples: ['paper'] },
    ),
  }),
  answers: { 200: { description: 'The invoice as it is now.', schema: DataOf(InvoiceBody) } },
  refuses: ['invalid_status_transition'],
  handle: async (scope, { params: { id = '' }, body: { by } }) =>
    okReply(invoiceBody(await markDelivered(scope, id, by))),
});

const PaperInvoiceBody = Type.Object({
  id: Id,
  number: Type.String({ examples: ['K12-2026-000017'] }),
  buildingId: Id,
  apartmentId: Id,
  periodStart: Day,
  periodEnd: Day,
  currency: Type.String({ examples: ['EUR'] }),
  amount: Type.Number({ description: 'With VAT.', examples: [358.94] }),
  recipients: Type.Array(Type.String(), { description: 'Who is to receive it, by name.', examples: [['Mari Tamm']] }),
  reason: OneOf(paperReasons, {
    description:
      'nobody_receives: nobody had the apartment in these days. no_address: those who receive it have no e-mail address. failed: none of its letters was taken.',
  }),
});

const sortable = Object.keys(paperOrders);

const listOnPaperOperation = operation({
  name: 'listPaperInvoices',
  method: 'GET',
  path: '/paper-invoices',
  tag: 'Invoices',
  permission: 'invoices:send',
  summary: 'List the invoices that go out on paper',
  description:
    'Those that have reached nobody and that e-mail does not take to anybody. Once they are handed over, note that they were delivered.',
  query: Type.Object({ buildingId: Type.Optional(Id), ...pagingQuery(sortable) }),
  answers: { 200: { description: 'A page of them.', schema: PageOf(PaperInvoiceBody) } },
  refuses: ['not_found'],
  openPoints: ['P-37'],
  handle: async (scope, { query }) => {
    if (query.buildingId !== undefined) await getBuilding(scope, query.buildingId);
    const list = { name: 'paper invoices', path: `${consoleBase}/paper-invoices`, sortable };
    return pageReply(scope, list, query, async (page) =>
      (await findPaperInvoices(scope, query, page)).map((paperInvoice) => ({
        ...paperInvoice,
        amount: amountFromCents(paperInvoice.amount),
      })),
    );
  },
});

const maxPrinted = 50;

const print = operation({
  ...invoiceRoute,
  name: 'printInvoices',
  method: 'GET',
  path: '/invoices/:id/paper',
  permission: 'invoices:send',
  summary: 'Print an invoice, or several in one go',
  description: `One PDF of at most ${maxPrinted} invoices, each on pages of its own as its recipient gets it: with the payment code, and not marked as a draft. One that was sent by e-mail, printed alone, is the file that was sent. Nothing is noted by it.`,
  query: Type.Object({
    with: Type.Optional(
      Type.String({
        pattern: `^[0-9a-f-]{36}(,[0-9a-f-]{36}){0,${maxPrinted - 2}}$`,
        description: 'Further invoices, with commas between them, printed after it in this order.',
        examples: ['01a1ff6c-7246-7606-91e4-7e0871d4420d'],
      }),
    ),
  }),
  answers: { 200: { description: 'The PDF.', mediaType: 'application/pdf' } },
  refuses: ['not_found'],
  openPoints: ['P-58'],
  prepare: async ({ app }, caller, input) => {
    const { params, query } = input;
    const ids = [params.id ?? '', ...(query.with?.split(',') ?? [])];
    const documents = (await loadInvoiceDocuments(app, caller, ids)).map(asSentDocument);
    const [only, ...others] = documents;
    const sent = only !== undefined && others.length === 0 ? await readSentFile(app, caller, only) : undefined;
    const sha256 = sent?.sha256 ?? createHash('sha256').update(documents.map(fingerprint).join()).digest('hex');
    const same = notModifiedReply(input, sha256);
    if (same !== undefined) return same;
    const body = sent?.bytes ?? Buffer.from(await pdfRenderer.renderTogether(documents));
    return downloadReply(input, {
      mediaType: 'application/pdf',
      size: body.length,
      sha256,
      body,
      fileName: 'invoices.pdf',
      inline: true,
    });
  },
  handle: async (_scope, _asked, reply) => reply,
});

export const sendingOperations = [
  mails,
  sendAgainOperation,
  noteDeliveredOperation,
  listOnPaperOperation,
  print,
  showReminder,
  changeReminder,
  removeReminder,
];
