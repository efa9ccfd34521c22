-- Invoicing: supplier bills of a period, one-off charges, invoices with their positions, days and history. Money is integer cents.

create table supplier_bills (
  tenant_id    uuid not null,
  building_id  uuid not null,
  period_start date not null,
  period_end   date not null,
  charge       text not null,
  amount       bigint not null,
  quantity     numeric(18, 6),
  supplier     text,
  bill_number  text,
  billed_on    date,
  updated_at   timestamptz not null,
  primary key (tenant_id, building_id, period_start, period_end, charge),
  foreign key (tenant_id, building_id) references buildings (tenant_id, id)
);
comment on table supplier_bills is 'What a supplier billed a building for a charge in a period. Amounts are cents.';
comment on column supplier_bills.period_start is 'First day of the period.';
comment on column supplier_bills.period_end is 'Last day of the period.';
comment on column supplier_bills.charge is 'The code of the charge.';
comment on column supplier_bills.amount is 'Cents.';
comment on column supplier_bills.quantity is 'The quantity supplied, in the supplier''s unit.';
comment on column supplier_bills.supplier is 'The name of the supplier.';
comment on column supplier_bills.bill_number is 'The number of the bill.';
comment on column supplier_bills.billed_on is 'The date of the bill.';
call isolate('supplier_bills');

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
comment on table further_bills is 'Bills that arrived for a period after its invoices were sent. They add to the recorded bills, which stay unchanged.';
comment on column further_bills.period_start is 'First day of the period.';
comment on column further_bills.period_end is 'Last day of the period.';
comment on column further_bills.charge is 'The code of the charge.';
comment on column further_bills.amount is 'Cents; a negative amount is a refund by the supplier.';
comment on column further_bills.quantity is 'The quantity supplied, in the supplier''s unit.';
comment on column further_bills.supplier is 'The name of the supplier.';
comment on column further_bills.bill_number is 'The number of the bill.';
comment on column further_bills.billed_on is 'The date of the bill.';
comment on column further_bills.reason is 'Why it was late, in a person''s words.';
create index further_bills_period on further_bills (tenant_id, building_id, period_start, period_end);
call isolate('further_bills');

create table invoices (
  tenant_id          uuid not null,
  id                 uuid not null,
  number             text not null,
  number_key         text not null generated always as (upper(number)) stored,
  reference          text not null,
  status             text not null check (status in ('draft', 'sent', 'paid', 'cancelled')),
  building_id        uuid not null,
  apartment_id       uuid not null,
  recipients         jsonb not null default '[]',
  hidden_from        uuid[] not null default '{}',
  period_start       date not null,
  period_end         date not null,
  full_period_start        date,
  full_period_end          date,
  issue_date         date not null,
  due_date           date not null,
  paid_date          date,
  currency           text not null,
  amount             bigint not null,
  amount_paid        bigint not null default 0,
  status_when_unpaid         text check (status_when_unpaid in ('draft', 'sent')),
  corrects_id        uuid,
  cause              text check (cause in ('credit', 'correction')),
  reason             text,
  sent_at            timestamptz,
  sent_by            text check (sent_by in ('email', 'paper', 'e_invoice', 'other')),
  sending            text check (sending in ('queued', 'sent', 'partly_sent', 'failed')),
  overdue_event_due_date date,
  reminded_due_date       date,
  created_at         timestamptz not null,
  updated_at         timestamptz not null,
  foreign key (tenant_id, building_id, apartment_id) references apartments (tenant_id, building_id, id),
  check (period_start <= period_end),
  check ((status = 'paid') = (paid_date is not null)),
  constraint invoices_part check ((full_period_start is null) = (full_period_end is null) and full_period_start <= period_start and full_period_end >= period_end),
  constraint invoices_paid_within check (amount_paid between least(amount, 0) and greatest(amount, 0)),
  constraint invoices_correction check ((corrects_id is null) = (cause is null) and (corrects_id is null) = (reason is null)),
  constraint invoices_sent check ((sent_at is null) = (sent_by is null))
);
comment on table invoices is 'Invoices of an apartment of the building. Amounts are cents.';
comment on column invoices.number is 'The invoice number; without gaps within an organization and a year.';
comment on column invoices.number_key is 'The number in upper case. A column, because under row-level security the planner uses no index on upper(number).';
comment on column invoices.reference is 'The payment reference.';
comment on column invoices.status is 'The status, as in the specification.';
comment on column invoices.recipients is 'The recipients: a list of id, name, e-mail address and language, as of the invoice''s creation.';
comment on column invoices.hidden_from is 'Residents who pay for other days of the period, and therefore do not see this invoice even if they had the apartment on one of its days.';
comment on column invoices.period_start is 'First billed day.';
comment on column invoices.period_end is 'Last billed day.';
comment on column invoices.full_period_start is 'If an apartment changed hands inside a period, each payer has an invoice for their own days: full_period_start to full_period_end is the whole period.';
comment on column invoices.full_period_end is 'See full_period_start.';
comment on column invoices.issue_date is 'The day it was issued.';
comment on column invoices.due_date is 'The last day for payment.';
comment on column invoices.paid_date is 'The day it was fully paid.';
comment on column invoices.currency is 'ISO 4217.';
comment on column invoices.amount is 'Cents to be paid, including VAT; negative is a credit.';
comment on column invoices.amount_paid is 'Cents paid.';
comment on column invoices.status_when_unpaid is 'The status that a paid invoice returns to when its payment is undone: it may never have been sent.';
comment on column invoices.corrects_id is 'The invoice that this one corrects: by a manual credit, or by the difference from a correction of its period.';
comment on column invoices.cause is 'The kind of correction.';
comment on column invoices.reason is 'The reason of the correction, in a person''s words.';
comment on column invoices.sent_at is 'When it first reached a recipient.';
comment on column invoices.sent_by is 'How it first reached a recipient.';
comment on column invoices.sending is 'The state of the latest e-mailing; null if it was never e-mailed.';
comment on column invoices.overdue_event_due_date is 'The due date that invoice.overdue was last raised for, so that it is raised once.';
comment on column invoices.reminded_due_date is 'The due date of the last reminder, so that it is sent once.';
create unique index invoices_number_unique on invoices (tenant_id, number);
create index invoices_created on invoices (tenant_id, created_at, id);
create index invoices_updated on invoices (tenant_id, updated_at, id);
create index invoices_issued on invoices (tenant_id, issue_date, id);
create index invoices_apartment on invoices (tenant_id, apartment_id, created_at);
create index invoices_unpaid on invoices (tenant_id, due_date) where status = 'sent';
create index invoices_open_reference on invoices (tenant_id, reference) where status in ('draft', 'sent');
create index invoices_open_number on invoices (tenant_id, number_key) where status in ('draft', 'sent');
create index invoices_corrections on invoices (tenant_id, corrects_id) where corrects_id is not null;
-- While a table has never been analyzed, the planner considers any index that begins with the tenant good enough to find one invoice. The checks of
-- positions, planned once per connection, would stay slow. So no index may be smaller than the primary key (hence no deduplication), and the key is
-- created last, because the newest index wins a tie.
create index invoices_building_period on invoices (tenant_id, building_id, period_start, period_end) with (deduplicate_items = off);
alter table invoices add primary key (tenant_id, id), add foreign key (tenant_id, corrects_id) references invoices (tenant_id, id);
call isolate('invoices');

create table invoice_days (
  tenant_id    uuid not null,
  invoice_id   uuid not null,
  apartment_id uuid not null,
  days         daterange not null,
  primary key (tenant_id, invoice_id),
  foreign key (tenant_id, invoice_id) references invoices (tenant_id, id) on delete cascade,
  -- No day of an apartment is billed twice. The tenant is the last column: the apartment alone finds its few rows, and comparing costs time on every
  -- insert.
  constraint invoices_period_overlaps exclude using gist (apartment_id with =, days with &&, tenant_id with =)
);
comment on table invoice_days is 'The billed days of an apartment, from the creation of an invoice to its cancellation. A separate table, so that paying or sending an invoice does not check the days again.';
comment on column invoice_days.days is 'The billed days.';
call isolate('invoice_days');

create table positions (
  tenant_id   uuid not null,
  invoice_id  uuid not null,
  ordinal     integer not null,
  code        text not null,
  description text not null,
  quantity    numeric not null,
  unit        text not null,
  unit_price  numeric not null,
  amount      bigint not null,
  vat_rate    numeric not null,
  vat_amount  bigint not null,
  calculation json not null,
  primary key (tenant_id, invoice_id, ordinal),
  foreign key (tenant_id, invoice_id) references invoices (tenant_id, id)
);
comment on table positions is 'The line items of an invoice. Amounts are cents.';
comment on column positions.ordinal is 'The number on the invoice, from 1.';
comment on column positions.code is 'The code of the charge.';
comment on column positions.description is 'The text on the invoice.';
comment on column positions.quantity is 'The quantity, an exact decimal.';
comment on column positions.unit is 'The unit of the quantity.';
comment on column positions.unit_price is 'Net price of one unit, an exact decimal.';
comment on column positions.amount is 'Net amount in cents.';
comment on column positions.vat_rate is 'VAT rate in percent.';
comment on column positions.vat_amount is 'VAT in cents.';
comment on column positions.calculation is 'The calculation of the amount, as data. Stored as written and never searched, hence json.';
call isolate('positions');

create table billed_consumption (
  tenant_id   uuid not null,
  invoice_id  uuid not null,
  number      integer not null check (number <> 0),
  ordinal     integer not null,
  building_id uuid not null,
  meter_id    uuid not null,
  charge      text not null,
  from_day    date not null,
  to_day      date not null,
  quantity    numeric not null,
  unit_price  numeric,
  vat_rate    numeric,
  coefficient numeric,
  amount      bigint not null,
  vat_amount  bigint not null,
  estimated   boolean not null,
  primary key (tenant_id, invoice_id, number),
  foreign key (tenant_id, invoice_id) references invoices (tenant_id, id),
  foreign key (tenant_id, meter_id) references meters (tenant_id, id),
  check (from_day <= to_day)
);
comment on table billed_consumption is 'What invoices billed of each meter by each charge, one row for each run of days. Rows are only added: their sum is the billed consumption.';
comment on column billed_consumption.number is 'Numbers the rows of an invoice from 1. Row -n reverses row n after the invoice is cancelled.';
comment on column billed_consumption.ordinal is 'The number of the position that bills it.';
comment on column billed_consumption.charge is 'The code of the charge.';
comment on column billed_consumption.from_day is 'The first day of the run; it may lie before the invoice''s period, where earlier days are settled.';
comment on column billed_consumption.to_day is 'Its last day.';
comment on column billed_consumption.quantity is 'In the meter''s unit, without the coefficient.';
comment on column billed_consumption.unit_price is 'Net price of one billed unit; null: a bill was divided by it.';
comment on column billed_consumption.vat_rate is 'Percent; null: a bill was divided by it.';
comment on column billed_consumption.coefficient is 'What the quantity counted with in the apartment; null: a bill was divided by it.';
comment on column billed_consumption.amount is 'Net cents; 0 where a bill was divided by it.';
comment on column billed_consumption.vat_amount is 'Cents.';
comment on column billed_consumption.estimated is 'Whether the last day lay after the last reading then.';
create index billed_consumption_meters on billed_consumption (tenant_id, meter_id, to_day);
call isolate('billed_consumption');
create policy unchanged on billed_consumption as restrictive for update using (false);
create policy kept on billed_consumption as restrictive for delete to haldur_app using (false);

create table billed_remainders (
  tenant_id   uuid not null,
  invoice_id  uuid not null,
  number      integer not null check (number <> 0),
  ordinal     integer not null,
  building_id uuid not null,
  charge      text not null,
  from_day    date not null,
  to_day      date not null,
  quantity    numeric not null,
  unit_price  numeric not null,
  vat_rate    numeric not null,
  amount      bigint not null,
  vat_amount  bigint not null,
  primary key (tenant_id, invoice_id, number),
  foreign key (tenant_id, invoice_id) references invoices (tenant_id, id),
  check (from_day <= to_day)
);
comment on table billed_remainders is 'The billed remainders: what main meters counted beyond the apartments'' own meters, as each apartment''s share of a run of days. Rows are only added.';
comment on column billed_remainders.number is 'Numbers the rows of an invoice from 1. Row -n reverses row n after the invoice is cancelled.';
comment on column billed_remainders.ordinal is 'The number of the position that bills it.';
comment on column billed_remainders.charge is 'The code of the charge.';
comment on column billed_remainders.from_day is 'The first day of the run. It may be before the invoice''s period, where earlier days are settled.';
comment on column billed_remainders.to_day is 'The last day of the run.';
comment on column billed_remainders.quantity is 'The apartment''s share, in the billing unit of the meter type.';
comment on column billed_remainders.unit_price is 'Net price of one unit.';
comment on column billed_remainders.vat_rate is 'VAT rate in percent.';
comment on column billed_remainders.amount is 'Net amount in cents.';
comment on column billed_remainders.vat_amount is 'VAT in cents.';
create index billed_remainders_charge on billed_remainders (tenant_id, building_id, charge, to_day);
call isolate('billed_remainders');
create policy unchanged on billed_remainders as restrictive for update using (false);
create policy kept on billed_remainders as restrictive for delete to haldur_app using (false);

create table one_off_charges (
  tenant_id    uuid not null,
  id           uuid not null,
  building_id  uuid not null,
  apartment_id uuid not null,
  description  text not null,
  amount       bigint not null,
  vat_rate     numeric(5, 2) not null check (vat_rate between 0 and 100),
  due_from     date not null,
  invoice_id   uuid,
  created_by   text not null,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, building_id, apartment_id) references apartments (tenant_id, building_id, id),
  foreign key (tenant_id, invoice_id) references invoices (tenant_id, id)
);
comment on table one_off_charges is 'One-off charges and credits of one apartment, for its next invoice. Free again when that invoice is cancelled.';
comment on column one_off_charges.description is 'What the charge is for.';
comment on column one_off_charges.amount is 'Net amount in cents; negative is a credit.';
comment on column one_off_charges.vat_rate is 'VAT rate in percent.';
comment on column one_off_charges.due_from is 'Invoices of periods that end before this day leave it out.';
comment on column one_off_charges.created_by is 'Who entered it: user or key, with the id.';
create index one_off_charges_building on one_off_charges (tenant_id, building_id, created_at, id);
create index one_off_charges_invoice on one_off_charges (tenant_id, invoice_id) where invoice_id is not null;
call isolate('one_off_charges');

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
comment on table invoice_history is 'The history of an invoice: what happened, when and by whom. Rows are only added; those of a sample organization are deleted with it.';
comment on column invoice_history.at is 'The time of the entry.';
comment on column invoice_history.action is 'What happened.';
comment on column invoice_history.actor_kind is 'Who did it.';
comment on column invoice_history.actor_id is 'The user or key; null: the service.';
comment on column invoice_history.detail is 'Further details, by action.';
call isolate('invoice_history');
create policy unchanged on invoice_history as restrictive for update using (false);
create policy kept on invoice_history as restrictive for delete to haldur_app using (false);

-- Histories and ledgers are deleted with the bound tenant, and only if it is a sample.
create function remove_sample_history() returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from tenants t where t.id = current_tenant() and t.sample) then return; end if;
  delete from invoice_history h where h.tenant_id = current_tenant();
  delete from meter_history h where h.tenant_id = current_tenant();
  delete from billed_consumption b where b.tenant_id = current_tenant();
  delete from billed_remainders b where b.tenant_id = current_tenant();
end $$;
grant select, delete on invoice_history, meter_history, billed_consumption, billed_remainders to haldur_system;
call across_tenants('remove_sample_history()');

create table sent_invoice_files (
  tenant_id  uuid not null,
  invoice_id uuid not null,
  language   text not null,
  file_id    uuid not null,
  sent_at    timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, invoice_id, language),
  unique (tenant_id, file_id),
  foreign key (tenant_id, invoice_id) references invoices (tenant_id, id),
  foreign key (tenant_id, file_id) references files (tenant_id, id)
);
comment on table sent_invoice_files is 'The PDF sent with the e-mails of an invoice, one per language. Stored before the first e-mail leaves, and never rendered again.';
comment on column sent_invoice_files.language is 'The language of the e-mails and of the PDF.';
comment on column sent_invoice_files.file_id is 'The gzipped file.';
comment on column sent_invoice_files.sent_at is 'When a mail server first accepted an e-mail with it. Null: none has, so the invoice is not shown with it, and e-mails written later get another file.';
call isolate('sent_invoice_files');

create table payment_reminders (
  tenant_id      uuid not null,
  building_id    uuid not null,
  days_after_due integer not null check (days_after_due between 1 and 90),
  since          date not null,
  updated_at     timestamptz not null,
  primary key (tenant_id, building_id),
  foreign key (tenant_id, building_id) references buildings (tenant_id, id)
);
comment on table payment_reminders is 'Buildings that send payment reminders by e-mail, a number of days after the due date.';
comment on column payment_reminders.days_after_due is 'Days after the due date.';
comment on column payment_reminders.since is 'No reminders are sent before this day.';
call isolate('payment_reminders');
