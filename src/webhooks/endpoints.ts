// Webhook endpoints: the URL and event types of an organization's notifications. The secret is shown once, at creation.
import { type LoggedValues, logSecurityEvent } from '../identity/security-log.ts';
import { deriveKey } from '../platform/config/config.ts';
import type { EventType } from '../platform/db/events.ts';
import type { Scope } from '../platform/db/scope.ts';
import { bodyProblem, Conflict, Invalid, NotFound } from '../platform/errors.ts';
import { newId } from '../platform/values/ids.ts';
import * as queries from './endpoint-queries.ts';
import { createSecret, encryptSecret, secretHint } from './signing-secrets.ts';
import { checkTargetUrl } from './targets.ts';

const maxEndpoints = 20;

/** The key that encrypts secrets. */
export const encryptionPurpose = 'webhook secrets';

/** Creates an endpoint; repeated event types count once. Throws Invalid (the URL), Conflict (too many endpoints). */
export async function createEndpoint(
  scope: Scope,
  request: { url: string; events: readonly EventType[] },
): Promise<queries.Endpoint & { secret: string }> {
  const { allowPrivateTargets: allowPrivate, allowedPorts } = scope.config.webhooks;
  const checked = checkTargetUrl(request.url, { allowPrivate, allowedPorts });
  if (!checked.ok) throw new Invalid([bodyProblem(['url'], checked.code, checked.message)]);
  if ((await queries.lockEndpointCount(scope)) >= maxEndpoints)
    throw new Conflict('too_many_endpoints', `An organization may have ${maxEndpoints} webhook endpoints.`);
  const id = newId();
  const secret = createSecret();
  const endpoint: queries.Endpoint = {
    id,
    url: request.url,
    events: [...new Set(request.events)],
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

function loggedValuesOf({ events, secretHint }: queries.Endpoint): LoggedValues {
  return { events: events.join(', '), secret: secretHint };
}

/** Returns one endpoint of the organization. Throws NotFound. */
export async function getEndpoint(scope: Scope, id: string): Promise<queries.Endpoint> {
  const endpoint = await queries.findEndpoint(scope, id);
  if (endpoint === undefined) throw new NotFound();
  return endpoint;
}
