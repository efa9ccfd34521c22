// The stored entries of the audit log and the links of its chain.

import { followUp } from '../db/due-work.ts';
import { nextFeedTime } from '../db/events.ts';
import { keyset, type PageRequest, type SortColumn } from '../db/keyset.ts';
import { insertRows } from '../db/rows.ts';
import type { Scope } from '../db/scope.ts';
import type { AuditAction, AuditActor, AuditEntry, NewAuditEntry } from './audit-entry.ts';

type StoredEntry = Omit<NewAuditEntry, 'actor'> & { readonly id: string; readonly actor: AuditActor };

const entryTypes = {
  id: 'uuid',
  action: 'text',
  operation: 'text',
  actorKind: 'text',
  actorId: 'uuid',
  actorName: 'text',
  objectKind: 'text',
  objectId: 'uuid',
  aboutIds: 'text',
  buildingId: 'uuid',
  requestId: 'text',
  detail: 'json',
} as const;

/**
 * Writes entries of one organization. Their time is the clock of the database, read when this transaction is known as a
 * writer, so none is added before one that is chained; also not if the clock was set back.
 */
export async function insertAuditEntries(scope: Scope, entries: readonly StoredEntry[]): Promise<void> {
  const { db, caller } = scope;
  const [at, names] = await Promise.all([nextFeedTime(scope), findActorNames(scope, entries)]);
  const rows = entries.map(({ actor, ...entry }) => ({
    ...entry,
    actorKind: actor.kind,
    actorId: actor.id,
    actorName: names.get(actor.id) ?? null,
    aboutIds: `{${entry.aboutIds.join()}}`,
  }));
  const inserted = insertRows(scope, 'audit_log', entryTypes, rows, {
    more: {
      at: db`greatest(${at}::timestamptz, chained.last_at + interval '1 microsecond')`,
      aboutIds: db`r.about_ids::uuid[]`,
    },
    join: db`
      left join (select c.last_at from audit_chain c where c.tenant_id = ${caller.tenantId} order by c.number desc limit 1) chained on true`,
  });
  await Promise.all([inserted, followUp(scope)]);
}

/**
 * The names of the people and keys that did something, by their ids. A query of its own, as with Citus a name in the
 * insert would ask every machine.
 */
async function findActorNames(
  { db, caller }: Scope,
  entries: readonly StoredEntry[],
): Promise<ReadonlyMap<string | null, string>> {
  const ids = [...new Set(entries.flatMap(({ actor }) => actor.id ?? []))];
  if (ids.length === 0) return new Map();
  const found = await db<{ id: string; name: string }[]>`
    select m.user_id as id, u.name from memberships m join users u on u.id = m.user_id
     where m.tenant_id = ${caller.tenantId} and m.user_id = any (${ids}::uuid[])
    union all
    select k.id, k.name from api_keys k where k.tenant_id = ${caller.tenantId} and k.id = any (${ids}::uuid[])`;
  return new Map(found.map(({ id, name }) => [id, name]));
}

/** The columns of an entry. The time is text, as a Date has no microseconds. */
function entryColumns({ db }: Pick<Scope, 'db'>) {
  return db`
    to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, e.id, e.action, e.operation,
    jsonb_build_object('kind', e.actor_kind, 'id', e.actor_id, 'name', e.actor_name) as actor, e.object_kind, e.object_id, e.about_ids, e.building_id,
    e.detail, e.request_id`;
}

export type AuditFilters = {
  readonly actorId?: string | undefined;
  readonly action?: AuditAction | undefined;
  readonly operation?: string | undefined;
  /** Any id that an entry names. */
  readonly aboutId?: string | undefined;
  readonly buildingId?: string | undefined;
  readonly requestId?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
};

export const auditOrders = { at: { sql: 'at', type: 'timestamptz' } } as const satisfies Record<string, SortColumn>;

/** A page of the entries of a filter. */
export async function listAuditEntries(
  { db, caller }: Scope,
  filters: AuditFilters,
  page: PageRequest,
): Promise<(AuditEntry & { readonly sortValue: string })[]> {
  const { actorId, action, operation, aboutId, buildingId, requestId, from, to } = filters;
  const { sortValue, after, orderAndLimit } = keyset(db, 'e', page, auditOrders);
  return db<(AuditEntry & { readonly sortValue: string })[]>`
    select ${entryColumns({ db })}, ${sortValue} as sort_value
      from audit_log e
     where e.tenant_id = ${caller.tenantId}
       ${actorId === undefined ? db`` : db`and e.actor_id = ${actorId}`}
       ${action === undefined ? db`` : db`and e.action = ${action}`}
       ${operation === undefined ? db`` : db`and e.operation = ${operation}`}
       ${aboutId === undefined ? db`` : db`and e.about_ids @> array[${aboutId}::uuid]`}
       ${buildingId === undefined ? db`` : db`and e.building_id = ${buildingId}`}
       ${requestId === undefined ? db`` : db`and e.request_id = ${requestId}`}
       ${from === undefined ? db`` : db`and e.at >= ${from}`} ${to === undefined ? db`` : db`and e.at < ${to}`}
       ${after} ${orderAndLimit}`;
}

/** A place in the order of the entries. */
export type AuditPosition = { readonly at: string; readonly id: string };

/** Entries after a place (undefined: the first) up to another, or before a time, in order. */
export async function findAuditEntries(
  { db, caller }: Scope,
  {
    after,
    until,
    before,
  }: { readonly after?: AuditPosition | undefined; readonly until?: AuditPosition; readonly before?: string },
  maxRows: number,
): Promise<AuditEntry[]> {
  return db<AuditEntry[]>`
    select ${entryColumns({ db })} from audit_log e
     where e.tenant_id = ${caller.tenantId}
       ${after === undefined ? db`` : db`and (e.at, e.id) > (${after.at}::timestamptz, ${after.id}::uuid)`}
       ${until === undefined ? db`` : db`and (e.at, e.id) <= (${until.at}::timestamptz, ${until.id}::uuid)`}
       ${before === undefined ? db`` : db`and e.at < ${before}::timestamptz`}
     order by e.at, e.id limit ${maxRows}`;
}

/** A link of the chain: a batch of entries, each with its id and hash in `entryHashes`. */
export type AuditLink = {
  readonly number: number;
  readonly last: AuditPosition;
  readonly entryHashes: Buffer;
  readonly previousHash: Buffer;
  readonly hash: Buffer;
};

function linkColumns({ db }: Pick<Scope, 'db'>) {
  return db`
    c.number, jsonb_build_object('at', to_char(c.last_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'id', c.last_id) as last,
    c.entry_hashes, c.previous_hash, c.hash`;
}

/** The newest link. */
export async function findNewestLink({ db, caller }: Scope): Promise<AuditLink | undefined> {
  const [link] = await db<AuditLink[]>`
    select ${linkColumns({ db })} from audit_chain c where c.tenant_id = ${caller.tenantId} order by c.number desc limit 1`;
  return link;
}

/** Links from a number on, in order. */
export async function findLinks({ db, caller }: Scope, from: number, maxRows: number): Promise<AuditLink[]> {
  return db<AuditLink[]>`
    select ${linkColumns({ db })} from audit_chain c where c.tenant_id = ${caller.tenantId} and c.number >= ${from} order by c.number limit ${maxRows}`;
}

/** Adds a link. Returns false if another worker has added this one. */
export async function insertLink({ db, caller }: Scope, link: AuditLink): Promise<boolean> {
  const added = await db`
    insert into audit_chain (tenant_id, number, last_at, last_id, entry_hashes, previous_hash, hash)
    values (${caller.tenantId}, ${link.number}, ${link.last.at}::timestamptz, ${link.last.id}, ${link.entryHashes}, ${link.previousHash}, ${link.hash})
    on conflict do nothing returning number`;
  return added.length > 0;
}

/** How many entries are not chained yet, counted up to a limit. */
export async function countUnchained(
  { db, caller }: Scope,
  head: AuditPosition | undefined,
  limit: number,
): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::integer as count from (
      select from audit_log e where e.tenant_id = ${caller.tenantId}
         ${head === undefined ? db`` : db`and (e.at, e.id) > (${head.at}::timestamptz, ${head.id}::uuid)`} limit ${limit}) counted`;
  return row?.count ?? 0;
}

/**
 * The last of the oldest links whose entries are all older than the organization keeps them, at most `maxLinks` after
 * the first.
 */
export async function findLastOldLink({ db, caller }: Scope, maxLinks: number): Promise<AuditLink | undefined> {
  const [link] = await db<AuditLink[]>`
    select ${linkColumns({ db })} from (
      select o.* from audit_chain o where o.tenant_id = ${caller.tenantId} order by o.number limit ${maxLinks}) c
     where c.tenant_id = ${caller.tenantId}
       and c.last_at < now() - make_interval(years => (select t.audit_years from tenants t where t.id = ${caller.tenantId}))
     order by c.number desc limit 1`;
  return link;
}

/**
 * Deletes the entries up to the end of a link, and the links before it; returns how many links. The database allows it
 * for entries older than a year.
 */
export async function deleteUpTo({ db, caller }: Scope, { number, last }: AuditLink): Promise<number> {
  await db`
    delete from audit_log where tenant_id = ${caller.tenantId} and (at, id) <= (${last.at}::timestamptz, ${last.id}::uuid)`;
  const { count } = await db`delete from audit_chain where tenant_id = ${caller.tenantId} and number < ${number}`;
  return count;
}

/** How many years the organization keeps its entries. */
export async function findAuditYears({ db, caller }: Scope): Promise<number> {
  const [row] = await db<{ auditYears: number }[]>`select audit_years from tenants where id = ${caller.tenantId}`;
  return row?.auditYears ?? defaultAuditYears;
}

const defaultAuditYears = 3;

/** Sets how many years the organization keeps its entries. */
export async function updateAuditYears({ db, caller }: Scope, years: number): Promise<void> {
  await db`update tenants set audit_years = ${years} where id = ${caller.tenantId}`;
}
