// Integration API: invoices.

import { getInvoiceBalance } from '../../accounting/invoice-balance.ts';
import { rejectReversedRanges } from '../../http/day-range.ts';
import { downloadResponse, notModifiedResponse } from '../../http/downloads.ts';
import { ifMatchHeader, requireMatch } from '../../http/entity-tags.ts';
import {
  createdResponse,
  DataOf,
  MirroredPageOf,
  okResponse,
  operation,
  showsAccepted,
  showsData,
  tagged,
} from '../../http/operation.ts';
import { mirroredPageResponse, pagingQuery } from '../../http/paging.ts';
import { OneOf, Type } from '../../http/schemas.ts';
import type { Params } from '../../http/validate-request.ts';
import { loadInvoiceDocuments } from '../../invoicing/documents/invoice-document.ts';
import { fingerprint, pdfRenderer } from '../../invoicing/documents/render-pdf.ts';
import { invoiceOrders } from '../../invoicing/invoice-queries.ts';
import { getInvoice, listInvoices, paymentDateWarnings } from '../../invoicing/invoices.ts';
import { lockInvoiceAndMoney } from '../../invoicing/lock-invoice.ts';
import { sendInvoices } from '../../invoicing/sending/send-invoices.ts';
import { readSentFile } from '../../invoicing/sending/sent-files.ts';
import { generateInvoicesAndApplyCredit } from '../../payments/generate-and-apply-credit.ts';
import { changeInvoiceAndPayments } from '../../payments/manual-decisions.ts';
import { noteChanges } from '../../platform/audit/note-changes.ts';
import { setOwnFields } from '../../platform/db/own-fields.ts';
import type { Scope } from '../../platform/db/scope.ts';
import { NotFound } from '../../platform/errors.ts';
import { languages } from '../../platform/values/languages.ts';
import {
  GenerationBody,
  GenerationQuery,
  GenerationRequestBody,
  generationBody,
  repeatedGeneration,
} from './generation-bodies.ts';
import {
  accountBody,
  ChangedInvoice,
  expandQuery,
  InvoiceBody,
  InvoiceWithPositionsBody,
  invoiceBody,
  invoiceFilters,
  ListedInvoiceBody,
  paidInvoice,
  positionBody,
  UpdatedInvoiceBody,
} from './invoice-bodies.ts';
import { addInvoiceParts } from './invoice-parts.ts';
import {
  includeQuery,
  lockVersionOf,
  ownFieldsFilterOf,
  ownFieldsFilters,
  showListed,
  showOwnFields,
  taggedResponse,
} from './own-fields-bodies.ts';
import { SendingBody, SendRequestBody, sendingBody } from './sending-bodies.ts';

const sortable = Object.keys(invoiceOrders);

/** An invoice as its ETag counts it: without positions, which never change. */
const show = async (scope: Scope, { id = '' }: Params) =>
  showOwnFields(scope, invoiceBody(await getInvoice(scope, id)));

/** Notes the fields that a change made differ, of those that the API shows. */
function noteInvoiceChanges(scope: Scope, before: object, after: object): void {
  const names = Object.keys(InvoiceBody.properties);
  const shown = Object.entries(after).filter(([name]) => names.includes(name));
  noteChanges(scope, before, Object.fromEntries(shown));
}

const list = operation({
  name: 'listInvoices',
  route: 'GET /invoices',
  summary: 'List invoices',
  description:
    'Without their positions, unless include=positions asks for them. Residents see the invoices of their own apartments for their own days, without drafts. Invoices of a deleted building are removed; those of a deleted apartment are kept.',
  permission: 'invoices:read',
  query: Type.Object({
    ...invoiceFilters,
    ...ownFieldsFilters,
    ...includeQuery('positions', 'names', 'deleted', 'etags'),
    ...expandQuery,
    ...pagingQuery(sortable),
  }),
  responses: { 200: { description: 'A page of invoices.', schema: MirroredPageOf(ListedInvoiceBody) } },
  errors: ['not_found'],
  openPoints: ['P-1', 'P-2', 'P-6', 'P-35', 'P-37', 'P-104', 'P-105', 'P-106', 'P-108'],
  handle: (scope, { path, query }) => {
    rejectReversedRanges(query, ['dateFrom', 'dateTo'], ['dueDateFrom', 'dueDateTo']);
    const filters = { ...query, ...ownFieldsFilterOf(scope, query) };
    return mirroredPageResponse(
      scope,
      { path, query },
      { kind: 'invoice', buildingId: query.buildingId, sortable },
      async (page) => {
        const invoices = (await listInvoices(scope, filters, page)).map(invoiceBody);
        const bodies = showListed(scope, InvoiceBody, query, invoices);
        return addInvoiceParts(scope, query, bodies);
      },
    );
  },
});

const get = operation({
  name: 'getInvoice',
  route: 'GET /invoices/:id',
  summary: 'Fetch one invoice',
  description: 'One invoice with its positions. Each position explains how its amount was calculated.',
  permission: 'invoices:read',
  responses: showsData('The invoice.', InvoiceWithPositionsBody, { tagged: true }),
  openPoints: ['P-33', 'P-106', 'P-107'],
  query: Type.Object({
    ...expandQuery,
    account: Type.Optional(
      Type.Boolean({
        description: 'true: also the account, with the amount to pay now for this and earlier invoices.',
        'x-open-point': 'P-33',
      }),
    ),
  }),
  handle: async (scope, { params: { id = '' }, query }) => {
    const [invoice, account] = await Promise.all([
      getInvoice(scope, id),
      query.account ? getInvoiceBalance(scope, id) : undefined, // A second query, only on request.
    ]);
    const body = showOwnFields(scope, invoiceBody(invoice));
    const [expanded] = await addInvoiceParts(scope, query, [body]);
    const shown = account === undefined ? {} : { account: account && accountBody(account) };
    const detail = { ...expanded, ...shown, positions: invoice.positions.map(positionBody) };
    return taggedResponse(InvoiceBody, body, okResponse(detail));
  },
});

const pdf = operation({
  name: 'getInvoicePdf',
  route: 'GET /invoices/:id/pdf',
  summary: 'Download an invoice as a PDF',
  description:
    'The document for the recipient, with a code for bank apps, and a second page that explains each amount (PDF/A-3a, tagged). After it was sent by e-mail, this returns the sent file, byte for byte. In another language, or if the invoice is cancelled, the document is rendered from current data. If-None-Match with the ETag returns 304. A draft is marked as a draft.',
  permission: 'invoices:read',
  query: Type.Object({
    language: Type.Optional(
      OneOf(languages, {
        description:
          'Default: the language of the recipient, or else of the building; for a sent invoice, one in which it was sent.',
        'x-open-point': 'P-58',
      }),
    ),
  }),
  responses: { 200: { description: 'The PDF.', mediaType: 'application/pdf' } },
  openPoints: ['P-58'],
  handle: {
    prepare: async ({ app }, caller, input) => {
      const { params, query } = input;
      const [document] = await loadInvoiceDocuments(app, caller, [params.id ?? ''], query.language);
      if (document === undefined) throw new NotFound();
      const sent = await readSentFile(app, caller, document, query.language);
      const sha256 = sent?.sha256 ?? fingerprint(document);
      const same = notModifiedResponse(input, sha256);
      if (same !== undefined) return same;
      const body = sent?.bytes ?? Buffer.from(await pdfRenderer.render(document));
      const fileName = `${document.invoice.number}.pdf`;
      return downloadResponse(input, {
        mediaType: 'application/pdf',
        size: body.length,
        sha256,
        body,
        fileName,
        inline: true,
      });
    },
    run: async (_scope, _input, reply) => reply,
  },
});

const generate = operation({
  name: 'generateInvoices',
  route: 'POST /invoices/generate-bulk',
  summary: 'Generate the invoices of a building for a period',
  description:
    'Creates a draft for each apartment, for a period of at most 366 days, by default the previous calendar month. Supplier bills are split so that the positions add up to them to the cent. Repeating the request creates only missing invoices; concurrent callers create one set. An apartment fails if it has an invoice of another period that overlaps this one; the rest is created. Nothing is created if old and new positions would not add up to a bill. An apartment’s credit pays its new invoice at once.',
  permission: 'invoices:generate',
  rules: ['bulk'],
  query: GenerationQuery,
  body: GenerationRequestBody,
  responses: {
    200: {
      description: 'Nothing was created: all invoices already exist, every apartment failed, or it was a dry run.',
      schema: DataOf(GenerationBody),
      example: repeatedGeneration,
    },
    201: { description: 'Invoices were created.', schema: DataOf(GenerationBody) },
  },
  errors: ['not_found', 'bill_already_split', 'period_closed', 'period_overlaps'],
  openPoints: ['P-3', 'P-6', 'P-32', 'P-36', 'P-59', 'P-91', 'P-92', 'P-124'],
  handle: async (scope, { query, body }) => {
    const dryRun = query.dryRun === true || body.dryRun === true;
    const generation = await generateInvoicesAndApplyCredit(scope, { ...body, dryRun });
    const result = generationBody(generation);
    if (generation.created === 0 || dryRun) return okResponse(result);
    return createdResponse(result, `${scope.config.basePath}/invoices?buildingId=${body.buildingId}`);
  },
});

const send = operation({
  name: 'sendInvoices',
  route: 'POST /invoices/send-bulk',
  summary: 'Send invoices by e-mail',
  description:
    'Queues an e-mail with the PDF for each recipient (everybody who receives invoices and had the apartment on the invoice’s days), in the recipient’s language. The invoice becomes sent, and raises invoice.sent, when a mail server accepts the first of its e-mails; until then its status does not change and its sending is queued. Repeating the request sends nothing twice; if no e-mail was accepted, it creates new ones. A paid invoice that has reached nobody is sent too, and stays paid.',
  permission: 'invoices:send',
  rules: ['bulk'],
  body: SendRequestBody,
  responses: showsAccepted('The result for each invoice.', SendingBody),
  errors: ['not_found'],
  openPoints: ['P-3', 'P-6', 'P-34', 'P-37'],
  handle: async (scope, { body }) => ({ status: 202, body: { data: sendingBody(await sendInvoices(scope, body)) } }),
});

const lockVersion = lockVersionOf(InvoiceBody, (scope, { id = '' }) => lockInvoiceAndMoney(scope, id), show);

const change = operation({
  name: 'updateInvoice',
  route: 'PATCH /invoices/:id',
  summary: 'Update status, payment date or reference',
  description:
    'Changes only the given fields. draft and sent can become paid or cancelled; an invoice paid only by credit before it was sent can be cancelled. paid means in full, and raises invoice.paid; repeating the current status raises nothing. The open amount is recorded as a payment of source manual; payments of a cancelled invoice become credit of the apartment. The payment date of a paid invoice can be corrected; the reference of a cancelled one cannot change.',
  permission: 'invoices:change',
  body: ChangedInvoice,
  responses: showsData('The updated invoice.', UpdatedInvoiceBody, { example: paidInvoice, tagged: true }),
  errors: ['invalid_status_transition'],
  openPoints: ['P-33', 'P-34', 'P-49', 'P-62', 'P-104', 'P-107', 'P-123'],
  headers: ifMatchHeader,
  handle: async (scope, input) => {
    const { params, body } = input;
    await requireMatch(scope, input, lockVersion);
    const { id = '' } = params;
    const before = invoiceBody(await getInvoice(scope, id));
    const warnings = paymentDateWarnings(await changeInvoiceAndPayments(scope, id, body), body);
    await setOwnFields(scope, 'invoice', id, body);
    const shown = await show(scope, params);
    noteInvoiceChanges(scope, before, shown);
    return taggedResponse(InvoiceBody, shown, okResponse({ ...shown, ...(warnings.length > 0 && { warnings }) }));
  },
});

export const invoiceOperations = tagged('Invoices', [list, get, pdf, generate, send, change]);
