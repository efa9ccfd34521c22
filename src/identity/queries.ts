// All SQL of identity. The first three functions look before a tenant is known, through functions of the database that answer exactly one question each.
import type { Db } from '../platform/db.ts';
import type { CallerRole, Scope } from '../platform/scope.ts';

export type Authenticated = {
  tenantId: string;
  userId: string | null;
  sessionId: string | null;
  apiKeyId: string | null;
  role: CallerRole;
};

/** Who holds this credential; binds the tenant for the rest of the transaction. Sent at once, so that a statement asked for after it also comes after it. */
export async function authenticate(db: Db, hash: Buffer, now: Date): Promise<Authenticated | undefined> {
  const [row] = await db<Authenticated[]>`select * from authenticate(${hash}, ${now})`.execute();
  return row;
}

export type SignInCandidate = { userId: string; passwordHash: string | null; tenantId: string | null };

/** The person behind an address, a row per organization, the one used last first. */
export async function findSignIn(db: Db, emailKey: string): Promise<SignInCandidate[]> {
  return db<SignInCandidate[]>`select * from find_sign_in(${emailKey})`;
}

/** The organization of a session. */
export async function findTenantOfSession(db: Db, sessionId: string): Promise<string | undefined> {
  const [row] = await db<{ tenantId: string | null }[]>`select tenant_of_session(${sessionId}) as tenant_id`;
  return row?.tenantId ?? undefined;
}

export type Session = {
  id: string;
  userId: string;
  seed: Buffer;
  counter: number;
  rotatedAt: Date;
  idleUntil: Date;
  expiresAt: Date;
};

export async function insertSession({ db, caller }: Scope, session: Session & { createdAt: Date }): Promise<void> {
  await db`
    insert into sessions (tenant_id, id, user_id, seed, counter, rotated_at, created_at, idle_until, expires_at)
    values (${caller.tenantId}, ${session.id}, ${session.userId}, ${session.seed}, ${session.counter}, ${session.rotatedAt}, ${session.createdAt},
            ${session.idleUntil}, ${session.expiresAt})`;
}

export async function lockSession({ db, caller }: Scope, id: string): Promise<Session | undefined> {
  const [row] = await db<Session[]>`
    select id, user_id, seed, counter, rotated_at, idle_until, expires_at from sessions where tenant_id = ${caller.tenantId} and id = ${id} for update`;
  return row;
}

export async function rotateSession(
  { db, caller, now }: Scope,
  id: string,
  counter: number,
  idleUntil: Date,
): Promise<void> {
  await db`
    update sessions set counter = ${counter}, rotated_at = ${now}, idle_until = ${idleUntil}
     where tenant_id = ${caller.tenantId} and id = ${id}`;
}

/** Ends a session and all of its access tokens. */
export async function deleteSession({ db, caller }: Scope, id: string): Promise<void> {
  await db`delete from sessions where tenant_id = ${caller.tenantId} and id = ${id}`;
}

export async function insertAccessToken(
  { db, caller }: Scope,
  token: { hash: Buffer; sessionId: string; expiresAt: Date },
): Promise<void> {
  await db`
    insert into credentials (tenant_id, hash, session_id, expires_at) values (${caller.tenantId}, ${token.hash}, ${token.sessionId}, ${token.expiresAt})`;
}

export async function insertApiKey(
  { db, caller, now }: Scope,
  key: { id: string; name: string; role: CallerRole; hint: string; hash: Buffer; expiresAt: Date | null },
): Promise<void> {
  await db`
    insert into api_keys (tenant_id, id, name, role, hint, created_at, expires_at)
    values (${caller.tenantId}, ${key.id}, ${key.name}, ${key.role}, ${key.hint}, ${now}, ${key.expiresAt})`;
  await db`
    insert into credentials (tenant_id, hash, api_key_id, expires_at) values (${caller.tenantId}, ${key.hash}, ${key.id}, ${key.expiresAt})`;
}

export async function insertTenant({ db, caller, now }: Scope, name: string): Promise<void> {
  await db`insert into tenants (id, name, created_at) values (${caller.tenantId}, ${name}, ${now})`;
}

export async function findTenant({ db, caller }: Scope): Promise<{ id: string; name: string } | undefined> {
  const [row] = await db<{ id: string; name: string }[]>`select id, name from tenants where id = ${caller.tenantId}`;
  return row;
}

/** False when somebody has this e-mail address already, also since a moment ago. */
export async function insertUser(
  { db, now }: Scope,
  user: { id: string; email: string; emailKey: string; name: string; passwordHash: string },
): Promise<boolean> {
  const { count } = await db`
    insert into users (id, email, email_key, name, password_hash, created_at, updated_at)
    values (${user.id}, ${user.email}, ${user.emailKey}, ${user.name}, ${user.passwordHash}, ${now}, ${now})
    on conflict do nothing`;
  return count === 1;
}

export async function insertMembership({ db, caller, now }: Scope, userId: string, role: CallerRole): Promise<boolean> {
  const rows = await db`
    insert into memberships (tenant_id, user_id, role, created_at, last_used_at) values (${caller.tenantId}, ${userId}, ${role}, ${now}, ${now})
    on conflict (tenant_id, user_id) do nothing returning user_id`;
  return rows.length === 1;
}

/** False when the user is no member. */
export async function touchMembership({ db, caller, now }: Scope, userId: string): Promise<boolean> {
  const rows =
    await db`update memberships set last_used_at = ${now} where tenant_id = ${caller.tenantId} and user_id = ${userId} returning user_id`;
  return rows.length === 1;
}

/** The kept password of one of the tenant's members. */
export async function findPasswordHash({ db, caller }: Scope, userId: string): Promise<string | null> {
  const [row] = await db<{ passwordHash: string | null }[]>`
    select u.password_hash from users u join memberships m on m.user_id = u.id where m.tenant_id = ${caller.tenantId} and u.id = ${userId}`;
  return row?.passwordHash ?? null;
}

export async function updatePasswordHash(
  { db, caller, now }: Scope,
  userId: string,
  passwordHash: string,
): Promise<void> {
  await db`
    update users set password_hash = ${passwordHash}, updated_at = ${now}
     where id = ${userId} and exists (select from memberships m where m.tenant_id = ${caller.tenantId} and m.user_id = users.id)`;
}

/** Removes what has expired, of one tenant: sessions that nobody can continue, tokens, remembered answers. */
export async function deleteExpired({ db, caller, now }: Scope): Promise<void> {
  await db`delete from sessions where tenant_id = ${caller.tenantId} and least(idle_until, expires_at) < ${now}`;
  await db`delete from credentials where tenant_id = ${caller.tenantId} and session_id is not null and expires_at < ${now}`;
}
