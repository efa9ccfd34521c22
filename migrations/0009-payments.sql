-- Payments: entries of imported bank statements, payments and their allocations to invoices, refunds, banks. Money is integer cents.

create table statement_imports (
  tenant_id  uuid not null references tenants (id),
  id         uuid not null,
  sha256     bytea not null,
  format     text not null,
  summary    json not null,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
comment on table statement_imports is 'Imported bank statements.';
comment on column statement_imports.sha256 is 'Hash of the file''s bytes; it identifies a file that was already imported.';
comment on column statement_imports.format is 'The format, such as camt.053, mt940 or csv.';
comment on column statement_imports.summary is 'The import response about the file, without the payments.';
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
comment on table statement_import_progress is 'Running imports, for waiting users. Each import writes its row in short separate transactions and deletes it when it ends; a row not written for 15 seconds belongs to an import that died.';
comment on column statement_import_progress.started_by is 'Who started the import: user, key or service, with the id.';
comment on column statement_import_progress.file_name is 'The name of the file, if known.';
comment on column statement_import_progress.dry_run is 'Whether it is a dry run, which stores nothing.';
comment on column statement_import_progress.lines_read is 'Lines of the file read so far.';
comment on column statement_import_progress.lines_decided is 'Lines whose payments have been decided.';
comment on column statement_import_progress.cancelled is 'Whether a person cancelled it; it stops at its next check.';
comment on column statement_import_progress.started_at is 'When the import started, by the clock of the database.';
comment on column statement_import_progress.seen_at is 'When the import last wrote, by the clock of the database.';
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
comment on table statement_profiles is 'The meaning of the columns of a statement table, as a person defined it; used for files with the same headings.';
comment on column statement_profiles.name is 'The name of the profile.';
comment on column statement_profiles.headings_key is 'The headings normalised for comparison: their letters and digits.';
comment on column statement_profiles.headings is 'The headings as in the file.';
comment on column statement_profiles.columns is 'The meanings of columns by index, from 0; columns without a meaning are left out.';
comment on column statement_profiles.currency is 'ISO 4217, for files whose columns do not name it; null: the user is asked.';
comment on column statement_profiles.account is 'The organization''s own account, for files that do not name it.';
comment on column statement_profiles.created_by is 'Who created it: user, key or service, with the id.';
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
comment on table bank_entries is 'Booked entries of statements, each once, however many files contain it.';
comment on column bank_entries.line is 'The line in the file.';
comment on column bank_entries.kind is 'The format of the statement: camt.053, mt940, csv and so on.';
comment on column bank_entries.account is 'The organization''s own account.';
comment on column bank_entries.currency is 'ISO 4217.';
comment on column bank_entries.credit is 'True for money received, false for money paid out.';
comment on column bank_entries.amount is 'Cents, never negative.';
comment on column bank_entries.booked_on is 'The booking day.';
comment on column bank_entries.bank_id is 'The bank''s id of the entry.';
comment on column bank_entries.batch_id is 'The bank''s id of the batch that this entry is part of, or is the lump sum of; batch_amount is the batch''s amount.';
comment on column bank_entries.batch_amount is 'The amount of the whole batch in cents.';
comment on column bank_entries.end_to_end_id is 'The payer''s id of the payment (EndToEndId).';
comment on column bank_entries.transaction_id is 'The id of the transaction between banks (TxId).';
comment on column bank_entries.order_number is 'The bank''s number of the payment order.';
comment on column bank_entries.reference is 'The payment reference from its own field.';
comment on column bank_entries.description is 'The text from the payer.';
comment on column bank_entries.payer_name is 'The name of the payer.';
comment on column bank_entries.payer_iban is 'The account of the payer.';
comment on column bank_entries.reversal is 'Whether it reverses another entry.';
comment on column bank_entries.key is 'Identifies equal entries; occurrence counts equal entries of one file.';
comment on column bank_entries.occurrence is 'Counts equal entries of one file, from 1.';
create unique index bank_entries_once on bank_entries (tenant_id, key, occurrence);
create index bank_entries_alike on bank_entries (tenant_id, account, amount, booked_on);
create index bank_entries_reversal on bank_entries (tenant_id, account, amount, booked_on) where reversal and not credit;
create index bank_entries_batch on bank_entries (tenant_id, batch_id) where batch_id is not null;
-- With few organizations, statistics would tell the planner how much each has, and it would assume that a new one is empty: then any index that begins
-- with the tenant looks as good as the key, and the look-ups for each line of a file would scan all its rows. Without statistics the planner assumes that
-- each organization has a part of the table. With them, of four
-- cases in import-growth.test.ts one took 12 times as long for eight times the lines, one 21 times, and one ran into the statement's deadline.
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
comment on table payments is 'Received money, and credit from negative invoices.';
comment on column payments.source is 'The source of the payment.';
comment on column payments.status is 'The status; follows from amount and allocated.';
comment on column payments.amount is 'Cents.';
comment on column payments.allocated is 'The sum of valid allocations and refunds; the rest is credit of the apartment, if that is known.';
comment on column payments.refunded is 'Cents refunded.';
comment on column payments.currency is 'ISO 4217.';
comment on column payments.paid_on is 'The day of the payment.';
comment on column payments.account is 'The organization''s own account that received the money.';
comment on column payments.payer_name is 'The name of the payer.';
comment on column payments.payer_iban is 'The account of the payer.';
comment on column payments.reference is 'The payment reference from its own field.';
comment on column payments.description is 'The text from the payer.';
comment on column payments.order_number is 'The bank''s number of the payment order.';
comment on column payments.credit_invoice_id is 'The negative invoice that gave this credit.';
comment on column payments.reason is 'Why it was matched, or why it waits.';
comment on column payments.evidence is 'What the decision was based on.';
comment on column payments.dismissed_at is 'When a person dismissed it: it pays no invoice.';
create unique index payments_entry on payments (tenant_id, bank_entry_id) where bank_entry_id is not null;
create unique index payments_credit_invoice on payments (tenant_id, credit_invoice_id) where credit_invoice_id is not null;
create index payments_created on payments (tenant_id, created_at, id);
create index payments_updated on payments (tenant_id, updated_at, id);
create index payments_paid_on on payments (tenant_id, paid_on, id);
create index payments_payer on payments (tenant_id, payer_iban) where payer_iban is not null;
create index payments_credit on payments (tenant_id, apartment_id) where apartment_id is not null and allocated < amount and status <> 'reversed';
create index payments_unseen on payments (tenant_id, amount) where bank_entry_id is null and status <> 'reversed';
create index payments_waiting on payments (tenant_id, created_at, id) where allocated < amount and status <> 'reversed' and dismissed_at is null;
alter table payments alter column tenant_id set statistics 0; -- As for bank_entries.
-- Last, as for invoices: of indexes that cost the same the planner takes the newest. The check of an allocation's payment, planned while there are few
-- payments, would otherwise go through payments_paid_on for ever.
alter table payments add primary key (tenant_id, id);
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
  undone_reason text check (undone_reason in ('person', 'reversal', 'cancelled')),
  primary key (tenant_id, id),
  foreign key (tenant_id, payment_id) references payments (tenant_id, id),
  foreign key (tenant_id, invoice_id) references invoices (tenant_id, id),
  check ((undone_at is null) = (undone_reason is null))
);
comment on table allocations is 'Which invoice a payment pays, how much, and why. Undone rows stay, so that the same match is not made again automatically.';
comment on column allocations.amount is 'Cents.';
comment on column allocations.matched_by is 'The matching rule by name, or a person.';
comment on column allocations.evidence is 'What the decision was based on.';
comment on column allocations.created_by is 'Who created it: user, key or service, with the id.';
comment on column allocations.undone_at is 'When it was undone; null: it is valid.';
comment on column allocations.undone_by is 'Who undid it.';
comment on column allocations.undone_reason is 'Why it was undone.';
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
comment on table refunds is 'Money of a payment that was refunded by a transfer outside the service. It counts as allocated in the payment. A refund entered by mistake is undone and stays as a row.';
comment on column refunds.amount is 'Cents.';
comment on column refunds.refunded_on is 'The day of the transfer.';
comment on column refunds.note is 'A note in a person''s words.';
comment on column refunds.created_by is 'Who entered it.';
comment on column refunds.undone_at is 'When it was undone; null: it is valid.';
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
comment on column banks.name is 'The name in the API.';
comment on column banks.title is 'The name that payers see.';
comment on column banks.provider is 'The protocol.';
comment on column banks.terms is 'The public settings: address, merchant, version, the bank''s public key. They stay after removal, so that a late message of a removed bank can still be verified.';
comment on column banks.keys is 'The signing keys: encrypted, never shown again, erased when the bank is removed.';
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
comment on table banklink_orders is 'Payments started at a bank, stored unchanged: a bank''s message that differs from this is rejected.';
comment on column banklink_orders.status is 'The status of the payment.';
comment on column banklink_orders.stamp is 'The number that identifies it at the bank.';
comment on column banklink_orders.merchant is 'The organization''s id at the bank.';
comment on column banklink_orders.amount is 'Cents.';
comment on column banklink_orders.currency is 'ISO 4217.';
comment on column banklink_orders.reference is 'The payment reference.';
comment on column banklink_orders.message is 'The text that the payer sees at the bank.';
comment on column banklink_orders.account is 'The account of the receiver; if null, the bank pays to the account of its contract.';
comment on column banklink_orders.receiver is 'The name of the receiver.';
comment on column banklink_orders.language is 'The language of the bank''s page.';
comment on column banklink_orders.time_zone is 'The building''s time zone, which determines the payment day.';
comment on column banklink_orders.return_url is 'Where the payer returns to; null: our own page.';
comment on column banklink_orders.redirect_url is 'The payment address that a provider''s API returned.';
comment on column banklink_orders.order_number is 'The bank''s number of the payment order.';
comment on column banklink_orders.expires_at is 'From when it can no longer be started.';
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
comment on table banklink_callbacks is 'Messages from banks (or others) about an order, and their results. No personal data.';
comment on column banklink_callbacks.at is 'When it arrived.';
comment on column banklink_callbacks.method is 'GET or POST.';
comment on column banklink_callbacks.outcome is 'The result.';
create index banklink_callbacks_order on banklink_callbacks (tenant_id, order_id);
create index banklink_callbacks_at on banklink_callbacks (tenant_id, at, id);
call isolate('banklink_callbacks');
