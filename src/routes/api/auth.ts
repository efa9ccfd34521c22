// Integration API: authentication (sign-in, token refresh, sign-out).
import { type IdempotencyKey, idempotencyHeader, runOnce } from '../../http/idempotency.ts';
import type { OperationResponse } from '../../http/model.ts';
import {
  noContent,
  okResponse,
  operation,
  showsAccepted,
  showsData,
  showsNothing,
  tagged,
} from '../../http/operation.ts';
import { Id, OneOf, Type } from '../../http/schemas.ts';
import { requestMagicLink } from '../../identity/magic-links.ts';
import {
  type IdempotencyWrapper,
  refreshSession,
  type SignedIn,
  signOut,
  type TokenOutcome,
} from '../../identity/sessions.ts';
import { signIn } from '../../identity/sign-in.ts';
import { languages } from '../../platform/values/languages.ts';
import { EmailSchema, OneTimeCodeSchema, PasswordSchema, TokensBody } from './token-bodies.ts';

/**
 * Issues tokens once per Idempotency-Key, like any other effect, and turns them into a reply. Failures are not stored.
 */
async function tokensResponse(
  repeat: IdempotencyKey | undefined,
  makeTokens: (wrap: IdempotencyWrapper) => Promise<SignedIn>,
): Promise<OperationResponse> {
  let headers: OperationResponse['headers'] = {};
  const tokens = await makeTokens(async (scope, userId, issue) => {
    const reply = await runOnce(scope, repeat && { ...repeat, principal: `user ${userId}` }, async () => {
      const outcome = await issue();
      return { status: typeof outcome === 'string' ? 401 : 200, body: outcome };
    });
    headers = reply.headers;
    return reply.body as TokenOutcome;
  });
  return okResponse(tokens, { ...headers });
}

export const login = operation({
  name: 'login',
  route: 'POST /auth/login',
  summary: 'Sign in',
  description:
    'Signs in with e-mail address and password. A member of several organizations is signed in to the real one used last, or to the one named by tenantId. A person with a second factor also sends oneTimeCode.',
  permission: 'none',
  headers: idempotencyHeader,
  body: Type.Object(
    {
      email: EmailSchema,
      password: PasswordSchema,
      tenantId: Type.Optional({ ...Id, 'x-open-point': 'P-22' }),
      oneTimeCode: Type.Optional({ ...OneTimeCodeSchema, 'x-open-point': 'P-130' }),
    },
    { examples: [{ email: 'manager@example.org', password: 'correct horse battery staple' }] },
  ),
  responses: showsData('Signed in.', TokensBody),
  errors: [
    'invalid_credentials',
    'second_factor_required',
    'invalid_second_factor',
    'sign_in_throttled',
    'not_found',
    'idempotency_in_progress',
    'idempotency_key_reused',
  ],
  openPoints: ['P-20', 'P-22', 'P-26', 'P-66', 'P-130'],
  handle: ({ app, throttle }, { body, address, header }, repeat) =>
    tokensResponse(repeat, (wrap) =>
      signIn(app, throttle, { ...body, address, userAgent: header('user-agent') }, wrap),
    ),
});

const refreshTokens = operation({
  name: 'refresh',
  route: 'POST /auth/refresh',
  summary: 'Get a new access token',
  description:
    'Exchanges a refresh token for a new access token and the next refresh token. If the response is lost, the same token can be sent again within a minute. A token replaced earlier than that ends the session.',
  permission: 'none',
  headers: idempotencyHeader,
  body: Type.Object({
    refreshToken: Type.String({ minLength: 1, maxLength: 500, examples: ['hrt_…'], 'x-open-point': 'P-21' }),
  }),
  responses: showsData('New tokens.', TokensBody),
  errors: ['invalid_token', 'refresh_token_reused', 'idempotency_in_progress', 'idempotency_key_reused'],
  openPoints: ['P-21'],
  handle: ({ app }, { body }, repeat) => tokensResponse(repeat, (wrap) => refreshSession(app, body.refreshToken, wrap)),
});

export const logout = operation({
  name: 'logout',
  route: 'POST /auth/logout',
  summary: 'Sign out',
  description:
    'Ends the current session at once, with all of its tokens, and the sessions started from it in other organizations. An API key has no session to end.',
  permission: 'session:end',
  responses: showsNothing('Signed out.'),
  openPoints: ['P-3', 'P-67'],
  handle: async (scope) => {
    await signOut(scope);
    return noContent;
  },
});

const magicLinkMessage =
  'If the address has an account, an e-mail with a link is on its way. The link works once, for ten minutes.';

export const magicLink = operation({
  name: 'requestMagicLink',
  route: 'POST /auth/magic-link',
  summary: 'Request a sign-in link',
  description:
    'Sends an e-mail with a single-use sign-in link, valid for ten minutes; a newer link invalidates it. The response is the same whether the address is known or not. One network can request at most five e-mails an hour for one person.',
  permission: 'none',
  rules: ['always counted'],
  headers: idempotencyHeader,
  body: Type.Object(
    {
      email: { ...EmailSchema, 'x-open-point': 'P-23' },
      next: Type.Optional(
        Type.String({
          format: 'console-page',
          maxLength: 2000,
          description: 'The page of the console that the link opens, as a path. Without it: the first page.',
          examples: ['/console/invoices?status=overdue'],
          'x-open-point': 'P-23',
        }),
      ),
      language: Type.Optional(
        OneOf(languages, {
          description: 'The language of the e-mail. Without it: the person’s.',
          'x-open-point': 'P-23',
        }),
      ),
    },
    { examples: [{ email: 'mari@example.org' }] },
  ),
  responses: showsAccepted('Taken.', Type.Object({ message: Type.String({ examples: [magicLinkMessage] }) })),
  openPoints: ['P-3', 'P-23'],
  handle: async ({ app }, { body, address }, repeat) => {
    await requestMagicLink(app, { ...body, address, repeat: repeat?.key });
    return { status: 202, body: { data: { message: magicLinkMessage } } };
  },
});

export const authOperations = tagged('Authentication', [login, refreshTokens, logout, magicLink]);
