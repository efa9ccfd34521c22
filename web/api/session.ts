// The session of this tab: the access token, in memory only. A cookie that no script can read refreshes it. Tabs share
// the cookie, and notify each other when it changes: then each refreshes again.
import type { ConsoleBody, ConsolePostBody } from './bodies.ts';
import { ApiProblem, problemOfFailure, problemOfResponse } from './problem.ts';
import { leaveFor } from './provider-redirect.ts';

const sessionUrl = '/console/api/session';
const timeoutMs = 60_000;
const confirmationArrivesMs = 1000;
const tabChannel = new BroadcastChannel('haldur-session');

type AccessToken = { readonly text: string; readonly until: number };
/**
 * `unknown` until the first refresh; `expired`: a session of this tab ended without the person signing out; `out`: they
 * did, or there was none.
 */
type SessionState = 'unknown' | 'in' | 'expired' | 'out';

let token: AccessToken | undefined;
let state: SessionState = 'unknown';
let renewing: Promise<boolean> | undefined;
const listeners = new Set<() => void>();

/** Marks, without a word about whom, that somebody is signed in at this tab, also after a reload. */
const signedInKey = 'haldur-signed-in';

tabChannel.onmessage = ({ data }) => endSession(data === 'signed out' ? 'out' : 'unknown');

/** For useSyncExternalStore. */
export function watchSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function sessionState(): SessionState {
  return state;
}

/**
 * The second step of a sign-in, or the use of a passkey: what the person can answer with, and what the browser needs
 * for a passkey.
 */
export type FactorRequest = {
  readonly token: string;
  readonly methods: readonly ('passkey' | 'app' | 'recovery_code')[];
  readonly passkey?: object | undefined;
};
/** A second factor as a person gives it. */
export type FactorAnswer = { readonly oneTimeCode: string } | { readonly passkey: object };

/** Signs in. Returns the second step, if the person has a second factor. Throws ApiProblem. */
export async function signIn(credentials: {
  readonly email: string;
  readonly password: string;
}): Promise<FactorRequest | undefined> {
  const body = (await sendSessionRequest('POST', '', credentials)) as { data: FactorRequest | { accessToken: string } };
  if ('methods' in body.data) return body.data;
  acceptToken(body);
  tabChannel.postMessage('changed');
  return undefined;
}

/** Finishes signing in with a second factor. Throws ApiProblem. */
export async function answerSecondStep({ token }: FactorRequest, answer: FactorAnswer): Promise<void> {
  const body = await sendSessionRequest('POST', '/second-step', { token, ...answer });
  forgetWaitingStep();
  acceptToken(body);
  tabChannel.postMessage('changed');
}

/** Signs in with a passkey alone; `use` asks the device. Throws ApiProblem, and what `use` throws. */
export async function signInByPasskey(use: (options: object) => Promise<object>): Promise<void> {
  const { data } = (await sendSessionRequest('POST', '/passkey/start')) as { data: { token: string; passkey: object } };
  const passkey = await use(data.passkey);
  acceptToken(await sendSessionRequest('POST', '/passkey', { token: data.token, passkey }));
  tabChannel.postMessage('changed');
}

const stepKey = 'haldur-second-step';

/** Returns the second step that a page of an e-mailed link left for the sign-in. */
export function readWaitingStep(): FactorRequest | undefined {
  const text = sessionStorage.getItem(stepKey);
  return text === null ? undefined : (JSON.parse(text) as FactorRequest);
}

/** Forgets that second step: it was answered, or is not wanted. */
export function forgetWaitingStep(): void {
  sessionStorage.removeItem(stepKey);
}

/**
 * Refreshes with the cookie; false when there is no session. Simultaneous callers share one request. Throws ApiProblem
 * without a response.
 */
export function renewSession(): Promise<boolean> {
  renewing ??= tryCookie().finally(() => {
    renewing = undefined;
  });
  return renewing;
}

/**
 * Switches to another organization: the cookie then holds a session there. The page still has its old token, so reload
 * it. Throws ApiProblem.
 */
export async function switchOrganization(tenantId: string): Promise<void> {
  await sendSessionRequest('POST', '/enter', { tenantId });
  tabChannel.postMessage('changed');
}

/** Continues a session that was started elsewhere: by the first start. Throws ApiProblem. */
export async function continueSession(refreshToken: string): Promise<void> {
  acceptToken(await sendSessionRequest('POST', '/adopt', { refreshToken }));
  tabChannel.postMessage('changed');
}

/** Where people may sign in beside their password. Throws ApiProblem. */
export async function signInProviders(): Promise<ConsoleBody<'/session/providers'>['data']> {
  return ((await sendSessionRequest('GET', '/providers')) as ConsoleBody<'/session/providers'>).data;
}

/** Leaves for a provider; it sends back to /console/provider/ID. Throws ApiProblem. */
export async function signInAt(provider: string, language: string): Promise<void> {
  const begun = await sendSessionRequest('POST', '/provider/begin', { provider, language });
  leaveFor((begun as { data: { url: string } }).data.url);
}

/**
 * Signs in, or links an account, with what the provider put into the address. The second step is left for the sign-in,
 * if the person has one to give. Throws ApiProblem.
 */
export async function finishAt(provider: string, query: string): Promise<void> {
  const finished = await sendSessionRequest('POST', '/provider/finish', { provider, query });
  const { data } = finished as { data: FactorRequest | { accessToken: string } };
  if (!('methods' in data)) acceptToken(finished);
  else {
    await sendSessionRequest('DELETE', ''); // Whoever is signed in here is signed out, as by any other sign-in.
    sessionStorage.setItem(stepKey, JSON.stringify(data));
  }
  tabChannel.postMessage('changed');
}

/**
 * Takes the tokens that a confirmation returned: those before it are no longer accepted. The other tabs notice it at
 * their next request, and refresh with the new cookie.
 */
export function takeReplacedTokens(body: ConsolePostBody<'/me/confirmation'>): void {
  acceptToken(body);
}

/** Ends the session in every tab. Throws ApiProblem without a response: then it has not ended. */
export async function signOut(): Promise<void> {
  await sendSessionRequest('DELETE', '');
  tabChannel.postMessage('signed out');
  endSession('out');
}

/** The access token; refreshed when it is about to expire, undefined when the session has ended. */
export async function accessToken(): Promise<string | undefined> {
  if (token === undefined || token.until < Date.now()) await renewSession();
  return token?.text;
}

async function tryCookie(): Promise<boolean> {
  if ((await refresh()) || (state === 'in' && (await refreshLater()))) return true;
  endSession(sessionStorage.getItem(signedInKey) === null ? 'out' : 'expired');
  return false;
}

/** Refreshes with the cookie; false if it is not accepted. */
async function refresh(): Promise<boolean> {
  try {
    acceptToken(await sendSessionRequest('POST', '/refresh'));
    return true;
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status !== 401) throw error;
    return false;
  }
}

/** Another tab may just have confirmed: its response, which is on its way, has the next cookie. */
async function refreshLater(): Promise<boolean> {
  await new Promise((resolve) => setTimeout(resolve, confirmationArrivesMs));
  return refresh();
}

async function sendSessionRequest(method: string, path: string, body?: object): Promise<unknown> {
  try {
    const response = await fetch(sessionUrl + path, {
      method,
      headers: { 'x-haldur-console': '1', ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const responseBody = response.status === 204 ? undefined : await response.json().catch(() => undefined);
    if (!response.ok) throw problemOfResponse(responseBody, response);
    return responseBody;
  } catch (error) {
    throw problemOfFailure(error);
  }
}

/** A minute early, so that no token expires during a request. */
function acceptToken(body: unknown): void {
  const { accessToken: text, expiresIn } = (body as { data: { accessToken: string; expiresIn: number } }).data;
  token = { text, until: Date.now() + (expiresIn - 60) * 1000 };
  sessionStorage.setItem(signedInKey, '1');
  setState('in');
}

function endSession(next: SessionState): void {
  token = undefined;
  if (next === 'out') sessionStorage.removeItem(signedInKey);
  setState(next);
}

function setState(next: SessionState): void {
  if (state === next) return;
  state = next;
  for (const listener of listeners) listener();
}
