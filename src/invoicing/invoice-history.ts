// The history of an invoice: every change, with time and actor, written in the transaction of the change. Entries are
// only added.
import type { Scope } from '../platform/db/scope.ts';
import { newId } from '../platform/values/ids.ts';
import * as queries from './invoice-history-queries.ts';
import type { HistoryAction, HistoryNote } from './model.ts';

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
