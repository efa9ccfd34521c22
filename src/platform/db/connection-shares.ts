// Shares of connections: one organization may use only part of a pool at once, so that the requests of every other organization find a connection and a
// turn of the processor. Six of ten, as its requests may wait for each other's locks, for as long as an import takes. Of these, three that are quick: more
// answer no sooner, as one processor answers them all, but others wait longer between them.
import { Unavailable } from '../errors.ts';
import { makeSlots, type Slots } from '../processes/concurrency-limit.ts';
import type { DatabasePool } from './pool.ts';
import type { HeldConnection } from './sql.ts';

type Share = { readonly connections: Slots; readonly quick: Slots };

/** The share of each organization that uses a connection. */
const sharesOf = new WeakMap<DatabasePool, Map<string, Share>>();
/** As long as for a connection of the pool itself. */
const maxWaitMs = 20_000;
/** Work counts as quick for so long. What takes longer waits for locks or for the database, and lets the next one begin. */
const quickMs = 100;

/** How many of a pool's connections one organization may hold at once. */
export function maxShare(connections: number): number {
  return Math.max(1, Math.ceil(connections * 0.6));
}

/** How many of these may be in the first 100 milliseconds of their work. */
export function maxQuick(connections: number): number {
  return Math.max(1, Math.ceil(connections * 0.3));
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

/** Waits for a slot of the organization's share, then for one of its quick ones; returns what gives them back. */
async function takeFromShare(pool: DatabasePool, tenantId: string): Promise<() => void> {
  const shares = sharesOf.get(pool) ?? new Map<string, Share>();
  sharesOf.set(pool, shares);
  const share = shares.get(tenantId) ?? makeShare(pool);
  shares.set(tenantId, share);
  const giveBackConnection = await share.connections.take();
  const endQuick = giveBackWithin(quickMs, await share.quick.take());
  return () => {
    endQuick();
    giveBackConnection();
    if (share.connections.inUse() === 0) shares.delete(tenantId);
  };
}

/** Gives a slot back after some time; returns what gives it back before. */
function giveBackWithin(milliseconds: number, giveBack: () => void): () => void {
  const timer = setTimeout(end, milliseconds);
  let hasEnded = false;
  function end() {
    if (hasEnded) return;
    hasEnded = true;
    clearTimeout(timer);
    giveBack();
  }
  return end;
}

function makeShare(pool: DatabasePool): Share {
  const { max } = pool.connections();
  const full = () => new Unavailable(5, 'Too many requests of the organization wait for each other.');
  return {
    connections: makeSlots({ atOnce: maxShare(max), maxWaitMs, full }),
    quick: makeSlots({ atOnce: maxQuick(max), full }),
  };
}
