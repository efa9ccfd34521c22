// SQL of e-mails about readings: residents with a missing reading, the reminders they were sent, and who submitted one.

import { type Scope, tenantRow } from '../platform/db/scope.ts';
import type { Day } from '../platform/values/dates.ts';
import type { Language } from '../platform/values/languages.ts';
import { hasApartment } from '../properties/property-queries.ts';
import { languageOfResident } from '../residents/resident-queries.ts';

/** A resident or owner of an apartment with a missing reading. */
export type ReminderRecipient = {
  readonly residentId: string;
  readonly apartmentId: string;
  readonly number: string;
  readonly name: string;
  readonly email: string;
  readonly language: Language;
};

/**
 * The residents of a building with an e-mail address whose apartment has a meter without a reading since a day, other
 * than that of a hand-over; one row for each apartment.
 */
function missingReadings({ db, caller }: Scope, buildingId: string, since: Day, today: Day) {
  return db`
    select distinct p.id as resident_id, a.id as apartment_id, a.number, p.name, p.email, ${languageOfResident(db)} as language
      from apartments a
      join residencies r on r.tenant_id = a.tenant_id and r.apartment_id = a.id and r.since <= ${today} and (r.until is null or r.until >= ${today})
      join residents p on p.tenant_id = r.tenant_id and p.id = r.resident_id and p.email is not null
     where a.tenant_id = ${caller.tenantId} and a.building_id = ${buildingId} and a.archived_at is null
       and exists (
         select from meters m
          where m.tenant_id = ${caller.tenantId} and m.apartment_id = a.id and m.removed_on is null
            and not exists (select from readings d where d.tenant_id = ${caller.tenantId} and d.meter_id = m.id and d.status <> 'rejected'
                               and d.read_on >= ${since}
                               and not exists (select from hand_overs h where h.tenant_id = ${caller.tenantId} and h.apartment_id = a.id and d.id = any (h.reading_ids))))`;
}

/**
 * Records a reminder for every resident of a building whose reading is missing since the window began, and returns the
 * recipients: each person once for a window and apartment, also with simultaneous calls. Residents who were reminded
 * manually today are reminded tomorrow.
 */
export async function recordReminders(
  scope: Scope,
  buildingId: string,
  windowStart: Day,
  today: Day,
): Promise<ReminderRecipient[]> {
  const { db, caller, now } = scope;
  return db<ReminderRecipient[]>`
    with due as (
      select o.* from (${missingReadings(scope, buildingId, windowStart, today)}) o
       where not exists (select from manual_reading_reminders k where k.tenant_id = ${caller.tenantId} and k.resident_id = o.resident_id and k.asked_on = ${today})
    ), noted as (
      insert into reading_reminders (tenant_id, apartment_id, resident_id, window_start, sent_at)
      select own.id, due.apartment_id, due.resident_id, ${windowStart}::date, ${now}::timestamptz from ${tenantRow(scope)} cross join due
      on conflict do nothing returning apartment_id, resident_id
    )
    select due.* from due join noted on noted.apartment_id = due.apartment_id and noted.resident_id = due.resident_id
     order by due.number, due.resident_id`;
}

/** A resident with missing readings; `numbers`: the apartments; `asked`: this is their first reminder today. */
type ManualReminderRecipient = Pick<ReminderRecipient, 'residentId' | 'name' | 'email' | 'language'> & {
  readonly numbers: string;
  readonly asked: boolean;
};

/**
 * Records a manual reminder for every resident of a building with a missing reading since a day: each person once a
 * day, including automatic reminders.
 */
export async function recordManualReminders(
  scope: Scope,
  buildingId: string,
  { since, today, timeZone }: { readonly since: Day; readonly today: Day; readonly timeZone: string },
): Promise<ManualReminderRecipient[]> {
  const { db, caller, now } = scope;
  return db<ManualReminderRecipient[]>`
    with due as (
      select resident_id, name, email, language, string_agg(number, ', ' order by number) as numbers
        from (${missingReadings(scope, buildingId, since, today)}) o group by resident_id, name, email, language
    ), noted as (
      insert into manual_reading_reminders (tenant_id, resident_id, asked_on, asked_at)
      select own.id, due.resident_id, ${today}::date, ${now}::timestamptz from ${tenantRow(scope)} cross join due
       where not exists (
         select from reading_reminders r
          where r.tenant_id = ${caller.tenantId} and r.resident_id = due.resident_id and (r.sent_at at time zone ${timeZone})::date = ${today})
      on conflict do nothing returning resident_id
    )
    select due.*, noted.resident_id is not null as asked from due left join noted on noted.resident_id = due.resident_id
     order by due.numbers, due.resident_id`;
}

/** Whoever submitted a reading, if they are a resident who has its apartment today and so can submit another. */
export async function findReadingSubmitter(
  scope: Scope,
  readingId: string,
): Promise<(Pick<ReminderRecipient, 'name' | 'email' | 'language' | 'number'> & { building: string }) | undefined> {
  const { db, caller } = scope;
  const [row] = await db<(Pick<ReminderRecipient, 'name' | 'email' | 'language' | 'number'> & { building: string })[]>`
    select u.name, u.email, u.language, a.number, b.name as building
      from readings d
      join meters m on m.tenant_id = d.tenant_id and m.id = d.meter_id and m.removed_on is null
      join apartments a on a.tenant_id = m.tenant_id and a.id = m.apartment_id and a.archived_at is null
      join buildings b on b.tenant_id = a.tenant_id and b.id = a.building_id and b.archived_at is null
      join memberships s on s.tenant_id = d.tenant_id and s.user_id = d.submitted_by and s.role = 'resident'
      join users u on u.id = s.user_id
     where d.tenant_id = ${caller.tenantId} and d.id = ${readingId} and ${hasApartment(scope, db`u.id`, 'a.id')}`;
  return row;
}
