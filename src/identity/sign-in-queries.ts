// SQL of sign-ins and known devices. They belong to a person and have no tenant, so each statement checks that the person is a member of the caller's tenant.
import type { Db } from '../platform/db/pool.ts';
import type { Scope } from '../platform/db/scope.ts';

export type SignIn = {
  readonly id: string;
  readonly userAgent: string | null;
  readonly address: string | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
};

/** Reports whether a person is a member of the caller's tenant. */
function isMember({ db, caller }: Scope, userId: string) {
  return db`exists (select from memberships m where m.tenant_id = ${caller.tenantId} and m.user_id = ${userId})`;
}

export async function insertSignIn(
  scope: Scope,
  signIn: { id: string; userId: string; userAgent: string | null; address: string | null; expiresAt: Date },
): Promise<void> {
  const { db, now } = scope;
  await db`
    insert into sign_ins (id, user_id, user_agent, address, created_at, last_used_at, expires_at)
    select ${signIn.id}, ${signIn.userId}, ${signIn.userAgent}, ${signIn.address}, ${now}, ${now}, ${signIn.expiresAt}
     where ${isMember(scope, signIn.userId)}`;
}

/** Locks a sign-in. Undefined if it has ended or expired. */
export async function lockSignIn(scope: Scope, id: string, userId: string): Promise<{ expiresAt: Date } | undefined> {
  const { db, now } = scope;
  const [row] = await db<{ expiresAt: Date }[]>`
    select expires_at from sign_ins
     where id = ${id} and user_id = ${userId} and expires_at > ${now} and ${isMember(scope, userId)} for update`;
  return row;
}

/** Locks the sign-in of a session. Every change of one of its sessions does this first, to avoid deadlocks. */
export async function lockSignInOf({ db, caller }: Scope, sessionId: string): Promise<void> {
  await db`
    select from sign_ins g
     where g.id = (select s.sign_in_id from sessions s where s.tenant_id = ${caller.tenantId} and s.id = ${sessionId}) for update`;
}

/** Records that a sign-in is used now, unless it was within these milliseconds. */
export async function touchSignIn(scope: Scope, id: string, userId: string, everyMs: number): Promise<void> {
  const { db, now } = scope;
  const before = new Date(now.getTime() - everyMs);
  await db`
    update sign_ins set last_used_at = ${now}
     where id = ${id} and user_id = ${userId} and last_used_at <= ${before} and ${isMember(scope, userId)}`;
}

/** Ends a sign-in with its sessions in all organizations. Returns false if the person has no such sign-in. */
export async function deleteSignIn(scope: Scope, id: string, userId: string): Promise<boolean> {
  const rows = await scope.db`
    delete from sign_ins where id = ${id} and user_id = ${userId} and ${isMember(scope, userId)} returning id`;
  return rows.length === 1;
}

/** Ends all sign-ins of a person except one. */
export async function deleteOtherSignIns(scope: Scope, userId: string, keptId: string): Promise<void> {
  await scope.db`delete from sign_ins where user_id = ${userId} and id <> ${keptId} and ${isMember(scope, userId)}`;
}

/** The sign-in of a session. */
export async function findSignInOf({ db, caller }: Scope, sessionId: string): Promise<string | undefined> {
  const [row] = await db<{ signInId: string }[]>`
    select sign_in_id from sessions where tenant_id = ${caller.tenantId} and id = ${sessionId}`;
  return row?.signInId;
}

/** In all organizations. The function itself checks that the person is a member of the bound one. */
export async function listSignIns({ db, now }: Scope, userId: string, maxRows: number): Promise<SignIn[]> {
  return db<SignIn[]>`select * from list_sign_ins(${userId}, ${now}, ${maxRows})`;
}

/** Deletes the sessions of a sign-in in the tenant. */
export async function deleteSessionsOf({ db, caller }: Scope, signInId: string): Promise<void> {
  await db`delete from sessions where tenant_id = ${caller.tenantId} and sign_in_id = ${signInId}`;
}

/** Reports whether a person has signed in from a device since a time, and from any device ever. */
export async function findDevices(
  scope: Scope,
  userId: string,
  hash: Buffer,
  since: Date,
): Promise<{ isKnown: boolean; isFirst: boolean }> {
  const [row] = await scope.db<{ isKnown: boolean; isFirst: boolean }[]>`
    select coalesce(bool_or(hash = ${hash} and seen_at > ${since}), false) as is_known, count(*) = 0 as is_first
      from known_devices where user_id = ${userId} and ${isMember(scope, userId)}`;
  return row ?? { isKnown: false, isFirst: true };
}

/** Remembers a device, and deletes those not seen since a time. */
export async function rememberDevice(scope: Scope, userId: string, hash: Buffer, since: Date): Promise<void> {
  const { db, now } = scope;
  await db`
    insert into known_devices (user_id, hash, seen_at)
    select ${userId}, ${hash}, ${now} where ${isMember(scope, userId)}
    on conflict (user_id, hash) do update set seen_at = excluded.seen_at`;
  await db`delete from known_devices where user_id = ${userId} and seen_at <= ${since} and ${isMember(scope, userId)}`;
}

/** Deletes the sign-ins of all people that have expired, or were last used before a time. */
export async function deleteEndedSignIns(db: Db, now: Date, unusedSince: Date): Promise<void> {
  await db`select forget_sign_ins(${now}, ${unusedSince})`;
}
