// Sessions: passwords, rotating refresh tokens, sign-out (open points P-20 to P-22; rotation by RFC 9700 4.14). All
// sessions of one sign-in end together (sign-ins.ts).
import { randomBytes } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { enqueueMail } from '../mail/outbox.ts';
import { deriveAcceptedKeys, deriveKey } from '../platform/config/config.ts';
import { type AppContext, inTenant, type Scope, serviceCaller } from '../platform/db/scope.ts';
import { transaction } from '../platform/db/transaction.ts';
import { Forbidden, Unauthenticated } from '../platform/errors.ts';
import { newId } from '../platform/values/ids.ts';
import { normaliseUnicode } from '../platform/values/text.ts';
import { recordDevice, type SignInSource, storedUserAgent } from './devices.ts';
import * as queries from './identity-queries.ts';
import { checkPassword } from './passwords.ts';
import { logSecurityEvent } from './security-log.ts';
import * as signIns from './sign-in-queries.ts';
import { type Attempt, accountKey, type Throttle } from './sign-in-throttle.ts';
import {
  areOfOneSession,
  createToken,
  isClaimAuthentic,
  parseRefreshToken,
  type RefreshClaim,
  refreshToken,
  sessionKey,
  tokenHash,
} from './tokens.ts';

const accessSeconds = 15 * 60;
const idleMs = 30 * 24 * 3_600_000;
/** How long a session outlives its last refresh, in seconds. */
export const sessionSeconds = idleMs / 1000;
const absoluteMs = 90 * 24 * 3_600_000;
/** The minimum interval between records of a sign-in's use. */
export const useNotedEveryMs = 5 * 60_000;
/** How long the just-replaced refresh token is accepted once more, for a client that lost the response. */
const refreshGraceMs = 60_000;
/** The key that signs refresh tokens, together with the seed of each session. */
const sessionPurpose = 'refresh tokens';

/** New tokens, or an error code (a value, so that the end of a session is committed). */
export type TokenOutcome =
  | SignedIn
  | 'invalid_credentials'
  | 'second_factor_required'
  | 'invalid_second_factor'
  | 'invalid_token'
  | 'refresh_token_reused';
/** Lets a route issue tokens once per repeated request of a user, inside the transaction. */
export type IdempotencyWrapper = (
  scope: Scope,
  userId: string,
  make: () => Promise<TokenOutcome>,
) => Promise<TokenOutcome>;
/** Issues tokens with every request. */
export const withoutIdempotency: IdempotencyWrapper = (_scope, _userId, make) => make();

export type SignedIn = {
  accessToken: string;
  refreshToken: string;
  tokenType: 'Bearer';
  expiresIn: number;
  tenantId: string;
};

/**
 * Verifies the password of an address, with the same work and message for an unknown address; returns the user and
 * their organizations. Throws Unauthenticated, TooManyRequests (after failures), Unavailable.
 */
export async function verifyPassword(
  app: AppContext,
  throttle: Throttle,
  { email, password, address }: { readonly email: string; readonly password: string; readonly address: string },
): Promise<{ userId: string; candidates: readonly queries.SignInCandidate[]; outdated: boolean }> {
  const emailKey = normaliseEmail(email);
  const attempt = signInAttempt(email, address);
  await throttle.check(attempt, app.clock());
  const candidates = await withoutTenant(app, (db) => queries.findSignIn(db, emailKey));
  const { right, outdated } = await checkPassword(password, candidates[0]?.passwordHash ?? null);
  const userId = candidates[0]?.userId;
  await throttle.settle(attempt, right, app.clock());
  if (right && userId !== undefined) return { userId, candidates, outdated };
  logFailedSignIn(app, candidates, address);
  throw new Unauthenticated('invalid_credentials');
}

/** The throttle attempt of a sign-in. */
export function signInAttempt(email: string, address: string): Attempt {
  return { account: accountKey('sign-in', normaliseEmail(email)), address };
}

/**
 * Logs a failed sign-in for every organization of the person, beside the response, whose time must not reveal that the
 * person exists.
 */
function logFailedSignIn(app: AppContext, candidates: readonly queries.SignInCandidate[], address: string): void {
  const by = { kind: 'nobody', id: null } as const;
  for (const { userId, tenantId } of candidates) {
    if (tenantId === null) continue;
    logInBackground(app, tenantId, (scope) => logSecurityEvent(scope, 'sign_in_failed', { userId }, { by, address }));
  }
}

/** Writes to the security log in a separate transaction that nobody waits for. */
function logInBackground(app: AppContext, tenantId: string, write: (scope: Scope) => Promise<void>): void {
  setImmediate(() => {
    inTenant(app, serviceCaller(tenantId), write).catch((error: unknown) =>
      app.log.warn({ err: error }, 'the security log could not be written'),
    );
  });
}

/**
 * Exchanges a refresh token for a new access token and the next refresh token. For a minute the just-replaced token
 * returns the same successor again, while that is unused; an older one ends the session. Throws Unauthenticated.
 */
export async function refreshSession(
  app: AppContext,
  credential: string,
  wrap: IdempotencyWrapper = withoutIdempotency,
): Promise<SignedIn> {
  return requireTokens(
    await withRefreshClaim(app, credential, (scope, claim) => continueSession(scope, claim, 'always', wrap)),
  );
}

/**
 * Like `refresh`, for a token shared by several browser tabs: it is replaced at most once a minute, and its predecessor
 * is valid for as long. So no order of their requests makes a token old enough to end the session. Throws
 * Unauthenticated.
 */
export async function refreshSharedSession(app: AppContext, credential: string): Promise<SignedIn> {
  const pace = (scope: Scope, claim: RefreshClaim) =>
    continueSession(scope, claim, 'once a minute', withoutIdempotency);
  return requireTokens(await withRefreshClaim(app, credential, pace));
}

/**
 * Returns the session of a refresh token and its sign-in. The token is the latest one, or was replaced less than a
 * minute ago; an older one ends the session, as in `refresh`. Nothing is replaced. Throws Unauthenticated.
 */
export async function verifySession(
  app: AppContext,
  credential: string,
): Promise<{ userId: string; signInId: string }> {
  const verified = await withRefreshClaim(app, credential, async (scope, claim) => {
    const session = await lockVerifiedSession(scope, claim);
    if (session === undefined) return 'invalid_token';
    const claimStatus = claimStatusOf(scope, session, claim);
    return isAccepted(claimStatus) ? session : rejectClaim(scope, session, claimStatus);
  });
  if (typeof verified === 'string') throw new Unauthenticated(verified);
  return verified;
}

/** Ends the session of a refresh token with its whole sign-in, if it is still active. */
export async function endSession(app: AppContext, credential: string): Promise<void> {
  await withRefreshClaim(app, credential, async (scope, claim) => {
    const session = await lockVerifiedSession(scope, claim);
    if (session === undefined) return;
    await signIns.deleteSignIn(scope, session.signInId);
    await logSecurityEvent(scope, 'signed_out', {}, { by: { kind: 'user', id: session.userId } });
  }).catch((error: unknown) => {
    if (!(error instanceof Unauthenticated)) throw error; // The session has already ended.
  });
}

/**
 * Ends the sign-in of the refresh token that a browser had until it got new tokens by signing in. Nothing happens if
 * both are of one session, or if it has ended already.
 */
export async function endReplacedSession(app: AppContext, former: string, { refreshToken }: SignedIn): Promise<void> {
  if (!areOfOneSession(former, refreshToken)) await endSession(app, former);
}

/**
 * Replaces the tokens of the caller's session, when they have authenticated again: its access tokens end at once, and
 * so does its refresh token. `former` is the one that the caller's browser has: if another tab has replaced it already,
 * the newest is issued again.
 */
export async function replaceTokens(scope: Scope, former: string | undefined): Promise<SignedIn> {
  const { caller } = scope;
  if (caller.kind !== 'user') throw new Forbidden();
  const signInId = await signIns.findSignInOf(scope, caller.sessionId);
  if (signInId !== undefined) await signIns.lockSignIn(scope, signInId);
  const session = await queries.lockSession(scope, caller.sessionId);
  if (session === undefined) throw new Unauthenticated('invalid_token'); // It has just ended.
  await signIns.deleteAccessTokens(scope, session.id);
  const claim = former === undefined ? undefined : parseRefreshToken(former);
  const isReplaced = claim?.sessionId === session.id && claim.counter < session.counter;
  return isReplaced ? issueTokens(scope, session.id, session.seed, session.counter) : issueNextTokens(scope, session);
}

/**
 * Ends the caller's session at once with its whole sign-in: all its tokens, and the sessions in other organizations.
 */
export async function signOut(scope: Scope): Promise<void> {
  const { caller } = scope;
  if (caller.kind !== 'user') throw new Forbidden();
  const signInId = await signIns.findSignInOf(scope, caller.sessionId);
  if (signInId !== undefined) await signIns.deleteSignIn(scope, signInId);
  await logSecurityEvent(scope, 'signed_out', {});
}

/**
 * Confirms the caller's own password before an irreversible action; returns the stored password. Throws Forbidden,
 * TooManyRequests. Runs outside a transaction.
 */
export async function confirmPassword(
  app: AppContext,
  throttle: Throttle,
  confirming: { tenantId: string; userId: string },
  password: string,
): Promise<string | null> {
  const attempt = { account: accountKey('confirm', confirming.userId) };
  await throttle.check(attempt, app.clock());
  const storedHash = await inTenant(
    app,
    serviceCaller(confirming.tenantId),
    (scope) => queries.findPasswordHash(scope, confirming.userId),
    'read only',
  );
  const { right } = await checkPassword(password, storedHash);
  await throttle.settle(attempt, right, app.clock());
  if (right) return storedHash;
  const { tenantId, userId } = confirming;
  const by = { kind: 'user', id: userId } as const;
  logInBackground(app, tenantId, (scope) => logSecurityEvent(scope, 'password_refused', { userId }, { by }));
  throw new Forbidden('password_confirmation_failed');
}

/**
 * Normalises an address for comparison: case, surrounding spaces, and the spelling of letters and the domain do not
 * matter.
 */
export function normaliseEmail(email: string): string {
  const plain = normaliseUnicode(email.trim(), 'NFKC').toLowerCase();
  const at = plain.lastIndexOf('@');
  const domain = plain.slice(at + 1);
  return at < 0 ? plain : `${plain.slice(0, at)}@${domainToASCII(domain) || domain}`;
}

/**
 * The only look-up across tenants: no tenant is bound in this transaction, so only identity's own database functions
 * see anything.
 */
export async function withoutTenant<T>(
  app: AppContext,
  lookUp: (db: Parameters<typeof queries.findSignIn>[0]) => Promise<T>,
): Promise<T> {
  return transaction(app.pool, 'read only', lookUp, async (_, found) => found);
}

/**
 * Signs in a member of the scope's organization. `signedInByMail`: by an e-mailed link. `secondFactor`: they also gave
 * a second factor. `confirmed`: they gave what confirms that it is them (confirmations.ts), so it holds for the next
 * minutes.
 */
export async function startSession(
  scope: Scope,
  userId: string,
  {
    signedInByMail,
    secondFactor,
    confirmed,
    source,
  }: {
    readonly signedInByMail: boolean;
    readonly secondFactor: boolean;
    readonly confirmed: boolean;
    readonly source: SignInSource;
  },
): Promise<SignedIn> {
  const signInId = newId();
  const expiresAt = new Date(scope.realNow.getTime() + absoluteMs);
  await queries.bindPerson(scope.db, userId);
  const { address } = source;
  await signIns.insertSignIn(scope, {
    id: signInId,
    userAgent: storedUserAgent(source),
    address,
    expiresAt,
    secondFactorAt: secondFactor ? scope.realNow : null,
    // A millisecond before any token of this sign-in, so that replacing one is never taken for the replacement that a
    // confirmation makes (claimStatusOf).
    confirmedAt: confirmed ? new Date(scope.realNow.getTime() - 1) : null,
  });
  await recordDevice(scope, userId, source);
  return addSession(scope, { userId, signInId, expiresAt, signedInByMail, secondFactor });
}

/**
 * Gives a sign-in a session in the scope's organization, replacing an existing one. Throws Unauthenticated if the
 * sign-in has ended.
 */
export async function continueSignIn(scope: Scope, userId: string, signInId: string): Promise<SignedIn> {
  const [, signIn] = await Promise.all([queries.bindPerson(scope.db, userId), signIns.lockSignIn(scope, signInId)]);
  if (signIn === undefined) throw new Unauthenticated('invalid_token');
  await signIns.touchSignIn(scope, signInId, useNotedEveryMs);
  await signIns.deleteSessionsOf(scope, signInId);
  const { expiresAt, secondFactorAt } = signIn;
  return addSession(scope, {
    userId,
    signInId,
    expiresAt,
    signedInByMail: false,
    secondFactor: secondFactorAt !== null,
  });
}

async function addSession(
  scope: Scope,
  begun: Pick<queries.Session, 'userId' | 'signInId' | 'expiresAt'> & {
    readonly signedInByMail: boolean;
    readonly secondFactor: boolean;
  },
): Promise<SignedIn> {
  const { realNow: now } = scope;
  const id = newId();
  const seed = randomBytes(32);
  const idleUntil = idleDeadline(now, begun.expiresAt);
  await queries.insertSession(scope, { ...begun, id, seed, counter: 1, rotatedAt: now, createdAt: now, idleUntil });
  return issueTokens(scope, id, seed, 1);
}

/** Returns until when a session used now may stay unused. */
function idleDeadline(now: Date, expiresAt: Date): Date {
  return new Date(Math.min(now.getTime() + idleMs, expiresAt.getTime()));
}

/** Returns the tokens of an outcome. Throws Unauthenticated if it has none. */
export function requireTokens(outcome: TokenOutcome): SignedIn {
  if (typeof outcome === 'string') throw new Unauthenticated(outcome);
  return outcome;
}

/** Runs in the organization of the session that a refresh token claims. Throws Unauthenticated if it names none. */
async function withRefreshClaim<T>(
  app: AppContext,
  credential: string,
  work: (scope: Scope, claim: RefreshClaim) => Promise<T>,
): Promise<T> {
  const claim = parseRefreshToken(credential);
  if (claim === undefined) throw new Unauthenticated('invalid_token');
  return inTenant(app, serviceCaller(claim.tenantId), (scope) => work(scope, claim));
}

type RotationPace = 'always' | 'once a minute';

/** Decides under the session's row lock. */
async function continueSession(
  scope: Scope,
  claim: RefreshClaim,
  pace: RotationPace,
  wrap: IdempotencyWrapper,
): Promise<TokenOutcome> {
  const session = await lockVerifiedSession(scope, claim);
  if (session === undefined) return 'invalid_token';
  return wrap(scope, session.userId, () => rotate(scope, session, claim, pace));
}

type VerifiedSession = queries.Session & { readonly confirmedAt: Date | null };

/**
 * The session that a claim names, locked with its sign-in. Undefined if there is none, or the claim was not made with
 * its key.
 */
async function lockVerifiedSession(scope: Scope, claim: RefreshClaim): Promise<VerifiedSession | undefined> {
  const owner = await queries.findSessionOwner(scope, claim.sessionId);
  if (owner === undefined) return undefined;
  // Every change of a session locks its sign-in first, so that no two of them wait for each other.
  const [, signIn] = await Promise.all([
    queries.bindPerson(scope.db, owner.userId),
    signIns.lockSignIn(scope, owner.signInId),
  ]);
  const session = await queries.lockSession(scope, claim.sessionId);
  if (session === undefined) return undefined;
  const keys = deriveAcceptedKeys(scope.config, sessionPurpose).map((key) => sessionKey(key, session.seed));
  if (!keys.some((key) => isClaimAuthentic(key, claim))) return undefined;
  return { ...session, confirmedAt: signIn?.confirmedAt ?? null };
}

async function rotate(
  scope: Scope,
  session: VerifiedSession,
  claim: RefreshClaim,
  pace: RotationPace,
): Promise<TokenOutcome> {
  const claimStatus = claimStatusOf(scope, session, claim);
  if (!isAccepted(claimStatus)) return rejectClaim(scope, session, claimStatus);
  await signIns.touchSignIn(scope, session.signInId, useNotedEveryMs);
  if (claimStatus === 'just replaced' || (pace === 'once a minute' && isFresh(scope, session)))
    return issueTokens(scope, session.id, session.seed, session.counter);
  return issueNextTokens(scope, session);
}

async function issueNextTokens(scope: Scope, session: queries.Session): Promise<SignedIn> {
  const counter = session.counter + 1;
  await queries.rotateSession(scope, session.id, counter, idleDeadline(scope.realNow, session.expiresAt));
  return issueTokens(scope, session.id, session.seed, counter);
}

type AcceptedStatus = 'newest' | 'just replaced';
/**
 * `ended`: replaced within the last minute by a confirmation, so it is not accepted; but another tab may still be
 * sending it.
 */
type RejectedStatus = 'ended' | 'reused' | 'expired';

function claimStatusOf(scope: Scope, session: VerifiedSession, claim: RefreshClaim): AcceptedStatus | RejectedStatus {
  if (scope.realNow >= session.idleUntil || scope.realNow >= session.expiresAt) return 'expired';
  if (claim.counter === session.counter) return 'newest';
  if (claim.counter !== session.counter - 1 || !isFresh(scope, session)) return 'reused';
  return session.confirmedAt?.getTime() === session.rotatedAt.getTime() ? 'ended' : 'just replaced';
}

function isAccepted(status: AcceptedStatus | RejectedStatus): status is AcceptedStatus {
  return status === 'newest' || status === 'just replaced';
}

function isFresh({ realNow }: Scope, { rotatedAt }: queries.Session): boolean {
  return realNow.getTime() - rotatedAt.getTime() < refreshGraceMs;
}

/** Ends an expired session; or a whole sign-in, if its old token was reused and may be stolen. */
async function rejectClaim(scope: Scope, session: queries.Session, claimStatus: RejectedStatus) {
  if (claimStatus === 'expired') await queries.deleteSession(scope, session.id);
  if (claimStatus !== 'reused') return 'invalid_token';
  await signIns.deleteSignIn(scope, session.signInId);
  await logSecurityEvent(scope, 'session_ended', { userId: session.userId, why: 'refresh_token_reused' });
  await notifySessionEnded(scope, session.userId);
  return 'refresh_token_reused';
}

/** The token may be stolen, so the person gets an e-mail that the session was ended. */
async function notifySessionEnded(scope: Scope, userId: string): Promise<void> {
  const member = await queries.findMember(scope, userId);
  if (member === undefined) return;
  const { email: address, name, language } = member;
  await enqueueMail(scope, { kind: 'session-ended', to: { address, name }, language, facts: { at: scope.realNow } });
}

async function issueTokens(scope: Scope, sessionId: string, seed: Buffer, counter: number): Promise<SignedIn> {
  const { tenantId } = scope.caller;
  const accessToken = createToken('hat_', tenantId);
  const expiresAt = new Date(scope.realNow.getTime() + accessSeconds * 1000);
  const key = sessionKey(deriveKey(scope.config, sessionPurpose), seed);
  await queries.insertAccessToken(scope, { hash: tokenHash(accessToken), sessionId, expiresAt });
  return {
    accessToken,
    refreshToken: refreshToken(key, { tenantId, sessionId }, counter),
    tokenType: 'Bearer',
    expiresIn: accessSeconds,
    tenantId,
  };
}
