// Overdue: a condition of a sent invoice from the day after its due date, in its building's time zone. Derived whenever it is asked for, raised once.

import { raiseEventBatch } from '../platform/db/events.ts';
import type { Scope } from '../platform/db/scope.ts';
import { addDays, type Day, dayIn } from '../platform/values/dates.ts';
import * as queries from './invoice-queries.ts';
import type { InvoiceFacts, LocalDays } from './model.ts';

const batchSize = 1000;

/**
 * Raises invoice.overdue for every invoice that has become overdue, once for each due date, and answers with how many. Their updatedAt moves, so that
 * whoever asks for changes sees them. What somebody else is changing at this moment is left to the next run.
 */
export async function raiseOverdueEvents(scope: Scope): Promise<number> {
  const days = await listLocalDays(scope);
  for (let raised = 0; ; ) {
    const batch = await queries.markOverdue(scope, days, batchSize);
    await raiseEventBatch(scope, 'invoice.overdue', batch);
    raised += batch.length;
    if (batch.length < batchSize) return raised;
  }
}

/** The first day on which an invoice is overdue, once that day has come; otherwise null, as for one that leaves nothing to pay. */
export function overdueSince({ status, dueDate, amount, amountPaid }: InvoiceFacts, today: Day): Day | null {
  return status === 'sent' && amount > amountPaid && today > dueDate ? addDays(dueDate, 1) : null;
}

/** The days it is for the organization's buildings. Reckoned here and not in SQL: the database may know fewer names of time zones than we accept. */
export async function listLocalDays(scope: Scope): Promise<LocalDays> {
  const timeZones = await queries.listTimeZones(scope);
  return timeZones.map((timeZone) => ({ timeZone, today: dayIn(timeZone, scope.now) }));
}
