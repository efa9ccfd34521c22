// What waits in all organizations: for monitoring as counts and ages without names, and for the operator by
// organization, who may have it tried again.
import { addDueWork } from './due-work.ts';
import type { DatabasePool } from './pool.ts';
import type { Scope } from './scope.ts';
import { makeSqlTag } from './sql.ts';

export type WaitingWork = {
  /** `changed` and `timed` are the kinds of work inside organizations (due-work.ts). */
  readonly kind: 'delivery' | 'mail' | 'import' | 'changed' | 'timed';
  readonly amount: number;
  readonly oldestAt: Date | null;
};

/** A little longer than the database's own limit, for a database that is silent. */
const answerWithinMs = 3_000;

/** Reads in a read-only transaction of at most two seconds, on a connection that requests do not use. */
export async function readWaitingWork(pool: DatabasePool, at: Date): Promise<WaitingWork[]> {
  const connection = await pool.streaming.hold();
  const db = makeSqlTag((query) => connection.send(query, answerWithinMs));
  try {
    await db.unsafe(`begin read only; set local statement_timeout = '2s'`);
    return await db<WaitingWork[]>`
      select kind, amount, oldest_at from waiting_work(${at}) union all select kind, amount, oldest_at from waiting_due_work(${at})`;
  } finally {
    await db`rollback`.catch(() => {}); // Nothing was written; a lost connection rolls back by itself.
    connection.release();
  }
}

/**
 * What waits or fails in one organization. `error` is the last response of the mail server, or the address of a failing
 * endpoint.
 */
type WaitingInOrganization = {
  readonly tenantId: string;
  readonly name: string;
  readonly kind: 'mail' | 'endpoint' | 'changed' | 'timed';
  readonly amount: number;
  readonly oldestAt: Date;
  readonly error: string | null;
};

/** Where work waits or fails, the longest first; at most `limit` rows. */
export function listWaiting(pool: DatabasePool, at: Date, limit: number): Promise<WaitingInOrganization[]> {
  return pool<WaitingInOrganization[]>`
    select tenant_id, name, kind, amount, oldest_at, error from waiting_in_organizations(${at}, ${limit})`;
}

/**
 * Makes everything that waits in an organization due at once; attempts still count. Returns how many e-mails and
 * deliveries waited for later.
 */
export async function tryAgain(scope: Scope): Promise<{ readonly mails: number; readonly deliveries: number }> {
  const { db, caller, now } = scope;
  const mails = await db`
    update mails set due_at = ${now} where tenant_id = ${caller.tenantId} and status = 'pending' and due_at > ${now} and lease_until is null`;
  await db`update webhook_endpoints set paused_until = null where tenant_id = ${caller.tenantId} and paused_until > ${now}`;
  const deliveries = await db`
    update deliveries set due_at = ${now}, updated_at = ${now}
     where tenant_id = ${caller.tenantId} and status = 'pending' and due_at > ${now}`;
  await addDueWork(scope, 'timed', now);
  return { mails: mails.count, deliveries: deliveries.count };
}
