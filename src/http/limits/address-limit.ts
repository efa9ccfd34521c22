// Rate limit by network address: requests without a known valid credential are counted before any other work.
import type { FastifyRequest } from 'fastify';
import { wasRecentlyValid, withCredential } from '../../identity/authenticate.ts';
import { networkOf } from '../../identity/sign-in-throttle.ts';
import type { PresentedCredential } from '../../identity/tokens.ts';
import type { AppContext } from '../../platform/db/scope.ts';
import type { Buckets, Policy, Standing } from './rate-limits.ts';

type Counting = { readonly app: AppContext; readonly buckets: Buckets };

/** Counts a request for its network address. Throws Limited. */
export function countForAddress({ app, buckets }: Counting, request: FastifyRequest): Standing | Promise<Standing> {
  return buckets.take(policyOf(app), networkOf(request.ip), app.clock());
}

/** Undoes the count: the request was no failed attempt. */
export function uncountForAddress({ app, buckets }: Counting, request: FastifyRequest): void | Promise<void> {
  return buckets.giveBack(policyOf(app), networkOf(request.ip));
}

function policyOf({ config }: AppContext): Policy {
  return { name: 'address', quota: config.rateLimits.address, windowSeconds: 60 };
}

const lookUps = new Map<string, Promise<void>>();

/**
 * Checks that a credential was valid at least once. A credential that is new to this process is counted for its network address before the look-up, and
 * the count is undone if it is valid. Concurrent requests with the same credential share one look-up. Throws Limited and Unauthenticated.
 */
export async function meetCredential(
  counting: Counting,
  request: FastifyRequest,
  credential: PresentedCredential,
): Promise<void> {
  if (wasRecentlyValid(credential)) return;
  const key = credential.hash.toString('base64');
  const lookUp = lookUps.get(key) ?? lookUpCounted(counting, request, credential).finally(() => lookUps.delete(key));
  lookUps.set(key, lookUp);
  await lookUp;
}

async function lookUpCounted(
  counting: Counting,
  request: FastifyRequest,
  credential: PresentedCredential,
): Promise<void> {
  await countForAddress(counting, request);
  await withCredential(counting.app, credential, 'read only', async () => {});
  await uncountForAddress(counting, request);
}
