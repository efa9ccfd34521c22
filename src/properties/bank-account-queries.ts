// SQL of changes of receiving bank accounts.
import type { Db } from '../platform/db/pool.ts';
import { type Caller, type Scope, tenantRow } from '../platform/db/scope.ts';
import type { BankAccount } from './bank-account.ts';

export type AccountChange = {
  readonly id: string;
  readonly buildingId: string;
  readonly changedAt: Date;
  readonly actor: { readonly kind: Caller['kind']; readonly name: string | null };
  readonly before: BankAccount;
  readonly after: BankAccount;
  readonly confirmedAt: Date | null;
  readonly undoneAt: Date | null;
};

export async function setAccount({ db, caller, now }: Scope, buildingId: string, account: BankAccount): Promise<void> {
  await db`
    update buildings set iban = ${account.iban}, beneficiary = ${account.beneficiary}, updated_at = ${now}
     where tenant_id = ${caller.tenantId} and id = ${buildingId}`;
}

/** Records a change as the building's latest; the building must be locked. */
export async function insertAccountChange(
  { db, caller }: Scope,
  { id, buildingId, changedAt, actor, before, after, confirmedAt }: Omit<AccountChange, 'undoneAt'>,
): Promise<void> {
  await db`
    insert into account_changes (tenant_id, id, number, building_id, changed_at, actor_kind, actor_name, iban_before, beneficiary_before, iban_after,
                                 beneficiary_after, confirmed_at)
    select own.id, ${id}::uuid,
           (select coalesce(max(number), 0) + 1 from account_changes where tenant_id = ${caller.tenantId} and building_id = ${buildingId}),
           ${buildingId}::uuid, ${changedAt}::timestamptz, ${actor.kind}, ${actor.name}, ${before.iban}, ${before.beneficiary}, ${after.iban},
           ${after.beneficiary}, ${confirmedAt}::timestamptz
      from ${tenantRow({ db, caller })}`;
}

/** The change behind a building's current account: the latest that is not undone. */
export async function findNewestChange({ db, caller }: Scope, buildingId: string): Promise<AccountChange | undefined> {
  const [row] = await db<AccountChange[]>`
    select ${changeColumns(db)} from account_changes c
     where c.tenant_id = ${caller.tenantId} and c.building_id = ${buildingId} and c.undone_at is null order by c.number desc limit 1`;
  return row;
}

export async function confirmAccountChange({ db, caller, now }: Scope, id: string): Promise<void> {
  await db`update account_changes set confirmed_at = ${now} where tenant_id = ${caller.tenantId} and id = ${id}`;
}

export async function undoAccountChange({ db, caller, now }: Scope, id: string): Promise<void> {
  await db`update account_changes set undone_at = ${now} where tenant_id = ${caller.tenantId} and id = ${id}`;
}

export async function insertUndoLink(
  { db, caller }: Scope,
  link: { readonly hash: Buffer; readonly changeId: string; readonly ownerId: string },
): Promise<void> {
  await db`
    insert into account_undo_links (tenant_id, token_hash, change_id, owner_id)
    values (${caller.tenantId}, ${link.hash}, ${link.changeId}, ${link.ownerId})`;
}

/** The change that a link undoes, and the owner it was sent to. */
export async function findLinkedChange(
  { db, caller }: Scope,
  hash: Buffer,
): Promise<(AccountChange & { readonly ownerId: string }) | undefined> {
  const [row] = await db<(AccountChange & { readonly ownerId: string })[]>`
    select ${changeColumns(db)}, l.owner_id from account_undo_links l
      join account_changes c on c.tenant_id = l.tenant_id and c.id = l.change_id
     where l.tenant_id = ${caller.tenantId} and l.token_hash = ${hash}`;
  return row;
}

function changeColumns(db: Db) {
  return db`c.id, c.building_id, c.changed_at, c.confirmed_at, c.undone_at,
    jsonb_build_object('kind', c.actor_kind, 'name', c.actor_name) as actor,
    jsonb_build_object('iban', c.iban_before, 'beneficiary', c.beneficiary_before) as before,
    jsonb_build_object('iban', c.iban_after, 'beneficiary', c.beneficiary_after) as after`;
}
