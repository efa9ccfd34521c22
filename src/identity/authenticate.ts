// Authentication: from a request's credential to a Scope, in one transaction. BEGIN and the credential look-up, which binds the tenant, are sent together;
// nothing runs for a caller before the look-up succeeds.
import { LRUCache } from 'lru-cache';
import type { DatabasePool } from '../platform/db/pool.ts';
import { type AppContext, type Caller, type Scope, type TransactionMode, tenantTimes } from '../platform/db/scope.ts';
import { tenantConnections } from '../platform/db/tenant-connections.ts';
import { transaction } from '../platform/db/transaction.ts';
import { Unauthenticated } from '../platform/errors.ts';
import * as queries from './identity-queries.ts';
import type { PresentedCredential } from './tokens.ts';

/** Hashes (base64) of credentials that this process has seen to be valid. They may have ended since: this decides only how a look-up is counted. */
const recentlyValid = new LRUCache<string, true>({ max: 10_000 });

/** Reports whether this process has seen a credential to be valid. */
export function wasRecentlyValid({ hashText }: PresentedCredential): boolean {
  return recentlyValid.get(hashText) === true;
}

/** Runs `work` as the holder of the credential (tokens.ts). Throws Unauthenticated if there is none, so a sign-out takes effect on the next request. */
export async function withCredential<T>(
  app: AppContext,
  credential: PresentedCredential,
  mode: TransactionMode,
  work: (scope: Scope) => Promise<T>,
  connections: Pick<DatabasePool, 'hold'> = tenantConnections(app.pool, credential.tenantId),
): Promise<T> {
  const realNow = app.clock();
  return transaction(
    connections,
    mode,
    (db) => queries.authenticate(db, credential, realNow),
    async (db, holder) => {
      const caller = requireCaller(credential, holder);
      const scope = { db, caller, ...tenantTimes(realNow, holder), config: app.config };
      const lacksSecondFactor = (holder?.lacksSecondFactor ?? false) || (await lacksFactorOfService(scope));
      return work({ ...scope, lacksSecondFactor });
    },
  );
}

/** Reports whether the operator requires a second factor of the caller's role, and the session has none. */
async function lacksFactorOfService(scope: Scope): Promise<boolean> {
  const { caller, config } = scope;
  if (caller.kind !== 'user' || !config.secondFactorRequiredFor.includes(caller.role)) return false;
  return (await queries.findSession(scope, caller.sessionId))?.secondFactor !== true;
}

/** Returns the caller that a look-up found. Throws Unauthenticated if it found none. */
function requireCaller(
  { tenantId, hashText }: PresentedCredential,
  holder: queries.CredentialHolder | undefined,
): Caller {
  const caller = holder && toCaller(tenantId, holder);
  if (caller === undefined) {
    recentlyValid.delete(hashText);
    throw new Unauthenticated('invalid_token');
  }
  recentlyValid.set(hashText, true);
  return caller;
}

function toCaller(
  tenantId: string,
  { role, userId, sessionId, apiKeyId, isStrict, isReadOnly, buildingIds, networks }: queries.CredentialHolder,
): Caller | undefined {
  if (userId !== null && sessionId !== null) return { kind: 'user', tenantId, userId, sessionId, role };
  if (apiKeyId === null) return undefined;
  const limits = { readOnly: isReadOnly, ...(buildingIds && { buildingIds }), ...(networks && { networks }) };
  return { kind: 'key', tenantId, keyId: apiKeyId, role, strict: isStrict, ...limits };
}
