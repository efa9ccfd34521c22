// One delivery attempt: signs, posts, and determines the new state of the delivery.
import type { DeliveryAttempt, DueDelivery, LeasedEndpoint } from './delivery-queries.ts';
import type { DeliveryWorker, Lease } from './model.ts';
import { type PostOutcome, postDelivery } from './post-delivery.ts';
import { nextAttemptAt } from './retry-schedule.ts';
import { deliveryHeaders } from './signatures.ts';

/** Posts one delivery. Rejects only if no attempt can succeed, for example if a secret cannot be decrypted. */
export async function attemptDelivery(
  { app, openSecret, attemptMs }: DeliveryWorker,
  { tenantId, endpoint, clockAheadMs }: Lease,
  delivery: DueDelivery,
): Promise<DeliveryAttempt> {
  const realNow = app.clock();
  const at = new Date(realNow.getTime() + clockAheadMs);
  const body = Buffer.from(delivery.body);
  const secrets = secretsAt(at, endpoint, (sealed) => openSecret(tenantId, endpoint.id, sealed));
  const outcome = await postDelivery({
    url: endpoint.url,
    body,
    // Receivers compare the time that is signed with their own.
    headers: deliveryHeaders({ secrets, id: delivery.id, attemptAt: realNow, body, test: delivery.test }),
    allowPrivate: app.config.webhooks.allowPrivateTargets,
    allowedHosts: app.config.outgoingHosts,
    totalTimeoutMs: attemptMs,
  });
  const schedule = app.config.webhooks.retrySchedule;
  const now = new Date(app.clock().getTime() + clockAheadMs);
  return decideNextState({ delivery, at, outcome, schedule, now, random: Math.random() });
}

/**
 * The effect of an attempt on its delivery: 2xx delivers; all else is retried by the schedule, except 410, which ends
 * it. A redelivery does not affect the schedule: if it fails, the delivery returns to its former state. Pure.
 */
export function decideNextState(attempted: {
  delivery: Pick<DueDelivery, 'id' | 'attempts' | 'extraAttempts' | 'previousStatus' | 'previousDueAt'>;
  at: Date;
  outcome: PostOutcome;
  schedule: readonly number[];
  now: Date;
  random: number;
}): DeliveryAttempt {
  const { delivery, at, outcome, schedule, now, random } = attempted;
  const { previousStatus, previousDueAt, extraAttempts } = delivery;
  const number = delivery.attempts + 1;
  const hasResponse = outcome.kind === 'response';
  const delivered = hasResponse && outcome.status >= 200 && outcome.status < 300;
  const retryAfter = hasResponse ? outcome.headers['retry-after'] : undefined;
  const final = delivered || (hasResponse && outcome.status === 410);
  const next = final
    ? undefined
    : nextAttemptAt({ schedule, attempt: number - extraAttempts, now, retryAfter, random });
  const statusUnlessDelivered = previousStatus ?? (next === undefined ? 'failed' : 'pending');
  return {
    deliveryId: delivery.id,
    number,
    at,
    outcome: delivered ? 'delivered' : hasResponse ? 'http_status' : outcome.error,
    status: hasResponse ? outcome.status : null,
    latencyMs: Math.round(outcome.latencyMs),
    response: hasResponse ? outcome.body : outcome.message,
    becomes: delivered ? 'delivered' : statusUnlessDelivered,
    dueAt: (previousStatus === null ? next : previousDueAt) ?? now,
    extraAttempts,
    previousStatus,
  };
}

/** After the announced time the next secret is the current one; until then both sign. */
function secretsAt(
  at: Date,
  { secret, nextSecret, nextSecretAt }: LeasedEndpoint,
  open: (sealed: Buffer) => string,
): { current: string; next?: string } {
  if (nextSecret === null || nextSecretAt === null) return { current: open(secret) };
  if (nextSecretAt.getTime() <= at.getTime()) return { current: open(nextSecret) };
  return { current: open(secret), next: open(nextSecret) };
}
