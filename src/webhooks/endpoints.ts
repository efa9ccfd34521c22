// Webhook endpoints: the URL and event types of an organization's notifications. The secret is shown once, at creation.
import { type LoggedValues, logSecurityEvent } from '../identity/security-log.ts';
import { deriveKey } from '../platform/config/config.ts';
import type { Scope } from '../platform/db/scope.ts';
import { bodyProblem, Conflict, Invalid, NotFound, orNotFound } from '../platform/errors.ts';
import type { EventType } from '../platform/values/event-types.ts';
import { newId } from '../platform/values/ids.ts';
import { listExistingBuildings } from '../properties/property-queries.ts';
import * as queries from './endpoint-queries.ts';
import { createSecret, encryptSecret, secretHint } from './signing-secrets.ts';
import { checkTargetUrl } from './targets.ts';

const maxEndpoints = 20;

/** The key that encrypts secrets. */
export const encryptionPurpose = 'webhook secrets';

/** What an endpoint gets, and where. No building means all. */
export type EndpointRequest = {
  readonly url: string;
  readonly events: readonly EventType[];
  readonly buildingIds?: readonly string[] | undefined;
};

/**
 * Creates an endpoint; repeated event types and buildings count once. Throws Invalid (the URL, a building), Conflict
 * (too many endpoints).
 */
export async function createEndpoint(
  scope: Scope,
  request: EndpointRequest,
): Promise<queries.Endpoint & { secret: string }> {
  requireTargetUrl(scope, request.url);
  const buildingIds = await requireBuildings(scope, request.buildingIds ?? []);
  if ((await queries.lockEndpointCount(scope)) >= maxEndpoints)
    throw new Conflict('too_many_endpoints', `An organization may have ${maxEndpoints} webhook endpoints.`);
  const id = newId();
  const secret = createSecret();
  const endpoint: queries.Endpoint = {
    id,
    url: request.url,
    events: [...new Set(request.events)],
    buildingIds,
    status: 'enabled',
    secretHint: secretHint(secret),
    createdAt: scope.now,
    updatedAt: scope.now,
  };
  await queries.insertEndpoint(
    scope,
    endpoint,
    encryptSecret(deriveKey(scope.config, encryptionPurpose), scope.caller.tenantId, id, secret),
  );
  await logSecurityEvent(scope, 'webhook_added', {
    endpointId: id,
    ...describeEndpoint(endpoint),
    before: {},
    after: loggedValuesOf(endpoint),
  });
  return { ...endpoint, secret };
}

/** Throws Invalid if events may not be posted to a URL. */
export function requireTargetUrl(scope: Scope, url: string): void {
  const { allowPrivateTargets: allowPrivate, allowedPorts } = scope.config.webhooks;
  const checked = checkTargetUrl(url, { allowPrivate, allowedPorts, allowedHosts: scope.config.outgoingHosts });
  if (!checked.ok) throw new Invalid([bodyProblem(['url'], checked.code, checked.message)]);
}

/** Returns the buildings of an endpoint, each once. Throws Invalid if the organization does not have one of them. */
export async function requireBuildings(scope: Scope, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const wanted = ids.map((id) => id.toLowerCase());
  const existing = new Set(await listExistingBuildings(scope, wanted));
  const problems = wanted.flatMap((id, index) =>
    existing.has(id) ? [] : [bodyProblem(['buildingIds', index], 'not_found', 'There is no such building.')],
  );
  if (problems.length > 0) throw new Invalid(problems);
  return [...new Set(wanted)];
}

/** Deletes an endpoint with its delivery log; waiting deliveries are not sent. Throws NotFound. */
export async function deleteEndpoint(scope: Scope, id: string): Promise<void> {
  const endpoint = await getEndpoint(scope, id);
  if (!(await queries.deleteEndpoint(scope, id))) throw new NotFound();
  const change = { ...describeEndpoint(endpoint), before: loggedValuesOf(endpoint), after: {} };
  await logSecurityEvent(scope, 'webhook_deleted', { endpointId: id, ...change });
}

/** The name of an endpoint in the security log: its host, because the rest of the URL may contain a secret. */
export function describeEndpoint({ url }: Pick<queries.Endpoint, 'url'>): { about: string } {
  return { about: new URL(url).host };
}

function loggedValuesOf({ events, buildingIds, secretHint }: queries.Endpoint): LoggedValues {
  return {
    events: events.join(', '),
    ...(buildingIds.length > 0 ? loggedBuildings(buildingIds) : {}),
    secret: secretHint,
  };
}

/** The buildings of an endpoint in the security log. */
export function loggedBuildings(buildingIds: readonly string[]): LoggedValues {
  return { buildings: buildingIds.join(', ') || 'all' };
}

/** Returns one endpoint of the organization. Throws NotFound. */
export async function getEndpoint(scope: Scope, id: string): Promise<queries.Endpoint> {
  return orNotFound(await queries.findEndpoint(scope, id));
}
