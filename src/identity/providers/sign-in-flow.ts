// One sign-in at a provider, from the click to the answer: begun in one browser, used once, within ten minutes. What it
// needs is in a cookie, encrypted.
import { randomBytes } from 'node:crypto';
import { deriveAcceptedKeys, deriveKey } from '../../platform/config/config.ts';
import type { SignInProvider } from '../../platform/config/provider-config.ts';
import { decrypt, encrypt } from '../../platform/crypto/encryption.ts';
import type { AppContext } from '../../platform/db/scope.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { orNotFound, Unauthenticated } from '../../platform/errors.ts';
import type { Language } from '../../platform/values/languages.ts';
import { tokenHash } from '../tokens.ts';
import * as queries from './linked-accounts-queries.ts';
import { authorizationUrl, type FlowSecrets, type ProviderPerson, redeemAnswer } from './provider-client.ts';

/** How long a person has at the provider. */
export const flowSeconds = 10 * 60;
const cookieContext = 'sign-in at a provider';

/**
 * Why a person goes to a provider: to sign in, to link the account there, or to accept an invitation that names their
 * personal code.
 */
export type FlowPurpose =
  | { readonly kind: 'sign_in' }
  | { readonly kind: 'link'; readonly tenantId: string; readonly userId: string }
  | {
      readonly kind: 'invitation';
      readonly token: string;
      readonly name: string | undefined;
      /** The account of the invited address, whose password was verified; undefined if there is none. */
      readonly userId: string | undefined;
      /** The hash of what was stored of that password. */
      readonly passwordHash?: string;
    };

type Flow = FlowSecrets & { readonly provider: string; readonly until: number; readonly purpose: FlowPurpose };

/** Begins: returns where to send the browser, and its cookie. Throws NotFound (no such provider), Unavailable. */
export async function beginFlow(
  app: AppContext,
  providerId: string,
  purpose: FlowPurpose,
  language: Language,
): Promise<{ url: string; cookie: string }> {
  const provider = getProvider(app, providerId);
  const [state, nonce, verifier] = [randomText(), randomText(), randomText()];
  const url = await authorizationUrl(app, provider, { state, nonce, verifier }, language);
  const until = app.clock().getTime() + flowSeconds * 1000;
  const flow: Flow = { state, nonce, verifier, provider: provider.id, until, purpose };
  return { url, cookie: encrypt(cookieKey(app), cookieContext, JSON.stringify(flow)).toString('base64url') };
}

/**
 * Finishes with the query of the provider's answer: who has signed in there, and why. Throws Unauthenticated (another
 * browser, too late, used before, cancelled or not confirmed), Unavailable.
 */
export async function finishFlow(
  app: AppContext,
  cookie: string | undefined,
  answer: { readonly provider: string; readonly query: string },
): Promise<{ person: ProviderPerson; provider: SignInProvider; purpose: FlowPurpose }> {
  const flow = cookie === undefined ? undefined : readCookie(app, cookie);
  const isOwn =
    flow !== undefined &&
    flow.provider === answer.provider &&
    flow.until > app.clock().getTime() &&
    new URLSearchParams(answer.query).get('state') === flow.state;
  if (!isOwn || !(await useOnce(app, flow))) throw new Unauthenticated('provider_sign_in_expired');
  const provider = getProvider(app, flow.provider);
  return { person: await redeemAnswer(app, provider, answer.query, flow), provider, purpose: flow.purpose };
}

/** Returns a configured provider. Throws NotFound. */
function getProvider({ config }: AppContext, id: string): SignInProvider {
  return orNotFound(config.signInProviders.find((candidate) => candidate.id === id));
}

/** Forgets used answers that are too old to be used again. */
export async function deleteUsedAnswers(app: AppContext): Promise<void> {
  await transaction(
    app.pool,
    'read write',
    (db) => queries.deleteUsedAnswers(db, app.clock()),
    async () => {},
  );
}

/** Of several callers with the same answer, one gets true. */
async function useOnce(app: AppContext, { state, until }: Flow): Promise<boolean> {
  return transaction(
    app.pool,
    'read write',
    (db) => queries.useAnswer(db, tokenHash(state), new Date(until)),
    async (_, isFirst) => isFirst,
  );
}

function readCookie({ config }: AppContext, cookie: string): Flow | undefined {
  try {
    const keys = deriveAcceptedKeys(config, cookieContext);
    return JSON.parse(decrypt(keys, cookieContext, Buffer.from(cookie, 'base64url'))) as Flow;
  } catch {
    return undefined; // Not ours, or of another secret key.
  }
}

function cookieKey({ config }: AppContext): Buffer {
  return deriveKey(config, cookieContext);
}

/** 256 random bits, in letters that a PKCE verifier may have. */
function randomText(): string {
  return randomBytes(32).toString('base64url');
}
