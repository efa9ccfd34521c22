// Scope: caller, transaction and time of one unit of work. For work inside one organization, so that none can forget
// the tenant or leave the transaction; the few queries across organizations take the pool.
import type { AuditNotes } from '../audit/audit-entry.ts';
import type { Config } from '../config/config.ts';
import type { Log } from '../log.ts';
import type { DatabasePool, Db } from './pool.ts';
import { tenantConnections } from './tenant-connections.ts';
import { transaction } from './transaction.ts';

export const callerRoles = ['owner', 'manager', 'accountant', 'resident'] as const;
export type CallerRole = (typeof callerRoles)[number];

/**
 * The caller: a signed-in user, an API key (acts for the organization, never as a user), or the service itself (jobs,
 * the admin command).
 */
export type Caller =
  | {
      readonly kind: 'user';
      readonly tenantId: string;
      readonly userId: string;
      readonly sessionId: string;
      readonly role: CallerRole;
    }
  | {
      readonly kind: 'key';
      readonly tenantId: string;
      readonly keyId: string;
      readonly role: CallerRole;
      /** Whether unknown fields and parameters of its requests are rejected. */
      readonly strict?: boolean;
      /** Whether it only reads: GET, previews and dry runs. */
      readonly readOnly?: boolean;
      /** The buildings that it is limited to; absent: it is a key of the whole organization. */
      readonly buildingIds?: readonly string[];
      /** The networks that it is accepted from; absent: all. */
      readonly networks?: readonly string[];
    }
  | { readonly kind: 'service'; readonly tenantId: string; readonly role: 'owner' };

export const callerKinds = ['user', 'key', 'service'] as const satisfies readonly Caller['kind'][];

/** The actor in a history: the service itself has neither id nor name. */
export type Actor = { readonly kind: Caller['kind']; readonly id: string | null; readonly name: string | null };

/** The process-wide context; commands get a Scope instead. */
export type AppContext = {
  readonly pool: DatabasePool;
  readonly config: Config;
  readonly log: Log;
  /** The clock; tests set it. */
  readonly clock: () => Date;
  /** Aborted when the process is stopping: it still answers, but wants no new requests. */
  readonly draining?: AbortSignal;
  /**
   * Calls `listener` whenever the clock jumps (test-clock.ts); returns a function that stops this. Absent: it never
   * does.
   */
  readonly onClockMoved?: (listener: () => void) => () => void;
};

/** One unit of work: its transaction, bound to one tenant; its caller; and the one time at which all of it happens. */
export type Scope = {
  readonly db: Db;
  readonly caller: Caller;
  /**
   * The organization's time: the real time, except in a test organization, whose clock an owner may have moved ahead.
   */
  readonly now: Date;
  /**
   * The real time, for what does not belong to the organization's days: sessions, keys, stored responses, unfinished
   * uploads.
   */
  readonly realNow: Date;
  /** Whether this is a test organization: nothing of it reaches the real world (docs/test-organizations.md). */
  readonly isTest: boolean;
  readonly config: Config;
  /** The organization requires a second factor, and the caller's session has none: only setting one up is allowed. */
  readonly lacksSecondFactor?: boolean;
  /** The network address of the request; undefined for the service's own work. */
  readonly address?: string;
  /** The id of the request (X-Request-Id); undefined for the service's own work. */
  readonly requestId?: string;
  /** What the running operation notes for its entry in the audit log; undefined outside an operation. */
  readonly auditNotes?: AuditNotes;
};

export type TransactionMode = 'read only' | 'read write';

/**
 * Runs `work` in one transaction bound to the caller's tenant: all or nothing. Its connection counts for the tenant's
 * limit.
 */
export async function inTenant<T>(
  app: AppContext,
  caller: Caller,
  work: (scope: Scope) => Promise<T>,
  mode: TransactionMode = 'read write',
  connections: Pick<DatabasePool, 'hold'> = tenantConnections(app.pool, caller.tenantId),
): Promise<T> {
  const realNow = app.clock();
  return transaction(
    connections,
    mode,
    (db) => enterTenant(db, caller),
    (db, time) => work({ db, caller, ...tenantTimes(realNow, time), config: app.config }),
  );
}

/** The service itself as the caller, for one tenant. */
export function serviceCaller(tenantId: string): Caller {
  return { kind: 'service', tenantId, role: 'owner' };
}

/** The user's id if the caller may see only their own apartments (a resident), otherwise null. */
export function residentUserId(caller: Caller): string | null {
  return caller.kind === 'user' && caller.role === 'resident' ? caller.userId : null;
}

/** The id of the user or API key; null for the service itself. */
export function callerId(caller: Caller): string | null {
  if (caller.kind === 'user') return caller.userId;
  return caller.kind === 'key' ? caller.keyId : null;
}

/** The caller as text: for records, and to distinguish callers. */
export function actorText(caller: Caller): string {
  if (caller.kind === 'user') return `user ${caller.userId}`;
  return caller.kind === 'key' ? `key ${caller.keyId}` : 'service';
}

/**
 * The buildings that the caller is limited to; null: none. Row-level security applies the limit (bind_buildings in
 * migrations/0024-narrow-keys.sql).
 */
export function buildingLimit(caller: Caller): readonly string[] | null {
  return caller.kind === 'key' ? (caller.buildingIds ?? null) : null;
}

/** What decides about an organization's time. */
export type TenantTime = { readonly isTest: boolean; readonly clockAheadMs: number };

/**
 * Binds a caller's tenant, and the user or the buildings of a limited key, to the rest of a transaction, for row-level
 * security. Identity also calls it, once the person signing in is known. Returns undefined for a tenant that does not
 * exist yet.
 */
export async function enterTenant(db: Db, caller: Caller): Promise<TenantTime | undefined> {
  const person = caller.kind === 'user' ? caller.userId : null;
  const [time] = await db<
    TenantTime[]
  >`select is_test, clock_ahead_ms from enter_tenant(${caller.tenantId}, ${person})`;
  const buildings = buildingLimit(caller);
  if (buildings !== null) await db`select bind_buildings(${[...buildings]}::uuid[])`;
  return time;
}

/** Runs `work` in another organization, as the service, in the same transaction; then binds the caller's again. */
export async function inOtherTenant<T>(scope: Scope, tenantId: string, work: (scope: Scope) => Promise<T>): Promise<T> {
  const caller = serviceCaller(tenantId);
  const result = await work({
    ...scope,
    caller,
    ...tenantTimes(scope.realNow, await enterTenant(scope.db, caller)),
  });
  await enterTenant(scope.db, scope.caller);
  return result;
}

/** The times of a scope. */
export function tenantTimes(realNow: Date, time: TenantTime | undefined): Pick<Scope, 'now' | 'realNow' | 'isTest'> {
  const { isTest = false, clockAheadMs = 0 } = time ?? {};
  return { now: new Date(realNow.getTime() + clockAheadMs), realNow, isTest };
}

/**
 * The caller's organization as the row `own`, for inserts of several rows: `insert into … select own.id, … from
 * ${tenantRow(scope)} cross join …` (insertRows does). With the tenant as a parameter Citus would copy the rows in,
 * which it rejects under row-level security.
 */
export function tenantRow({ db, caller }: Pick<Scope, 'db' | 'caller'>) {
  return db`(select id from tenants where id = ${caller.tenantId}) own`;
}
