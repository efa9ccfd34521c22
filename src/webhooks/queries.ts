// All SQL of the webhook room. The delivery log is the queue; only claiming looks across organizations, through one function of the database.
import type { Sql } from '../platform/db.ts';
import type { EventType } from '../platform/events.ts';
import { keyset, momentOrders, type PageRequest } from '../platform/keyset.ts';
import type { Scope } from '../platform/scope.ts';
import type { AttemptOutcome } from './post.ts';

export const endpointStatuses = ['enabled', 'disabled'] as const;

export type Endpoint = {
  readonly id: string;
  readonly url: string;
  readonly events: readonly EventType[];
  readonly status: (typeof endpointStatuses)[number];
  readonly secretHint: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

export const endpointOrders = momentOrders;

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

/** Waits for whoever raises events for an endpoint, before the organization's deliveries are locked: others should not wait for that too. */
export async function lockEndpointAlone({ db, caller }: Scope, id: string): Promise<void> {
  await db`select 1 from webhook_endpoints where tenant_id = ${caller.tenantId} and id = ${id} for update`;
}

/** Keeps others from changing or deleting an endpoint, though not from raising events for it; comes before lockDeliveries, as deleting does. */
export async function lockEndpointRow({ db, caller }: Scope, id: string): Promise<void> {
  await db`select 1 from webhook_endpoints where tenant_id = ${caller.tenantId} and id = ${id} for no key update`;
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

/** What a delivery can be; skipped: it came while its endpoint was disabled. */
export const deliveryStatuses = ['pending', 'delivered', 'failed', 'skipped'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export type ClaimLimits = {
  readonly slots: number;
  readonly laterSlots: number;
  readonly perEndpoint: number;
  readonly perTenant: number;
  readonly leaseSeconds: number;
  /** Whether to look for repeats, which costs a step for each endpoint that has one waiting, when one is due. */
  readonly repeats: boolean;
};

/** A delivery that a worker has claimed and not recorded yet. */
export type Held = {
  readonly tenantId: string;
  readonly endpointId: string;
  readonly id: string;
  /** Attempts recorded before the one that is being made. */
  readonly attempts: number;
  /** Whether it counts as on its way to its endpoint. */
  readonly flying: boolean;
};

/** Takes due deliveries for a worker, over all organizations, and says what it holds besides (see claim_turns in migrations/0032-webhooks-claim.sql). */
export async function claimDeliveries(
  pool: Sql,
  worker: string,
  held: readonly Held[],
  limits: ClaimLimits,
  now: Date,
): Promise<Claimed[]> {
  const { slots, laterSlots, perEndpoint, perTenant, leaseSeconds, repeats } = limits;
  const taken = await pool<{ tenantId: string; id: string; attempts: number }[]>`
    select * from claim_turns(
      ${worker}, ${list(held.map((one) => one.tenantId))}, ${list(held.map((one) => one.endpointId))}, ${list(held.map((one) => one.id))},
      ${list(held.map((one) => one.attempts))}, ${list(held.map((one) => one.flying))},
      ${slots}, ${laterSlots}, ${perEndpoint}, ${perTenant}, make_interval(secs => ${leaseSeconds}), ${now}, ${repeats})`;
  if (taken.length === 0) return [];
  return pool<Claimed[]>`
    select * from claimed_deliveries(
      ${list(taken.map((one) => one.tenantId))}, ${list(taken.map((one) => one.id))}, ${list(taken.map((one) => one.attempts))}, ${now})`;
}

/** An array as PostgreSQL writes it, of values that need no quotes; the driver's own way quotes and escapes each of them. */
function list(values: readonly (string | number | boolean | null)[]): string {
  return `{${values.map((value) => value ?? 'null').join(',')}}`;
}

export type Attempt = {
  readonly deliveryId: string;
  readonly endpointId: string;
  readonly number: number;
  readonly at: Date;
  readonly outcome: AttemptOutcome;
  readonly status: number | null;
  readonly latencyMs: number;
  readonly response: string | null;
  /** Whether somebody asked for it, so that it takes nothing from the schedule. */
  readonly extra: boolean;
  /** As it was claimed: where that has changed meanwhile, a failure changes nothing more. */
  readonly claimed: Pick<Claimed, 'extra' | 'returnsTo'>;
  /** What the delivery becomes; a pending one is due at dueAt. */
  readonly becomes: DeliveryStatus;
  readonly dueAt: Date;
};

/** Keeps others from changing the organization's deliveries until this transaction ends. Whoever changes any comes by here first, so that no two wait for each other. */
export async function lockDeliveries({ db, caller }: Scope): Promise<void> {
  await db`select lock_deliveries(${caller.tenantId})`;
}

/**
 * Writes attempts, what their deliveries become, and which endpoints work and fail (see record_attempts in migrations/0031-webhooks-record.sql). Answers
 * with the moment since which each of `failing` has failed. Fails with lock_not_available (55P03) instead of waiting for whoever else changes the organization's deliveries.
 */
export async function recordAttempts(
  { db, caller, now }: Scope,
  attempts: readonly Attempt[],
  { working, failing }: { working: ReadonlySet<string>; failing: ReadonlySet<string> },
): Promise<{ id: string; failingSince: Date }[]> {
  const all = <T extends string | number | boolean | null>(of: (one: Attempt) => T) => list(attempts.map(of));
  return db<{ id: string; failingSince: Date }[]>`
    select * from record_attempts(
      ${caller.tenantId}, ${now}, ${list([...working])}, ${list([...failing])},
      ${all((one) => one.deliveryId)}, ${all((one) => one.number)}, ${all((one) => one.at.toISOString())}, ${all((one) => one.outcome)},
      ${all((one) => one.status)}, ${all((one) => one.latencyMs)}, ${attempts.map((one) => one.response)}::text[], ${all((one) => one.extra)},
      ${all((one) => one.becomes)}, ${all((one) => one.dueAt.toISOString())}, ${all((one) => one.claimed.extra)}, ${all((one) => one.claimed.returnsTo)})`;
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
     where tenant_id = ${caller.tenantId} and endpoint_id = ${id} and status = 'pending' and again = any ('{f,t}')`; // For the index, which leads with it.
  return disabled;
}

/** Forgets events older than `before`, with their deliveries and attempts, of one tenant; so many at most, so that it ends within its time. */
export async function deleteOldEvents({ db, caller }: Scope, before: Date, most = 50_000): Promise<void> {
  const mostDeliveries = 4 * most;
  const { count } = await db`
    delete from deliveries where tenant_id = ${caller.tenantId} and id in (
      select d.id from webhook_endpoints e cross join lateral (
        select id, created_at from deliveries where tenant_id = e.tenant_id and endpoint_id = e.id and created_at < ${before}
         order by created_at limit ${mostDeliveries}) d
       where e.tenant_id = ${caller.tenantId} order by d.created_at limit ${mostDeliveries})`;
  if (count === mostDeliveries) return; // Some that are left may need their events.
  await db`
    delete from events where tenant_id = ${caller.tenantId} and id in (
      select id from events where tenant_id = ${caller.tenantId} and occurred_at < ${before} order by occurred_at limit ${most})`;
}
