// SQL of the event feed: an organization's events in an order in which none is ever added before one that was read.

import type { Scope } from '../platform/db/scope.ts';
import type { EventType } from '../platform/values/event-types.ts';

/** A position in the feed: after the event of this time and id. */
export type FeedPosition = { readonly at: string; readonly id: string };

export type FeedFilters = { readonly type?: EventType | undefined; readonly buildingId?: string | undefined };

/** A stretch of the feed: after a position, and before a time from feedCompleteUntil. */
type FeedRange = {
  readonly after: FeedPosition;
  readonly until: string;
  /** The number of events to look at, wanted or not, so that a rare type costs no more than any other. */
  readonly maxEvents: number;
};

export type FeedEvent = {
  readonly id: string;
  readonly at: string;
  readonly buildingId: string | null;
  /** The exact text that webhooks send. */
  readonly body: string;
};

/** The events of a stretch that pass the filters, at most `limit`. */
export async function listFeedEvents(
  scope: Scope,
  stretch: FeedRange,
  { type, buildingId }: FeedFilters,
  limit: number,
): Promise<FeedEvent[]> {
  const { db } = scope;
  return db<FeedEvent[]>`
    select e.id, e.recorded_at::text as at, e.building_id, e.body from (${eventsOf(scope, stretch)} limit ${stretch.maxEvents}) e
     where true ${type === undefined ? db`` : db`and e.type = ${type}`} ${buildingId === undefined ? db`` : db`and e.building_id = ${buildingId}`}
     order by e.recorded_at, e.id limit ${limit}`;
}

/** The last event of a stretch, and how many it has; undefined if it has none. */
export async function findStretchEnd(
  scope: Scope,
  stretch: FeedRange,
): Promise<(FeedPosition & { readonly events: number }) | undefined> {
  const { db } = scope;
  const [end] = await db<(FeedPosition & { events: number })[]>`
    select e.recorded_at::text as at, e.id, count(*) over () as events from (${eventsOf(scope, stretch)} limit ${stretch.maxEvents}) e
     order by e.recorded_at desc, e.id desc limit 1`;
  return end;
}

function eventsOf({ db, caller }: Scope, { after, until }: FeedRange) {
  return db`
    select id, type, building_id, body, recorded_at from events
     where tenant_id = ${caller.tenantId} and not test
       and (recorded_at, id) > (${after.at}::timestamptz, ${after.id}::uuid) and recorded_at < ${until}::timestamptz
     order by recorded_at, id`;
}
