// SQL of measuring meters: the meters of a building and the confirmed readings that a period is calculated from.

import { tableOf } from '../platform/db/rows.ts';
import { residentUserId, type Scope } from '../platform/db/scope.ts';
import type { Day } from '../platform/values/dates.ts';
import type { MeterType } from '../properties/model.ts';
import { lastOwnDay } from '../residents/residency-day-queries.ts';
import type { Meter } from './model.ts';

/** The fields of a meter that a generation needs. Values are exact text. */
export type MeasuredMeter = Pick<
  Meter,
  'id' | 'apartmentId' | 'type' | 'unit' | 'serialNumber' | 'digits' | 'decimals' | 'replacesMeterId'
> & {
  readonly verifiedUntil: Day | null;
  readonly installedOn: Day | null;
  readonly initialValue: string;
  readonly removedOn: Day | null;
  readonly finalValue: string | null;
  /** The last day up to which all consumption is billed as measured; null: all days are checked. */
  readonly settledUntil: Day | null;
  /** Whether its apartment is archived: then it counts only up to its last reading. */
  readonly isArchived: boolean;
};

function measuredColumns({ db }: Scope) {
  return db`m.id, m.apartment_id, m.type, m.unit, m.serial_number, m.digits, m.decimals, m.verified_until, m.installed_on, m.replaces_meter_id,
    trim_scale(m.initial_value)::text as initial_value, m.removed_on, trim_scale(m.final_value)::text as final_value,
    m.settled_until`;
}

/**
 * The meters of a building that are active after `since`, main meters first. Without a day: all meters it ever had,
 * including those of archived apartments.
 */
export async function findMetersOfBuilding(
  scope: Scope,
  buildingId: string,
  types: readonly MeterType[],
  since: Day | null,
): Promise<MeasuredMeter[]> {
  const { db, caller } = scope;
  // Not a join: where the planner takes the organization for empty, that would compare each with each.
  const archived = await db<{ id: string }[]>`
    select id from apartments where tenant_id = ${caller.tenantId} and building_id = ${buildingId} and archived_at is not null`;
  const archivedIds = new Set(archived.map(({ id }) => id));
  const meters = await db<MeasuredMeter[]>`
    select ${measuredColumns(scope)}, false as is_archived from meters m
     where m.tenant_id = ${caller.tenantId} and m.building_id = ${buildingId} and m.type = any (${[...types]}::text[])
       ${since === null ? db`` : db`and (m.removed_on is null or m.removed_on > ${since})`}
     order by m.apartment_id nulls first, m.installed_on nulls first, m.id`;
  if (archivedIds.size === 0) return meters;
  const isArchived = ({ apartmentId }: MeasuredMeter) => archivedIds.has(apartmentId ?? '');
  if (since !== null) return meters.filter((meter) => !isArchived(meter));
  return meters.map((meter) => ({ ...meter, isArchived: isArchived(meter) }));
}

/** The meters of an apartment, including those removed after `since`. */
export async function findMetersOfApartment(scope: Scope, apartmentId: string, since: Day): Promise<MeasuredMeter[]> {
  const { db, caller } = scope;
  return db<MeasuredMeter[]>`
    select ${measuredColumns(scope)}, false as is_archived from meters m
     where m.tenant_id = ${caller.tenantId} and m.apartment_id = ${apartmentId} and (m.removed_on is null or m.removed_on > ${since})
     order by m.installed_on nulls first, m.id`;
}

/** The heated areas of a building's apartments in m², or their areas where these are not known; exact text. */
export async function findHeatedAreas({ db, caller }: Scope, buildingId: string): Promise<Map<string, string>> {
  const rows = await db<{ id: string; area: string }[]>`
    select id, coalesce(heated_area, area)::text as area from apartments
     where tenant_id = ${caller.tenantId} and building_id = ${buildingId} and coalesce(heated_area, area) > 0`;
  return new Map(rows.map(({ id, area }) => [id, area]));
}

export type ReadPoint = { readonly meterId: string; readonly value: string; readonly on: Day };

/**
 * The confirmed readings of meters after `opening` up to `closing`, oldest first, and the last one of each meter before
 * them. Two flat queries: one for each meter would look for it in whatever index the planner takes for short.
 */
export async function findPointsBetween(
  { db, caller }: Scope,
  meterIds: readonly string[],
  { opening, closing }: { opening: Day; closing: Day },
): Promise<ReadPoint[]> {
  const confirmed = db`
    from readings r
     where r.tenant_id = ${caller.tenantId} and r.meter_id = any (${[...meterIds]}::uuid[]) and r.status = 'confirmed'`;
  return db<ReadPoint[]>`
    select p.meter_id, trim_scale(p.value)::text as value, p.read_on as on from (
      (select distinct on (r.meter_id) r.meter_id, r.value, r.read_on, r.read_at, r.id ${confirmed} and r.read_on <= ${opening}
        order by r.meter_id, r.read_on desc, r.read_at desc, r.id desc)
       union all
      select r.meter_id, r.value, r.read_on, r.read_at, r.id ${confirmed} and r.read_on > ${opening} and r.read_on <= ${closing}) p
     order by p.meter_id, p.read_on, p.read_at, p.id`;
}

/** All confirmed readings of some meters, oldest first. */
export async function findPointsOfMeters({ db, caller }: Scope, meterIds: readonly string[]): Promise<ReadPoint[]> {
  return db<ReadPoint[]>`
    select r.meter_id, trim_scale(r.value)::text as value, r.read_on as on from readings r
     where r.tenant_id = ${caller.tenantId} and r.meter_id = any (${[...meterIds]}::uuid[]) and r.status = 'confirmed'
     order by r.meter_id, r.read_on, r.read_at, r.id`;
}

/** Marks meters as settled: everything up to a day is billed as measured. */
export async function settleMeters({ db, caller }: Scope, meterIds: readonly string[], until: Day): Promise<void> {
  if (meterIds.length === 0) return;
  await db`
    update meters set settled_until = ${until} where tenant_id = ${caller.tenantId} and id = any (${[...meterIds]}::uuid[])`;
}

/**
 * Marks meters as unsettled, so that all their days are checked again; with `mains` also the building's main meters,
 * with `from` only those settled until that day or later.
 */
export async function unsettleMeters(
  { db, caller }: Scope,
  buildingId: string,
  meterIds: readonly string[],
  { mains, from }: { readonly mains: boolean; readonly from?: Day },
): Promise<void> {
  await db`
    update meters set settled_until = null
     where tenant_id = ${caller.tenantId} and building_id = ${buildingId} and settled_until is not null ${from === undefined ? db`` : db`and settled_until >= ${from}`}
       and (id = any (${[...meterIds]}::uuid[]) or ${mains} and apartment_id is null)`;
}

/**
 * The confirmed readings of meters up to a day, oldest first: for each meter from the last one on or before its own
 * `since`.
 */
export async function findPointsSince(
  { db, caller }: Scope,
  wanted: readonly { readonly meterId: string; readonly since: Day }[],
  until: Day,
): Promise<ReadPoint[]> {
  return db<ReadPoint[]>`
    select p.meter_id, trim_scale(p.value)::text as value, p.read_on as on
      from ${tableOf(db, 'w', { meterId: 'uuid', since: 'date' }, wanted)}
      cross join lateral (
        select r.meter_id, r.value, r.read_on, r.read_at, r.id from readings r
         where r.tenant_id = ${caller.tenantId} and r.meter_id = w.meter_id and r.status = 'confirmed' and r.read_on <= ${until}
           and r.read_on >= coalesce((select max(o.read_on) from readings o where o.tenant_id = ${caller.tenantId} and o.meter_id = w.meter_id
                                         and o.status = 'confirmed' and o.read_on <= w.since), w.since)) p
     order by p.meter_id, p.read_on, p.read_at, p.id`;
}

/** The days of a resident in an apartment; `until` is null for a residency without an end. */
export type ResidencyDays = { readonly since: Day; readonly until: Day | null };

/** The caller's own days in an apartment, from the current residencies; null for a caller who is not a resident. */
export async function findResidencyDays(
  { db, caller, now }: Scope,
  apartmentId: string,
): Promise<ResidencyDays | null> {
  const userId = residentUserId(caller);
  if (userId === null) return null;
  const [row] = await db<ResidencyDays[]>`
    select min(r.since) as since, case when bool_and(r.until is not null) then max(${lastOwnDay({ db, caller })}) end as until
      from residencies r join residents p on p.tenant_id = r.tenant_id and p.id = r.resident_id
     where r.tenant_id = ${caller.tenantId} and r.apartment_id = ${apartmentId} and p.user_id = ${userId} and r.since <= ${now}::timestamptz::date + 1
       and (r.until is null or r.until >= ${now}::timestamptz::date - 1)
    having count(*) > 0`;
  return row ?? null;
}
