// Console API: the console's session. The refresh token is in a cookie hidden from scripts, the access token only in
// the page's memory.

import { RequestError } from '../../http/errors.ts';
import type { OperationResponse } from '../../http/model.ts';
import { DataOf, okResponse, operation, showsData, showsNothing, tagged } from '../../http/operation.ts';
import { Id, Type } from '../../http/schemas.ts';
import { deviceCookie, type HeaderSource, readBrowser, readCookie, setCookie } from '../../http/session-cookies.ts';
import { switchOrganization } from '../../identity/organizations.ts';
import { answerSecondStep } from '../../identity/second-step.ts';
import {
  endReplacedSession,
  endSession,
  refreshSharedSession,
  replaceTokens,
  type SignedIn,
  sessionSeconds,
} from '../../identity/sessions.ts';
import { signInByPasskey, signInOrAsk, startPasskeySignIn } from '../../identity/sign-in.ts';
import { areOfOneSession } from '../../identity/tokens.ts';
import type { AppContext, Scope } from '../../platform/db/scope.ts';
import { Unauthenticated } from '../../platform/errors.ts';
import { EmailSchema, OneTimeCodeSchema, PasswordSchema } from '../api/token-bodies.ts';
import {
  AssertionSchema,
  factorRequestFields,
  PasskeyOptions,
  readAnswer,
  secondStepResponse,
  TokenSchema,
} from './second-factor-bodies.ts';

/** A header that only our own pages can send: a form cannot, and other origins would need a CORS preflight. */
const consoleHeader = 'x-haldur-console';

export const SessionBody = Type.Object({
  accessToken: Type.String({ description: 'Keep it in memory only. Valid for 15 minutes.' }),
  expiresIn: Type.Integer({ description: 'Seconds until the access token expires.' }),
  tenantId: Type.String({ format: 'uuid', description: 'The organization of the session.' }),
});

/** The new tokens of a person who has authenticated again. */
export const ReplacedTokensBody = Type.Object({
  ...SessionBody.properties,
  refreshToken: Type.Optional(
    Type.String({ description: 'Only without the cookie of the console: the next refresh token.' }),
  ),
  tokenType: Type.Optional(Type.Literal('Bearer')),
});

const responses = { 200: { description: 'Signed in.', schema: DataOf(SessionBody) } };
/** The header of requests that set the console's cookies. */
export const consoleHeaders = {
  [consoleHeader]: 'Always `1`. It shows that the request comes from a page of the console and not from another site.',
};

const beginSession = operation({
  name: 'beginConsoleSession',
  route: 'POST /session',
  summary: 'Sign in to the console',
  description: 'Like `POST /auth/login` of the integration API, but the refresh token goes into a cookie.',
  permission: 'none',
  headers: consoleHeaders,
  body: Type.Object({
    email: EmailSchema,
    password: PasswordSchema,
    tenantId: Type.Optional(Id),
  }),
  responses: { ...responses, 202: secondStepResponse },
  errors: ['cross_site_request', 'invalid_credentials', 'sign_in_throttled', 'not_found'],
  openPoints: ['P-20', 'P-22', 'P-131'],
  handle: async ({ app, throttle }, input) => {
    requireOwnPage(app, input);
    const browser = readBrowser(app, input);
    const result = await signInOrAsk(app, throttle, { ...input.body, ...browser });
    const cookie = deviceCookie(app, browser);
    if (!('secondStep' in result)) return newSessionResponse(app, input, result, [cookie]);
    return { status: 202, body: { data: result.secondStep }, headers: { 'set-cookie': cookie } };
  },
});

const secondStep = operation({
  name: 'answerSecondStep',
  route: 'POST /session/second-step',
  summary: 'Finish signing in with a second factor',
  description:
    'After the password, an e-mailed link or an invitation, with the token from there. A wrong code can be corrected; after a wrong use of a passkey, start again.',
  permission: 'none',
  rules: ['always counted'],
  headers: consoleHeaders,
  body: Type.Object({
    token: TokenSchema,
    oneTimeCode: Type.Optional(OneTimeCodeSchema),
    passkey: Type.Optional(AssertionSchema),
  }),
  responses,
  errors: [
    'cross_site_request',
    'invalid_credentials',
    'invalid_second_factor',
    'sign_in_throttled',
    'challenge_expired',
  ],
  openPoints: ['P-131'],
  handle: async ({ app, throttle }, input) => {
    requireOwnPage(app, input);
    const browser = readBrowser(app, input);
    const { token } = input.body;
    const tokens = await answerSecondStep(app, throttle, token, readAnswer(input.body), browser);
    return newSessionResponse(app, input, tokens, [deviceCookie(app, browser)]);
  },
});

const startPasskey = operation({
  name: 'startPasskeySignIn',
  route: 'POST /session/passkey/start',
  summary: 'Start signing in with a passkey',
  description: 'Returns what the browser needs. No password is needed.',
  permission: 'none',
  rules: ['always counted'],
  headers: consoleHeaders,
  responses: showsData(
    'The options.',
    Type.Object({
      token: factorRequestFields.token,
      expiresIn: factorRequestFields.expiresIn,
      passkey: PasskeyOptions,
    }),
  ),
  errors: ['cross_site_request', 'passkeys_unavailable'],
  openPoints: ['P-131'],
  handle: async ({ app }, input) => {
    requireOwnPage(app, input);
    return okResponse(await startPasskeySignIn(app));
  },
});

const byPasskey = operation({
  name: 'signInByPasskey',
  route: 'POST /session/passkey',
  summary: 'Sign in with a passkey',
  description: 'A passkey verifies its user, so it counts as two factors.',
  permission: 'none',
  rules: ['always counted'],
  headers: consoleHeaders,
  body: Type.Object({ token: TokenSchema, passkey: AssertionSchema, tenantId: Type.Optional(Id) }),
  responses,
  errors: ['cross_site_request', 'invalid_second_factor', 'challenge_expired', 'not_found'],
  openPoints: ['P-131'],
  handle: async ({ app }, input) => {
    requireOwnPage(app, input);
    const browser = readBrowser(app, input);
    const tokens = await signInByPasskey(app, input.body, browser);
    return newSessionResponse(app, input, tokens, [deviceCookie(app, browser)]);
  },
});

const adoptSession = operation({
  name: 'adoptConsoleSession',
  route: 'POST /session/adopt',
  summary: 'Continue a session in the console',
  description: 'Stores a session just started by an e-mailed link in the console’s cookie.',
  permission: 'none',
  headers: consoleHeaders,
  body: Type.Object({ refreshToken: Type.String({ minLength: 1, maxLength: 500 }) }),
  responses,
  errors: ['cross_site_request', 'unauthenticated', 'invalid_token', 'refresh_token_reused'],
  openPoints: ['P-21'],
  handle: async ({ app }, input) => {
    requireOwnPage(app, input);
    return newSessionResponse(app, input, await refreshSharedSession(app, input.body.refreshToken));
  },
});

const renew = operation({
  name: 'renewConsoleSession',
  route: 'POST /session/refresh',
  summary: 'Refresh the console session',
  description:
    'A new access token for the holder of the cookie. The cookie is replaced at most once a minute, so that several tabs can refresh at once.',
  permission: 'none',
  headers: consoleHeaders,
  responses,
  errors: ['cross_site_request', 'unauthenticated', 'invalid_token', 'refresh_token_reused'],
  openPoints: ['P-21'],
  handle: async ({ app }, input) => {
    requireOwnPage(app, input);
    return signedInResponse(app, await refreshSharedSession(app, readRefreshCookie(app, input)));
  },
});

const enter = operation({
  name: 'enterOrganization',
  route: 'POST /session/enter',
  summary: 'Switch to another organization',
  description:
    'Stores a session in another organization of the same person in the cookie. It belongs to the same sign-in and ends with it. An owner may also enter the test organizations that were made in their organization, and is an owner there from then on.',
  permission: 'none',
  headers: consoleHeaders,
  body: Type.Object({ tenantId: Id }),
  responses,
  errors: ['cross_site_request', 'unauthenticated', 'invalid_token', 'refresh_token_reused', 'not_found'],
  openPoints: ['P-22', 'P-67', 'P-119'],
  handle: async ({ app }, input) => {
    requireOwnPage(app, input);
    const { tenantId } = input.body;
    return signedInResponse(app, await switchOrganization(app, readRefreshCookie(app, input), tenantId, input.address));
  },
});

const end = operation({
  name: 'endConsoleSession',
  route: 'DELETE /session',
  summary: 'Sign out of the console',
  description:
    'Ends the session of the cookie at once, in all tabs and in every organization opened from it, and deletes the cookie.',
  permission: 'none',
  headers: consoleHeaders,
  responses: showsNothing('Signed out.'),
  errors: ['cross_site_request'],
  handle: async ({ app }, input) => {
    requireOwnPage(app, input);
    const token = readCookie(app, input, 'haldur_session');
    if (token !== undefined) await endSession(app, token);
    return { status: 204, headers: { 'set-cookie': setCookie(app, 'haldur_session', '', 0) } };
  },
});

/** Rejects requests that another site caused. Throws RequestError. */
export function requireOwnPage({ config }: AppContext, { header }: HeaderSource): void {
  const site = header('sec-fetch-site');
  const origin = header('origin');
  const ownOrigins = [new URL(config.publicUrl).origin, `http://${header('host')}`, `https://${header('host')}`];
  const fits = site === undefined ? origin === undefined || ownOrigins.includes(origin) : site === 'same-origin';
  if (!fits || header(consoleHeader) !== '1') throw new RequestError('cross_site_request');
}

/** As signedInResponse, after a sign-in: the session that the browser has until now ends. */
export async function newSessionResponse(
  app: AppContext,
  input: HeaderSource,
  tokens: SignedIn,
  cookies: readonly string[] = [],
): Promise<OperationResponse> {
  const former = readCookie(app, input, 'haldur_session');
  if (former !== undefined) await endReplacedSession(app, former, tokens);
  return signedInResponse(app, tokens, cookies);
}

/**
 * Replaces the tokens of the caller's session, when they have authenticated again. A browser gets the refresh token in
 * the cookie; a program, which has none, in the body. A browser whose cookie is for another organization meanwhile gets
 * the access token alone.
 */
export async function replacedTokensResponse(scope: Scope, input: HeaderSource): Promise<OperationResponse> {
  const former = readCookie(scope, input, 'haldur_session');
  const tokens = await replaceTokens(scope, former);
  if (former === undefined) return okResponse(tokens);
  if (areOfOneSession(former, tokens.refreshToken)) return signedInResponse(scope, tokens);
  const { accessToken, expiresIn, tenantId } = tokens;
  return okResponse({ accessToken, expiresIn, tenantId });
}

/** Stores the session in the cookie and returns its access token. */
function signedInResponse(
  app: Pick<AppContext, 'config'>,
  { accessToken, refreshToken, expiresIn, tenantId }: SignedIn,
  cookies: readonly string[] = [],
): OperationResponse {
  const session = setCookie(app, 'haldur_session', refreshToken, sessionSeconds);
  return okResponse({ accessToken, expiresIn, tenantId }, { 'set-cookie': [session, ...cookies] });
}

/** Returns the refresh token in the cookie. Throws Unauthenticated. */
export function readRefreshCookie(app: AppContext, input: HeaderSource): string {
  const token = readCookie(app, input, 'haldur_session');
  if (token === undefined) throw new Unauthenticated('unauthenticated');
  return token;
}

export const sessionOperations = tagged('Session', [
  beginSession,
  secondStep,
  startPasskey,
  byPasskey,
  adoptSession,
  renew,
  enter,
  end,
]);
