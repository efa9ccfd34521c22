// Invoice numbers: the building's prefix, the year of issue, and a sequence without gaps across the organization and all kinds of invoices.
import { reserveNumbers } from '../platform/db/counters.ts';
import type { Scope } from '../platform/db/scope.ts';
import type { Day } from '../platform/values/dates.ts';
import { getBuilding } from '../properties/buildings.ts';

/** Reserves numbers for invoices of a building. A rollback releases them. Throws NotFound. */
export async function reserveInvoiceNumbers(
  scope: Scope,
  buildingId: string,
  issueDate: Day,
  count: number,
): Promise<string[]> {
  const { billing } = await getBuilding(scope, buildingId);
  return reserveNumbersWithPrefix(scope, billing.invoiceNumberPrefix, issueDate, count);
}

/** As reserveInvoiceNumbers, with the prefix of the building. */
export async function reserveNumbersWithPrefix(
  scope: Scope,
  prefix: string,
  issueDate: Day,
  count: number,
): Promise<string[]> {
  const year = issueDate.slice(0, 4);
  const first = await reserveNumbers(scope, `invoice ${year}`, count);
  return Array.from({ length: count }, (_, index) => `${prefix}${year}-${String(first + index).padStart(6, '0')}`);
}
