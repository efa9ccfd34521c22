// Managing endpoints: health, delivery log, tests, resending, disabling and enabling, and delivery order.

import { type LoggedValues, logSecurityEvent } from '../../identity/security-log.ts';
import { noteChanges } from '../../platform/audit/note-changes.ts';
import { type EventData, eventBody } from '../../platform/db/events.ts';
import type { Scope } from '../../platform/db/scope.ts';
import { bodyProblem, Conflict, Invalid, NotFound, orNotFound } from '../../platform/errors.ts';
import type { EventType } from '../../platform/values/event-types.ts';
import { newId } from '../../platform/values/ids.ts';
import { lockEndpoint as lockRow, markEndpointDisabled, updateEndpoint } from '../endpoint-queries.ts';
import {
  describeEndpoint,
  type EndpointRequest,
  loggedBuildings,
  requireBuildings,
  requireTargetUrl,
} from '../endpoints.ts';
import * as queries from './admin-queries.ts';

const hour = 3_600_000;
const healthWindowMs = 24 * hour;
/** Bounds the cost of the health of a busy endpoint. */
const maxMeasured = 10_000;
const recoverableMs = 14 * 24 * hour;
/** Bounds a recovery, so that it ends within the statement timeout; the result reports whether there is more. */
const maxRecovered = 50_000;
const maxAttemptsShown = 100;
const disabledManually = 'Disabled by hand.';

type EndpointDetails = queries.DetailedEndpoint & {
  readonly health: Omit<queries.Health, 'succeeded'> & { readonly since: Date; readonly successShare: number | null };
};

/**
 * Returns an endpoint with its state and the figures of the last 24 hours (of its 10,000 last changed deliveries).
 * Throws NotFound.
 */
export async function getEndpointDetails(scope: Scope, id: string): Promise<EndpointDetails> {
  const ago = (ms: number) => new Date(scope.now.getTime() - ms);
  const times = {
    attemptsSince: ago(healthWindowMs),
    recoverableSince: ago(recoverableMs),
    maxDeliveries: maxMeasured,
  };
  const [endpoint, measured] = await Promise.all([
    queries.findDetailedEndpoint(scope, id),
    queries.measureHealth(scope, id, times),
  ]);
  if (endpoint === undefined || measured === undefined) throw new NotFound();
  const { succeeded, ...health } = measured;
  const successShare = health.attempts === 0 ? null : Math.round((succeeded / health.attempts) * 10_000) / 10_000;
  return { ...endpoint, health: { since: times.attemptsSince, successShare, ...health } };
}

/** Returns one delivery with its latest 100 attempts. Throws NotFound. */
export async function getDelivery(
  scope: Scope,
  id: string,
): Promise<queries.Delivery & { attemptLog: queries.RecordedAttempt[] }> {
  const delivery = orNotFound(await queries.findDelivery(scope, id));
  return { ...delivery, attemptLog: await queries.listAttempts(scope, id, maxAttemptsShown) };
}

/**
 * Redelivers at once, by one more attempt. It does not affect the retry schedule: if it fails, the delivery does not
 * change; if it succeeds, remaining retries are dropped. A redelivery that is already queued is not queued twice.
 * Throws NotFound, Conflict (endpoint_disabled, attempt_under_way).
 */
export async function redeliver(scope: Scope, id: string): Promise<queries.Delivery> {
  const { endpointId } = await getDelivery(scope, id);
  await lockEnabled(scope, endpointId);
  const state = orNotFound(await queries.findAttemptState(scope, id, endpointId));
  if (state.underWay)
    throw new Conflict(
      'attempt_under_way',
      'An attempt is being made right now. Look again in a few seconds for its result.',
    );
  if (!state.waiting) await queries.requestRedelivery(scope, id);
  return getDelivery(scope, id);
}

/** Sends a test event, marked as such, with one attempt. Throws NotFound, Conflict (endpoint_disabled). */
export async function sendTest(scope: Scope, endpointId: string, type?: EventType): Promise<queries.Delivery> {
  const { events } = await lockEnabled(scope, endpointId);
  const event = type ?? events[0] ?? 'invoice.paid';
  const body = eventBody(event, scope.now, scope.caller.tenantId, sampleData()[event]);
  const deliveryId = newId();
  await queries.insertTest(scope, { deliveryId, eventId: newId(), endpointId, event, body });
  return getDelivery(scope, deliveryId);
}

type Recovery = {
  readonly since: Date;
  readonly until: Date;
  readonly queued: number;
  /** Whether there is more than one recovery covers: repeat the request. */
  readonly more: boolean;
};

/**
 * Resends failed and skipped deliveries since a time, at most 14 days ago: each message once, oldest first, each with a
 * full schedule. The messages wait in the delivery log itself, so a recovery survives a restart. Throws NotFound,
 * Invalid, Conflict (endpoint_disabled).
 */
export async function recoverEndpoint(
  scope: Scope,
  endpointId: string,
  range: { since: Date; until?: Date | undefined },
): Promise<Recovery> {
  const { since, until = scope.now } = range;
  const earliest = new Date(scope.now.getTime() - recoverableMs);
  if (since < earliest) throw invalidField('since', `since may lie 14 days back at most: ${earliest.toISOString()}.`);
  if (since >= scope.now) throw invalidField('since', 'since must lie in the past.');
  if (until <= since) throw invalidField('until', 'until must be later than since.');
  const endpoint = await lockEnabled(scope, endpointId);
  const queued = await queries.recoverDeliveries(scope, endpoint, { since, until }, maxRecovered);
  return { since, until, queued, more: queued === maxRecovered };
}

/**
 * Enables an endpoint: it gets events from now on; `recover` sends the missed ones. No effect if it is already enabled.
 * Throws NotFound.
 */
export async function enableEndpoint(scope: Scope, id: string): Promise<EndpointDetails> {
  const endpoint = await lockEndpoint(scope, id);
  if (endpoint.status === 'disabled') {
    await queries.skipDeliveriesOfDisabledEndpoints(scope);
    await queries.enableEndpoint(scope, id);
    await logEndpointChange(scope, endpoint, { status: endpoint.status }, { status: 'enabled' });
  }
  return getEndpointDetails(scope, id);
}

/** Disables an endpoint; its events are stored as skipped. No effect if it is already disabled. Throws NotFound. */
export async function disableEndpoint(scope: Scope, id: string): Promise<EndpointDetails> {
  const endpoint = await lockEndpoint(scope, id);
  if (await markEndpointDisabled(scope, id, disabledManually))
    await logEndpointChange(scope, endpoint, { status: endpoint.status }, { status: 'disabled' });
  return getEndpointDetails(scope, id);
}

/**
 * Changes the given fields; secret and log stay. Waiting deliveries go to the new URL. Event types and buildings apply
 * to events from now on. With `ordered`, deliveries are sent one at a time, oldest first: waiting ones are put in order
 * and become due at once. Throws NotFound, Invalid (the URL, a building).
 */
export async function changeEndpoint(
  scope: Scope,
  id: string,
  change: Partial<EndpointRequest> & { readonly ordered?: boolean | undefined },
): Promise<EndpointDetails> {
  const endpoint = await lockEndpoint(scope, id);
  const { url = endpoint.url, ordered = endpoint.ordered } = change;
  if (url !== endpoint.url) requireTargetUrl(scope, url);
  const events = change.events === undefined ? endpoint.events : [...new Set(change.events)];
  const buildingIds =
    change.buildingIds === undefined ? endpoint.buildingIds : await requireBuildings(scope, change.buildingIds);
  const fields = { url, events, buildingIds, ordered };
  const changed = { ...endpoint, ...fields };
  noteChanges(scope, endpoint, fields);
  const before = changeableValues(endpoint);
  const after = changeableValues(changed);
  const isChanged = (field: string) => before[field] !== after[field];
  if (!Object.keys(before).some(isChanged) && url === endpoint.url) return getEndpointDetails(scope, id);
  await updateEndpoint(scope, changed);
  if (ordered !== endpoint.ordered) await queries.setOrdered(scope, id, ordered);
  const only = (values: LoggedValues) =>
    Object.fromEntries(Object.entries(values).filter(([field]) => isChanged(field)));
  await logEndpointChange(scope, endpoint, only(before), only(after));
  return getEndpointDetails(scope, id);
}

/** What can be changed, as the security log shows it: of the URL the host, because the rest may contain a secret. */
function changeableValues(endpoint: queries.DetailedEndpoint): LoggedValues {
  return {
    host: new URL(endpoint.url).host,
    events: endpoint.events.join(', '),
    ...loggedBuildings(endpoint.buildingIds),
    ordered: String(endpoint.ordered),
  };
}

/** A scheduled task: drops replaced secrets, and skips waiting deliveries of disabled endpoints. */
export async function cleanUpEndpoints(scope: Scope): Promise<void> {
  await queries.dropReplacedSecrets(scope);
  await queries.skipDeliveriesOfDisabledEndpoints(scope);
}

/** Returns an endpoint, locked until this transaction ends. Throws NotFound. */
export async function lockEndpoint(scope: Scope, id: string): Promise<queries.DetailedEndpoint> {
  await lockRow(scope, id);
  return orNotFound(await queries.findDetailedEndpoint(scope, id));
}

async function logEndpointChange(
  scope: Scope,
  endpoint: queries.DetailedEndpoint,
  before: LoggedValues,
  after: LoggedValues,
): Promise<void> {
  await logSecurityEvent(scope, 'webhook_changed', {
    endpointId: endpoint.id,
    ...describeEndpoint(endpoint),
    before,
    after,
  });
}

async function lockEnabled(scope: Scope, id: string): Promise<queries.DetailedEndpoint> {
  const endpoint = await lockEndpoint(scope, id);
  if (endpoint.status === 'disabled')
    throw new Conflict('endpoint_disabled', 'The endpoint is disabled. Enable it first.');
  return endpoint;
}

function invalidField(field: string, message: string): Invalid {
  return new Invalid([bodyProblem([field], 'out_of_range', message)]);
}

/** Event data about objects that do not exist. */
function sampleData(): EventData {
  const invoice = { invoiceId: newId(), amount: 4310 };
  const reading = { readingId: newId(), meterId: newId(), value: 1234.567 };
  const maintenanceRequestId = newId();
  return {
    'invoice.created': invoice,
    'invoice.sent': invoice,
    'invoice.paid': invoice,
    'invoice.overdue': invoice,
    'payment.received': { paymentId: newId(), ...invoice },
    'reading.submitted': reading,
    'reading.confirmed': reading,
    'maintenance.created': { maintenanceRequestId, status: 'new' },
    'maintenance.updated': { maintenanceRequestId, status: 'in_progress', previousStatus: 'new' },
  };
}
