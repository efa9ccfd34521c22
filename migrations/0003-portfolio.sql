-- What is managed: buildings with their billing settings, apartments, and the people who live in or own them.

create table buildings (
  tenant_id             uuid not null references tenants (id),
  id                    uuid not null,
  name                  text not null,
  address               text not null,
  currency              text not null,
  payment_term_days     integer not null,
  beneficiary           text,
  iban                  text,
  invoice_number_prefix text not null,
  time_zone             text not null,
  language              text not null,
  charges               jsonb not null,
  created_at            timestamptz not null,
  updated_at            timestamptz not null,
  archived_at           timestamptz,
  primary key (tenant_id, id)
);
create index buildings_created on buildings (tenant_id, created_at, id) where archived_at is null;
call isolate('buildings');

create table apartments (
  tenant_id        uuid not null,
  id               uuid not null,
  building_id      uuid not null,
  number           text collate natural_order not null,
  number_key       text not null,
  floor            integer,
  area             numeric(12, 2) check (area >= 0),
  heated_area      numeric(12, 2) check (heated_area >= 0),
  shares           numeric(18, 6) check (shares >= 0),
  resident_count   integer check (resident_count >= 0),
  reference_number text not null,
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  archived_at      timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, building_id) references buildings (tenant_id, id)
);
create unique index apartments_number_unique on apartments (tenant_id, building_id, number_key) where archived_at is null;
create unique index apartments_reference_unique on apartments (tenant_id, reference_number);
create index apartments_order on apartments (tenant_id, building_id, number, id) where archived_at is null;
call isolate('apartments');

create table residents (
  tenant_id  uuid not null references tenants (id),
  id         uuid not null,
  name       text not null,
  email      text,
  phone      text,
  language   text not null,
  user_id    uuid references users (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
create index residents_user on residents (tenant_id, user_id) where user_id is not null;
call isolate('residents');

-- Who lives in or owns an apartment, from one day to another (both inclusive). A resident's own reach is drawn from here.
create table residencies (
  tenant_id    uuid not null,
  resident_id  uuid not null,
  apartment_id uuid not null,
  role         text not null check (role in ('owner', 'tenant')),
  since        date not null,
  until        date,
  primary key (tenant_id, resident_id, apartment_id, since),
  foreign key (tenant_id, resident_id) references residents (tenant_id, id) on delete cascade,
  foreign key (tenant_id, apartment_id) references apartments (tenant_id, id)
);
create index residencies_apartment on residencies (tenant_id, apartment_id);
call isolate('residencies');
