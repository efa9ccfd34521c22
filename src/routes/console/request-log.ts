// Console API: the request log, for owners in person.
import { operation, showsPage, tagged } from '../../http/operation.ts';
import { pageResponse, plainPagingQuery } from '../../http/paging.ts';
import { listLoggedRequests, requestOrders, statusClasses } from '../../http/request-log/request-log-queries.ts';
import { Id, Instant, Nullable, OneOf, Type } from '../../http/schemas.ts';

const filterText = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 300, description }));

const LoggedRequestBody = Type.Object({
  id: Id,
  at: Type.String({ ...Instant, description: 'The time of the response.' }),
  caller: Type.Object({
    kind: OneOf(['user', 'key'], { examples: ['key'] }),
    id: Id,
    name: Nullable(Type.String({ description: 'null: a former member or a revoked key.', examples: ['Bookkeeping'] })),
  }),
  operation: Type.String({ description: 'The operationId.', examples: ['createBuilding'] }),
  method: Type.String({ examples: ['POST'] }),
  path: Type.String({
    description: 'With ids, without the query. What is not an id is shown as `{name}`.',
    examples: ['/api/buildings'],
  }),
  status: Type.Integer({ examples: [422] }),
  code: Nullable(Type.String({ description: 'The error code; null for a success.', examples: ['validation_failed'] })),
  durationMs: Type.Integer({ description: 'Milliseconds until the response began.', examples: [12] }),
  requestId: Type.String({ description: 'X-Request-Id.', examples: ['0d1f7c2e-6f0b-4f0e-9b54-3a1f2c7d5e90'] }),
  idempotencyKey: Nullable(Type.String({ description: 'Idempotency-Key.' })),
  ignored: Type.Array(Type.String({ examples: ['body.adress'] }), {
    description: 'Fields and parameters that the operation does not know, as in Haldur-Ignored.',
    examples: [['body.adress']],
  }),
});

const log = operation({
  name: 'listRequests',
  route: 'GET /request-log',
  summary: 'List the request log',
  description:
    'Requests of API keys and signed-in people of the last 14 days, newest first; of residents only failures. Never bodies, query values or network addresses. Written about a second after the response. Requests can be missing when the service is overloaded.',
  permission: 'request-log:read',
  query: Type.Object({
    ...plainPagingQuery(Object.keys(requestOrders)),
    sort: Type.Optional(OneOf(['-at', 'at'], { description: 'The sort order; default: newest first.' })),
    callerId: Type.Optional(Type.String({ ...Id, description: 'The person or the API key.' })),
    statusClass: Type.Optional(OneOf(statusClasses)),
    code: filterText('An error code.'),
    operation: filterText('An operationId.'),
    path: filterText('A part of the path, such as /invoices or an id.'),
    requestId: filterText('An X-Request-Id.'),
    idempotencyKey: filterText('An Idempotency-Key.'),
    ignored: Type.Optional(Type.Boolean({ description: 'true: only requests with ignored fields.' })),
    from: Type.Optional(Type.String({ ...Instant, description: 'At or after this time.' })),
    to: Type.Optional(Type.String({ ...Instant, description: 'Before this time.' })),
  }),
  responses: showsPage('A page of requests.', LoggedRequestBody),
  openPoints: ['P-117'],
  handle: (scope, { path, query }) => {
    const { from, to } = query;
    const filters = { ...query, from: from ? new Date(from) : undefined, to: to ? new Date(to) : undefined };
    return pageResponse(scope, { path, query }, ['-at', 'at'], (page) => listLoggedRequests(scope, filters, page));
  },
});

export const requestLogOperations = tagged('Settings', [log]);
