// The delivery worker: leases endpoints with due deliveries and serves them. At least once: a worker that dies leaves
// leases that expire, nothing more.
import { deriveAcceptedKeys } from '../platform/config/config.ts';
import type { AppContext } from '../platform/db/scope.ts';
import { workIn } from '../platform/db/worker-transaction.ts';
import { makeConcurrencyLimit } from '../platform/processes/concurrency-limit.ts';
import { type RepeatedTask, repeat, waitUntil } from '../platform/processes/repeat.ts';
import { newId } from '../platform/values/ids.ts';
import { closeConnections } from './connections.ts';
import { leaseEndpoints, listTenantsWithDueDeliveries, renewLeases } from './delivery-queries.ts';
import { encryptionPurpose } from './endpoints.ts';
import type { DeliveryWorker, Lease } from './model.ts';
import { serveLease } from './serve-lease.ts';
import { makeSecretDecrypter } from './signing-secrets.ts';
import { freeCapacity, maxPostsFor } from './worker-capacity.ts';

/** The maximum number of deliveries read for an endpoint at once. */
const maxDeliveries = 40;
/** Concurrent organization queries and result writes, of the pool's ten connections. */
const maxConcurrent = 3;
/** How soon a slow endpoint is detected and gives its slot to another. */
const capacityCheckMs = 50;
/** How long a stop waits for running attempts. */
const stopWithinMs = 3000;

type Deliverer = { stop(): Promise<void> };
export type DeliveryPace = {
  /** How long a crash delays leased work. A lease is renewed at each third of it. */
  readonly leaseSeconds: number;
  readonly attemptMs: number;
  /** How often the database is polled for due work: retries, and leftovers of a dead worker. */
  readonly pollMs: number;
};
const defaultPace: DeliveryPace = { leaseSeconds: 10, attemptMs: 15_000, pollMs: 500 };

type LeasingWorker = DeliveryWorker & {
  readonly leaseSeconds: number;
  readonly queue: TenantQueue;
  /** The endpoints being served. */
  readonly leases: Set<Lease>;
};

/**
 * Starts delivering. `stop` leases nothing more and lets running attempts finish briefly; unrecorded ones are sent
 * again after their lease.
 */
export async function startDelivering(app: AppContext, pace = defaultPace): Promise<Deliverer> {
  const openSecret = makeSecretDecrypter(deriveAcceptedKeys(app.config, encryptionPurpose));
  const recording = makeConcurrencyLimit({
    atOnce: maxConcurrent,
    maxWaiting: Number.MAX_SAFE_INTEGER,
    full: () => new Error('full'),
  });
  const stopped = new AbortController();
  const { attemptMs, leaseSeconds, pollMs } = pace;
  const leases = new Set<Lease>();
  let leasing: RepeatedTask | undefined;
  const queue = makeTenantQueue(() => leasing?.wake());
  const worker = {
    app,
    id: newId(),
    attemptMs,
    leaseSeconds,
    openSecret,
    recording,
    queue,
    leases,
    stopped: stopped.signal,
  };
  const onError = (error: unknown) =>
    app.log.warn({ err: error }, 'the database could not be queried for deliveries; trying again');
  const listening = await app.pool.listen('deliveries', queue.add);
  const untilNextLook = () => (queue.size() > 0 ? capacityCheckMs : pollMs);
  leasing = repeat(() => leaseQueued(worker), { everyMs: untilNextLook, onError });
  const polling = repeat(() => findDueTenants(worker), { everyMs: pollMs, onError });
  const renewing = repeat(() => renewOldLeases(worker), { everyMs: (leaseSeconds * 1000) / 3, onError });
  return {
    async stop() {
      stopped.abort();
      await Promise.all([leasing?.stop(), polling.stop(), renewing.stop()]);
      await listening.unlisten();
      if (await waitUntil(() => leases.size === 0, stopWithinMs)) await closeConnections();
    },
  };
}

/** Finds the organizations with due work: retries, and leftovers of a dead worker. */
async function findDueTenants({ app, queue }: LeasingWorker): Promise<void> {
  for (const tenantId of await listTenantsWithDueDeliveries(app.pool, app.clock())) queue.add(tenantId);
}

/**
 * Processes organizations one after another while there is capacity. The more of them wait, the fewer endpoints each
 * gets.
 */
async function leaseQueued(worker: LeasingWorker): Promise<void> {
  const { queue, leases, stopped } = worker;
  while (queue.size() > 0 && !stopped.aborted) {
    const { endpoints, failingToo } = freeCapacity(leases, performance.now());
    if (endpoints === 0) return;
    const share = Math.max(1, Math.floor(endpoints / queue.size()));
    const next = queue.take(Math.min(maxConcurrent, endpoints));
    await Promise.all(next.map((tenantId) => leaseEndpointsOf(worker, tenantId, share, failingToo)));
  }
}

/**
 * Leases endpoints of one organization, and starts serving them. Endpoints still being served after their lease expired
 * are skipped.
 */
async function leaseEndpointsOf(
  worker: LeasingWorker,
  tenantId: string,
  maxEndpoints: number,
  failingToo: boolean,
): Promise<void> {
  const { queue, leases, leaseSeconds } = worker;
  const startedAt = performance.now();
  const except = [...leases].filter((lease) => lease.tenantId === tenantId).map((lease) => lease.endpoint.id);
  const request = { worker: worker.id, leaseSeconds, maxEndpoints, maxDeliveries, failingToo, except };
  const { endpoints, clockAheadMs } = await workIn(worker.app, tenantId, async (scope) => ({
    endpoints: await leaseEndpoints(scope, request),
    clockAheadMs: scope.now.getTime() - scope.realNow.getTime(),
  }));
  if (endpoints.length === maxEndpoints) queue.add(tenantId); // There may be more.
  for (const endpoint of endpoints) {
    const until = startedAt + leaseSeconds * 1000;
    const beganAt = performance.now();
    const lease: Lease = { tenantId, endpoint, clockAheadMs, posts: maxPostsFor(endpoint), beganAt, until };
    leases.add(lease);
    void serveLease(worker, lease).then(() => {
      leases.delete(lease);
      if (endpoint.deliveries.length > 0) queue.add(tenantId); // There may be more.
    });
  }
}

/** Renews the leases that are not new. */
async function renewOldLeases({ app, id, leaseSeconds, leases }: LeasingWorker): Promise<void> {
  const before = performance.now() - leaseSeconds * 250;
  const older = [...leases].filter((lease) => lease.beganAt < before);
  for (const [tenantId, ownLeases] of Map.groupBy(older, (lease) => lease.tenantId)) {
    const ids = ownLeases.map((lease) => lease.endpoint.id);
    await workIn(app, tenantId, (scope) => renewLeases(scope, id, ids, leaseSeconds));
  }
}

type TenantQueue = ReturnType<typeof makeTenantQueue>;

/** Organizations that may have due work, in processing order. */
function makeTenantQueue(onAdd: () => void) {
  const tenants = new Set<string>();
  return {
    size: () => tenants.size,
    add(tenantId: string): void {
      tenants.add(tenantId);
      onAdd();
    },
    /** Removes and returns the first ones. */
    take(count: number): string[] {
      const first = [...tenants].slice(0, count);
      for (const tenantId of first) tenants.delete(tenantId);
      return first;
    },
  };
}
