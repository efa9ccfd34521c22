// Delivery: leases endpoints that have something due, serves them, forever. At least once: a worker that dies leaves leases that run out, nothing more.
import { setTimeout as delay } from 'node:timers/promises';
import { keyFor } from '../platform/config.ts';
import { newId } from '../platform/ids.ts';
import { type House, inTenant, type Scope, serviceIn } from '../platform/scope.ts';
import { makeTurns } from '../platform/turns.ts';
import { closePosts } from './connections.ts';
import { beginWork, leaseEndpoints, listTenantsWithDueDeliveries, renewLeases } from './delivery-queries.ts';
import { sealingPurpose } from './endpoints.ts';
import { postsFor, roomBeside } from './room.ts';
import { secretOpener } from './secrets.ts';
import { type Lease, serve, type Worker } from './serve.ts';

/** What is taken for an endpoint at once. */
const maxDeliveries = 40;
/** Organizations that are looked at, and results that are written, at the same time: of the pool's ten connections. */
const atOnce = 3;
/** How soon the database is asked again that did not answer. */
const askAgainMs = 500;
/** How soon it is seen that an endpoint has become slow and gives its place to another. */
const lookForRoomMs = 50;
/** How long a stop waits for attempts under way. */
const stopWithinMs = 3000;

export type Deliverer = { stop(): Promise<void> };
type Pace = {
  /** How long a crash delays what a worker had taken. A lease is prolonged each third of it. */
  readonly leaseSeconds: number;
  readonly attemptMs: number;
  /** How often the database is asked who has something due: retries, and what a worker that died has left. */
  readonly pollMs: number;
};
const defaultPace: Pace = { leaseSeconds: 10, attemptMs: 15_000, pollMs: 500 };

/** Starts delivering. `stop` leases nothing more and gives the attempts under way a moment; what is not recorded by then is sent again after its lease. */
export async function startDelivering(house: House, pace = defaultPace): Promise<Deliverer> {
  const openSecret = secretOpener(keyFor(house.config, sealingPurpose));
  const recording = makeTurns({ atOnce, waitingRoom: Number.MAX_SAFE_INTEGER, full: () => new Error('full') });
  const { attemptMs } = pace;
  const worker: Worker = { house, id: newId(), attemptMs, openSecret, recording, stopping: false };
  const leases = new Set<Lease>();
  /** Organizations that may have something due, in the order in which they are looked at. */
  const queue = new Set<string>();
  const wakeUp = makeWakeUp();
  const stopped = new AbortController();
  let pollAt = 0;
  const lookAt = (tenantId: string) => {
    queue.add(tenantId);
    wakeUp.give();
  };
  const lookAtAll = () => {
    pollAt = 0;
    wakeUp.give();
  };
  const listening = await house.pool.listen('deliveries', lookAt, lookAtAll);

  /** Leases endpoints of one organization, and begins to serve them. */
  async function lease(tenantId: string, maxEndpoints: number, failingToo: boolean): Promise<void> {
    const asked = performance.now();
    const except = [...leases].filter((one) => one.tenantId === tenantId).map((one) => one.endpoint.id);
    const { leaseSeconds } = pace;
    const request = { worker: worker.id, leaseSeconds, maxEndpoints, maxDeliveries, failingToo, except };
    const endpoints = await inOrganization(house, tenantId, (scope) => leaseEndpoints(scope, request));
    if (endpoints.length === maxEndpoints) queue.add(tenantId);
    for (const endpoint of endpoints) {
      const until = asked + leaseSeconds * 1000;
      const taken = { tenantId, endpoint, posts: postsFor(endpoint), beganAt: performance.now(), until };
      leases.add(taken);
      void serve(worker, taken).then(() => {
        leases.delete(taken);
        if (endpoint.deliveries.length > 0) lookAt(tenantId); // There may be more.
      });
    }
  }

  /** Looks at one organization after the other while there is room. The more of them wait, the fewer endpoints of each. */
  async function leaseAll(): Promise<void> {
    if (performance.now() >= pollAt) {
      pollAt = performance.now() + pace.pollMs;
      for (const tenantId of await listTenantsWithDueDeliveries(house.pool, house.clock())) queue.add(tenantId);
    }
    while (queue.size > 0 && !worker.stopping) {
      const { endpoints, failingToo } = roomBeside(leases, performance.now());
      if (endpoints === 0) return;
      const share = Math.max(1, Math.floor(endpoints / queue.size));
      const next = [...queue].slice(0, Math.min(atOnce, endpoints));
      for (const tenantId of next) queue.delete(tenantId);
      await Promise.all(next.map((tenantId) => lease(tenantId, share, failingToo)));
    }
  }

  async function renew(): Promise<void> {
    const before = performance.now() - pace.leaseSeconds * 250;
    const older = [...leases].filter((one) => one.beganAt < before);
    for (const [tenantId, held] of Map.groupBy(older, (one) => one.tenantId)) {
      const ids = held.map((one) => one.endpoint.id);
      await inOrganization(house, tenantId, (scope) => renewLeases(scope, worker.id, ids, pace.leaseSeconds));
    }
  }

  async function repeat(work: () => Promise<void>, pause: () => Promise<unknown>): Promise<void> {
    while (!worker.stopping) {
      try {
        await work();
      } catch (error) {
        house.log.warn({ err: error }, 'the database could not be asked for deliveries; trying again');
        lookAtAll();
        await delay(askAgainMs);
      }
      if (!worker.stopping) await pause();
    }
  }
  const leasing = repeat(leaseAll, () =>
    wakeUp.given(queue.size > 0 ? lookForRoomMs : Math.max(0, pollAt - performance.now())),
  );
  const third = (pace.leaseSeconds * 1000) / 3;
  const renewing = repeat(renew, () => delay(third, undefined, { signal: stopped.signal }).catch(() => {})); // Stopped.

  return {
    async stop() {
      worker.stopping = true;
      stopped.abort();
      wakeUp.give();
      await Promise.all([leasing, renewing]);
      await listening.unlisten();
      const patience = performance.now() + stopWithinMs;
      while (leases.size > 0 && performance.now() < patience) await delay(20);
      if (leases.size === 0) await closePosts();
    },
  };
}

function inOrganization<T>(house: House, tenantId: string, work: (scope: Scope) => Promise<T>): Promise<T> {
  return inTenant(house, serviceIn(tenantId), async (scope) => {
    const [, result] = await Promise.all([beginWork(scope), work(scope)]);
    return result;
  });
}

/** Wakes who waits for it, or who will wait next. */
function makeWakeUp() {
  let next = Promise.withResolvers<void>();
  return {
    give: () => next.resolve(),
    async given(withinMs: number): Promise<void> {
      const timer = setTimeout(next.resolve, withinMs);
      await next.promise;
      clearTimeout(timer);
      next = Promise.withResolvers();
    },
  };
}
