// The connection limit of an organization: six of the ten connections of a process, so that its requests, which may
// wait for each other's locks for as long as an import takes, leave connections to all others.
import { Unavailable } from '../errors.ts';
import { makeSlots, type Slots } from '../processes/concurrency-limit.ts';
import type { DatabasePool } from './pool.ts';
import type { HeldConnection } from './sql.ts';

/** The slots of each organization that uses a connection. */
const slotsOf = new WeakMap<DatabasePool, Map<string, Slots>>();
/** As long as for a connection of the pool itself. */
const maxWaitMs = 20_000;

/** How many of a pool's connections one organization may hold at once. */
export function maxTenantConnections(connections: number): number {
  return Math.max(1, Math.ceil(connections * 0.6));
}

/**
 * The connections of a pool for work in one organization. Throws Unavailable when all of them are in use for 20 seconds
 * on end.
 */
export function tenantConnections(pool: DatabasePool, tenantId: string): { hold(): Promise<HeldConnection> } {
  return {
    async hold() {
      const giveBack = await takeSlot(pool, tenantId);
      try {
        const connection = await pool.hold();
        const release = () => {
          connection.release();
          giveBack();
        };
        return { ...connection, release };
      } catch (error) {
        giveBack();
        throw error;
      }
    },
  };
}

/** Waits for a slot of the organization; returns what gives it back. */
async function takeSlot(pool: DatabasePool, tenantId: string): Promise<() => void> {
  const byTenant = slotsOf.get(pool) ?? new Map<string, Slots>();
  slotsOf.set(pool, byTenant);
  const slots = byTenant.get(tenantId) ?? makeTenantSlots(pool);
  byTenant.set(tenantId, slots);
  const giveBack = await slots.take();
  return () => {
    giveBack();
    if (slots.inUse() === 0) byTenant.delete(tenantId);
  };
}

function makeTenantSlots(pool: DatabasePool): Slots {
  const full = () => new Unavailable(5, 'Too many requests of the organization wait for each other.');
  return makeSlots({ atOnce: maxTenantConnections(pool.connections().max), maxWaitMs, full });
}
