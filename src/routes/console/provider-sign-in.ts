// Console API: signing in at a sign-in provider (OpenID Connect). The browser goes there and comes back to the console,
// which sends the answer here.
import type { OperationResponse } from '../../http/model.ts';
import { DataOf, okResponse, operation, type RouteContext, showsData, tagged } from '../../http/operation.ts';
import { preferredLanguage } from '../../http/preferred-language.ts';
import { OneOf, Text, Type } from '../../http/schemas.ts';
import {
  deviceCookie,
  type HeaderSource,
  readBrowser,
  readCookie,
  type SignInBrowser,
  setCookie,
} from '../../http/session-cookies.ts';
import { finishLinking, signInWithProvider } from '../../identity/providers/linked-accounts.ts';
import { beginFlow, type FlowPurpose, finishFlow, flowSeconds } from '../../identity/providers/sign-in-flow.ts';
import type { SignInResult } from '../../identity/second-step.ts';
import { refreshSharedSession } from '../../identity/sessions.ts';
import type { AppContext } from '../../platform/db/scope.ts';
import { type Language, languages } from '../../platform/values/languages.ts';
import { acceptAtProvider, prepareAcceptance } from '../../residents/accept-at-provider.ts';
import { PasswordSchema } from '../api/token-bodies.ts';
import { secondStepResponse } from './second-factor-bodies.ts';
import { consoleHeaders, newSessionResponse, readRefreshCookie, requireOwnPage, SessionBody } from './session.ts';

const tag = 'Session';
/** What begins a sign-in at a provider. */
export const beginFields = {
  provider: Type.String({ minLength: 1, maxLength: 20, description: 'The id of the provider.', examples: ['eid'] }),
  language: Type.Optional(
    OneOf(languages, { description: 'The language to ask the provider for; default: the browser’s.' }),
  ),
};

/** The response that sends the browser to a provider. */
export const redirectResponses = {
  200: {
    description: 'Open this URL in the same browser, within ten minutes.',
    schema: DataOf(
      Type.Object({
        url: Type.String({
          description: 'The URL at the provider.',
          examples: ['https://login.example/authorize?response_type=code&client_id=haldur'],
        }),
      }),
    ),
  },
};

/** Begins a sign-in at a provider and responds with the URL there. Throws NotFound, Unavailable. */
export async function sendToProvider(
  app: AppContext,
  input: HeaderSource & { readonly body: { readonly provider: string; readonly language?: Language } },
  purpose: FlowPurpose,
): Promise<OperationResponse> {
  const language = input.body.language ?? preferredLanguage(input.header('accept-language'));
  const { url, cookie } = await beginFlow(app, input.body.provider, purpose, language);
  return okResponse({ url }, { 'set-cookie': setCookie(app, 'haldur_provider', cookie, flowSeconds) });
}

const listProviders = operation({
  name: 'listSignInProviders',
  route: 'GET /session/providers',
  summary: 'List the sign-in providers',
  description: 'Where people may sign in beside their password. Empty if the operator has configured none.',
  permission: 'none',
  responses: showsData(
    'The providers, in the order of the sign-in page.',
    Type.Array(
      Type.Object({
        id: Type.String({ examples: ['eid'] }),
        name: Type.String({ examples: ['Smart-ID, Mobile-ID, ID-card'] }),
        personalCodes: Type.Boolean({
          description: 'Whether it states the personal code, which invitations may name.',
        }),
      }),
    ),
  ),
  openPoints: ['P-136'],
  handle: async ({ app }) =>
    okResponse(
      app.config.signInProviders.map(({ id, name, personalCode }) => ({
        id,
        name,
        personalCodes: personalCode !== undefined,
      })),
    ),
});

const begin = operation({
  name: 'beginProviderSignIn',
  route: 'POST /session/provider/begin',
  summary: 'Begin a sign-in at a provider',
  description: 'Returns the URL at the provider, and a cookie for the browser that comes back.',
  permission: 'none',
  rules: ['always counted'],
  headers: consoleHeaders,
  body: Type.Object(beginFields),
  responses: redirectResponses,
  errors: ['cross_site_request', 'not_found'],
  openPoints: ['P-136'],
  handle: async ({ app }, input) => {
    requireOwnPage(app, input);
    return sendToProvider(app, input, { kind: 'sign_in' });
  },
});

const beginInvitation = operation({
  name: 'acceptInvitationAtProvider',
  route: 'POST /invitations/accept-at-provider',
  summary: 'Accept an invitation at a provider',
  description:
    'For an invitation that names a personal code: the provider must state this code. Returns the URL at the provider; the invitation is accepted when the browser comes back. If the address has an account, its password is needed too.',
  permission: 'none',
  rules: ['always counted'],
  headers: consoleHeaders,
  body: Type.Object({
    token: Type.String({ minLength: 1, maxLength: 200, description: 'The part of the link after #.' }),
    name: Type.Optional(Text(200, { description: 'The name of a new person; default: as the provider states it.' })),
    password: Type.Optional(PasswordSchema),
    ...beginFields,
  }),
  responses: redirectResponses,
  errors: ['cross_site_request', 'invalid_link', 'invalid_credentials', 'sign_in_throttled', 'not_found'],
  openPoints: ['P-138'],
  handle: async ({ app, throttle }, input) => {
    requireOwnPage(app, input);
    const purpose = await prepareAcceptance(app, throttle, { ...input.body, address: input.address });
    return sendToProvider(app, input, purpose);
  },
});

const finish = operation({
  name: 'finishProviderSignIn',
  route: 'POST /session/provider/finish',
  summary: 'Finish a sign-in at a provider',
  description:
    'Takes what the provider put into the address of the page that the browser came back to, once. Signs in; or links the account to the person who is signed in; or accepts the invitation. The refresh token goes into a cookie. If the provider did not confirm a second factor too, a person who has one is asked for it, as after a password.',
  permission: 'none',
  rules: ['always counted'],
  headers: consoleHeaders,
  body: Type.Object({
    provider: beginFields.provider,
    query: Type.String({
      examples: ['code=SplxlOBeZQQYbYS6WxSbIA&state=af0ifjsldkj'],
      maxLength: 8000,
      description: 'The query of the address, without the question mark.',
    }),
  }),
  responses: { 200: { description: 'Signed in.', schema: DataOf(SessionBody) }, 202: secondStepResponse },
  errors: [
    'cross_site_request',
    'provider_sign_in_expired',
    'provider_sign_in_cancelled',
    'provider_sign_in_failed',
    'account_not_linked',
    'account_linked_elsewhere',
    'personal_code_mismatch',
    'invalid_link',
    'unauthenticated',
    'invalid_token',
    'refresh_token_reused',
    'already_exists',
    'not_found',
  ],
  openPoints: ['P-136', 'P-137', 'P-138', 'P-139', 'P-131'],
  handle: async (context, input) => {
    const { app } = context;
    requireOwnPage(app, input);
    const browser = readBrowser(app, input);
    const result = await finishFor(context, input, browser);
    const cookies = [deviceCookie(app, browser), setCookie(app, 'haldur_provider', '', 0)];
    if (!('secondStep' in result)) return newSessionResponse(app, input, result, cookies);
    return { status: 202, body: { data: result.secondStep }, headers: { 'set-cookie': cookies } };
  },
});

/** Does what the sign-in was begun for. */
async function finishFor(
  { app }: RouteContext,
  input: HeaderSource & { readonly body: { readonly provider: string; readonly query: string } },
  browser: SignInBrowser,
): Promise<SignInResult> {
  const { purpose, ...found } = await finishFlow(app, readCookie(app, input, 'haldur_provider'), input.body);
  if (purpose.kind === 'sign_in') return signInWithProvider(app, found, browser);
  if (purpose.kind === 'invitation') return acceptAtProvider(app, purpose, found, browser);
  const refreshToken = readRefreshCookie(app, input);
  await finishLinking(app, refreshToken, purpose, found);
  return refreshSharedSession(app, refreshToken);
}

export const providerSignInOperations = [
  ...tagged(tag, [listProviders, begin]),
  ...tagged('Account', [beginInvitation]),
  ...tagged(tag, [finish]),
];
