// Room: how many endpoints one worker serves at once, so that those that are slow or fail never take the place of others.

/** Posts on their way to one endpoint; to one that fails, or wants its deliveries in order, there is one. */
const maxPostsPerEndpoint = 4;
const maxEndpoints = 50;
/** An endpoint that takes longer than this is nothing but open sockets, and counts among the endpoints no more. */
const slowAfterMs = 500;
/** Posts at once, those to slow endpoints included. */
const maxPosts = 1000;
/** What endpoints that fail may take of both. */
const maxFailingShare = 0.75;

type ActiveLease = {
  readonly beganAt: number;
  readonly posts: number;
  readonly endpoint: { readonly failing: boolean };
};

/** How many posts at once an endpoint gets. */
export function maxPostsFor(endpoint: { readonly failing: boolean; readonly ordered: boolean }): number {
  return endpoint.failing || endpoint.ordered ? 1 : maxPostsPerEndpoint;
}

/** How many endpoints more may be served beside those that are, and whether endpoints that fail may be among them; times as performance.now() has them. */
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
