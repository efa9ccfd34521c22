// Overdue: a condition of a sent invoice from the day after its due date, in its building's time zone. Derived on every
// read; its event is raised once.

import { raiseEventBatch } from '../platform/db/events.ts';
import type { Scope } from '../platform/db/scope.ts';
import { addDays, type Day, dayIn } from '../platform/values/dates.ts';
import * as queries from './invoice-queries.ts';
import type { InvoiceFacts, LocalDays } from './model.ts';

const batchSize = 1000;

/**
 * Raises invoice.overdue for every invoice that has become overdue, once per due date. Returns their number. Their
 * updatedAt changes, so that callers who poll for changes see them. Rows locked by another transaction wait for the
 * next run.
 */
export async function raiseOverdueEvents(scope: Scope): Promise<number> {
  const days = await listLocalDays(scope);
  for (let raised = 0; ; ) {
    const batch = await queries.markOverdue(scope, days, batchSize);
    const events = batch.map(({ buildingId, ...data }) => ({ buildingId, data }));
    await raiseEventBatch(scope, 'invoice.overdue', events);
    raised += batch.length;
    if (batch.length < batchSize) return raised;
  }
}

/**
 * The first day on which an invoice is overdue, once that day has come; otherwise null, also when nothing is left to
 * pay.
 */
export function overdueSince({ status, dueDate, amount, amountPaid }: InvoiceFacts, today: Day): Day | null {
  return status === 'sent' && amount > amountPaid && today > dueDate ? addDays(dueDate, 1) : null;
}

/** The current days of the organization's buildings, by time zone. */
export async function listLocalDays(scope: Scope): Promise<LocalDays> {
  const timeZones = await queries.listTimeZones(scope);
  return timeZones.map((timeZone) => ({ timeZone, today: dayIn(timeZone, scope.now) }));
}
