// The history of an invoice: every change, with time and actor, written in the transaction of the change. Entries are only added.
import type { PageRequest } from '../platform/db/keyset.ts';
import type { Scope } from '../platform/db/scope.ts';
import { NotFound } from '../platform/errors.ts';
import { newId } from '../platform/values/ids.ts';
import * as queries from './invoice-history-queries.ts';
import { findInvoice } from './invoice-queries.ts';
import type { HistoryAction, HistoryEntry, HistoryNote } from './model.ts';
export const historyActions = [
  'generated',
  'sent',
  'paid',
  'payment_date_changed',
  'reference_changed',
  'cancelled',
  'credited',
  'corrected',
  'payment_allocated',
  'payment_undone',
  'reopened',
] as const satisfies readonly HistoryAction[];

/** Records history entries in this transaction, in the given order. */
export async function recordHistory(scope: Scope, notes: readonly HistoryNote[]): Promise<void> {
  if (notes.length === 0) return;
  await queries.insertHistory(
    scope,
    notes.map((note) => ({ ...note, id: newId() })),
  );
}

/** A page of an invoice's history, oldest first, for callers who may see the invoice. Throws NotFound. */
export async function listHistory(
  scope: Scope,
  invoiceId: string,
  page: PageRequest,
): Promise<(HistoryEntry & { readonly sortValue: string })[]> {
  const [invoice, entries] = await Promise.all([
    findInvoice(scope, invoiceId),
    queries.listHistory(scope, invoiceId, page),
  ]);
  if (invoice === undefined) throw new NotFound();
  return entries;
}
