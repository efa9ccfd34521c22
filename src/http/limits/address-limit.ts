// Rate limit by network address, for requests without a known valid credential (open point P-9).
import type { FastifyRequest } from 'fastify';
import { networkOf } from '../../identity/sign-in-throttle.ts';
import type { AppContext } from '../../platform/db/scope.ts';
import type { Buckets, LimitState, Policy } from './rate-limits.ts';

export type AddressCounts = { readonly app: AppContext; readonly buckets: Buckets };

/** Counts a request for its network address. Throws Limited. */
export function countForAddress(
  { app, buckets }: AddressCounts,
  request: FastifyRequest,
): LimitState | Promise<LimitState> {
  return buckets.take(policyOf(app), networkOf(request.ip), app.clock());
}

/** Undoes the count: the request was no failed attempt. */
export function uncountForAddress({ app, buckets }: AddressCounts, request: FastifyRequest): void | Promise<void> {
  return buckets.giveBack(policyOf(app), networkOf(request.ip));
}

function policyOf({ config }: AppContext): Policy {
  return {
    name: 'address',
    counts: 'requests without a valid credential from this network address',
    quota: config.rateLimits.address,
    windowSeconds: 60,
  };
}
