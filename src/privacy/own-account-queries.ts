// SQL of a person's own account: changes of their address, and what is deleted when they leave an organization.
import type { Scope } from '../platform/db/scope.ts';

type AddressChange = {
  readonly userId: string;
  readonly email: string;
  readonly emailKey: string;
};

/** Replaces an earlier change that waits. */
export async function saveAddressChange(
  { db, caller, realNow }: Scope,
  change: AddressChange & { readonly tokenHash: Buffer; readonly expiresAt: Date },
): Promise<void> {
  const { userId, email, emailKey, tokenHash, expiresAt } = change;
  await db`
    insert into address_changes (tenant_id, user_id, email, email_key, token_hash, expires_at, created_at)
    values (${caller.tenantId}, ${userId}, ${email}, ${emailKey}, ${tokenHash}, ${expiresAt}, ${realNow})
    on conflict (tenant_id, user_id) do update
       set email = excluded.email, email_key = excluded.email_key, token_hash = excluded.token_hash, expires_at = excluded.expires_at,
           created_at = excluded.created_at`;
}

/** The change of a link that can be used, and when it was asked for. */
export async function findAddressChange(
  { db, caller, realNow }: Scope,
  hash: Buffer,
): Promise<(AddressChange & { readonly createdAt: Date }) | undefined> {
  const [row] = await db<(AddressChange & { readonly createdAt: Date })[]>`
    select user_id, email, email_key, created_at from address_changes
     where tenant_id = ${caller.tenantId} and token_hash = ${hash} and expires_at > ${realNow}`;
  return row;
}

/** Uses up a link. Returns false if it was used already. */
export async function useAddressChange({ db, caller, realNow }: Scope, hash: Buffer): Promise<boolean> {
  const { count } = await db`
    delete from address_changes where tenant_id = ${caller.tenantId} and token_hash = ${hash} and expires_at > ${realNow}`;
  return count === 1;
}

/** Whether a member's account has changed since a moment: its name, language, password or address. */
export async function hasChangedSince({ db, caller }: Scope, userId: string, since: Date): Promise<boolean> {
  const { count } = await db`
    select from users where id = ${userId} and ${caller.tenantId} = any (member_of) and updated_at > ${since}`;
  return count === 1;
}

/** Changes the address of a member's account. */
export async function updateAddress({ db, caller, realNow }: Scope, change: AddressChange): Promise<void> {
  await db`
    update users set email = ${change.email}, email_key = ${change.emailKey}, updated_at = ${realNow}
     where id = ${change.userId} and ${caller.tenantId} = any (member_of)`;
}

/** Changes the address in the person's resident records, where it was the previous one of the account. */
export async function updateResidentAddresses(
  { db, caller, now }: Scope,
  change: AddressChange & { readonly beforeKey: string },
): Promise<void> {
  await db`
    update residents set email = ${change.email}, email_key = ${change.emailKey}, updated_at = ${now}
     where tenant_id = ${caller.tenantId} and user_id = ${change.userId} and email_key = ${change.beforeKey}`;
}

/** Deletes accounts that belong to no organization, of the whole service; returns how many. */
export async function deleteUnusedAccounts({ db }: Pick<Scope, 'db'>, maxRows: number): Promise<number> {
  const [row] = await db<{ deleted: number }[]>`select delete_unused_accounts(${maxRows}) as deleted`;
  return row?.deleted ?? 0;
}

/** Deletes links to new addresses that have expired. */
export async function deleteExpiredAddressChanges({ db, caller, realNow }: Scope): Promise<void> {
  await db`delete from address_changes where tenant_id = ${caller.tenantId} and expires_at <= ${realNow}`;
}
