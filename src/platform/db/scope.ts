// Scope: who acts, in which transaction, at what moment. The only way to a database handle, so a room can neither forget the tenant nor leave the transaction.
import type { Config } from '../config/config.ts';
import type { Log } from '../log.ts';
import type { DatabasePool, Db } from './pool.ts';
import { transaction } from './transaction.ts';

export const callerRoles = ['owner', 'manager', 'accountant', 'resident'] as const;
export type CallerRole = (typeof callerRoles)[number];

/** Who acts: a signed-in user, an API key (an organization principal, never a user), or the service itself (jobs, the admin command). */
export type Caller =
  | {
      readonly kind: 'user';
      readonly tenantId: string;
      readonly userId: string;
      readonly sessionId: string;
      readonly role: CallerRole;
    }
  | { readonly kind: 'key'; readonly tenantId: string; readonly keyId: string; readonly role: CallerRole }
  | { readonly kind: 'service'; readonly tenantId: string; readonly role: 'owner' };

export const callerKinds = ['user', 'key', 'service'] as const satisfies readonly Caller['kind'][];

/** Who did something, as it is told later: the service itself has neither id nor name. */
export type Actor = { readonly kind: Caller['kind']; readonly id: string | null; readonly name: string | null };

/** What the process is made of; doors and workers hold it, rooms do not. */
export type AppContext = {
  readonly pool: DatabasePool;
  readonly config: Config;
  readonly log: Log;
  /** The outside world's clock; tests set it. */
  readonly clock: () => Date;
  /** Aborted when the process has been told to stop: it still answers, but wants no new callers. */
  readonly draining?: AbortSignal;
  /** Calls `listener` whenever the clock jumps (test-clock.ts); answers with how to stop that. Absent: it never does. */
  readonly onClockMoved?: (listener: () => void) => () => void;
};

/** One piece of work: its transaction, bound to one tenant; its caller; the one moment at which all of it happens. */
export type Scope = {
  readonly db: Db;
  readonly caller: Caller;
  readonly now: Date;
  readonly config: Config;
  /** The network address that a request came from; the service's own work has none. */
  readonly address?: string;
};

export type TransactionMode = 'read only' | 'read write';

/** Runs `work` in one transaction bound to the caller's tenant. Everything in it happens, or nothing. */
export async function inTenant<T>(
  app: AppContext,
  caller: Caller,
  work: (scope: Scope) => Promise<T>,
  mode: TransactionMode = 'read write',
): Promise<T> {
  const now = app.clock();
  return transaction(
    app.pool,
    mode,
    (db) => bindCaller(db, caller),
    (db) => work({ db, caller, now, config: app.config }),
  );
}

/** The service itself, acting for one tenant. */
export function serviceCaller(tenantId: string): Caller {
  return { kind: 'service', tenantId, role: 'owner' };
}

/** Who stays inside a residents' reach: the user's id when the caller may see own apartments only, otherwise null. */
export function residentUserId(caller: Caller): string | null {
  return caller.kind === 'user' && caller.role === 'resident' ? caller.userId : null;
}

/** The user or the API key that acts; null: the service itself. */
export function callerId(caller: Caller): string | null {
  if (caller.kind === 'user') return caller.userId;
  return caller.kind === 'key' ? caller.keyId : null;
}

/** Who acts, in a text: for the record of what was done, and to tell callers apart. */
export function actorText(caller: Caller): string {
  if (caller.kind === 'user') return `user ${caller.userId}`;
  return caller.kind === 'key' ? `key ${caller.keyId}` : 'service';
}

/** Binds a caller's tenant, and the person where one acts, to the rest of a transaction, for row-level security. */
async function bindCaller(db: Db, caller: Caller): Promise<void> {
  if (caller.kind === 'user') await db`select bind_tenant(${caller.tenantId}), bind_person(${caller.userId})`;
  else await bindTenant(db, caller.tenantId);
}

/** Binds a tenant to the rest of a transaction, for row-level security. Identity calls it too, once it knows who is signing in. */
export async function bindTenant(db: Db, tenantId: string): Promise<void> {
  await db`select bind_tenant(${tenantId})`;
}

/**
 * The caller's organization as the row `own`, from which many rows are inserted: `insert into … select own.id, … from ${tenantRow(scope)} cross join unnest(…)`.
 * With the tenant as a mere parameter Citus would copy the rows in, which it refuses under row-level security.
 */
export function tenantRow({ db, caller }: Pick<Scope, 'db' | 'caller'>) {
  return db`(select id from tenants where id = ${caller.tenantId}) own`;
}
