-- What was paid: the entries of imported bank statements, payments and which invoices they pay, refunds, banks. Money is integer cents.

create table statement_imports (
  tenant_id  uuid not null references tenants (id),
  id         uuid not null,
  sha256     bytea not null,
  format     text not null,
  summary    json not null,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
comment on table statement_imports is 'Bank statements that were imported.';
comment on column statement_imports.sha256 is 'Of the file''s bytes: the same file again is known.';
comment on column statement_imports.format is 'Such as camt.053, mt940 or csv.';
comment on column statement_imports.summary is 'What was answered about the file, without the payments.';
create unique index statement_imports_file on statement_imports (tenant_id, sha256);
call isolate('statement_imports');

create table statement_import_progress (
  tenant_id     uuid not null references tenants (id),
  id            uuid not null,
  started_by    text not null,
  file_name     text,
  dry_run       boolean not null,
  lines_read    integer not null,
  lines_decided integer not null,
  cancelled     boolean not null default false,
  started_at    timestamptz not null,
  seen_at       timestamptz not null,
  primary key (tenant_id, id)
);
comment on table statement_import_progress is 'Imports under way, for people who wait. Each writes its row in short transactions of its own and takes it away when it ends; a row that was not written for 15 seconds is of an import that died.';
comment on column statement_import_progress.started_by is 'Who imports: user, key or service, with the id.';
comment on column statement_import_progress.file_name is 'What the file is called, where that was said.';
comment on column statement_import_progress.dry_run is 'Whether nothing is to be kept.';
comment on column statement_import_progress.lines_read is 'Lines of the file that were read.';
comment on column statement_import_progress.lines_decided is 'Lines whose money was decided about.';
comment on column statement_import_progress.cancelled is 'Whether a person wants it to end: it does at its next look.';
comment on column statement_import_progress.started_at is 'When the import began, by the clock of the database.';
comment on column statement_import_progress.seen_at is 'When the import wrote last, by the clock of the database.';
call isolate('statement_import_progress');

create table statement_profiles (
  tenant_id    uuid not null references tenants (id),
  id           uuid not null,
  name         text not null,
  headings_key text not null,
  headings     json not null,
  columns      json not null,
  currency     text,
  account      text,
  created_by   text not null,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  primary key (tenant_id, id)
);
comment on table statement_profiles is 'What a person said the columns of a table of statements mean: files with the same headings are read so.';
comment on column statement_profiles.name is 'What people call it.';
comment on column statement_profiles.headings_key is 'The headings as they are compared: by their letters and digits.';
comment on column statement_profiles.headings is 'The headings as they stand in the file.';
comment on column statement_profiles.columns is 'What columns mean, by their places from 0; those without a meaning are left out.';
comment on column statement_profiles.currency is 'ISO 4217, of files whose columns do not name it; null: it is asked for.';
comment on column statement_profiles.account is 'The organization''s own account, of files that do not name it.';
comment on column statement_profiles.created_by is 'Who said it: user, key or service, with the id.';
create unique index statement_profiles_headings on statement_profiles (tenant_id, headings_key);
call isolate('statement_profiles');

create table bank_entries (
  tenant_id      uuid not null,
  id             uuid not null,
  import_id      uuid not null,
  line           integer not null,
  kind           text not null,
  account        text not null,
  currency       text not null,
  credit         boolean not null,
  amount         bigint not null check (amount >= 0),
  booked_on      date not null,
  bank_id        text,
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
comment on table bank_entries is 'Booked entries of statements, each once, however many files have it.';
comment on column bank_entries.line is 'Where it stands in the file.';
comment on column bank_entries.kind is 'How the statement came: camt.053, mt940, csv and so on.';
comment on column bank_entries.account is 'The organization''s own account.';
comment on column bank_entries.currency is 'ISO 4217.';
comment on column bank_entries.credit is 'True: money came in. False: money went out.';
comment on column bank_entries.amount is 'Cents, never negative.';
comment on column bank_entries.booked_on is 'The day on which the bank booked it.';
comment on column bank_entries.bank_id is 'The bank''s own id of the entry.';
comment on column bank_entries.batch_id is 'The bank''s id of the batch this entry is a part of, or is as a lump; batch_amount is the batch''s amount.';
comment on column bank_entries.batch_amount is 'Cents of the whole batch.';
comment on column bank_entries.end_to_end_id is 'The payer''s id of the payment (EndToEndId).';
comment on column bank_entries.transaction_id is 'The id of the transaction between banks (TxId).';
comment on column bank_entries.order_number is 'The bank''s number of the payment order.';
comment on column bank_entries.reference is 'The payment reference in its own field.';
comment on column bank_entries.description is 'What the payer wrote.';
comment on column bank_entries.payer_name is 'Who paid.';
comment on column bank_entries.payer_iban is 'The account it came from.';
comment on column bank_entries.reversal is 'Whether it takes back another entry.';
comment on column bank_entries.key is 'What makes an entry the same; occurrence counts equal entries of one file.';
comment on column bank_entries.occurrence is 'Counts equal entries of one file, from 1.';
create unique index bank_entries_once on bank_entries (tenant_id, key, occurrence);
create index bank_entries_alike on bank_entries (tenant_id, account, amount, booked_on);
create index bank_entries_reversal on bank_entries (tenant_id, account, amount, booked_on) where reversal and not credit;
create index bank_entries_batch on bank_entries (tenant_id, batch_id) where batch_id is not null;
-- Of a few organizations the planner would know how much each has, and take a new one for empty: then any index that begins with the tenant looks as good as the key,
-- and what is looked up for each line of a file goes through all of them. Without statistics it takes each organization for a part of the table.
alter table bank_entries alter column tenant_id set statistics 0;
call isolate('bank_entries');

create table payments (
  tenant_id         uuid not null,
  id                uuid not null,
  source            text not null,
  status            text not null check (status in ('matched', 'partially_matched', 'unmatched', 'reversed')),
  amount            bigint not null check (amount > 0),
  allocated         bigint not null default 0,
  refunded          bigint not null default 0,
  currency          text not null,
  paid_on           date not null,
  account           text,
  payer_name        text,
  payer_iban        text,
  reference         text,
  description       text,
  order_number      text,
  bank_entry_id     uuid,
  apartment_id      uuid,
  credit_invoice_id uuid,
  reason            text not null,
  evidence          text,
  dismissed_at      timestamptz,
  created_at        timestamptz not null,
  updated_at        timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, bank_entry_id) references bank_entries (tenant_id, id),
  foreign key (tenant_id, apartment_id) references apartments (tenant_id, id),
  foreign key (tenant_id, credit_invoice_id) references invoices (tenant_id, id),
  constraint payments_source_check check (source in ('banklink', 'statement', 'manual', 'credit')),
  check ((source = 'credit') = (credit_invoice_id is not null)),
  constraint payments_allocated check (allocated between 0 and amount),
  constraint payments_refunded check (refunded between 0 and allocated),
  constraint payments_status check (
    case when status = 'reversed' then allocated = 0
         else status = case when allocated = amount then 'matched' when allocated > 0 then 'partially_matched' else 'unmatched' end end)
);
comment on table payments is 'Money that came in, and credit that a negative invoice gave.';
comment on column payments.source is 'Where it comes from.';
comment on column payments.status is 'How it stands; follows from amount and allocated.';
comment on column payments.amount is 'Cents.';
comment on column payments.allocated is 'The sum of its standing allocations and refunds; the rest is credit of the apartment, when that is known.';
comment on column payments.refunded is 'Cents that were paid back.';
comment on column payments.currency is 'ISO 4217.';
comment on column payments.paid_on is 'The day of the payment.';
comment on column payments.account is 'The organization''s own account that it came to.';
comment on column payments.payer_name is 'Who paid.';
comment on column payments.payer_iban is 'The account it came from.';
comment on column payments.reference is 'The payment reference in its own field.';
comment on column payments.description is 'What the payer wrote.';
comment on column payments.order_number is 'The bank''s number of the payment order.';
comment on column payments.credit_invoice_id is 'The negative invoice that gave this credit.';
comment on column payments.reason is 'Why it was matched so, or why it waits.';
comment on column payments.evidence is 'What the decision looked at.';
comment on column payments.dismissed_at is 'When a person said that it pays no invoice.';
create unique index payments_entry on payments (tenant_id, bank_entry_id) where bank_entry_id is not null;
create unique index payments_credit_invoice on payments (tenant_id, credit_invoice_id) where credit_invoice_id is not null;
create index payments_created on payments (tenant_id, created_at, id);
create index payments_updated on payments (tenant_id, updated_at, id);
create index payments_paid_on on payments (tenant_id, paid_on, id);
create index payments_payer on payments (tenant_id, payer_iban) where payer_iban is not null;
create index payments_credit on payments (tenant_id, apartment_id) where apartment_id is not null and allocated < amount and status <> 'reversed';
create index payments_unseen on payments (tenant_id, amount) where bank_entry_id is null and status <> 'reversed';
create index payments_waiting on payments (tenant_id, created_at, id) where allocated < amount and status <> 'reversed' and dismissed_at is null;
alter table payments alter column tenant_id set statistics 0; -- As of bank_entries.
call isolate('payments');

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
comment on table allocations is 'Which invoice a payment pays, how much of it, and why. What is undone stays, so that nobody does it again unasked.';
comment on column allocations.amount is 'Cents.';
comment on column allocations.matched_by is 'Who or what matched it: a rule by name, or a person.';
comment on column allocations.evidence is 'What the decision looked at.';
comment on column allocations.created_by is 'Who did it: user, key or service, with the id.';
comment on column allocations.undone_at is 'When it was undone; null: it stands.';
comment on column allocations.undone_by is 'Who undid it.';
comment on column allocations.undone_for is 'Why it was undone.';
create unique index allocations_once on allocations (tenant_id, payment_id, invoice_id) where undone_at is null;
create index allocations_invoice on allocations (tenant_id, invoice_id);
call isolate('allocations');

create table refunds (
  tenant_id   uuid not null,
  id          uuid not null,
  payment_id  uuid not null,
  amount      bigint not null check (amount > 0),
  refunded_on date not null,
  note        text,
  created_by  text not null,
  created_at  timestamptz not null,
  undone_at   timestamptz,
  undone_by   text,
  primary key (tenant_id, id),
  foreign key (tenant_id, payment_id) references payments (tenant_id, id)
);
comment on table refunds is 'Money of a payment that was paid back by a transfer outside of the service. It counts among what the payment has allocated. One entered by mistake is undone and stays as a row.';
comment on column refunds.amount is 'Cents.';
comment on column refunds.refunded_on is 'The day of the transfer.';
comment on column refunds.note is 'In a person''s words.';
comment on column refunds.created_by is 'Who entered it.';
comment on column refunds.undone_at is 'When it was undone; null: it stands.';
comment on column refunds.undone_by is 'Who undid it.';
create index refunds_payment on refunds (tenant_id, payment_id);
call isolate('refunds');

create table banks (
  tenant_id   uuid not null references tenants (id),
  id          uuid not null,
  name        text not null,
  title       text not null,
  provider    text not null check (provider in ('ipizza', 'montonio', 'sandbox')),
  terms       json not null,
  keys        bytea,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  archived_at timestamptz,
  primary key (tenant_id, id),
  check (keys is not null or archived_at is not null)
);
comment on table banks is 'The banks that residents can pay through.';
comment on column banks.name is 'The id in the API.';
comment on column banks.title is 'What payers see.';
comment on column banks.provider is 'The protocol.';
comment on column banks.terms is 'What is no secret: address, merchant, version, the bank''s public key. It stays, so that a late message of a removed bank can still be verified.';
comment on column banks.keys is 'Sign what is sent to the bank: encrypted, never shown again, erased when the bank is removed.';
create unique index banks_name on banks (tenant_id, name) where archived_at is null;
call isolate('banks');
create policy system on banks for select to haldur_system using (true);
grant select (keys) on banks to haldur_system;

create table banklink_orders (
  tenant_id    uuid not null,
  id           uuid not null,
  invoice_id   uuid not null,
  bank_id      uuid not null,
  status       text not null check (status in ('initiated', 'failed', 'paid')),
  stamp        text not null,
  merchant     text not null,
  amount       bigint not null check (amount > 0),
  currency     text not null,
  reference    text not null,
  message      text not null,
  account      text,
  receiver     text,
  language     text not null,
  time_zone    text not null,
  return_url   text,
  redirect_url text,
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
comment on table banklink_orders is 'Payments that were begun at a bank, frozen as they were then: nothing in a bank''s message is believed that differs from this.';
comment on column banklink_orders.status is 'How far the payment is.';
comment on column banklink_orders.stamp is 'The number under which the bank knows it.';
comment on column banklink_orders.merchant is 'The organization''s id at the bank.';
comment on column banklink_orders.amount is 'Cents.';
comment on column banklink_orders.currency is 'ISO 4217.';
comment on column banklink_orders.reference is 'The payment reference.';
comment on column banklink_orders.message is 'What the payer sees at the bank.';
comment on column banklink_orders.account is 'The account of the receiver; without it the bank pays to the account of its contract.';
comment on column banklink_orders.receiver is 'The name of the receiver.';
comment on column banklink_orders.language is 'Of the page at the bank.';
comment on column banklink_orders.time_zone is 'Of the building: the day of the payment is counted there.';
comment on column banklink_orders.return_url is 'Where the payer goes afterwards; null: to our own page.';
comment on column banklink_orders.redirect_url is 'Where a provider that is asked first wants the payer.';
comment on column banklink_orders.order_number is 'The bank''s number of the payment order.';
comment on column banklink_orders.expires_at is 'From when on it can no longer be begun.';
create unique index banklink_orders_stamp on banklink_orders (tenant_id, bank_id, stamp);
create index banklink_orders_invoice on banklink_orders (tenant_id, invoice_id);
call isolate('banklink_orders');
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
comment on table banklink_callbacks is 'What banks (or others) said of an order, and the result. No personal data.';
comment on column banklink_callbacks.at is 'When it came.';
comment on column banklink_callbacks.method is 'GET or POST.';
comment on column banklink_callbacks.outcome is 'What it came to.';
create index banklink_callbacks_order on banklink_callbacks (tenant_id, order_id);
create index banklink_callbacks_at on banklink_callbacks (tenant_id, at, id);
call isolate('banklink_callbacks');
