// The webhooks queries that a second organization tries on the first one's data.
import { newId } from '../../src/platform/values/ids.ts';
import * as admin from '../../src/webhooks/admin/admin-queries.ts';
import * as delivery from '../../src/webhooks/delivery-queries.ts';
import * as endpoints from '../../src/webhooks/endpoint-queries.ts';
import * as feed from '../../src/webhooks/feed-queries.ts';
import { hash, now, page, type TenancyQueries } from './two-organizations.ts';

const worker = newId();

const wholeFeed = { after: { at: '-infinity', id: newId() }, until: 'infinity', maxEvents: 10 };

export const webhookQueries: TenancyQueries = (theirs) => ({
  listEndpoints: (s) => endpoints.listEndpoints(s, page),
  findEndpoint: (s) => endpoints.findEndpoint(s, theirs.endpoint.id),
  lockEndpointCount: async (s) => (await endpoints.lockEndpointCount(s)) - 1,
  insertEndpoint: (s) =>
    endpoints.insertEndpoint(
      s,
      {
        id: newId(),
        url: 'https://example.org',
        events: [],
        buildingIds: [],
        status: 'disabled',
        secretHint: 'x',
        createdAt: now,
        updatedAt: now,
      },
      hash,
    ),
  deleteEndpoint: (s) => endpoints.deleteEndpoint(s, theirs.endpoint.id),
  markEndpointDisabled: (s) => endpoints.markEndpointDisabled(s, theirs.endpoint.id, 'x'),
  updateEndpoint: (s) =>
    endpoints.updateEndpoint(s, { ...theirs.endpoint, url: 'https://example.org', events: [], buildingIds: [] }),
  lockEndpoint: (s) => endpoints.lockEndpoint(s, theirs.endpoint.id),
  leaseEndpoints: (s) =>
    delivery.leaseEndpoints(
      { ...s, now: new Date('2099-01-01') },
      { worker, leaseSeconds: 10, maxEndpoints: 10, maxDeliveries: 10, failingToo: true, except: [] },
    ),
  renewLeases: (s) => delivery.renewLeases(s, worker, [theirs.endpoint.id], 10),
  endLease: (s) =>
    delivery.endLease(s, {
      endpoint: { ...theirs.endpoint, url: 'https://example.org' },
      worker,
      released: true,
      health: 'failing',
      pausedUntil: now,
    }),
  recordAttempts: (s) =>
    delivery.recordAttempts(
      s,
      [1, 2].map((number) => ({
        deliveryId: theirs.deliveryId,
        number,
        at: now,
        outcome: 'delivered',
        status: 200,
        latencyMs: 1,
        response: '',
        becomes: 'delivered',
        dueAt: now,
        extraAttempts: 0,
        previousStatus: null,
      })),
      2,
    ),
  retryAtOtherUrl: (s) => delivery.retryAtOtherUrl(s, [theirs.deliveryId]),
  listFeedEvents: (s) => feed.listFeedEvents(s, wholeFeed, {}, 10),
  findStretchEnd: (s) => feed.findStretchEnd(s, wholeFeed),
  deleteOldEvents: (s) => delivery.deleteOldEvents(s, new Date('2099-01-01')),
});

const range = { since: new Date('2000-01-01'), until: new Date('2099-01-01') };
const secret = { sealed: hash, hint: 'x' };

export const webhookAdminQueries: TenancyQueries = ({ endpoint, deliveryId }) => ({
  skipDeliveriesOfDisabledEndpoints: (s) => admin.skipDeliveriesOfDisabledEndpoints(s),
  restartEndpoints: (s) => admin.restartEndpoints(s),
  dropReplacedSecrets: (s) => admin.dropReplacedSecrets({ ...s, now: range.until }),
  findDetailedEndpoint: (s) => admin.findDetailedEndpoint(s, endpoint.id),
  measureHealth: async (s) => {
    const times = { attemptsSince: range.since, recoverableSince: range.since, maxDeliveries: 10 };
    const { attempts, pending, recoverable } = (await admin.measureHealth(s, endpoint.id, times)) ?? {};
    return [attempts, pending, recoverable].some((figure) => figure !== 0) ? 'canary' : undefined;
  },
  enableEndpoint: (s) => admin.enableEndpoint(s, endpoint.id),
  setOrdered: (s) => admin.setOrdered(s, endpoint.id, true),
  replaceSecret: (s) => admin.replaceSecret(s, endpoint.id, secret),
  announceSecret: (s) => admin.announceSecret(s, endpoint.id, secret, now),
  listDeliveries: (s) => admin.listDeliveries(s, endpoint.id, {}, page),
  findDelivery: (s) => admin.findDelivery(s, deliveryId),
  findAttemptState: (s) => admin.findAttemptState(s, deliveryId, endpoint.id),
  listAttempts: (s) => admin.listAttempts(s, deliveryId, 10),
  requestRedelivery: (s) => admin.requestRedelivery(s, deliveryId),
  insertTest: (s) =>
    admin.insertTest(s, {
      deliveryId: newId(),
      eventId: newId(),
      endpointId: endpoint.id,
      event: 'invoice.paid',
      body: '{}',
    }),
  recoverDeliveries: (s) => admin.recoverDeliveries(s, { id: endpoint.id, ordered: false }, range, 10),
});
