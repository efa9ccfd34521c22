// All SQL of the list of a building's apartments: who lives there and how many meters there are; and the sums of all of
// them.
import type { Scope } from '../platform/db/scope.ts';
import type { Day } from '../platform/values/dates.ts';
import type { Cents } from '../platform/values/money.ts';
import { openBalancesSql } from './account-entries-queries.ts';

/** What a list shows beside an apartment. */
export type ApartmentOverview = {
  readonly id: string;
  /** The names of its residents of the day, owners first. */
  readonly residents: readonly string[];
  /** Meters that have not been removed. */
  readonly meters: number;
};

/** The facts of these apartments on a day. */
export async function findApartmentFacts(
  { db, caller }: Scope,
  ids: readonly string[],
  today: Day,
): Promise<ApartmentOverview[]> {
  return db<ApartmentOverview[]>`
    select a.id, (
             select coalesce(array_agg(p.name order by r.role, r.since, p.id), '{}')
               from residencies r join residents p on p.tenant_id = r.tenant_id and p.id = r.resident_id
              where r.tenant_id = ${caller.tenantId} and r.apartment_id = a.id and r.since <= ${today}::date
                and (r.until is null or r.until >= ${today}::date)) as residents, (
             select count(*) from meters m where m.tenant_id = ${caller.tenantId} and m.apartment_id = a.id and m.removed_on is null) as meters
      from apartments a where a.tenant_id = ${caller.tenantId} and a.id = any (${[...ids]}::uuid[])`;
}

/** The sums of all apartments of a building. */
type ApartmentSums = {
  readonly count: number;
  readonly area: number;
  readonly residentCount: number;
  readonly balance: Cents;
};

/** The sums of a building's apartments; deleted ones are left out, but for what is open there. */
export async function sumApartments(
  { db, caller }: Scope,
  { buildingId, currency }: { readonly buildingId: string; readonly currency: string },
): Promise<ApartmentSums> {
  const [sums] = await db<[Omit<ApartmentSums, 'area'> & { area: string }]>`
    select count(*) as count, coalesce(sum(a.area), 0)::text as area, coalesce(sum(a.resident_count), 0)::bigint as resident_count, (
             select coalesce(sum(b.amount), 0)::bigint from (${openBalancesSql(db, caller.tenantId, { buildingId })}) b
              where b.currency = ${currency}) as balance
      from apartments a where a.tenant_id = ${caller.tenantId} and a.building_id = ${buildingId} and a.archived_at is null`;
  return { ...sums, area: Number(sums.area) };
}
