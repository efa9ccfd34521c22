// Recording: the results of a lease's attempts are written together with the end of the lease.
import { listOwners } from '../identity/identity-queries.ts';
import { enqueueMails } from '../mail/outbox.ts';
import type { Scope } from '../platform/db/scope.ts';
import { beginWork } from '../platform/db/worker-transaction.ts';
import {
  type DeliveryAttempt,
  endLease,
  type LeasedEndpoint,
  recordAttempts,
  retryAtOtherUrl,
} from './delivery-queries.ts';
import { markEndpointDisabled } from './endpoint-queries.ts';

const disableAfterMs = 5 * 24 * 3_600_000;
const disabledReasons = {
  gone: 'The receiver answered 410 Gone.',
  failing: 'No delivery has succeeded for five days.',
} as const;

/** Records attempts and ends the lease. Fails with lock_not_available (55P03) instead of waiting for locked rows. */
export async function recordOutcomes(
  scope: Scope,
  lease: { readonly endpoint: LeasedEndpoint; readonly worker: string; readonly released: boolean },
  attempts: readonly DeliveryAttempt[],
): Promise<void> {
  const { endpoint, worker, released } = lease;
  const working = attempts.some((attempt) => attempt.outcome === 'delivered');
  const failing = attempts.some((attempt) => attempt.outcome !== 'delivered' && attempt.previousStatus === null);
  const health = working ? 'working' : failing ? 'failing' : 'unchanged';
  const pausedUntil = endpoint.ordered ? pauseAfter(attempts) : undefined;
  const [, ended] = await Promise.all([
    beginWork(scope),
    endLease(scope, { endpoint, worker, released, health, pausedUntil }),
    recordAttempts(
      scope,
      attempts.map((attempt) => (endpoint.ordered ? keepOrder(attempt, endpoint) : attempt)),
      endpoint.ordered ? 1 : 2,
    ),
  ]);
  if (ended !== undefined && ended.url !== endpoint.url) {
    const failed = attempts.filter(({ becomes }) => becomes === 'failed').map(({ deliveryId }) => deliveryId);
    if (failed.length > 0) await retryAtOtherUrl(scope, failed);
    return;
  }
  const failingMs =
    health === 'failing' && ended?.failingSince ? scope.now.getTime() - ended.failingSince.getTime() : 0;
  if (attempts.some((attempt) => attempt.status === 410))
    await disableEndpointAndNotify(scope, endpoint, 'gone', scope.now);
  else if (ended?.failingSince && failingMs >= disableAfterMs)
    await disableEndpointAndNotify(scope, endpoint, 'failing', ended.failingSince);
}

/** At an ordered endpoint a failed delivery keeps its place before the others; the endpoint waits instead. */
function keepOrder(attempt: DeliveryAttempt, { deliveries }: LeasedEndpoint): DeliveryAttempt {
  if (attempt.becomes !== 'pending' || attempt.previousStatus !== null) return attempt;
  const dueAt = deliveries.find((delivery) => delivery.id === attempt.deliveryId)?.dueAt ?? attempt.dueAt;
  return { ...attempt, dueAt };
}

/** Until when an ordered endpoint waits after its attempts: null for not at all, undefined for no change. */
function pauseAfter(attempts: readonly DeliveryAttempt[]): Date | null | undefined {
  const last = attempts.findLast(
    ({ previousStatus, becomes }) =>
      previousStatus === null || (previousStatus === 'pending' && becomes === 'delivered'),
  );
  if (last === undefined) return undefined;
  return last.becomes === 'pending' ? last.dueAt : null;
}

/** Disables an endpoint and notifies the owners, once. */
async function disableEndpointAndNotify(
  scope: Scope,
  endpoint: LeasedEndpoint,
  reason: 'gone' | 'failing',
  since: Date,
): Promise<void> {
  if (!(await markEndpointDisabled(scope, endpoint.id, disabledReasons[reason]))) return;
  const facts = { host: new URL(endpoint.url).host, reason, since };
  const owners = await listOwners(scope);
  await enqueueMails(
    scope,
    owners.map(({ email: address, name, language }) => ({
      kind: 'endpoint-disabled',
      to: { address, name },
      language,
      facts,
      aboutId: endpoint.id,
    })),
  );
}
