// Door 1, heading "Authentication group": signing in, staying signed in, signing out.
import { once, type RepeatKey } from '../http/idempotency.ts';
import { DataOf, data, nothing, operation, type Reply } from '../http/operation.ts';
import { Id, Type } from '../http/shapes.ts';
import { type Outcome, refresh, type SignedIn, signIn, signOut, type Wrap } from '../identity/sessions.ts';

const Tokens = Type.Object(
  {
    accessToken: Type.String({
      description: 'Send it as Authorization: Bearer. Valid for 15 minutes.',
      'x-open-point': 'P-20',
    }),
    refreshToken: Type.String({ description: 'Exchanges once for the next pair of tokens.', 'x-open-point': 'P-21' }),
    tokenType: Type.Literal('Bearer'),
    expiresIn: Type.Integer({ description: 'Seconds until the access token expires.' }),
    tenantId: Type.String({ format: 'uuid', description: 'The organization signed in to.', 'x-open-point': 'P-22' }),
  },
  {
    examples: [
      {
        accessToken: 'hat_4Yw0n3S3fH7m1nqk1d0w8yq2bq3vV5rY6kq9xXo2b1UAAAAAA',
        refreshToken: 'hrt_AZqcPlt8fSGKRAxMbyueEAAAAAFmM1Z4cWw0d0V5b2hGd3l2a2p3d3d3d3d3d3d3d3d3AAAAAA',
        tokenType: 'Bearer',
        expiresIn: 900,
        tenantId: '019a9c3e-5b7c-7d21-8a44-0c4c6f2b9e10',
      },
    ],
  },
);

/** Runs the making of tokens once per Idempotency-Key, as any other effect, and turns them into a reply. A refusal is not kept. */
async function tokensReply(repeat: RepeatKey | undefined, make: (wrap: Wrap) => Promise<SignedIn>): Promise<Reply> {
  let headers: Reply['headers'] = {};
  const tokens = await make(async (scope, userId, issue) => {
    const reply = await once(scope, repeat && { ...repeat, principal: `user ${userId}` }, async () => {
      const outcome = await issue();
      return { status: typeof outcome === 'string' ? 401 : 200, body: outcome };
    });
    headers = reply.headers;
    return reply.body as Outcome;
  });
  return data(tokens, { ...headers });
}

export const login = operation({
  name: 'login',
  method: 'POST',
  path: '/auth/login',
  tag: 'Authentication',
  summary: 'Sign in',
  description:
    'Signs in with e-mail address and password. A person who belongs to several organizations enters the one used last, or the one named by tenantId.',
  permission: 'none',
  body: Type.Object(
    {
      email: Type.String({ minLength: 1, maxLength: 320 }),
      password: Type.String({ minLength: 1, maxLength: 1024 }),
      tenantId: Type.Optional({ ...Id, 'x-open-point': 'P-22' }),
    },
    { examples: [{ email: 'manager@example.org', password: 'correct horse battery staple' }] },
  ),
  answers: { 200: { description: 'Signed in.', schema: DataOf(Tokens) } },
  refuses: ['invalid_credentials', 'sign_in_throttled', 'not_found'],
  openPoints: ['P-20', 'P-22', 'P-26'],
  handle: ({ house, throttle }, { body, address }, repeat) =>
    tokensReply(repeat, (wrap) => signIn(house, throttle, { ...body, address }, wrap)),
});

export const refreshTokens = operation({
  name: 'refresh',
  method: 'POST',
  path: '/auth/refresh',
  tag: 'Authentication',
  summary: 'Get a new access token',
  description:
    'Exchanges a refresh token for a new access token and the next refresh token. If the answer is lost, the same token may be sent again within a minute. A token replaced longer ago ends the session.',
  permission: 'none',
  body: Type.Object({ refreshToken: Type.String({ minLength: 1, maxLength: 500, 'x-open-point': 'P-21' }) }),
  answers: { 200: { description: 'New tokens.', schema: DataOf(Tokens) } },
  refuses: ['invalid_token', 'refresh_token_reused'],
  openPoints: ['P-21'],
  handle: ({ house }, { body }, repeat) => tokensReply(repeat, (wrap) => refresh(house, body.refreshToken, wrap)),
});

export const logout = operation({
  name: 'logout',
  method: 'POST',
  path: '/auth/logout',
  tag: 'Authentication',
  summary: 'Sign out',
  description: 'Ends the current session at once, with all of its tokens. An API key has no session to end.',
  permission: 'session:end',
  answers: { 204: { description: 'Signed out.' } },
  refuses: [],
  openPoints: ['P-3'],
  handle: async (scope) => {
    await signOut(scope);
    return nothing;
  },
});

export const authOperations = [login, refreshTokens, logout];
