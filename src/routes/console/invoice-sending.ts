// Console API: invoice e-mails, payment reminders and paper invoices, with their results.
import { createHash } from 'node:crypto';
import { downloadResponse, notModifiedResponse } from '../../http/downloads.ts';
import {
  noContent,
  okResponse,
  operation,
  showsAccepted,
  showsData,
  showsNothing,
  showsPage,
  tagged,
} from '../../http/operation.ts';
import { pageResponse, pagingQuery } from '../../http/paging.ts';
import { Day, Id, Instant, Nullable, OneOf, Type } from '../../http/schemas.ts';
import { asSentDocument, loadInvoiceDocuments } from '../../invoicing/documents/invoice-document.ts';
import { fingerprint, pdfRenderer } from '../../invoicing/documents/render-pdf.ts';
import { getInvoice } from '../../invoicing/invoices.ts';
import { sentBy } from '../../invoicing/model.ts';
import { getReminder, setReminder } from '../../invoicing/sending/payment-reminders.ts';
import { markDelivered, previewSending, resendInvoice } from '../../invoicing/sending/send-invoices.ts';
import {
  findPaperInvoices,
  findReminders,
  paperOrders,
  paperReasons,
} from '../../invoicing/sending/sending-queries.ts';
import { readSentFile } from '../../invoicing/sending/sent-files.ts';
import { findMailsAbout, mailStatuses } from '../../mail/mail-queries.ts';
import { languages } from '../../platform/values/languages.ts';
import { amountFromCents } from '../../platform/values/money.ts';
import { getBuilding } from '../../properties/buildings.ts';
import { InvoiceBody, invoiceBody } from '../api/invoice-bodies.ts';
import { SendOutcomeBody } from '../api/sending-bodies.ts';

const ReminderBody = Type.Object({
  daysAfterDue: Type.Integer({
    minimum: 1,
    maximum: 90,
    description: 'The number of days after the due date.',
    examples: [7],
  }),
});

const showReminder = operation({
  name: 'getPaymentReminder',
  route: 'GET /buildings/:id/payment-reminder',
  summary: 'Fetch the payment reminders of a building',
  description: 'The number of days; null if reminders are off.',
  permission: 'buildings:read',
  rules: ['unlogged'],
  responses: showsData('The setting.', Type.Union([ReminderBody, Type.Null()])),
  openPoints: ['P-34'],
  handle: async (scope, { params: { id = '' } }) => okResponse(await getReminder(scope, id)),
});

const changeReminder = operation({
  name: 'setPaymentReminder',
  route: 'PATCH /buildings/:id/payment-reminder',
  summary: 'Turn on payment reminders',
  description:
    'From today on, the recipients of a sent invoice that is not fully paid this many days after its due date get one e-mail with the amount, in their language. Once for each due date.',
  permission: 'buildings:write',
  body: ReminderBody,
  responses: showsData('The setting.', ReminderBody),
  openPoints: ['P-34'],
  handle: async (scope, { params: { id = '' }, body: { daysAfterDue } }) => {
    await setReminder(scope, id, { daysAfterDue });
    return okResponse({ daysAfterDue });
  },
});

const removeReminder = operation({
  name: 'deletePaymentReminder',
  route: 'DELETE /buildings/:id/payment-reminder',
  summary: 'Turn off payment reminders',
  description: 'Queued reminders are still sent, unless the invoice is paid.',
  permission: 'buildings:write',
  responses: showsNothing('Reminders are off.'),
  openPoints: ['P-34'],
  handle: async (scope, { params: { id = '' } }) => {
    await setReminder(scope, id, null);
    return noContent;
  },
});

const EmailBody = Type.Object({
  id: Id,
  kind: OneOf(['invoice', 'payment-reminder'], { description: 'The e-mail with the invoice, or a reminder.' }),
  recipient: Type.String({ examples: ['mari@example.org'] }),
  language: OneOf(languages),
  status: OneOf(mailStatuses, {
    description:
      'pending: waiting, also for its next attempt. sent: accepted by a mail server. refused: rejected permanently by the mail server. failed: given up after two days. expired: cancelled.',
  }),
  attempts: Type.Integer({ examples: [1] }),
  reason: Nullable(
    Type.String({
      description: 'Why the latest attempt failed, in the mail server’s words, or why it was cancelled.',
      examples: ['550 5.1.1 No such user here'],
    }),
  ),
  createdAt: Instant,
  lastAttemptAt: { ...Nullable(Instant), description: 'The time of the last attempt.' },
  finishedAt: { ...Nullable(Instant), description: 'When it was accepted, rejected, given up or cancelled.' },
});

const listEmails = operation({
  name: 'listInvoiceMails',
  route: 'GET /invoices/:id/mails',
  permission: 'invoices:send',
  summary: 'List the e-mails about an invoice',
  description:
    'Each e-mail with its recipient and result, newest first, for 90 days after it finished. Bounces of accepted e-mails go to the mailbox of MAIL_FROM and are not shown here.',
  responses: showsData('The e-mails.', Type.Array(EmailBody)),
  openPoints: ['P-37'],
  handle: async (scope, { params: { id = '' } }) => {
    await getInvoice(scope, id);
    const all = await findMailsAbout(scope, [id], await findReminders(scope, id));
    return okResponse(all.map(({ error, aboutId: _, ...email }) => ({ ...email, reason: error })));
  },
});

const sendAgainOperation = operation({
  name: 'sendInvoiceAgain',
  route: 'POST /invoices/:id/mails',
  permission: 'invoices:send',
  summary: 'Send an invoice again',
  description:
    'Queues e-mails also for a sent invoice: to current recipients who have not received one, for example because of a wrong address, or to all of them. A recipient with a queued e-mail gets no second one.',
  body: Type.Object({
    to: OneOf(['missing', 'everybody'], {
      description: 'missing: recipients who have not received one.',
      examples: ['missing'],
    }),
  }),
  responses: showsAccepted('The result.', SendOutcomeBody),
  openPoints: ['P-37'],
  handle: async (scope, { params: { id = '' }, body: { to } }) => ({
    status: 202,
    body: { data: await resendInvoice(scope, id, to) },
  }),
});

const noteDeliveredOperation = operation({
  name: 'noteInvoiceDelivered',
  route: 'POST /invoices/:id/delivered',
  permission: 'invoices:send',
  summary: 'Mark an invoice as delivered without e-mail',
  description:
    'For recipients without an e-mail address: on paper, as an e-invoice, or otherwise. A draft becomes sent and raises invoice.sent; queued e-mails are cancelled. An invoice that has already reached a recipient does not change.',
  body: Type.Object({
    by: OneOf(
      sentBy.filter((by) => by !== 'email'),
      { examples: ['paper'] },
    ),
  }),
  responses: showsData('The updated invoice.', InvoiceBody),
  errors: ['invalid_status_transition'],
  openPoints: ['P-37'],
  handle: async (scope, { params: { id = '' }, body: { by } }) =>
    okResponse(invoiceBody(await markDelivered(scope, id, by))),
});

const Unreachable = (description: string) =>
  Type.Array(
    Type.Object({
      invoiceId: Id,
      building: Type.String({ examples: ['Kase 12'] }),
      apartment: Type.String({ examples: ['6'] }),
    }),
    { description },
  );

const previewOperation = operation({
  name: 'previewSending',
  route: 'POST /invoices/sending-preview',
  summary: 'Preview the sending of invoices',
  description: 'How many of the invoices would go by e-mail, and which of them cannot. Nothing is sent.',
  permission: 'invoices:send',
  rules: ['only reads'],
  body: Type.Object({ invoiceIds: Type.Array(Id, { minItems: 1, maxItems: 10_000 }) }),
  responses: showsData(
    'The result.',
    Type.Object({
      byEmail: Type.Integer({ examples: [23] }),
      onPaper: Unreachable('Their recipients have no e-mail address.'),
      toNobody: Unreachable('They have no recipient.'),
      recipients: Type.Array(
        Type.Object({ invoiceId: Id, names: Type.Array(Type.String(), { examples: [['Mari Tamm']] }) }),
        { description: 'Who would get each invoice, by e-mail or on paper.' },
      ),
      openSenders: Type.Array(
        Type.Object({ buildingId: Id, building: Type.String(), payee: Type.String({ examples: ['KÜ Tamme 5'] }) }),
        { description: 'Buildings whose payee is another than the organization, and of which nobody said who sends.' },
      ),
    }),
  ),
  errors: ['not_found'],
  handle: async (scope, { body }) => okResponse(await previewSending(scope, body.invoiceIds)),
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
  recipients: Type.Array(Type.String(), { description: 'The names of its recipients.', examples: [['Mari Tamm']] }),
  reason: OneOf(paperReasons, {
    description:
      'nobody_receives: nobody had the apartment on these days. no_address: the recipients have no e-mail address. failed: no mail server accepted its e-mails.',
  }),
});

const sortable = Object.keys(paperOrders);

const listOnPaperOperation = operation({
  name: 'listPaperInvoices',
  route: 'GET /paper-invoices',
  permission: 'invoices:send',
  summary: 'List the invoices to deliver on paper',
  description:
    'Invoices that have reached nobody and that e-mail cannot deliver. After delivery, mark them as delivered.',
  query: Type.Object({ buildingId: Type.Optional(Id), ...pagingQuery(sortable) }),
  responses: showsPage('A page of invoices.', PaperInvoiceBody),
  errors: ['not_found'],
  openPoints: ['P-37'],
  handle: async (scope, { path, query }) => {
    if (query.buildingId !== undefined) await getBuilding(scope, query.buildingId);
    return pageResponse(scope, { path, query }, sortable, async (page) =>
      (await findPaperInvoices(scope, query, page)).map((paperInvoice) => ({
        ...paperInvoice,
        amount: amountFromCents(paperInvoice.amount),
      })),
    );
  },
});

const maxPrinted = 50;
const idPattern = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';

const print = operation({
  name: 'printInvoices',
  route: 'GET /invoices/:id/paper',
  permission: 'invoices:send',
  summary: 'Print one or more invoices',
  description: `One PDF of at most ${maxPrinted} invoices, each starting on a new page, as for its recipient: with the payment code, and not marked as a draft. A single invoice that was sent by e-mail is the sent file. Printing does not change the invoice.`,
  query: Type.Object({
    with: Type.Optional(
      Type.String({
        pattern: `^${idPattern}(,${idPattern}){0,${maxPrinted - 2}}$`,
        description: 'Further invoice ids, separated by commas, printed after it in this order.',
        examples: ['01a1ff6c-7246-7606-91e4-7e0871d4420d'],
      }),
    ),
  }),
  responses: { 200: { description: 'The PDF.', mediaType: 'application/pdf' } },
  errors: ['not_found'],
  openPoints: ['P-58'],
  handle: {
    prepare: async ({ app }, caller, input) => {
      const { params, query } = input;
      const ids = [params.id ?? '', ...(query.with?.split(',') ?? [])];
      const documents = (await loadInvoiceDocuments(app, caller, ids)).map(asSentDocument);
      const [only, ...others] = documents;
      const sent = only !== undefined && others.length === 0 ? await readSentFile(app, caller, only) : undefined;
      const sha256 = sent?.sha256 ?? createHash('sha256').update(documents.map(fingerprint).join()).digest('hex');
      const same = notModifiedResponse(input, sha256);
      if (same !== undefined) return same;
      const body = sent?.bytes ?? Buffer.from(await pdfRenderer.renderTogether(documents));
      return downloadResponse(input, {
        mediaType: 'application/pdf',
        size: body.length,
        sha256,
        body,
        fileName: 'invoices.pdf',
        inline: true,
      });
    },
    run: async (_scope, _input, reply) => reply,
  },
});

export const invoiceSendingOperations = tagged('Invoices', [
  listEmails,
  sendAgainOperation,
  noteDeliveredOperation,
  previewOperation,
  listOnPaperOperation,
  print,
  showReminder,
  changeReminder,
  removeReminder,
]);
