// SQL of sign-ins and known devices. They belong to a person and have no tenant, so each statement is for the person
// who acts (bindPerson), and names no table of an organization: in a distributed database theirs are elsewhere.
import type { Db } from '../platform/db/pool.ts';
import type { Scope } from '../platform/db/scope.ts';

export type SignIn = {
  readonly id: string;
  readonly userAgent: string | null;
  readonly address: string | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
};

export async function insertSignIn(
  { db, realNow }: Scope,
  signIn: {
    id: string;
    userAgent: string | null;
    address: string | null;
    expiresAt: Date;
    secondFactorAt: Date | null;
    confirmedAt: Date | null;
  },
): Promise<void> {
  await db`
    insert into sign_ins (id, user_id, user_agent, address, created_at, last_used_at, expires_at, second_factor_at, confirmed_at)
    values (${signIn.id}, current_person(), ${signIn.userAgent}, ${signIn.address}, ${realNow}, ${realNow}, ${signIn.expiresAt}, ${signIn.secondFactorAt},
            ${signIn.confirmedAt})`;
}

/** Locks a sign-in. Undefined if it has ended or expired. */
export async function lockSignIn(
  { db, realNow }: Scope,
  id: string,
): Promise<{ expiresAt: Date; secondFactorAt: Date | null; confirmedAt: Date | null } | undefined> {
  const [row] = await db<{ expiresAt: Date; secondFactorAt: Date | null; confirmedAt: Date | null }[]>`
    select expires_at, second_factor_at, confirmed_at from sign_ins where id = ${id} and user_id = current_person() for update`;
  return row !== undefined && row.expiresAt > realNow ? row : undefined;
}

/** Records that a sign-in is used now, unless it was within these milliseconds. */
export async function touchSignIn({ db, realNow }: Scope, id: string, everyMs: number): Promise<void> {
  const before = new Date(realNow.getTime() - everyMs);
  await db`
    update sign_ins set last_used_at = ${realNow}
     where id = ${id} and user_id = current_person() and last_used_at <= ${before}`;
}

/** When the person last confirmed at a sign-in that it is them; null: never. Undefined if the sign-in has ended. */
export async function findConfirmedAt({ db }: Scope, id: string): Promise<Date | null | undefined> {
  const [row] = await db<{ confirmedAt: Date | null }[]>`
    select confirmed_at from sign_ins where id = ${id} and user_id = current_person()`;
  return row?.confirmedAt;
}

/** Records that the person has confirmed at a sign-in that it is them. */
export async function recordConfirmation({ db, realNow }: Scope, id: string): Promise<void> {
  await db`update sign_ins set confirmed_at = ${realNow} where id = ${id} and user_id = current_person()`;
}

/** Records that a second factor was given at a sign-in. */
export async function recordSecondFactor({ db, realNow }: Scope, id: string): Promise<void> {
  await db`update sign_ins set second_factor_at = ${realNow} where id = ${id} and user_id = current_person()`;
}

/** Records at the tenant's sessions of a sign-in that it has a second factor. */
export async function markSessionsOf({ db, caller }: Scope, signInId: string): Promise<void> {
  await db`update sessions set second_factor = true where tenant_id = ${caller.tenantId} and sign_in_id = ${signInId}`;
}

/** Ends a sign-in with its sessions in all organizations. Returns false if the person has no such sign-in. */
export async function deleteSignIn({ db }: Scope, id: string): Promise<boolean> {
  const rows = await db`delete from sign_ins where id = ${id} and user_id = current_person() returning id`;
  return rows.length === 1;
}

/** Ends all sign-ins of a person except one. */
export async function deleteOtherSignIns({ db }: Scope, keptId: string): Promise<void> {
  await db`delete from sign_ins where user_id = current_person() and id <> ${keptId}`;
}

/** Ends all sign-ins of a person. Returns how many there were. */
export async function deleteAllSignInsOf({ db }: Scope): Promise<number> {
  const rows = await db`delete from sign_ins where user_id = current_person() returning id`;
  return rows.length;
}

/** The sign-ins of a person that have a session in the tenant. */
export async function listSignInsHere({ db, caller }: Scope, userId: string): Promise<string[]> {
  const rows = await db<{ signInId: string }[]>`
    select distinct sign_in_id from sessions where tenant_id = ${caller.tenantId} and user_id = ${userId}`;
  return rows.map(({ signInId }) => signInId);
}

/** Ends these sign-ins of a person. */
export async function deleteSignIns({ db }: Scope, ids: readonly string[]): Promise<void> {
  await db`delete from sign_ins where user_id = current_person() and id = any (${[...ids]}::uuid[])`;
}

/** The sign-in of a session. */
export async function findSignInOf({ db, caller }: Scope, sessionId: string): Promise<string | undefined> {
  const [row] = await db<{ signInId: string }[]>`
    select sign_in_id from sessions where tenant_id = ${caller.tenantId} and id = ${sessionId}`;
  return row?.signInId;
}

/** In all organizations. The function itself checks that the person is a member of the bound one. */
export async function listSignIns({ db, realNow }: Scope, userId: string, maxRows: number): Promise<SignIn[]> {
  return db<SignIn[]>`select * from list_sign_ins(${userId}, ${realNow}, ${maxRows})`;
}

/** Deletes the sessions of a sign-in in the tenant. */
export async function deleteSessionsOf({ db, caller }: Scope, signInId: string): Promise<void> {
  await db`delete from sessions where tenant_id = ${caller.tenantId} and sign_in_id = ${signInId}`;
}

/** Ends all access tokens of a session. */
export async function deleteAccessTokens({ db, caller }: Scope, sessionId: string): Promise<void> {
  await db`delete from credentials where tenant_id = ${caller.tenantId} and session_id = ${sessionId}`;
}

/** Reports whether a person has signed in from a device since a time, and from any device ever. */
export async function findDevices(
  { db }: Scope,
  hashes: readonly Buffer[],
  since: Date,
): Promise<{ isKnown: boolean; isFirst: boolean }> {
  const [row] = await db<{ isKnown: boolean; isFirst: boolean }[]>`
    select coalesce(bool_or(hash = any (${[...hashes]}::bytea[]) and seen_at > ${since}), false) as is_known, count(*) = 0 as is_first
      from known_devices where user_id = current_person()`;
  return row ?? { isKnown: false, isFirst: true };
}

/** Remembers a device, and deletes those not seen since a time. */
export async function rememberDevice({ db, realNow }: Scope, hash: Buffer, since: Date): Promise<void> {
  await db`
    insert into known_devices (user_id, hash, seen_at) values (current_person(), ${hash}, ${realNow})
    on conflict (user_id, hash) do update set seen_at = excluded.seen_at`;
  await db`delete from known_devices where user_id = current_person() and seen_at <= ${since}`;
}

/** Deletes the sign-ins of all people that have expired, or were last used before a time. */
export async function deleteEndedSignIns(db: Db, now: Date, unusedSince: Date): Promise<void> {
  await db`select forget_sign_ins(${now}, ${unusedSince})`;
}

/** Ends the sign-ins of all people. */
export async function deleteAllSignIns(db: Db): Promise<void> {
  await db`select forget_sign_ins('infinity', 'infinity')`;
}
