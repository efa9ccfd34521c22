// Splits an amount: a payment over the invoices it pays, a refund over the rests that it pays back.
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
  const parts = takeInOrder(amount, invoices.toSorted(compareDueDates), ({ balance }) => balance);
  return parts.map(({ item: { id, buildingId }, amount: part }) => ({ invoiceId: id, buildingId, amount: part }));
}

/** Takes an amount from items in their order, from each at most what it has. Those that give nothing are left out. */
export function takeInOrder<Item>(
  amount: Cents,
  items: readonly Item[],
  has: (item: Item) => Cents,
): { readonly item: Item; readonly amount: Cents }[] {
  let left = amount;
  return items.flatMap((item) => {
    const part = Math.min(left, has(item));
    left -= part;
    return part > 0 ? [{ item, amount: part }] : [];
  });
}
