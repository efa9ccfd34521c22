// Callers: from what a request presents to a Scope, in one transaction. BEGIN, the credential's look-up (which binds the tenant) and, for a reader
// seen before, the first statement travel together; whatever was read counts only once the look-up has confirmed the caller.
import type { Db } from '../platform/db.ts';
import { Unauthenticated } from '../platform/errors.ts';
import { makeMemory } from '../platform/memory.ts';
import type { Caller, House, Mode, Scope } from '../platform/scope.ts';
import { transaction } from '../platform/transaction.ts';
import * as queries from './queries.ts';

/** Whom a credential belonged to when it was last looked up: a guess that saves a round trip, never a decision. */
const lastSeen = makeMemory<Caller>(10_000);

/** The organization that a credential (its hash in base64) belonged to when it was last looked up: for what may be begun before that is confirmed. */
export function likelyTenant(key: string): string | undefined {
  return lastSeen.get(key)?.tenantId;
}

/** Runs `work` as whoever holds the credential (its hash, see tokens.ts). Throws Unauthenticated when nobody does, so a sign-out bites on the next request. */
export async function asHolder<T>(
  house: House,
  hash: Buffer,
  mode: Mode,
  work: (scope: Scope) => Promise<T>,
): Promise<T> {
  const now = house.clock();
  const scopeOf = (db: Db, caller: Caller): Scope => ({ db, caller, now, config: house.config });
  const guess = mode === 'read only' ? lastSeen.get(hash.toString('base64')) : undefined;
  if (guess !== undefined) {
    const read = await transaction(
      house.pool,
      mode,
      (db) => Promise.all([queries.authenticate(db, hash, now), settle(work(scopeOf(db, guess)))]),
      async (_, [found, result]) => (sameCaller(remember(hash, found), guess) ? result : undefined),
    );
    if (read !== undefined) return unwrap(read);
  }
  return transaction(
    house.pool,
    mode,
    (db) => queries.authenticate(db, hash, now),
    (db, found) => work(scopeOf(db, remember(hash, found))),
  );
}

/** The caller that a look-up found, kept as the next guess. Throws Unauthenticated when it found nobody. */
function remember(hash: Buffer, found: queries.Authenticated | undefined): Caller {
  const key = hash.toString('base64');
  const caller = found && callerOf(found);
  if (caller === undefined) {
    lastSeen.forget(key);
    throw new Unauthenticated('invalid_token');
  }
  lastSeen.set(key, caller);
  return caller;
}

function callerOf({ tenantId, role, userId, sessionId, apiKeyId }: queries.Authenticated): Caller | undefined {
  if (userId !== null && sessionId !== null) return { kind: 'user', tenantId, userId, sessionId, role };
  if (apiKeyId !== null) return { kind: 'key', tenantId, keyId: apiKeyId, role };
  return undefined;
}

function sameCaller(a: Caller, b: Caller): boolean {
  if (a.tenantId !== b.tenantId || a.role !== b.role) return false;
  if (a.kind === 'user') return b.kind === 'user' && a.userId === b.userId && a.sessionId === b.sessionId;
  return a.kind === 'key' && b.kind === 'key' && a.keyId === b.keyId;
}

type Settled<T> = { readonly value: T } | { readonly error: unknown };

async function settle<T>(work: Promise<T>): Promise<Settled<T>> {
  try {
    return { value: await work };
  } catch (error) {
    return { error };
  }
}

function unwrap<T>(settled: Settled<T>): T {
  if ('error' in settled) throw settled.error;
  return settled.value;
}
