// Console API: the event feed, for programs that ask for events instead of, or besides, getting webhooks.
import { RequestError } from '../../http/errors.ts';
import type { OperationResponse } from '../../http/model.ts';
import { exampleId } from '../../http/openapi/example-values.ts';
import { operation, tagged } from '../../http/operation.ts';
import { linkToNext, makeCursor, pageLimit, pagingQuery, readCursor } from '../../http/paging.ts';
import { Id, Instant, Nullable, OneOf, Type } from '../../http/schemas.ts';
import type { Scope } from '../../platform/db/scope.ts';
import { Invalid, NotFound, queryProblem } from '../../platform/errors.ts';
import { type EventType, eventTypes } from '../../platform/values/event-types.ts';
import { buildingEverExisted } from '../../properties/property-queries.ts';
import { feedBeginning, findFeedEnd, positionLifeMs, readFeed } from '../../webhooks/event-feed.ts';
import type { FeedEvent, FeedPosition } from '../../webhooks/feed-queries.ts';
import { consoleBase } from './base-path.ts';

const { limit } = pagingQuery(['createdAt']);
const starts = ['oldest', 'now'] as const;

const EventBody = Type.Object(
  {
    id: Id,
    event: OneOf(eventTypes),
    timestamp: Type.String({ ...Instant, description: 'When it happened, in UTC.' }),
    tenantId: Id,
    data: Type.Object(
      {},
      {
        additionalProperties: true,
        description: 'As in the body of the webhook.',
        examples: [{ invoiceId: exampleId('invoice'), amount: 358.94 }],
      },
    ),
    buildingId: Nullable(Type.String({ ...Id, description: 'The building of its objects.' })),
  },
  { title: 'Event', 'x-open-point': 'P-110' },
);

type FeedQuery = {
  readonly after?: string;
  readonly start?: (typeof starts)[number];
  readonly type?: EventType;
  readonly buildingId?: string;
  readonly limit?: number;
};

const read = operation({
  name: 'listEvents',
  route: 'GET /events',
  summary: 'Read the event feed',
  description:
    'The events of the last 30 days, in the order in which they were recorded, with the bodies that webhooks send, and an id. Pass pagination.nextCursor as after: whoever does gets every event once, also of transactions that end late. There is always a nextCursor. If hasMore is false, ask again after a while.',
  permission: 'events:read',
  rules: ['unlogged'],
  query: Type.Object({
    after: Type.Optional(
      Type.String({
        maxLength: 2000,
        description: 'pagination.nextCursor of the previous page. It is valid for 30 days.',
      }),
    ),
    start: Type.Optional(
      OneOf(starts, {
        description:
          'Without after: where to begin. oldest (the default): with the oldest event that is kept. now: returns no events, but a cursor for those that follow.',
      }),
    ),
    type: Type.Optional(OneOf(eventTypes)),
    buildingId: Type.Optional(Id),
    limit,
  }),
  responses: {
    200: {
      description: 'A page of events.',
      schema: Type.Object({
        data: Type.Array(EventBody),
        pagination: Type.Object({
          limit: Type.Integer({ examples: [100] }),
          nextCursor: Type.String({
            description: 'Where the next page begins; also if this one is empty.',
            examples: ['eyJhdCI6IjIwMjYtMTEtMDIifQ'],
          }),
          hasMore: Type.Boolean({
            description:
              'Whether the next page can be read at once. A filtered page may be empty although there is more.',
          }),
        }),
      }),
    },
  },
  errors: ['not_found', 'cursor_expired'],
  openPoints: ['P-110', 'P-111'],
  handle: (scope, { query }) => feedResponse(scope, query),
});

async function feedResponse(scope: Scope, query: FeedQuery): Promise<OperationResponse> {
  const { after, start, type, buildingId } = query;
  const limit = pageLimit(query);
  if (buildingId !== undefined && !(await buildingEverExisted(scope, buildingId))) throw new NotFound();
  if (after !== undefined && start !== undefined)
    throw new Invalid([queryProblem('start', 'contradiction', 'Send after or start, not both.')]);
  const page =
    start === 'now'
      ? { events: [], next: await findFeedEnd(scope), hasMore: false }
      : await readFeed(
          scope,
          after === undefined ? feedBeginning : readPosition(scope, after),
          { type, buildingId },
          limit,
        );
  const nextCursor = writePosition(scope, page.next);
  const next = { ...query, start: undefined, after: nextCursor };
  return {
    status: 200,
    body: { data: page.events.map(toBody), pagination: { limit, nextCursor, hasMore: page.hasMore } },
    headers: page.hasMore ? linkToNext(`${consoleBase}/events`, next) : {},
  };
}

function toBody({ id, body, buildingId }: FeedEvent): object {
  return { id, ...JSON.parse(body), buildingId };
}

const cursorOwner = 'events';

/** A cursor also holds when it was given: its age says whether events that follow it may have been deleted. */
function writePosition(scope: Scope, { at, id }: FeedPosition): string {
  return makeCursor(scope, cursorOwner, [at, id, scope.realNow.toISOString()]);
}

function readPosition(scope: Scope, cursor: string): FeedPosition {
  const [at, id, given] = readCursor(scope, cursorOwner, cursor) ?? [];
  if (at === undefined || id === undefined || given === undefined) {
    const message = 'after is not a cursor of this feed. Pass pagination.nextCursor of the previous page, unchanged.';
    throw new Invalid([queryProblem('after', 'invalid_cursor', message)]);
  }
  if (scope.realNow.getTime() - Date.parse(given) > positionLifeMs) throw new RequestError('cursor_expired');
  return { at, id };
}

export const eventOperations = tagged('Webhooks', [read]);
