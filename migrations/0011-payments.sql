-- What was paid: the entries of imported bank statements, payments, and which invoices they pay. Money is integer cents.

create table statement_imports (
  tenant_id  uuid not null references tenants (id),
  id         uuid not null,
  -- Of the file's bytes: the same file again is known.
  sha256     bytea not null,
  format     text not null,
  -- What was told of the file, without the payments.
  summary    json not null,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
create unique index statement_imports_file on statement_imports (tenant_id, sha256);
call isolate('statement_imports');

-- Booked lines of statements, each once, however many files have it: key says what makes a line the same, occurrence counts equal lines of one file.
create table bank_entries (
  tenant_id      uuid not null,
  id             uuid not null,
  import_id      uuid not null,
  line           integer not null,
  -- How the statement came: camt or csv.
  kind           text not null,
  account        text not null,
  currency       text not null,
  credit         boolean not null,
  amount         bigint not null check (amount >= 0),
  booked_on      date not null,
  bank_id        text,
  -- The bank's id and the amount of the batch this line is a part of, or is as a lump.
  batch_id       text,
  batch_amount   bigint,
  end_to_end_id  text,
  transaction_id text,
  order_number   text,
  reference      text,
  description    text not null,
  payer_name     text,
  payer_iban     text,
  reversal       boolean not null,
  key            bytea not null,
  occurrence     integer not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, import_id) references statement_imports (tenant_id, id)
);
create unique index bank_entries_once on bank_entries (tenant_id, key, occurrence);
create index bank_entries_alike on bank_entries (tenant_id, account, amount, booked_on);
create index bank_entries_reversal on bank_entries (tenant_id, account, amount, booked_on) where reversal and not credit;
create index bank_entries_batch on bank_entries (tenant_id, batch_id) where batch_id is not null;
call isolate('bank_entries');

-- Money that came in. allocated is the sum of its allocations that stand; the rest is credit of the apartment, when that is known.
create table payments (
  tenant_id     uuid not null references tenants (id),
  id            uuid not null,
  source        text not null check (source in ('banklink', 'statement', 'manual')),
  status        text not null check (status in ('matched', 'partially_matched', 'unmatched', 'reversed')),
  amount        bigint not null check (amount > 0),
  allocated     bigint not null default 0,
  currency      text not null,
  paid_on       date not null,
  -- The organization's own account that it came to.
  account       text,
  payer_name    text,
  payer_iban    text,
  reference     text,
  description   text,
  -- The bank's number of the payment order.
  order_number  text,
  bank_entry_id uuid,
  apartment_id  uuid,
  reason        text not null,
  -- What the decision looked at.
  evidence      text,
  dismissed_at  timestamptz,
  created_at    timestamptz not null,
  updated_at    timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, bank_entry_id) references bank_entries (tenant_id, id),
  foreign key (tenant_id, apartment_id) references apartments (tenant_id, id),
  constraint payments_allocated check (allocated between 0 and amount),
  constraint payments_status check (
    case when status = 'reversed' then allocated = 0
         else status = case when allocated = amount then 'matched' when allocated > 0 then 'partially_matched' else 'unmatched' end end)
);
create unique index payments_entry on payments (tenant_id, bank_entry_id) where bank_entry_id is not null;
create index payments_created on payments (tenant_id, created_at, id);
create index payments_updated on payments (tenant_id, updated_at, id);
create index payments_paid_on on payments (tenant_id, paid_on, id);
create index payments_payer on payments (tenant_id, payer_iban) where payer_iban is not null;
create index payments_credit on payments (tenant_id, apartment_id) where apartment_id is not null and allocated < amount and status <> 'reversed';
create index payments_unseen on payments (tenant_id, amount) where bank_entry_id is null and status <> 'reversed';
create index payments_waiting on payments (tenant_id, created_at, id) where allocated < amount and status <> 'reversed' and dismissed_at is null;
call isolate('payments');

-- Which invoice a payment pays, how much of it, and why. What is undone stays, so that nobody does it again unasked.
create table allocations (
  tenant_id  uuid not null,
  id         uuid not null,
  payment_id uuid not null,
  invoice_id uuid not null,
  amount     bigint not null check (amount > 0),
  matched_by text not null,
  evidence   text,
  created_by text not null,
  created_at timestamptz not null,
  undone_at  timestamptz,
  undone_by  text,
  undone_for text check (undone_for in ('person', 'reversal', 'cancelled')),
  primary key (tenant_id, id),
  foreign key (tenant_id, payment_id) references payments (tenant_id, id),
  foreign key (tenant_id, invoice_id) references invoices (tenant_id, id),
  check ((undone_at is null) = (undone_for is null))
);
create unique index allocations_once on allocations (tenant_id, payment_id, invoice_id) where undone_at is null;
create index allocations_invoice on allocations (tenant_id, invoice_id);
call isolate('allocations');

-- An invoice is found by what payers quote of it while it is open, and is never paid more than its amount.
create index invoices_open_reference on invoices (tenant_id, reference) where status in ('draft', 'sent');
create index invoices_open_number on invoices (tenant_id, upper(number)) where status in ('draft', 'sent');
-- What a paid invoice is again when its payment is undone: it may never have been sent.
alter table invoices add column reopens_as text check (reopens_as in ('draft', 'sent'));
alter table invoices add constraint invoices_paid_within check (amount_paid between least(amount, 0) and greatest(amount, 0));

-- Banklink.


-- The banks that residents can pay through. keys signs what is sent to the bank: sealed, never shown again, erased when the bank is removed.
create table banks (
  tenant_id   uuid not null references tenants (id),
  id          uuid not null,
  name        text not null,
  title       text not null,
  provider    text not null check (provider in ('ipizza', 'montonio', 'sandbox')),
  -- What is no secret: address, merchant, version, the bank's public key. It stays, so that a late message of a removed bank can still be verified.
  terms       json not null,
  keys        bytea,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  archived_at timestamptz,
  primary key (tenant_id, id),
  check (keys is not null or archived_at is not null)
);
create unique index banks_name on banks (tenant_id, name) where archived_at is null;
call isolate('banks');

-- Payments that were begun at a bank, as they were frozen then: nothing in a bank's message is believed that differs from this.
create table banklink_orders (
  tenant_id    uuid not null,
  id           uuid not null,
  invoice_id   uuid not null,
  bank_id      uuid not null,
  status       text not null check (status in ('initiated', 'failed', 'paid')),
  -- The number under which the bank knows it.
  stamp        text not null,
  merchant     text not null,
  amount       bigint not null check (amount > 0),
  currency     text not null,
  reference    text not null,
  message      text not null,
  -- The account and name of the receiver; without them the bank pays to the account of its contract.
  account      text,
  receiver     text,
  language     text not null,
  time_zone    text not null,
  return_url   text,
  -- Where a provider that is asked first wants the payer.
  redirect_url text,
  -- The bank's number of the payment order.
  order_number text,
  payment_id   uuid,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  expires_at   timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, invoice_id) references invoices (tenant_id, id),
  foreign key (tenant_id, bank_id) references banks (tenant_id, id),
  foreign key (tenant_id, payment_id) references payments (tenant_id, id),
  check ((status = 'paid') = (payment_id is not null))
);
create unique index banklink_orders_id on banklink_orders (id);
create unique index banklink_orders_stamp on banklink_orders (tenant_id, bank_id, stamp);
create index banklink_orders_invoice on banklink_orders (tenant_id, invoice_id);
call isolate('banklink_orders');

-- What banks (or others) told of an order, and what came of it. No personal data.
create table banklink_callbacks (
  tenant_id uuid not null,
  id        uuid not null,
  order_id  uuid not null,
  at        timestamptz not null,
  method    text not null,
  outcome   text not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, order_id) references banklink_orders (tenant_id, id)
);
create index banklink_callbacks_order on banklink_callbacks (tenant_id, order_id);
create index banklink_callbacks_at on banklink_callbacks (tenant_id, at, id);
call isolate('banklink_callbacks');

-- The organization of an order, for a page or a message that names it.
create policy system on banklink_orders for select to haldur_system using (true);
grant select on banklink_orders to haldur_system;
create function tenant_of_banklink_order(wanted uuid) returns uuid
  language sql stable security definer set search_path = pg_catalog, public
begin atomic
  select tenant_id from banklink_orders where id = wanted;
end;
alter function tenant_of_banklink_order(uuid) owner to haldur_system;
revoke execute on function tenant_of_banklink_order(uuid) from public;
grant execute on function tenant_of_banklink_order(uuid) to haldur_app;
