// Door 1, heading "Invoices".

import { getInvoiceAccount } from '../../accounting/invoice-account.ts';
import { rejectReversedRanges } from '../../http/day-range.ts';
import { downloadReply, notModifiedReply } from '../../http/downloads.ts';
import { createdReply, DataOf, okReply, operation, PageOf } from '../../http/operation.ts';
import { pageReply, pagingQuery } from '../../http/paging.ts';
import { Day, Id, OneOf, Type } from '../../http/schemas.ts';
import { loadInvoiceDocuments } from '../../invoicing/documents/invoice-document.ts';
import { fingerprint, pdfRenderer } from '../../invoicing/documents/render-pdf.ts';
import { invoiceOrders } from '../../invoicing/invoice-queries.ts';
import { getInvoice, listInvoices } from '../../invoicing/invoices.ts';
import { invoiceStatuses } from '../../invoicing/model.ts';
import { sendInvoices } from '../../invoicing/sending/send-invoices.ts';
import { readSentFile } from '../../invoicing/sending/sent-files.ts';
import { generateAndSettleInvoices } from '../../payments/generate-and-settle.ts';
import { changeInvoiceAndSettle } from '../../payments/manual-decisions.ts';
import { NotFound } from '../../platform/errors.ts';
import { languages } from '../../platform/values/languages.ts';
import { GenerationBody, GenerationQuery, GenerationRequestBody, generationBody } from './generation-bodies.ts';
import {
  accountBody,
  ChangedInvoice,
  InvoiceBody,
  InvoiceWithPositionsBody,
  invoiceBody,
  positionBody,
} from './invoice-bodies.ts';
import { SendingBody, SendRequestBody, sendingBody } from './sending-bodies.ts';

const sortable = Object.keys(invoiceOrders);
const from = (what: string) =>
  Type.Optional({ ...Day, description: `${what} on or after this day.`, 'x-open-point': 'P-35' });
const to = (what: string) =>
  Type.Optional({ ...Day, description: `${what} on or before this day.`, 'x-open-point': 'P-35' });

const list = operation({
  name: 'listInvoices',
  method: 'GET',
  path: '/invoices',
  tag: 'Invoices',
  summary: 'List invoices',
  description:
    'Without their positions. A resident sees the invoices of own apartments that were made for own days in them, and no drafts. Invoices of a deleted building are gone; those of a deleted apartment stay.',
  permission: 'invoices:read',
  query: Type.Object({
    status: Type.Optional(
      OneOf([...invoiceStatuses, 'overdue'], {
        description: 'overdue: sent, and past the due date in the building’s time zone.',
        'x-open-point': 'P-34',
      }),
    ),
    buildingId: Type.Optional(Id),
    apartmentId: Type.Optional({ ...Id, 'x-open-point': 'P-35' }),
    dateFrom: from('Issued'),
    dateTo: to('Issued'),
    dueDateFrom: from('Due'),
    dueDateTo: to('Due'),
    ...pagingQuery(sortable),
  }),
  answers: { 200: { description: 'A page of invoices.', schema: PageOf(InvoiceBody) } },
  refuses: ['not_found'],
  openPoints: ['P-1', 'P-2', 'P-6', 'P-35'],
  handle: (scope, { query }) => {
    rejectReversedRanges(query, ['dateFrom', 'dateTo'], ['dueDateFrom', 'dueDateTo']);
    const list = { name: 'invoices', path: `${scope.config.basePath}/invoices`, sortable };
    return pageReply(scope, list, query, async (page) => (await listInvoices(scope, query, page)).map(invoiceBody));
  },
});

const get = operation({
  name: 'getInvoice',
  method: 'GET',
  path: '/invoices/:id',
  tag: 'Invoices',
  summary: 'Fetch one invoice',
  description: 'One invoice with its positions. Each position says how its amount came about.',
  permission: 'invoices:read',
  answers: { 200: { description: 'The invoice.', schema: DataOf(InvoiceWithPositionsBody) } },
  refuses: [],
  openPoints: ['P-33'],
  query: Type.Object({
    account: Type.Optional(
      Type.Boolean({
        description: 'true: also the account, with what is to be paid now of this and earlier invoices.',
        'x-open-point': 'P-33',
      }),
    ),
  }),
  found: (scope, { id = '' }) => getInvoice(scope, id),
  handle: async (scope, { params: { id = '' }, query }) => {
    const [invoice, account] = await Promise.all([
      getInvoice(scope, id),
      query.account ? getInvoiceAccount(scope, id) : undefined, // A second statement: only for those who ask.
    ]);
    const shown = account === undefined ? {} : { account: account && accountBody(account) };
    return okReply({ ...invoiceBody(invoice), ...shown, positions: invoice.positions.map(positionBody) });
  },
});

const pdf = operation({
  name: 'getInvoicePdf',
  method: 'GET',
  path: '/invoices/:id/pdf',
  tag: 'Invoices',
  summary: 'Download an invoice as a PDF',
  description:
    'The page that the recipient gets, with a code that bank apps read, and a second page that says how each amount came about (PDF/A-3a, tagged). Once it was sent by e-mail it is the very file that was sent, byte for byte, whatever has changed since; in another language, or when the invoice is cancelled, the page is made as things are now. The ETag answers If-None-Match with 304. A draft says that it is one.',
  permission: 'invoices:read',
  query: Type.Object({
    language: Type.Optional(
      OneOf(languages, {
        description:
          'When absent, that of the recipient, or else of the building; of a sent invoice, one in which it was sent.',
        'x-open-point': 'P-58',
      }),
    ),
  }),
  answers: { 200: { description: 'The PDF.', mediaType: 'application/pdf' } },
  refuses: [],
  openPoints: ['P-58'],
  found: (scope, { id = '' }) => getInvoice(scope, id),
  prepare: async ({ app }, caller, input) => {
    const { params, query } = input;
    const [document] = await loadInvoiceDocuments(app, caller, [params.id ?? ''], query.language);
    if (document === undefined) throw new NotFound();
    const sent = await readSentFile(app, caller, document, query.language);
    const sha256 = sent?.sha256 ?? fingerprint(document);
    const same = notModifiedReply(input, sha256);
    if (same !== undefined) return same;
    const body = sent?.bytes ?? Buffer.from(await pdfRenderer.render(document));
    const fileName = `${document.invoice.number}.pdf`;
    return downloadReply(input, {
      mediaType: 'application/pdf',
      size: body.length,
      sha256,
      body,
      fileName,
      inline: true,
    });
  },
  handle: async (_scope, _asked, reply) => reply,
});

const generate = operation({
  name: 'generateInvoices',
  method: 'POST',
  path: '/invoices/generate-bulk',
  tag: 'Invoices',
  summary: 'Generate the invoices of a building for a period',
  description:
    'Makes a draft for each apartment: the previous calendar month when no period is given, a period of at most 366 days otherwise. Suppliers’ bills are split so that the positions add up to them to the cent. Repeating the request makes only what is missing; several callers at once make one set. An apartment with an invoice of another period that shares a day with this one fails, and the rest is made. Nothing is made when old and new positions would not add up to a bill. An apartment’s credit pays its new invoice at once.',
  permission: 'invoices:generate',
  limit: 'bulk',
  query: GenerationQuery,
  body: GenerationRequestBody,
  answers: {
    200: {
      description: 'Nothing was made: all is there already, or it was a dry run.',
      schema: DataOf(GenerationBody),
    },
    201: { description: 'Invoices were made.', schema: DataOf(GenerationBody) },
  },
  refuses: ['not_found', 'bill_already_split', 'period_closed', 'period_overlaps'],
  openPoints: ['P-3', 'P-6', 'P-32', 'P-36', 'P-59'],
  handle: async (scope, { query, body }) => {
    const dryRun = query.dryRun === true || body.dryRun === true;
    const generation = await generateAndSettleInvoices(scope, { ...body, dryRun });
    const answer = generationBody(generation);
    if (generation.created === 0 || dryRun) return okReply(answer);
    return createdReply(answer, `${scope.config.basePath}/invoices?buildingId=${body.buildingId}`);
  },
});

const send = operation({
  name: 'sendInvoices',
  method: 'POST',
  path: '/invoices/send-bulk',
  tag: 'Invoices',
  summary: 'Send invoices by e-mail',
  description:
    'Queues a letter to each recipient (everybody who receives invoices and had the apartment in the invoice’s days), in the recipient’s language, with the PDF. An invoice becomes sent, and raises invoice.sent, when a mail server has taken the first of its letters; until then it stays what it is and its sending is queued. Repeating the request sends nothing twice; when no letter was taken, it writes new ones. A paid invoice that has reached nobody is sent too, and stays paid.',
  permission: 'invoices:send',
  limit: 'bulk',
  body: SendRequestBody,
  answers: { 202: { description: 'What became of each invoice.', schema: DataOf(SendingBody) } },
  refuses: ['not_found'],
  openPoints: ['P-3', 'P-6', 'P-34', 'P-37'],
  handle: async (scope, { body }) => ({ status: 202, body: { data: sendingBody(await sendInvoices(scope, body)) } }),
});

const change = operation({
  name: 'updateInvoice',
  method: 'PATCH',
  path: '/invoices/:id',
  tag: 'Invoices',
  summary: 'Update status, payment date or reference',
  description:
    'Changes the fields given and leaves the rest. draft and sent can become paid or cancelled, and what credit alone paid before it was sent can be cancelled. Paid means in full, and raises invoice.paid; giving the status that the invoice has raises nothing. What was still open is listed as a payment of source manual; what was paid of a cancelled invoice becomes credit of the apartment. The payment date of a paid invoice can be corrected; the reference of a cancelled one stays.',
  permission: 'invoices:change',
  body: ChangedInvoice,
  answers: { 200: { description: 'The invoice as it is now.', schema: DataOf(InvoiceBody) } },
  refuses: ['invalid_status_transition'],
  openPoints: ['P-33', 'P-34', 'P-49', 'P-62'],
  found: (scope, params) => getInvoice(scope, params.id ?? ''),
  handle: async (scope, { params, body }) =>
    okReply(invoiceBody(await changeInvoiceAndSettle(scope, params.id ?? '', body))),
});

export const invoiceOperations = [list, get, pdf, generate, send, change];
