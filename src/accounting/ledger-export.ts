// The ledger export: every position of sent and paid invoices as a line of a CSV file for bookkeeping, read a few invoices at a time.
import { type AppContext, type Caller, inTenant } from '../platform/db/scope.ts';
import * as queries from './ledger-queries.ts';
import type { LedgerFilter } from './model.ts';

const columns = [
  'invoice_number',
  'kind',
  'corrects_invoice',
  'status',
  'issue_date',
  'due_date',
  'period_start',
  'period_end',
  'apartment',
  'reference',
  'charge',
  'description',
  'account',
  'quantity',
  'unit',
  'unit_price',
  'net',
  'vat_rate',
  'vat',
  'gross',
  'currency',
] as const;

const invoicesPerBatch = 250;

/**
 * The file in pieces: UTF-8 with a byte order mark, `;` between cells, CRLF after lines, decimal comma, as spreadsheets in these countries read it.
 * Each piece is read in its own transaction, so a slow reader blocks nothing; positions never change, and numbers only grow. A text that a
 * spreadsheet would read as a formula gets a leading apostrophe.
 */
export async function* ledgerLines(
  app: AppContext,
  caller: Caller,
  buildingId: string,
  filter: LedgerFilter,
): AsyncGenerator<string> {
  yield `\uFEFF${columns.join(';')}\r\n`;
  for (let after = ''; ; ) {
    const rows = await inTenant(
      app,
      caller,
      (scope) => queries.findLines(scope, buildingId, filter, after, invoicesPerBatch),
      'read only',
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(formatLine).join('');
    after = last.number;
  }
}

function formatLine(row: queries.LedgerLine): string {
  const { number, kind, corrects, status, issueDate, dueDate, periodStart, periodEnd } = row;
  const cells = [
    textCell(number),
    kind,
    textCell(corrects ?? ''),
    status,
    issueDate,
    dueDate,
    periodStart,
    periodEnd,
    textCell(row.apartment),
    textCell(row.reference),
    textCell(row.code),
    textCell(row.description),
    textCell(row.account ?? ''),
    decimalCell(row.quantity),
    row.unit,
    decimalCell(row.unitPrice),
    centsCell(row.amount),
    decimalCell(row.vatRate),
    centsCell(row.vatAmount),
    centsCell(row.amount + row.vatAmount),
    row.currency,
  ];
  return `${cells.join(';')}\r\n`;
}

/** A text as a cell: quoted if needed, and never a formula (OWASP, CSV injection). */
export function textCell(text: string): string {
  const safe = /^[=+\-@\t\r\n]/.test(text.trimStart()) || /^[\t\r\n]/.test(text) ? `'${text}` : text;
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function decimalCell(exact: string): string {
  return exact.replace('.', ',');
}

function centsCell(cents: number): string {
  return (cents / 100).toFixed(2).replace('.', ',');
}
