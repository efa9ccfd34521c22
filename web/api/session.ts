// The session of this tab: the access token, in memory alone. What renews it is a cookie that no script can read. Tabs share that, and tell
// each other when it is another one: then each tries it anew.
import { ApiProblem, problemOfFailure, problemOfResponse } from './problem.ts';

const sessionUrl = '/console/api/session';
const timeoutMs = 60_000;
const tabChannel = new BroadcastChannel('haldur-session');

type AccessToken = { readonly text: string; readonly until: number };
/** `unknown` until the cookie was tried once. */
export type SessionState = 'unknown' | 'in' | 'out';

let token: AccessToken | undefined;
let state: SessionState = 'unknown';
let renewing: Promise<boolean> | undefined;
const listeners = new Set<() => void>();

tabChannel.onmessage = () => endSession('unknown');

/** For useSyncExternalStore. */
export function watchSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function sessionState(): SessionState {
  return state;
}

/** Signs in. Throws ApiProblem. */
export async function signIn(credentials: { readonly email: string; readonly password: string }): Promise<void> {
  acceptToken(await sendSessionRequest('POST', '', credentials));
  tabChannel.postMessage('changed');
}

/** Tries the cookie; false when there is no session to go on with. Of many that ask at once, one goes. Throws ApiProblem when nobody answers. */
export function renewSession(): Promise<boolean> {
  renewing ??= tryCookie().finally(() => {
    renewing = undefined;
  });
  return renewing;
}

/**
 * Goes to another organization: the cookie is that of a session there. This page goes on with the token that it has, so load it anew. Throws ApiProblem.
 */
export async function switchOrganization(tenantId: string): Promise<void> {
  await sendSessionRequest('POST', '/enter', { tenantId });
  tabChannel.postMessage('changed');
}

/** Goes on with a session that was begun elsewhere: by the first start. Throws ApiProblem. */
export async function continueSession(refreshToken: string): Promise<void> {
  acceptToken(await sendSessionRequest('POST', '/adopt', { refreshToken }));
  tabChannel.postMessage('changed');
}

/** Ends the session, in every tab. Throws ApiProblem when nobody answers: then it has not ended. */
export async function signOut(): Promise<void> {
  await sendSessionRequest('DELETE', '');
  tabChannel.postMessage('changed');
  endSession('out');
}

/** The access token; a new one where it is about to expire, undefined where the session has ended. */
export async function accessToken(): Promise<string | undefined> {
  if (token === undefined || token.until < Date.now()) await renewSession();
  return token?.text;
}

async function tryCookie(): Promise<boolean> {
  try {
    acceptToken(await sendSessionRequest('POST', '/refresh'));
    return true;
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status !== 401) throw error;
    endSession('out');
    return false;
  }
}

async function sendSessionRequest(method: string, path: string, body?: object): Promise<unknown> {
  try {
    const answer = await fetch(sessionUrl + path, {
      method,
      headers: { 'x-haldur-console': '1', ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const responseBody = answer.status === 204 ? undefined : await answer.json().catch(() => undefined);
    if (!answer.ok) throw problemOfResponse(responseBody, answer);
    return responseBody;
  } catch (error) {
    throw problemOfFailure(error);
  }
}

/** A minute early, so that no request is on its way with a token that expires under it. */
function acceptToken(body: unknown): void {
  const { accessToken: text, expiresIn } = (body as { data: { accessToken: string; expiresIn: number } }).data;
  token = { text, until: Date.now() + (expiresIn - 60) * 1000 };
  setState('in');
}

function endSession(next: SessionState): void {
  token = undefined;
  setState(next);
}

function setState(next: SessionState): void {
  if (state === next) return;
  state = next;
  for (const listener of listeners) listener();
}
