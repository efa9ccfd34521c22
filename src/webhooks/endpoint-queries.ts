// SQL of endpoints: the URLs to which an organization's events are posted.
import { followUp } from '../platform/db/due-work.ts';
import { keyset, type PageRequest, timestampOrders } from '../platform/db/keyset.ts';
import type { Scope } from '../platform/db/scope.ts';
import type { EventType } from '../platform/values/event-types.ts';

export const endpointStatuses = ['enabled', 'disabled'] as const;

export type Endpoint = {
  readonly id: string;
  readonly url: string;
  readonly events: readonly EventType[];
  /** The buildings whose events it gets; none means all. */
  readonly buildingIds: readonly string[];
  readonly status: (typeof endpointStatuses)[number];
  readonly secretHint: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

export const endpointOrders = timestampOrders;

/** The hint of the signing secret: of the announced one, once it is in use. */
export function secretHintAt({ db, now }: Scope) {
  return db`case when w.next_secret_at <= ${now} then w.next_secret_hint else w.secret_hint end as secret_hint`;
}

export async function listEndpoints(scope: Scope, page: PageRequest): Promise<(Endpoint & { sortValue: string })[]> {
  const { db, caller } = scope;
  const { sortValue, after, updated, orderAndLimit } = keyset(db, 'w', page, endpointOrders);
  return db<(Endpoint & { sortValue: string })[]>`
    select w.id, w.url, w.events, w.building_ids, w.status, ${secretHintAt(scope)}, w.created_at, w.updated_at, ${sortValue} as sort_value from webhook_endpoints w
     where w.tenant_id = ${caller.tenantId} ${updated} ${after} ${orderAndLimit}`;
}

export async function findEndpoint(scope: Scope, id: string): Promise<Endpoint | undefined> {
  const { db, caller } = scope;
  const [row] = await db<Endpoint[]>`
    select w.id, w.url, w.events, w.building_ids, w.status, ${secretHintAt(scope)}, w.created_at, w.updated_at from webhook_endpoints w
     where w.tenant_id = ${caller.tenantId} and w.id = ${id}`;
  return row;
}

/** The number of endpoints of the organization; concurrent calls wait until this transaction ends. */
export async function lockEndpointCount({ db, caller }: Scope): Promise<number> {
  await db`select id from tenants where id = ${caller.tenantId} for update`;
  const [row] = await db<
    { endpoints: number }[]
  >`select count(*) as endpoints from webhook_endpoints where tenant_id = ${caller.tenantId}`;
  return row?.endpoints ?? 0;
}

export async function insertEndpoint({ db, caller }: Scope, endpoint: Endpoint, sealedSecret: Buffer): Promise<void> {
  await db`
    insert into webhook_endpoints (tenant_id, id, url, events, building_ids, status, secret, secret_hint, created_at, updated_at)
    values (${caller.tenantId}, ${endpoint.id}, ${endpoint.url}, ${[...endpoint.events]}, ${[...endpoint.buildingIds]}, ${endpoint.status}, ${sealedSecret},
            ${endpoint.secretHint}, ${endpoint.createdAt}, ${endpoint.updatedAt})`;
}

/**
 * Changes what an endpoint gets and where. At another URL it has not failed yet, and an ordered one tries its oldest
 * delivery at once.
 */
export async function updateEndpoint(
  { db, caller, now }: Scope,
  { id, url, events, buildingIds }: Pick<Endpoint, 'id' | 'url' | 'events' | 'buildingIds'>,
): Promise<void> {
  await db`
    update webhook_endpoints
       set url = ${url}, events = ${[...events]}, building_ids = ${[...buildingIds]}, updated_at = ${now},
           failing_since = case when url = ${url} then failing_since end, paused_until = case when url = ${url} then paused_until end
     where tenant_id = ${caller.tenantId} and id = ${id}`;
}

/**
 * Locks an endpoint and its deliveries against changes, but not against new events. Every change of existing deliveries
 * takes this lock first, also in workers, to avoid deadlocks.
 */
export async function lockEndpoint({ db, caller }: Scope, id: string): Promise<void> {
  await db`select 1 from webhook_endpoints where tenant_id = ${caller.tenantId} and id = ${id} for no key update`;
}

/**
 * Deletes an endpoint with its deliveries, after running events for it have finished. Returns false if there is none.
 */
export async function deleteEndpoint({ db, caller }: Scope, id: string): Promise<boolean> {
  await db`select 1 from webhook_endpoints where tenant_id = ${caller.tenantId} and id = ${id} for update`;
  await db`delete from deliveries where tenant_id = ${caller.tenantId} and endpoint_id = ${id}`;
  const rows = await db`delete from webhook_endpoints where tenant_id = ${caller.tenantId} and id = ${id} returning id`;
  return rows.length === 1;
}

/**
 * Disables an endpoint; returns false if it was not enabled. Its waiting deliveries are skipped, and kept, so that they
 * can be sent once it works again.
 */
export async function markEndpointDisabled(scope: Scope, id: string, reason: string): Promise<boolean> {
  const { db, caller, now } = scope;
  const disabled = await db`
    update webhook_endpoints set status = 'disabled', disabled_at = ${now}, disabled_reason = ${reason}, paused_until = null, updated_at = ${now}
     where tenant_id = ${caller.tenantId} and id = ${id} and status = 'enabled' returning id`;
  await db`
    update deliveries
       set status = case when previous_status in ('delivered', 'failed') then previous_status else 'skipped' end,
           previous_status = null, previous_due_at = null, finished_at = coalesce(finished_at, ${now}), updated_at = ${now}
     where tenant_id = ${caller.tenantId} and endpoint_id = ${id} and status = 'pending'`;
  await followUp(scope); // Events raised at this very moment.
  return disabled.length > 0;
}
