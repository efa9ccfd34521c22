// Console API: e-invoices as files for an operator, as Estonian e-arve and as UBL by EN 16931.
import { createHash } from 'node:crypto';
import { downloadResponse } from '../../http/downloads.ts';
import type { OperationResponse } from '../../http/model.ts';
import { operation, tagged } from '../../http/operation.ts';
import { Day, Type } from '../../http/schemas.ts';
import type { RequestInput } from '../../http/validate-request.ts';
import {
  type EInvoiceFile,
  type EInvoiceFormat,
  writeEInvoice,
  writeEInvoices,
} from '../../invoicing/documents/write-e-invoices.ts';

const tag = 'E-invoices';
const openPoints = ['P-58'];
const title: Readonly<Record<EInvoiceFormat, string>> = { 'e-arve': 'e-arve 1.2', ubl: 'UBL (EN 16931)' };

const invoiceFileOperation = (name: string, format: EInvoiceFormat) =>
  operation({
    name,
    route: `GET /invoices/:id/${format}`,
    summary: `Download an invoice as ${title[format]}`,
    description:
      'For a sent or paid invoice. The sender details need a registration number, and a VAT number if there is VAT.',
    permission: 'invoices:read',
    responses: { 200: { description: 'The file.', mediaType: 'application/xml' } },
    errors: ['e_invoice_incomplete'],
    openPoints,
    handle: async (scope, input) =>
      fileResponse(input, await writeEInvoice(scope, input.params.id ?? '', format), 'application/xml'),
  });

const buildingFilesOperation = (name: string, format: EInvoiceFormat, mediaType: string, what: string) =>
  operation({
    name,
    route: `GET /buildings/:id/${format}`,
    summary: `Download the invoices of a building as ${title[format]}`,
    description: `The building’s sent and paid invoices issued from dateFrom to dateTo, at most 1,000: ${what}.`,
    permission: 'invoices:generate',
    query: Type.Object({ dateFrom: Type.Optional(Day), dateTo: Type.Optional(Day) }),
    responses: { 200: { description: 'The file.', mediaType } },
    errors: ['e_invoice_incomplete'],
    openPoints,
    handle: async (scope, input) =>
      fileResponse(input, await writeEInvoices(scope, input.params.id ?? '', input.query, format), mediaType),
  });

export const eInvoiceOperations = tagged(tag, [
  invoiceFileOperation('getEArve', 'e-arve'),
  invoiceFileOperation('getUbl', 'ubl'),
  buildingFilesOperation('getBuildingEArve', 'e-arve', 'application/xml', 'all in one file'),
  buildingFilesOperation('getBuildingUbl', 'ubl', 'application/zip', 'one file each, in a ZIP'),
]);

function fileResponse(
  input: RequestInput<unknown, unknown>,
  { fileName, bytes }: EInvoiceFile,
  mediaType: string,
): OperationResponse {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const type = mediaType === 'application/xml' ? `${mediaType}; charset=utf-8` : mediaType;
  return downloadResponse(input, { mediaType: type, size: bytes.length, sha256, body: bytes, fileName });
}
