// SQL of identity. Queries before a tenant is known use database functions that each answer exactly one question.

import { keyset, type PageRequest, type SortColumn } from '../platform/db/keyset.ts';
import type { Db } from '../platform/db/pool.ts';
import type { CallerRole, Scope, TenantTime } from '../platform/db/scope.ts';
import type { SqlFragment } from '../platform/db/sql.ts';
import type { Language } from '../platform/values/languages.ts';
import type { PresentedCredential } from './tokens.ts';

type Orders = Record<string, SortColumn>;
type WithSortValue = { readonly sortValue: string };

export type CredentialHolder = TenantTime & {
  userId: string | null;
  sessionId: string | null;
  apiKeyId: string | null;
  role: CallerRole;
  isStrict: boolean;
  isReadOnly: boolean;
  buildingIds: string[] | null;
  networks: string[] | null;
  /** The organization requires a second factor, and the session has none. */
  lacksSecondFactor: boolean;
};

/**
 * Returns the holder of a credential; binds the tenant, and the user or the buildings of a limited key, for the rest of
 * the transaction.
 */
export async function authenticate(
  db: Db,
  { tenantId, hash }: PresentedCredential,
  now: Date,
): Promise<CredentialHolder | undefined> {
  const [row] = await db<CredentialHolder[]>`select * from authenticate_caller(${tenantId}, ${hash}, ${now})`;
  return row;
}

export type SignInCandidate = { userId: string; passwordHash: string | null; tenantId: string | null };

/** The person of an address, a row per organization, last used first. */
export async function findSignIn(db: Db, emailKey: string): Promise<SignInCandidate[]> {
  return db<SignInCandidate[]>`select * from find_sign_in(${emailKey})`;
}

/** Binds a user to the rest of the transaction, so that it reaches the person's own rows, such as sign-ins. */
export async function bindPerson(db: Db, userId: string): Promise<void> {
  await db`select bind_person(${userId})`;
}

/** The person and the sign-in of a session, which stay the same. */
export async function findSessionOwner(
  { db, caller }: Scope,
  sessionId: string,
): Promise<{ userId: string; signInId: string } | undefined> {
  const [row] = await db<{ userId: string; signInId: string }[]>`
    select user_id, sign_in_id from sessions where tenant_id = ${caller.tenantId} and id = ${sessionId}`;
  return row;
}

export type Session = {
  id: string;
  userId: string;
  signInId: string;
  seed: Buffer;
  counter: number;
  rotatedAt: Date;
  idleUntil: Date;
  expiresAt: Date;
};

export async function insertSession(
  { db, caller }: Scope,
  session: Session & { createdAt: Date; signedInByMail: boolean; secondFactor: boolean },
): Promise<void> {
  await db`
    insert into sessions (tenant_id, id, user_id, sign_in_id, seed, counter, rotated_at, created_at, idle_until, expires_at, signed_in_by_mail, second_factor)
    values (${caller.tenantId}, ${session.id}, ${session.userId}, ${session.signInId}, ${session.seed}, ${session.counter}, ${session.rotatedAt},
            ${session.createdAt}, ${session.idleUntil}, ${session.expiresAt}, ${session.signedInByMail}, ${session.secondFactor})`;
}

export async function lockSession({ db, caller }: Scope, id: string): Promise<Session | undefined> {
  const [row] = await db<Session[]>`
    select id, user_id, sign_in_id, seed, counter, rotated_at, idle_until, expires_at from sessions
     where tenant_id = ${caller.tenantId} and id = ${id} for update`;
  return row;
}

export async function rotateSession(
  { db, caller, realNow }: Scope,
  id: string,
  counter: number,
  idleUntil: Date,
): Promise<void> {
  await db`
    update sessions set counter = ${counter}, rotated_at = ${realNow}, idle_until = ${idleUntil}
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

export async function insertApiKey({ db, caller, realNow }: Scope, key: ApiKeyRow & { hash: Buffer }): Promise<void> {
  await db`
    insert into api_keys (tenant_id, id, name, role, hint, strict, read_only, building_ids, networks, created_at, expires_at, created_by)
    values (${caller.tenantId}, ${key.id}, ${key.name}, ${key.role}, ${key.hint}, ${key.strict}, ${key.readOnly}, ${toArray(key.buildingIds)}::uuid[],
            ${toArray(key.networks)}::text[], ${realNow}, ${key.expiresAt}, ${key.createdBy})`;
  await insertKeyText({ db, caller }, key, key.hash);
}

/** Adds a text that is accepted as the key until it expires. */
export async function insertKeyText(
  { db, caller }: Pick<Scope, 'db' | 'caller'>,
  { id, expiresAt }: Pick<ApiKeyRow, 'id' | 'expiresAt'>,
  hash: Buffer,
): Promise<void> {
  await db`
    insert into credentials (tenant_id, hash, api_key_id, expires_at) values (${caller.tenantId}, ${hash}, ${id}, ${expiresAt})`;
}

const toArray = (values: readonly string[] | null) => (values === null ? null : [...values]);

/** Ends the current text of a key at a time, and the one before it at once. */
export async function replaceKeyText({ db, caller }: Scope, id: string, until: Date): Promise<void> {
  await db`delete from credentials where tenant_id = ${caller.tenantId} and api_key_id = ${id} and replaced`;
  await db`
    update credentials set replaced = true, expires_at = ${until} where tenant_id = ${caller.tenantId} and api_key_id = ${id}`;
}

type ApiKeyRow = {
  readonly id: string;
  readonly name: string;
  readonly role: CallerRole;
  readonly hint: string;
  /** Whether unknown fields and parameters of its requests are rejected. */
  readonly strict: boolean;
  /** Whether it only reads: GET, previews and dry runs. */
  readonly readOnly: boolean;
  /** The buildings that it is limited to; null: none. */
  readonly buildingIds: readonly string[] | null;
  /** The networks that it is accepted from; null: all. */
  readonly networks: readonly string[] | null;
  readonly expiresAt: Date | null;
  readonly createdBy: string | null;
};
export type ApiKey = ApiKeyRow & {
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly lastUsedAddress: string | null;
  /** The end of the text before the last replacement, and until when it is accepted. */
  readonly previousHint: string | null;
  readonly previousUntil: Date | null;
};

/** The columns of `api_keys k`. */
function keyColumns({ db }: Pick<Scope, 'db'>) {
  return db`k.id, k.name, k.role, k.hint, k.strict, k.read_only, k.building_ids, k.networks, k.expires_at, k.created_by, k.created_at, k.last_used_at,
            k.last_used_address, k.previous_hint, k.previous_until`;
}

export const apiKeyOrders = { createdAt: { sql: 'created_at', type: 'timestamptz' } } as const satisfies Orders;

export async function listApiKeys(scope: Scope, page: PageRequest): Promise<(ApiKey & WithSortValue)[]> {
  const { db, caller } = scope;
  const { sortValue, after, orderAndLimit } = keyset(db, 'k', page, apiKeyOrders);
  return db<(ApiKey & WithSortValue)[]>`
    select ${keyColumns(scope)}, ${sortValue} as sort_value from api_keys k
     where k.tenant_id = ${caller.tenantId} ${after} ${orderAndLimit}`;
}

export async function findApiKey(scope: Scope, id: string): Promise<ApiKey | undefined> {
  const { db, caller } = scope;
  const [row] = await db<ApiKey[]>`
    select ${keyColumns(scope)} from api_keys k where k.tenant_id = ${caller.tenantId} and k.id = ${id}`;
  return row;
}

/** The key, locked until the transaction ends. */
export async function lockApiKey(scope: Scope, id: string): Promise<ApiKey | undefined> {
  const { db, caller } = scope;
  const [row] = await db<ApiKey[]>`
    select ${keyColumns(scope)} from api_keys k where k.tenant_id = ${caller.tenantId} and k.id = ${id} for update`;
  return row;
}

export async function updateApiKey(
  { db, caller }: Scope,
  id: string,
  { strict, networks }: Pick<ApiKeyRow, 'strict' | 'networks'>,
): Promise<void> {
  await db`
    update api_keys set strict = ${strict}, networks = ${toArray(networks)}::text[] where tenant_id = ${caller.tenantId} and id = ${id}`;
}

/** Notes the end of a key's new text, and of the one before with the time until which it is accepted. */
export async function updateKeyHints(
  { db, caller }: Scope,
  id: string,
  { hint, previousHint, previousUntil }: Pick<ApiKey, 'hint' | 'previousHint' | 'previousUntil'>,
): Promise<void> {
  await db`
    update api_keys set hint = ${hint}, previous_hint = ${previousHint}, previous_until = ${previousUntil}
     where tenant_id = ${caller.tenantId} and id = ${id}`;
}

/** The names of those of these buildings that the organization has; archived ones only if they are wanted. */
export async function listKeyBuildings(
  { db, caller }: Scope,
  ids: readonly string[],
  { archived }: { readonly archived: boolean },
): Promise<{ id: string; name: string }[]> {
  return db<{ id: string; name: string }[]>`
    select id, name from buildings
     where tenant_id = ${caller.tenantId} and id = any (${[...ids]}::uuid[]) and (archived_at is null or ${archived}) order by name, id`;
}

/** Whether keys can be limited to buildings: in a distributed database the role that they act as may do nothing. */
export async function canLimitToBuildings({ db }: Pick<Scope, 'db'>): Promise<boolean> {
  const [row] = await db<
    { can: boolean }[]
  >`select has_table_privilege('haldur_buildings', 'buildings', 'select') as can`;
  return row?.can ?? false;
}

/** Whether an entry of this kind about a key and a network was written since a time. */
export async function wasNetworkRejectedSince(
  { db, caller }: Scope,
  { keyId, network, since }: { readonly keyId: string; readonly network: string; readonly since: Date },
): Promise<boolean> {
  const rows = await db`
    select 1 from security_events
     where tenant_id = ${caller.tenantId} and at > ${since} and kind = 'key_network_rejected' and actor_id = ${keyId} and detail ->> 'network' = ${network}
     limit 1`;
  return rows.length > 0;
}

/** Deletes a key; its credential is no longer valid. Returns false if there is none. */
export async function deleteApiKey({ db, caller }: Scope, id: string): Promise<boolean> {
  const rows = await db`delete from api_keys where tenant_id = ${caller.tenantId} and id = ${id} returning id`;
  return rows.length === 1;
}

/** Records that a key is used now; returns the time before, unless that was less than a minute ago. */
export async function touchApiKey(
  { db, caller, realNow }: Scope,
  id: string,
  address: string,
): Promise<{ lastUsedAt: Date | null } | undefined> {
  const [row] = await db<{ lastUsedAt: Date | null }[]>`
    update api_keys k set last_used_at = ${realNow}, last_used_address = ${address} from api_keys before
     where k.tenant_id = ${caller.tenantId} and k.id = ${id} and before.tenant_id = k.tenant_id and before.id = k.id
       and (before.last_used_at is null or before.last_used_at <= ${realNow}::timestamptz - interval '1 minute')
    returning before.last_used_at`;
  return row;
}

type Tenant = { readonly id: string; readonly name: string };
export async function findTenant({ db, caller }: Scope): Promise<Tenant | undefined> {
  const [row] = await db<Tenant[]>`select id, name from tenants where id = ${caller.tenantId}`;
  return row;
}

/** Returns false if somebody already has this e-mail address, also in a concurrent transaction. */
export async function insertUser(
  { db, realNow }: Scope,
  user: { id: string; email: string; emailKey: string; name: string; passwordHash: string | null; language?: Language },
): Promise<boolean> {
  const { count } = await db`
    insert into users (id, email, email_key, name, password_hash, language, created_at, updated_at)
    values (${user.id}, ${user.email}, ${user.emailKey}, ${user.name}, ${user.passwordHash}, ${user.language ?? 'et'}, ${realNow}, ${realNow})
    on conflict do nothing`;
  return count === 1;
}

export async function insertMembership(
  { db, caller, realNow }: Scope,
  userId: string,
  role: CallerRole,
): Promise<boolean> {
  const rows = await db`
    insert into memberships (tenant_id, user_id, role, created_at, last_used_at) values (${caller.tenantId}, ${userId}, ${role}, ${realNow}, ${realNow})
    on conflict (tenant_id, user_id) do nothing returning user_id`;
  if (rows.length === 1) await refreshMemberOf(db, userId);
  return rows.length === 1;
}

/** Returns false if the user is not a member. */
export async function touchMembership({ db, caller, realNow }: Scope, userId: string): Promise<boolean> {
  const rows =
    await db`update memberships set last_used_at = ${realNow} where tenant_id = ${caller.tenantId} and user_id = ${userId} returning user_id`;
  if (rows.length === 1) await refreshMemberOf(db, userId);
  return rows.length === 1;
}

/** Updates users.member_of from the membership in the bound organization. */
async function refreshMemberOf(db: Db, userId: string): Promise<void> {
  await db`select refresh_member_of(${userId})`;
}

/** The stored password of one of the tenant's members. */
export async function findPasswordHash({ db, caller }: Scope, userId: string): Promise<string | null> {
  const [row] = await db<{ passwordHash: string | null }[]>`
    select u.password_hash from users u join memberships m on m.user_id = u.id where m.tenant_id = ${caller.tenantId} and u.id = ${userId}`;
  return row?.passwordHash ?? null;
}

/** Replaces the stored password. Returns false if it is no longer `from`, because of a concurrent change. */
export async function updatePasswordHash(
  { db, caller, realNow }: Scope,
  userId: string,
  from: string | null,
  passwordHash: string,
): Promise<boolean> {
  const rows = await db`
    update users set password_hash = ${passwordHash}, updated_at = ${realNow}
     where id = ${userId} and password_hash is not distinct from ${from} and ${caller.tenantId} = any (member_of) returning id`;
  return rows.length === 1;
}

export type Member = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly language: Language;
  readonly role: CallerRole;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
};

export const memberOrders = { createdAt: { sql: 'created_at', type: 'timestamptz' } } as const satisfies Orders;

/** A query of the members of the organization; a condition begins with `and`. */
function membersWhere({ db, caller }: Scope, condition: SqlFragment) {
  return db`
    select m.user_id as id, m.role, m.created_at, m.last_used_at, u.name, u.email, u.language
      from memberships m join users u on u.id = m.user_id where m.tenant_id = ${caller.tenantId} ${condition}`;
}

export async function listMembers(
  scope: Scope,
  { role }: { role?: CallerRole | undefined },
  page: PageRequest,
): Promise<(Member & WithSortValue)[]> {
  const { db } = scope;
  const { sortValue, after, orderAndLimit } = keyset(db, 'p', page, memberOrders);
  const members = membersWhere(scope, role === undefined ? db`` : db`and m.role = ${role}`);
  return db<(Member & WithSortValue)[]>`
    select p.*, ${sortValue} as sort_value from (${members}) p where true ${after} ${orderAndLimit}`;
}

export async function findMember(scope: Scope, userId: string): Promise<Member | undefined> {
  const [row] = await scope.db<Member[]>`${membersWhere(scope, scope.db`and m.user_id = ${userId}`)}`;
  return row;
}

/** The member with this address. */
export async function findMemberByEmail(scope: Scope, emailKey: string): Promise<Member | undefined> {
  const [row] = await scope.db<Member[]>`${membersWhere(scope, scope.db`and u.email_key = ${emailKey}`)}`;
  return row;
}

/** The recipients of e-mails about the organization itself. */
export async function listOwners(scope: Scope): Promise<Member[]> {
  return scope.db<Member[]>`${membersWhere(scope, scope.db`and m.role = 'owner' order by u.id`)}`;
}

/** The organization's owners, locked, so that of two concurrent removals one sees the last owner. */
export async function lockOwners({ db, caller }: Scope): Promise<string[]> {
  const rows = await db<{ userId: string }[]>`
    select user_id from memberships where tenant_id = ${caller.tenantId} and role = 'owner' order by user_id for update`;
  return rows.map((row) => row.userId);
}

/** The ids of all members. */
export async function listMemberIds({ db, caller }: Scope): Promise<string[]> {
  const rows = await db<{ userId: string }[]>`
    select user_id from memberships where tenant_id = ${caller.tenantId} order by user_id`;
  return rows.map(({ userId }) => userId);
}

export async function lockMembership({ db, caller }: Scope, userId: string): Promise<{ role: CallerRole } | undefined> {
  const [row] = await db<{ role: CallerRole }[]>`
    select role from memberships where tenant_id = ${caller.tenantId} and user_id = ${userId} for update`;
  return row;
}

export async function updateMembership({ db, caller }: Scope, userId: string, role: CallerRole): Promise<void> {
  await db`update memberships set role = ${role} where tenant_id = ${caller.tenantId} and user_id = ${userId}`;
}

/**
 * Deletes a membership with all its sessions in this organization, and the account if that was the last one: it gives
 * access to nothing.
 */
export async function deleteMembership({ db, caller }: Scope, userId: string): Promise<void> {
  await db`delete from memberships where tenant_id = ${caller.tenantId} and user_id = ${userId}`;
  await refreshMemberOf(db, userId);
  await db`select delete_unused_account(${userId})`;
}

/** Changes a person's profile. Only members of the tenant can be changed. */
export async function updateUser(
  { db, caller, realNow }: Scope,
  user: { id: string; name: string; language: Language },
): Promise<void> {
  await db`
    update users set name = ${user.name}, language = ${user.language}, updated_at = ${realNow}
     where id = ${user.id} and ${caller.tenantId} = any (member_of)`;
}

/** Gives a reused account its name and password; only a member's. */
export async function resetUser(
  { db, caller, realNow }: Scope,
  user: { id: string; name: string; passwordHash: string | null },
): Promise<void> {
  await db`
    update users set name = ${user.name}, password_hash = ${user.passwordHash}, updated_at = ${realNow}
     where id = ${user.id} and ${caller.tenantId} = any (member_of)`;
}

/** How the caller's session began. */
export async function findSession(
  { db, caller }: Scope,
  id: string,
): Promise<{ signedInByMail: boolean; secondFactor: boolean; createdAt: Date } | undefined> {
  const [row] = await db<{ signedInByMail: boolean; secondFactor: boolean; createdAt: Date }[]>`
    select signed_in_by_mail, second_factor, created_at from sessions where tenant_id = ${caller.tenantId} and id = ${id}`;
  return row;
}

/** Deletes expired data of one tenant: sessions that nobody can continue, tokens, stored responses. */
export async function deleteExpired({ db, caller, realNow }: Scope): Promise<void> {
  await db`delete from sessions where tenant_id = ${caller.tenantId} and least(idle_until, expires_at) < ${realNow}`;
  await db`delete from credentials where tenant_id = ${caller.tenantId} and expires_at < ${realNow}`;
}
