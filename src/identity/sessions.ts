// Sessions: signing in with a password, staying signed in by rotating refresh tokens, signing out. (Contract P-20 to P-22; rotation as RFC 9700 4.14 asks.)
// All sessions that begin with one sign-in end together (sign-ins/).
import { randomBytes } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { enqueueMail } from '../mail/outbox.ts';
import { deriveKey } from '../platform/config/config.ts';
import { type AppContext, inTenant, type Scope, serviceCaller } from '../platform/db/scope.ts';
import { transaction } from '../platform/db/transaction.ts';
import { Forbidden, NotFound, Unauthenticated } from '../platform/errors.ts';
import { newId } from '../platform/values/ids.ts';
import { normaliseUnicode } from '../platform/values/text.ts';
import { recordDevice, type SignInSource, storedUserAgent } from './devices.ts';
import * as queries from './identity-queries.ts';
import { checkPassword, hashPassword } from './passwords.ts';
import { logSecurityEvent } from './security-log.ts';
import * as signIns from './sign-in-queries.ts';
import { type Attempt, accountKey, networkOf, type Throttle } from './sign-in-throttle.ts';
import {
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
/** How often the use of a sign-in is written down, at most. */
export const useNotedEveryMs = 5 * 60_000;
/** How long the just-replaced refresh token is taken once more, for a client that lost the answer. */
const refreshGraceMs = 60_000;

/** New tokens, or the code of the refusal (a value, so that the end of a session is committed). */
export type TokenOutcome = SignedIn | 'invalid_credentials' | 'invalid_token' | 'refresh_token_reused';
/** Lets a door run the making of tokens once per repeated request of a user's, inside the transaction. */
export type IdempotencyWrapper = (
  scope: Scope,
  userId: string,
  make: () => Promise<TokenOutcome>,
) => Promise<TokenOutcome>;
const withoutIdempotency: IdempotencyWrapper = (_scope, _userId, make) => make();

export type SignedIn = {
  accessToken: string;
  refreshToken: string;
  tokenType: 'Bearer';
  expiresIn: number;
  tenantId: string;
};

/**
 * Signs a person in. The same message and the same work for a wrong password and an unknown address. Throws Unauthenticated, TooManyRequests (after
 * failures), Busy, NotFound (an organization that is not hers).
 */
export async function signIn(
  app: AppContext,
  throttle: Throttle,
  request: { email: string; password: string; tenantId?: string | undefined } & SignInSource,
  wrap: IdempotencyWrapper = withoutIdempotency,
): Promise<SignedIn> {
  const { userId, candidates, outdated } = await verifyPassword(app, throttle, request);
  const entered = candidates.find(
    (candidate) =>
      candidate.tenantId !== null &&
      (request.tenantId === undefined || candidate.tenantId === request.tenantId.toLowerCase()),
  );
  if (!entered?.tenantId)
    throw request.tenantId === undefined ? new Unauthenticated('invalid_credentials') : new NotFound();
  const replaced = outdated ? await hashPassword(request.password) : undefined;
  const outcome = await inTenant(app, serviceCaller(entered.tenantId), async (scope) => {
    if (!(await queries.touchMembership(scope, userId))) return 'invalid_credentials'; // Removed a moment ago.
    const kept = candidates[0]?.passwordHash ?? null;
    if (replaced !== undefined) await queries.updatePasswordHash(scope, userId, kept, replaced);
    return wrap(scope, userId, async () => {
      const by = { kind: 'user', id: userId } as const;
      await logSecurityEvent(scope, 'signed_in', { with: 'password' }, { by, address: request.address });
      return startSession(scope, userId, { byMail: false, source: request });
    });
  });
  return requireTokens(outcome);
}

/**
 * Proves that a password is the one kept for an address, with the same work and message for an unknown address; answers with who she is and the
 * organizations she may enter. Throws Unauthenticated, TooManyRequests (after failures), Busy.
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

/** What a sign-in counts for in the throttle. */
export function signInAttempt(email: string, address: string): Attempt {
  return { account: accountKey('sign-in', normaliseEmail(email)), address: networkOf(address) };
}

/** Writes a failed sign-in down for every organization of the person; beside the answer, whose time must not tell that she is known. */
function logFailedSignIn(app: AppContext, candidates: readonly queries.SignInCandidate[], address: string): void {
  const by = { kind: 'nobody', id: null } as const;
  for (const { userId, tenantId } of candidates) {
    if (tenantId === null) continue;
    logInBackground(app, tenantId, (scope) => logSecurityEvent(scope, 'sign_in_failed', { userId }, { by, address }));
  }
}

/** Writes something down in a transaction of its own, which nobody waits for. */
function logInBackground(app: AppContext, tenantId: string, write: (scope: Scope) => Promise<void>): void {
  setImmediate(() => {
    inTenant(app, serviceCaller(tenantId), write).catch((error: unknown) =>
      app.log.warn({ err: error }, 'the security log could not be written'),
    );
  });
}

/**
 * Exchanges a refresh token for a new access token and the next refresh token. The just-replaced one gives the same successor again for a minute
 * while that is unused; anything older ends the session. Throws Unauthenticated.
 */
export async function refreshSession(
  app: AppContext,
  presented: string,
  wrap: IdempotencyWrapper = withoutIdempotency,
): Promise<SignedIn> {
  return requireTokens(
    await withRefreshClaim(app, presented, (scope, claim) => continueSession(scope, claim, 'always', wrap)),
  );
}

/**
 * As `refresh`, for a token that several tabs of a browser hold together: it is replaced once a minute at most, and the one before it is good for as
 * long. However their requests overtake each other, none of them is old enough to end the session. Throws Unauthenticated.
 */
export async function refreshSharedSession(app: AppContext, presented: string): Promise<SignedIn> {
  const pace = (scope: Scope, claim: RefreshClaim) =>
    continueSession(scope, claim, 'once a minute', withoutIdempotency);
  return requireTokens(await withRefreshClaim(app, presented, pace));
}

/**
 * Whose session a refresh token is of, and with which sign-in it began. The token is the newest one, or has been replaced less than a minute ago; an
 * older one ends the session, as in `refresh`. Nothing is replaced. Throws Unauthenticated.
 */
export async function verifySession(app: AppContext, presented: string): Promise<{ userId: string; signInId: string }> {
  const verified = await withRefreshClaim(app, presented, async (scope, claim) => {
    const session = await lockVerifiedSession(scope, claim);
    if (session === undefined) return 'invalid_token';
    const standing = claimStatusOf(scope, session, claim);
    if (standing === 'expired' || standing === 'reused') return endInvalidSession(scope, session, standing);
    return session;
  });
  if (typeof verified === 'string') throw new Unauthenticated(verified);
  return verified;
}

/** Ends the session of a refresh token with its whole sign-in, if it is one and still goes on. */
export async function endSession(app: AppContext, presented: string): Promise<void> {
  await withRefreshClaim(app, presented, async (scope, claim) => {
    const session = await lockVerifiedSession(scope, claim);
    if (session === undefined) return;
    await signIns.deleteSignIn(scope, session.signInId, session.userId);
    await logSecurityEvent(scope, 'signed_out', {}, { by: { kind: 'user', id: session.userId } });
  }).catch((error: unknown) => {
    if (!(error instanceof Unauthenticated)) throw error; // No session: it has ended already.
  });
}

/** Ends the caller's session at once with its whole sign-in: with all of its tokens, and with the sessions in other organizations. */
export async function signOut(scope: Scope): Promise<void> {
  const { caller } = scope;
  if (caller.kind !== 'user') throw new Forbidden();
  const signInId = await signIns.findSignInOf(scope, caller.sessionId);
  if (signInId !== undefined) await signIns.deleteSignIn(scope, signInId, caller.userId);
  await logSecurityEvent(scope, 'signed_out', {});
}

/**
 * Confirms that the caller knows her own password, before something that cannot be undone; returns what is kept of it. Throws Forbidden, TooManyRequests.
 * Works outside a transaction.
 */
export async function confirmPassword(
  app: AppContext,
  throttle: Throttle,
  confirming: { tenantId: string; userId: string },
  password: string,
): Promise<string | null> {
  const attempt = { account: accountKey('confirm', confirming.userId) };
  await throttle.check(attempt, app.clock());
  const kept = await inTenant(
    app,
    serviceCaller(confirming.tenantId),
    (scope) => queries.findPasswordHash(scope, confirming.userId),
    'read only',
  );
  const { right } = await checkPassword(password, kept);
  await throttle.settle(attempt, right, app.clock());
  if (right) return kept;
  const { tenantId, userId } = confirming;
  const by = { kind: 'user', id: userId } as const;
  logInBackground(app, tenantId, (scope) => logSecurityEvent(scope, 'password_refused', { userId }, { by }));
  throw new Forbidden('password_confirmation_failed');
}

/** What makes two addresses the same: case, blanks around, and how letters and the domain are written do not count. */
export function normaliseEmail(email: string): string {
  const plain = normaliseUnicode(email.trim(), 'NFKC').toLowerCase();
  const at = plain.lastIndexOf('@');
  const domain = plain.slice(at + 1);
  return at < 0 ? plain : `${plain.slice(0, at)}@${domainToASCII(domain) || domain}`;
}

/** The only look across tenants: a transaction in which no tenant is bound, so only identity's own database functions see anything. */
export async function withoutTenant<T>(
  app: AppContext,
  lookUp: (db: Parameters<typeof queries.findSignIn>[0]) => Promise<T>,
): Promise<T> {
  return transaction(app.pool, 'read only', lookUp, async (_, found) => found);
}

/** Signs a member of the scope's organization in. `byMail`: by a link from the person's mailbox. */
export async function startSession(
  scope: Scope,
  userId: string,
  { byMail, source }: { readonly byMail: boolean; readonly source: SignInSource },
): Promise<SignedIn> {
  const signInId = newId();
  const expiresAt = new Date(scope.now.getTime() + absoluteMs);
  await queries.bindPerson(scope.db, userId);
  const { address } = source;
  await signIns.insertSignIn(scope, { id: signInId, userId, userAgent: storedUserAgent(source), address, expiresAt });
  await recordDevice(scope, userId, source);
  return addSession(scope, { userId, signInId, expiresAt, byMail });
}

/** Gives a sign-in a session in the scope's organization, in the place of one that it has there. Throws Unauthenticated when the sign-in has ended. */
export async function continueSignIn(scope: Scope, userId: string, signInId: string): Promise<SignedIn> {
  await queries.bindPerson(scope.db, userId);
  const signIn = await signIns.lockSignIn(scope, signInId, userId);
  if (signIn === undefined) throw new Unauthenticated('invalid_token');
  await signIns.touchSignIn(scope, signInId, userId, useNotedEveryMs);
  await signIns.deleteSessionsOf(scope, signInId);
  return addSession(scope, { userId, signInId, expiresAt: signIn.expiresAt, byMail: false });
}

async function addSession(
  scope: Scope,
  begun: Pick<queries.Session, 'userId' | 'signInId' | 'expiresAt'> & { readonly byMail: boolean },
): Promise<SignedIn> {
  const { now } = scope;
  const id = newId();
  const seed = randomBytes(32);
  const idleUntil = idleDeadline(now, begun.expiresAt);
  await queries.insertSession(scope, { ...begun, id, seed, counter: 1, rotatedAt: now, createdAt: now, idleUntil });
  return issueTokens(scope, id, seed, 1);
}

/** Until when a session that is used now may be left unused. */
function idleDeadline(now: Date, expiresAt: Date): Date {
  return new Date(Math.min(now.getTime() + idleMs, expiresAt.getTime()));
}

function requireTokens(outcome: TokenOutcome): SignedIn {
  if (typeof outcome === 'string') throw new Unauthenticated(outcome);
  return outcome;
}

/** Works in the organization of the session that a refresh token claims. Throws Unauthenticated when it names none. */
async function withRefreshClaim<T>(
  app: AppContext,
  presented: string,
  work: (scope: Scope, claim: RefreshClaim) => Promise<T>,
): Promise<T> {
  const claim = parseRefreshToken(presented);
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

/** The session that a claim names, locked with its sign-in. Undefined when there is none, or the claim was not made with its key. */
async function lockVerifiedSession(scope: Scope, claim: RefreshClaim): Promise<queries.Session | undefined> {
  await queries.bindPersonOf(scope, claim.sessionId);
  await signIns.lockSignInOf(scope, claim.sessionId);
  const session = await queries.lockSession(scope, claim.sessionId);
  return session !== undefined && isClaimAuthentic(sessionKeyOf(scope, session.seed), claim) ? session : undefined;
}

async function rotate(
  scope: Scope,
  session: queries.Session,
  claim: RefreshClaim,
  pace: RotationPace,
): Promise<TokenOutcome> {
  const claimStatus = claimStatusOf(scope, session, claim);
  if (claimStatus === 'expired' || claimStatus === 'reused') return endInvalidSession(scope, session, claimStatus);
  await signIns.touchSignIn(scope, session.signInId, session.userId, useNotedEveryMs);
  if (claimStatus === 'just replaced' || (pace === 'once a minute' && isFresh(scope, session)))
    return issueTokens(scope, session.id, session.seed, session.counter);
  const counter = session.counter + 1;
  await queries.rotateSession(scope, session.id, counter, idleDeadline(scope.now, session.expiresAt));
  return issueTokens(scope, session.id, session.seed, counter);
}

type ClaimStatus = 'newest' | 'just replaced' | 'reused' | 'expired';

function claimStatusOf(scope: Scope, session: queries.Session, claim: RefreshClaim): ClaimStatus {
  if (scope.now >= session.idleUntil || scope.now >= session.expiresAt) return 'expired';
  if (claim.counter === session.counter) return 'newest';
  return claim.counter === session.counter - 1 && isFresh(scope, session) ? 'just replaced' : 'reused';
}

function isFresh({ now }: Scope, { rotatedAt }: queries.Session): boolean {
  return now.getTime() - rotatedAt.getTime() < refreshGraceMs;
}

/** Ends a session that has expired; or a whole sign-in, whose token came back and may be in other hands. */
async function endInvalidSession(scope: Scope, session: queries.Session, claimStatus: 'expired' | 'reused') {
  if (claimStatus === 'expired') {
    await queries.deleteSession(scope, session.id);
    return 'invalid_token';
  }
  await signIns.deleteSignIn(scope, session.signInId, session.userId);
  await logSecurityEvent(scope, 'session_ended', { userId: session.userId, why: 'refresh_token_reused' });
  await notifySessionEnded(scope, session.userId);
  return 'refresh_token_reused';
}

/** Somebody else may hold her token: she is told that the session has ended. */
async function notifySessionEnded(scope: Scope, userId: string): Promise<void> {
  const member = await queries.findMember(scope, userId);
  if (member === undefined) return;
  const { email: address, name, language } = member;
  await enqueueMail(scope, { kind: 'session-ended', to: { address, name }, language, facts: { at: scope.now } });
}

async function issueTokens(scope: Scope, sessionId: string, seed: Buffer, counter: number): Promise<SignedIn> {
  const { tenantId } = scope.caller;
  const accessToken = createToken('hat_', tenantId);
  const expiresAt = new Date(scope.now.getTime() + accessSeconds * 1000);
  await queries.insertAccessToken(scope, { hash: tokenHash(accessToken), sessionId, expiresAt });
  return {
    accessToken,
    refreshToken: refreshToken(sessionKeyOf(scope, seed), { tenantId, sessionId }, counter),
    tokenType: 'Bearer',
    expiresIn: accessSeconds,
    tenantId,
  };
}

function sessionKeyOf(scope: Scope, seed: Buffer): Buffer {
  return sessionKey(deriveKey(scope.config, 'refresh tokens'), seed);
}
