// SQL of delivery: organizations with work, endpoint leases, due deliveries and their results.
import type { DatabasePool, Db } from '../platform/db/pool.ts';
import { type Scope, tenantRow } from '../platform/db/scope.ts';
import type { AttemptOutcome } from './outcomes.ts';

/** The statuses of a delivery; skipped: its endpoint was disabled. */
export const deliveryStatuses = ['pending', 'delivered', 'failed', 'skipped'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** A delivery to be sent by a worker. */
export type DueDelivery = {
  readonly id: string;
  readonly endpointId: string;
  /** Attempts recorded so far; `extraAttempts` of them do not count towards the schedule. */
  readonly attempts: number;
  readonly extraAttempts: number;
  readonly dueAt: Date;
  /** For a redelivery: the delivery's state if it fails, and when it is due then. */
  readonly previousStatus: DeliveryStatus | null;
  readonly previousDueAt: Date | null;
  readonly test: boolean;
  readonly body: string;
};

/** An endpoint leased by this worker, and its due deliveries. */
export type LeasedEndpoint = {
  readonly id: string;
  readonly url: string;
  readonly ordered: boolean;
  readonly failing: boolean;
  readonly secret: Buffer;
  readonly nextSecret: Buffer | null;
  readonly nextSecretAt: Date | null;
  readonly deliveries: readonly DueDelivery[];
};

/** The organizations with due work at an endpoint without a lease, longest not served first. */
export async function listTenantsWithDueDeliveries(pool: DatabasePool, now: Date): Promise<string[]> {
  const rows = await pool<{ id: string }[]>`select id from tenants_with_due_deliveries(${now}) as id`;
  return rows.map((row) => row.id);
}

// Statistics hardly ever know how much is waiting, so no statement here lets the planner decide whether to read
// everything that waits. `exists (…) is true` checks each endpoint by itself. `limit 1` reads rows by their keys. So
// does an update with `is not distinct from 'pending'`, for which the index of waiting deliveries cannot be used, and
// which expects few rows (attempts_to_record in migrations/).

export type LeaseRequest = {
  readonly worker: string;
  readonly leaseSeconds: number;
  readonly maxEndpoints: number;
  readonly maxDeliveries: number;
  /** Whether failing endpoints may be leased too. */
  readonly failingToo: boolean;
  /** Endpoints that this worker has not finished, although their lease may have expired. */
  readonly except: readonly string[];
};

/**
 * Leases endpoints with due work, longest not served first, and reads the oldest due deliveries of each. Skips locked
 * rows.
 */
export async function leaseEndpoints(scope: Scope, request: LeaseRequest): Promise<LeasedEndpoint[]> {
  const { db, caller, now } = scope;
  const { worker, leaseSeconds, maxEndpoints, maxDeliveries, failingToo, except } = request;
  const leased = await db<(Omit<LeasedEndpoint, 'deliveries'> & { leasedDeliveries: string[] })[]>`
    with chosen as (
      select c.id from webhook_endpoints c
       where c.tenant_id = ${caller.tenantId} and c.status = 'enabled' and (c.lease_until is null or c.lease_until <= now())
         and (c.failing_since is null or ${failingToo}) and c.id <> all (${[...except]}::uuid[])
         and exists (select from deliveries d where d.tenant_id = ${caller.tenantId} and d.endpoint_id = c.id and d.status = 'pending'
                       and d.due_at <= ${now} and (d.priority = 0 or c.paused_until is null or c.paused_until <= ${now})) is true
       order by c.last_served_at limit ${maxEndpoints} for no key update skip locked
    )
    update webhook_endpoints e
       set lease_until = now() + make_interval(secs => ${leaseSeconds}), leased_by = ${worker}, last_served_at = now(),
           leased_deliveries = array(
             select d.id from unnest('{0,1,2}'::smallint[]) p (priority) cross join lateral (
               select x.id, x.due_at from deliveries x
                where x.tenant_id = ${caller.tenantId} and x.endpoint_id = e.id and x.status = 'pending' and x.priority = p.priority and x.due_at <= ${now}
                order by x.due_at, x.id limit ${maxDeliveries}) d
              where p.priority = 0 or e.paused_until is null or e.paused_until <= ${now}
              order by p.priority, d.due_at, d.id limit ${maxDeliveries})
      from chosen where e.tenant_id = ${caller.tenantId} and e.id = chosen.id
    returning e.id, e.url, e.ordered, e.failing_since is not null as failing, e.secret, e.next_secret, e.next_secret_at, e.leased_deliveries`;
  if (leased.length === 0) return [];
  const due = await db<DueDelivery[]>`
    select d.id, d.endpoint_id, d.attempts, d.extra_attempts, d.due_at, d.previous_status, d.previous_due_at, v.test, v.body
      from unnest(${leased.flatMap((endpoint) => endpoint.leasedDeliveries)}::uuid[]) with ordinality as l (id, nth)
     cross join lateral (select * from deliveries x where x.tenant_id = ${caller.tenantId} and x.id = l.id limit 1) d
     cross join lateral (select * from events x where x.tenant_id = ${caller.tenantId} and x.id = d.event_id limit 1) v
     order by l.nth`;
  const byEndpoint = Map.groupBy(due, (delivery) => delivery.endpointId);
  return leased.map((endpoint) => ({ ...endpoint, deliveries: byEndpoint.get(endpoint.id) ?? [] }));
}

/** Renews a worker's leases; a locked endpoint is renewed the next time. */
export async function renewLeases(
  { db, caller }: Scope,
  worker: string,
  endpointIds: readonly string[],
  leaseSeconds: number,
): Promise<void> {
  await db`
    with held as (
      select id from webhook_endpoints
       where tenant_id = ${caller.tenantId} and leased_by = ${worker} and id = any (${[...endpointIds]}::uuid[]) for no key update skip locked
    )
    update webhook_endpoints e set lease_until = now() + make_interval(secs => ${leaseSeconds})
      from held where e.tenant_id = ${caller.tenantId} and e.id = held.id`;
}

/** An attempt to record, and its effect on its delivery. */
export type DeliveryAttempt = {
  readonly deliveryId: string;
  readonly number: number;
  readonly at: Date;
  readonly outcome: AttemptOutcome;
  readonly status: number | null;
  readonly latencyMs: number;
  readonly response: string | null;
  /** The new status of the delivery; a pending one is due at dueAt. */
  readonly becomes: DeliveryStatus;
  readonly dueAt: Date;
  /** Their values when the delivery was read: if they changed, it was recovered or redelivered meanwhile. */
  readonly extraAttempts: number;
  readonly previousStatus: DeliveryStatus | null;
};

type LeaseEnd = {
  readonly endpoint: Pick<LeasedEndpoint, 'id' | 'url'>;
  readonly worker: string;
  /** False leaves the endpoint alone until the lease runs out. */
  readonly released: boolean;
  readonly health: 'working' | 'failing' | 'unchanged';
  /** When an ordered endpoint may try its oldest delivery again; undefined leaves that as it was. */
  readonly pausedUntil: Date | null | undefined;
};

/**
 * Ends a lease and notes whether the endpoint works. Returns its URL, and since when it fails; undefined when it is
 * gone. When the lease has passed to another worker, or the endpoint to another URL, a success still counts, and a
 * failure changes nothing.
 */
export async function endLease(
  { db, caller, now }: Scope,
  { endpoint, worker, released, health, pausedUntil }: LeaseEnd,
): Promise<{ url: string; failingSince: Date | null } | undefined> {
  const ends = db`leased_by = ${worker} and ${released}`;
  const works = db`${health} = 'working'`;
  const isMeant = db`leased_by = ${worker} and url = ${endpoint.url}`;
  const fails = db`${health} = 'failing' and ${isMeant}`;
  const pause =
    pausedUntil === undefined
      ? db`paused_until`
      : db`case when ${isMeant} then ${pausedUntil}::timestamptz when ${works} then null else paused_until end`;
  const [row] = await db<{ url: string; failingSince: Date | null }[]>`
    update webhook_endpoints
       set lease_until = case when ${ends} then null else lease_until end,
           leased_deliveries = case when ${ends} then '{}' else leased_deliveries end,
           failing_since = case when ${works} then null when ${fails} then coalesce(failing_since, ${now}) else failing_since end,
           last_success_at = case when ${works} then ${now} else last_success_at end,
           paused_until = ${pause}
     where tenant_id = ${caller.tenantId} and id = ${endpoint.id} returning url, failing_since`;
  return row;
}

/** Writes attempts and the new states of their deliveries. `priority`: of a delivery that is retried. */
export async function recordAttempts(
  scope: Scope,
  attempts: readonly DeliveryAttempt[],
  priority: number,
): Promise<void> {
  const { db, caller, now } = scope;
  const recorded = await db<{ id: string }[]>`
    update deliveries d
       set status = a.becomes, attempts = a.number, extra_attempts = d.extra_attempts + (a.previous_status is not null)::int, priority = ${priority},
           due_at = a.due_at, previous_status = null, previous_due_at = null, updated_at = ${now},
           finished_at = case when a.becomes = 'delivered' then a.at when a.becomes = 'pending' then d.finished_at else coalesce(d.finished_at, a.at) end,
           ${firstAttempt(db)}
      from ${attemptRows(db, attempts)}
     where d.tenant_id = ${caller.tenantId} and d.id = a.delivery_id and d.status is not distinct from 'pending' and d.attempts = a.number - 1
       and d.extra_attempts = a.extra_attempts and d.previous_status is not distinct from a.previous_status
    returning d.id`;
  const asRead = new Set(recorded.map((row) => row.id));
  const changed = attempts.filter((attempt) => !asRead.has(attempt.deliveryId));
  const numbers = changed.length === 0 ? [] : await recordOvertakenAttempts(scope, changed);
  const numberOf = new Map(numbers.map((row) => [row.id, row.attempts]));
  const repeated = attempts.flatMap((attempt) => {
    const number = asRead.has(attempt.deliveryId) ? attempt.number : (numberOf.get(attempt.deliveryId) ?? 0);
    return number > 1 ? [{ ...attempt, number }] : [];
  });
  if (repeated.length === 0) return;
  await db`
    insert into delivery_attempts (tenant_id, delivery_id, number, at, outcome, status, latency_ms, response)
    select own.id, a.delivery_id, a.number, a.at, a.outcome, a.status, a.latency_ms, a.response
      from ${tenantRow(scope)} cross join ${attemptRows(db, repeated)}`;
}

/** What failed for good at the URL that the endpoint had when it was sent is tried at the one it has now. */
export async function retryAtOtherUrl({ db, caller, now }: Scope, failed: readonly string[]): Promise<void> {
  await db`
    update deliveries set status = 'pending', due_at = ${now}, finished_at = null, updated_at = ${now}
     where tenant_id = ${caller.tenantId} and id = any (${[...failed]}::uuid[]) and status = 'failed'`;
  await db`select pg_notify('deliveries', ${caller.tenantId})`;
}

/**
 * Writes attempts whose deliveries changed while they were made. A success always counts. A failure is written and
 * changes no more, so that a recovery keeps its whole schedule; it is passed over when another worker, which took over,
 * has recorded that attempt.
 */
async function recordOvertakenAttempts({ db, caller, now }: Scope, attempts: readonly DeliveryAttempt[]) {
  return db<{ id: string; attempts: number }[]>`
    update deliveries d
       set attempts = d.attempts + 1, extra_attempts = d.extra_attempts + 1, updated_at = ${now},
           status = case when a.outcome = 'delivered' then 'delivered' else d.status end,
           previous_status = case when a.outcome = 'delivered' then null else d.previous_status end,
           previous_due_at = case when a.outcome = 'delivered' then null else d.previous_due_at end,
           finished_at = case when a.outcome = 'delivered' then a.at else d.finished_at end,
           ${firstAttempt(db)}
      from ${attemptRows(db, attempts)}
     where d.tenant_id = ${caller.tenantId} and d.id = a.delivery_id
       and case when a.outcome = 'delivered' then d.status <> 'delivered' else d.attempts = a.number - 1 end
    returning d.id, d.attempts`;
}

/** The columns of a delivery's first attempt. */
function firstAttempt(db: Db) {
  return db`
    first_at = case when d.attempts = 0 then a.at else d.first_at end,
    first_outcome = case when d.attempts = 0 then a.outcome else d.first_outcome end,
    first_status = case when d.attempts = 0 then a.status else d.first_status end,
    first_latency_ms = case when d.attempts = 0 then a.latency_ms else d.first_latency_ms end,
    first_response = case when d.attempts = 0 then a.response else d.first_response end`;
}

/** Attempts as rows `a`. */
function attemptRows(db: Db, attempts: readonly DeliveryAttempt[]) {
  return db`attempts_to_record(${JSON.stringify(attempts)}::text::jsonb) a`;
}

/**
 * Deletes events older than `before`, with their deliveries and attempts, of one tenant; a limited number, so that it
 * ends within its time. In a test organization, whose clock jumps, their age is that of real time. Returns whether more
 * may be left.
 */
export async function deleteOldEvents(scope: Scope, before: Date, maxEvents = 50_000): Promise<boolean> {
  const { db, caller, isTest } = scope;
  if (isTest) return deleteOldTestEvents(scope, before, maxEvents);
  const maxDeliveries = 4 * maxEvents;
  const { count } = await db`
    delete from deliveries where tenant_id = ${caller.tenantId} and id in (
      select d.id from webhook_endpoints e cross join lateral (
        select id, created_at from deliveries where tenant_id = ${caller.tenantId} and endpoint_id = e.id and created_at < ${before}
         order by created_at limit ${maxDeliveries}) d
       where e.tenant_id = ${caller.tenantId} order by d.created_at limit ${maxDeliveries})`;
  if (count === maxDeliveries) return true; // Remaining deliveries may need their events.
  const { count: events } = await db`
    delete from events where tenant_id = ${caller.tenantId} and id in (
      select id from events where tenant_id = ${caller.tenantId} and occurred_at < ${before} order by occurred_at limit ${maxEvents})`;
  return events === maxEvents;
}

async function deleteOldTestEvents({ db, caller }: Scope, before: Date, maxEvents: number): Promise<boolean> {
  const old = db`select id from events where tenant_id = ${caller.tenantId} and recorded_at < ${before} order by recorded_at, id limit ${maxEvents}`;
  await db`delete from deliveries where tenant_id = ${caller.tenantId} and event_id in (${old})`;
  const { count } = await db`delete from events where tenant_id = ${caller.tenantId} and id in (${old})`;
  return count === maxEvents;
}
