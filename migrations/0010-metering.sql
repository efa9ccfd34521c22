-- What was used: meters and their readings, and the days of a month on which residents are asked for them. Values are exact decimals, as on the register.

create table meters (
  tenant_id         uuid not null,
  id                uuid not null,
  building_id       uuid not null,
  -- None: a main meter of the building.
  apartment_id      uuid,
  type              text not null check (type in ('cold_water', 'hot_water', 'heating', 'electricity', 'gas')),
  unit              text not null check (unit in ('m3', 'kWh', 'MWh')),
  serial_number     text,
  -- Before the decimal point, and behind it.
  digits            integer not null check (digits between 1 and 9),
  decimals          integer not null check (decimals between 0 and 6),
  initial_value     numeric(15, 6) not null,
  installed_on      date,
  verified_until    date,
  -- Set when another meter takes its place: the day, and what it showed last.
  removed_on        date,
  final_value       numeric(15, 6),
  replaces_meter_id uuid,
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
);
create unique index meters_replaced_once on meters (tenant_id, replaces_meter_id) where replaces_meter_id is not null;
create unique index meters_serial_unique on meters (tenant_id, building_id, type, lower(serial_number)) where removed_on is null;
create index meters_order on meters (tenant_id, created_at, id);
create index meters_building on meters (tenant_id, building_id, created_at, id);
create index meters_apartment on meters (tenant_id, apartment_id) where apartment_id is not null;
call isolate('meters');

-- Photos of registers: first they are sent, then a reading names them. One that none names is forgotten after a day.
create table reading_photos (
  tenant_id   uuid not null,
  id          uuid not null,
  -- The user or the API key.
  uploaded_by uuid,
  created_at  timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, id) references files (tenant_id, id)
);
create index reading_photos_age on reading_photos (tenant_id, created_at);
call isolate('reading_photos');

create table readings (
  tenant_id    uuid not null,
  id           uuid not null,
  meter_id     uuid not null,
  value        numeric(15, 6) not null check (value >= 0),
  read_at      timestamptz not null,
  -- The day of read_at where the building is: what periods go by.
  read_on      date not null,
  status       text not null check (status in ('submitted', 'confirmed', 'rejected')),
  source       text not null check (source in ('manual', 'photo', 'api')),
  -- The register went past its last number since the reading before.
  rollover     boolean not null,
  photo_id     uuid,
  -- The reading that this one takes the place of.
  corrects_id  uuid,
  -- A user or an API key; none: the service itself.
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
-- The order of a meter's readings; what stands before and after a reading is looked up here.
create index readings_confirmed on readings (tenant_id, meter_id, read_on, read_at, id) where status = 'confirmed';
create index readings_meter on readings (tenant_id, meter_id, created_at, id);
create index readings_order on readings (tenant_id, created_at, id);
create index readings_photo on readings (tenant_id, photo_id) where photo_id is not null;
create index readings_submitted on readings (tenant_id, created_at, id) where status = 'submitted';
call isolate('readings');

-- Days of each month, both inclusive; when the first comes after the last, the window goes over the end of the month.
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
call isolate('reading_windows');

-- Whom a reminder was sent to: once for each window, apartment and person.
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
call isolate('reading_reminders');
