-- Properties: buildings with their billing settings, apartments, and the sender details of invoices.

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
  late_interest         jsonb,
  created_at            timestamptz not null,
  updated_at            timestamptz not null,
  archived_at           timestamptz,
  primary key (tenant_id, id)
);
comment on table buildings is 'Buildings with their billing settings.';
comment on column buildings.name is 'What people call it.';
comment on column buildings.address is 'The address on invoices.';
comment on column buildings.currency is 'ISO 4217.';
comment on column buildings.payment_term_days is 'Days from the issue date of an invoice to its due date.';
comment on column buildings.beneficiary is 'The name of the payee.';
comment on column buildings.iban is 'The account that receives the payments.';
comment on column buildings.invoice_number_prefix is 'The prefix of its invoice numbers.';
comment on column buildings.time_zone is 'IANA name; days are counted in this time zone.';
comment on column buildings.language is 'The language of its invoices, for readers without one.';
comment on column buildings.charges is 'The charges of the building: a list in the format of src/properties/parse-charges.ts.';
comment on column buildings.late_interest is 'The rates of late interest, each valid from a day on; null: no interest is charged.';
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
  -- Rows that belong to an apartment and to that apartment's own building reference this.
  constraint apartments_of_building unique (tenant_id, building_id, id),
  foreign key (tenant_id, building_id) references buildings (tenant_id, id)
);
comment on table apartments is 'Apartments of a building.';
comment on column apartments.number is 'As entered: 12, 12a, B-3.';
comment on column apartments.number_key is 'Normalised number that decides which numbers are equal.';
comment on column apartments.floor is 'The floor; below ground is negative.';
comment on column apartments.area is 'Square metres.';
comment on column apartments.heated_area is 'Heated square metres.';
comment on column apartments.shares is 'Shares of the common property.';
comment on column apartments.resident_count is 'Number of residents; null: unknown.';
comment on column apartments.reference_number is 'The payment reference of its invoices (Estonian standard, method 7-3-1).';
create unique index apartments_number_unique on apartments (tenant_id, building_id, number_key) where archived_at is null;
create unique index apartments_reference_unique on apartments (tenant_id, reference_number);
create index apartments_order on apartments (tenant_id, building_id, number, id) where archived_at is null;
call isolate('apartments');

create table sender_details (
  tenant_id           uuid primary key references tenants (id),
  registration_number text,
  vat_number          text,
  street              text,
  city                text,
  postal_code         text,
  country             text not null check (country ~ '^[A-Z]{2}$'),
  email               text,
  phone               text,
  logo_id             uuid,
  updated_at          timestamptz not null,
  foreign key (tenant_id, logo_id) references files (tenant_id, id)
);
comment on table sender_details is 'The sender details of an organization: the header and footer of its invoices. An organization without a row has none.';
comment on column sender_details.registration_number is 'The number in the business register.';
comment on column sender_details.vat_number is 'The VAT number.';
comment on column sender_details.street is 'Street and house number.';
comment on column sender_details.city is 'Town.';
comment on column sender_details.postal_code is 'Postal code.';
comment on column sender_details.country is 'ISO 3166-1, two letters.';
comment on column sender_details.email is 'Contact e-mail address.';
comment on column sender_details.phone is 'Contact phone number.';
call isolate('sender_details');

create table account_changes (
  tenant_id          uuid not null references tenants (id),
  id                 uuid not null,
  number             integer not null,
  building_id        uuid not null,
  changed_at         timestamptz not null,
  actor_kind         text not null check (actor_kind in ('user', 'key', 'service')),
  actor_name         text,
  iban_before        text,
  beneficiary_before text,
  iban_after         text,
  beneficiary_after  text,
  confirmed_at       timestamptz,
  undone_at          timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, building_id, number),
  foreign key (tenant_id, building_id) references buildings (tenant_id, id)
);
comment on table account_changes is 'Changes of the account that a building''s invoices are paid to. The latest change of a building that is not undone is its current account; without confirmed_at the console shows the account as unconfirmed.';
comment on column account_changes.number is 'The order of a building''s changes, from 1; assigned while the building is locked.';
comment on column account_changes.changed_at is 'The time of the change.';
comment on column account_changes.actor_kind is 'Who did it.';
comment on column account_changes.actor_name is 'The name at that time.';
comment on column account_changes.iban_before is 'The account before.';
comment on column account_changes.beneficiary_before is 'The payee before.';
comment on column account_changes.iban_after is 'The account afterwards.';
comment on column account_changes.beneficiary_after is 'The payee afterwards.';
comment on column account_changes.confirmed_at is 'When an owner confirmed it.';
comment on column account_changes.undone_at is 'When an owner undid it with the link in an e-mail.';
call isolate('account_changes');

create table account_undo_links (
  tenant_id  uuid not null,
  token_hash bytea not null,
  change_id  uuid not null,
  owner_id   uuid not null,
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, change_id) references account_changes (tenant_id, id) on delete cascade
);
comment on table account_undo_links is 'The links in the e-mails about a change, one for each owner. The token is only in the e-mail.';
comment on column account_undo_links.token_hash is 'SHA-256 of the token.';
comment on column account_undo_links.change_id is 'The change.';
comment on column account_undo_links.owner_id is 'The owner who got the e-mail.';
create index account_undo_links_change on account_undo_links (tenant_id, change_id);
call isolate('account_undo_links');
