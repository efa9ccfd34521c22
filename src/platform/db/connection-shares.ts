// Shares of connections: one organization may use only part of a pool at once. Its requests may wait for each other's locks, for as long as an import
// takes; without a share they would take all connections, and the requests of every other organization would wait with them.
import { setTimeout as delay } from 'node:timers/promises';
import { Unavailable } from '../errors.ts';
import type { DatabasePool } from './pool.ts';
import type { HeldConnection } from './sql.ts';

type Share = { held: number; readonly waiting: (() => void)[] };

const sharesOf = new WeakMap<DatabasePool, Map<string, Share>>();
/** As long as for a connection of the pool itself. */
const waitMs = 20_000;

/** How many of a pool's connections one organization may hold at once. */
export function maxShare(connections: number): number {
  return Math.max(1, Math.ceil(connections * 0.6));
}

/** The connections of a pool for work in one organization. Throws Unavailable when its share is in use for 20 seconds on end. */
export function shareOf(pool: DatabasePool, tenantId: string): { hold(): Promise<HeldConnection> } {
  return {
    async hold() {
      const release = await takePlace(pool, tenantId);
      try {
        const line = await pool.hold();
        const released = () => {
          line.release();
          release();
        };
        return { ...line, release: released };
      } catch (error) {
        release();
        throw error;
      }
    },
  };
}

/** Waits for a place of the organization's share; returns what gives it back. */
async function takePlace(pool: DatabasePool, tenantId: string): Promise<() => void> {
  const shares = sharesOf.get(pool) ?? new Map<string, Share>();
  sharesOf.set(pool, shares);
  const share = shares.get(tenantId) ?? { held: 0, waiting: [] };
  shares.set(tenantId, share);
  if (share.held < maxShare(pool.connections().max)) share.held += 1;
  else await waitForPlace(share);
  return () => {
    const next = share.waiting.shift();
    if (next !== undefined) return next(); // Its place goes to the one that waits longest.
    share.held -= 1;
    if (share.held === 0) shares.delete(tenantId);
  };
}

async function waitForPlace({ waiting }: Share): Promise<void> {
  const late = new AbortController();
  const turn = Promise.withResolvers<true>();
  const take = () => turn.resolve(true);
  waiting.push(take);
  const came = await Promise.race([turn.promise, delay(waitMs, false, { signal: late.signal })]);
  if (came) return late.abort();
  waiting.splice(waiting.indexOf(take), 1);
  throw new Unavailable(5, 'Too many requests of the organization wait for each other.');
}
