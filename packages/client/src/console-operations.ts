// Operations of the console API that integrations need: the event feed, bulk requests and the clock of a test
// organization.
import { type EventFeed, type FeedOptions, makeEventFeed } from './event-feed.ts';
import type { NewReading } from './generated/operations.ts';
import type { HttpClient, RequestOptions } from './http.ts';

/** A reading of any meter. */
export type BulkReading = NewReading & { readonly meterId: string };

export type BulkResident = {
  readonly name: string;
  readonly email?: string;
  readonly phone?: string;
  readonly language?: 'et' | 'en' | 'lv' | 'lt' | 'ru';
  readonly apartments?: readonly {
    readonly apartmentId: string;
    readonly since: string;
    readonly until?: string | null;
    readonly role?: 'owner' | 'tenant';
    readonly receivesInvoice?: boolean;
  }[];
  readonly externalId?: string;
  readonly metadata?: Readonly<Record<string, string>>;
};

/**
 * What became of one item: the id of what was created, or the problem that a request with this item alone would have.
 */
export type BulkItem = {
  /** Its place among the given items, from 0. */
  readonly index: number;
  readonly status: number;
  readonly id?: string;
  readonly problem?: { readonly code: string; readonly detail: string; readonly errors?: readonly object[] };
};
export type BulkResult = { readonly created: number; readonly failed: number; readonly items: readonly BulkItem[] };

export type TestClock = {
  readonly id: string;
  readonly name: string;
  /** The time of its clock. */
  readonly now: string;
  readonly clockAheadSeconds: number;
  readonly mailDomain: string;
};

/** Operations of `/console/api`, which is not part of the specification and may change with the console. */
export type ConsoleOperations = {
  /** The event feed: `GET /console/api/events`. */
  events(options?: FeedOptions): EventFeed;
  /** Submits any number of readings, 500 in a request. One that is rejected does not stop the others. */
  submitReadings(readings: readonly BulkReading[], options?: RequestOptions): Promise<BulkResult>;
  /** Creates any number of residents, 500 in a request. One that is rejected does not stop the others. */
  createResidents(residents: readonly BulkResident[], options?: RequestOptions): Promise<BulkResult>;
  /** The clock of the test organization that the key belongs to. */
  getTestOrganization(options?: RequestOptions): Promise<TestClock>;
  /** Moves that clock ahead: to a day, at the same time of day, or to a time. */
  moveTestClock(to: { readonly day: string } | { readonly time: string }, options?: RequestOptions): Promise<TestClock>;
};

/** The maximum of the service. */
const maxBulkItems = 500;

/** Makes the operations on an HTTP client of the console API. */
export function makeConsoleOperations(http: HttpClient): ConsoleOperations {
  return {
    events: (options = {}) => makeEventFeed(http, options),
    submitReadings: (readings, options) => inParts(http, '/readings/bulk', readings, options),
    createResidents: (residents, options) => inParts(http, '/residents/bulk', residents, options),
    getTestOrganization: (options) => http.object({ method: 'GET', path: '/test-organization' }, options),
    moveTestClock: (body, options) => http.object({ method: 'POST', path: '/test-clock', body }, options),
  };
}

/**
 * Sends items in as many requests as they need, and returns their results as one. A given key gets a number for each
 * part.
 */
async function inParts(
  http: HttpClient,
  path: string,
  given: readonly object[],
  options: RequestOptions = {},
): Promise<BulkResult> {
  const { idempotencyKey, ...others } = options;
  let [created, failed] = [0, 0];
  const items: BulkItem[] = [];
  for (let start = 0; start < given.length; start += maxBulkItems) {
    const body = { items: given.slice(start, start + maxBulkItems) };
    const key = idempotencyKey === undefined ? {} : { idempotencyKey: `${idempotencyKey}-${start / maxBulkItems + 1}` };
    const part = await http.object<BulkResult>({ method: 'POST', path, body }, { ...others, ...key });
    created += part.created;
    failed += part.failed;
    for (const item of part.items) items.push({ ...item, index: start + item.index });
  }
  return { created, failed, items };
}
