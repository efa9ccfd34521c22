// Password confirmation before sensitive changes, so that a stolen open session is not enough.
import type { RouteContext } from '../../http/operation.ts';
import { confirmPassword } from '../../identity/sessions.ts';
import type { Caller } from '../../platform/db/scope.ts';
import { Forbidden } from '../../platform/errors.ts';

/** Confirms the password of the signed-in person; an API key has none. Throws Forbidden and TooManyRequests. Runs outside a transaction. */
export async function confirmOwnPassword(
  { app, throttle }: RouteContext,
  caller: Caller,
  password: string,
): Promise<void> {
  if (caller.kind !== 'user') throw new Forbidden();
  await confirmPassword(app, throttle, caller, password);
}
