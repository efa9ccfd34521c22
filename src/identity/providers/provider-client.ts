// The client of sign-in providers: where to send a person, and who the provider says they are (OpenID Connect,
// authorization code with PKCE).
import type * as OpenIdClient from 'openid-client';
import type { Config } from '../../platform/config/config.ts';
import type { SignInProvider } from '../../platform/config/provider-config.ts';
import type { AppContext } from '../../platform/db/scope.ts';
import { codeOf, messageOf, Unauthenticated, Unavailable } from '../../platform/errors.ts';
import { makeConcurrencyLimit } from '../../platform/processes/concurrency-limit.ts';
import type { Language } from '../../platform/values/languages.ts';
import { makeVettedFetch, type VettedFetch } from '../../platform/vetted-fetch.ts';
import { readPersonalCode } from './personal-codes.ts';

const timeoutSeconds = 10;
const discoveryKeptMs = 60 * 60_000;
/** How long a failed discovery is not tried again. */
const retryAfterSeconds = 10;
/** Discovery documents have some kilobytes, keys and tokens fewer. */
const maxResponseBytes = 256 * 1024;
/** How far a provider's clock may differ from ours. */
const clockToleranceSeconds = 30;

/** The random values of one sign-in. */
export type FlowSecrets = { readonly state: string; readonly nonce: string; readonly verifier: string };

/** Who a provider says has signed in, verified. */
export type ProviderPerson = {
  readonly issuer: string;
  readonly subject: string;
  readonly name: string | undefined;
  /** With its country; undefined if the provider is not asked for it or did not state it. */
  readonly personalCode: string | undefined;
  /** Whether `acr` or `amr` has a value that satisfies the second factor. */
  readonly secondFactor: boolean;
};

type Discovery = { readonly configuration: Promise<OpenIdClient.Configuration>; until: number };
const discoveries = new WeakMap<SignInProvider, Discovery>();

/** Strangers can cause these calls, so there are only so many at once. */
const limitCalls = makeConcurrencyLimit({ atOnce: 20, maxWaiting: 100, full: () => new Unavailable(5) });

/** Where the provider sends people back to. The operator registers it there. */
function redirectUri({ publicUrl }: Pick<Config, 'publicUrl'>, { id }: SignInProvider): string {
  return `${publicUrl}/console/provider/${id}`;
}

/** Returns the URL at the provider to which a person is sent. Throws Unavailable. */
export async function authorizationUrl(
  app: AppContext,
  provider: SignInProvider,
  { state, nonce, verifier }: FlowSecrets,
  language: Language,
): Promise<string> {
  const client = await import('openid-client');
  const configuration = await discover(app, provider);
  return client.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri(app.config, provider),
    scope: provider.scope,
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ui_locales: language,
    ...(provider.acrValues === undefined ? {} : { acr_values: provider.acrValues }),
  }).href;
}

/**
 * Exchanges the answer in the query for the person. State, nonce, PKCE, issuer, audience, times and signature are
 * checked. Throws Unauthenticated (the person cancelled, or something is wrong with the answer), Unavailable.
 */
export async function redeemAnswer(
  app: AppContext,
  provider: SignInProvider,
  query: string,
  { state, nonce, verifier }: FlowSecrets,
): Promise<ProviderPerson> {
  const client = await import('openid-client');
  const configuration = await discover(app, provider);
  const url = new URL(`${redirectUri(app.config, provider)}?${query}`);
  return limitCalls(async () => {
    try {
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
      const tokens = await client.authorizationCodeGrant(configuration, url, checks);
      return await personOf(configuration, provider, tokens);
    } catch (error) {
      throw explainFailure(app, client, provider, error);
    }
  });
}

/**
 * The provider's discovery document, cached. Concurrent callers share one request, and so do all callers for some
 * seconds after a failure. Throws Unavailable.
 */
function discover(app: AppContext, provider: SignInProvider): Promise<OpenIdClient.Configuration> {
  const cached = discoveries.get(provider);
  if (cached !== undefined && performance.now() < cached.until) return cached.configuration;
  const discovery: Discovery = { configuration: loadConfiguration(app, provider), until: Number.POSITIVE_INFINITY };
  discoveries.set(provider, discovery);
  const keepFor = (ms: number) => () => {
    discovery.until = performance.now() + ms;
  };
  discovery.configuration.then(keepFor(discoveryKeptMs), keepFor(retryAfterSeconds * 1000));
  return discovery.configuration;
}

async function loadConfiguration(app: AppContext, provider: SignInProvider): Promise<OpenIdClient.Configuration> {
  const client = await import('openid-client');
  const metadata = { [client.clockTolerance]: clockToleranceSeconds };
  try {
    return await client.discovery(
      new URL(provider.issuer),
      provider.clientId,
      metadata,
      authenticateClient(client, provider),
      {
        [client.customFetch]: makeProviderFetch(provider, app.config),
        timeout: timeoutSeconds,
        execute: [
          // The signature is checked although the token comes straight from the provider.
          client.enableNonRepudiationChecks,
          ...(provider.allowPrivateAddress ? [client.allowInsecureRequests] : []),
        ],
      },
    );
  } catch (error) {
    logFailure(app, provider, error, 'a sign-in provider cannot be reached, or its settings are wrong');
    throw new Unavailable(retryAfterSeconds, `${provider.name} does not respond.`);
  }
}

/**
 * Returns the `fetch` for one provider. Its documents name further addresses, so each is checked as those of webhooks
 * are: only public ones, unless the operator says that the provider is in a private network; and only those of
 * OUTGOING_HOSTS and of the provider itself, if that is set.
 */
export function makeProviderFetch(
  { allowPrivateAddress, issuer }: SignInProvider,
  { outgoingHosts }: Pick<Config, 'outgoingHosts'>,
): VettedFetch {
  const allowedHosts = outgoingHosts && [new URL(issuer).hostname, ...outgoingHosts];
  return makeVettedFetch({ allowPrivate: allowPrivateAddress, allowedHosts, maxResponseBytes });
}

/** By the method that the provider supports; the specification's default is Basic. */
function authenticateClient(client: typeof OpenIdClient, { clientSecret }: SignInProvider): OpenIdClient.ClientAuth {
  if (clientSecret === undefined) return client.None();
  const [basic, post] = [client.ClientSecretBasic(clientSecret), client.ClientSecretPost(clientSecret)];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (methods.includes('client_secret_basic') ? basic : post)(server, ...rest);
  };
}

type Tokens = Awaited<ReturnType<typeof OpenIdClient.authorizationCodeGrant>>;

async function personOf(
  configuration: OpenIdClient.Configuration,
  provider: SignInProvider,
  tokens: Tokens,
): Promise<ProviderPerson> {
  const claims = tokens.claims();
  if (claims === undefined) throw new Error('The response has no ID token.');
  const { personalCode, secondFactor } = provider;
  const isMissing = personalCode !== undefined && !(personalCode.claim in claims);
  const further = isMissing ? await userInfo(configuration, tokens.access_token, claims.sub) : {};
  const all: Readonly<Record<string, unknown>> = { ...further, ...claims };
  const text = (name: string) => (typeof all[name] === 'string' ? all[name].trim() : '');
  const amr = Array.isArray(claims.amr) ? claims.amr : [claims.amr];
  return {
    issuer: claims.iss,
    subject: claims.sub,
    name: text('name') || `${text('given_name')} ${text('family_name')}`.trim() || undefined,
    personalCode: personalCode && readPersonalCode(text(personalCode.claim), personalCode.country),
    secondFactor:
      secondFactor.acr.some((value) => value === claims.acr) || secondFactor.amr.some((value) => amr.includes(value)),
  };
}

/** The claims that some providers state only at their userinfo endpoint. */
async function userInfo(configuration: OpenIdClient.Configuration, accessToken: string, subject: string) {
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return {};
  const { fetchUserInfo } = await import('openid-client');
  return fetchUserInfo(configuration, accessToken, subject);
}

/** What a person can do about a failure: start again, or wait. The reason is in the log. */
function explainFailure(
  app: AppContext,
  client: typeof OpenIdClient,
  provider: SignInProvider,
  error: unknown,
): Unauthenticated | Unavailable {
  const reported = error instanceof client.AuthorizationResponseError || error instanceof client.ResponseBodyError;
  if (reported && (error.error === 'access_denied' || error.error === 'user_cancel'))
    return new Unauthenticated('provider_sign_in_cancelled');
  logFailure(app, provider, error, 'a sign-in at a provider failed');
  if (isPassing(client, error)) return new Unavailable(retryAfterSeconds, `${provider.name} does not respond.`);
  const reason = reported && /^[\w.-]{1,60}$/.test(error.error) ? ` It says: ${error.error}.` : '';
  return new Unauthenticated('provider_sign_in_failed', `${provider.name} did not confirm who you are.${reason}`);
}

/** Whether it may work in a moment: no connection, a timeout, or a failure of the provider itself. */
function isPassing(client: typeof OpenIdClient, error: unknown): boolean {
  if (error instanceof TypeError) return true; // Of fetch.
  if (error instanceof client.AuthorizationResponseError)
    return error.error === 'server_error' || error.error === 'temporarily_unavailable';
  if (error instanceof client.ResponseBodyError) return error.status >= 500;
  const code = codeOf(error);
  if (code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT') return true;
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Response && (cause.status >= 500 || cause.status === 429);
}

/** The messages only: what belongs to the error otherwise may hold claims of the person. */
function logFailure(app: AppContext, { id }: SignInProvider, error: unknown, message: string): void {
  const cause = error instanceof Error && error.cause instanceof Error ? messageOf(error.cause) : undefined;
  const reported = error instanceof Error && 'error' in error ? String(error.error) : undefined;
  app.log.warn({ provider: id, reason: messageOf(error), code: codeOf(error), cause, reported }, message);
}
