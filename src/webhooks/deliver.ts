// Delivery: claims what is due, posts it, records what came of it, forever. At least once: a worker that dies leaves a lease that runs out, nothing more.
import { listOwners } from '../identity/queries.ts';
import { enqueueMails } from '../mail/outbox.ts';
import { keyFor } from '../platform/config.ts';
import { type House, inTenant, type Scope, serviceIn } from '../platform/scope.ts';
import { sealingPurpose } from './endpoints.ts';
import { closePosts, type PostOutcome, post } from './post.ts';
import * as queries from './queries.ts';
import { nextAttemptAt } from './schedule.ts';
import { secretOpener } from './secrets.ts';
import { deliveryHeaders } from './sign.ts';

/**
 * How much at once. A quarter of the slots is for first attempts to endpoints that work, so that they never wait behind retries or behind
 * endpoints that hang; a single organization may have a fifth.
 */
const slots = 200;
const slotsForLater = 150;
const perEndpoint = 4;
const perTenant = 40;
/** The lease is longer than the longest attempt, so that a living worker never loses it. Tests go faster. */
const usualPace: Pace = { leaseSeconds: 30, attemptMs: 15_000, pollMs: 500 };
/** How long the next claim waits, at the most, for half of what is under way to end: a claim costs much the same for one as for a hundred. */
const gatherMs = 20;
/** How soon the database is asked again that did not answer. */
const againMs = 500;
/** Of the pool's ten connections. */
const recordersAtOnce = 4;
/** How long a stop waits for attempts under way. */
const stopWithinMs = 3000;
const givesUpAfterMs = 5 * 24 * 3_600_000;
const disabledReasons = {
  gone: 'The receiver answered 410 Gone.',
  failing: 'No delivery has succeeded for five days.',
} as const;

export type Deliverer = { stop(): Promise<void> };
type Pace = {
  readonly leaseSeconds: number;
  readonly attemptMs: number;
  /** The net under NOTIFY, and the pace of retries. */
  readonly pollMs: number;
};

/** Starts delivering. `stop` claims nothing more and gives the attempts under way a moment; what is not recorded by then is sent again after its lease. */
export async function startDelivering(house: House, pace = usualPace): Promise<Deliverer> {
  const state = { stopping: false, inFlight: 0, later: 0 };
  const bell = makeBell();
  const listening = await house.pool.listen('deliveries', bell.ring, bell.ring);
  const record = makeRecorder(house);
  const openSecret = secretOpener(keyFor(house.config, sealingPurpose));

  const attemptOne = async (claimed: queries.Claimed) => {
    const later = claimed.later ? 1 : 0;
    state.inFlight += 1;
    state.later += later;
    try {
      await record(claimed.tenantId, await attempt(house, claimed, openSecret, pace.attemptMs));
    } catch (error) {
      const what = 'an attempt was not recorded; the delivery will be sent again when its lease runs out';
      if (!state.stopping) house.log.error({ err: error, deliveryId: claimed.id }, what);
    }
    state.inFlight -= 1;
    state.later -= later;
    bell.ring();
  };

  const running = (async () => {
    while (!state.stopping) {
      bell.forget();
      const asked = performance.now();
      const claimed = await claim(house, slots - state.inFlight, slotsForLater - state.later, pace.leaseSeconds);
      // A process that was stopped (SIGSTOP) in between may have lost its leases to another one.
      if (performance.now() - asked > pace.leaseSeconds * 1000 - pace.attemptMs) continue;
      for (const one of claimed ?? []) void attemptOne(one);
      const half = state.inFlight / 2;
      if (claimed === undefined) await bell.rung(againMs);
      else if (claimed.length === 0) await bell.rung(pace.pollMs);
      else await bell.rung(gatherMs, () => state.stopping || state.inFlight <= half);
    }
  })();

  return {
    async stop() {
      state.stopping = true;
      bell.ring();
      await running;
      await listening.unlisten();
      const patience = performance.now() + stopWithinMs;
      while (state.inFlight > 0 && performance.now() < patience) await pause(20);
      if (state.inFlight === 0) await closePosts();
    },
  };
}

/** A bell that is heard also when it rang before anybody listened, unless it was told to forget. */
function makeBell() {
  let next = Promise.withResolvers<void>();
  const ring = () => next.resolve();
  const forget = () => {
    next = Promise.withResolvers();
  };
  /** Waits until it has rung and there is enough, or the time is over. */
  const rung = async (withinMs: number, enough = () => true): Promise<void> => {
    let over = false;
    const net = setTimeout(() => {
      over = true;
      ring();
    }, withinMs);
    await next.promise;
    while (!over && !enough()) {
      forget();
      await next.promise;
    }
    clearTimeout(net);
  };
  return { ring, forget, rung };
}

/** Nothing when no slot is free; undefined when the database does not answer. */
async function claim(
  house: House,
  free: number,
  freeForLater: number,
  leaseSeconds: number,
): Promise<queries.Claimed[] | undefined> {
  if (free <= 0) return [];
  const limits = { slots: free, laterSlots: Math.max(0, freeForLater), perEndpoint, perTenant, leaseSeconds };
  try {
    return await queries.claimDeliveries(house.pool, limits, house.clock());
  } catch (error) {
    house.log.warn({ err: error }, 'deliveries could not be claimed; trying again');
    return undefined;
  }
}

/** Posts one delivery and judges what came of it. */
async function attempt(
  house: House,
  claimed: queries.Claimed,
  openSecret: OpenSecret,
  attemptMs: number,
): Promise<queries.Attempt> {
  const at = house.clock();
  const { id, test, url } = claimed;
  const body = Buffer.from(claimed.body);
  const outcome = await post({
    url,
    body,
    headers: deliveryHeaders({ secrets: secretsOf(claimed, at, openSecret), id, attemptAt: at, body, test }),
    allowPrivate: house.config.webhooks.allowPrivateTargets,
    totalTimeoutMs: attemptMs,
  });
  return judge({
    claimed,
    at,
    outcome,
    schedule: house.config.webhooks.retrySchedule,
    now: house.clock(),
    random: Math.random(),
  });
}

/**
 * What an attempt makes of its delivery: 2xx delivers; all else is tried again as the schedule says, except that 410 means never. An attempt that
 * somebody asked for takes nothing from the schedule: when it fails, the delivery is what it was before. Pure.
 */
export function judge(tried: {
  claimed: Pick<queries.Claimed, 'id' | 'endpointId' | 'attempts' | 'extra' | 'returnsTo' | 'returnsDueAt'>;
  at: Date;
  outcome: PostOutcome;
  schedule: readonly number[];
  now: Date;
  random: number;
}): queries.Attempt {
  const { claimed, at, outcome, schedule, now, random } = tried;
  const number = claimed.attempts + 1;
  const answered = outcome.kind === 'response';
  const delivered = answered && outcome.status >= 200 && outcome.status < 300;
  const retryAfter = answered ? outcome.headers['retry-after'] : undefined;
  const { returnsTo, returnsDueAt } = claimed;
  const next =
    delivered || (answered && outcome.status === 410)
      ? undefined
      : nextAttemptAt({ schedule, attempt: number - claimed.extra, now, retryAfter, random });
  const failed = returnsTo ?? (next === undefined ? 'failed' : 'pending');
  return {
    deliveryId: claimed.id,
    endpointId: claimed.endpointId,
    number,
    at,
    outcome: delivered ? 'delivered' : answered ? 'http_status' : outcome.error,
    status: answered ? outcome.status : null,
    latencyMs: Math.round(outcome.latencyMs),
    response: answered ? outcome.body : outcome.message,
    extra: returnsTo !== null,
    becomes: delivered ? 'delivered' : failed,
    dueAt: (returnsTo === null ? next : returnsDueAt) ?? now,
  };
}

/** After the announced moment the next secret is the current one; until then both sign. */
function secretsOf(claimed: queries.Claimed, at: Date, openSecret: OpenSecret): { current: string; next?: string } {
  const open = (sealed: Buffer) => openSecret(claimed.tenantId, claimed.endpointId, sealed);
  if (claimed.nextSecret === null || claimed.nextSecretAt === null) return { current: open(claimed.secret) };
  if (claimed.nextSecretAt.getTime() <= at.getTime()) return { current: open(claimed.nextSecret) };
  return { current: open(claimed.secret), next: open(claimed.nextSecret) };
}

type OpenSecret = ReturnType<typeof secretOpener>;

type Waiting = {
  readonly attempt: queries.Attempt;
  readonly settle: PromiseWithResolvers<void>;
};

/**
 * Records attempts together: while an organization's batch is being written its next one collects, so a busy worker writes few transactions and an idle
 * one does not wait. Several organizations are written at once, so that one whose rows are held does not hold up the others.
 */
function makeRecorder(house: House): (tenantId: string, attempt: queries.Attempt) => Promise<void> {
  const waiting = new Map<string, Waiting[]>();
  const busy = new Set<string>();
  const write = (): void => {
    for (const [tenantId, ones] of waiting) {
      if (busy.size >= recordersAtOnce) return;
      if (busy.has(tenantId)) continue;
      waiting.delete(tenantId);
      busy.add(tenantId);
      void writeBatch(house, tenantId, ones).then(() => {
        busy.delete(tenantId);
        write();
      });
    }
  };
  return (tenantId, attempt) => {
    const settle = Promise.withResolvers<void>();
    const ones = waiting.get(tenantId);
    if (ones === undefined) waiting.set(tenantId, [{ attempt, settle }]);
    else ones.push({ attempt, settle });
    write();
    return settle.promise;
  };
}

async function writeBatch(house: House, tenantId: string, ones: readonly Waiting[]): Promise<void> {
  try {
    await inTenant(house, serviceIn(tenantId), (scope) =>
      recordAll(
        scope,
        ones.map((one) => one.attempt),
      ),
    );
    for (const { settle } of ones) settle.resolve();
  } catch (error) {
    for (const { settle } of ones) settle.reject(error);
  }
}

async function recordAll(scope: Scope, attempts: readonly queries.Attempt[]): Promise<void> {
  const endpointIds = [...new Set(attempts.map((one) => one.endpointId))];
  const working = new Set(attempts.filter((one) => one.outcome === 'delivered').map((one) => one.endpointId));
  const failing = new Set(
    attempts
      .filter((one) => one.outcome !== 'delivered' && !one.extra && !working.has(one.endpointId))
      .map((one) => one.endpointId),
  );
  // Sent together, answered in order: the lock comes first without a wait of its own.
  const [, , , still] = await Promise.all([
    queries.recordFast(scope),
    queries.lockEndpoints(scope, endpointIds),
    queries.recordAttempts(scope, attempts),
    queries.markEndpoints(scope, [...working].sort(), [...failing].sort()),
  ]);
  for (const endpointId of new Set(attempts.filter((one) => one.status === 410).map((one) => one.endpointId)))
    await disable(scope, endpointId, 'gone', scope.now);
  for (const { id, failingSince } of still) {
    if (scope.now.getTime() - failingSince.getTime() >= givesUpAfterMs)
      await disable(scope, id, 'failing', failingSince);
  }
}

/** Stops an endpoint and tells the owners, once. */
async function disable(scope: Scope, endpointId: string, reason: 'gone' | 'failing', since: Date): Promise<void> {
  const disabled = await queries.disableEndpoint(scope, endpointId, disabledReasons[reason]);
  if (disabled === undefined) return;
  const facts = { host: new URL(disabled.url).host, reason, since };
  const owners = await listOwners(scope);
  await enqueueMails(
    scope,
    owners.map(({ email: address, name, language }) => ({
      kind: 'endpoint-disabled',
      to: { address, name },
      language,
      facts,
      aboutId: endpointId,
    })),
  );
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
