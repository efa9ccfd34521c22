// The query for monitoring: what waits in all organizations, as counts and ages without names.
import type { DatabasePool } from '../platform/db/pool.ts';
import { makeSqlTag } from '../platform/db/sql.ts';

export type WaitingWork = {
  readonly kind: 'delivery' | 'mail' | 'import';
  readonly amount: number;
  readonly oldestAt: Date | null;
};

/** A little longer than the database's own limit, for a database that is silent. */
const answerWithinMs = 3_000;

/** Reads in a read-only transaction of at most two seconds, on a connection that requests do not use. */
export async function readWaitingWork(pool: DatabasePool, at: Date): Promise<WaitingWork[]> {
  const line = await pool.streaming.hold();
  const db = makeSqlTag((query) => line.send(query, answerWithinMs));
  try {
    await db.unsafe(`begin read only; set local statement_timeout = '2s'`);
    return await db<WaitingWork[]>`select kind, amount, oldest_at from waiting_work(${at})`;
  } finally {
    await db`rollback`.catch(() => {}); // Nothing was written; a lost connection rolls back by itself.
    line.release();
  }
}
