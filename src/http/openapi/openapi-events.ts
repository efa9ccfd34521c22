// The webhooks section of the OpenAPI document: what a receiver gets for each type of event, and which responses are
// expected.
import type { EventData } from '../../platform/db/events.ts';
import { type EventType, eventTypes } from '../../platform/values/event-types.ts';
import { Id, Instant, Money, type TSchema, Type } from '../schemas.ts';
import { componentName } from './openapi-components.ts';
import { exampleOf, toJsonSchema } from './openapi-schemas.ts';

type EventDescriptions = {
  readonly [T in EventType]: { readonly when: string; readonly data: { readonly [K in keyof EventData[T]]: TSchema } };
};

const invoice = { invoiceId: Id, amount: Type.Number({ ...Money, examples: [358.94] }) };
const reading = { readingId: Id, meterId: Id, value: Type.Number({ examples: [412.337] }) };
const status = (example: string) => Type.String({ examples: [example], 'x-open-point': 'P-48' });

/** When each type of event is sent, and its data. */
export const eventDescriptions: EventDescriptions = {
  'invoice.created': { when: 'A new invoice is generated.', data: invoice },
  'invoice.sent': { when: 'An invoice is sent to the resident by e-mail.', data: invoice },
  'invoice.paid': { when: 'An invoice is marked paid, by hand or by a payment that covers it.', data: invoice },
  'invoice.overdue': { when: 'An invoice is not paid by its due date.', data: invoice },
  'payment.received': { when: 'A payment is matched to an invoice.', data: { paymentId: Id, ...invoice } },
  'reading.submitted': { when: 'A resident submits a meter reading.', data: reading },
  'reading.confirmed': { when: 'A manager confirms a meter reading.', data: reading },
  'maintenance.created': {
    when: 'A new maintenance request is submitted.',
    data: { maintenanceRequestId: Id, status: status('new') },
  },
  'maintenance.updated': {
    when: 'The status of a maintenance request changes.',
    data: { maintenanceRequestId: Id, status: status('in_progress'), previousStatus: status('new') },
  },
};

/** Builds the `webhooks` section: one entry for each type of event. */
export function describeEvents(): object {
  return Object.fromEntries(eventTypes.map((type) => [type, { post: describeEvent(type) }]));
}

function describeEvent(type: EventType): object {
  const name = type.replace(/(^|\.)./g, (start) => start.replace('.', '').toUpperCase());
  const fields = {
    event: Type.Literal(type),
    timestamp: Type.String({ ...Instant, description: 'When it happened, in UTC. The same at every attempt.' }),
    tenantId: Type.String({ ...Id, description: 'The organization of the event.' }),
    data: Type.Object(eventDescriptions[type].data, { 'x-open-point': 'P-47' }),
  };
  const schema = toJsonSchema(Type.Object(fields, { title: `${name}Event` }));
  return {
    operationId: `on${name}`,
    tags: ['Webhooks'],
    summary: type,
    description: `${eventDescriptions[type].when} Sent to each endpoint subscribed to \`${type}\`.`,
    'x-open-point': ['P-47', 'P-50', 'P-51'],
    security: [],
    parameters: Object.keys(deliveryParameters).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    requestBody: { required: true, content: { 'application/json': { schema, example: exampleOf(schema) } } },
    responses: {
      '2XX': { description: 'Delivered, if the response is complete within 15 seconds.', 'x-open-point': 'P-54' },
      410: { description: 'The endpoint is disabled at once.', 'x-open-point': 'P-54' },
      default: {
        description: 'Retried later, with growing delays. A redirect is not followed and counts as a failure.',
        'x-open-point': ['P-53', 'P-54'],
      },
    },
  };
}

const sentHeader = (name: string, point: string, description: string, example: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  'x-open-point': point,
  schema: { type: 'string' },
  example,
});

const sentHeaders = [
  sentHeader(
    'X-Service-Signature',
    'P-50',
    '`sha256=` and the HMAC-SHA256 of the exact bytes of the body, in lowercase hex. The key is the endpoint’s secret as shown, including `whsec_`.',
    'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
  ),
  sentHeader(
    'webhook-id',
    'P-51',
    'Identifies the delivery; the same for every attempt. Store it, and ignore deliveries you already have.',
    '019a9c3e-5b7c-7d21-8a44-0c4c6f2b9e10',
  ),
  sentHeader('webhook-timestamp', 'P-51', 'The time of this attempt, in seconds since 1970.', '1793607330'),
  sentHeader(
    'webhook-signature',
    'P-51',
    'The signature of Standard Webhooks 1.0, for its libraries: `v1,` and base64. While a secret is being replaced there are two, separated by a space.',
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  ),
];

/** The headers of every delivery, which all events refer to. */
export const deliveryParameters = Object.fromEntries(sentHeaders.map((header) => [componentName(header.name), header]));
