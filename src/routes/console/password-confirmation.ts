// Password confirmation in the body of a request, before changes that cannot be undone. A person with a second factor confirms with that instead.
import type { RouteContext } from '../../http/operation.ts';
import { confirmByProgram } from '../../identity/confirmations.ts';
import type { Caller } from '../../platform/db/scope.ts';

/**
 * Confirms the password of the signed-in person; a person with a second factor must have confirmed with it within five minutes, and their password does not
 * matter. Throws Forbidden (also for a key) and TooManyRequests. Runs outside a transaction.
 */
export async function confirmOwnPassword(
  { app, throttle }: RouteContext,
  caller: Caller,
  password: string,
): Promise<void> {
  await confirmByProgram(app, throttle, caller, { password });
}
