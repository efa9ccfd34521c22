// Integration API: webhook endpoints.
import {
  createdResponse,
  noContentAfter,
  operation,
  showsNew,
  showsNothing,
  showsPage,
  tagged,
} from '../../http/operation.ts';
import { pageResponse, pagingQuery } from '../../http/paging.ts';
import { Type } from '../../http/schemas.ts';
import { endpointOrders, listEndpoints } from '../../webhooks/endpoint-queries.ts';
import { createEndpoint, deleteEndpoint } from '../../webhooks/endpoints.ts';
import { EndpointBody, NewEndpointBody, writtenEndpointFields } from './webhook-bodies.ts';

const sortable = Object.keys(endpointOrders);

const list = operation({
  name: 'listWebhooks',
  route: 'GET /webhooks',
  summary: 'List webhook endpoints',
  description: 'The organization’s endpoints, without their secrets.',
  permission: 'webhooks:manage',
  rules: ['unlogged'],
  query: Type.Object(pagingQuery(sortable)),
  responses: showsPage('A page of endpoints.', EndpointBody),
  openPoints: ['P-1', 'P-2', 'P-46'],
  handle: (scope, { path, query }) =>
    pageResponse(scope, { path, query }, sortable, (page) => listEndpoints(scope, page)),
});

const create = operation({
  name: 'createWebhook',
  route: 'POST /webhooks',
  summary: 'Create a webhook endpoint',
  description:
    'Every new event of these types is posted to the URL, signed with the secret in the response. Delivery is at least once, without guaranteed order (the console API can enable it); respond with 2xx within 15 seconds. The header webhook-id is the same for every attempt.',
  permission: 'webhooks:manage',
  body: Type.Object(writtenEndpointFields, { title: 'NewWebhookEndpoint', 'x-open-point': 'P-46' }),
  responses: showsNew('The endpoint, with its secret.', NewEndpointBody),
  errors: ['too_many_endpoints'],
  openPoints: ['P-46', 'P-50', 'P-51', 'P-52', 'P-53', 'P-54', 'P-55', 'P-56', 'P-57', 'P-73', 'P-113'],
  handle: async (scope, { body }) => {
    const endpoint = await createEndpoint(scope, body);
    return createdResponse(endpoint, `${scope.config.basePath}/webhooks/${endpoint.id}`);
  },
});

const remove = operation({
  name: 'deleteWebhook',
  route: 'DELETE /webhooks/:id',
  summary: 'Delete a webhook endpoint',
  description: 'No more events are posted to it, and its delivery log is deleted.',
  permission: 'webhooks:manage',
  responses: showsNothing('Deleted.'),
  openPoints: ['P-46'],
  handle: noContentAfter(deleteEndpoint),
});

export const webhookOperations = tagged('Webhooks', [list, create, remove]);
