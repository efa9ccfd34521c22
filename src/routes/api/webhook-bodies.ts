// Bodies of webhook endpoints in the API.
import { Id, Instant, OneOf, Type } from '../../http/schemas.ts';
import { eventTypes } from '../../platform/values/event-types.ts';
import { endpointStatuses } from '../../webhooks/endpoint-queries.ts';

const buildings = { description: 'Only events of these buildings are sent; empty: of all.', 'x-open-point': 'P-113' };

/** What a program or a person writes about an endpoint. */
export const writtenEndpointFields = {
  url: Type.String({
    minLength: 1,
    maxLength: 2048,
    description:
      'The URL for events: https, on the public internet, port 443, 8443 or another port that the operator allows.',
    examples: ['https://example.org/haldur/events'],
  }),
  events: Type.Array(OneOf(eventTypes), {
    minItems: 1,
    maxItems: 100,
    description: 'Any combination of event types.',
    examples: [['invoice.created', 'invoice.paid']],
  }),
  buildingIds: Type.Optional(Type.Array(Id, { maxItems: 500, ...buildings })),
};
const endpointFields = {
  id: Id,
  ...writtenEndpointFields,
  buildingIds: Type.Array(Id, buildings),
  status: OneOf(endpointStatuses, {
    description: 'Disabled after a 410 response, or after five days without a success.',
  }),
  secretHint: Type.String({ description: 'The end of the signing secret.', examples: ['whsec_…LaSw'] }),
  createdAt: Instant,
  updatedAt: Instant,
};
export const EndpointBody = Type.Object(endpointFields, { title: 'WebhookEndpoint', 'x-open-point': 'P-46' });
export const NewEndpointBody = Type.Object(
  {
    ...endpointFields,
    secret: Type.String({
      description: 'The signing secret. It is shown only once.',
      'x-open-point': 'P-52',
      examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazfsLVQQgyo='],
    }),
  },
  { title: 'WebhookEndpointWithSecret', 'x-open-point': 'P-46' },
);
