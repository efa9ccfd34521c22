// The types of webhook delivery.

import type { AppContext } from '../platform/db/scope.ts';
import type { LeasedEndpoint } from './delivery-queries.ts';
import type { makeSecretDecrypter } from './signing-secrets.ts';

/** An endpoint while this worker has it; times are of performance.now(). */
export type Lease = {
  readonly tenantId: string;
  readonly endpoint: LeasedEndpoint;
  /** How many posts at once. */
  readonly posts: number;
  readonly beganAt: number;
  /** Counted from before the lease was asked for; without prolongations. */
  readonly until: number;
};

export type DeliveryWorker = {
  readonly app: AppContext;
  readonly id: string;
  readonly attemptMs: number;
  readonly openSecret: ReturnType<typeof makeSecretDecrypter>;
  /** Runs a few at a time, so that recording leaves connections to others. */
  readonly recording: <T>(work: () => Promise<T>) => Promise<T>;
  /** Aborted when nothing more is to be begun. */
  readonly stopped: AbortSignal;
};
