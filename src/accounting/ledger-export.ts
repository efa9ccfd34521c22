// The ledger export: every position of sent and paid invoices as a line of a CSV file for bookkeeping, read a few
// invoices at a time.

import { loadPayers, namePayers } from '../invoicing/co-payers.ts';
import { unitOf } from '../invoicing/documents/pdf-words.ts';
import { type AppContext, type Caller, inTenant } from '../platform/db/scope.ts';
import { csvLine, csvMark } from '../platform/values/csv.ts';
import type { Language } from '../platform/values/languages.ts';
import { serviceWords } from '../words/service-words.ts';
import { type ExportColumn, exportWord, headingsOf } from './export-words.ts';
import * as queries from './ledger-export-queries.ts';
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
  'payer',
] as const satisfies readonly ExportColumn[];

const invoicesPerBatch = 250;

/**
 * The file in pieces, in a language, or as programs read it. Each piece is read in its own transaction, so a slow
 * reader blocks nothing; positions never change, and numbers only grow.
 */
export async function* ledgerLines(
  app: AppContext,
  caller: Caller,
  buildingId: string,
  filter: LedgerFilter,
  language: Language | undefined,
): AsyncGenerator<string> {
  yield csvMark + csvLine(headingsOf(columns, language));
  for (let after = ''; ; ) {
    const { rows, payers } = await inTenant(
      app,
      caller,
      async (scope) => {
        const rows = await queries.findLines(scope, buildingId, filter, after, invoicesPerBatch);
        const invoices = new Set(rows.map(({ invoiceId }) => invoiceId));
        return { rows, payers: await namePayers(scope, await loadPayers(scope, [...invoices])) };
      },
      'read only',
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map((row) => formatLine(row, payers.get(row.invoiceId) ?? [], language)).join('');
    after = last.number;
  }
}

function formatLine(row: queries.LedgerLine, payers: readonly string[], language: Language | undefined): string {
  const { number, kind, corrects, status, issueDate, dueDate, periodStart, periodEnd } = row;
  return csvLine([
    number,
    exportWord('kind', kind, language),
    corrects ?? '',
    exportWord('status', status, language),
    issueDate,
    dueDate,
    periodStart,
    periodEnd,
    row.apartment,
    row.reference,
    row.code,
    row.description,
    row.account ?? '',
    { decimal: row.quantity },
    language === undefined ? row.unit : unitOf(serviceWords[language].invoicePdf, row.unit, row.quantity),
    { decimal: row.unitPrice },
    { cents: row.amount },
    { decimal: row.vatRate },
    { cents: row.vatAmount },
    { cents: row.amount + row.vatAmount },
    row.currency,
    payers.join(', '),
  ]);
}
