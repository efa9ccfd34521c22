// Console API: the ledger export, a file with the positions of a building's invoices for accounting.

import { Readable } from 'node:stream';
import { ledgerLines } from '../../accounting/ledger-export.ts';
import type { LedgerFilter } from '../../accounting/model.ts';
import { reversedRangeProblems } from '../../http/day-range.ts';
import { contentDisposition } from '../../http/downloads.ts';
import { operation, tagged } from '../../http/operation.ts';
import { Day, Type } from '../../http/schemas.ts';
import { Invalid, queryProblem } from '../../platform/errors.ts';
import { dayIn, previousMonth } from '../../platform/values/dates.ts';
import { buildingFileName } from '../../properties/building-file-name.ts';
import { getBuilding } from '../../properties/buildings.ts';
import { ExportLanguage } from './export-language.ts';

const ranges = [
  ['periodStart', 'periodEnd'],
  ['dateFrom', 'dateTo'],
] as const;
const day = (description: string) => Type.Optional({ ...Day, description });

const ledger = operation({
  name: 'downloadLedger',
  route: 'GET /buildings/:id/ledger',
  summary: 'Download the ledger export',
  description:
    'A CSV file with a line for each position of the sent and paid invoices of a period, or of those issued in a range of days (default: issued in the previous calendar month). Credit notes and corrections are included; negative ones also as drafts. UTF-8 with a byte order mark, semicolons, decimal commas. account is the current ledger account of the charge, payer those who pay the invoice. Texts that a spreadsheet would read as a formula begin with an apostrophe.',
  permission: 'books:read',
  query: Type.Object({
    periodStart: day('Invoices for days on or after this day.'),
    periodEnd: day('Invoices for days on or before this day.'),
    dateFrom: day('Issued on or after this day.'),
    dateTo: day('Issued on or before this day.'),
    language: ExportLanguage,
  }),
  responses: { 200: { description: 'The file.', mediaType: 'text/csv', made: true } },
  openPoints: ['P-33', 'P-98'],
  handle: {
    prepare: async ({ app }, caller, { params: { id = '' }, query: { language, ...filter } }) => {
      requireWholeRanges(filter);
      return (filter: LedgerFilter) => ledgerLines(app, caller, id, filter, language);
    },
    run: async (scope, { params: { id = '' }, query: { language: _, ...query } }, lines) => {
      const building = await getBuilding(scope, id);
      const none = Object.keys(query).length === 0;
      const { periodStart, periodEnd } = previousMonth(dayIn(building.billing.timeZone, scope.now));
      const filter: LedgerFilter = none ? { dateFrom: periodStart, dateTo: periodEnd } : query;
      const range = { from: filter.periodStart ?? filter.dateFrom, to: filter.periodEnd ?? filter.dateTo };
      const name = buildingFileName(scope, { file: 'ledger', building, range, ending: 'csv' });
      return {
        status: 200,
        body: async () => Readable.from(lines(filter), { objectMode: false }),
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': contentDisposition(name, 'attachment'),
          'cache-control': 'no-store',
        },
      };
    },
  },
});

export const ledgerExportOperations = tagged('Books', [ledger]);

/** Checks that a range has both ends, in order. Throws Invalid. */
function requireWholeRanges(filter: LedgerFilter): void {
  const incompleteRanges = ranges.flatMap((ends) => {
    const missing = ends.filter((name) => filter[name] === undefined);
    const [name] = missing;
    if (name === undefined || missing.length === ends.length) return [];
    return [queryProblem(name, 'required', `${name} is missing: send both ends of the range.`)];
  });
  const problems = [...incompleteRanges, ...reversedRangeProblems(filter, ranges)];
  if (problems.length > 0) throw new Invalid(problems);
}
