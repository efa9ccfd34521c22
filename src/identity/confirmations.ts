// Confirmation before sensitive changes, so that a stolen open session is not enough: a fresh second factor, or the
// password of a person who has none. It holds for five minutes in one sign-in (open point P-132).
import { type AppContext, type Caller, inTenant, type Scope } from '../platform/db/scope.ts';
import { bodyProblem, Forbidden, Invalid, Unauthenticated } from '../platform/errors.ts';
import { createChallenge, takeChallenge } from './second-factor-challenges.ts';
import {
  askForFactor,
  type FactorRequest,
  factorAttempt,
  hasSecondFactor,
  type SecondFactorAnswer,
  useSecondFactor,
} from './second-step.ts';
import { confirmPassword } from './sessions.ts';
import * as signIns from './sign-in-queries.ts';
import type { Throttle } from './sign-in-throttle.ts';

const validMs = 5 * 60_000;

/** A person who is signed in. */
export type UserCaller = Caller & { readonly kind: 'user' };

/** What the caller confirms with. */
type ConfirmationRequest = { readonly method: 'password' } | ({ readonly method: 'second_factor' } & FactorRequest);
type Confirmation = { readonly password: string } | SecondFactorAnswer;

/** Tells what the caller has to confirm with; a passkey answers the challenge in it. Throws Forbidden for a key. */
export async function startConfirmation(scope: Scope): Promise<ConfirmationRequest> {
  const { userId } = requireUser(scope.caller);
  if (!(await hasSecondFactor(scope))) return { method: 'password' };
  return { method: 'second_factor', ...(await askForFactor(scope, await createChallenge(scope, userId, 'confirm'))) };
}

/**
 * Verifies that it is the caller; recordConfirmation records it. A person with a second factor must give that. Returns
 * whether they gave one. Throws Forbidden (also for a key), Invalid, Conflict (challenge_expired), TooManyRequests,
 * Unavailable. Runs outside a transaction.
 */
export async function confirmIdentity(
  app: AppContext,
  throttle: Throttle,
  caller: Caller,
  given: Confirmation,
): Promise<{ readonly secondFactor: boolean }> {
  const user = requireUser(caller);
  const needsFactor = await inTenant(app, user, hasSecondFactor, 'read only');
  if (needsFactor !== !('password' in given)) {
    const message = needsFactor
      ? 'You have a second factor: send oneTimeCode, or passkey with its token, instead of password.'
      : 'You have no second factor: send password.';
    throw new Invalid([bodyProblem(['password' in given ? 'password' : 'oneTimeCode'], 'not_allowed', message)]);
  }
  if ('password' in given) await confirmPassword(app, throttle, user, given.password);
  else await confirmByFactor(app, throttle, user, given);
  return { secondFactor: needsFactor };
}

/**
 * For what a person without a second factor confirms in another way. Throws Forbidden (confirmation_required) if the
 * person has one and has not confirmed.
 */
export async function requireFactorConfirmation(scope: Scope): Promise<void> {
  if (await hasSecondFactor(scope)) await requireConfirmation(scope);
}

/**
 * Confirms a deletion by a program that acts for a person: with the password, or for a person with a second factor with
 * a code. Returns false if what is needed is missing. Throws Forbidden, TooManyRequests, Unavailable. Runs outside a
 * transaction.
 */
export async function confirmByProgram(
  app: AppContext,
  throttle: Throttle,
  caller: Caller,
  { password, oneTimeCode }: { readonly password?: string | undefined; readonly oneTimeCode?: string | undefined },
): Promise<boolean> {
  const user = requireUser(caller);
  if (!(await inTenant(app, user, hasSecondFactor, 'read only'))) {
    if (!password) return false;
    await confirmPassword(app, throttle, user, password);
  } else if (oneTimeCode) await confirmByFactor(app, throttle, user, { oneTimeCode });
  else await inTenant(app, user, requireConfirmation, 'read only');
  return true;
}

/**
 * Throws Forbidden unless the caller has confirmed that it is them within the last five minutes. An API key passes: it
 * has nothing to confirm with. Throws Unauthenticated if the session has just ended, in another request.
 */
export async function requireConfirmation(scope: Scope): Promise<void> {
  if (scope.caller.kind !== 'user') return;
  const signInId = await signIns.findSignInOf(scope, scope.caller.sessionId);
  const confirmedAt = signInId === undefined ? undefined : await signIns.findConfirmedAt(scope, signInId);
  if (confirmedAt === undefined) throw new Unauthenticated('invalid_token');
  if (confirmedAt === null || confirmedAt.getTime() <= scope.realNow.getTime() - validMs)
    throw new Forbidden('confirmation_required');
}

/** Records that the caller has just confirmed that it is them, and whether by a second factor. */
export async function recordConfirmation(
  scope: Scope,
  { secondFactor }: { readonly secondFactor: boolean },
): Promise<void> {
  const { sessionId } = requireUser(scope.caller);
  const signInId = await signIns.findSignInOf(scope, sessionId);
  if (signInId === undefined) return; // It has just ended.
  await signIns.recordConfirmation(scope, signInId);
  if (!secondFactor) return;
  await signIns.recordSecondFactor(scope, signInId);
  await signIns.markSessionsOf(scope, signInId);
}

async function confirmByFactor(
  app: AppContext,
  throttle: Throttle,
  user: UserCaller,
  given: SecondFactorAnswer,
): Promise<void> {
  const attempt = factorAttempt(user.userId);
  await throttle.check(attempt, app.clock());
  const right = await inTenant(app, user, async (scope) => {
    if ('passkey' in given) await takeChallenge(scope, given.token, 'confirm');
    return (await useSecondFactor(scope, user.userId, given)) !== undefined;
  });
  await throttle.settle(attempt, right, app.clock());
  if (!right) throw new Forbidden('second_factor_confirmation_failed');
}

/** The caller as a person. Throws Forbidden for an API key. */
export function requireUser(caller: Caller): UserCaller {
  if (caller.kind !== 'user') throw new Forbidden();
  return caller;
}
