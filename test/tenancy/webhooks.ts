// What a second organization asks the queries of webhooks for.
import { newId } from '../../src/platform/ids.ts';
import * as webhooks from '../../src/webhooks/queries.ts';
import { hash, now, page, type Questions } from './ground.ts';

export const webhooksQuestions: Questions = (theirs) => ({
  listEndpoints: (s) => webhooks.listEndpoints(s, page),
  findEndpoint: (s) => webhooks.findEndpoint(s, theirs.endpoint.id),
  lockEndpointCount: async (s) => (await webhooks.lockEndpointCount(s)) - 1,
  insertEndpoint: (s) =>
    webhooks.insertEndpoint(
      s,
      {
        id: newId(),
        url: 'https://example.org',
        events: [],
        status: 'disabled',
        secretHint: 'x',
        createdAt: now,
        updatedAt: now,
      },
      hash,
    ),
  deleteEndpoint: (s) => webhooks.deleteEndpoint(s, theirs.endpoint.id),
  recordAttempts: (s) =>
    webhooks.recordAttempts(s, [
      {
        deliveryId: theirs.deliveryId,
        endpointId: theirs.endpoint.id,
        number: 1,
        at: now,
        outcome: 'delivered',
        status: 200,
        latencyMs: 1,
        response: '',
        becomes: 'delivered',
        dueAt: now,
      },
    ]),
  markEndpoints: (s) => webhooks.markEndpoints(s, [theirs.endpoint.id], [theirs.endpoint.id]),
  disableEndpoint: (s) => webhooks.disableEndpoint(s, theirs.endpoint.id, 'x'),
  deleteOldEvents: (s) => webhooks.deleteOldEvents(s, new Date('2099-01-01')),
});
