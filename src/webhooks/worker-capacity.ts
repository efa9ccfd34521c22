// Worker capacity: how many endpoints one worker serves at once, so that slow or failing ones never block others.

/** Concurrent posts to one endpoint; one if it fails or is ordered. */
const maxPostsPerEndpoint = 4;
const maxEndpoints = 50;
/** An endpoint that takes longer than this stops using a slot, but its sockets stay open. */
const slowAfterMs = 500;
/** Concurrent posts, including those to slow endpoints. */
const maxPosts = 1000;
/** The part of both available to failing endpoints. */
const maxFailingShare = 0.75;

type ActiveLease = {
  readonly beganAt: number;
  readonly posts: number;
  readonly endpoint: { readonly failing: boolean };
};

/** The number of concurrent posts of an endpoint. */
export function maxPostsFor(endpoint: { readonly failing: boolean; readonly ordered: boolean }): number {
  return endpoint.failing || endpoint.ordered ? 1 : maxPostsPerEndpoint;
}

/**
 * How many more endpoints may be served, and whether failing ones may be among them; times are of performance.now().
 */
export function freeCapacity(
  activeLeases: Iterable<ActiveLease>,
  now: number,
): { endpoints: number; failingToo: boolean } {
  let [endpoints, posts, failingEndpoints, failingPosts] = [0, 0, 0, 0];
  for (const lease of activeLeases) {
    const counts = now - lease.beganAt < slowAfterMs ? 1 : 0;
    endpoints += counts;
    posts += lease.posts;
    if (!lease.endpoint.failing) continue;
    failingEndpoints += counts;
    failingPosts += lease.posts;
  }
  return {
    endpoints: Math.max(0, Math.min(maxEndpoints - endpoints, Math.floor((maxPosts - posts) / maxPostsPerEndpoint))),
    failingToo: failingEndpoints < maxEndpoints * maxFailingShare && failingPosts < maxPosts * maxFailingShare,
  };
}
