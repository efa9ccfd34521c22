// Delivery: claims what is due, posts it, records what came of it, forever. At least once: a worker that dies leaves a lease that runs out, nothing more.
import { setTimeout as delay } from 'node:timers/promises';
import { keyFor } from '../platform/config.ts';
import type { House } from '../platform/scope.ts';
import { closePosts } from './connections.ts';
import { sealingPurpose } from './endpoints.ts';
import { makeHand } from './hand.ts';
import { type PostOutcome, post } from './post.ts';
import type * as queries from './queries.ts';
import { makeRecorder } from './record.ts';
import { nextAttemptAt } from './schedule.ts';
import { secretOpener } from './secrets.ts';
import { deliveryHeaders } from './sign.ts';

/** The lease is longer than the longest attempt, so that a living worker never loses it. Tests go faster. */
const usualPace: Pace = { leaseSeconds: 30, attemptMs: 15_000, pollMs: 500 };
/** How long the next claim waits, at the most, for three quarters of what is on its way to end: a claim costs much the same for one as for a hundred. */
const gatherMs = 20;
/** How soon the database is asked again that did not answer. */
const againMs = 500;
/** How long a stop waits for attempts under way. */
const stopWithinMs = 3000;

export type Deliverer = { stop(): Promise<void> };
type Pace = {
  readonly leaseSeconds: number;
  readonly attemptMs: number;
  /** The net under NOTIFY, and the pace of retries. */
  readonly pollMs: number;
};

/** Starts delivering. `stop` claims nothing more and gives the attempts under way a moment; what is not recorded by then is sent again after its lease, or once the process is gone. */
export async function startDelivering(house: House, pace = usualPace): Promise<Deliverer> {
  const bell = makeBell();
  const hand = makeHand(house, pace);
  const listening = await house.pool.listen('deliveries', bell.ring, bell.ring);
  const record = makeRecorder(house);
  const openSecret = secretOpener(keyFor(house.config, sealingPurpose));
  let stopping = false;

  const attemptOne = (claimed: queries.Claimed) => {
    const holding = hand.take(claimed);
    const failed = (error: unknown) => {
      holding.failed();
      bell.nudge();
      const what = 'an attempt was not recorded; the delivery will be sent again when its lease runs out';
      if (!stopping) house.log.error({ err: error, deliveryId: claimed.id }, what);
    };
    const recorded = () => {
      holding.recorded();
      bell.nudge();
    };
    attempt(house, claimed, openSecret, pace.attemptMs).then((tried) => {
      holding.answered();
      bell.nudge();
      record({ tenantId: claimed.tenantId, attempt: tried, recorded, failed, waits: holding.waits });
    }, failed);
  };

  const running = (async () => {
    while (!stopping) {
      bell.forget();
      const asked = performance.now();
      const claimed = await hand.claim();
      // A process that was stopped (SIGSTOP) in between may have lost its leases to another one.
      if (performance.now() - asked > pace.leaseSeconds * 1000 - pace.attemptMs) continue;
      for (const one of claimed ?? []) attemptOne(one);
      const few = hand.flying() / 4;
      if (claimed === undefined) await bell.rung(againMs);
      else if (claimed.length === 0) await bell.rung(pace.pollMs);
      else await bell.rung(gatherMs, () => stopping || hand.flying() <= few);
    }
  })();

  return {
    async stop() {
      stopping = true;
      bell.ring();
      await running;
      await listening.unlisten();
      const patience = performance.now() + stopWithinMs;
      while (hand.busy() > 0 && performance.now() < patience) await delay(20);
      await hand.close();
      if (hand.posting() === 0) await closePosts();
    },
  };
}

/** A bell that is heard also when it rang before anybody listened, unless it was told to forget. */
function makeBell() {
  let next = Promise.withResolvers<void>();
  let soon = false;
  const always = () => true;
  /** What who listens waits for besides. */
  let enough = always;
  const ring = () => {
    if (enough()) next.resolve();
  };
  /** Something has ended: is heard by who waits for that, and by others in a moment, when more may have. */
  const nudge = () => {
    if (enough !== always) return ring();
    if (soon) return;
    soon = true;
    setTimeout(() => {
      soon = false;
      ring();
    }, gatherMs);
  };
  const forget = () => {
    next = Promise.withResolvers();
  };
  /** Waits until it has rung and there is enough, or the time is over. */
  const rung = async (withinMs: number, wanted = always): Promise<void> => {
    if (!wanted()) forget();
    enough = wanted;
    const net = setTimeout(next.resolve, withinMs);
    await next.promise;
    clearTimeout(net);
    enough = always;
  };
  return { ring, nudge, forget, rung };
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
    claimed: { extra: claimed.extra, returnsTo },
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
