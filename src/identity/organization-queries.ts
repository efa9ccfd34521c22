// SQL about organizations: the first one, those of a person, and deleting one.
import type { Db } from '../platform/db/pool.ts';
import type { CallerRole, Scope } from '../platform/db/scope.ts';

/** An organization of a person, with their role. */
export type OwnOrganization = {
  readonly id: string;
  readonly name: string;
  readonly role: CallerRole;
  readonly sample: boolean;
};

export async function hasNoOrganization(db: Db): Promise<boolean> {
  const [row] = await db<{ none: boolean }[]>`select has_no_tenants() as none`;
  return row?.none ?? false;
}

export async function listOrganizationsOf(db: Db, userId: string): Promise<OwnOrganization[]> {
  return db<OwnOrganization[]>`select id, name, role, sample from list_organizations_of(${userId})`;
}

/** Serializes actions of one kind by one person until the transaction ends. */
export async function lockPerson(db: Db, userId: string): Promise<void> {
  await db`select pg_advisory_xact_lock(4712, hashtext(${userId}))`;
}

export type Organization = {
  readonly id: string;
  readonly name: string;
  readonly sample: boolean;
  /** API keys cannot change the receiving bank accounts. */
  readonly accountsByPeopleOnly: boolean;
};

export async function findOrganization({ db, caller }: Scope): Promise<Organization | undefined> {
  const [row] = await db<Organization[]>`
    select id, name, sample, people_only_accounts as accounts_by_people_only from tenants where id = ${caller.tenantId}`;
  return row;
}

export async function lockOrganization({ db, caller }: Scope): Promise<Organization | undefined> {
  const [row] = await db<Organization[]>`
    select id, name, sample, people_only_accounts as accounts_by_people_only from tenants where id = ${caller.tenantId} for update`;
  return row;
}

export async function updateOrganization(
  { db, caller }: Scope,
  { name, accountsByPeopleOnly }: Pick<Organization, 'name' | 'accountsByPeopleOnly'>,
): Promise<void> {
  await db`update tenants set name = ${name}, people_only_accounts = ${accountsByPeopleOnly} where id = ${caller.tenantId}`;
}

export async function markSample({ db, caller }: Scope): Promise<void> {
  await db`update tenants set sample = true where id = ${caller.tenantId}`;
}

export async function removeOrganization({ db }: Scope): Promise<void> {
  await db`call remove_tenant()`;
}
