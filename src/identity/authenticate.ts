// Authentication: from a request's credential to a Scope, in one transaction. BEGIN and the credential look-up, which
// binds the tenant, are sent together; nothing is shown to a caller, or noted, before the look-up succeeds.
import { isDeepStrictEqual } from 'node:util';
import type { DatabasePool, Db } from '../platform/db/pool.ts';
import { type AppContext, type Caller, type Scope, type TransactionMode, tenantTimes } from '../platform/db/scope.ts';
import { tenantConnections } from '../platform/db/tenant-connections.ts';
import { transaction, transactionInOneFlight } from '../platform/db/transaction.ts';
import { Unauthenticated } from '../platform/errors.ts';
import { makeLruCache } from '../platform/processes/lru-cache.ts';
import * as queries from './identity-queries.ts';
import type { PresentedCredential } from './tokens.ts';

/**
 * Whose the credentials are that this process has seen to be valid. They may have ended since: the database is asked
 * each time.
 */
const remembered = makeLruCache<queries.CredentialHolder>(10_000);

/** Reports whether this process has seen a credential to be valid. */
export function wasRecentlyValid({ hashText }: PresentedCredential): boolean {
  return remembered.has(hashText);
}

/** Work for a caller: `admit` once the database has confirmed the caller, with what must not happen before. */
export type CallerWork<T> = { readonly admit?: (caller: Caller) => void; readonly work: (scope: Scope) => Promise<T> };

/** The database has found another caller than this process remembers, such as one whose role has changed. */
class AnotherCaller extends Error {}

/**
 * Runs `work` as the holder of the credential (tokens.ts). Throws Unauthenticated if there is none, so a sign-out takes
 * effect on the next request. The first statements of a read are sent with the look-up if this process remembers the
 * caller; `work` gets no result before the look-up has found the same one, and begins again if it finds another.
 */
export async function withCredential<T>(
  app: AppContext,
  credential: PresentedCredential,
  mode: TransactionMode,
  { admit, work }: CallerWork<T>,
  connections: Pick<DatabasePool, 'hold'> = tenantConnections(app.pool, credential.tenantId),
): Promise<T> {
  const realNow = app.clock();
  const confirm = async (db: Db) => {
    const holder = requireHolder(credential, await queries.authenticate(db, credential, realNow));
    admit?.(toCaller(credential.tenantId, holder));
    return holder;
  };
  const run = async (db: Db, holder: queries.CredentialHolder) => {
    const caller = toCaller(credential.tenantId, holder);
    const scope = { db, caller, ...tenantTimes(realNow, holder), config: app.config };
    const lacksSecondFactor = holder.lacksSecondFactor || (await lacksFactorOfService(scope));
    return work({ ...scope, lacksSecondFactor });
  };
  const expected = mode === 'read only' ? remembered.get(credential.hashText) : undefined;
  if (expected === undefined) return transaction(connections, mode, confirm, run);
  const confirmExpected = async (db: Db) => {
    if (!isDeepStrictEqual(await confirm(db), expected)) throw new AnotherCaller();
  };
  return transactionInOneFlight(connections, mode, confirmExpected, (db) => run(db, expected)).catch((error) => {
    if (error instanceof AnotherCaller) return transaction(connections, mode, confirm, run);
    throw error;
  });
}

/** Reports whether the operator requires a second factor of the caller's role, and the session has none. */
async function lacksFactorOfService(scope: Scope): Promise<boolean> {
  const { caller, config } = scope;
  if (caller.kind !== 'user' || !config.secondFactorRequiredFor.includes(caller.role)) return false;
  return (await queries.findSession(scope, caller.sessionId))?.secondFactor !== true;
}

/** Returns the holder that a look-up found, and remembers it. Throws Unauthenticated if it found none. */
function requireHolder(
  { hashText }: PresentedCredential,
  holder: queries.CredentialHolder | undefined,
): queries.CredentialHolder {
  if (holder === undefined) {
    remembered.delete(hashText);
    throw new Unauthenticated('invalid_token');
  }
  remembered.set(hashText, holder);
  return holder;
}

function toCaller(
  tenantId: string,
  { role, userId, sessionId, apiKeyId, isStrict, isReadOnly, buildingIds, networks }: queries.CredentialHolder,
): Caller {
  if (userId !== null && sessionId !== null) return { kind: 'user', tenantId, userId, sessionId, role };
  if (apiKeyId === null) throw new Unauthenticated('invalid_token');
  const limits = { readOnly: isReadOnly, ...(buildingIds && { buildingIds }), ...(networks && { networks }) };
  return { kind: 'key', tenantId, keyId: apiKeyId, role, strict: isStrict, ...limits };
}
