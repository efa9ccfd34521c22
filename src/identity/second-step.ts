// The second step of a sign-in: a person who has a second factor gives it after the password or the e-mailed link. It
// is also how a second factor is checked anywhere.
import { enqueueMail } from '../mail/outbox.ts';
import { type AppContext, inTenant, type Scope, serviceCaller } from '../platform/db/scope.ts';
import { transaction } from '../platform/db/transaction.ts';
import { Unauthenticated } from '../platform/errors.ts';
import { appSecretOf } from './app-secrets.ts';
import type { SignInSource } from './devices.ts';
import { bindPerson, findMember, touchMembership } from './identity-queries.ts';
import { readCode, recoveryCodeHash, stepOfCode } from './one-time-codes.ts';
import {
  credentialIdOf,
  type PasskeyAssertion,
  type PasskeyRequest,
  passkeySite,
  requestOptions,
  verifyUse,
} from './passkeys.ts';
import {
  challengeExpired,
  challengeSeconds,
  createChallenge,
  personOfChallenge,
  takeChallenge,
} from './second-factor-challenges.ts';
import * as queries from './second-factor-queries.ts';
import { logSecurityEvent, type SecurityDetail } from './security-log.ts';
import { type SignedIn, startSession } from './sessions.ts';
import { type Attempt, accountKey, type Throttle } from './sign-in-throttle.ts';
import { tokenHash } from './tokens.ts';

/** How a sign-in began. */
type FirstFactor = Exclude<SecurityDetail['signed_in']['with'], 'passkey' | 'organization'>;
/**
 * A second factor as a person gives it: a code of an app or a recovery code, or the use of a passkey that answers a
 * challenge.
 */
export type SecondFactorAnswer =
  | { readonly oneTimeCode: string }
  | { readonly token: string; readonly passkey: PasskeyAssertion };
type UsedFactor = 'passkey' | 'app' | 'recovery_code';

/** What a person is asked for. */
export type FactorRequest = {
  readonly token: string;
  readonly expiresIn: number;
  readonly methods: readonly UsedFactor[];
  /** What the browser needs to use a passkey, if the person has one. */
  readonly passkey?: PasskeyRequest;
};
/** A session, or the second step that it still needs. */
export type SignInResult = SignedIn | { readonly secondStep: FactorRequest };

/**
 * Signs in a member of the scope's organization after their first step; a person with a second factor is asked for it.
 */
export async function startSessionOrAsk(
  scope: Scope,
  userId: string,
  first: FirstFactor,
  source: SignInSource,
): Promise<SignInResult> {
  await bindPerson(scope.db, userId);
  if (!(await hasSecondFactor(scope))) return beginSession(scope, userId, { first, source });
  const { tenantId: organizationId } = scope.caller;
  const token = await createChallenge(scope, userId, 'sign_in', { organizationId, signedInWith: first });
  return { secondStep: await askForFactor(scope, token) };
}

/** Starts the session of a person who has given what their sign-in needs, and logs it. */
export async function beginSession(
  scope: Scope,
  userId: string,
  { first, used, source }: { first: FirstFactor; used?: UsedFactor; source: SignInSource },
): Promise<SignedIn> {
  const detail = { with: first, ...(used !== undefined && { secondFactor: used }) };
  await logSecurityEvent(scope, 'signed_in', detail, { by: { kind: 'user', id: userId }, address: source.address });
  const signedInByMail = first === 'magic_link' || isMailedInvitation(scope, first);
  // Given only by a person who has one, so otherwise the password is what confirms.
  const secondFactor = used !== undefined;
  const confirmed = secondFactor || first === 'password';
  return startSession(scope, userId, { signedInByMail, secondFactor, confirmed, source });
}

/**
 * Whether a sign-in proves that the person reads their mail: an invitation of a test organization is in its own
 * mailbox.
 */
export function isMailedInvitation({ isTest }: Pick<Scope, 'isTest'>, first: FirstFactor): boolean {
  return first === 'invitation' && !isTest;
}

/**
 * Ends a sign-in with the second factor. A wrong code can be corrected; a wrong use of a passkey ends the attempt.
 * Throws Unauthenticated, Conflict (challenge_expired), TooManyRequests.
 */
export async function answerSecondStep(
  app: AppContext,
  throttle: Throttle,
  token: string,
  answer: SecondFactorAnswer,
  source: SignInSource,
): Promise<SignedIn> {
  const userId = personOfChallenge(token);
  if (userId === undefined) throw challengeExpired();
  const tenantId = await organizationOfStep(app, userId, token);
  const attempt = factorAttempt(userId);
  await throttle.check(attempt, app.clock());
  const signedIn = await inTenant(app, serviceCaller(tenantId), async (scope) => {
    await bindPerson(scope.db, userId);
    const challenge = await queries.findChallenge(scope.db, scope.realNow, tokenHash(token), { lock: true });
    if (challenge?.purpose !== 'sign_in') throw challengeExpired(); // Answered concurrently.
    const used = await useSecondFactor(scope, userId, answer);
    if (used !== undefined || 'passkey' in answer) await takeChallenge(scope, token, 'sign_in');
    if (used === undefined) return undefined; // A value, so that it is logged.
    if (!(await touchMembership(scope, userId))) throw new Unauthenticated('invalid_credentials'); // Removed meanwhile.
    return beginSession(scope, userId, { first: challenge.signedInWith as FirstFactor, used, source });
  });
  await throttle.settle(attempt, signedIn !== undefined, app.clock());
  if (signedIn === undefined) throw new Unauthenticated('invalid_second_factor');
  return signedIn;
}

/** The organization that a person is signing in to. Throws Conflict if the challenge expired or was used up. */
async function organizationOfStep(app: AppContext, userId: string, token: string): Promise<string> {
  const challenge = await transaction(
    app.pool,
    'read only',
    (db) => bindPerson(db, userId),
    (db) => queries.findChallenge(db, app.clock(), tokenHash(token), { lock: false }),
  );
  if (challenge?.organizationId == null) throw challengeExpired();
  return challenge.organizationId;
}

/** Counts wrong second factors of a person, wherever they are given. */
export function factorAttempt(userId: string): Attempt {
  return { account: accountKey('second factor', userId) };
}

/** Reports whether the acting person has a second factor. */
export async function hasSecondFactor(scope: Pick<Scope, 'db'>): Promise<boolean> {
  return (await queries.listSecondFactors(scope)).length > 0;
}

/** What the acting person can answer a challenge with. */
export async function askForFactor(scope: Scope, token: string): Promise<FactorRequest> {
  const factors = await queries.listSecondFactors(scope);
  const passkeys = passkeySite(scope.config) === undefined ? [] : await queries.listPasskeys(scope);
  const methods: UsedFactor[] = [
    ...(passkeys.length > 0 ? (['passkey'] as const) : []),
    ...(factors.some(({ kind }) => kind === 'app') ? (['app'] as const) : []),
    'recovery_code',
  ];
  const passkey = passkeys.length > 0 ? { passkey: await requestOptions(scope.config, token, passkeys) } : {};
  return { token, expiresIn: challengeSeconds, methods, ...passkey };
}

/**
 * Checks a second factor of the acting person, and uses it up: a code is accepted once. Returns its kind; undefined,
 * and an entry in the security log, if it is wrong. The challenge of a passkey is the caller's to use up.
 */
export async function useSecondFactor(
  scope: Scope,
  userId: string,
  answer: SecondFactorAnswer,
): Promise<UsedFactor | undefined> {
  const used = 'passkey' in answer ? await usePasskey(scope, answer) : await useCode(scope, userId, answer.oneTimeCode);
  const by = { kind: 'user', id: userId } as const;
  if (used === undefined) await logSecurityEvent(scope, 'second_factor_refused', { userId }, { by });
  if (used === 'recovery_code') await reportRecoveryCode(scope, userId);
  return used;
}

async function usePasskey(
  scope: Scope,
  { token, passkey: assertion }: { readonly token: string; readonly passkey: PasskeyAssertion },
): Promise<'passkey' | undefined> {
  if (passkeySite(scope.config) === undefined) return undefined;
  const passkey = await queries.lockPasskey(scope, credentialIdOf(assertion));
  const signCount = passkey && (await verifyUse(scope.config, token, assertion, passkey));
  if (passkey === undefined || signCount === undefined) return undefined;
  await queries.recordPasskeyUse(scope, passkey.id, signCount);
  return 'passkey';
}

async function useCode(scope: Scope, userId: string, typed: string): Promise<'app' | 'recovery_code' | undefined> {
  const read = readCode(typed);
  if (read.kind === 'neither') return undefined;
  if (read.kind === 'recovery')
    return (await queries.useRecoveryCode(scope, recoveryCodeHash(read.code))) ? 'recovery_code' : undefined;
  for (const app of await queries.lockApps(scope)) {
    const step = stepOfCode(appSecretOf(scope.config, userId, app), read.code, scope.realNow, app.lastStep);
    if (step === undefined) continue;
    await queries.recordAppUse(scope, app.id, step);
    return 'app';
  }
  return undefined;
}

/** A recovery code may have been stolen, so the person gets an e-mail. */
async function reportRecoveryCode(scope: Scope, userId: string): Promise<void> {
  await logSecurityEvent(scope, 'recovery_code_used', { userId }, { by: { kind: 'user', id: userId } });
  const member = await findMember(scope, userId);
  if (member === undefined) return;
  const { email: address, name, language } = member;
  const facts = { change: 'recovery_code_used', name: '', at: scope.realNow } as const;
  await enqueueMail(scope, { kind: 'second-factor-changed', to: { address, name }, language, facts });
}
