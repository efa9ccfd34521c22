// E-invoice files: of one invoice, or of a building's invoices.

import type { Scope } from '../../platform/db/scope.ts';
import { Conflict, Invalid, orNotFound, queryProblem } from '../../platform/errors.ts';
import { zip } from '../../platform/files/zip.ts';
import { dayIn } from '../../platform/values/dates.ts';
import { buildingFileName, testPrefix } from '../../properties/building-file-name.ts';
import { findBuilding } from '../../properties/property-queries.ts';
import { writeEArve } from './e-arve.ts';
import { findMissingData } from './e-invoice-data.ts';
import { findIssued } from './e-invoice-queries.ts';
import { getInvoiceDocument, type InvoiceDocument } from './invoice-document.ts';
import { writeUbl } from './ubl.ts';

const eInvoiceFormats = ['e-arve', 'ubl'] as const;
export type EInvoiceFormat = (typeof eInvoiceFormats)[number];

/** A file to download. */
export type EInvoiceFile = { readonly fileName: string; readonly bytes: Buffer };

const maxInvoices = 1000;

/** The e-invoice of one invoice that the caller may see. Throws NotFound, and Conflict if data are missing. */
export async function writeEInvoice(scope: Scope, invoiceId: string, format: EInvoiceFormat): Promise<EInvoiceFile> {
  const document = await getInvoiceDocument(scope, invoiceId);
  rejectIncomplete(document);
  const fileName = `${testPrefix(scope)}${document.invoice.number}-${format}.xml`;
  const text =
    format === 'ubl' ? writeUbl(document) : writeEArve([document], eArveFileId(document), document.invoice.issueDate);
  return { fileName, bytes: Buffer.from(text) };
}

/**
 * The e-invoices of a building's sent and paid invoices issued between two days, both included: e-arve in one file, UBL
 * as one file each in a ZIP. Throws NotFound, Invalid (more than 1,000), Conflict if there are none or data are
 * missing.
 */
export async function writeEInvoices(
  scope: Scope,
  buildingId: string,
  range: { readonly dateFrom?: string; readonly dateTo?: string },
  format: EInvoiceFormat,
): Promise<EInvoiceFile> {
  const building = orNotFound(await findBuilding(scope, buildingId));
  const ids = await findIssued(scope, buildingId, range, maxInvoices + 1);
  if (ids.length > maxInvoices) {
    const message = `There are more than ${maxInvoices} invoices. Choose a shorter range with dateFrom and dateTo.`;
    throw new Invalid([queryProblem('dateFrom', 'too_many', message)]);
  }
  if (ids.length === 0) throw incompleteError('No invoice of these days has been sent.');
  const documents: InvoiceDocument[] = [];
  // Without the logo: a thousand copies would take too much memory.
  for (const id of ids) documents.push({ ...(await getInvoiceDocument(scope, id)), logo: null });
  for (const document of documents) rejectIncomplete(document);
  const today = dayIn(building.billing.timeZone, scope.now);
  const [first] = documents;
  const day = first?.invoice.issueDate ?? today;
  const days = { from: range.dateFrom ?? day, to: range.dateTo ?? range.dateFrom ?? day };
  const nameOf = (ending: string) => buildingFileName(scope, { file: format, building, range: days, ending });
  if (format === 'e-arve') {
    const text = writeEArve(documents, first === undefined ? today : eArveFileId(first), today);
    return { fileName: nameOf('xml'), bytes: Buffer.from(text) };
  }
  const entries = documents.map((document) => ({
    name: zipEntryName(document),
    bytes: Buffer.from(writeUbl(document)),
  }));
  return { fileName: nameOf('zip'), bytes: await zip(entries) };
}

function rejectIncomplete(document: InvoiceDocument): void {
  const missing = findMissingData(document);
  if (missing !== undefined) throw incompleteError(`${document.invoice.number}: ${missing}`);
}

function incompleteError(message: string): Conflict {
  return new Conflict('e_invoice_incomplete', message);
}

/** A file name that cannot create a folder, whatever prefix the invoice numbers have. */
function zipEntryName({ invoice }: InvoiceDocument): string {
  return `${invoice.number.replace(/[^\p{L}\p{N}._-]/gu, '_').replace(/^\.+/, '_')}.xml`;
}

function eArveFileId({ invoice }: InvoiceDocument): string {
  return invoice.id.replaceAll('-', '').slice(-20);
}
