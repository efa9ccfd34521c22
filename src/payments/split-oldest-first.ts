// Splits a payment over the invoices it pays.
import type { OpenInvoice } from '../invoicing/invoice-queries.ts';
import type { Cents } from '../platform/values/money.ts';

/** Orders invoices by due date, then by id. */
export function compareDueDates(
  a: Pick<OpenInvoice, 'id' | 'dueDate'>,
  b: Pick<OpenInvoice, 'id' | 'dueDate'>,
): number {
  if (a.dueDate === b.dueDate) return a.id < b.id ? -1 : 1;
  return a.dueDate < b.dueDate ? -1 : 1;
}

/** Splits an amount over invoices, oldest due date first. */
export function splitOldestFirst(
  amount: Cents,
  invoices: readonly Pick<OpenInvoice, 'id' | 'buildingId' | 'dueDate' | 'balance'>[],
): { invoiceId: string; buildingId: string; amount: Cents }[] {
  let left = amount;
  const ordered = invoices.toSorted(compareDueDates);
  return ordered.flatMap((invoice) => {
    const part = Math.min(left, invoice.balance);
    left -= part;
    return part > 0 ? [{ invoiceId: invoice.id, buildingId: invoice.buildingId, amount: part }] : [];
  });
}
