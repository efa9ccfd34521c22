// The event feed: an organization's events in the order in which they were written, for readers that ask for them
// instead of, or besides, getting webhooks.
import { feedCompleteUntil } from '../platform/db/events.ts';
import type { Scope } from '../platform/db/scope.ts';
import * as queries from './feed-queries.ts';

const hour = 3_600_000;
/** How long events, their deliveries and attempts are kept. */
export const eventRetentionMs = 30 * 24 * hour;
/**
 * How long after it was given a position can be continued from: a little less, as an event may be older than the first
 * page it could have been on.
 */
export const positionLifeMs = eventRetentionMs - hour;

const lowestId = '00000000-0000-0000-0000-000000000000';
/** The beginning of the feed: before the oldest event that is kept. */
export const feedBeginning: queries.FeedPosition = { at: '-infinity', id: lowestId };
/** Bounds the cost of a page whose filters fit few events. */
const maxEventsLookedAt = 5_000;

export type FeedPage = {
  readonly events: readonly queries.FeedEvent[];
  /** Where the next page begins. */
  readonly next: queries.FeedPosition;
  /** Whether there is more to read at once. */
  readonly hasMore: boolean;
};

/**
 * Reads the events after a position, at most `limit`. What running transactions write comes later in the order than
 * what is returned, so a reader that continues at `next` gets every event once.
 */
export async function readFeed(
  scope: Scope,
  after: queries.FeedPosition,
  filters: queries.FeedFilters,
  limit: number,
  maxEvents = maxEventsLookedAt,
): Promise<FeedPage> {
  const until = await feedCompleteUntil(scope);
  const stretch = { after, until, maxEvents };
  const found = await queries.listFeedEvents(scope, stretch, filters, limit + 1);
  const events = found.slice(0, limit);
  const last = events.at(-1);
  if (found.length > limit && last !== undefined) return { events, next: { at: last.at, id: last.id }, hasMore: true };
  const end = await queries.findStretchEnd(scope, stretch); // Past the events that the filters leave out.
  if (end === undefined) return { events, next: after, hasMore: false };
  return { events, next: { at: end.at, id: end.id }, hasMore: end.events === maxEvents };
}

/**
 * The end of the feed: a reader that begins here gets what is written from now on, and what running transactions write.
 */
export async function findFeedEnd(scope: Scope): Promise<queries.FeedPosition> {
  return { at: await feedCompleteUntil(scope), id: lowestId };
}
