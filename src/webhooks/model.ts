// The types of webhook delivery.

import type { AppContext } from '../platform/db/scope.ts';
import type { LeasedEndpoint } from './delivery-queries.ts';
import type { makeSecretDecrypter } from './signing-secrets.ts';

/** An endpoint leased by this worker; times are of performance.now(). */
export type Lease = {
  readonly tenantId: string;
  readonly endpoint: LeasedEndpoint;
  /** How far the organization's clock is ahead, in milliseconds. */
  readonly clockAheadMs: number;
  /** The number of concurrent posts. */
  readonly posts: number;
  readonly beganAt: number;
  /** Measured from before the lease was requested; without renewals. */
  readonly until: number;
};

export type DeliveryWorker = {
  readonly app: AppContext;
  readonly id: string;
  readonly attemptMs: number;
  readonly openSecret: ReturnType<typeof makeSecretDecrypter>;
  /** Runs a few at a time, so that recording leaves connections for others. */
  readonly recording: <T>(work: () => Promise<T>) => Promise<T>;
  /** Aborted when nothing more should start. */
  readonly stopped: AbortSignal;
};
