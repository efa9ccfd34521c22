// Sign-ins of a person: the list of devices, and ending them. One sign-in has a session in each organization opened
// from it; they end together.

import type { AppContext, Scope } from '../platform/db/scope.ts';
import { transaction } from '../platform/db/transaction.ts';
import { Forbidden, NotFound } from '../platform/errors.ts';
import { deviceName } from './devices.ts';
import { logSecurityEvent } from './security-log.ts';
import { sessionSeconds, useNotedEveryMs } from './sessions.ts';
import * as queries from './sign-in-queries.ts';

const maxListed = 100;

type ListedSignIn = {
  readonly id: string;
  readonly device: string | null;
  readonly address: string | null;
  readonly signedInAt: Date;
  readonly lastUsedAt: Date;
  readonly isCurrent: boolean;
};

/** Returns the caller's sign-ins in all organizations, last used first, at most 100. Throws Forbidden for a key. */
export async function listSignIns(scope: Scope): Promise<ListedSignIn[]> {
  const { userId, signInId } = await currentSignIn(scope);
  const all = await queries.listSignIns(scope, userId, maxListed);
  return all.map(({ id, userAgent, address, createdAt, lastUsedAt }) => ({
    id,
    device: deviceName(userAgent),
    address,
    signedInAt: createdAt,
    lastUsedAt,
    isCurrent: id === signInId,
  }));
}

/** Checks that the caller has such a sign-in. Throws Forbidden, NotFound. */
export async function requireSignIn(scope: Scope, id: string): Promise<void> {
  await currentSignIn(scope);
  if ((await queries.lockSignIn(scope, id)) === undefined) throw new NotFound();
}

/** Ends one of the caller's sign-ins at once, also the current one. Throws Forbidden, NotFound. */
export async function endSignIn(scope: Scope, id: string): Promise<void> {
  await currentSignIn(scope);
  if (!(await queries.deleteSignIn(scope, id))) throw new NotFound();
  await logSecurityEvent(scope, 'signed_out', { which: 'one' });
}

/** Ends all of the caller's sign-ins except the current one. Throws Forbidden. */
export async function endOtherSignIns(scope: Scope): Promise<void> {
  const { signInId } = await currentSignIn(scope);
  await queries.deleteOtherSignIns(scope, signInId);
  await logSecurityEvent(scope, 'signed_out', { which: 'others' });
}

async function currentSignIn(scope: Scope): Promise<{ userId: string; signInId: string }> {
  const { caller } = scope;
  if (caller.kind !== 'user') throw new Forbidden();
  const signInId = await queries.findSignInOf(scope, caller.sessionId);
  if (signInId === undefined) throw new NotFound(); // It has just ended.
  return { userId: caller.userId, signInId };
}

/**
 * Deletes sign-ins that nobody can use any more, of all people: expired, or without a session used within a session's
 * lifetime.
 */
export async function deleteEndedSignIns(app: AppContext): Promise<void> {
  const now = app.clock();
  const unusedSince = new Date(now.getTime() - sessionSeconds * 1000 - useNotedEveryMs);
  await transaction(
    app.pool,
    'read write',
    (db) => queries.deleteEndedSignIns(db, now, unusedSince),
    async () => {},
  );
}
