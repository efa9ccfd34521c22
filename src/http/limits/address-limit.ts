// Rate limit by network address, for requests without a known valid credential (open point P-9).
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { networkOf, networksOfSite, siteOf } from '../../identity/sign-in-throttle.ts';
import type { AppContext } from '../../platform/db/scope.ts';
import type { OperationRule } from '../operation.ts';
import { type Buckets, type LimitState, limitHeaders, type Policy } from './rate-limits.ts';

export type AddressCounts = { readonly app: AppContext; readonly buckets: Buckets };

/** Counts a request for its network address, and for the site that has it. Throws Limited. */
export async function countForAddress({ app, buckets }: AddressCounts, request: FastifyRequest): Promise<LimitState> {
  const site = siteOf(request.ip);
  if (site !== undefined) await buckets.take(sitePolicyOf(app), site, app.clock());
  return buckets.take(policyOf(app), networkOf(request.ip), app.clock());
}

/**
 * Makes the hook that counts a request without a caller for its network address, before anything is read. Throws
 * Limited.
 */
export function countStranger(context: AddressCounts, rules: ReadonlySet<OperationRule>): onRequestAsyncHookHandler {
  return async (request, reply) => {
    const limitState = await countForAddress(context, request);
    if (rules.has('always counted')) reply.headers(limitHeaders([limitState]));
  };
}

/** Undoes the count: the request was no failed attempt. */
export async function uncountForAddress({ app, buckets }: AddressCounts, request: FastifyRequest): Promise<void> {
  const site = siteOf(request.ip);
  if (site !== undefined) await buckets.giveBack(sitePolicyOf(app), site);
  return buckets.giveBack(policyOf(app), networkOf(request.ip));
}

function sitePolicyOf(app: AppContext): Policy {
  const policy = policyOf(app);
  const counts = 'requests without a valid credential from this network (IPv6 /48)';
  return { ...policy, name: 'site', counts, quota: policy.quota * networksOfSite };
}

function policyOf({ config }: AppContext): Policy {
  return {
    name: 'address',
    counts: 'requests without a valid credential from this network address',
    quota: config.rateLimits.address,
    windowSeconds: 60,
  };
}
