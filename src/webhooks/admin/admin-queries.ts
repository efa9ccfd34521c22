// SQL of managing webhooks: the delivery log, the health of endpoints, resending, secrets.

import { keyset, type PageRequest, timestampOrders } from '../../platform/db/keyset.ts';
import type { Scope } from '../../platform/db/scope.ts';
import type { EventType } from '../../platform/values/event-types.ts';
import type { DeliveryAttempt, DeliveryStatus } from '../delivery-queries.ts';
import { type Endpoint, secretHintAt } from '../endpoint-queries.ts';

/** Skips deliveries of disabled endpoints: events raised at the very moment of disabling. */
export async function skipDeliveriesOfDisabledEndpoints({ db, caller, now }: Scope): Promise<void> {
  await db`
    with disabled as (
      select id from webhook_endpoints where tenant_id = ${caller.tenantId} and status = 'disabled' for no key update
    )
    update deliveries d set status = 'skipped', previous_status = null, previous_due_at = null, finished_at = ${now}, updated_at = ${now}
      from disabled where d.tenant_id = ${caller.tenantId} and d.endpoint_id = disabled.id and d.status = 'pending'`;
}

/**
 * Makes the endpoints of an emptied organization like new: an announced secret is in use at once, and buildings that
 * are gone restrict nothing.
 */
export async function restartEndpoints({ db, caller, now }: Scope): Promise<void> {
  await db`
    update webhook_endpoints
       set secret = coalesce(next_secret, secret), secret_hint = coalesce(next_secret_hint, secret_hint), next_secret = null, next_secret_hint = null,
           next_secret_at = null, status = 'enabled', failing_since = null, last_success_at = null, disabled_at = null, disabled_reason = null,
           paused_until = null, building_ids = '{}', created_at = least(created_at, ${now}), updated_at = ${now}
     where tenant_id = ${caller.tenantId}`;
}

/** Drops secrets whose successor is in use. */
export async function dropReplacedSecrets({ db, caller, now }: Scope): Promise<void> {
  await db`
    update webhook_endpoints
       set secret = next_secret, secret_hint = next_secret_hint, next_secret = null, next_secret_hint = null, next_secret_at = null
     where tenant_id = ${caller.tenantId} and next_secret_at <= ${now}`;
}

/** An endpoint with its state. */
export type DetailedEndpoint = Endpoint & {
  /** Whether deliveries are sent one at a time, oldest first. */
  readonly ordered: boolean;
  /** The hint of the announced secret, until it is in use. */
  readonly nextSecretHint: string | null;
  readonly nextSecretAt: Date | null;
  readonly disabledAt: Date | null;
  readonly disabledReason: string | null;
  readonly failingSince: Date | null;
  readonly lastSuccessAt: Date | null;
};

export async function findDetailedEndpoint(scope: Scope, id: string): Promise<DetailedEndpoint | undefined> {
  const { db, caller, now } = scope;
  const [row] = await db<DetailedEndpoint[]>`
    select w.id, w.url, w.events, w.building_ids, w.status, w.ordered, ${secretHintAt(scope)}, w.created_at, w.updated_at,
           case when w.next_secret_at > ${now} then w.next_secret_hint end as next_secret_hint,
           case when w.next_secret_at > ${now} then w.next_secret_at end as next_secret_at,
           w.disabled_at, w.disabled_reason, w.failing_since, w.last_success_at
      from webhook_endpoints w where w.tenant_id = ${caller.tenantId} and w.id = ${id}`;
  return row;
}

export type Health = {
  /** Attempts since the given time, of the last changed deliveries. */
  readonly attempts: number;
  readonly succeeded: number;
  readonly p95LatencyMs: number | null;
  /** Waiting deliveries, and those that a recovery could send. */
  readonly pending: number;
  readonly recoverable: number;
};

export async function measureHealth(
  { db, caller }: Scope,
  id: string,
  times: { attemptsSince: Date; recoverableSince: Date; maxDeliveries: number },
): Promise<Health | undefined> {
  const [row] = await db<Health[]>`
    select count(a.number) as attempts, count(*) filter (where a.outcome = 'delivered') as succeeded,
           percentile_disc(0.95) within group (order by a.latency_ms) as "p95_latency_ms",
           (select count(*) from deliveries where tenant_id = ${caller.tenantId} and endpoint_id = ${id} and status = 'pending') as pending,
           (select count(*) from deliveries d join events v on v.tenant_id = ${caller.tenantId} and v.id = d.event_id and not v.test
             where d.tenant_id = ${caller.tenantId} and d.endpoint_id = ${id} and d.status in ('failed', 'skipped')
               and d.created_at >= ${times.recoverableSince}) as recoverable
      from (select id from deliveries where tenant_id = ${caller.tenantId} and endpoint_id = ${id} and updated_at >= ${times.attemptsSince}
             order by updated_at desc limit ${times.maxDeliveries}) d
      join attempts a on a.tenant_id = ${caller.tenantId} and a.delivery_id = d.id and a.at >= ${times.attemptsSince}`;
  return row;
}

export async function enableEndpoint({ db, caller, now }: Scope, id: string): Promise<void> {
  await db`
    update webhook_endpoints set status = 'enabled', failing_since = null, disabled_at = null, disabled_reason = null, updated_at = ${now}
     where tenant_id = ${caller.tenantId} and id = ${id}`;
}

type SealedSecret = { readonly sealed: Buffer; readonly hint: string };

/** The new secret signs from now on, and all others are dropped. */
export async function replaceSecret({ db, caller, now }: Scope, id: string, secret: SealedSecret): Promise<void> {
  await db`
    update webhook_endpoints
       set secret = ${secret.sealed}, secret_hint = ${secret.hint}, next_secret = null, next_secret_hint = null, next_secret_at = null, updated_at = ${now}
     where tenant_id = ${caller.tenantId} and id = ${id}`;
}

/** The new secret comes into use at a given time. */
export async function announceSecret(
  { db, caller, now }: Scope,
  id: string,
  secret: SealedSecret,
  at: Date,
): Promise<void> {
  await db`
    update webhook_endpoints set next_secret = ${secret.sealed}, next_secret_hint = ${secret.hint}, next_secret_at = ${at}, updated_at = ${now}
     where tenant_id = ${caller.tenantId} and id = ${id}`;
}

export type Delivery = {
  readonly id: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly event: EventType;
  readonly test: boolean;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly nextAttemptAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly finishedAt: Date | null;
  /** The request that caused the event; null for the service's own work. */
  readonly requestId: string | null;
  /** The exact text that is sent. */
  readonly body: string;
};

export const deliveryOrders = timestampOrders;

function deliveryColumns({ db, caller }: Scope) {
  return db`
    d.id, d.endpoint_id, d.event_id, v.type as event, v.test, d.status, d.attempts,
    case when d.status = 'pending' then case d.priority when 0 then d.due_at else greatest(d.due_at, (
      select w.paused_until from webhook_endpoints w where w.tenant_id = ${caller.tenantId} and w.id = d.endpoint_id)) end end as next_attempt_at,
    d.created_at, d.updated_at, case when d.status <> 'pending' then d.finished_at end as finished_at, v.request_id, v.body`;
}

type DeliveryFilters = {
  readonly status?: DeliveryStatus | undefined;
  readonly event?: EventType | undefined;
  /** The time of the event. */
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
};

export async function listDeliveries(
  scope: Scope,
  endpointId: string,
  { status, event, since, until }: DeliveryFilters,
  page: PageRequest,
): Promise<(Delivery & { sortValue: string })[]> {
  const { db, caller } = scope;
  const { sortValue, after, updated, orderAndLimit } = keyset(db, 'd', page, deliveryOrders);
  return db<(Delivery & { sortValue: string })[]>`
    select ${deliveryColumns(scope)}, ${sortValue} as sort_value
      from deliveries d join events v on v.tenant_id = ${caller.tenantId} and v.id = d.event_id
     where d.tenant_id = ${caller.tenantId} and d.endpoint_id = ${endpointId}
       ${status === undefined ? db`` : db`and d.status = ${status}`} ${event === undefined ? db`` : db`and v.type = ${event}`}
       ${since === undefined ? db`` : db`and d.created_at >= ${since}`} ${until === undefined ? db`` : db`and d.created_at < ${until}`}
       ${updated} ${after} ${orderAndLimit}`;
}

export async function findDelivery(scope: Scope, id: string): Promise<Delivery | undefined> {
  const { db, caller } = scope;
  const [row] = await db<Delivery[]>`
    select ${deliveryColumns(scope)} from deliveries d join events v on v.tenant_id = ${caller.tenantId} and v.id = d.event_id
     where d.tenant_id = ${caller.tenantId} and d.id = ${id}`;
  return row;
}

/** Whether an attempt or a redelivery is due, and whether a worker is about to make it or making it. */
export async function findAttemptState(
  { db, caller, now }: Scope,
  id: string,
  endpointId: string,
): Promise<{ waiting: boolean; underWay: boolean } | undefined> {
  const [row] = await db<{ waiting: boolean; underWay: boolean }[]>`
    select d.status = 'pending' and (d.previous_status is not null or d.due_at <= ${now} and coalesce(w.paused_until <= ${now}, true)) as waiting,
           coalesce(w.lease_until > now() and d.id = any (w.leased_deliveries), false) as under_way
      from deliveries d join webhook_endpoints w on w.tenant_id = ${caller.tenantId} and w.id = ${endpointId}
     where d.tenant_id = ${caller.tenantId} and d.id = ${id}`;
  return row;
}

export type RecordedAttempt = Pick<DeliveryAttempt, 'number' | 'at' | 'outcome' | 'status' | 'latencyMs' | 'response'>;

/** The latest attempts of a delivery, oldest first. */
export async function listAttempts(
  { db, caller }: Scope,
  deliveryId: string,
  maxAttempts: number,
): Promise<RecordedAttempt[]> {
  const rows = await db<RecordedAttempt[]>`
    select number, at, outcome, status, latency_ms, response from attempts
     where tenant_id = ${caller.tenantId} and delivery_id = ${deliveryId} order by number desc limit ${maxAttempts}`;
  return rows.reverse();
}

/** Queues a redelivery, at once; if it fails, the delivery does not change. */
export async function requestRedelivery({ db, caller, now }: Scope, id: string): Promise<void> {
  await db`
    update deliveries
       set status = 'pending', previous_status = status, previous_due_at = due_at, due_at = ${now}, priority = 0, updated_at = ${now}
     where tenant_id = ${caller.tenantId} and id = ${id}`;
  await db`select pg_notify('deliveries', ${caller.tenantId})`;
}

/** Orders an endpoint's waiting deliveries by event, or removes the order. */
export async function setOrdered({ db, caller, now }: Scope, id: string, ordered: boolean): Promise<void> {
  await db`
    update webhook_endpoints set ordered = ${ordered}, paused_until = null, updated_at = ${now} where tenant_id = ${caller.tenantId} and id = ${id}`;
  await db`
    update deliveries set priority = 1, due_at = created_at
     where tenant_id = ${caller.tenantId} and endpoint_id = ${id} and status = 'pending' and previous_status is null and ${ordered}`;
}

/** Creates a test event for one endpoint, with one attempt. */
export async function insertTest(
  { db, caller, now }: Scope,
  test: { deliveryId: string; eventId: string; endpointId: string; event: EventType; body: string },
): Promise<void> {
  await db`
    insert into events (tenant_id, id, type, body, occurred_at, test)
    values (${caller.tenantId}, ${test.eventId}, ${test.event}, ${test.body}, ${now}, true)`;
  await db`
    insert into deliveries (tenant_id, id, endpoint_id, event_id, status, priority, due_at, created_at, updated_at, previous_status)
    values (${caller.tenantId}, ${test.deliveryId}, ${test.endpointId}, ${test.eventId}, 'pending', 0, ${now}, ${now}, ${now}, 'failed')`;
  await db`select pg_notify('deliveries', ${caller.tenantId})`;
}

/**
 * Resends failed and skipped deliveries of a time range, oldest first, each with its own schedule. Returns their
 * number.
 */
export async function recoverDeliveries(
  { db, caller, now }: Scope,
  endpoint: { readonly id: string; readonly ordered: boolean },
  range: { since: Date; until: Date },
  maxDeliveries: number,
): Promise<number> {
  const rows = await db`
    update deliveries
       set status = 'pending', extra_attempts = attempts, priority = ${endpoint.ordered ? 1 : 2}, due_at = created_at, finished_at = null, updated_at = ${now}
     where tenant_id = ${caller.tenantId} and id in (
       select d.id from deliveries d join events v on v.tenant_id = ${caller.tenantId} and v.id = d.event_id and not v.test
        where d.tenant_id = ${caller.tenantId} and d.endpoint_id = ${endpoint.id} and d.status in ('failed', 'skipped')
          and d.created_at >= ${range.since} and d.created_at < ${range.until}
        order by d.created_at, d.id limit ${maxDeliveries})`;
  await db`select pg_notify('deliveries', ${caller.tenantId})`;
  return rows.count;
}
