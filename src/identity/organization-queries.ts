// SQL about organizations: the first one, those of a person, and test organizations.
import { addDueWork } from '../platform/db/due-work.ts';
import type { Db } from '../platform/db/pool.ts';
import type { CallerRole, Scope } from '../platform/db/scope.ts';
import { inSequence } from '../platform/db/statements-in-sequence.ts';

/** Inserts a new organization, which is looked after from now on: a test organization, if it is `madeIn` another. */
export async function insertTenant(scope: Scope, name: string, madeIn?: string): Promise<void> {
  const { db, caller, now, realNow } = scope;
  await db`
    insert into tenants (id, name, created_at, sample, made_in)
    values (${caller.tenantId}, ${name}, ${realNow}, ${madeIn !== undefined}, ${madeIn ?? null})`;
  await addDueWork(scope, 'timed', now);
}

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

/** A person's organizations, real ones first, each kind last used first. */
export async function listOrganizationsOf(db: Db, userId: string): Promise<OwnOrganization[]> {
  const rows = await db<OwnOrganization[]>`
    select id, name, role, sample as test from list_organizations_of(${userId})`;
  return rows.toSorted((a, b) => Number(a.test) - Number(b.test));
}

/** Lets only one test organization at a time be made in the caller's organization, until the transaction ends. */
export async function lockMadeTestOrganizations({ db, caller }: Scope): Promise<void> {
  await db`select pg_advisory_xact_lock(4712, hashtext(${caller.tenantId}))`;
}

/** A test organization, as the owners of the organization see it in which it was made. */
export type CreatedTestOrganization = { readonly id: string; readonly name: string; readonly createdAt: Date };

/**
 * The test organizations that were made in the bound organization. With Citus they may be on all machines, and so are
 * the accounts that change afterwards.
 */
export async function listMadeTestOrganizations({ db }: Scope): Promise<CreatedTestOrganization[]> {
  await inSequence(db);
  return db<CreatedTestOrganization[]>`select id, name, created_at from list_test_organizations()`;
}

/** The organization in which the caller's test organization was made. */
export async function findMadeIn({ db, caller }: Scope): Promise<string | undefined> {
  const [row] = await db<{ madeIn: string | null }[]>`select made_in from tenants where id = ${caller.tenantId}`;
  return row?.madeIn ?? undefined;
}

export type Organization = {
  readonly id: string;
  readonly name: string;
  /** API keys cannot change the receiving bank accounts. */
  readonly accountsByPeopleOnly: boolean;
  /** Owners, managers and accountants need a second factor. */
  readonly secondFactorRequired: boolean;
};

export async function findOrganization({ db, caller }: Scope): Promise<Organization | undefined> {
  const [row] = await db<Organization[]>`
    select id, name, people_only_accounts as accounts_by_people_only, second_factor_required from tenants where id = ${caller.tenantId}`;
  return row;
}

export async function lockOrganization({ db, caller }: Scope): Promise<Organization | undefined> {
  const [row] = await db<Organization[]>`
    select id, name, people_only_accounts as accounts_by_people_only, second_factor_required from tenants
     where id = ${caller.tenantId} for update`;
  return row;
}

export async function updateOrganization(
  { db, caller }: Scope,
  { name, accountsByPeopleOnly, secondFactorRequired }: Omit<Organization, 'id'>,
): Promise<void> {
  await db`
    update tenants set name = ${name}, people_only_accounts = ${accountsByPeopleOnly}, second_factor_required = ${secondFactorRequired}
     where id = ${caller.tenantId}`;
}

/** Moves the clock of a test organization, and notifies the workers. Returns false if it would go backwards. */
export async function moveTenantClock(scope: Scope, aheadMs: number): Promise<boolean> {
  const { db, caller } = scope;
  const moved = await db`
    update tenants set clock_ahead_ms = ${aheadMs} where id = ${caller.tenantId} and sample and clock_ahead_ms <= ${aheadMs} returning id`;
  if (moved.length === 0) return false;
  await addDueWork(scope, 'timed', scope.now);
  await db`select pg_notify('tenant_clock', ${caller.tenantId})`;
  return true;
}

/**
 * Waits until nobody else works in the caller's test organization, and lets nobody in until the transaction ends.
 * Nothing may be locked before. Two at once are a deadlock, which one of them survives.
 */
export async function lockOutOthers({ db, caller }: Scope): Promise<void> {
  await db`select pg_advisory_xact_lock(4713, hashtext(id::text)) from tenants where id = ${caller.tenantId} and sample`;
}

/**
 * Deletes the rows of a test organization, except who may enter it, its endpoints and its security log. Fails for a
 * real one.
 */
export async function emptyOrganization({ db }: Scope): Promise<void> {
  await db`call empty_tenant()`;
}

/** Deletes a test organization with all its rows. Fails for a real one. */
export async function removeOrganization({ db }: Scope): Promise<void> {
  await db`call remove_tenant()`;
}
