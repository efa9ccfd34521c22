// Console API: managing webhook endpoints (delivery log, retries, tests, secrets, order, disabling and enabling).

import type { OperationResponse } from '../../http/model.ts';
import { okResponse, operation, showsAccepted, showsData, showsPage, tagged } from '../../http/operation.ts';
import { pageResponse, pagingQuery } from '../../http/paging.ts';
import { Id, Instant, Nullable, OneOf, type TSchema, Type } from '../../http/schemas.ts';
import { eventTypes } from '../../platform/values/event-types.ts';
import { deliveryOrders, listDeliveries } from '../../webhooks/admin/admin-queries.ts';
import {
  changeEndpoint,
  disableEndpoint,
  enableEndpoint,
  getDelivery,
  getEndpointDetails,
  recoverEndpoint,
  redeliver,
  sendTest,
} from '../../webhooks/admin/manage-endpoints.ts';
import { rotateSecret } from '../../webhooks/admin/rotate-secret.ts';
import { deliveryStatuses } from '../../webhooks/delivery-queries.ts';
import { endpointStatuses } from '../../webhooks/endpoint-queries.ts';
import { getEndpoint } from '../../webhooks/endpoints.ts';
import { attemptOutcomes } from '../../webhooks/outcomes.ts';
import { writtenEndpointFields } from '../api/webhook-bodies.ts';

const sortable = Object.keys(deliveryOrders);
const nullable = (schema: TSchema) => Type.Union([schema, Type.Null()]);
const Count = Type.Integer({ minimum: 0, examples: [3] });

const delivery = {
  id: Type.String({ ...Id, description: 'The header webhook-id of every attempt.' }),
  endpointId: Id,
  eventId: Id,
  event: OneOf(eventTypes),
  test: Type.Boolean({ description: 'A test of the endpoint, without a real event.' }),
  status: OneOf(deliveryStatuses, { description: 'skipped: the event occurred while the endpoint was disabled.' }),
  attempts: Count,
  nextAttemptAt: Nullable(Instant),
  createdAt: Instant,
  updatedAt: Instant,
  finishedAt: Nullable(Instant),
  requestId: Nullable(
    Type.String({
      description: 'The request that caused the event (X-Request-Id); null for the service’s own work.',
      examples: ['0d1f7c2e-6f0b-4f0e-9b54-3a1f2c7d5e90'],
      'x-open-point': 'P-118',
    }),
  ),
  body: Type.String({
    description: 'The exact text that is signed and sent.',
    examples: ['{"event":"invoice.paid","timestamp":"2026-11-20T09:00:00.000Z","tenantId":"…","data":{}}'],
  }),
};
const DeliveryBody = Type.Object(delivery);
const attempt = Type.Object({
  number: Count,
  at: Instant,
  outcome: OneOf(attemptOutcomes, { description: 'http_status: the receiver responded, but not with 2xx.' }),
  status: nullable(Type.Integer({ examples: [503] })),
  latencyMs: Type.Integer({ examples: [48] }),
  response: Nullable(Type.String({ description: 'The beginning of the response, or the error.', examples: ['ok'] })),
});
const DeliveryWithAttempts = Type.Object({ ...delivery, attemptLog: Type.Array(attempt) });

const EndpointDetailsBody = Type.Object({
  id: Id,
  url: Type.String({ examples: ['https://example.org/haldur/events'] }),
  events: Type.Array(OneOf(eventTypes)),
  buildingIds: Type.Array(Id, {
    description: 'The buildings whose events it gets; empty: all.',
    'x-open-point': 'P-113',
  }),
  status: OneOf(endpointStatuses),
  ordered: Type.Boolean({
    description: 'Deliveries are sent one at a time, oldest first; a failing one blocks those after it.',
  }),
  secretHint: Type.String({ examples: ['whsec_…LaSw'] }),
  nextSecretHint: Nullable(Type.String({ examples: ['whsec_…9f2Q'] })),
  nextSecretAt: Nullable(Instant),
  disabledAt: Nullable(Instant),
  disabledReason: Nullable(Type.String({ examples: ['The receiver answered 410 Gone.'] })),
  failingSince: Nullable(Instant),
  lastSuccessAt: Nullable(Instant),
  health: Type.Object({
    since: Instant,
    attempts: Count,
    successShare: nullable(Type.Number({ description: 'From 0 to 1.', examples: [0.9981] })),
    p95LatencyMs: nullable(Type.Integer({ examples: [120] })),
    pending: Count,
    recoverable: Type.Integer({ description: 'Failed and skipped deliveries of the last 14 days.', examples: [0] }),
  }),
  createdAt: Instant,
  updatedAt: Instant,
});

const accepted = (body: unknown): OperationResponse => ({ ...okResponse(body), status: 202 });
const moment = (text: string | undefined) => (text === undefined ? undefined : new Date(text));

const details = operation({
  name: 'getWebhookDetails',
  route: 'GET /webhooks/:id',
  summary: 'Fetch an endpoint with its health',
  description:
    'The results of the attempts of the last 24 hours (of the 10,000 last changed deliveries), and the waiting deliveries.',
  permission: 'webhooks:manage',
  rules: ['unlogged'],
  responses: showsData('The endpoint.', EndpointDetailsBody),
  openPoints: ['P-46'],
  handle: async (scope, { params: { id = '' } }) => okResponse(await getEndpointDetails(scope, id)),
});

const change = operation({
  name: 'changeWebhook',
  route: 'PATCH /webhooks/:id',
  summary: 'Change an endpoint',
  description:
    'Changes only the given fields; the secret and the delivery log stay. Waiting deliveries go to the new URL. Events and buildings apply to events from now on. ordered: one delivery at a time, oldest first. A failed one is retried as scheduled, and those after it wait until it is delivered or given up. Off by default: then up to four are sent at once, without guaranteed order.',
  permission: 'webhooks:manage',
  body: Type.Object(
    { ...Type.Partial(Type.Object(writtenEndpointFields)).properties, ordered: Type.Optional(Type.Boolean()) },
    { minProperties: 1, examples: [{ url: 'https://example.org/haldur/v2/events', ordered: true }] },
  ),
  responses: showsData('The endpoint.', EndpointDetailsBody),
  openPoints: ['P-55', 'P-112', 'P-113'],
  handle: async (scope, { params: { id = '' }, body }) => okResponse(await changeEndpoint(scope, id, body)),
});

const list = operation({
  name: 'listDeliveries',
  route: 'GET /webhooks/:id/deliveries',
  summary: 'List the deliveries of an endpoint',
  description: 'The delivery log of the last 30 days. To keep a copy in sync, pass updatedSince and sort=updatedAt.',
  permission: 'webhooks:manage',
  rules: ['unlogged'],
  query: Type.Object({
    ...pagingQuery(sortable),
    status: Type.Optional(OneOf(deliveryStatuses)),
    event: Type.Optional(OneOf(eventTypes)),
    since: Type.Optional(Type.String({ format: 'date-time', description: 'Events at or after this time.' })),
    until: Type.Optional(Type.String({ format: 'date-time', description: 'Events before this time.' })),
  }),
  responses: showsPage('A page of deliveries.', DeliveryBody),
  openPoints: ['P-46'],
  handle: async (scope, { path, params: { id = '' }, query }) => {
    await getEndpoint(scope, id);
    const { status, event, since, until } = query;
    const filters = { status, event, since: moment(since), until: moment(until) };
    return pageResponse(scope, { path, query }, sortable, (page) => listDeliveries(scope, id, filters, page));
  },
});

const getOne = operation({
  name: 'getDelivery',
  route: 'GET /deliveries/:id',
  summary: 'Fetch a delivery with its attempts',
  description: 'The newest 100 attempts, oldest first.',
  permission: 'webhooks:manage',
  rules: ['unlogged'],
  responses: showsData('The delivery.', DeliveryWithAttempts),
  openPoints: ['P-46'],
  handle: async (scope, { params: { id = '' } }) => okResponse(await getDelivery(scope, id)),
});

const redeliverOperation = operation({
  name: 'redeliver',
  route: 'POST /deliveries/:id/redeliver',
  summary: 'Send a delivery again',
  description:
    'One attempt, at once, with the same bytes and the same webhook-id. It does not affect the retry schedule: if it fails, the delivery does not change; if it succeeds, remaining retries are dropped.',
  permission: 'webhooks:manage',
  responses: showsAccepted('The attempt is queued.', DeliveryBody),
  errors: ['endpoint_disabled', 'attempt_under_way'],
  openPoints: ['P-46'],
  handle: async (scope, { params: { id = '' } }) => accepted(await redeliver(scope, id)),
});

const test = operation({
  name: 'testWebhook',
  route: 'POST /webhooks/:id/test',
  summary: 'Send a test event',
  description:
    'An event of the given type (default: the endpoint’s first type) about objects that do not exist, with the header webhook-test: true. One attempt.',
  permission: 'webhooks:manage',
  body: Type.Optional(Type.Object({ event: Type.Optional(OneOf(eventTypes, { examples: ['invoice.paid'] })) })),
  responses: showsAccepted('The queued delivery.', DeliveryBody),
  errors: ['endpoint_disabled'],
  openPoints: ['P-46'],
  handle: async (scope, { params: { id = '' }, body }) => accepted(await sendTest(scope, id, body.event)),
});

const rotate = operation({
  name: 'rotateSecret',
  route: 'POST /webhooks/:id/rotate-secret',
  summary: 'Replace the signing secret',
  description:
    'Returns a new secret, once. Until activatesAt the old secret signs X-Service-Signature, and webhook-signature has both signatures; after that the old secret is no longer used. With immediate, every old secret is dropped at once.',
  permission: 'webhooks:manage',
  body: Type.Optional(
    Type.Object({
      activateAt: Type.Optional(
        Type.String({
          format: 'date-time',
          description: 'When the new secret comes into use: default 24 hours from now, at most 7 days ahead.',
          examples: ['2026-11-27T09:00:00.000Z'],
        }),
      ),
      immediate: Type.Optional(Type.Boolean({ description: 'For a leaked secret.', examples: [false] })),
    }),
  ),
  responses: showsData(
    'The new secret.',
    Type.Object({
      secret: Type.String({ examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazfsLVQQgyo='] }),
      activatesAt: Instant,
    }),
  ),
  errors: ['rotation_announced'],
  openPoints: ['P-52'],
  handle: async (scope, { params: { id = '' }, body }) =>
    okResponse(await rotateSecret(scope, id, { activateAt: moment(body.activateAt), immediate: body.immediate })),
});

const recoverOperation = operation({
  name: 'recoverDeliveries',
  route: 'POST /webhooks/:id/recover',
  summary: 'Resend failed and skipped deliveries',
  description:
    'All since a time, at most 14 days back: each message once, oldest first, each with a full retry schedule. At most 50,000 per request; more reports whether to repeat the request.',
  permission: 'webhooks:manage',
  body: Type.Object({
    since: Type.String({ format: 'date-time', examples: ['2026-11-20T00:00:00.000Z'] }),
    until: Type.Optional(Type.String({ format: 'date-time', examples: ['2026-11-20T12:00:00.000Z'] })),
  }),
  responses: showsAccepted(
    'The number of queued deliveries.',
    Type.Object({ since: Instant, until: Instant, queued: Count, more: Type.Boolean() }),
  ),
  errors: ['endpoint_disabled'],
  openPoints: ['P-46'],
  handle: async (scope, { params: { id = '' }, body }) =>
    accepted(await recoverEndpoint(scope, id, { since: new Date(body.since), until: moment(body.until) })),
});

const disable = operation({
  name: 'disableWebhook',
  route: 'POST /webhooks/:id/disable',
  summary: 'Disable an endpoint',
  description: 'Nothing more is sent; events are stored as skipped, so that a recovery can send them.',
  permission: 'webhooks:manage',
  responses: showsData('The endpoint.', EndpointDetailsBody),
  openPoints: ['P-46'],
  handle: async (scope, { params: { id = '' } }) => okResponse(await disableEndpoint(scope, id)),
});

const enable = operation({
  name: 'enableWebhook',
  route: 'POST /webhooks/:id/enable',
  summary: 'Enable an endpoint',
  description: 'It gets events again from now on. A recovery sends the missed ones.',
  permission: 'webhooks:manage',
  responses: showsData('The endpoint.', EndpointDetailsBody),
  openPoints: ['P-46'],
  handle: async (scope, { params: { id = '' } }) => okResponse(await enableEndpoint(scope, id)),
});

export const webhookOperations = tagged('Webhooks', [
  details,
  change,
  list,
  getOne,
  redeliverOperation,
  test,
  rotate,
  recoverOperation,
  disable,
  enable,
]);
