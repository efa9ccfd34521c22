// Secret rotation: a new secret is announced in advance, so that a receiver that has done nothing yet keeps working
// until the announced time.
import { logSecurityEvent } from '../../identity/security-log.ts';
import { deriveKey } from '../../platform/config/config.ts';
import { addDueWork } from '../../platform/db/due-work.ts';
import type { Scope } from '../../platform/db/scope.ts';
import { bodyProblem, Conflict, Invalid } from '../../platform/errors.ts';
import { describeEndpoint, encryptionPurpose } from '../endpoints.ts';
import { createSecret, encryptSecret, secretHint } from '../signing-secrets.ts';
import * as queries from './admin-queries.ts';
import { lockEndpoint } from './manage-endpoints.ts';

const hour = 3_600_000;
const defaultWaitMs = 24 * hour;
const maxWaitMs = 7 * 24 * hour;

/**
 * Creates a new secret and returns it, once. Until `activatesAt` (default in 24 hours; at most 7 days ahead)
 * X-Service-Signature uses the old secret and webhook-signature has both signatures; after that the old secret is no
 * longer used. `immediate` is for a leaked secret: every old one is dropped at once. Throws NotFound, Invalid, Conflict
 * (rotation_announced).
 */
export async function rotateSecret(
  scope: Scope,
  endpointId: string,
  options: { activateAt?: Date | undefined; immediate?: boolean | undefined },
): Promise<{ secret: string; activatesAt: Date }> {
  const { now } = scope;
  const { immediate = false, activateAt } = options;
  const activatesAt = immediate ? now : (activateAt ?? new Date(now.getTime() + defaultWaitMs));
  const problem = problemOf(immediate, activateAt, now);
  if (problem !== undefined) throw new Invalid([bodyProblem(['activateAt'], 'out_of_range', problem)]);
  const endpoint = await lockEndpoint(scope, endpointId);
  const { nextSecretAt } = endpoint;
  if (!immediate && nextSecretAt !== null) {
    const message = `A new secret takes over at ${nextSecretAt.toISOString()} already.`;
    throw new Conflict(
      'rotation_announced',
      `${message} Wait until then, or replace every secret at once with immediate.`,
    );
  }
  const secret = createSecret();
  const sealed = encryptSecret(deriveKey(scope.config, encryptionPurpose), scope.caller.tenantId, endpointId, secret);
  const stored = { sealed, hint: secretHint(secret) };
  if (immediate) await queries.replaceSecret(scope, endpointId, stored);
  else {
    await queries.dropReplacedSecrets(scope);
    await queries.announceSecret(scope, endpointId, stored, activatesAt);
    await addDueWork(scope, 'timed', activatesAt);
  }
  await logSecurityEvent(scope, 'webhook_secret_changed', {
    endpointId,
    ...describeEndpoint(endpoint),
    before: { secret: endpoint.secretHint },
    after: { secret: stored.hint, activatesAt: activatesAt.toISOString() },
  });
  return { secret, activatesAt };
}

function problemOf(immediate: boolean, activateAt: Date | undefined, now: Date): string | undefined {
  if (activateAt === undefined) return undefined;
  if (immediate) return 'activateAt and immediate exclude each other.';
  if (activateAt <= now) return 'activateAt must lie in the future; immediate replaces the secret at once.';
  if (activateAt.getTime() - now.getTime() > maxWaitMs) return 'activateAt may lie 7 days ahead at most.';
  return undefined;
}
