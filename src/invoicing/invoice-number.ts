// Invoice numbers: the building's prefix, the year of issue, and a sequence without gaps across all kinds of invoices
// and all buildings with the prefix, so that an association with a prefix of its own has a sequence of its own.
import { reserveNumbers } from '../platform/db/counters.ts';
import type { Scope } from '../platform/db/scope.ts';
import type { Day } from '../platform/values/dates.ts';

/** The sequence of 2026 goes on across all prefixes of the organization, as it began. */
export const firstYearByPrefix = '2027';

/** Reserves numbers for invoices of a building, whose prefix they get. A rollback releases them. */
export async function reserveInvoiceNumbers(
  scope: Scope,
  prefix: string,
  issueDate: Day,
  count: number,
): Promise<string[]> {
  const year = issueDate.slice(0, 4);
  // Numbers are the same in either case of letters.
  const series = year < firstYearByPrefix ? year : `${year} ${prefix.toUpperCase()}`.trim();
  const first = await reserveNumbers(scope, `invoice ${series}`, count);
  return Array.from({ length: count }, (_, index) => `${prefix}${year}-${String(first + index).padStart(6, '0')}`);
}
