// Passkeys in this browser. The library is loaded when one is used.
import { ApiProblem } from '../api/problem.ts';
import type { FactorAnswer } from '../api/session.ts';

type Library = typeof import('@simplewebauthn/browser');
type RequestOptions = Parameters<Library['startAuthentication']>[0]['optionsJSON'];
type CreationOptions = Parameters<Library['startRegistration']>[0]['optionsJSON'];

/** Whether this browser knows passkeys, and accepts them here: not at an address of numbers. */
export const knowsPasskeys = 'PublicKeyCredential' in globalThis && !/^[\d.]+$|^\[/.test(location.hostname);

/** Uses a passkey. Throws ApiProblem. */
export async function answerWithPasskey(
  options: object,
): Promise<Extract<FactorAnswer, { passkey: object }>['passkey']> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return startAuthentication({ optionsJSON: options as RequestOptions }).catch(notUsed);
}

/** Makes a passkey. Throws ApiProblem. */
export async function createPasskeyFor(options: object) {
  const { startRegistration } = await import('@simplewebauthn/browser');
  return startRegistration({ optionsJSON: options as CreationOptions }).catch(notUsed);
}

/** The person closed the dialog of the browser, or it took too long. */
function notUsed(): never {
  throw new ApiProblem({ status: 0, code: 'passkey_not_used' });
}
