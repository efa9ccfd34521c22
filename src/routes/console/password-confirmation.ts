// Giving the password again before a change that an attacker with somebody else's open session would make.
import type { RouteContext } from '../../http/operation.ts';
import { confirmPassword } from '../../identity/sessions.ts';
import type { Caller } from '../../platform/db/scope.ts';
import { Forbidden } from '../../platform/errors.ts';

/** Confirms the password of the person who is signed in; an API key has none. Throws Forbidden, TooMany. Works outside a transaction. */
export async function confirmOwnPassword(
  { app, throttle }: RouteContext,
  caller: Caller,
  password: string,
): Promise<void> {
  if (caller.kind !== 'user') throw new Forbidden();
  await confirmPassword(app, throttle, caller, password);
}
