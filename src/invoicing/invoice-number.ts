// Invoice numbers: the building's prefix, the year of issue, and a sequence without gaps across the organization and
// all kinds of invoices.
import { reserveNumbers } from '../platform/db/counters.ts';
import type { Scope } from '../platform/db/scope.ts';
import type { Day } from '../platform/values/dates.ts';

/** Reserves numbers for invoices of a building, whose prefix they get. A rollback releases them. */
export async function reserveInvoiceNumbers(
  scope: Scope,
  prefix: string,
  issueDate: Day,
  count: number,
): Promise<string[]> {
  const year = issueDate.slice(0, 4);
  const first = await reserveNumbers(scope, `invoice ${year}`, count);
  return Array.from({ length: count }, (_, index) => `${prefix}${year}-${String(first + index).padStart(6, '0')}`);
}
