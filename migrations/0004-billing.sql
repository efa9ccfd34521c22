-- What is owed: the suppliers' bills of a period, invoices and their positions. Money is integer cents.

create table supplier_bills (
  tenant_id    uuid not null,
  building_id  uuid not null,
  period_start date not null,
  period_end   date not null,
  charge       text not null,
  amount       bigint not null,
  quantity     numeric(18, 6),
  updated_at   timestamptz not null,
  primary key (tenant_id, building_id, period_start, period_end, charge),
  foreign key (tenant_id, building_id) references buildings (tenant_id, id)
);
call isolate('supplier_bills');

-- An invoice belongs to an apartment and to that apartment's own building, and the database holds to it.
alter table apartments add constraint apartments_of_building unique (tenant_id, building_id, id);

create table invoices (
  tenant_id          uuid not null,
  id                 uuid not null,
  number             text not null,
  reference          text not null,
  status             text not null check (status in ('draft', 'sent', 'paid', 'cancelled')),
  building_id        uuid not null,
  apartment_id       uuid not null,
  recipients         jsonb not null default '[]',
  period_start       date not null,
  period_end         date not null,
  issue_date         date not null,
  due_date           date not null,
  paid_date          date,
  currency           text not null,
  amount             bigint not null,
  amount_paid        bigint not null default 0,
  -- The due date for which invoice.overdue was raised, so that it is raised once.
  overdue_raised_for date,
  created_at         timestamptz not null,
  updated_at         timestamptz not null,
  foreign key (tenant_id, building_id, apartment_id) references apartments (tenant_id, building_id, id),
  check (period_start <= period_end),
  check ((status = 'paid') = (paid_date is not null)),
  -- No day of an apartment is billed twice. The tenant stands last: the apartment alone finds its few rows, and comparing costs time at every insert.
  constraint invoices_period_overlaps exclude using gist
    (apartment_id with =, daterange(period_start, period_end, '[]') with &&, tenant_id with =) where (status <> 'cancelled')
);
create unique index invoices_number_unique on invoices (tenant_id, number);
create index invoices_created on invoices (tenant_id, created_at, id);
create index invoices_updated on invoices (tenant_id, updated_at, id);
create index invoices_issued on invoices (tenant_id, issue_date, id);
create index invoices_apartment on invoices (tenant_id, apartment_id, created_at);
create index invoices_unpaid on invoices (tenant_id, due_date) where status = 'sent';
-- While a table was never analysed, the planner takes any index that begins with the tenant for a way to one invoice, and the checks of positions, planned
-- once per connection, would stay slow. So no index is smaller than the primary key (hence no deduplication), and the key is the newest, which wins a tie.
create index invoices_building_period on invoices (tenant_id, building_id, period_start, period_end) with (deduplicate_items = off);
alter table invoices add primary key (tenant_id, id);
call isolate('invoices');

-- The lines of an invoice. calculation says how the figure came about, as data; it is kept as it was written and never searched, hence json.
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
call isolate('positions');
