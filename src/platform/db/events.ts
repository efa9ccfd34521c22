// Events: written in the transaction of their cause, with a delivery for every subscribed endpoint.
import { newId } from '../values/ids.ts';
import { amountFromCents, type Cents } from '../values/money.ts';
import { type Scope, tenantRow } from './scope.ts';

/** The specification's event types and their data (open point P-47). No personal data. */
export type EventData = {
  'invoice.created': { invoiceId: string; amount: Cents };
  'invoice.sent': { invoiceId: string; amount: Cents };
  'invoice.paid': { invoiceId: string; amount: Cents };
  'invoice.overdue': { invoiceId: string; amount: Cents };
  'payment.received': { paymentId: string; invoiceId: string; amount: Cents };
  'reading.submitted': { readingId: string; meterId: string; value: number };
  'reading.confirmed': { readingId: string; meterId: string; value: number };
  'maintenance.created': { maintenanceRequestId: string; status: string };
  'maintenance.updated': { maintenanceRequestId: string; status: string; previousStatus: string };
};
export type EventType = keyof EventData;

export const eventTypes = [
  'invoice.created',
  'invoice.sent',
  'invoice.paid',
  'invoice.overdue',
  'payment.received',
  'reading.submitted',
  'reading.confirmed',
  'maintenance.created',
  'maintenance.updated',
] as const satisfies readonly EventType[];

/** Raises one event. The event and its deliveries exist when the scope's transaction commits, and only then. */
export async function raiseEvent<T extends EventType>(scope: Scope, type: T, data: EventData[T]): Promise<void> {
  await raiseEventBatch(scope, type, [data]);
}

/** Raises many events of the same type in one statement. */
export async function raiseEventBatch<T extends EventType>(
  scope: Scope,
  type: T,
  dataOfEvents: readonly EventData[T][],
): Promise<void> {
  if (dataOfEvents.length === 0) return;
  const { db, now } = scope;
  const { tenantId } = scope.caller;
  const due = new Date(now.getTime() + (scope.config.webhooks.retrySchedule[0] ?? 0));
  const ids = dataOfEvents.map(newId);
  const bodyStart = eventBodyStart(type, now, tenantId); // Common to all events, so it is sent once.
  const [endpoints] = await Promise.all([
    // Locked, so that no endpoint is deleted before its deliveries are inserted.
    db<{ id: string; status: string }[]>`
      select id, status from webhook_endpoints where tenant_id = ${tenantId} and ${type} = any (events) for key share`,
    db`
      insert into events (tenant_id, id, type, body, occurred_at)
      select own.id, e.id, ${type}, ${bodyStart} || e.ending, ${now}
        from ${tenantRow(scope)} cross join unnest(${ids}::uuid[], ${dataOfEvents.map(eventBodyEnd)}::text[]) as e (id, ending)`,
  ]);
  if (endpoints.length === 0) return;
  const deliveryCount = ids.length * endpoints.length;
  await Promise.all([
    db`
      insert into deliveries (tenant_id, id, endpoint_id, event_id, status, due_at, created_at, updated_at)
      select own.id, d.id, e.id, v.id, e.status, ${due}, ${now}, ${now}
        from ${tenantRow(scope)}
       cross join unnest(${endpoints.map(({ id }) => id)}::uuid[], ${endpoints.map(({ status }) => (status === 'enabled' ? 'pending' : 'skipped'))}::text[])
             with ordinality as e (id, status, nth)
       cross join unnest(${ids}::uuid[]) with ordinality as v (id, nth)
        join unnest(${Array.from({ length: deliveryCount }, newId)}::uuid[]) with ordinality as d (id, nth) on d.nth = (e.nth - 1) * ${ids.length} + v.nth`,
    db`select pg_notify('deliveries', ${tenantId})`,
  ]);
}

/** The exact text that is signed and sent: the specification's four keys, amounts as decimal numbers. */
export function eventBody(type: EventType, at: Date, tenantId: string, data: Record<string, unknown>): string {
  return eventBodyStart(type, at, tenantId) + eventBodyEnd(data);
}

function eventBodyStart(event: EventType, at: Date, tenantId: string): string {
  return `${JSON.stringify({ event, timestamp: at.toISOString(), tenantId }).slice(0, -1)},"data":`;
}

function eventBodyEnd(data: Record<string, unknown>): string {
  const shown =
    'amount' in data && typeof data.amount === 'number' ? { ...data, amount: amountFromCents(data.amount) } : data;
  return `${JSON.stringify(shown)}}`;
}
