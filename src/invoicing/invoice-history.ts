// History: every change of an invoice, when and by whom, written in the transaction that makes the change. Entries are only ever added.
import type { Day } from '../platform/values/dates.ts';
import { NotFound } from '../platform/errors.ts';
import { newId } from '../platform/values/ids.ts';
import type { PageRequest } from '../platform/db/keyset.ts';
import type { Actor, Scope } from '../platform/db/scope.ts';
import type { SentBy } from './invoices.ts';
import { findInvoice } from './invoice-queries.ts';
import * as queries from './invoice-history-queries.ts';

/** What can become of an invoice, and what is told of it. Amounts are numbers as on the wire; no personal data. */
export type HistoryDetail = {
  generated: { readonly amount: number };
  /** It reached somebody for the first time. */
  sent: { readonly by: SentBy };
  paid: { readonly paidDate: Day };
  payment_date_changed: { readonly from: Day; readonly to: Day };
  reference_changed: { readonly from: string; readonly to: string };
  cancelled: Record<never, never>;
  /** A credit invoice gave back this much. */
  credited: { readonly amount: number; readonly invoiceId: string };
  /** A correction of its period charged or gave back this much. */
  corrected: { readonly amount: number; readonly invoiceId: string };
  /** Money was allocated to it, from a payment or from credit. */
  payment_allocated: {
    readonly amount: number;
    readonly paymentId: string;
    readonly fromCredit: boolean;
    /** The day from which it counts. */
    readonly paidOn: Day;
  };
  /** Money was taken back from it: the payment was reversed or its match undone, or the invoice cancelled. */
  payment_undone: { readonly amount: number; readonly paymentId: string };
  /** It is no longer paid, but what it was before. */
  reopened: { readonly status: 'draft' | 'sent' };
};
export type HistoryAction = keyof HistoryDetail;

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

/** What is to be written of an invoice. */
export type HistoryNote = {
  [A in HistoryAction]: { readonly invoiceId: string; readonly action: A; readonly detail: HistoryDetail[A] };
}[HistoryAction];

export type HistoryEntry = {
  readonly id: string;
  readonly at: Date;
  readonly action: HistoryAction;
  /** A resident is told neither id nor name of anybody. */
  readonly actor: Actor;
  readonly detail: Readonly<Record<string, unknown>>;
};

/** Writes what becomes of invoices in this transaction; in the order given. */
export async function recordHistory(scope: Scope, notes: readonly HistoryNote[]): Promise<void> {
  if (notes.length === 0) return;
  await queries.insertHistory(
    scope,
    notes.map((note) => ({ ...note, id: newId() })),
  );
}

/** A page of an invoice's history, the oldest first, for whoever may see the invoice. Throws NotFound. */
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
