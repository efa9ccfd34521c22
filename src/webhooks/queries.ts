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

export async function listEndpoints(
  { db, caller }: Scope,
  page: PageRequest,
): Promise<(Endpoint & { sortValue: string })[]> {
  const { sortValue, after, updated, orderAndLimit } = keyset(db, 'w', page, endpointOrders);
  return db<(Endpoint & { sortValue: string })[]>`
    select w.id, w.url, w.events, w.status, w.secret_hint, w.created_at, w.updated_at, ${sortValue} as sort_value from webhook_endpoints w
     where w.tenant_id = ${caller.tenantId} ${updated} ${after} ${orderAndLimit}`;
}

export async function findEndpoint({ db, caller }: Scope, id: string): Promise<Endpoint | undefined> {
  const [row] = await db<Endpoint[]>`
    select id, url, events, status, secret_hint, created_at, updated_at from webhook_endpoints where tenant_id = ${caller.tenantId} and id = ${id}`;
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
  /** Attempts recorded before this one. */
  readonly attempts: number;
  readonly body: string;
  readonly url: string;
  readonly secret: Buffer;
  readonly nextSecret: Buffer | null;
  readonly nextSecretAt: Date | null;
};

/** Takes due deliveries for a lease, over all organizations (see claim_deliveries in migrations/0005-webhooks.sql). */
export async function claimDeliveries(
  pool: Sql,
  limits: { slots: number; retrySlots: number; perEndpoint: number; leaseSeconds: number },
  now: Date,
): Promise<Claimed[]> {
  const { slots, retrySlots, perEndpoint, leaseSeconds } = limits;
  return pool<
    Claimed[]
  >`select * from claim_deliveries(${slots}, ${retrySlots}, ${perEndpoint}, make_interval(secs => ${leaseSeconds}), ${now})`;
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
  /** What the delivery becomes; a pending one is due at dueAt. */
  readonly becomes: 'delivered' | 'pending' | 'failed';
  readonly dueAt: Date;
};

/** Writes attempts and what their deliveries become. One that was recorded meanwhile (by a worker that took over) is passed over. */
export async function recordAttempts({ db, caller }: Scope, attempts: readonly Attempt[]): Promise<void> {
  const rows = attempts.map((one) => ({ ...one, at: one.at.toISOString(), dueAt: one.dueAt.toISOString() }));
  await db`
    with attempt as (
      select * from jsonb_to_recordset(${db.json(rows)}) as a ("deliveryId" uuid, number int, at timestamptz, outcome text, status int, "latencyMs" int,
                                                               response text, becomes text, "dueAt" timestamptz)
    ), changed as (
      update deliveries d
         set status = a.becomes, attempts = a.number, due_at = a."dueAt", lease_until = null,
             finished_at = case when a.becomes = 'pending' then null else a.at end
        from attempt a
       where d.tenant_id = ${caller.tenantId} and d.id = a."deliveryId" and d.status = 'pending' and d.attempts = a.number - 1
      returning d.id
    )
    insert into delivery_attempts (tenant_id, delivery_id, number, at, outcome, status, latency_ms, response)
    select ${caller.tenantId}, a."deliveryId", a.number, a.at, a.outcome, a.status, a."latencyMs", a.response
      from attempt a join changed c on c.id = a."deliveryId"`;
}

/** Success ends an endpoint's failing; the first failure after it begins one. Answers with the moment since which each has failed. */
export async function markEndpoints(
  { db, caller, now }: Scope,
  working: readonly string[],
  failing: readonly string[],
): Promise<{ id: string; failingSince: Date }[]> {
  if (working.length > 0) {
    await db`
      update webhook_endpoints set failing_since = null
       where tenant_id = ${caller.tenantId} and id = any (${[...working]}::uuid[]) and failing_since is not null`;
  }
  if (failing.length === 0) return [];
  await db`
    update webhook_endpoints set failing_since = ${now}
     where tenant_id = ${caller.tenantId} and id = any (${[...failing]}::uuid[]) and failing_since is null`;
  return db<{ id: string; failingSince: Date }[]>`
    select id, failing_since from webhook_endpoints
     where tenant_id = ${caller.tenantId} and id = any (${[...failing]}::uuid[]) and status = 'enabled' and failing_since is not null`;
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
    update deliveries set status = 'skipped', lease_until = null, finished_at = ${now}
     where tenant_id = ${caller.tenantId} and endpoint_id = ${id} and status = 'pending'`;
  return disabled;
}

/** Forgets events older than `before`, with their deliveries and attempts, of one tenant. */
export async function deleteOldEvents({ db, caller }: Scope, before: Date): Promise<void> {
  await db`delete from events where tenant_id = ${caller.tenantId} and occurred_at < ${before}`;
}
