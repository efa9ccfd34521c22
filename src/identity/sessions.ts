// Sessions: signing in with a password, staying signed in by rotating refresh tokens, signing out. (Contract P-20 to P-22; rotation as RFC 9700 4.14 asks.)
import { randomBytes } from 'node:crypto';
import { keyFor } from '../platform/config.ts';
import { Forbidden, NotFound, Unauthenticated } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { type House, inTenant, type Scope, serviceIn } from '../platform/scope.ts';
import { transaction } from '../platform/transaction.ts';
import { checkPassword, hashPassword } from './passwords.ts';
import * as queries from './queries.ts';
import { accountKey, networkOf, type Throttle } from './throttle.ts';
import {
  makeToken,
  provesSession,
  type RefreshClaim,
  readRefreshToken,
  refreshToken,
  sessionKey,
  tokenHash,
} from './tokens.ts';

export const accessSeconds = 15 * 60;
const idleMs = 30 * 24 * 3_600_000;
const absoluteMs = 90 * 24 * 3_600_000;
/** How long the just-replaced refresh token is taken once more, for a client that lost the answer. */
const lostAnswerMs = 60_000;

/** New tokens, or the code of the refusal (a value, so that the end of a session is committed). */
export type Outcome = SignedIn | 'invalid_credentials' | 'invalid_token' | 'refresh_token_reused';
/** Lets a door run the making of tokens once per repeated request of a user's, inside the transaction. */
export type Wrap = (scope: Scope, userId: string, make: () => Promise<Outcome>) => Promise<Outcome>;
const plainly: Wrap = (_scope, _userId, make) => make();

export type SignedIn = {
  accessToken: string;
  refreshToken: string;
  tokenType: 'Bearer';
  expiresIn: number;
  tenantId: string;
};

/**
 * Signs a person in. The same message and the same work for a wrong password and an unknown address. Throws Unauthenticated, TooMany (after
 * failures), Busy, NotFound (an organization that is not hers).
 */
export async function signIn(
  house: House,
  throttle: Throttle,
  request: { email: string; password: string; tenantId?: string | undefined; address: string },
  wrap: Wrap = plainly,
): Promise<SignedIn> {
  const emailKey = normalEmail(request.email);
  const attempt = { account: accountKey('sign-in', emailKey), address: networkOf(request.address) };
  throttle.check(attempt, house.clock());
  const candidates = await beforeTenant(house, (db) => queries.findSignIn(db, emailKey));
  const { right, outdated } = await checkPassword(request.password, candidates[0]?.passwordHash ?? null);
  throttle.check(attempt, house.clock()); // Again, so that many guesses at the same moment learn no more than the few that are free.
  const userId = candidates[0]?.userId;
  if (!right || userId === undefined) {
    throttle.failed(attempt, house.clock());
    throw new Unauthenticated('invalid_credentials');
  }
  throttle.succeeded(attempt);
  const entered = candidates.find(
    (one) =>
      one.tenantId !== null && (request.tenantId === undefined || one.tenantId === request.tenantId.toLowerCase()),
  );
  if (!entered?.tenantId)
    throw request.tenantId === undefined ? new Unauthenticated('invalid_credentials') : new NotFound();
  const replaced = outdated ? await hashPassword(request.password) : undefined;
  const outcome = await inTenant(house, serviceIn(entered.tenantId), async (scope) => {
    if (!(await queries.touchMembership(scope, userId))) return 'invalid_credentials'; // Removed a moment ago.
    if (replaced !== undefined) await queries.updatePasswordHash(scope, userId, replaced);
    return wrap(scope, userId, () => startSession(scope, userId));
  });
  return tokensOf(outcome);
}

/**
 * Exchanges a refresh token for a new access token and the next refresh token. The just-replaced one gives the same successor again for a minute
 * while that is unused; anything older ends the session. Throws Unauthenticated.
 */
export async function refresh(house: House, presented: string, wrap: Wrap = plainly): Promise<SignedIn> {
  const claim = readRefreshToken(presented);
  if (claim === undefined) throw new Unauthenticated('invalid_token');
  const tenantId = await beforeTenant(house, (db) => queries.findTenantOfSession(db, claim.sessionId));
  if (tenantId === undefined) throw new Unauthenticated('invalid_token');
  const outcome = await inTenant(house, serviceIn(tenantId), (scope) => continueSession(scope, claim, wrap));
  return tokensOf(outcome);
}

/** Ends the caller's session at once, with all of its tokens. */
export async function signOut(scope: Scope): Promise<void> {
  if (scope.caller.kind !== 'user') throw new Forbidden();
  await queries.deleteSession(scope, scope.caller.sessionId);
}

/** Confirms that the caller knows her own password, before something that cannot be undone. Throws Forbidden, TooMany. Works outside a transaction. */
export async function confirmPassword(
  house: House,
  throttle: Throttle,
  confirming: { tenantId: string; userId: string },
  password: string,
): Promise<void> {
  const attempt = { account: accountKey('confirm', confirming.userId) };
  throttle.check(attempt, house.clock());
  const kept = await inTenant(
    house,
    serviceIn(confirming.tenantId),
    (scope) => queries.findPasswordHash(scope, confirming.userId),
    'read only',
  );
  const { right } = await checkPassword(password, kept);
  throttle.check(attempt, house.clock());
  if (!right) {
    throttle.failed(attempt, house.clock());
    throw new Forbidden('password_confirmation_failed');
  }
  throttle.succeeded(attempt);
}

/** E-mail addresses are compared without regard to case or surrounding blanks. */
export function normalEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}

/** The only look across tenants: a transaction in which no tenant is bound, so only identity's own database functions see anything. */
export async function beforeTenant<T>(
  house: House,
  look: (db: Parameters<typeof queries.findSignIn>[0]) => Promise<T>,
): Promise<T> {
  return transaction(house.pool, 'read only', look, async (_, found) => found);
}

async function startSession(scope: Scope, userId: string): Promise<SignedIn> {
  const id = newId();
  const seed = randomBytes(32);
  const start = scope.now.getTime();
  await queries.insertSession(scope, {
    id,
    userId,
    seed,
    counter: 1,
    rotatedAt: scope.now,
    createdAt: scope.now,
    idleUntil: new Date(start + idleMs),
    expiresAt: new Date(start + absoluteMs),
  });
  return issue(scope, id, seed, 1);
}

function tokensOf(outcome: Outcome): SignedIn {
  if (typeof outcome === 'string') throw new Unauthenticated(outcome);
  return outcome;
}

/** Decides under the session's row lock. */
async function continueSession(scope: Scope, claim: RefreshClaim, wrap: Wrap): Promise<Outcome> {
  const session = await queries.lockSession(scope, claim.sessionId);
  if (session === undefined || !provesSession(keyOf(scope, session.seed), claim)) return 'invalid_token';
  return wrap(scope, session.userId, () => rotate(scope, session, claim));
}

async function rotate(scope: Scope, session: queries.Session, claim: RefreshClaim): Promise<Outcome> {
  const now = scope.now.getTime();
  if (now >= session.idleUntil.getTime() || now >= session.expiresAt.getTime()) {
    await queries.deleteSession(scope, session.id);
    return 'invalid_token';
  }
  if (claim.counter === session.counter) {
    await queries.rotateSession(
      scope,
      session.id,
      session.counter + 1,
      new Date(Math.min(now + idleMs, session.expiresAt.getTime())),
    );
    return issue(scope, session.id, session.seed, session.counter + 1);
  }
  if (claim.counter === session.counter - 1 && now - session.rotatedAt.getTime() < lostAnswerMs) {
    return issue(scope, session.id, session.seed, session.counter);
  }
  await queries.deleteSession(scope, session.id);
  return 'refresh_token_reused';
}

async function issue(scope: Scope, sessionId: string, seed: Buffer, counter: number): Promise<SignedIn> {
  const accessToken = makeToken('hat_');
  const expiresAt = new Date(scope.now.getTime() + accessSeconds * 1000);
  await queries.insertAccessToken(scope, { hash: tokenHash(accessToken), sessionId, expiresAt });
  return {
    accessToken,
    refreshToken: refreshToken(keyOf(scope, seed), sessionId, counter),
    tokenType: 'Bearer',
    expiresIn: accessSeconds,
    tenantId: scope.caller.tenantId,
  };
}

function keyOf(scope: Scope, seed: Buffer): Buffer {
  return sessionKey(keyFor(scope.config, 'refresh tokens'), seed);
}
