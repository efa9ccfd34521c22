// Callers: from what a request presents to a Scope, in one transaction. BEGIN and the credential's look-up, which binds the tenant, travel together;
// nothing runs for a caller before that has confirmed them.
import { LRUCache } from 'lru-cache';
import type { AppContext, Caller, Scope, TransactionMode } from '../platform/db/scope.ts';
import { transaction } from '../platform/db/transaction.ts';
import { Unauthenticated } from '../platform/errors.ts';
import * as queries from './identity-queries.ts';
import type { PresentedCredential } from './tokens.ts';

/** The credentials (their hashes in base64, which say all of the token) that this process has seen to be valid. They may have ended since: it decides only what a look-up costs. */
const recentlyValid = new LRUCache<string, true>({ max: 10_000 });

/** Whether this process has seen that a credential is valid. */
export function wasRecentlyValid({ hash }: PresentedCredential): boolean {
  return recentlyValid.get(hash.toString('base64')) === true;
}

/** Runs `work` as whoever holds the credential (tokens.ts). Throws Unauthenticated when nobody does, so a sign-out bites on the next request. */
export async function withCredential<T>(
  app: AppContext,
  credential: PresentedCredential,
  mode: TransactionMode,
  work: (scope: Scope) => Promise<T>,
): Promise<T> {
  const now = app.clock();
  return transaction(
    app.pool,
    mode,
    (db) => queries.authenticate(db, credential, now),
    (db, found) => work({ db, caller: requireCaller(credential, found), now, config: app.config }),
  );
}

/** The caller that a look-up found. Throws Unauthenticated when it found nobody. */
function requireCaller({ tenantId, hash }: PresentedCredential, found: queries.CredentialHolder | undefined): Caller {
  const key = hash.toString('base64');
  const caller = found && toCaller(tenantId, found);
  if (caller === undefined) {
    recentlyValid.delete(key);
    throw new Unauthenticated('invalid_token');
  }
  recentlyValid.set(key, true);
  return caller;
}

function toCaller(
  tenantId: string,
  { role, userId, sessionId, apiKeyId }: queries.CredentialHolder,
): Caller | undefined {
  if (userId !== null && sessionId !== null) return { kind: 'user', tenantId, userId, sessionId, role };
  if (apiKeyId !== null) return { kind: 'key', tenantId, keyId: apiKeyId, role };
  return undefined;
}
