// SQL of the security log.
import { keyset, type PageRequest, type SortColumn } from '../platform/db/keyset.ts';
import type { Caller, Scope } from '../platform/db/scope.ts';

/** The actor of an entry. `nobody`: an unknown person. */
export type SecurityActor = { readonly kind: Caller['kind'] | 'nobody'; readonly id: string | null };

export type SecurityEvent = {
  readonly id: string;
  readonly at: Date;
  readonly kind: string;
  /** With the actor's name at that time. */
  readonly actor: SecurityActor & { readonly name: string | null };
  readonly address: string | null;
  readonly detail: object;
};

export const securityOrders = { at: { sql: 'at', type: 'timestamptz' } } as const satisfies Record<string, SortColumn>;

/** The name of a member or of an API key; null for anybody else. */
export async function findActorName({ db, caller }: Scope, { kind, id }: SecurityActor): Promise<string | null> {
  if (id === null) return null;
  const [row] = await db<{ name: string }[]>`
    select u.name from memberships m join users u on u.id = m.user_id
     where ${kind} = 'user' and m.tenant_id = ${caller.tenantId} and m.user_id = ${id}
     union all
    select k.name from api_keys k where ${kind} = 'key' and k.tenant_id = ${caller.tenantId} and k.id = ${id}`;
  return row?.name ?? null;
}

export async function insertSecurityEvent(
  { db, caller, realNow }: Scope,
  event: Omit<SecurityEvent, 'at'>,
): Promise<void> {
  const { actor } = event;
  await db`
    insert into security_events (tenant_id, id, at, kind, actor_kind, actor_id, actor_name, address, detail)
    values (${caller.tenantId}, ${event.id}, ${realNow}, ${event.kind}, ${actor.kind}, ${actor.id}, ${actor.name}, ${event.address},
            ${db.json({ ...event.detail })})`;
}

export async function listSecurityEvents(
  { db, caller }: Scope,
  filter: { kind?: string | undefined; from?: Date | undefined; to?: Date | undefined },
  page: PageRequest,
): Promise<(SecurityEvent & { readonly sortValue: string })[]> {
  const { sortValue, after, orderAndLimit } = keyset(db, 'e', page, securityOrders);
  const kind = filter.kind === undefined ? db`` : db`and e.kind = ${filter.kind}`;
  const from = filter.from === undefined ? db`` : db`and e.at >= ${filter.from}`;
  const to = filter.to === undefined ? db`` : db`and e.at < ${filter.to}`;
  return db<(SecurityEvent & { readonly sortValue: string })[]>`
    select e.id, e.at, e.kind, jsonb_build_object('kind', e.actor_kind, 'id', e.actor_id, 'name', e.actor_name) as actor, e.address, e.detail,
           ${sortValue} as sort_value
      from security_events e where e.tenant_id = ${caller.tenantId} ${kind} ${from} ${to} ${after} ${orderAndLimit}`;
}

/**
 * Deletes entries from before a time, at most `maxRows`; returns how many. The database allows it for entries older
 * than 180 days, and no row locks.
 */
export async function deleteSecurityEvents({ db, caller }: Scope, before: Date, maxRows: number): Promise<number> {
  const { count } = await db`
    with chosen as (
      select e.id from security_events e where e.tenant_id = ${caller.tenantId} and e.at < ${before}
       order by e.at limit ${maxRows}
    )
    delete from security_events d using chosen where d.tenant_id = ${caller.tenantId} and d.id = chosen.id`;
  return count;
}
