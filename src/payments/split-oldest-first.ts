// Splits a payment over the invoices it pays.
import type { OpenInvoice } from '../invoicing/invoice-queries.ts';
import type { Cents } from '../platform/values/money.ts';

/** Splits an amount over invoices, oldest due date first. */
export function splitOldestFirst(
  amount: Cents,
  invoices: readonly Pick<OpenInvoice, 'id' | 'buildingId' | 'dueDate' | 'balance'>[],
): { invoiceId: string; buildingId: string; amount: Cents }[] {
  let left = amount;
  const ordered = invoices.toSorted((a, b) =>
    a.dueDate === b.dueDate ? (a.id < b.id ? -1 : 1) : a.dueDate < b.dueDate ? -1 : 1,
  );
  return ordered.flatMap((invoice) => {
    const part = Math.min(left, invoice.balance);
    left -= part;
    return part > 0 ? [{ invoiceId: invoice.id, buildingId: invoice.buildingId, amount: part }] : [];
  });
}
