// API keys: credentials of an organization for other systems. The text is shown once; a key never acts as a person;
// revoking takes effect at once.
import { type AppContext, type Caller, type CallerRole, inTenant, type Scope } from '../platform/db/scope.ts';
import { bodyProblem, Conflict, Invalid, NotFound, orNotFound } from '../platform/errors.ts';
import { makeLruCache } from '../platform/processes/lru-cache.ts';
import { newId } from '../platform/values/ids.ts';
import * as queries from './identity-queries.ts';
import { parseNetwork, toPlainAddress } from './key-networks.ts';
import { type LoggedValues, logSecurityEvent } from './security-log.ts';
import { networkOf } from './sign-in-throttle.ts';
import { createToken, tokenHash } from './tokens.ts';

export const keyRoles = ['owner', 'manager', 'accountant'] as const satisfies readonly CallerRole[];
export type KeyRole = (typeof keyRoles)[number];

/** The minimum interval between records of a key's use. */
const useRecordedEveryMs = 60_000;
const dayMs = 24 * 3_600_000;

/**
 * What a key is made with. Without `buildingIds` it is a key of the whole organization, without `networks` it is
 * accepted from everywhere.
 */
export type NewKey = {
  readonly name: string;
  readonly role: KeyRole;
  readonly strict?: boolean | undefined;
  readonly readOnly?: boolean | undefined;
  readonly buildingIds?: readonly string[] | null | undefined;
  readonly networks?: readonly string[] | null | undefined;
  readonly expiresAt?: Date | null;
};

/**
 * Creates a key; its text is only in this result. Throws Invalid (an expiry in the past, an unknown building, a text
 * that is no network).
 */
export async function createKey(scope: Scope, wanted: NewKey): Promise<queries.ApiKey & { apiKey: string }> {
  const expiresAt = wanted.expiresAt ?? null;
  if (expiresAt !== null && expiresAt.getTime() <= scope.realNow.getTime())
    throw new Invalid([bodyProblem(['expiresAt'], 'out_of_range', 'expiresAt must be in the future.')]);
  const networks = parseNetworks(wanted.networks ?? null);
  await requireBuildings(scope, wanted.buildingIds ?? null);
  const apiKey = createToken(keyPrefix(scope), scope.caller.tenantId);
  const createdBy = scope.caller.kind === 'user' ? scope.caller.userId : null;
  const key = {
    id: newId(),
    name: wanted.name.trim(),
    role: wanted.role,
    hint: apiKey.slice(-4),
    strict: wanted.strict ?? false,
    readOnly: wanted.readOnly ?? false,
    buildingIds: wanted.buildingIds ?? null,
    networks,
    expiresAt,
    createdBy,
  };
  await queries.insertApiKey(scope, { ...key, hash: tokenHash(apiKey) });
  const after = await loggedValuesOf(scope, key);
  await logSecurityEvent(scope, 'key_made', { keyId: key.id, about: key.name, before: {}, after });
  const unused = { lastUsedAt: null, lastUsedAddress: null, previousHint: null, previousUntil: null };
  return { ...key, ...unused, createdAt: scope.realNow, apiKey };
}

/** The networks as they are stored. Throws Invalid, which names each text that is no network. */
function parseNetworks(networks: readonly string[] | null): string[] | null {
  if (networks === null) return null;
  const parsed = networks.map(parseNetwork);
  const problems = networks.flatMap((_, index) =>
    parsed[index] === undefined
      ? [
          bodyProblem(
            ['networks', index],
            'invalid_format',
            'A network must be the first address and the length of its prefix, such as 192.0.2.0/24 or 2001:db8::/32, or a single address.',
          ),
        ]
      : [],
  );
  if (problems.length > 0) throw new Invalid(problems);
  return [...new Set(parsed.filter((network) => network !== undefined))];
}

/** Throws Invalid if a building is not the organization's, and where keys cannot be limited to buildings. */
async function requireBuildings(scope: Scope, buildingIds: readonly string[] | null): Promise<void> {
  if (buildingIds === null) return;
  if (!(await queries.canLimitToBuildings(scope)))
    throw new Invalid([
      bodyProblem(
        ['buildingIds'],
        'not_allowed',
        'In a distributed database, API keys cannot be limited to buildings.',
      ),
    ]);
  const found = new Set((await queries.listKeyBuildings(scope, buildingIds, { archived: false })).map(({ id }) => id));
  const problems = buildingIds.flatMap((id, index) =>
    found.has(id) ? [] : [bodyProblem(['buildingIds', index], 'not_found', 'There is no such building.')],
  );
  if (problems.length > 0) throw new Invalid(problems);
}

/** How the text of an organization's keys begins: those of a test organization are recognised at sight. */
function keyPrefix({ isTest }: Pick<Scope, 'isTest'>): 'hak_' | 'htk_' {
  return isTest ? 'htk_' : 'hak_';
}

/** Returns one key, without its text. Throws NotFound. */
export async function getKey(scope: Scope, id: string): Promise<queries.ApiKey> {
  return orNotFound(await queries.findApiKey(scope, id));
}

/**
 * Changes whether unknown fields of a key's requests are rejected, and the networks that it is accepted from (null:
 * all), from the next request on. What is absent stays. Throws NotFound, Invalid (a text that is no network).
 */
export async function changeKey(
  scope: Scope,
  id: string,
  change: { readonly strict?: boolean | undefined; readonly networks?: readonly string[] | null | undefined },
): Promise<queries.ApiKey> {
  const key = orNotFound(await queries.lockApiKey(scope, id));
  const networks = change.networks === undefined ? key.networks : parseNetworks(change.networks);
  const changed = { ...key, strict: change.strict ?? key.strict, networks };
  await queries.updateApiKey(scope, id, changed);
  const [before, after] = [key, changed].map((either) => ({ networks: either.networks?.join(', ') ?? null }));
  if (before !== undefined && after !== undefined && before.networks !== after.networks)
    await logSecurityEvent(scope, 'key_changed', { keyId: id, about: key.name, before, after });
  return changed;
}

/** The bounds of the time for which the text before is accepted too, in hours. */
export const maxOverlapHours = 7 * 24;
export const defaultOverlapHours = 24;

/**
 * Gives a key a new text, which is only in this result. The text before is accepted for some hours more; one before
 * that ends at once. Throws NotFound, Conflict (the key has expired).
 */
export async function replaceKey(
  scope: Scope,
  id: string,
  overlapHours = defaultOverlapHours,
): Promise<queries.ApiKey & { apiKey: string }> {
  const key = orNotFound(await queries.lockApiKey(scope, id));
  const now = scope.realNow.getTime();
  if (key.expiresAt !== null && key.expiresAt.getTime() <= now)
    throw new Conflict(
      'key_expired',
      'This key has expired, so a new text would not be accepted either. Create a new key.',
    );
  const overlapEnd = now + overlapHours * 3_600_000;
  const previousUntil = new Date(Math.min(overlapEnd, key.expiresAt?.getTime() ?? overlapEnd));
  const apiKey = createToken(keyPrefix(scope), scope.caller.tenantId);
  const hints = { hint: apiKey.slice(-4), previousHint: key.hint, previousUntil };
  await queries.replaceKeyText(scope, id, previousUntil);
  await queries.insertKeyText(scope, key, tokenHash(apiKey));
  await queries.updateKeyHints(scope, id, hints);
  await logSecurityEvent(scope, 'key_replaced', {
    keyId: id,
    about: key.name,
    before: { keyHint: shownHint(scope, key.hint) },
    after: { keyHint: shownHint(scope, hints.hint), previousUntil: previousUntil.toISOString() },
  });
  return { ...key, ...hints, apiKey };
}

/** Revokes a key: the next request with it is rejected. Throws NotFound. */
export async function revokeKey(scope: Scope, id: string): Promise<void> {
  const key = await getKey(scope, id);
  if (!(await queries.deleteApiKey(scope, id))) throw new NotFound();
  await logSecurityEvent(scope, 'key_revoked', {
    keyId: id,
    about: key.name,
    before: await loggedValuesOf(scope, key),
    after: {},
  });
}

/** A key as the security log and its e-mail show it. Limits that it does not have are left out. */
async function loggedValuesOf(
  scope: Scope,
  {
    role,
    hint,
    expiresAt,
    readOnly,
    buildingIds,
    networks,
  }: Pick<queries.ApiKey, 'role' | 'hint' | 'expiresAt' | 'readOnly' | 'buildingIds' | 'networks'>,
): Promise<LoggedValues> {
  const names = buildingIds && (await queries.listKeyBuildings(scope, buildingIds, { archived: true }));
  return {
    role,
    keyHint: shownHint(scope, hint),
    expiresAt: expiresAt?.toISOString() ?? null,
    ...(readOnly && { access: 'read_only' }),
    ...(names && { buildings: names.map(({ name }) => name).join(', ') }),
    ...(networks && { networks: networks.join(', ') }),
  };
}

/** The beginning and the end of a key's text. */
export function shownHint(scope: Pick<Scope, 'isTest'>, hint: string): string {
  return `${keyPrefix(scope)}…${hint}`;
}

/** When this process last recorded each key's use, in milliseconds. */
const lastRecordedUse = makeLruCache<number>(10_000);

type KeyCaller = Extract<Caller, { kind: 'key' }>;

/**
 * Records the use of a key: time and address at most once a minute, in the security log once a day. It runs beside the
 * request, which does not wait. A process that dies loses at most a minute of "last used".
 */
export function recordKeyUse(app: AppContext, caller: Caller, address: string): void {
  if (caller.kind !== 'key') return;
  const now = app.clock().getTime();
  const name = `${caller.tenantId} ${caller.keyId}`;
  if (now - (lastRecordedUse.get(name) ?? -Infinity) < useRecordedEveryMs) return;
  lastRecordedUse.set(name, now);
  writeBeside(
    app,
    caller,
    (scope) => writeKeyUse(scope, caller.keyId, toPlainAddress(address)),
    () => lastRecordedUse.delete(name),
  );
}

/**
 * Runs a record about a key's request in a transaction of its own. It is the service's, so the key's buildings do not
 * limit it.
 */
function writeBeside(
  app: AppContext,
  { buildingIds: _, ...caller }: KeyCaller,
  write: (scope: Scope) => Promise<void>,
  onFailure: () => void,
): void {
  inTenant(app, caller, write).catch((error: unknown) => {
    onFailure();
    app.log.warn({ err: error, keyId: caller.keyId }, 'the use of an API key could not be recorded');
  });
}

async function writeKeyUse(scope: Scope, keyId: string, address: string): Promise<void> {
  const before = await queries.touchApiKey(scope, keyId, address);
  if (before === undefined) return; // Another process recorded it, or the key was revoked.
  const last = before.lastUsedAt?.getTime() ?? -Infinity;
  if (scope.realNow.getTime() - last >= dayMs)
    await logSecurityEvent(scope, 'key_used', { keyId }, { address: networkOf(address) });
}

/** When this process last noted that a key came from a network that is not allowed, in milliseconds. */
const lastRejectedNetwork = makeLruCache<number>(10_000);

/**
 * Notes in the security log that a key came from an address that is not allowed: at most once a day for each network.
 * It runs beside the request.
 */
export function noteRejectedNetwork(app: AppContext, caller: KeyCaller, address: string): void {
  const now = app.clock().getTime();
  const network = networkOf(address);
  const name = `${caller.tenantId} ${caller.keyId} ${network}`;
  if (now - (lastRejectedNetwork.get(name) ?? -Infinity) < dayMs) return;
  lastRejectedNetwork.set(name, now);
  writeBeside(
    app,
    caller,
    (scope) => writeRejectedNetwork(scope, caller.keyId, network, address),
    () => lastRejectedNetwork.delete(name),
  );
}

/** Processes wait for each other here, so that only the first of them writes. */
async function writeRejectedNetwork(scope: Scope, keyId: string, network: string, address: string): Promise<void> {
  if ((await queries.lockApiKey(scope, keyId)) === undefined) return; // It was revoked.
  const since = new Date(scope.realNow.getTime() - dayMs);
  if (await queries.wasNetworkRejectedSince(scope, { keyId, network, since })) return;
  await logSecurityEvent(scope, 'key_network_rejected', { keyId, network }, { address: toPlainAddress(address) });
}
