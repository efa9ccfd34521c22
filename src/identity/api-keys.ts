// API keys: credentials of an organization for other systems. The text is shown once; a key never acts as a person; revoking takes effect at once.
import { LRUCache } from 'lru-cache';
import { type AppContext, type Caller, type CallerRole, inTenant, type Scope } from '../platform/db/scope.ts';
import { bodyProblem, Invalid, NotFound } from '../platform/errors.ts';
import { newId } from '../platform/values/ids.ts';
import * as queries from './identity-queries.ts';
import { type LoggedValues, logSecurityEvent } from './security-log.ts';
import { createToken, tokenHash } from './tokens.ts';

export const keyRoles = ['owner', 'manager', 'accountant'] as const satisfies readonly CallerRole[];
export type KeyRole = (typeof keyRoles)[number];

/** The minimum interval between records of a key's use. */
const useRecordedEveryMs = 60_000;
const dayMs = 24 * 3_600_000;

/** Creates a key; its text is only in this result. Throws Invalid (an expiry in the past). */
export async function createKey(
  scope: Scope,
  wanted: {
    readonly name: string;
    readonly role: KeyRole;
    readonly strict?: boolean | undefined;
    readonly expiresAt?: Date | null;
  },
): Promise<queries.ApiKey & { apiKey: string }> {
  const expiresAt = wanted.expiresAt ?? null;
  if (expiresAt !== null && expiresAt.getTime() <= scope.realNow.getTime())
    throw new Invalid([bodyProblem(['expiresAt'], 'out_of_range', 'expiresAt must be in the future.')]);
  const apiKey = createToken(keyPrefix(scope), scope.caller.tenantId);
  const createdBy = scope.caller.kind === 'user' ? scope.caller.userId : null;
  const key = {
    id: newId(),
    name: wanted.name.trim(),
    role: wanted.role,
    hint: apiKey.slice(-4),
    strict: wanted.strict ?? false,
    expiresAt,
    createdBy,
  };
  await queries.insertApiKey(scope, { ...key, hash: tokenHash(apiKey) });
  await logSecurityEvent(scope, 'key_made', {
    keyId: key.id,
    about: key.name,
    before: {},
    after: loggedValuesOf(scope, key),
  });
  return { ...key, createdAt: scope.realNow, lastUsedAt: null, apiKey };
}

/** How the text of an organization's keys begins: those of a test organization are recognised at sight. */
export function keyPrefix({ isTest }: Pick<Scope, 'isTest'>): 'hak_' | 'htk_' {
  return isTest ? 'htk_' : 'hak_';
}

/** Returns one key, without its text. Throws NotFound. */
export async function getKey(scope: Scope, id: string): Promise<queries.ApiKey> {
  const key = await queries.findApiKey(scope, id);
  if (key === undefined) throw new NotFound();
  return key;
}

/** Changes whether unknown fields of a key's requests are rejected, from the next request. Throws NotFound. */
export async function changeKey(
  scope: Scope,
  id: string,
  change: Pick<queries.ApiKey, 'strict'>,
): Promise<queries.ApiKey> {
  const key = await getKey(scope, id);
  await queries.updateApiKey(scope, id, change);
  return { ...key, ...change };
}

/** Revokes a key: the next request with it is rejected. Throws NotFound. */
export async function revokeKey(scope: Scope, id: string): Promise<void> {
  const key = await getKey(scope, id);
  if (!(await queries.deleteApiKey(scope, id))) throw new NotFound();
  await logSecurityEvent(scope, 'key_revoked', {
    keyId: id,
    about: key.name,
    before: loggedValuesOf(scope, key),
    after: {},
  });
}

function loggedValuesOf(
  scope: Scope,
  { role, hint, expiresAt }: Pick<queries.ApiKey, 'role' | 'hint' | 'expiresAt'>,
): LoggedValues {
  return { role, keyHint: `${keyPrefix(scope)}…${hint}`, expiresAt: expiresAt?.toISOString() ?? null };
}

/** When this process last recorded each key's use, in milliseconds. */
const lastRecordedUse = new LRUCache<string, number>({ max: 10_000 });

/**
 * Records the use of a key: the time at most once a minute, in the security log once a day. It runs beside the request, which does not wait. A process that
 * dies loses at most a minute of "last used".
 */
export function recordKeyUse(app: AppContext, caller: Caller, address: string): void {
  if (caller.kind !== 'key') return;
  const now = app.clock().getTime();
  const name = `${caller.tenantId} ${caller.keyId}`;
  if (now - (lastRecordedUse.get(name) ?? -Infinity) < useRecordedEveryMs) return;
  lastRecordedUse.set(name, now);
  inTenant(app, caller, (scope) => writeKeyUse(scope, caller.keyId, address)).catch((error: unknown) => {
    lastRecordedUse.delete(name);
    app.log.warn({ err: error, keyId: caller.keyId }, 'the use of an API key could not be recorded');
  });
}

async function writeKeyUse(scope: Scope, keyId: string, address: string): Promise<void> {
  const before = await queries.touchApiKey(scope, keyId);
  if (before === undefined) return; // Another process recorded it, or the key was revoked.
  const last = before.lastUsedAt?.getTime() ?? -Infinity;
  if (scope.realNow.getTime() - last >= dayMs) await logSecurityEvent(scope, 'key_used', { keyId }, { address });
}
