// Integration API: payments.

import { rejectReversedRanges } from '../../http/day-range.ts';
import { createdResponse, DataOf, MirroredPageOf, okResponse, operation, tagged } from '../../http/operation.ts';
import { mirroredPageResponse, pagingQuery } from '../../http/paging.ts';
import { Day, Id, OneOf, Type } from '../../http/schemas.ts';
import { maxStatementBytes } from '../../http/uploads/read-upload.ts';
import { paymentSources, paymentStatuses } from '../../payments/model.ts';
import { paymentOrders } from '../../payments/payment-queries.ts';
import { listPayments } from '../../payments/payments.ts';
import { trackProgress } from '../../payments/statements/import/import-progress.ts';
import { importStatement } from '../../payments/statements/import/import-statement.ts';
import { residentUserId } from '../../platform/db/scope.ts';
import { convertSpreadsheet } from '../../platform/files/spreadsheet.ts';
import { includeQuery, ownFieldsFilterOf, ownFieldsFilters, showListed } from './own-fields-bodies.ts';
import {
  ImportBody,
  importBody,
  PaymentBody,
  paymentBody,
  repeatedImport,
  residentPaymentBody,
} from './payment-bodies.ts';

const sortable = Object.keys(paymentOrders);

const list = operation({
  name: 'listPayments',
  route: 'GET /payments',
  summary: 'List recorded payments',
  description:
    'Payments from banklinks and bank statements, and recorded by people; each with the invoices it pays, the reasons, and the rest. Residents see payments of their own invoices, of joint payments only their own part.',
  permission: 'payments:read',
  query: Type.Object({
    status: Type.Optional(OneOf(paymentStatuses)),
    source: Type.Optional(OneOf(paymentSources)),
    dateFrom: Type.Optional({ ...Day, description: 'Paid on or after this day.' }),
    dateTo: Type.Optional({ ...Day, description: 'Paid on or before this day.' }),
    buildingId: Type.Optional({
      ...Id,
      description:
        'Allocated to invoices of this building, credit of its apartments, or received on its account and not assigned yet.',
    }),
    ...ownFieldsFilters,
    ...includeQuery('deleted', 'etags'),
    ...pagingQuery(sortable),
  }),
  responses: { 200: { description: 'A page of payments.', schema: MirroredPageOf(PaymentBody) } },
  errors: ['not_found'],
  openPoints: ['P-1', 'P-2', 'P-6', 'P-43', 'P-49', 'P-70', 'P-97', 'P-104', 'P-105'],
  handle: (scope, { path, query }) => {
    rejectReversedRanges(query, ['dateFrom', 'dateTo']);
    const forResident = residentUserId(scope.caller) !== null;
    const filters = { ...query, ...ownFieldsFilterOf(scope, query) };
    return mirroredPageResponse(scope, { path, query }, { kind: 'payment', sortable }, async (page) => {
      const payments = (await listPayments(scope, filters, page)).map(({ joint, ...payment }) =>
        forResident ? residentPaymentBody(payment, joint) : paymentBody(payment),
      );
      return showListed(scope, PaymentBody, query, payments);
    });
  },
});

const ImportOptions = Type.Object({
  dryRun: Type.Optional(
    Type.Boolean({
      description:
        'Dry run: returns the result without storing anything. In the query or beside the file: true in either place counts.',
      default: false,
      'x-open-point': 'P-45',
    }),
  ),
  currency: Type.Optional(
    Type.String({
      pattern: '^[A-Z]{3}$',
      description:
        'The currency of the amounts, for a table that does not state it (422 currency_missing). The file takes precedence. In the query or beside the file.',
      examples: ['EUR'],
      'x-open-point': 'P-78',
    }),
  ),
});

const importOperation = operation({
  name: 'importBankStatement',
  route: 'POST /bank-statements/import',
  summary: 'Import a bank statement for automatic reconciliation',
  description:
    'Accepts camt.052, .053 and .054 of every version, MT940, and tables (CSV, or the first sheet of an xlsx file): exports of known banks, and others whose headings name date, amount and text. The format is recognised by the content. The currency is the one in the file, or else `currency`, or else that of the building whose account it is; it is never assumed. If a file has columns for several currencies, those of that currency count. Each booking counts once, however many files contain it; equal bookings within one file each count. Credits become payments and are matched by reference, invoice number or a known payer; an uncertain one waits for review, with its reason. All of a file is imported, or nothing: an error names the line that cannot be read. Importing the same file again changes nothing and returns 200.',
  permission: 'payments:import',
  rules: ['bulk'],
  query: ImportOptions,
  body: { accepts: 'statement', limit: maxStatementBytes, fields: ImportOptions },
  responses: {
    200: {
      description: 'Nothing was imported: the file was already imported, or it was a dry run.',
      schema: DataOf(ImportBody),
      example: repeatedImport,
    },
    201: { description: 'The imported entries and their matches.', schema: DataOf(ImportBody) },
  },
  errors: ['import_cancelled'],
  openPoints: ['P-3', 'P-10', 'P-11', 'P-31', 'P-43', 'P-45', 'P-49', 'P-62', 'P-74', 'P-78', 'P-79'],
  handle: {
    prepare: async ({ app }, _caller, { file }) => ({ app, table: await convertSpreadsheet(file) }),
    run: async (scope, { query, fields, file }, { app, table }) => {
      const dryRun = query.dryRun === true || fields.dryRun === true;
      const currency = query.currency ?? fields.currency;
      const statement = { ...table, sha256: file.sha256, currency };
      const result = await trackProgress(app, scope.caller, { fileName: file.fileName ?? null, dryRun }, (report) =>
        importStatement(scope, statement, dryRun, report),
      );
      const body = importBody(result);
      return result.isRepeat || dryRun
        ? okResponse(body)
        : createdResponse(body, `${scope.config.basePath}/payments?source=statement`);
    },
  },
});

export const paymentOperations = tagged('Payments', [list, importOperation]);
