-- Charges: invoices of those who had an apartment for a part of a period, one-off charges, and interest on what is overdue.

-- Where an apartment changed hands inside a period each payer has an invoice of own days: whole_start to whole_end is the period that both are parts of.
alter table invoices
  add column whole_start date,
  add column whole_end date,
  -- Residents who pay for other days of that period, and so do not see this invoice although they may have had the apartment on one of its days.
  add column hidden_from uuid[] not null default '{}',
  add constraint invoices_part check ((whole_start is null) = (whole_end is null) and whole_start <= period_start and whole_end >= period_end);

-- What one apartment is charged or credited once, by its next invoice. It is free again when that invoice is cancelled.
create table one_offs (
  tenant_id    uuid not null,
  id           uuid not null,
  building_id  uuid not null,
  apartment_id uuid not null,
  description  text not null,
  -- Net; negative is a credit.
  amount       bigint not null,
  vat_rate     numeric(5, 2) not null check (vat_rate between 0 and 100),
  -- No invoice of a period that ends before it takes it.
  due_from     date not null,
  invoice_id   uuid,
  created_by   text not null,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, building_id, apartment_id) references apartments (tenant_id, building_id, id),
  foreign key (tenant_id, invoice_id) references invoices (tenant_id, id)
);
create index one_offs_building on one_offs (tenant_id, building_id, created_at, id);
create index one_offs_invoice on one_offs (tenant_id, invoice_id) where invoice_id is not null;
call isolate('one_offs');

-- The rates of interest on what is overdue, each from a day on; null: none is charged.
alter table buildings add column late_interest jsonb;
