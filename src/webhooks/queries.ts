// All SQL of the webhook room. The delivery log is the queue; only claiming looks across organizations, through one function of the database.
import type { Sql } from '../platform/db.ts';
import type { EventType } from '../platform/events.ts';
import { keyset, type PageRequest, type SortColumn } from '../platform/keyset.ts';
import type { Scope } from '../platform/scope.ts';

export type Endpoint = {
  readonly id: string;
  readonly url: string;
  readonly events: readonly EventType[];
  readonly status: 'enabled' | 'disabled';
  readonly secretHint: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

export const endpointOrders = {
  createdAt: { sql: 'created_at', type: 'timestamptz' },
  updatedAt: { sql: 'updated_at', type: 'timestamptz' },
} as const satisfies Record<string, SortColumn>;

/** The hint of the secret that signs: the announced one, once its moment has come. */
export function secretHintAt({ db, now }: Scope) {
  return db`case when w.next_secret_at <= ${now} then w.next_secret_hint else w.secret_hint end as secret_hint`;
}

export async function listEndpoints(scope: Scope, page: PageRequest): Promise<(Endpoint & { sortValue: string })[]> {
  const { db, caller } = scope;
  const { sortValue, after, updated, orderAndLimit } = keyset(db, 'w', page, endpointOrders);
  return db<(Endpoint & { sortValue: string })[]>`
    select w.id, w.url, w.events, w.status, ${secretHintAt(scope)}, w.created_at, w.updated_at, ${sortValue} as sort_value from webhook_endpoints w
     where w.tenant_id = ${caller.tenantId} ${updated} ${after} ${orderAndLimit}`;
}

export async function findEndpoint(scope: Scope, id: string): Promise<Endpoint | undefined> {
  const { db, caller } = scope;
  const [row] = await db<Endpoint[]>`
    select w.id, w.url, w.events, w.status, ${secretHintAt(scope)}, w.created_at, w.updated_at from webhook_endpoints w
     where w.tenant_id = ${caller.tenantId} and w.id = ${id}`;
  return row;
}

/** How many endpoints the organization has; others who ask wait until this transaction ends. */
export async function lockEndpointCount({ db, caller }: Scope): Promise<number> {
  await db`select id from tenants where id = ${caller.tenantId} for update`;
  const [row] = await db<
    { endpoints: number }[]
  >`select count(*) as endpoints from webhook_endpoints where tenant_id = ${caller.tenantId}`;
  return row?.endpoints ?? 0;
}

export async function insertEndpoint(
  { db, caller, now }: Scope,
  endpoint: Endpoint,
  sealedSecret: Buffer,
): Promise<void> {
  await db`
    insert into webhook_endpoints (tenant_id, id, url, events, status, secret, secret_hint, last_claimed_at, created_at, updated_at)
    values (${caller.tenantId}, ${endpoint.id}, ${endpoint.url}, ${[...endpoint.events]}, ${endpoint.status}, ${sealedSecret}, ${endpoint.secretHint},
            ${now}, ${endpoint.createdAt}, ${endpoint.updatedAt})`;
}

/** False when there is none. Its deliveries go with it. */
export async function deleteEndpoint({ db, caller }: Scope, id: string): Promise<boolean> {
  const rows = await db`delete from webhook_endpoints where tenant_id = ${caller.tenantId} and id = ${id} returning id`;
  return rows.length === 1;
}

export type Claimed = {
  readonly tenantId: string;
  readonly id: string;
  readonly endpointId: string;
  /** Attempts recorded before this one; `extra` of them do not count towards the schedule. */
  readonly attempts: number;
  readonly extra: number;
  /** Of an attempt that somebody asked for: what the delivery goes back to when it fails, and when it is due then. */
  readonly returnsTo: DeliveryStatus | null;
  readonly returnsDueAt: Date | null;
  /** Whether it may not take the slots kept for first attempts. */
  readonly later: boolean;
  readonly test: boolean;
  readonly body: string;
  readonly url: string;
  readonly secret: Buffer;
  readonly nextSecret: Buffer | null;
  readonly nextSecretAt: Date | null;
};

export type DeliveryStatus = 'pending' | 'delivered' | 'failed' | 'skipped';

export type ClaimLimits = {
  readonly slots: number;
  readonly laterSlots: number;
  readonly perEndpoint: number;
  readonly perTenant: number;
  readonly leaseSeconds: number;
};

/** Takes due deliveries for a lease, over all organizations (see lease_deliveries in migrations/0013-webhooks-pace.sql). */
export async function claimDeliveries(pool: Sql, limits: ClaimLimits, now: Date): Promise<Claimed[]> {
  const { slots, laterSlots, perEndpoint, perTenant, leaseSeconds } = limits;
  const leased = await pool<{ tenantId: string; id: string }[]>`
    select * from lease_deliveries(${slots}, ${laterSlots}, ${perEndpoint}, ${perTenant}, make_interval(secs => ${leaseSeconds}), ${now})`;
  if (leased.length === 0) return [];
  return pool<
    Claimed[]
  >`select * from leased_deliveries(${leased.map((one) => one.tenantId)}::uuid[], ${leased.map((one) => one.id)}::uuid[])`;
}

export type Attempt = {
  readonly deliveryId: string;
  readonly endpointId: string;
  readonly number: number;
  readonly at: Date;
  readonly outcome: string;
  readonly status: number | null;
  readonly latencyMs: number;
  readonly response: string | null;
  /** Whether somebody asked for it, so that it takes nothing from the schedule. */
  readonly extra: boolean;
  /** What the delivery becomes; a pending one is due at dueAt. */
  readonly becomes: DeliveryStatus;
  readonly dueAt: Date;
};

/**
 * Sets a transaction up for recording. Its end does not wait for the disk: what a crash of the database forgets of it is done once more. And its plans,
 * which are kept, are those for large tables, also when they are made while the tables are small.
 */
export async function recordFast({ db }: Scope): Promise<void> {
  await db`
    select set_config('synchronous_commit', 'off', true), set_config('enable_seqscan', 'off', true),
           set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`;
}

/** Keeps others from changing endpoints until this transaction ends. Whoever changes deliveries comes by here first, so that no two wait for each other. */
export async function lockEndpoints({ db, caller }: Scope, ids: readonly string[]): Promise<void> {
  await db`
    select id from webhook_endpoints where tenant_id = ${caller.tenantId} and id = any (${[...ids]}::uuid[]) order by id for no key update`;
}

/**
 * Writes attempts and what their deliveries become. A success always counts. A failure is passed over when another worker, which took over, has
 * recorded that attempt meanwhile; of a delivery that was skipped meanwhile only the attempt is kept.
 */
export async function recordAttempts({ db, caller, now }: Scope, attempts: readonly Attempt[]): Promise<void> {
  const rows = attempts.map((one) => ({ ...one, at: one.at.toISOString(), dueAt: one.dueAt.toISOString() }));
  await db`
    with attempt as (
      select * from jsonb_to_recordset(${db.json(rows)}) as a ("deliveryId" uuid, number int, at timestamptz, outcome text, status int, "latencyMs" int,
                                                               response text, extra boolean, becomes text, "dueAt" timestamptz)
    ), changed as (
      update deliveries d
         set attempts = d.attempts + 1, extra = d.extra + a.extra::int, again = true, returns_to = null, returns_due_at = null,
             updated_at = ${now},
             status = case when d.status = 'pending' or a.outcome = 'delivered' then a.becomes else d.status end,
             due_at = a."dueAt",
             finished_at = case when a.outcome = 'delivered' then a.at when a.becomes = 'pending' then d.finished_at else coalesce(d.finished_at, a.at) end
        from attempt a
       where d.tenant_id = ${caller.tenantId} and d.id = a."deliveryId"
         and (a.outcome = 'delivered' and d.status <> 'delivered' or d.status in ('pending', 'skipped') and d.attempts = a.number - 1)
      returning d.id, d.endpoint_id, d.attempts
    ), freed as (
      delete from delivery_leases l using changed c
       where l.tenant_id = ${caller.tenantId} and l.endpoint_id = c.endpoint_id and l.delivery_id = c.id
    )
    insert into delivery_attempts (tenant_id, delivery_id, number, at, outcome, status, latency_ms, response)
    select ${caller.tenantId}, a."deliveryId", c.attempts, a.at, a.outcome, a.status, a."latencyMs", a.response
      from attempt a join changed c on c.id = a."deliveryId"`;
}

/** Success ends an endpoint's failing; the first failure after it begins one. Answers with the moment since which each has failed. */
export async function markEndpoints(
  { db, caller, now }: Scope,
  working: readonly string[],
  failing: readonly string[],
): Promise<{ id: string; failingSince: Date }[]> {
  const succeeded =
    working.length > 0 &&
    db`
      update webhook_endpoints set failing_since = null, last_success_at = ${now}
       where tenant_id = ${caller.tenantId} and id = any (${[...working]}::uuid[])
         and (failing_since is not null or last_success_at is null or last_success_at < ${new Date(now.getTime() - 60_000)})`;
  if (failing.length === 0) {
    await succeeded;
    return [];
  }
  const [, , rows] = await Promise.all([
    succeeded,
    db`
      update webhook_endpoints set failing_since = ${now}
       where tenant_id = ${caller.tenantId} and id = any (${[...failing]}::uuid[]) and failing_since is null`,
    db<{ id: string; failingSince: Date }[]>`
      select id, failing_since from webhook_endpoints
       where tenant_id = ${caller.tenantId} and id = any (${[...failing]}::uuid[]) and status = 'enabled' and failing_since is not null`,
  ]);
  return rows;
}

/** Stops an endpoint and answers with its address; undefined when it was not enabled. What waits for it is skipped, and kept, so that it can be sent once the endpoint works again. */
export async function disableEndpoint(
  { db, caller, now }: Scope,
  id: string,
  reason: string,
): Promise<{ url: string } | undefined> {
  const [disabled] = await db<{ url: string }[]>`
    update webhook_endpoints set status = 'disabled', disabled_at = ${now}, disabled_reason = ${reason}, updated_at = ${now}
     where tenant_id = ${caller.tenantId} and id = ${id} and status = 'enabled' returning url`;
  await db`
    update deliveries
       set status = case when returns_to in ('delivered', 'failed') then returns_to else 'skipped' end,
           returns_to = null, returns_due_at = null, finished_at = coalesce(finished_at, ${now}), updated_at = ${now}
     where tenant_id = ${caller.tenantId} and endpoint_id = ${id} and status = 'pending'`;
  return disabled;
}

/** Forgets events older than `before`, with their deliveries and attempts, of one tenant; so many at most, so that it ends within its time. */
export async function deleteOldEvents({ db, caller }: Scope, before: Date, most = 50_000): Promise<void> {
  await db`
    delete from events where tenant_id = ${caller.tenantId} and id in (
      select id from events where tenant_id = ${caller.tenantId} and occurred_at < ${before} order by occurred_at limit ${most})`;
}
