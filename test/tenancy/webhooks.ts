// What a second organization asks the queries of webhooks for.
import { newId } from '../../src/platform/ids.ts';
import * as care from '../../src/webhooks/care/queries.ts';
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
  recordAttempts: (s) => {
    const attempt = {
      deliveryId: theirs.deliveryId,
      endpointId: theirs.endpoint.id,
      number: 1,
      at: now,
      outcome: 'delivered',
      status: 200,
      latencyMs: 1,
      response: '',
      extra: false,
      claimed: { extra: 0, returnsTo: null },
      becomes: 'delivered',
      dueAt: now,
    } as const;
    const theirEndpoint = new Set([theirs.endpoint.id]);
    return webhooks.recordAttempts(s, [attempt], { working: theirEndpoint, failing: theirEndpoint });
  },
  disableEndpoint: (s) => webhooks.disableEndpoint(s, theirs.endpoint.id, 'x'),
  lockEndpointAlone: (s) => webhooks.lockEndpointAlone(s, theirs.endpoint.id),
  lockEndpointRow: (s) => webhooks.lockEndpointRow(s, theirs.endpoint.id),
  lockDeliveries: (s) => webhooks.lockDeliveries(s),
  deleteOldEvents: (s) => webhooks.deleteOldEvents(s, new Date('2099-01-01')),
});

const range = { since: new Date('2000-01-01'), until: new Date('2099-01-01') };
const secret = { sealed: hash, hint: 'x' };

export const webhookCareQuestions: Questions = ({ endpoint, deliveryId }) => ({
  skipStrays: (s) => care.skipStrays(s),
  dropOldTurns: (s) => care.dropOldTurns({ ...s, now: range.until }),
  dropReplacedSecrets: (s) => care.dropReplacedSecrets({ ...s, now: range.until }),
  findCared: (s) => care.findCared(s, endpoint.id),
  measureHealth: async (s) => {
    const times = { attemptsSince: range.since, recoverableSince: range.since, mostDeliveries: 10 };
    const { attempts, pending, recoverable } = (await care.measureHealth(s, endpoint.id, times)) ?? {};
    return [attempts, pending, recoverable].some((figure) => figure !== 0) ? 'canary' : undefined;
  },
  enableEndpoint: (s) => care.enableEndpoint(s, endpoint.id),
  replaceSecret: (s) => care.replaceSecret(s, endpoint.id, secret),
  announceSecret: (s) => care.announceSecret(s, endpoint.id, secret, now),
  listDeliveries: (s) => care.listDeliveries(s, endpoint.id, {}, page),
  findDelivery: (s) => care.findDelivery(s, deliveryId),
  lockDelivery: (s) => care.lockDelivery(s, deliveryId),
  listAttempts: (s) => care.listAttempts(s, deliveryId, 10),
  askAgain: (s) => care.askAgain(s, deliveryId),
  insertTest: (s) =>
    care.insertTest(s, {
      deliveryId: newId(),
      eventId: newId(),
      endpointId: endpoint.id,
      event: 'invoice.paid',
      body: '{}',
    }),
  recoverDeliveries: (s) => care.recoverDeliveries(s, endpoint.id, range, 10),
});
