// SQL of linked accounts and used answers. They belong to a person or to nobody and have no tenant, so each statement
// is for the person who acts (bindPerson).
import type { Db } from '../../platform/db/pool.ts';
import type { Scope } from '../../platform/db/scope.ts';

type LinkedAccount = {
  readonly id: string;
  readonly issuer: string;
  readonly linkedAt: Date;
  readonly lastUsedAt: Date | null;
};

/**
 * The person with this account at a provider: a row for each organization, last used first; one without an organization
 * if they have none.
 */
export async function findLinkedAccount(
  db: Db,
  subjectHashes: readonly Buffer[],
): Promise<{ userId: string; tenantId: string | null }[]> {
  return db<
    { userId: string; tenantId: string | null }[]
  >`select * from find_linked_account(${[...subjectHashes]}::bytea[])`;
}

/** Returns false if the account is linked already, to whomever. */
export async function insertLinkedAccount(
  { db, realNow }: Scope,
  account: { id: string; issuer: string; subjectHash: Buffer },
): Promise<boolean> {
  const { count } = await db`
    insert into linked_accounts (id, user_id, issuer, subject_hash, linked_at)
    values (${account.id}, current_person(), ${account.issuer}, ${account.subjectHash}, ${realNow})
    on conflict (subject_hash) do nothing`;
  return count === 1;
}

/** The person's linked accounts, oldest first. */
export async function listLinkedAccounts({ db }: Scope, maxRows: number): Promise<LinkedAccount[]> {
  return db<LinkedAccount[]>`
    select id, issuer, linked_at, last_used_at from linked_accounts where user_id = current_person() order by linked_at, id limit ${maxRows}`;
}

/** Deletes one; undefined if the person has no such account. */
export async function deleteLinkedAccount({ db }: Scope, id: string): Promise<{ issuer: string } | undefined> {
  const [row] = await db<{ issuer: string }[]>`
    delete from linked_accounts where id = ${id} and user_id = current_person() returning issuer`;
  return row;
}

export async function hasLinkedAccount({ db }: Scope, id: string): Promise<boolean> {
  const rows = await db`select id from linked_accounts where id = ${id} and user_id = current_person()`;
  return rows.length === 1;
}

/** Deletes all linked accounts of the acting person. */
export async function deleteLinkedAccounts(db: Db): Promise<void> {
  await db`delete from linked_accounts where user_id = current_person()`;
}

/**
 * Notes that an account is used now. Its hash becomes the first one, so that no account keeps that of a replaced secret
 * key.
 */
export async function touchLinkedAccount({ db, realNow }: Scope, subjectHashes: readonly Buffer[]): Promise<void> {
  await db`
    update linked_accounts set last_used_at = ${realNow}, subject_hash = ${subjectHashes[0] ?? null}
     where subject_hash = any (${[...subjectHashes]}::bytea[]) and user_id = current_person()`;
}

/** Notes that an answer is used. Returns false if it was before. */
export async function useAnswer(db: Db, stateHash: Buffer, expiresAt: Date): Promise<boolean> {
  const { count } = await db`
    insert into used_provider_answers (state_hash, expires_at) values (${stateHash}, ${expiresAt}) on conflict do nothing`;
  return count === 1;
}

export async function deleteUsedAnswers(db: Db, before: Date): Promise<void> {
  await db`select delete_used_provider_answers(${before})`;
}
