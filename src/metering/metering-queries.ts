// SQL of metering: meters, readings, reading photos and reading windows. Meters of archived buildings and apartments
// are not found.

import { keyset, type PageRequest, type SortColumn, timestampOrders } from '../platform/db/keyset.ts';
import { literal } from '../platform/db/literal.ts';
import { matchOwnFields, ownFieldsColumn, ownFieldsCondition } from '../platform/db/own-fields.ts';
import type { Db } from '../platform/db/pool.ts';
import { insertRows } from '../platform/db/rows.ts';
import { residentUserId, type Scope } from '../platform/db/scope.ts';
import type { Day } from '../platform/values/dates.ts';
import { visibleApartmentCondition } from '../properties/property-queries.ts';
import { hasDayBetween } from '../residents/residency-day-queries.ts';
import {
  type Meter,
  type MeterFilters,
  type MeterRecord,
  type Reading,
  type ReadingFilters,
  type ReadingStatus,
  readingStatuses,
} from './model.ts';

export const meterOrders = timestampOrders;
export const readingOrders = {
  ...timestampOrders,
  readAt: { sql: 'read_at', type: 'timestamptz' },
} as const satisfies Record<string, SortColumn>;

/** A meter with the time zone of its building. */
export type MeterRow = Meter & { readonly timeZone: string };

/** The columns of a meter. float8 is exact here: a register has at most fifteen digits. */
function meterColumns({ db, caller }: Scope) {
  return db`m.id, m.building_id, m.apartment_id, m.type, m.unit, m.serial_number, m.digits, m.decimals, m.initial_value::float8 as initial_value,
    m.installed_on, m.verified_until, m.removed_on, m.final_value::float8 as final_value, m.replaces_meter_id,
    (select n.id from meters n where n.tenant_id = ${caller.tenantId} and n.replaces_meter_id = m.id) as replaced_by_meter_id,
    (select jsonb_build_object('id', l.id, 'value', l.value::float8, 'readAt', to_char(l.read_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
       from readings l where l.tenant_id = ${caller.tenantId} and l.meter_id = m.id and l.status = 'confirmed'
      order by l.read_on desc, l.read_at desc, l.id desc limit 1) as last_reading,
    m.created_at, m.updated_at, b.time_zone`;
}

/** Meters `m` of active buildings `b`, with their apartments `a`; a main meter has none. */
function metersOfBuildings(db: Db) {
  return db`meters m join buildings b on b.tenant_id = m.tenant_id and b.id = m.building_id and b.archived_at is null
      left join apartments a on a.tenant_id = m.tenant_id and a.id = m.apartment_id`;
}

/** Whether the caller may see the meter: a resident sees those of their own apartments, never a main meter. */
function isVisibleMeter({ db, caller, now }: Scope) {
  return db`a.archived_at is null ${visibleApartmentCondition(db, caller, now, 'm.apartment_id')}`;
}

export async function listMeters(
  scope: Scope,
  { buildingId, apartmentId, type, ...ownFields }: MeterFilters,
  page: PageRequest,
): Promise<(MeterRow & { sortValue: string })[]> {
  const { db, caller } = scope;
  const match = await matchOwnFields(scope, 'meter', ownFields);
  const { sortValue, after, updated, orderAndLimit } = keyset(db, 'm', page, meterOrders);
  return db<(MeterRow & { sortValue: string })[]>`
    select ${meterColumns(scope)}, ${ownFieldsColumn(scope, 'meter', 'm.id')}, ${sortValue} as sort_value from ${metersOfBuildings(db)}
     where m.tenant_id = ${caller.tenantId} and ${isVisibleMeter(scope)}
       ${buildingId === undefined ? db`` : db`and m.building_id = ${buildingId}`}
       ${apartmentId === undefined ? db`` : db`and m.apartment_id = ${apartmentId}`}
       ${type === undefined ? db`` : db`and m.type = ${type}`}
       ${ownFieldsCondition(scope, 'meter', 'm.id', match)} ${updated} ${after} ${orderAndLimit}`;
}

export async function findMeter(scope: Scope, id: string): Promise<MeterRow | undefined> {
  const { db, caller } = scope;
  const [row] = await db<MeterRow[]>`
    select ${meterColumns(scope)}, ${ownFieldsColumn(scope, 'meter', 'm.id')} from ${metersOfBuildings(db)}
     where m.tenant_id = ${caller.tenantId} and m.id = ${id} and ${isVisibleMeter(scope)}`;
  return row;
}

/** The meter, locked against changes of itself and its readings until the transaction ends. */
export async function lockMeter(scope: Scope, id: string): Promise<MeterRow | undefined> {
  const { db, caller } = scope;
  const locked = db`select id from meters where tenant_id = ${caller.tenantId} and id = ${id} for update`.execute();
  // Read while the lock is held, so that the last reading is current.
  const [meter] = await Promise.all([findMeter(scope, id), locked]);
  return meter;
}

const insertedColumns = {
  id: 'uuid',
  buildingId: 'uuid',
  apartmentId: 'uuid',
  type: 'text',
  unit: 'text',
  serialNumber: 'text',
  digits: 'integer',
  decimals: 'integer',
  initialValue: 'numeric',
  installedOn: 'date',
  verifiedUntil: 'date',
  replacesMeterId: 'uuid',
} as const;

/**
 * Inserts meters, but none whose serial number an active meter of its building and type has. Returns how many it
 * inserted.
 */
export async function insertMeters({ db, caller, now }: Scope, meters: readonly MeterRecord[]): Promise<number> {
  return insertRows({ db, caller }, 'meters', insertedColumns, meters, {
    more: { createdAt: now, updatedAt: now },
    onConflict: db`(tenant_id, building_id, type, lower(serial_number)) where removed_on is null do nothing`,
  });
}

/** A meter in use, as imports compare it. */
export type MeterInUse = Pick<Meter, 'id' | 'apartmentId' | 'type' | 'unit' | 'serialNumber' | 'decimals'>;

export async function listMetersInUse({ db, caller }: Scope, buildingId: string): Promise<MeterInUse[]> {
  return db<MeterInUse[]>`
    select id, apartment_id, type, unit, serial_number, decimals from meters
     where tenant_id = ${caller.tenantId} and building_id = ${buildingId} and removed_on is null`;
}

/** The confirmed readings of a building's meters on these days. */
export async function listReadingsOn(
  { db, caller }: Scope,
  buildingId: string,
  days: readonly Day[],
): Promise<{ meterId: string; readOn: Day; value: number }[]> {
  if (days.length === 0) return [];
  return db<{ meterId: string; readOn: Day; value: number }[]>`
    select r.meter_id, r.read_on, r.value::float8 as value
      from readings r join meters m on m.tenant_id = r.tenant_id and m.id = r.meter_id
     where r.tenant_id = ${caller.tenantId} and m.building_id = ${buildingId} and r.status = 'confirmed'
       and r.read_on = any (${[...days]}::date[])`;
}

/**
 * Marks a meter as updated, for clients that request changes. If days from `changedFrom` on were settled, all its days
 * are checked again.
 */
export async function markMeterUpdated({ db, caller, now }: Scope, id: string, changedFrom: Day): Promise<void> {
  await db`
    update meters set updated_at = ${now}, settled_until = case when settled_until < ${changedFrom} then settled_until end
     where tenant_id = ${caller.tenantId} and id = ${id}`;
}

/** Writes all changeable fields of a meter. All its days are checked again. */
export async function updateMeter(
  { db, caller, now }: Scope,
  meter: Pick<
    Meter,
    'id' | 'serialNumber' | 'verifiedUntil' | 'initialValue' | 'installedOn' | 'removedOn' | 'finalValue'
  >,
): Promise<void> {
  await db`
    update meters set serial_number = ${meter.serialNumber}, verified_until = ${meter.verifiedUntil}, initial_value = ${meter.initialValue},
           installed_on = ${meter.installedOn}, removed_on = ${meter.removedOn}, final_value = ${meter.finalValue}, settled_until = null,
           updated_at = ${now}
     where tenant_id = ${caller.tenantId} and id = ${meter.id}`;
}

export async function isSerialInUse(
  { db, caller }: Scope,
  { id, buildingId, type, serialNumber }: Pick<Meter, 'id' | 'buildingId' | 'type' | 'serialNumber'>,
): Promise<boolean> {
  const rows = await db`
    select id from meters where tenant_id = ${caller.tenantId} and building_id = ${buildingId} and type = ${type} and removed_on is null
       and lower(serial_number) = lower(${serialNumber}) and id <> ${id}`;
  return rows.length > 0;
}

/** A reading with the building of its meter, which must be locked before the reading is confirmed or rejected. */
export type ReadingRow = Reading & { readonly buildingId: string };

/**
 * The columns of a reading. A register counts upwards: a confirmed value below the one before it has rolled over,
 * whichever of the two was corrected since. Residents see photos of their own days, consumption of their own days only,
 * and the submitter only when it was themselves.
 */
function readingColumns(scope: Scope) {
  const { db, caller } = scope;
  const userId = residentUserId(caller);
  const shown =
    userId === null
      ? { photo: db`r.photo_id`, submittedBy: db`r.submitted_by`, isUseHidden: db`false` }
      : {
          photo: db`case when ${onOwnDay(scope)} then r.photo_id end`,
          submittedBy: db`case when r.submitted_by = ${userId} then r.submitted_by end`,
          isUseHidden: db`not ${countsOwnDays(scope)}`,
        };
  return db`r.id, r.meter_id, r.value::float8 as value, r.read_at, r.read_on, r.status, r.source, r.rollover, ${shown.photo} as photo_id, r.corrects_id,
    ${shown.submittedBy} as submitted_by, r.confirmed_by, r.confirmed_at, r.reason, r.created_at, r.updated_at, m.building_id, m.apartment_id,
    case when r.status = 'rejected' or ${shown.isUseHidden} then null
         when r.value < before.value and (r.rollover or r.status = 'confirmed') then (r.value + 10::numeric ^ m.digits - before.value)::float8
         else (r.value - before.value)::float8 end as consumption`;
}

/** Whether the caller ever could see the meter: a resident who lived in or owned its apartment, not one who will. */
function wasVisibleMeter({ db, caller, now }: Scope) {
  const userId = residentUserId(caller);
  if (userId === null) return db`a.archived_at is null`;
  return db`a.archived_at is null and exists (
    select from residencies o join residents p on p.tenant_id = o.tenant_id and p.id = o.resident_id
     where o.tenant_id = ${caller.tenantId} and o.apartment_id = m.apartment_id and p.user_id = ${userId} and o.since <= ${now}::timestamptz::date + 1)`;
}

/** Whether a caller may see the readings of a meter; a resident also those of a former apartment. */
export async function wasMeterAccessible(scope: Scope, id: string): Promise<boolean> {
  const { db, caller } = scope;
  const rows = await db`
    select m.id from ${metersOfBuildings(db)} where m.tenant_id = ${caller.tenantId} and m.id = ${id} and ${wasVisibleMeter(scope)}`;
  return rows.length > 0;
}

/** Whether a resident submitted the reading, or it was read on a day of their own. */
function onOwnDay({ db, caller }: Scope) {
  return db`(r.submitted_by = ${residentUserId(caller)} or exists (
    select from residencies h join residents p on p.tenant_id = h.tenant_id and p.id = h.resident_id
     where h.tenant_id = ${caller.tenantId} and h.apartment_id = m.apartment_id and p.user_id = ${residentUserId(caller)}
       and ${hasDayBetween({ db, caller }, 'h', 'r.read_on', 'r.read_on')}))`;
}

/**
 * Whether the consumption up to the reading lies within one residency of the resident: from a value of its first day,
 * of the day before, or later.
 */
function countsOwnDays({ db, caller }: Scope) {
  return db`exists (
    select from residencies h join residents p on p.tenant_id = h.tenant_id and p.id = h.resident_id
     where h.tenant_id = ${caller.tenantId} and h.apartment_id = m.apartment_id and p.user_id = ${residentUserId(caller)}
       and before.read_on >= h.since - 1 and r.read_on >= h.since and (h.until is null or r.read_on <= h.until))`;
}

/**
 * Residents see the readings of their own days, and once these have begun the last confirmed reading before them: the
 * value that they started with.
 */
function ownReadings(scope: Scope) {
  const { db, caller, now } = scope;
  if (residentUserId(caller) === null) return db``;
  return db`and (${onOwnDay(scope)} or (r.status = 'confirmed' and exists (
    select from residencies o join residents p on p.tenant_id = o.tenant_id and p.id = o.resident_id
     where o.tenant_id = ${caller.tenantId} and o.apartment_id = m.apartment_id and p.user_id = ${residentUserId(caller)} and r.read_on < o.since
       and o.since <= ${now}::timestamptz::date
       and not exists (
         select from readings n
          where n.tenant_id = ${caller.tenantId} and n.meter_id = r.meter_id and n.status = 'confirmed' and n.read_on < o.since
            and (n.read_on, n.read_at, n.id) > (r.read_on, r.read_at, r.id)))))`;
}

/**
 * The readings `r` of meters `m` that the caller may see. With `offset 0` the meter of each is looked up by its key,
 * whatever is expected of the organization.
 */
function readingsOfMeters(scope: Scope, offset = scope.db``) {
  const { db, caller } = scope;
  return db`readings r cross join lateral (
      select m.* from ${metersOfBuildings(db)}
       where m.tenant_id = ${caller.tenantId} and m.id = r.meter_id and ${wasVisibleMeter(scope)} ${offset}) m`;
}

/** The same, each with the confirmed value `before` it; null for the first reading of a meter with an unknown start. */
function readingsWithBefore(scope: Scope, offset = scope.db``) {
  const { db, caller } = scope;
  return db`${readingsOfMeters(scope, offset)}
    left join lateral (
      select p.value, p.read_on from readings p
       where p.tenant_id = ${caller.tenantId} and p.meter_id = r.meter_id and p.status = 'confirmed' and (p.read_on, p.read_at, p.id) < (r.read_on, r.read_at, r.id)
       order by p.read_on desc, p.read_at desc, p.id desc limit 1) previous on true
    cross join lateral (
      select coalesce(previous.value, case when m.installed_on is not null or m.initial_value <> 0 then m.initial_value end) as value,
             coalesce(previous.read_on, m.installed_on) as read_on) before`;
}

export async function listReadings(
  scope: Scope,
  { status, buildingId, meterId }: ReadingFilters,
  request: PageRequest,
): Promise<(ReadingRow & { sortValue: string })[]> {
  const { db, caller } = scope;
  const { sortValue, after, updated, orderAndLimit } = keyset(db, 'r', request, readingOrders);
  const matching = db`r.tenant_id = ${caller.tenantId}
       ${status === undefined ? db`` : db`and r.status = ${literal(db, status, readingStatuses)}`}
       ${buildingId === undefined ? db`` : db`and m.building_id = ${buildingId}`}
       ${meterId === undefined ? db`` : db`and r.meter_id = ${meterId}`}
       ${ownReadings(scope)} ${updated} ${after} ${orderAndLimit}`;
  // Of a building, the page is chosen first: the value before is looked up for each row that is put in order.
  const page =
    buildingId === undefined
      ? matching
      : db`r.tenant_id = ${caller.tenantId} and r.id = any (array(select r.id from ${readingsOfMeters(scope)} where ${matching})) ${orderAndLimit}`;
  return db<(ReadingRow & { sortValue: string })[]>`
    select ${readingColumns(scope)}, ${sortValue} as sort_value from ${readingsWithBefore(scope)} where ${page}`;
}

/** The meters of a building with a reading after `opening` up to `closing` that waits for confirmation. */
export async function findSubmittedMeters(
  { db, caller }: Scope,
  buildingId: string,
  { opening, closing }: { readonly opening: Day; readonly closing: Day },
): Promise<string[]> {
  const rows = await db<{ meterId: string }[]>`
    select distinct r.meter_id from readings r join meters m on m.tenant_id = r.tenant_id and m.id = r.meter_id
     where r.tenant_id = ${caller.tenantId} and m.building_id = ${buildingId} and r.status = 'submitted'
       and r.read_on > ${opening} and r.read_on <= ${closing}`;
  return rows.map((row) => row.meterId);
}

export async function findReading(scope: Scope, id: string): Promise<ReadingRow | undefined> {
  const { db, caller } = scope;
  const [row] = await db<ReadingRow[]>`
    select ${readingColumns(scope)} from ${readingsWithBefore(scope, db`offset 0`)}
     where r.tenant_id = ${caller.tenantId} and r.id = ${id} ${ownReadings(scope)}`;
  return row;
}

export type ReadingMoment = Pick<Reading, 'readOn' | 'readAt' | 'id'>;

/** The confirmed values before and after a moment in a meter's readings, except one reading (`but`). */
export async function findNeighbours(
  { db, caller }: Scope,
  meterId: string,
  { readOn, readAt, id }: ReadingMoment,
  but: string | null,
): Promise<{ before: number | null; after: number | null }> {
  const neighbour = (way: '<' | '>') => db`
    select p.value::float8 from readings p
     where p.tenant_id = ${caller.tenantId} and p.meter_id = ${meterId} and p.status = 'confirmed' and p.id is distinct from ${but}::uuid
       and (p.read_on, p.read_at, p.id) ${db.unsafe(way)} (${readOn}::date, ${readAt}::timestamptz, ${id}::uuid)
     order by ${db.unsafe(way === '<' ? 'p.read_on desc, p.read_at desc, p.id desc' : 'p.read_on, p.read_at, p.id')} limit 1`;
  const [row] = await db<{ before: number | null; after: number | null }[]>`
    select (${neighbour('<')}) as before, (${neighbour('>')}) as after`;
  return row ?? { before: null, after: null };
}

/** The confirmed reading of a meter at the same moment with another value, except one (`but`). */
export async function findOtherValue(
  { db, caller }: Scope,
  meterId: string,
  { readAt, value }: Pick<Reading, 'readAt' | 'value'>,
  but: string | null,
): Promise<{ id: string; value: number } | undefined> {
  const [row] = await db<{ id: string; value: number }[]>`
    select id, value::float8 as value from readings
     where tenant_id = ${caller.tenantId} and meter_id = ${meterId} and status = 'confirmed' and read_at = ${readAt} and value <> ${value}
       and id is distinct from ${but}::uuid limit 1`;
  return row;
}

export async function insertReading(
  { db, caller, now }: Scope,
  reading: Omit<Reading, 'createdAt' | 'updatedAt' | 'reason' | 'consumption' | 'apartmentId'>,
): Promise<void> {
  await db`
    insert into readings (tenant_id, id, meter_id, value, read_at, read_on, status, source, rollover, photo_id, corrects_id, submitted_by, confirmed_by,
                          confirmed_at, created_at, updated_at)
    values (${caller.tenantId}, ${reading.id}, ${reading.meterId}, ${reading.value}, ${reading.readAt}, ${reading.readOn}, ${reading.status},
            ${reading.source}, ${reading.rollover}, ${reading.photoId}, ${reading.correctsId}, ${reading.submittedBy}, ${reading.confirmedBy},
            ${reading.confirmedAt}, ${now}, ${now})`;
}

/** Those of the readings that wait for a decision, by meter and moment. */
export async function findSubmitted({ db, caller }: Scope, ids: readonly string[]): Promise<{ readonly id: string }[]> {
  return db<{ id: string }[]>`
    select id from readings
     where tenant_id = ${caller.tenantId} and id = any (${[...ids]}::uuid[]) and status = 'submitted' order by meter_id, read_at, id`;
}

/** Confirms or rejects a reading. */
export async function decideReading(
  { db, caller, now }: Scope,
  id: string,
  decision: { status: Exclude<ReadingStatus, 'submitted'>; by: string | null; reason: string | null },
): Promise<void> {
  const confirmed = decision.status === 'confirmed';
  await db`
    update readings
       set status = ${decision.status}, reason = ${decision.reason}, updated_at = ${now}
           ${confirmed ? db`, confirmed_by = ${decision.by}, confirmed_at = ${now}` : db``}
     where tenant_id = ${caller.tenantId} and id = ${id}`;
}

/** The days of a month on which a building asks for readings, both inclusive. */
export type ReadingWindow = { readonly fromDay: number; readonly toDay: number };

export async function findWindow({ db, caller }: Scope, buildingId: string): Promise<ReadingWindow | undefined> {
  const [row] = await db<ReadingWindow[]>`
    select from_day, to_day from reading_windows where tenant_id = ${caller.tenantId} and building_id = ${buildingId}`;
  return row;
}

export async function saveWindow(
  { db, caller, now }: Scope,
  buildingId: string,
  { fromDay, toDay }: ReadingWindow,
): Promise<void> {
  await db`
    insert into reading_windows (tenant_id, building_id, from_day, to_day, created_at, updated_at)
    values (${caller.tenantId}, ${buildingId}, ${fromDay}, ${toDay}, ${now}, ${now})
    on conflict (tenant_id, building_id) do update set from_day = ${fromDay}, to_day = ${toDay}, updated_at = ${now}`;
}

export async function deleteWindow({ db, caller }: Scope, buildingId: string): Promise<void> {
  await db`delete from reading_windows where tenant_id = ${caller.tenantId} and building_id = ${buildingId}`;
}

/** Marks all meters of a building as unsettled: with another window a reading may count for other days. */
export async function unsettleBuilding({ db, caller }: Scope, buildingId: string): Promise<void> {
  await db`
    update meters set settled_until = null
     where tenant_id = ${caller.tenantId} and building_id = ${buildingId} and settled_until is not null`;
}

export async function insertPhoto({ db, caller, now }: Scope, id: string, by: string | null): Promise<void> {
  await db`insert into reading_photos (tenant_id, id, uploaded_by, created_at) values (${caller.tenantId}, ${id}, ${by}, ${now})`;
}

/** The photo, locked against deletion until the transaction ends. */
export async function lockPhoto({ db, caller }: Scope, id: string): Promise<{ uploadedBy: string | null } | undefined> {
  const [row] = await db<{ uploadedBy: string | null }[]>`
    select uploaded_by from reading_photos where tenant_id = ${caller.tenantId} and id = ${id} for share`;
  return row;
}

/** Deletes the photos that were uploaded before a moment and are in no reading. Returns their ids. */
export async function deleteUnusedPhotos({ db, caller }: Scope, before: Date): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    delete from reading_photos p
     where p.tenant_id = ${caller.tenantId} and p.created_at < ${before}
       and not exists (select from readings r where r.tenant_id = ${caller.tenantId} and r.photo_id = p.id)
    returning p.id`;
  return rows.map((row) => row.id);
}

/** The reading windows of the organization, each with its building. */
export async function listWindows({ db, caller }: Scope): Promise<(ReadingWindow & WindowBuilding)[]> {
  return db<(ReadingWindow & WindowBuilding)[]>`
    select w.from_day, w.to_day, b.id as building_id, b.name, b.time_zone
      from reading_windows w join buildings b on b.tenant_id = w.tenant_id and b.id = w.building_id
     where w.tenant_id = ${caller.tenantId} and b.archived_at is null`;
}

type WindowBuilding = { readonly buildingId: string; readonly name: string; readonly timeZone: string };
