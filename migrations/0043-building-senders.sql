-- A building of another association than the organization's own: its invoices name that one as the sender.
create table building_senders (
  tenant_id           uuid not null,
  building_id         uuid not null,
  name                text not null,
  registration_number text,
  vat_number          text,
  street              text,
  city                text,
  postal_code         text,
  country             text not null check (country ~ '^[A-Z]{2}$'),
  email               text,
  phone               text,
  updated_at          timestamptz not null,
  primary key (tenant_id, building_id)
);
comment on table building_senders is 'The sender details of a building whose invoices name another association than the organization. Without a row it is the organization.';
comment on column building_senders.name is 'The name of the association. [personal: none]';
comment on column building_senders.registration_number is 'Number in the business register. [personal: none]';
comment on column building_senders.vat_number is 'VAT number. [personal: none]';
comment on column building_senders.street is 'Street and house number. [personal: none]';
comment on column building_senders.city is 'Town. [personal: none]';
comment on column building_senders.postal_code is 'Postal code. [personal: none]';
comment on column building_senders.country is 'ISO 3166-1, two letters. [personal: none]';
comment on column building_senders.email is 'Contact e-mail address. [personal: none]';
comment on column building_senders.phone is 'Contact phone number. [personal: none]';
call isolate('building_senders');
alter table building_senders add foreign key (tenant_id, building_id) references buildings (tenant_id, id);
call limit_to_buildings('building_senders', 'select, insert, update, delete');
