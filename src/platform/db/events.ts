// Events: written in the transaction of their cause, with a delivery for every subscribed endpoint.

import type { EventType } from '../values/event-types.ts';
import { newId } from '../values/ids.ts';
import { amountFromCents, type Cents } from '../values/money.ts';
import { insertRows, tableOf } from './rows.ts';
import type { Scope } from './scope.ts';

/** What the events of each type say. No personal data. */
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
/** An event to raise: its data, and the building that its objects belong to. */
type NewEvent<T extends EventType> = { readonly buildingId: string; readonly data: EventData[T] };

/** An event to raise, with its type. */
export type TypedEvent = { [T in EventType]: NewEvent<T> & { readonly type: T } }[EventType];

/** Raises one event. The event and its deliveries exist when the scope's transaction commits, and only then. */
export async function raiseEvent<T extends EventType>(scope: Scope, type: T, event: NewEvent<T>): Promise<void> {
  await raiseEventBatch(scope, type, [event]);
}

/** Raises many events of the same type. */
export async function raiseEventBatch<T extends EventType>(
  scope: Scope,
  type: T,
  events: readonly NewEvent<T>[],
): Promise<void> {
  await raiseEvents(scope, events.map((event) => ({ ...event, type })) as TypedEvent[]);
}

/** Raises events of several types in one statement, in this order. */
export async function raiseEvents(scope: Scope, events: readonly TypedEvent[]): Promise<void> {
  if (events.length === 0) return;
  const { db, now } = scope;
  const { tenantId } = scope.caller;
  const types = [...new Set(events.map(({ type }) => type))];
  const written = events.map(({ type, buildingId, data }) => ({
    id: newId(),
    type,
    buildingId,
    body: eventBodyEnd(data),
  }));
  const [endpoints, recordedAt] = await Promise.all([
    // Locked, so that no endpoint is deleted before its deliveries are inserted.
    db<Subscriber[]>`
      select id, status, building_ids, events from webhook_endpoints where tenant_id = ${tenantId} and events && ${types}::text[] for key share`,
    nextFeedTime(scope),
  ]);
  // The beginning of all events of a type is sent once.
  const beginnings = types.map((type) => ({ type, text: eventBodyStart(type, now, tenantId) }));
  const columns = { id: 'uuid', type: 'text', body: 'text', buildingId: 'uuid' } as const;
  await Promise.all([
    insertRows(scope, 'events', columns, written, {
      more: {
        body: db`beginning.text || r.body`,
        occurredAt: now,
        recordedAt: db`${recordedAt}::timestamptz`,
        requestId: scope.requestId ?? null,
      },
      join: db`join ${tableOf(db, 'beginning', { type: 'text', text: 'text' }, beginnings)} on beginning.type = r.type`,
    }),
    insertDeliveries(scope, endpoints, written),
  ]);
}

/**
 * The place of new events in the feed, and of entries of the audit log: the clock of the database, which
 * feedCompleteUntil does not pass before this transaction ends.
 */
export async function nextFeedTime({ db }: Scope): Promise<string> {
  const [row] = await db<[{ at: string }]>`select next_feed_time()::text as at`;
  return row.at;
}

/**
 * The time up to which the feed is complete: no event will be added before it. Query it before the events, and by
 * itself, like visibleUntil.
 */
export async function feedCompleteUntil({ db }: Pick<Scope, 'db'>): Promise<string> {
  const [row] = await db<[{ at: string }]>`select feed_complete_until()::text as at`;
  return row.at;
}

/** An endpoint that wants these types of events: of these buildings, or of all if it names none. */
type Subscriber = {
  readonly id: string;
  readonly status: string;
  readonly buildingIds: readonly string[];
  readonly events: readonly string[];
};

async function insertDeliveries(
  scope: Scope,
  endpoints: readonly Subscriber[],
  raised: readonly { readonly id: string; readonly type: EventType; readonly buildingId: string }[],
): Promise<void> {
  const { db, now } = scope;
  const { tenantId } = scope.caller;
  const deliveries = endpoints.flatMap(({ id: endpointId, status, buildingIds, events }) =>
    raised
      .filter(({ type }) => events.includes(type))
      .filter(({ buildingId }) => buildingIds.length === 0 || buildingIds.includes(buildingId))
      .map(({ id: eventId }) => ({
        id: newId(),
        endpointId,
        eventId,
        status: status === 'enabled' ? 'pending' : 'skipped',
      })),
  );
  if (deliveries.length === 0) return;
  const due = new Date(now.getTime() + (scope.config.webhooks.retrySchedule[0] ?? 0));
  await Promise.all([
    insertRows(scope, 'deliveries', { id: 'uuid', endpointId: 'uuid', eventId: 'uuid', status: 'text' }, deliveries, {
      more: { dueAt: due, createdAt: now, updatedAt: now },
    }),
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
