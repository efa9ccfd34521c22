// A real OpenID provider (oidc-provider) for tests, on this machine. It signs in whom a test names, and can be told to
// lie, to be slow or to be down.
import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import type { SignInProvider } from '../src/platform/config/provider-config.ts';

export type TestPerson = {
  readonly subject: string;
  readonly name?: string;
  readonly personalCode?: string;
  readonly acr?: string;
  readonly amr?: readonly string[];
};

export type TestProvider = {
  readonly issuer: string;
  /** Who signs in next; undefined: they cancel. */
  person: TestPerson | undefined;
  /** Changes of the claims of the next ID tokens; the key that signs them. */
  lie: { claims?: Record<string, unknown>; key?: string };
  /** Responds to every request with this status instead. */
  broken: number | undefined;
  /** How many requests each path got. */
  readonly requests: Map<string, number>;
  /** The settings with which a service knows it. */
  settings(id: string, changes?: Partial<SignInProvider>): SignInProvider;
  close(): Promise<void>;
};

type PrivateJwk = ReturnType<typeof newKey>;
const clientId = 'haldur';
const clientSecret = 'a secret that only the two know';

/**
 * Starts a provider. `redirects`: where it may send people back to. `userInfoOnly`: it states names and codes only at
 * its userinfo endpoint.
 */
export async function startTestProvider(
  redirects: string[],
  { userInfoOnly = false, client = {} }: { userInfoOnly?: boolean; client?: Record<string, unknown> } = {},
): Promise<TestProvider> {
  const http = createServer();
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const key = newKey();
  const test: TestProvider = {
    issuer,
    person: undefined,
    lie: {},
    broken: undefined,
    requests: new Map(),
    settings: (id, changes = {}) => ({ ...defaults(id, issuer), ...changes }),
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
  const provider = new Provider(issuer, configurationFor(test, redirects, key, { userInfoOnly, client }));
  provider.use((context, next) => handle({ test, provider, key }, context as KoaContextWithOIDC, next));
  http.on('request', provider.callback());
  return test;
}

function defaults(id: string, issuer: string): SignInProvider {
  return {
    id,
    name: 'Smart-ID',
    issuer,
    clientId,
    clientSecret,
    scope: 'openid profile',
    acrValues: undefined,
    secondFactor: { acr: ['high'], amr: ['smartid'] },
    personalCode: { claim: 'personal_code', country: 'EE' },
    allowPrivateAddress: true,
  };
}

function configurationFor(
  test: TestProvider,
  redirects: string[],
  key: PrivateJwk,
  { userInfoOnly, client }: { userInfoOnly: boolean; client: Record<string, unknown> },
): Configuration {
  return {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: redirects,
        id_token_signed_response_alg: 'ES256',
        ...client,
      },
    ],
    jwks: { keys: [{ ...key, kid: 'first', use: 'sig', alg: 'ES256' }] as never },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] } as never,
    acrValues: ['low', 'high'],
    claims: { openid: ['sub', 'acr', 'amr'], profile: ['name', 'personal_code'] },
    conformIdTokenClaims: userInfoOnly,
    cookies: { keys: ['of the tests'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, name: test.person?.name, personal_code: test.person?.personalCode }) as never,
    }),
    loadExistingGrant: async (context) => {
      const grant = new context.oidc.provider.Grant({
        clientId: context.oidc.client?.clientId ?? '',
        accountId: context.oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid profile');
      await grant.save();
      return grant;
    },
    ttl: { AccessToken: 60, Session: 1, Interaction: 60, Grant: 60, IdToken: 60, AuthorizationCode: 60 },
  } as Configuration;
}

type Running = { readonly test: TestProvider; readonly provider: Provider; readonly key: PrivateJwk };

async function handle(running: Running, context: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  const { test, key } = running;
  const { path } = context;
  test.requests.set(path, (test.requests.get(path) ?? 0) + 1);
  if (test.broken !== undefined) {
    context.status = test.broken;
    return;
  }
  if (path.startsWith('/interaction/')) return signInPerson(running, context);
  await next();
  const body = context.body as { id_token?: string } | undefined;
  if (path === '/token' && body?.id_token !== undefined)
    context.body = { ...body, id_token: changeToken(body.id_token, test.lie, key) };
}

/** The page on which people would show who they are. */
async function signInPerson({ test, provider }: Running, context: KoaContextWithOIDC): Promise<void> {
  const { req, res } = context;
  if (test.person === undefined) {
    const result = { error: 'access_denied', error_description: 'The person cancelled.' };
    return context.redirect(await provider.interactionResult(req, res, result));
  }
  const { subject, acr, amr } = test.person;
  const login = { accountId: subject, remember: false, ...(acr && { acr }), ...(amr && { amr: [...amr] }) };
  context.redirect(await provider.interactionResult(req, res, { login }));
}

/** The ID token with other claims, signed again. */
function changeToken(token: string, { claims, key }: TestProvider['lie'], own: PrivateJwk): string {
  if (claims === undefined && key === undefined) return token;
  const [head = '', body = ''] = token.split('.');
  const changed = { ...JSON.parse(Buffer.from(body, 'base64url').toString()), ...claims };
  const text = `${head}.${Buffer.from(JSON.stringify(changed)).toString('base64url')}`;
  const signer = createPrivateKey({ key: key === 'foreign' ? newKey() : own, format: 'jwk' } as never);
  return `${text}.${sign('sha256', Buffer.from(text), { key: signer, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}

function newKey() {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
}

/**
 * Goes to a URL at the provider as a browser would, with its cookies; returns the query with which the provider sends
 * back.
 */
export async function visitProvider(url: string): Promise<string> {
  const cookies = new Map<string, string>();
  for (let target = new URL(url), step = 0; step < 10; step += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(target, { redirect: 'manual', headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (set.split(';')[0] ?? '').split(/=(.*)/);
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`${target.pathname}: ${response.status} ${await response.text()}`);
    const next = new URL(location, target);
    if (next.origin !== target.origin) return next.search.slice(1);
    target = next;
  }
  throw new Error('The provider sends round in circles.');
}
