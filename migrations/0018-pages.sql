-- What stands at the head and the foot of an organization's invoices: its register entry, how to reach it, its logo. An organization without a row has none.

create table letterheads (
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
call isolate('letterheads');
