// SQL about organizations: the first one, those of a person, and test organizations.
import type { Db } from '../platform/db/pool.ts';
import type { CallerRole, Scope } from '../platform/db/scope.ts';

/** An organization of a person, with their role. */
export type OwnOrganization = {
  readonly id: string;
  readonly name: string;
  readonly role: CallerRole;
  /** Whether it is a test organization. */
  readonly test: boolean;
};

export async function hasNoOrganization(db: Db): Promise<boolean> {
  const [row] = await db<{ none: boolean }[]>`select has_no_tenants() as none`;
  return row?.none ?? false;
}

export async function listOrganizationsOf(db: Db, userId: string): Promise<OwnOrganization[]> {
  return db<OwnOrganization[]>`select id, name, role, sample as test from list_organizations_of(${userId})`;
}

/** Lets only one test organization at a time be made in an organization, until the transaction ends. */
export async function lockTestOrganizationsOf(db: Db, tenantId: string): Promise<void> {
  await db`select pg_advisory_xact_lock(4712, hashtext(${tenantId}))`;
}

/** The names of the test organizations that were made in an organization. */
export async function listTestOrganizationsOf(db: Db, tenantId: string): Promise<string[]> {
  const rows = await db<{ name: string }[]>`select name from test_organizations_of(${tenantId}) as name`;
  return rows.map(({ name }) => name);
}

export type Organization = {
  readonly id: string;
  readonly name: string;
  /** API keys cannot change the receiving bank accounts. */
  readonly accountsByPeopleOnly: boolean;
};

export async function findOrganization({ db, caller }: Scope): Promise<Organization | undefined> {
  const [row] = await db<Organization[]>`
    select id, name, people_only_accounts as accounts_by_people_only from tenants where id = ${caller.tenantId}`;
  return row;
}

export async function lockOrganization({ db, caller }: Scope): Promise<Organization | undefined> {
  const [row] = await db<Organization[]>`
    select id, name, people_only_accounts as accounts_by_people_only from tenants where id = ${caller.tenantId} for update`;
  return row;
}

export async function updateOrganization(
  { db, caller }: Scope,
  { name, accountsByPeopleOnly }: Pick<Organization, 'name' | 'accountsByPeopleOnly'>,
): Promise<void> {
  await db`update tenants set name = ${name}, people_only_accounts = ${accountsByPeopleOnly} where id = ${caller.tenantId}`;
}

export async function markTestOrganization({ db, caller }: Scope, madeIn: string): Promise<void> {
  await db`update tenants set sample = true, made_in = ${madeIn} where id = ${caller.tenantId}`;
}

/** Moves the clock of a test organization, and tells the workers. Returns false if it would go backwards. */
export async function moveTenantClock({ db, caller }: Scope, aheadMs: number): Promise<boolean> {
  const moved = await db`
    update tenants set clock_ahead_ms = ${aheadMs} where id = ${caller.tenantId} and sample and clock_ahead_ms <= ${aheadMs} returning id`;
  if (moved.length > 0) await db`select pg_notify('tenant_clock', ${caller.tenantId})`;
  return moved.length > 0;
}

/** Deletes the rows of a test organization, except who may enter it, its endpoints and its security log. Fails for a real one. */
export async function emptyOrganization({ db }: Scope): Promise<void> {
  await db`call empty_tenant()`;
}

/** Deletes a test organization with all its rows. Fails for a real one. */
export async function removeOrganization({ db }: Scope): Promise<void> {
  await db`call remove_tenant()`;
}
