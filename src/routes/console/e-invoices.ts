// E-invoices, as files to hand to an operator: the Estonian e-arve, and UBL by EN 16931.
import { createHash } from 'node:crypto';
import { type EInvoiceFormat, type Written, writeEInvoice, writeEInvoices } from '../../invoicing/documents/write-e-invoices.ts';
import { getInvoice } from '../../invoicing/invoices.ts';
import { download } from '../../http/downloads.ts';
import type { Asked } from '../../http/validate-request.ts';
import { operation, type Reply } from '../../http/operation.ts';
import { Day, Type } from '../../http/schemas.ts';
import { getBuilding } from '../../properties/buildings.ts';

const tag = 'E-invoices';
const openPoints = ['P-58'];
const title: Readonly<Record<EInvoiceFormat, string>> = { 'e-arve': 'e-arve 1.2', ubl: 'UBL (EN 16931)' };

const oneOf = (name: string, format: EInvoiceFormat) =>
  operation({
    name,
    method: 'GET',
    path: `/invoices/:id/${format}`,
    tag,
    summary: `Download an invoice as ${title[format]}`,
    description:
      'Of a sent or paid invoice. It needs the registration number of the letterhead, and its VAT number where there is VAT.',
    permission: 'invoices:read',
    answers: { 200: { description: 'The file.', mediaType: 'application/xml' } },
    refuses: ['e_invoice_incomplete'],
    openPoints,
    found: (scope, { id = '' }) => getInvoice(scope, id),
    handle: async (scope, asked) =>
      fileReply(asked, await writeEInvoice(scope, asked.params.id ?? '', format), 'application/xml'),
  });

const allOf = (name: string, format: EInvoiceFormat, mediaType: string, what: string) =>
  operation({
    name,
    method: 'GET',
    path: `/buildings/:id/${format}`,
    tag,
    summary: `Download the invoices of a building as ${title[format]}`,
    description: `Its sent and paid invoices issued from dateFrom to dateTo, at most 1,000: ${what}.`,
    permission: 'invoices:generate',
    query: Type.Object({ dateFrom: Type.Optional(Day), dateTo: Type.Optional(Day) }),
    answers: { 200: { description: 'The file.', mediaType } },
    refuses: ['e_invoice_incomplete'],
    openPoints,
    found: (scope, { id = '' }) => getBuilding(scope, id),
    handle: async (scope, asked) =>
      fileReply(asked, await writeEInvoices(scope, asked.params.id ?? '', asked.query, format), mediaType),
  });

export const eInvoiceOperations = [
  oneOf('getEArve', 'e-arve'),
  oneOf('getUbl', 'ubl'),
  allOf('getBuildingEArve', 'e-arve', 'application/xml', 'all in one file'),
  allOf('getBuildingUbl', 'ubl', 'application/zip', 'one file each, in a ZIP'),
];

function fileReply(asked: Asked<unknown, unknown>, { fileName, bytes }: Written, mediaType: string): Reply {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return download(asked, { mediaType, size: bytes.length, sha256, body: bytes, fileName });
}
