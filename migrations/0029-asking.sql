-- Whom somebody has reminded by hand of missing readings: at most once a day.
create table asked_readings (
  tenant_id   uuid not null,
  resident_id uuid not null,
  asked_on    date not null,
  asked_at    timestamptz not null,
  primary key (tenant_id, resident_id, asked_on),
  foreign key (tenant_id, resident_id) references residents (tenant_id, id) on delete cascade
);
call isolate('asked_readings');
