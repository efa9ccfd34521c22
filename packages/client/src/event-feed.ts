// The event feed as an iterator that keeps the cursor: what a webhook would bring, in order and without gaps.
import type { WebhookEvent } from './generated/operations.ts';
import { type HttpClient, type RequestOptions, wait } from './http.ts';

/** An event of the feed: the body of a webhook, with its id and building. */
export type BuildingEvent = WebhookEvent & { readonly id: string; readonly buildingId: string | null };

export type FeedOptions = {
  /** The cursor that you stored last. Without one the feed begins with the oldest event of the last 30 days. */
  readonly after?: string | undefined;
  /** `now`, instead of `after`: only events from now on. */
  readonly start?: 'oldest' | 'now' | undefined;
  readonly type?: WebhookEvent['event'] | undefined;
  readonly buildingId?: string | undefined;
  /** Of a page; 500 by default. */
  readonly limit?: number | undefined;
  /**
   * Ask again so many milliseconds after the last event, until `signal`. Without it the feed ends with the last event.
   */
  readonly pollMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
};

export type FeedPage = {
  readonly events: readonly BuildingEvent[];
  /** Store it together with the events. */
  readonly cursor: string;
};

/** All events of the feed: `for await (const event of feed)`. Nothing is requested before. */
export type EventFeed = AsyncIterable<BuildingEvent> & {
  /**
   * Where the next feed goes on, as `after`: behind all pages whose events were read. Undefined before the first page.
   */
  readonly cursor: string | undefined;
  /** The events page by page, to store each page with its cursor. */
  pages(): AsyncIterable<FeedPage>;
};

/** Makes a feed on an HTTP client of the console API. */
export function makeEventFeed(http: HttpClient, options: FeedOptions): EventFeed {
  const { after, start, type, buildingId, limit = 500, pollMs, signal } = options;
  let cursor = after;
  const requestOptions: RequestOptions = signal === undefined ? {} : { signal };
  async function* pages(): AsyncGenerator<FeedPage> {
    for (;;) {
      const query = { after: cursor, start: cursor === undefined ? start : undefined, type, buildingId, limit };
      const { data, pagination } = await http.response<BuildingEvent[]>(
        { method: 'GET', path: '/events', query },
        requestOptions,
      );
      const next = pagination?.nextCursor ?? cursor ?? '';
      yield { events: data, cursor: next };
      cursor = next;
      if (pagination?.hasMore === true) continue;
      if (pollMs === undefined) return;
      await wait(pollMs, signal);
    }
  }
  return {
    get cursor() {
      return cursor;
    },
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const page of pages()) yield* page.events;
    },
  };
}
