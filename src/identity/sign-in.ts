// Sign-in by password (open points P-20, P-130), and by a passkey alone (P-131).
import { type AppContext, inTenant, type Scope, serviceCaller } from '../platform/db/scope.ts';
import { transaction } from '../platform/db/transaction.ts';
import { Conflict, NotFound, Unauthenticated } from '../platform/errors.ts';
import type { SignInSource } from './devices.ts';
import * as queries from './identity-queries.ts';
import { listOrganizationsOf } from './organization-queries.ts';
import { claimedPerson, type PasskeyAssertion, type PasskeyRequest, passkeySite, requestOptions } from './passkeys.ts';
import { hashPassword } from './passwords.ts';
import { challengeSeconds, createChallenge, takeChallenge } from './second-factor-challenges.ts';
import {
  beginSession,
  factorAttempt,
  hasSecondFactor,
  type SignInResult,
  startSessionOrAsk,
  useSecondFactor,
} from './second-step.ts';
import { logSecurityEvent } from './security-log.ts';
import {
  type IdempotencyWrapper,
  requireTokens,
  type SignedIn,
  startSession,
  verifyPassword,
  withoutIdempotency,
  withoutTenant,
} from './sessions.ts';
import type { Throttle } from './sign-in-throttle.ts';

type PasswordRequest = {
  readonly email: string;
  readonly password: string;
  readonly tenantId?: string | undefined;
} & SignInSource;

/**
 * Signs a person in with everything in one request. A wrong password and an unknown address give the same message with
 * the same work. A person with a second factor sends `oneTimeCode` too. Throws Unauthenticated, TooManyRequests (after
 * failures), Unavailable, NotFound (an organization of which they are not a member).
 */
export async function signIn(
  app: AppContext,
  throttle: Throttle,
  request: PasswordRequest & { readonly oneTimeCode?: string | undefined },
  wrap: IdempotencyWrapper = withoutIdempotency,
): Promise<SignedIn> {
  const { oneTimeCode } = request;
  const verified = await verifySignIn(app, throttle, request);
  const attempt = factorAttempt(verified.userId);
  if (oneTimeCode !== undefined) await throttle.check(attempt, app.clock());
  const outcome = await enterVerified(app, verified, (scope, userId) =>
    wrap(scope, userId, async () => {
      await queries.bindPerson(scope.db, userId);
      const begun = { first: 'password', source: request } as const;
      if (!(await hasSecondFactor(scope))) return beginSession(scope, userId, begun);
      if (oneTimeCode === undefined) return 'second_factor_required';
      const used = await useSecondFactor(scope, userId, { oneTimeCode });
      return used === undefined ? 'invalid_second_factor' : beginSession(scope, userId, { ...begun, used });
    }),
  );
  if (oneTimeCode !== undefined) await throttle.settle(attempt, outcome !== 'invalid_second_factor', app.clock());
  return requireTokens(outcome);
}

/** As signIn, but a person with a second factor is asked for it in a second step. */
export async function signInOrAsk(
  app: AppContext,
  throttle: Throttle,
  request: PasswordRequest,
): Promise<SignInResult> {
  const verified = await verifySignIn(app, throttle, request);
  return enterVerified(app, verified, (scope, userId) => startSessionOrAsk(scope, userId, 'password', request));
}

/** What a browser needs to sign in by a passkey alone. Throws Conflict where there are no passkeys. */
export async function startPasskeySignIn(
  app: AppContext,
): Promise<{ token: string; expiresIn: number; passkey: PasskeyRequest }> {
  if (passkeySite(app.config) === undefined) throw noPasskeys();
  const token = await transaction(
    app.pool,
    'read write',
    (db) => createChallenge({ db, realNow: app.clock() }, undefined, 'passkey_sign_in'),
    async (_, created) => created,
  );
  return { token, expiresIn: challengeSeconds, passkey: await requestOptions(app.config, token, undefined) };
}

/**
 * Signs in by a passkey alone, which counts as two factors, to the organization last used or the one named. Throws
 * Unauthenticated, Conflict (challenge_expired), NotFound.
 */
export async function signInByPasskey(
  app: AppContext,
  request: { readonly token: string; readonly passkey: PasskeyAssertion; readonly tenantId?: string | undefined },
  source: SignInSource,
): Promise<SignedIn> {
  const { token, passkey } = request;
  await transaction(
    app.pool,
    'read write',
    (db) => takeChallenge({ db, realNow: app.clock() }, token, 'passkey_sign_in'),
    async () => {},
  );
  const userId = claimedPerson(passkey);
  if (userId === undefined) throw new Unauthenticated('invalid_second_factor');
  const organizations = await withoutTenant(app, (db) => listOrganizationsOf(db, userId));
  const wanted = request.tenantId?.toLowerCase();
  const organization = organizations.find(({ id }) => wanted === undefined || id === wanted) ?? organizations[0];
  if (organization === undefined) throw new Unauthenticated('invalid_second_factor');
  const signedIn = await inTenant(app, serviceCaller(organization.id), async (scope) => {
    await queries.bindPerson(scope.db, userId);
    // A value, so that it is logged.
    if ((await useSecondFactor(scope, userId, { token, passkey })) === undefined) return undefined;
    if (wanted !== undefined && organization.id !== wanted) throw new NotFound();
    // Removed concurrently.
    if (!(await queries.touchMembership(scope, userId))) throw new Unauthenticated('invalid_second_factor');
    const by = { kind: 'user', id: userId } as const;
    await logSecurityEvent(scope, 'signed_in', { with: 'passkey' }, { by, address: source.address });
    return startSession(scope, userId, { signedInByMail: false, secondFactor: true, confirmed: true, source });
  });
  if (signedIn === undefined) throw new Unauthenticated('invalid_second_factor');
  return signedIn;
}

/** The error where browsers refuse passkeys. */
export function noPasskeys(): Conflict {
  return new Conflict(
    'passkeys_unavailable',
    'Passkeys need an address with a name and https. Use an authenticator app, or open Haldur at such an address.',
  );
}

type VerifiedSignIn = {
  readonly userId: string;
  readonly tenantId: string;
  readonly storedHash: string | null;
  /** A new hash of the password, if the parameters changed. */
  readonly replaced: string | undefined;
};

/** Verifies the password, and finds the organization: the last used one, or the one named. */
async function verifySignIn(app: AppContext, throttle: Throttle, request: PasswordRequest): Promise<VerifiedSignIn> {
  const { userId, candidates, outdated } = await verifyPassword(app, throttle, request);
  const entered = candidates.find(
    (candidate) =>
      candidate.tenantId !== null &&
      (request.tenantId === undefined || candidate.tenantId === request.tenantId.toLowerCase()),
  );
  if (!entered?.tenantId)
    throw request.tenantId === undefined ? new Unauthenticated('invalid_credentials') : new NotFound();
  const replaced = outdated ? await hashPassword(request.password) : undefined;
  return { userId, tenantId: entered.tenantId, storedHash: candidates[0]?.passwordHash ?? null, replaced };
}

async function enterVerified<T>(
  app: AppContext,
  { userId, tenantId, storedHash, replaced }: VerifiedSignIn,
  work: (scope: Scope, userId: string) => Promise<T>,
): Promise<T> {
  return inTenant(app, serviceCaller(tenantId), async (scope) => {
    // Removed concurrently.
    if (!(await queries.touchMembership(scope, userId))) throw new Unauthenticated('invalid_credentials');
    if (replaced !== undefined) await queries.updatePasswordHash(scope, userId, storedHash, replaced);
    return work(scope, userId);
  });
}
