// SQL of payers: the residencies of apartments. They are found by lists of ids, not by joins: where the planner takes
// an organization for empty, a join would read all of its residencies for each apartment.

import type { Scope } from '../platform/db/scope.ts';
import type { Day, Period } from '../platform/values/dates.ts';
import type { ResidencyRole } from './resident-queries.ts';

/** A residency: one person in one apartment, from day to day. */
export type ApartmentResidency = {
  readonly residentId: string;
  readonly role: ResidencyRole;
  readonly since: Day;
  readonly until: Day | null;
  readonly receivesInvoice: boolean;
};

/**
 * The residencies of a period and the day before it, for those apartments of a building with a move-in or move-out
 * within the period; in no other can the payer change.
 */
export async function listResidenciesAroundChanges(
  { db, caller }: Scope,
  buildingId: string,
  { periodStart, periodEnd }: Period,
): Promise<(ApartmentResidency & { readonly apartmentId: string })[]> {
  return db<(ApartmentResidency & { apartmentId: string })[]>`
    select r.apartment_id, r.resident_id, r.role, r.since, r.until, r.receives_invoice from residencies r
     where r.tenant_id = ${caller.tenantId} and r.since <= ${periodEnd} and (r.until is null or r.until >= ${periodStart}::date - 1)
       and r.apartment_id = any (array(
             select c.apartment_id from residencies c
              where c.tenant_id = ${caller.tenantId} and c.apartment_id = any (${apartmentsOf({ db, caller }, buildingId)})
                and (c.since between ${periodStart} and ${periodEnd} or c.until between ${periodStart} and ${periodEnd})))
     order by r.apartment_id, r.since, r.resident_id`;
}

/** The ids of a building's apartments, as an array. */
function apartmentsOf({ db, caller }: Pick<Scope, 'db' | 'caller'>, buildingId: string) {
  return db`array(select id from apartments where tenant_id = ${caller.tenantId} and building_id = ${buildingId})`;
}

/** All residencies of some apartments, on any days. */
export async function listResidenciesIn(
  { db, caller }: Scope,
  apartmentIds: readonly string[],
): Promise<(ApartmentResidency & { readonly apartmentId: string })[]> {
  return db<(ApartmentResidency & { apartmentId: string })[]>`
    select r.apartment_id, r.resident_id, r.role, r.since, r.until, r.receives_invoice from residencies r
     where r.tenant_id = ${caller.tenantId} and r.apartment_id = any (${[...apartmentIds]}::uuid[]) order by r.apartment_id, r.since, r.resident_id`;
}

/**
 * The apartments of a building in which nobody receives invoices on a day of a period, each with the first later day on
 * which somebody does.
 */
export async function findApartmentsWithoutRecipient(
  { db, caller }: Scope,
  buildingId: string,
  { periodStart, periodEnd }: Period,
): Promise<{ id: string; receivesFrom: Day | null }[]> {
  return db<{ id: string; receivesFrom: Day | null }[]>`
    select a.id, (
             select min(r.since) from residencies r
              where r.tenant_id = ${caller.tenantId} and r.apartment_id = a.id and r.receives_invoice and r.since > ${periodEnd}) as receives_from
      from apartments a
     where a.tenant_id = ${caller.tenantId} and a.building_id = ${buildingId} and a.archived_at is null
       and a.id not in (
         select r.apartment_id from residencies r
          where r.tenant_id = ${caller.tenantId} and r.apartment_id = any (${apartmentsOf({ db, caller }, buildingId)}) and r.receives_invoice
            and r.since <= ${periodEnd} and (r.until is null or r.until >= ${periodStart}))`;
}

/**
 * The names on the invoices of a period with letters beyond ASCII, by apartment: of those who receive them, or else the
 * owners, or else all residents.
 */
export async function listRecipientNames(
  { db, caller }: Scope,
  buildingId: string,
  { periodStart, periodEnd }: Period,
): Promise<{ readonly apartmentId: string; readonly name: string }[]> {
  const printed = await db<{ apartmentId: string; residentId: string }[]>`
    select apartment_id, resident_id
      from (select r.apartment_id, r.resident_id,
                   rank() over (partition by r.apartment_id
                                order by case when r.receives_invoice then 0 when r.role = 'owner' then 1 else 2 end) as choice
              from residencies r
             where r.tenant_id = ${caller.tenantId} and r.apartment_id = any (${apartmentsOf({ db, caller }, buildingId)})
               and r.since <= ${periodEnd} and (r.until is null or r.until >= ${periodStart})) chosen
     where choice = 1`;
  const people = await db<{ id: string; name: string }[]>`
    select id, name from residents
     where tenant_id = ${caller.tenantId} and id = any (${printed.map(({ residentId }) => residentId)}::uuid[]) and name ~ '[^ -~]'
     order by name`;
  const apartmentsOfPerson = Map.groupBy(printed, ({ residentId }) => residentId);
  return people.flatMap(({ id, name }) =>
    (apartmentsOfPerson.get(id) ?? []).map(({ apartmentId }) => ({ apartmentId, name })),
  );
}
