// The session of this tab: the access token, in memory alone. What renews it is a cookie that no script can read. Tabs share that, and tell
// each other when it is another one: then each tries it anew.
import { ApiProblem, refusal, silence } from './problem.ts';

const door = '/console/api/session';
const patienceMs = 60_000;
const tabs = new BroadcastChannel('haldur-session');

type Token = { readonly text: string; readonly until: number };
/** `unknown` until the cookie was tried once. */
export type SessionState = 'unknown' | 'in' | 'out';

let token: Token | undefined;
let state: SessionState = 'unknown';
let renewing: Promise<boolean> | undefined;
const listeners = new Set<() => void>();

tabs.onmessage = () => forget('unknown');

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
  take(await ask('POST', '', credentials));
  tabs.postMessage('changed');
}

/** Tries the cookie; false when there is no session to go on with. Of many that ask at once, one goes. Throws ApiProblem when nobody answers. */
export function renew(): Promise<boolean> {
  renewing ??= tryCookie().finally(() => {
    renewing = undefined;
  });
  return renewing;
}

/**
 * Goes to another organization: the cookie is that of a session there. This page goes on with the token that it has, so load it anew. Throws ApiProblem.
 */
export async function enter(tenantId: string): Promise<void> {
  await ask('POST', '/enter', { tenantId });
  tabs.postMessage('changed');
}

/** Goes on with a session that was begun elsewhere: by the first start. Throws ApiProblem. */
export async function goOn(refreshToken: string): Promise<void> {
  take(await ask('POST', '/adopt', { refreshToken }));
  tabs.postMessage('changed');
}

/** Ends the session, in every tab. Throws ApiProblem when nobody answers: then it has not ended. */
export async function signOut(): Promise<void> {
  await ask('DELETE', '');
  tabs.postMessage('changed');
  forget('out');
}

/** The access token; a new one where it is about to expire, undefined where the session has ended. */
export async function accessToken(): Promise<string | undefined> {
  if (token === undefined || token.until < Date.now()) await renew();
  return token?.text;
}

async function tryCookie(): Promise<boolean> {
  try {
    take(await ask('POST', '/refresh'));
    return true;
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status !== 401) throw error;
    forget('out');
    return false;
  }
}

async function ask(method: string, path: string, body?: object): Promise<unknown> {
  try {
    const answer = await fetch(door + path, {
      method,
      headers: { 'x-haldur-console': '1', ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(patienceMs),
    });
    const told = answer.status === 204 ? undefined : await answer.json().catch(() => undefined);
    if (!answer.ok) throw refusal(told, answer);
    return told;
  } catch (error) {
    throw silence(error);
  }
}

/** A minute early, so that no request is on its way with a token that expires under it. */
function take(told: unknown): void {
  const { accessToken: text, expiresIn } = (told as { data: { accessToken: string; expiresIn: number } }).data;
  token = { text, until: Date.now() + (expiresIn - 60) * 1000 };
  become('in');
}

function forget(next: SessionState): void {
  token = undefined;
  become(next);
}

function become(next: SessionState): void {
  if (state === next) return;
  state = next;
  for (const listener of listeners) listener();
}
