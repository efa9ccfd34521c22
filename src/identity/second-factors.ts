// A person's own second factors: adding, naming and removing passkeys and authenticator apps, and recovery codes. Every
// change is logged and e-mailed.
import type { SecondFactorChange } from '../mail/letters/second-factor-changed.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { type AppContext, type Caller, inTenant, type Scope, serviceCaller } from '../platform/db/scope.ts';
import { bodyProblem, Conflict, Forbidden, Invalid, orNotFound } from '../platform/errors.ts';
import { newId } from '../platform/values/ids.ts';
import { appSecretOf, encryptAppSecret } from './app-secrets.ts';
import { recordConfirmation } from './confirmations.ts';
import { findPerson } from './end-sessions.ts';
import { bindPerson } from './identity-queries.ts';
import { getMember } from './members.ts';
import {
  appUri,
  createAppSecret,
  createRecoveryCodes,
  readCode,
  recoveryCodeHash,
  stepOfCode,
} from './one-time-codes.ts';
import { findOrganization, listOrganizationsOf } from './organization-queries.ts';
import {
  creationOptions,
  type PasskeyAttestation,
  type PasskeyCreation,
  passkeySite,
  verifyCreation,
} from './passkeys.ts';
import { createChallenge, newChallengeToken, storeChallenge, takeChallenge } from './second-factor-challenges.ts';
import type { SecondFactor } from './second-factor-queries.ts';
import * as queries from './second-factor-queries.ts';
import { logSecurityEvent } from './security-log.ts';
import { withoutTenant } from './sessions.ts';
import { noPasskeys } from './sign-in.ts';

const maxFactors = 10;
const maxNameLength = 100;

/** What a person sees of their second factors. */
type OwnSecondFactors = {
  readonly factors: readonly SecondFactor[];
  readonly recoveryCodesLeft: number;
  /** Where passkeys work; null if they do not, because PUBLIC_URL has no name or no https. */
  readonly passkeyOrigin: string | null;
};

/** A new second factor. The first one comes with recovery codes, which are shown only here. */
type AddedFactor = { readonly factor: SecondFactor; readonly recoveryCodes: readonly string[] | null };

/** Returns the caller's second factors. Throws Forbidden for a key. */
export async function listOwnSecondFactors(scope: Scope): Promise<OwnSecondFactors> {
  requireUserId(scope);
  return {
    factors: await queries.listSecondFactors(scope),
    recoveryCodesLeft: await queries.countRecoveryCodes(scope),
    passkeyOrigin: passkeySite(scope.config)?.origin ?? null,
  };
}

/** Starts adding a passkey. Throws Forbidden for a key, Conflict (passkeys_unavailable, too_many_second_factors). */
export async function startPasskey(scope: Scope): Promise<{ token: string; passkey: PasskeyCreation }> {
  const userId = requireUserId(scope);
  if (passkeySite(scope.config) === undefined) throw noPasskeys();
  requireRoom(await queries.listSecondFactors(scope));
  const token = await createChallenge(scope, userId, 'add_passkey');
  const person = await getMember(scope, userId);
  return { token, passkey: await creationOptions(scope.config, person, token, await queries.listPasskeys(scope)) };
}

/**
 * Adds a passkey. Throws Forbidden for a key, Invalid, Conflict (challenge_expired, already_exists,
 * too_many_second_factors).
 */
export async function addPasskey(
  scope: Scope,
  { token, name, passkey }: { readonly token: string; readonly name: string; readonly passkey: PasskeyAttestation },
): Promise<AddedFactor> {
  requireUserId(scope);
  if (passkeySite(scope.config) === undefined) throw noPasskeys();
  await takeChallenge(scope, token, 'add_passkey');
  const created = await verifyCreation(scope.config, token, passkey);
  if (created === undefined)
    throw new Invalid([bodyProblem(['passkey'], 'invalid', 'The answer of the device is not right. Start again.')]);
  const before = await queries.lockSecondFactors(scope);
  requireRoom(before);
  const row = { id: newId(), name: readName(name), ...created };
  if (!(await queries.insertPasskey(scope, row)))
    throw new Conflict('already_exists', 'This passkey is registered already.');
  return finishAdding(scope, before, { ...row, kind: 'passkey' });
}

/** Starts adding an authenticator app. Throws Forbidden for a key, Conflict (too_many_second_factors). */
export async function startApp(scope: Scope): Promise<{ token: string; secret: string; uri: string; qrCode: string }> {
  const userId = requireUserId(scope);
  requireRoom(await queries.listSecondFactors(scope));
  const { email } = await getMember(scope, userId);
  const secret = createAppSecret();
  const token = newChallengeToken(userId);
  await storeChallenge(scope, token, 'add_app', { secret: encryptAppSecret(scope.config, userId, secret) });
  const uri = appUri(secret, email);
  const { default: QRCode } = await import('qrcode'); // Not needed by the operator's command.
  const svg = await QRCode.toString(uri, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' });
  return { token, secret, uri, qrCode: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}` };
}

/**
 * Adds an authenticator app, whose first code shows that it has the secret. Throws Forbidden for a key, Invalid,
 * Conflict.
 */
export async function addApp(
  scope: Scope,
  { token, name, oneTimeCode }: { readonly token: string; readonly name: string; readonly oneTimeCode: string },
): Promise<AddedFactor> {
  const userId = requireUserId(scope);
  const { secret } = await takeChallenge(scope, token, 'add_app');
  if (secret === null) throw new Error('The challenge of an app has a secret.'); // A constraint.
  const read = readCode(oneTimeCode);
  const plain = appSecretOf(scope.config, userId, { secret });
  const lastStep = read.kind === 'app' ? stepOfCode(plain, read.code, scope.realNow, null) : undefined;
  if (lastStep === undefined) {
    const message = 'The code is wrong. Enter the newest code of the app; the clock of its device must be right.';
    // The challenge stays, as everything is rolled back.
    throw new Invalid([bodyProblem(['oneTimeCode'], 'invalid', message)]);
  }
  const before = await queries.lockSecondFactors(scope);
  requireRoom(before);
  const row = { id: newId(), name: readName(name), secret, lastStep };
  await queries.insertApp(scope, row);
  return finishAdding(scope, before, { ...row, kind: 'app' });
}

/** Renames one of the caller's second factors. Throws Forbidden for a key, NotFound, Invalid. */
export async function renameFactor(scope: Scope, id: string, name: string): Promise<SecondFactor> {
  const factor = await getFactor(scope, id);
  const renamed = { ...factor, name: readName(name) };
  await queries.renameSecondFactor(scope, id, renamed.name);
  return renamed;
}

/**
 * Removes one of the caller's second factors; with the last one, the recovery codes. Throws Forbidden for a key,
 * NotFound, Conflict (second_factor_needed: the last one, where one is required: isFactorRequired).
 */
export async function removeFactor(scope: Scope, id: string, isRequired: boolean): Promise<void> {
  requireUserId(scope);
  const before = await queries.lockSecondFactors(scope);
  const factor = orNotFound(before.find((candidate) => candidate.id === id));
  const isLast = before.length === 1;
  if (isLast && isRequired)
    throw new Conflict(
      'second_factor_needed',
      'This service, or one of your organizations, requires a second factor. Add another one first.',
    );
  await queries.deleteSecondFactor(scope, id);
  if (isLast) await queries.replaceRecoveryCodes(scope, []);
  await reportChange(scope, 'second_factor_removed', factor);
}

/**
 * Reports whether the operator, or any organization to which the caller belongs, requires a second factor of them. Runs
 * outside a transaction.
 */
export async function isFactorRequired(app: AppContext, caller: Caller): Promise<boolean> {
  if (caller.kind !== 'user') throw new Forbidden();
  const organizations = await withoutTenant(app, (db) => listOrganizationsOf(db, caller.userId));
  if (organizations.some(({ role }) => app.config.secondFactorRequiredFor.includes(role))) return true;
  for (const { id, role } of organizations) {
    if (role === 'resident') continue;
    const organization = await inTenant(app, serviceCaller(id), findOrganization, 'read only');
    if (organization?.secondFactorRequired) return true;
  }
  return false;
}

/** Finds one of the caller's second factors. Throws Forbidden for a key, NotFound. */
export async function getFactor(scope: Scope, id: string): Promise<SecondFactor> {
  requireUserId(scope);
  return orNotFound((await queries.listSecondFactors(scope)).find((candidate) => candidate.id === id));
}

/**
 * Replaces the caller's recovery codes; the new ones are shown only here. Throws Forbidden for a key, Conflict (without
 * a second factor).
 */
export async function renewRecoveryCodes(scope: Scope): Promise<string[]> {
  const userId = requireUserId(scope);
  if ((await queries.lockSecondFactors(scope)).length === 0)
    throw new Conflict('second_factor_missing', 'Add a passkey or an authenticator app first.');
  const codes = await makeRecoveryCodes(scope);
  await logSecurityEvent(scope, 'recovery_codes_made', { userId });
  await notifyPerson(scope, userId, 'recovery_codes_made', '');
  return codes;
}

/**
 * Removes all second factors of a person who has lost them, by the operator: they then sign in with their password.
 * Logged in each of their organizations, and e-mailed. Returns how many there were. Throws NotFound.
 */
export async function removeFactorsOf(app: AppContext, email: string): Promise<{ userId: string; removed: number }> {
  const { userId, tenantIds } = await findPerson(app, email);
  const removed = await inTenant(app, serviceCaller(tenantIds[0]), async (scope) => {
    await bindPerson(scope.db, userId);
    const factors = await queries.lockSecondFactors(scope);
    await queries.deleteAllSecondFactors(scope);
    await queries.replaceRecoveryCodes(scope, []);
    if (factors.length > 0) await notifyPerson(scope, userId, 'all_removed', '');
    return factors.length;
  });
  if (removed === 0) return { userId, removed };
  for (const tenantId of tenantIds)
    await inTenant(app, serviceCaller(tenantId), (scope) =>
      logSecurityEvent(scope, 'second_factors_removed', { userId }),
    );
  return { userId, removed };
}

/** The first second factor brings recovery codes. It was just used, so the sign-in has it. */
async function finishAdding(
  scope: Scope,
  before: readonly SecondFactor[],
  { id, kind, name }: Pick<SecondFactor, 'id' | 'kind' | 'name'>,
): Promise<AddedFactor> {
  const factor = { id, kind, name, createdAt: scope.realNow, lastUsedAt: null };
  const recoveryCodes = before.length === 0 ? await makeRecoveryCodes(scope) : null;
  await recordConfirmation(scope, { secondFactor: true });
  await reportChange(scope, 'second_factor_added', factor);
  return { factor, recoveryCodes };
}

async function makeRecoveryCodes(scope: Scope): Promise<string[]> {
  const codes = createRecoveryCodes();
  await queries.replaceRecoveryCodes(scope, codes.map(recoveryCodeHash));
  return codes;
}

async function reportChange(
  scope: Scope,
  change: 'second_factor_added' | 'second_factor_removed',
  { kind, name }: SecondFactor,
): Promise<void> {
  const userId = requireUserId(scope);
  await logSecurityEvent(scope, change, { userId, factor: kind, about: name, before: {}, after: {} });
  await notifyPerson(scope, userId, change, name);
}

async function notifyPerson(scope: Scope, userId: string, change: SecondFactorChange, name: string): Promise<void> {
  const { email: address, name: personName, language } = await getMember(scope, userId);
  await enqueueMail(scope, {
    kind: 'second-factor-changed',
    to: { address, name: personName },
    language,
    facts: { change, name, at: scope.realNow },
  });
}

function requireRoom(factors: readonly SecondFactor[]): void {
  if (factors.length >= maxFactors)
    throw new Conflict('too_many_second_factors', `A person can have ${maxFactors} of them. Remove one first.`);
}

function readName(name: string): string {
  const trimmed = name.trim().slice(0, maxNameLength);
  if (trimmed === '')
    throw new Invalid([bodyProblem(['name'], 'required', 'Enter a name, such as the device it is on.')]);
  return trimmed;
}

function requireUserId({ caller }: Scope): string {
  if (caller.kind !== 'user') throw new Forbidden();
  return caller.userId;
}
