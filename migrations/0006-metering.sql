-- Metering: meters and their readings, and the days of each month on which residents are asked for readings. Values are exact decimals, as on the
-- register.

create table meters (
  tenant_id         uuid not null,
  id                uuid not null,
  building_id       uuid not null,
  apartment_id      uuid,
  type              text not null check (type in ('cold_water', 'hot_water', 'heating', 'electricity', 'gas')),
  unit              text not null check (unit in ('m3', 'kWh', 'MWh')),
  serial_number     text,
  digits            integer not null check (digits between 1 and 9),
  decimals          integer not null check (decimals between 0 and 6),
  initial_value     numeric(15, 6) not null,
  installed_on      date,
  verified_until    date,
  removed_on        date,
  final_value       numeric(15, 6),
  replaces_meter_id uuid,
  settled_until     date,
  created_at        timestamptz not null,
  updated_at        timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, building_id) references buildings (tenant_id, id),
  foreign key (tenant_id, building_id, apartment_id) references apartments (tenant_id, building_id, id),
  foreign key (tenant_id, replaces_meter_id) references meters (tenant_id, id),
  check (initial_value >= 0 and initial_value < 10::numeric ^ digits),
  check (final_value >= 0 and final_value < 10::numeric ^ digits),
  check ((removed_on is null) = (final_value is null)),
  check (removed_on >= installed_on)
) with (fillfactor = 50);
comment on table meters is 'Meters of apartments, and main meters of buildings.';
comment on column meters.apartment_id is 'Null: a main meter of the building.';
comment on column meters.type is 'What it measures.';
comment on column meters.unit is 'The unit of the register.';
comment on column meters.serial_number is 'The number on the meter.';
comment on column meters.digits is 'Number of digits before the decimal point.';
comment on column meters.decimals is 'Number of digits after the decimal point.';
comment on column meters.initial_value is 'The register value at installation.';
comment on column meters.installed_on is 'The day it was installed.';
comment on column meters.verified_until is 'The last day of its verification.';
comment on column meters.removed_on is 'The day it was removed because it was replaced or closed; null: in use.';
comment on column meters.final_value is 'The register value on the day it was removed.';
comment on column meters.settled_until is 'Up to this day, everything is billed as the meter counted it. Null also after any change of these days: the next period then checks all days.';
create unique index meters_replaced_once on meters (tenant_id, replaces_meter_id) where replaces_meter_id is not null;
create unique index meters_serial_unique on meters (tenant_id, building_id, type, lower(serial_number)) where removed_on is null;
create index meters_order on meters (tenant_id, created_at, id);
create index meters_building on meters (tenant_id, building_id, created_at, id);
create index meters_apartment on meters (tenant_id, apartment_id) where apartment_id is not null;
call isolate('meters');

create table reading_photos (
  tenant_id   uuid not null,
  id          uuid not null,
  uploaded_by uuid,
  created_at  timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, id) references files (tenant_id, id)
);
comment on table reading_photos is 'Photos of registers: uploaded first, then named by a reading. A photo that no reading names is deleted after a day.';
comment on column reading_photos.uploaded_by is 'The user or API key.';
create index reading_photos_age on reading_photos (tenant_id, created_at);
call isolate('reading_photos');

create table readings (
  tenant_id    uuid not null,
  id           uuid not null,
  meter_id     uuid not null,
  value        numeric(15, 6) not null check (value >= 0),
  read_at      timestamptz not null,
  read_on      date not null,
  status       text not null check (status in ('submitted', 'confirmed', 'rejected')),
  source       text not null check (source in ('manual', 'photo', 'api')),
  rollover     boolean not null,
  photo_id     uuid,
  corrects_id  uuid,
  submitted_by uuid,
  confirmed_by uuid,
  confirmed_at timestamptz,
  reason       text,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, meter_id) references meters (tenant_id, id),
  foreign key (tenant_id, corrects_id) references readings (tenant_id, id),
  foreign key (tenant_id, photo_id) references reading_photos (tenant_id, id),
  check ((status = 'confirmed') <= (confirmed_at is not null))
);
comment on table readings is 'Register readings. The confirmed readings of a meter determine the consumption.';
comment on column readings.value is 'The register value.';
comment on column readings.read_at is 'The time of the reading.';
comment on column readings.read_on is 'The day of read_at in the building''s time zone, which assigns it to a period.';
comment on column readings.status is 'The status of the reading.';
comment on column readings.source is 'The source of the reading.';
comment on column readings.rollover is 'The register rolled over to zero since the previous reading.';
comment on column readings.corrects_id is 'The reading that this one replaces.';
comment on column readings.submitted_by is 'The user or API key; null: the service.';
comment on column readings.confirmed_by is 'The user or key; null: the service itself.';
comment on column readings.confirmed_at is 'When it was confirmed.';
comment on column readings.reason is 'Why it was rejected.';
-- The order of a meter's readings; used to find the readings before and after one.
create index readings_confirmed on readings (tenant_id, meter_id, read_on, read_at, id) where status = 'confirmed';
create index readings_meter on readings (tenant_id, meter_id, created_at, id);
create index readings_order on readings (tenant_id, created_at, id);
create index readings_photo on readings (tenant_id, photo_id) where photo_id is not null;
create index readings_submitted on readings (tenant_id, created_at, id) where status = 'submitted';
call isolate('readings');

create table reading_windows (
  tenant_id   uuid not null,
  building_id uuid not null,
  from_day    integer not null check (from_day between 1 and 31),
  to_day      integer not null check (to_day between 1 and 31),
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  primary key (tenant_id, building_id),
  foreign key (tenant_id, building_id) references buildings (tenant_id, id)
);
comment on table reading_windows is 'The days of each month on which residents are asked for readings, both inclusive; if the first comes after the last, the window extends over the end of the month.';
comment on column reading_windows.from_day is 'The first day of the window, as a day of the month.';
comment on column reading_windows.to_day is 'The last day of the window, as a day of the month.';
call isolate('reading_windows');

create table reading_reminders (
  tenant_id    uuid not null,
  apartment_id uuid not null,
  resident_id  uuid not null,
  window_start date not null,
  sent_at      timestamptz not null,
  primary key (tenant_id, apartment_id, resident_id, window_start),
  foreign key (tenant_id, apartment_id) references apartments (tenant_id, id),
  foreign key (tenant_id, resident_id) references residents (tenant_id, id) on delete cascade
);
comment on table reading_reminders is 'Sent reminders: one for each window, apartment and person.';
comment on column reading_reminders.window_start is 'The first day of the reading window.';
comment on column reading_reminders.sent_at is 'When it was sent.';
call isolate('reading_reminders');

create table meter_history (
  tenant_id  uuid not null,
  meter_id   uuid not null,
  id         uuid not null,
  at         timestamptz not null,
  action     text not null check (action in ('changed', 'closed', 'reopened', 'replaced')),
  changes    jsonb not null,
  reason     text,
  actor_kind text not null check (actor_kind in ('user', 'key', 'service')),
  actor_id   uuid,
  primary key (tenant_id, meter_id, id),
  foreign key (tenant_id, meter_id) references meters (tenant_id, id)
);
comment on table meter_history is 'The history of a meter besides its readings: corrections of its data, and when it was closed, reopened or replaced, by whom and why. Rows are only added.';
comment on column meter_history.at is 'The time of the entry.';
comment on column meter_history.action is 'What happened.';
comment on column meter_history.changes is 'For each field, by its API name: {"from": …, "to": …}.';
comment on column meter_history.reason is 'The reason in a person''s words.';
comment on column meter_history.actor_kind is 'Who did it.';
comment on column meter_history.actor_id is 'The user or key; null: the service.';
call isolate('meter_history');
create policy unchanged on meter_history as restrictive for update using (false);
create policy kept on meter_history as restrictive for delete to haldur_app using (false);

create table manual_reading_reminders (
  tenant_id   uuid not null,
  resident_id uuid not null,
  asked_on    date not null,
  asked_at    timestamptz not null,
  primary key (tenant_id, resident_id, asked_on),
  foreign key (tenant_id, resident_id) references residents (tenant_id, id) on delete cascade
);
comment on table manual_reading_reminders is 'Manual reminders of missing readings: at most one per day for each person.';
comment on column manual_reading_reminders.asked_on is 'The day in the building''s time zone.';
comment on column manual_reading_reminders.asked_at is 'When it was sent.';
call isolate('manual_reading_reminders');
