// Serving a lease: posts the deliveries of one endpoint, a few at a time, and records the results.
import { setTimeout as delay } from 'node:timers/promises';
import { inTenant, serviceCaller } from '../platform/db/scope.ts';
import { codeOf } from '../platform/errors.ts';
import { attemptDelivery } from './attempt-delivery.ts';
import type { DeliveryAttempt, DueDelivery } from './delivery-queries.ts';
import type { DeliveryWorker, Lease } from './model.ts';
import { recordOutcomes } from './record-outcomes.ts';

/** For how long posts are started before other endpoints have their turn. */
const sliceMs = 400;
/** The pause before recording is retried, which grows each time. */
const recordRetryMs = { first: 100, longest: 5000 };
const maxRecordTries = 100;

/** Posts the deliveries until the turn is over, and records them together with the end of the lease. Never rejects. */
export async function serveLease(worker: DeliveryWorker, lease: Lease): Promise<void> {
  const { endpoint, beganAt } = lease;
  const attempts: DeliveryAttempt[] = [];
  let over = false;
  const mayBegin = () => {
    const now = performance.now();
    return !worker.stopped.aborted && !over && now < beganAt + sliceMs && now < lease.until;
  };
  const postNext = async (deliveries: Iterable<DueDelivery>) => {
    for (const delivery of deliveries) {
      if (!mayBegin()) return;
      const attempt = await attemptDelivery(worker, lease, delivery);
      attempts.push(attempt);
      if (endpoint.ordered && attempt.outcome !== 'delivered') over = true;
    }
  };
  const deliveries = endpoint.deliveries.values();
  const ended = await Promise.allSettled(Array.from({ length: lease.posts }, () => postNext(deliveries)));
  const broken = ended.find((result) => result.status === 'rejected');
  if (broken !== undefined) {
    const message = 'a delivery could not be sent; it is tried again when the lease has run out';
    worker.app.log.error({ err: broken.reason, endpointId: endpoint.id }, message);
  }
  await recordUntilWritten(worker, lease, attempts, broken === undefined);
}

/**
 * Retries until it is recorded, so that nothing is sent twice only because the database was unavailable or rows were
 * locked.
 */
async function recordUntilWritten(
  worker: DeliveryWorker,
  lease: Lease,
  attempts: DeliveryAttempt[],
  released: boolean,
): Promise<void> {
  const { app, id, recording } = worker;
  const { endpoint, tenantId } = lease;
  for (let tries = 1; ; tries += 1) {
    try {
      const write = () =>
        inTenant(app, serviceCaller(tenantId), (scope) =>
          recordOutcomes(scope, { endpoint, worker: id, released }, attempts),
        );
      return await recording(write);
    } catch (error) {
      if (worker.stopped.aborted) return;
      const lasting = /^2[23]/.test(codeOf(error) ?? ''); // The data is invalid, or violates a constraint.
      if (lasting || tries === maxRecordTries) {
        const message = 'attempts were not recorded; their deliveries are sent again when the lease has run out';
        return app.log.error({ err: error, endpointId: endpoint.id }, message);
      }
      await delay(Math.min(recordRetryMs.first * tries, recordRetryMs.longest));
    }
  }
}
