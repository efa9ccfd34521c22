// All SQL of an organization's own statement profiles.
import type { Scope } from '../../platform/db/scope.ts';
import { maxProfiles, type StatementProfile } from './parse/statement-profile.ts';

export async function listProfiles({ db, caller }: Scope): Promise<StatementProfile[]> {
  return db<StatementProfile[]>`
    select id, name, headings, columns, currency, account, created_at, updated_at from statement_profiles
     where tenant_id = ${caller.tenantId} order by lower(name), id limit ${maxProfiles}`;
}

export async function findProfile({ db, caller }: Scope, id: string): Promise<StatementProfile | undefined> {
  const [row] = await db<StatementProfile[]>`
    select id, name, headings, columns, currency, account, created_at, updated_at from statement_profiles
     where tenant_id = ${caller.tenantId} and id = ${id}`;
  return row;
}

/** Saves a profile; one with the same headings is replaced and keeps its id. Returns the id. */
export async function saveProfile(
  { db, caller, now }: Scope,
  by: string,
  headingsKey: string,
  profile: Omit<StatementProfile, 'createdAt' | 'updatedAt'>,
): Promise<string> {
  const { id, name, headings, columns, currency, account } = profile;
  const [row] = await db<{ id: string }[]>`
    insert into statement_profiles (tenant_id, id, name, headings_key, headings, columns, currency, account, created_by, created_at, updated_at)
    values (${caller.tenantId}, ${id}, ${name}, ${headingsKey}, ${JSON.stringify(headings)}::text::json, ${JSON.stringify(columns)}::text::json,
            ${currency}, ${account}, ${by}, ${now}, ${now})
    on conflict (tenant_id, headings_key) do update
       set name = excluded.name, headings = excluded.headings, columns = excluded.columns, currency = excluded.currency, account = excluded.account,
           updated_at = excluded.updated_at
    returning id`;
  return row?.id ?? id;
}

export async function renameProfile({ db, caller, now }: Scope, id: string, name: string): Promise<void> {
  await db`
    update statement_profiles set name = ${name}, updated_at = ${now} where tenant_id = ${caller.tenantId} and id = ${id}`;
}

export async function deleteProfile({ db, caller }: Scope, id: string): Promise<void> {
  await db`delete from statement_profiles where tenant_id = ${caller.tenantId} and id = ${id}`;
}

export async function countProfiles({ db, caller }: Scope): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::integer as count from statement_profiles where tenant_id = ${caller.tenantId}`;
  return row?.count ?? 0;
}
