// SQL of properties: buildings and apartments, and their visibility. Archived rows are never returned.

import { keyset, type PageRequest, type SortColumn, timestampOrders } from '../platform/db/keyset.ts';
import {
  matchOwnFields,
  type OwnFieldsFilter,
  ownFieldsColumn,
  ownFieldsCondition,
} from '../platform/db/own-fields.ts';
import type { Db } from '../platform/db/pool.ts';
import { type Caller, residentUserId, type Scope } from '../platform/db/scope.ts';
import type { SqlFragment } from '../platform/db/sql.ts';
import { type ApartmentMeasure, apartmentMeasures } from '../platform/values/bases.ts';
import type { Day } from '../platform/values/dates.ts';
import type { Apartment, ApartmentMeasures, Building, Charge } from './model.ts';

export const buildingOrders = {
  ...timestampOrders,
  name: { sql: 'name', type: 'text' },
} as const satisfies Record<string, SortColumn>;
export const apartmentOrders = {
  number: { sql: 'number', type: 'text' },
  ...timestampOrders,
} as const satisfies Record<string, SortColumn>;

type BuildingRow = Omit<Building, 'billing'> & Omit<Building['billing'], 'charges'> & { charges: Charge[] };

/** `today`: in the building's time zone; `ever`: from the first day of a residency on, also after its last. */
export type ResidencyTime = 'today' | 'ever';

/** Whether a user lives in or owns an apartment, or once did: `user` and `apartment` are SQL of their ids. */
export function hasApartment(
  { db, caller, now }: Pick<Scope, 'db' | 'caller' | 'now'>,
  user: SqlFragment,
  apartment: string,
  time: ResidencyTime = 'today',
) {
  return db`exists (
    select from residencies r
      join residents p on p.tenant_id = r.tenant_id and p.id = r.resident_id
      join apartments home on home.tenant_id = r.tenant_id and home.id = r.apartment_id
      join buildings building on building.tenant_id = home.tenant_id and building.id = home.building_id
      cross join lateral (select (${now}::timestamptz at time zone building.time_zone)::date as day) today
     where r.tenant_id = ${caller.tenantId} and r.apartment_id = ${db.unsafe(apartment)} and p.user_id = ${user}
       and r.since <= today.day ${time === 'ever' ? db`` : db`and (r.until is null or r.until >= today.day)`})`;
}

/**
 * A condition on a column of apartment ids, which begins with `and`: for residents, those that they have; for everybody
 * else, none.
 */
export function visibleApartmentCondition(
  db: Db,
  caller: Caller,
  now: Date,
  apartmentIdColumn: string,
  time?: ResidencyTime,
) {
  const userId = residentUserId(caller);
  return userId === null ? db`` : db`and ${hasApartment({ db, caller, now }, db`${userId}`, apartmentIdColumn, time)}`;
}

/** Residents see the buildings of their apartments. */
function visibleBuildingCondition(db: Db, caller: Caller, now: Date, time?: ResidencyTime) {
  if (residentUserId(caller) === null) return db``;
  return db`and exists (
    select from apartments a where a.tenant_id = ${caller.tenantId} and a.building_id = b.id ${remembered(db, time)} ${visibleApartmentCondition(db, caller, now, 'a.id', time)})`;
}

/** A condition on the apartment `a`: invoices and payments remember those that were removed from a building. */
function remembered(db: Db, time: ResidencyTime = 'today') {
  return time === 'ever' ? db`` : db`and a.archived_at is null`;
}

function buildingColumns(db: Db) {
  return db`b.id, b.name, b.address, b.currency, b.payment_term_days, b.beneficiary, b.iban, b.invoice_number_prefix, b.time_zone, b.language, b.charges, b.billed_from, b.late_interest -> -1 -> 'percentPerDay' as late_interest,
    b.created_at, b.updated_at`;
}

function toBuilding(row: BuildingRow): Building {
  const { currency, paymentTermDays, beneficiary, iban, invoiceNumberPrefix, timeZone, language, ...others } = row;
  const { lateInterest, billedFrom, charges, ...building } = others;
  const account = { beneficiary, iban };
  return {
    ...building,
    billing: {
      ...{ ...account, currency, paymentTermDays, invoiceNumberPrefix, timeZone, language },
      ...{ lateInterest, billedFrom, charges },
    },
  };
}

export async function listBuildings(
  scope: Scope,
  page: PageRequest,
  filter: OwnFieldsFilter = {},
): Promise<(Building & { sortValue: string })[]> {
  const { db, caller, now } = scope;
  const match = await matchOwnFields(scope, 'building', filter);
  const { sortValue, after, updated, orderAndLimit } = keyset(db, 'b', page, buildingOrders);
  const rows = await db<(BuildingRow & { sortValue: string })[]>`
    select ${buildingColumns(db)}, ${ownFieldsColumn(scope, 'building', 'b.id')}, ${sortValue} as sort_value from buildings b
     where b.tenant_id = ${caller.tenantId} and b.archived_at is null ${visibleBuildingCondition(db, caller, now)}
       ${ownFieldsCondition(scope, 'building', 'b.id', match)} ${updated} ${after} ${orderAndLimit}`;
  return rows.map(({ sortValue: place, ...row }) => ({ ...toBuilding(row), sortValue: place }));
}

/** An apartment of a resident, with the address of its building. */
type OwnApartment = Pick<Apartment, 'id' | 'number' | 'buildingId'> & Pick<Building, 'address'>;

/** The apartments that the caller has today, and those that they have left; of those who are no resident, none. */
export async function listOwnApartments({
  db,
  caller,
  now,
}: Scope): Promise<{ readonly apartments: OwnApartment[]; readonly formerApartments: OwnApartment[] }> {
  const userId = residentUserId(caller);
  if (userId === null) return { apartments: [], formerApartments: [] };
  const rows = await db<(OwnApartment & { isFormer: boolean })[]>`
    select a.id, a.number, a.building_id, b.address, not ${hasApartment({ db, caller, now }, db`${userId}`, 'a.id')} as is_former from apartments a
      join buildings b on b.tenant_id = ${caller.tenantId} and b.id = a.building_id and b.archived_at is null
     where a.tenant_id = ${caller.tenantId} and a.archived_at is null ${visibleApartmentCondition(db, caller, now, 'a.id', 'ever')}
     order by b.address, b.id, a.number collate natural_order, a.id`;
  const those = (former: boolean) =>
    rows.flatMap(({ isFormer, ...apartment }) => (isFormer === former ? [apartment] : []));
  return { apartments: those(false), formerApartments: those(true) };
}

export async function findBuilding(scope: Scope, id: string, time?: ResidencyTime): Promise<Building | undefined> {
  const { db, caller, now } = scope;
  const [row] = await db<BuildingRow[]>`
    select ${buildingColumns(db)}, ${ownFieldsColumn(scope, 'building', 'b.id')} from buildings b
     where b.tenant_id = ${caller.tenantId} and b.id = ${id} and b.archived_at is null ${visibleBuildingCondition(db, caller, now, time)}`;
  return row && toBuilding(row);
}

/** What a request names: each by itself, not one in the other. */
type NamedPlaces = {
  readonly buildingId?: string | undefined;
  readonly apartmentId?: string | undefined;
  readonly apartmentIds?: readonly string[];
};

/**
 * Whether the building and the apartments that a request names exist for the caller. `ever`: as invoices and payments
 * remember them, with apartments that were removed from a building and those that a resident has left.
 */
export async function placesExist(
  { db, caller, now }: Scope,
  { buildingId, apartmentId, apartmentIds = apartmentId === undefined ? [] : [apartmentId] }: NamedPlaces,
  time: ResidencyTime = 'today',
): Promise<boolean> {
  const building = db`
    select b.id from buildings b where b.tenant_id = ${caller.tenantId} and b.id = ${buildingId ?? null} and b.archived_at is null
       ${visibleBuildingCondition(db, caller, now, time)}`;
  const wanted = [...new Set(apartmentIds)];
  const apartments = db`
    select a.id from apartments a join buildings b on b.tenant_id = a.tenant_id and b.id = a.building_id and b.archived_at is null
     where a.tenant_id = ${caller.tenantId} and a.id = any (${wanted}::uuid[])
       ${remembered(db, time)} ${visibleApartmentCondition(db, caller, now, 'a.id', time)}`;
  const [buildings, found] = await Promise.all([
    buildingId === undefined ? undefined : building,
    wanted.length === 0 ? [] : apartments,
  ]);
  return buildings?.length !== 0 && found.length === wanted.length;
}

/** Whether a building exists or has existed: what happened in a deleted one can still be read. */
export async function buildingEverExisted({ db, caller }: Scope, id: string): Promise<boolean> {
  return (await db`select id from buildings where tenant_id = ${caller.tenantId} and id = ${id}`).length > 0;
}

/** Returns those of the ids that are buildings. */
export async function listExistingBuildings({ db, caller }: Scope, ids: readonly string[]): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from buildings where tenant_id = ${caller.tenantId} and id = any (${[...ids]}::uuid[]) and archived_at is null`;
  return rows.map((row) => row.id);
}

/** Buildings by their ids, as far as the caller may see them. */
export async function findBuildings(scope: Scope, ids: readonly string[]): Promise<Building[]> {
  const { db, caller, now } = scope;
  const rows = await db<BuildingRow[]>`
    select ${buildingColumns(db)}, ${ownFieldsColumn(scope, 'building', 'b.id')} from buildings b
     where b.tenant_id = ${caller.tenantId} and b.id = any (${[...ids]}::uuid[]) and b.archived_at is null ${visibleBuildingCondition(db, caller, now)}`;
  return rows.map(toBuilding);
}

/** The building, locked against every change until the transaction ends. */
export async function lockBuilding({ db, caller }: Scope, id: string): Promise<Building | undefined> {
  const [row] = await db<BuildingRow[]>`
    select ${buildingColumns(db)} from buildings b where b.tenant_id = ${caller.tenantId} and b.id = ${id} and b.archived_at is null for update`;
  return row && toBuilding(row);
}

/** Reports whether the building exists; a shared lock keeps it from being archived until the transaction ends. */
export async function shareLockBuilding({ db, caller }: Scope, id: string): Promise<boolean> {
  const rows =
    await db`select id from buildings where tenant_id = ${caller.tenantId} and id = ${id} and archived_at is null for share`;
  return rows.length === 1;
}

export async function insertBuilding(
  { db, caller }: Scope,
  { id, name, address, billing, createdAt, updatedAt }: Building,
): Promise<void> {
  await db`
    insert into buildings (tenant_id, id, name, address, currency, payment_term_days, beneficiary, iban, invoice_number_prefix, time_zone, language, charges,
                           billed_from, created_at, updated_at)
    values (${caller.tenantId}, ${id}, ${name}, ${address}, ${billing.currency}, ${billing.paymentTermDays}, ${billing.beneficiary}, ${billing.iban},
            ${billing.invoiceNumberPrefix}, ${billing.timeZone}, ${billing.language}, ${db.json([...billing.charges])},
            ${billing.billedFrom}, ${createdAt}, ${updatedAt})`;
}

export async function updateBuilding(
  { db, caller }: Scope,
  { id, name, address, billing, updatedAt }: Building,
): Promise<void> {
  await db`
    update buildings
       set name = ${name}, address = ${address}, currency = ${billing.currency}, payment_term_days = ${billing.paymentTermDays},
           beneficiary = ${billing.beneficiary}, iban = ${billing.iban}, invoice_number_prefix = ${billing.invoiceNumberPrefix},
           time_zone = ${billing.timeZone}, language = ${billing.language}, charges = ${db.json([...billing.charges])},
           billed_from = ${billing.billedFrom}, updated_at = ${updatedAt}
     where tenant_id = ${caller.tenantId} and id = ${id}`;
}

/** Adds an interest rate to a building, replacing one from the same day. */
export async function setLateInterest(
  { db, caller }: Scope,
  id: string,
  rate: { readonly from: Day; readonly percentPerDay: number | null },
): Promise<void> {
  await db`
    update buildings
       set late_interest = coalesce((select jsonb_agg(e order by e ->> 'from') from jsonb_array_elements(late_interest) e where e ->> 'from' < ${rate.from}), '[]')
             || ${db.json([rate])}::jsonb
     where tenant_id = ${caller.tenantId} and id = ${id}`;
}

/** Archives a building with its apartments, and records what disappears from lists with it. */
export async function archiveBuilding({ db, caller, now }: Scope, id: string): Promise<void> {
  await db`
    insert into deleted_objects (tenant_id, kind, object_id, building_id, deleted_at)
    select tenant_id, 'building', id, id, ${now}::timestamptz from buildings where tenant_id = ${caller.tenantId} and id = ${id}
     union all
    select tenant_id, 'apartment', id, building_id, ${now} from apartments
     where tenant_id = ${caller.tenantId} and building_id = ${id} and archived_at is null
     union all
    select tenant_id, 'meter', id, building_id, ${now} from meters where tenant_id = ${caller.tenantId} and building_id = ${id}
     union all
    select tenant_id, 'invoice', id, building_id, ${now} from invoices where tenant_id = ${caller.tenantId} and building_id = ${id}
    on conflict (tenant_id, kind, object_id) do nothing`;
  await db`update buildings set archived_at = ${now}, updated_at = ${now} where tenant_id = ${caller.tenantId} and id = ${id}`;
  await db`
    update apartments set archived_at = ${now}, updated_at = ${now} where tenant_id = ${caller.tenantId} and building_id = ${id} and archived_at is null`;
}

/** The first day of the building's invoices in force; null without one. */
export async function findFirstBilledDay({ db, caller }: Scope, buildingId: string): Promise<Day | null> {
  const [row] = await db<{ since: Day | null }[]>`
    select min(period_start) as since from invoices where tenant_id = ${caller.tenantId} and building_id = ${buildingId} and status <> 'cancelled'`;
  return row?.since ?? null;
}

/** Invoices that are neither paid nor cancelled. */
export async function countUnpaidInvoices(
  { db, caller }: Scope,
  of: { buildingId: string } | { apartmentId: string },
): Promise<number> {
  const [row] = await db<{ unpaid: number }[]>`
    select count(*) as unpaid from invoices i
     where i.tenant_id = ${caller.tenantId} and i.status in ('draft', 'sent') and not ((i.cause is not null or i.amount < 0) and i.amount_paid = i.amount)
       and ${'buildingId' in of ? db`i.building_id = ${of.buildingId}` : isOfApartment({ db, caller }, of.apartmentId)}`;
  return row?.unpaid ?? 0;
}

type ApartmentScope = { readonly db: Db; readonly caller: { readonly tenantId: string } };

/** Whether the invoice `i` is of an apartment. Its building is named too, as the index of invoices begins with it. */
export function isOfApartment({ db, caller }: ApartmentScope, apartmentId: string) {
  return db`i.building_id = (select h.building_id from apartments h where h.tenant_id = ${caller.tenantId} and h.id = ${apartmentId})
       and i.apartment_id = ${apartmentId}`;
}

/** PostgreSQL's decimals arrive as text. */
type ApartmentRow = Omit<Apartment, ApartmentMeasure> & { [measure in ApartmentMeasure]: string | number | null };

function apartmentColumns(db: Db) {
  return db`a.id, a.building_id, a.number, a.floor, a.area, a.heated_area, a.shares, a.resident_count, a.reference_number, a.created_at, a.updated_at`;
}

function toApartment(row: ApartmentRow): Apartment {
  const figures = apartmentMeasures.map((name) => [name, row[name] === null ? null : Number(row[name])]);
  return { ...row, ...(Object.fromEntries(figures) as ApartmentMeasures) };
}

export async function listApartments(
  scope: Scope,
  buildingId: string,
  page: PageRequest,
  filter: OwnFieldsFilter = {},
): Promise<(Apartment & { sortValue: string })[]> {
  const { db, caller, now } = scope;
  const match = await matchOwnFields(scope, 'apartment', filter);
  const { sortValue, after, updated, orderAndLimit } = keyset(db, 'a', page, apartmentOrders);
  const rows = await db<(ApartmentRow & { sortValue: string })[]>`
    select ${apartmentColumns(db)}, ${ownFieldsColumn(scope, 'apartment', 'a.id')}, ${sortValue} as sort_value from apartments a
     where a.tenant_id = ${caller.tenantId} and a.building_id = ${buildingId} and a.archived_at is null
       ${visibleApartmentCondition(db, caller, now, 'a.id')} ${ownFieldsCondition(scope, 'apartment', 'a.id', match)} ${updated} ${after} ${orderAndLimit}`;
  return rows.map((row) => ({ ...toApartment(row), sortValue: row.sortValue }));
}

export async function findApartment(
  scope: Scope,
  buildingId: string,
  id: string,
  time?: ResidencyTime,
): Promise<Apartment | undefined> {
  const { db, caller, now } = scope;
  const [row] = await db<ApartmentRow[]>`
    select ${apartmentColumns(db)}, ${ownFieldsColumn(scope, 'apartment', 'a.id')} from apartments a
     where a.tenant_id = ${caller.tenantId} and a.building_id = ${buildingId} and a.id = ${id} and a.archived_at is null
       ${visibleApartmentCondition(db, caller, now, 'a.id', time)}`;
  return row && toApartment(row);
}

/** Apartments by their ids, as far as the caller may see them. */
export async function findApartments(scope: Scope, ids: readonly string[]): Promise<Apartment[]> {
  const { db, caller, now } = scope;
  const rows = await db<ApartmentRow[]>`
    select ${apartmentColumns(db)}, ${ownFieldsColumn(scope, 'apartment', 'a.id')} from apartments a
     where a.tenant_id = ${caller.tenantId} and a.id = any (${[...ids]}::uuid[]) and a.archived_at is null
       ${visibleApartmentCondition(db, caller, now, 'a.id')}`;
  return rows.map(toApartment);
}

/**
 * The numbers of apartments and the names of their buildings, also of deleted ones: of objects that the caller sees.
 */
export async function findApartmentNames(
  { db, caller }: Scope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { readonly apartmentNumber: string; readonly buildingName: string }>> {
  const rows = await db<{ id: string; apartmentNumber: string; buildingName: string }[]>`
    select a.id, a.number as apartment_number, b.name as building_name
      from apartments a join buildings b on b.tenant_id = a.tenant_id and b.id = a.building_id
     where a.tenant_id = ${caller.tenantId} and a.id = any (${[...ids]}::uuid[])`;
  return new Map(rows.map(({ id, ...names }) => [id, names]));
}

/** Every apartment of a building, in the order of their numbers. */
export async function listAllApartments({ db, caller }: Scope, buildingId: string): Promise<Apartment[]> {
  const rows = await db<ApartmentRow[]>`
    select ${apartmentColumns(db)} from apartments a
     where a.tenant_id = ${caller.tenantId} and a.building_id = ${buildingId} and a.archived_at is null order by a.number, a.id`;
  return rows.map(toApartment);
}

/** The number of apartments of a building without deleted ones; of some ids, deleted ones included. */
export async function countApartments(
  { db, caller }: Scope,
  buildingId: string,
  ids?: readonly string[],
): Promise<number> {
  const counted = ids === undefined ? db`archived_at is null` : db`id = any (${[...ids]}::uuid[])`;
  const [row] = await db<{ apartments: number }[]>`
    select count(*) as apartments from apartments where tenant_id = ${caller.tenantId} and building_id = ${buildingId} and ${counted}`;
  return row?.apartments ?? 0;
}

export async function lockApartment(
  { db, caller }: Scope,
  buildingId: string,
  id: string,
): Promise<Apartment | undefined> {
  const [row] = await db<ApartmentRow[]>`
    select ${apartmentColumns(db)} from apartments a
     where a.tenant_id = ${caller.tenantId} and a.building_id = ${buildingId} and a.id = ${id} and a.archived_at is null for update`;
  return row && toApartment(row);
}

export async function isNumberInUse(
  { db, caller }: Scope,
  buildingId: string,
  numberKey: string,
  byOther: string,
): Promise<boolean> {
  const rows = await db`
    select id from apartments
     where tenant_id = ${caller.tenantId} and building_id = ${buildingId} and number_key = ${numberKey} and archived_at is null and id <> ${byOther}`;
  return rows.length > 0;
}

/** Returns false if the building already has this number, also from a concurrent transaction. */
export async function insertApartment(
  { db, caller }: Scope,
  apartment: Apartment,
  numberKey: string,
): Promise<boolean> {
  const rows = await db`
    insert into apartments (tenant_id, id, building_id, number, number_key, floor, area, heated_area, shares, resident_count, reference_number, created_at, updated_at)
    values (${caller.tenantId}, ${apartment.id}, ${apartment.buildingId}, ${apartment.number}, ${numberKey}, ${apartment.floor}, ${apartment.area},
            ${apartment.heatedArea}, ${apartment.shares}, ${apartment.residentCount}, ${apartment.referenceNumber}, ${apartment.createdAt}, ${apartment.updatedAt})
    on conflict (tenant_id, building_id, number_key) where archived_at is null do nothing returning id`;
  return rows.length === 1;
}

export async function updateApartment({ db, caller }: Scope, apartment: Apartment, numberKey: string): Promise<void> {
  await db`
    update apartments
       set number = ${apartment.number}, number_key = ${numberKey}, floor = ${apartment.floor}, area = ${apartment.area}, heated_area = ${apartment.heatedArea},
           shares = ${apartment.shares}, resident_count = ${apartment.residentCount}, updated_at = ${apartment.updatedAt}
     where tenant_id = ${caller.tenantId} and id = ${apartment.id}`;
}

/** Archives an apartment, and records that it and its meters disappear from lists. Its invoices stay. */
export async function archiveApartment({ db, caller, now }: Scope, id: string): Promise<void> {
  await db`
    insert into deleted_objects (tenant_id, kind, object_id, building_id, deleted_at)
    select tenant_id, 'apartment', id, building_id, ${now}::timestamptz from apartments where tenant_id = ${caller.tenantId} and id = ${id}
     union all
    select tenant_id, 'meter', id, building_id, ${now} from meters where tenant_id = ${caller.tenantId} and apartment_id = ${id}
    on conflict (tenant_id, kind, object_id) do nothing`;
  await db`update apartments set archived_at = ${now}, updated_at = ${now} where tenant_id = ${caller.tenantId} and id = ${id}`;
}

/**
 * Marks the residents of apartments as changed, because their data includes the apartment's number or it was deleted.
 */
export async function touchResidents(
  { db, caller, now }: Scope,
  of: { buildingId: string } | { apartmentId: string },
): Promise<void> {
  await db`
    update residents p set updated_at = ${now}
     where p.tenant_id = ${caller.tenantId} and p.id = any (array(
       select r.resident_id from apartments a cross join lateral (
              select resident_id from residencies where tenant_id = ${caller.tenantId} and apartment_id = a.id offset 0) r
        where a.tenant_id = ${caller.tenantId}
          and ${'buildingId' in of ? db`a.building_id = ${of.buildingId}` : db`a.id = ${of.apartmentId}`}))`;
}
