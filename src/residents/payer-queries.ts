// SQL of payers: the residencies of apartments.

import type { Scope } from '../platform/db/scope.ts';
import type { Day, Period } from '../platform/values/dates.ts';
import type { ApartmentResidency } from './payers.ts';

/**
 * The residencies of a period and the day before it, for those apartments of a building with a move-in or move-out within the period; in no other can the payer
 * change.
 */
export async function listResidenciesAroundChanges(
  { db, caller }: Scope,
  buildingId: string,
  { periodStart, periodEnd }: Period,
): Promise<(ApartmentResidency & { readonly apartmentId: string })[]> {
  return db<(ApartmentResidency & { apartmentId: string })[]>`
    select r.apartment_id, r.resident_id, r.role, r.since, r.until, r.receives_invoice
      from residencies r
      join (select distinct c.apartment_id
              from residencies c join apartments a on a.tenant_id = c.tenant_id and a.id = c.apartment_id
             where c.tenant_id = ${caller.tenantId} and a.building_id = ${buildingId}
               and (c.since between ${periodStart} and ${periodEnd} or c.until between ${periodStart} and ${periodEnd})) changing
        on changing.apartment_id = r.apartment_id
     where r.tenant_id = ${caller.tenantId} and r.since <= ${periodEnd} and (r.until is null or r.until >= ${periodStart}::date - 1)
     order by r.apartment_id, r.since, r.resident_id`;
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
       and not exists (
         select from residencies r
          where r.tenant_id = ${caller.tenantId} and r.apartment_id = a.id and r.receives_invoice
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
  return db<{ apartmentId: string; name: string }[]>`
    select apartment_id, name
      from (select r.apartment_id, p.name, a.number,
                   rank() over (partition by r.apartment_id
                                order by case when r.receives_invoice then 0 when r.role = 'owner' then 1 else 2 end) as choice
              from apartments a
              join residencies r on r.tenant_id = a.tenant_id and r.apartment_id = a.id
              join residents p on p.tenant_id = r.tenant_id and p.id = r.resident_id
             where a.tenant_id = ${caller.tenantId} and a.building_id = ${buildingId} and a.archived_at is null
               and r.since <= ${periodEnd} and (r.until is null or r.until >= ${periodStart})) printed
     where choice = 1 and name ~ '[^ -~]' order by number, name`;
}
