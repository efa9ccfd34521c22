-- Periods: what is known of suppliers' bills, invoices that correct others, and the history of every invoice. Money is integer cents.

-- What a supplier's bill says of itself.
alter table supplier_bills add column supplier text, add column bill_number text, add column billed_on date;

-- Bills that came for a period after its invoices were sent: they add to what is recorded, which stays as it was.
create table further_bills (
  tenant_id    uuid not null,
  id           uuid not null,
  building_id  uuid not null,
  period_start date not null,
  period_end   date not null,
  charge       text not null,
  amount       bigint not null,
  quantity     numeric(18, 6),
  supplier     text,
  bill_number  text,
  billed_on    date,
  reason       text not null,
  created_at   timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, building_id) references buildings (tenant_id, id)
);
create index further_bills_period on further_bills (tenant_id, building_id, period_start, period_end);
call isolate('further_bills');

-- An invoice that corrects another: a credit that a person gives, or the difference that a correction of its period makes.
alter table invoices
  add column corrects_id uuid,
  add column cause text check (cause in ('credit', 'correction')),
  add column reason text,
  add constraint invoices_correction check ((corrects_id is null) = (cause is null) and (corrects_id is null) = (reason is null)),
  add foreign key (tenant_id, corrects_id) references invoices (tenant_id, id),
  -- It is of the same days as what it corrects.
  drop constraint invoices_period_overlaps,
  add constraint invoices_period_overlaps exclude using gist
    (apartment_id with =, daterange(period_start, period_end, '[]') with &&, tenant_id with =) where (status <> 'cancelled' and corrects_id is null);
create index invoices_corrections on invoices (tenant_id, corrects_id) where corrects_id is not null;

-- A negative invoice is credit of its apartment: money like a payment's, though none came in.
alter table payments
  add column credit_invoice_id uuid,
  drop constraint payments_source_check,
  add constraint payments_source_check check (source in ('banklink', 'statement', 'manual', 'credit')),
  add check ((source = 'credit') = (credit_invoice_id is not null)),
  add foreign key (tenant_id, credit_invoice_id) references invoices (tenant_id, id);
create unique index payments_credit_invoice on payments (tenant_id, credit_invoice_id) where credit_invoice_id is not null;

-- What became of an invoice, when and by whom. Rows are only ever added: there is no policy that lets one be changed or removed.
create table invoice_history (
  tenant_id  uuid not null,
  invoice_id uuid not null,
  id         uuid not null,
  at         timestamptz not null,
  action     text not null,
  actor_kind text not null check (actor_kind in ('user', 'key', 'service')),
  actor_id   uuid,
  detail     jsonb not null,
  primary key (tenant_id, invoice_id, id),
  foreign key (tenant_id, invoice_id) references invoices (tenant_id, id)
);
call isolate('invoice_history');
create policy unchanged on invoice_history as restrictive for update using (false);
create policy kept on invoice_history as restrictive for delete using (false);
