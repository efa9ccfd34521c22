// A worker's hand: what it has claimed and not recorded yet. Claims go through it, as the database believes a worker what it holds.
import { newId } from '../platform/ids.ts';
import type { House } from '../platform/scope.ts';
import * as queries from './queries.ts';

/**
 * How much at once on its way. A quarter of the slots is for first attempts to endpoints that work, so that they never wait behind retries or behind
 * endpoints that hang; a single organization may have a fifth. What is on its way for a while gives its slot back, as it is nothing but an open
 * socket: so receivers that are slow never take the slots of others. It counts on for its endpoint and its organization, and for how much there may be
 * of such.
 */
const slots = 200;
const slotsForLater = 150;
const slowAfterMs = 1000;
const mostSlow = 1000;
const mostSlowLater = 750;
const perEndpoint = 4;
const perTenant = 40;
/**
 * How much may wait to be recorded besides, before nothing more is claimed; and of one organization, before the rest counts as on its way. What cannot
 * be recorded as somebody holds its organization's rows is bounded by the latter alone, so that it keeps nobody else waiting.
 */
const mostUnrecorded = 400;
const unrecordedPerTenant = 80;

/** On its way, the same for a while, answered and to be recorded, the same but refused once, or not to be recorded: held until its lease runs out. */
type Stage = 'flying' | 'slow' | 'answered' | 'waiting' | 'failed';
type Holding = Omit<queries.Held, 'flying'> & { readonly later: boolean; readonly since: number; stage: Stage };

export type Hand = ReturnType<typeof makeHand>;

/** An empty hand. */
export function makeHand(house: House, { leaseSeconds, pollMs }: { leaseSeconds: number; pollMs: number }) {
  const worker = newId();
  /** Repeats are looked for as often as nothing rings, and on and on while some are found; so that it takes a tenth of the time at most. */
  let repeatsAt = Number.NEGATIVE_INFINITY;
  const held = new Map<string, Holding>();
  const count = { flying: 0, slow: 0, answered: 0, waiting: 0, failed: 0 };
  /** Of those, what is a repeat or goes to an endpoint that fails. */
  const later = { ...count };
  const add = ({ stage, later: isLater }: Holding, one: 1 | -1) => {
    count[stage] += one;
    if (isLater) later[stage] += one;
  };
  const to = (holding: Holding, stage: Stage) => {
    add(holding, -1);
    holding.stage = stage;
    add(holding, 1);
  };
  const findSlow = () => {
    const before = performance.now() - slowAfterMs;
    for (const holding of held.values()) if (holding.stage === 'flying' && holding.since <= before) to(holding, 'slow');
  };
  const ask = (free: number, freeForLater: number, repeats: boolean) => {
    const limits = { slots: free, laterSlots: freeForLater, perEndpoint, perTenant, leaseSeconds, repeats };
    return queries.claimDeliveries(house.pool, worker, told(held.values()), limits, house.clock());
  };
  return {
    /** How much is on its way, and not slow. */
    flying: () => count.flying,
    /** How much is on its way. */
    posting: () => count.flying + count.slow,
    /** How much is on its way or to be recorded. */
    busy: () => count.flying + count.slow + count.answered + count.waiting,
    /** Claims as much as there is room for, and holds on to the rest. Undefined when the database does not answer. */
    async claim(): Promise<queries.Claimed[] | undefined> {
      findSlow();
      const room = Math.min(slots - count.flying, mostSlow - count.slow, mostUnrecorded - count.answered);
      const roomForLater = Math.min(slotsForLater - later.flying, mostSlowLater - later.slow);
      try {
        const now = performance.now();
        const repeats = now >= repeatsAt;
        const claimed = await ask(Math.max(0, room), Math.max(0, roomForLater), repeats);
        const after = performance.now();
        const pause = 9 * (after - now);
        if (repeats) repeatsAt = after + (claimed.some((one) => one.later) ? pause : Math.max(pollMs, pause));
        return claimed;
      } catch (error) {
        house.log.warn({ err: error }, 'deliveries could not be claimed; trying again');
        return undefined;
      }
    },
    /** Takes what was claimed, and answers with the ways to say how far it is. */
    take({ tenantId, endpointId, id, attempts, later: isLater }: queries.Claimed) {
      const since = performance.now();
      const holding: Holding = { tenantId, endpointId, id, attempts, later: isLater, since, stage: 'flying' };
      held.set(id, holding);
      add(holding, 1);
      const drop = () => {
        add(holding, -1);
        if (held.get(id) === holding) held.delete(id);
      };
      return {
        answered: () => to(holding, 'answered'),
        waits: () => to(holding, 'waiting'),
        recorded: drop,
        /** Held for as long as a lease, so that it is not sent again and again while it cannot be recorded. */
        failed() {
          to(holding, 'failed');
          setTimeout(drop, leaseSeconds * 1000).unref();
        },
      };
    },
    /** Says for the last time what is held, so that others can have the rest at once. */
    async close(): Promise<void> {
      await ask(0, 0, false).catch(() => {}); // The database is away: what is held runs out there by itself.
    },
  };
}

function told(held: Iterable<Holding>): queries.Held[] {
  const answered = new Map<string, number>();
  return Array.from(held, ({ tenantId, endpointId, id, attempts, stage }) => {
    const before = answered.get(tenantId) ?? 0;
    const toRecord = stage === 'answered' || stage === 'waiting';
    if (toRecord) answered.set(tenantId, before + 1);
    return {
      tenantId,
      endpointId,
      id,
      attempts,
      flying: stage === 'flying' || stage === 'slow' || (toRecord && before >= unrecordedPerTenant),
    };
  });
}
