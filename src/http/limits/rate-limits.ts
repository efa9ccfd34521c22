// Rate limits: token buckets per credential, organization and network address, in this process's memory or shared (open
// point P-9).
import { TooManyRequests } from '../../platform/errors.ts';
import { makeLruCache } from '../../platform/processes/lru-cache.ts';

/** A bucket holds `quota` tokens and refills evenly over `windowSeconds`. `counts` says to a caller what is counted. */
export type Policy = {
  readonly name: string;
  readonly counts: string;
  readonly quota: number;
  readonly windowSeconds: number;
};
type Bucket = { tokens: number; at: number };

export type LimitState = { readonly policy: Policy; readonly remaining: number; readonly resetSeconds: number };

/** The bucket is empty. The response reports this in the same headers as every other response. */
export class Limited extends TooManyRequests {
  readonly limitState: LimitState;
  constructor(retryAfter: number, limitState: LimitState) {
    const { counts, quota, windowSeconds } = limitState.policy;
    super(retryAfter, 'rate_limited', `At most ${quota} ${counts} in ${windowSeconds} seconds.`);
    this.limitState = limitState;
  }
}

/** In-memory buckets return at once; shared ones (shared-rate-limits.ts) return a promise. */
export type Buckets = {
  /** Takes a token. Throws Limited if there is none. */
  take(policy: Policy, key: string, now: Date): LimitState | Promise<LimitState>;
  /** Returns a token for a request that should not count. */
  giveBack(policy: Policy, key: string): void | Promise<void>;
};

const maxCallers = 100_000;

/**
 * In-memory buckets. A full bucket equals no bucket, so the least recently used ones are dropped when there are many.
 */
export function makeBuckets() {
  const buckets = makeLruCache<Bucket>(maxCallers);
  return {
    take(policy, key, now) {
      const name = `${policy.name}:${key}`;
      const bucket = fill(buckets.get(name), policy, now.getTime());
      const taken = bucket.tokens >= 1;
      if (taken) {
        bucket.tokens -= 1;
        buckets.set(name, bucket);
      }
      return limitStateAfter(policy, taken, bucket.tokens);
    },
    giveBack(policy, key) {
      const bucket = buckets.get(`${policy.name}:${key}`);
      if (bucket !== undefined) bucket.tokens = Math.min(policy.quota, bucket.tokens + 1);
    },
  } satisfies Buckets;
}

/** Returns the bucket at a moment, with the tokens refilled since its last use. */
function fill(bucket: Bucket | undefined, policy: Policy, at: number): Bucket {
  if (bucket === undefined) return { tokens: policy.quota, at };
  const flowed = (Math.max(0, at - bucket.at) / 1000 / policy.windowSeconds) * policy.quota;
  return { tokens: Math.min(policy.quota, bucket.tokens + flowed), at: Math.max(at, bucket.at) };
}

/** Returns the state of a policy with this many tokens left. Throws Limited if none could be taken. */
export function limitStateAfter(policy: Policy, taken: boolean, tokens: number): LimitState {
  const { quota, windowSeconds } = policy;
  const resetSeconds = Math.ceil(((quota - tokens) * windowSeconds) / quota);
  const limitState = { policy, remaining: Math.floor(tokens), resetSeconds };
  if (!taken) throw new Limited(((1 - tokens) * windowSeconds) / quota, limitState);
  return limitState;
}

/** The headers of draft-ietf-httpapi-ratelimit-headers: the policies in force and what is left of them. */
export function limitHeaders(limitStates: readonly LimitState[]): Record<string, string> {
  return {
    'ratelimit-policy': limitStates
      .map(({ policy }) => `"${policy.name}";q=${policy.quota};w=${policy.windowSeconds}`)
      .join(', '),
    ratelimit: limitStates
      .map(({ policy, remaining, resetSeconds }) => `"${policy.name}";r=${remaining};t=${resetSeconds}`)
      .join(', '),
  };
}
