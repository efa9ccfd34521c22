// Shares of connections: one organization may use only part of a pool at once. Its requests may wait for each other's locks, for as long as an import
// takes; without a share they would take all connections, and the requests of every other organization would wait with them.
import { Unavailable } from '../errors.ts';
import { makeSlots, type Slots } from '../processes/concurrency-limit.ts';
import type { DatabasePool } from './pool.ts';
import type { HeldConnection } from './sql.ts';

/** The share of each organization that uses a connection. */
const sharesOf = new WeakMap<DatabasePool, Map<string, Slots>>();
/** As long as for a connection of the pool itself. */
const maxWaitMs = 20_000;

/** How many of a pool's connections one organization may hold at once. */
export function maxShare(connections: number): number {
  return Math.max(1, Math.ceil(connections * 0.6));
}

/** The connections of a pool for work in one organization. Throws Unavailable when its share is in use for 20 seconds on end. */
export function shareOf(pool: DatabasePool, tenantId: string): { hold(): Promise<HeldConnection> } {
  return {
    async hold() {
      const giveBack = await takeFromShare(pool, tenantId);
      try {
        const line = await pool.hold();
        const release = () => {
          line.release();
          giveBack();
        };
        return { ...line, release };
      } catch (error) {
        giveBack();
        throw error;
      }
    },
  };
}

/** Waits for a slot of the organization's share; returns what gives it back. */
async function takeFromShare(pool: DatabasePool, tenantId: string): Promise<() => void> {
  const shares = sharesOf.get(pool) ?? new Map<string, Slots>();
  sharesOf.set(pool, shares);
  const share = shares.get(tenantId) ?? makeShare(pool);
  shares.set(tenantId, share);
  const giveBack = await share.take();
  return () => {
    giveBack();
    if (share.inUse() === 0) shares.delete(tenantId);
  };
}

function makeShare(pool: DatabasePool): Slots {
  const full = () => new Unavailable(5, 'Too many requests of the organization wait for each other.');
  return makeSlots({ atOnce: maxShare(pool.connections().max), maxWaitMs, full });
}
