-- Personal data: what each column holds of people, how long it is kept, what was removed, and changes of one's address.

-- The mark of a column is the end of its comment: `[personal: CATEGORY]`, with a category of src/platform/db/personal-data.ts, or `[personal: none]`. Ids and
-- the columns that every table has need none: what an id says of a person is in the row that it names.
do $$
declare
  mark record;
  target name;
begin
  for mark in select * from (values
    ('tenants', 'none', 'name sample people_only_accounts clock_ahead_ms'),
    ('counters', 'none', 'name value'),
    ('idempotency_keys', 'responses', 'answer'),
    ('idempotency_keys', 'none', 'key_hash fingerprint'),
    ('events', 'none', 'type body occurred_at test recorded_at request_id'),
    ('files', 'none', 'media_type size sha256 width height'),
    ('file_chunks', 'files', 'bytes'),
    ('file_chunks', 'none', 'number'),
    ('test_clock', 'none', 'only_row offset_ms'),
    ('mails', 'mail', 'kind recipient language content status last_attempt_at finished_at error'),
    ('mails', 'none', 'rank attachment attempts due_at lease_until send_before'),
    ('users', 'contact', 'email email_key name language'),
    ('users', 'sign-in', 'password_hash'),
    ('memberships', 'contact', 'role last_used_at show_first_steps'),
    ('sign_ins', 'sign-in', 'user_agent address last_used_at expires_at'),
    ('known_devices', 'sign-in', 'hash seen_at'),
    ('sessions', 'sign-in', 'seed counter signed_in_by_mail rotated_at idle_until expires_at'),
    ('api_keys', 'none', 'name role hint expires_at last_used_at strict'),
    ('credentials', 'sign-in', 'hash expires_at'),
    ('security_events', 'log', 'at kind actor_kind actor_name address detail'),
    ('magic_links', 'sign-in', 'email_key asked_at network token_hash expires_at used_at'),
    ('buildings', 'none', 'name address currency payment_term_days beneficiary iban invoice_number_prefix time_zone language charges late_interest'),
    ('apartments', 'home', 'area heated_area shares resident_count reference_number'),
    ('apartments', 'none', 'number number_key floor'),
    ('sender_details', 'none', 'registration_number vat_number street city postal_code country email phone'),
    ('account_changes', 'log', 'changed_at actor_kind actor_name'),
    ('account_changes', 'none', 'number iban_before beneficiary_before iban_after beneficiary_after confirmed_at undone_at'),
    ('account_undo_links', 'sign-in', 'token_hash'),
    ('residents', 'contact', 'name email email_key phone language'),
    ('residencies', 'home', 'role since until receives_invoice'),
    ('invitations', 'invitations', 'email email_key name role residency_role since language status token_hash expires_at'),
    ('meters', 'none', 'type unit serial_number digits decimals initial_value installed_on verified_until removed_on final_value settled_until'),
    ('readings', 'consumption', 'value read_at read_on status source rollover confirmed_at reason'),
    ('reading_windows', 'none', 'from_day to_day'),
    ('reading_reminders', 'mail', 'window_start sent_at'),
    ('meter_history', 'log', 'at action changes reason actor_kind'),
    ('manual_reading_reminders', 'mail', 'asked_on asked_at'),
    ('maintenance_requests', 'maintenance', 'title description status'),
    ('maintenance_comments', 'maintenance', 'text internal'),
    ('supplier_bills', 'none', 'period_start period_end charge amount quantity supplier bill_number billed_on'),
    ('further_bills', 'none', 'period_start period_end charge amount quantity supplier bill_number billed_on reason'),
    ('invoices', 'books', 'number number_key reference status recipients period_start period_end full_period_start full_period_end issue_date due_date paid_date currency amount amount_paid status_when_unpaid cause reason sent_at sent_by sending overdue_event_due_date reminded_due_date'),
    ('invoice_days', 'books', 'days'),
    ('positions', 'books', 'code description quantity unit unit_price amount vat_rate vat_amount calculation'),
    ('positions', 'none', 'ordinal'),
    ('billed_consumption', 'books', 'from_day to_day quantity amount vat_amount estimated'),
    ('billed_consumption', 'none', 'number ordinal charge unit_price vat_rate coefficient'),
    ('billed_remainders', 'books', 'from_day to_day quantity amount vat_amount'),
    ('billed_remainders', 'none', 'number ordinal charge unit_price vat_rate'),
    ('one_off_charges', 'books', 'description amount vat_rate due_from created_by'),
    ('invoice_history', 'log', 'at action actor_kind detail'),
    ('sent_invoice_files', 'books', 'language sent_at'),
    ('payment_reminders', 'none', 'days_after_due since'),
    ('statement_imports', 'payers', 'summary'),
    ('statement_imports', 'none', 'sha256 format'),
    ('statement_import_progress', 'log', 'started_by file_name'),
    ('statement_import_progress', 'none', 'dry_run lines_read lines_decided cancelled started_at seen_at'),
    ('statement_profiles', 'log', 'created_by'),
    ('statement_profiles', 'none', 'name headings_key headings columns currency account'),
    ('bank_entries', 'payers', 'credit amount booked_on end_to_end_id reference description payer_name payer_iban key'),
    ('bank_entries', 'none', 'line kind account currency bank_id batch_id batch_amount transaction_id order_number reversal occurrence'),
    ('payments', 'payers', 'status amount allocated refunded paid_on payer_name payer_iban reference description order_number reason evidence'),
    ('payments', 'none', 'source currency account dismissed_at in_cash'),
    ('allocations', 'books', 'amount matched_by evidence created_by undone_at undone_by undone_reason'),
    ('refunds', 'books', 'amount refunded_on note created_by undone_at undone_by'),
    ('banks', 'none', 'name title provider terms keys'),
    ('banklink_orders', 'payers', 'status amount reference message language return_url order_number'),
    ('banklink_orders', 'none', 'stamp merchant currency account receiver time_zone redirect_url expires_at'),
    ('banklink_callbacks', 'none', 'at method outcome'),
    ('webhook_endpoints', 'none', 'url events status ordered secret secret_hint next_secret next_secret_hint next_secret_at failing_since last_success_at disabled_at disabled_reason paused_until last_served_at lease_until'),
    ('deliveries', 'none', 'status priority due_at attempts extra_attempts previous_status previous_due_at first_at first_outcome first_status first_latency_ms first_response finished_at'),
    ('delivery_attempts', 'none', 'number at outcome status latency_ms response'),
    ('hand_overs', 'home', 'day resident_is_new ended created_by'),
    ('payment_plans', 'books', 'terms until created_by ended_by ended_at'),
    ('own_fields', 'notes', 'value'),
    ('own_fields', 'none', 'kind key'),
    ('deleted_objects', 'none', 'kind deleted_at'),
    ('request_log', 'log', 'at caller_kind operation method path status code duration_ms request_id idempotency_key ignored'),
    ('test_mails', 'mail', 'recipient recipient_name letter attachment_name attachment sent_at'),
    ('test_mails', 'none', 'kind')
  ) as marks (relation, category, columns)
  loop
    foreach target in array string_to_array(mark.columns, ' ') loop
      execute format('comment on column %I.%I is %L', mark.relation, target,
        (select col_description(a.attrelid, a.attnum) from pg_attribute a where a.attrelid = mark.relation::regclass and a.attname = target)
          || ' [personal: ' || mark.category || ']');
    end loop;
  end loop;
end $$;

-- How long an organization keeps what no law keeps. An organization without a row has the defaults.
create table retention_settings (
  tenant_id                uuid not null,
  mail_days                integer not null,
  invitation_days          integer not null,
  security_log_days        integer not null,
  reading_photo_months     integer not null,
  maintenance_months       integer not null,
  books_years              integer not null,
  financial_year_end_month integer not null,
  updated_at               timestamptz not null,
  primary key (tenant_id),
  check (mail_days between 30 and 365),
  check (invitation_days between 7 and 365),
  check (security_log_days between 180 and 1095),
  check (reading_photo_months between 12 and 120),
  check (maintenance_months between 12 and 120),
  check (books_years between 7 and 15),
  check (financial_year_end_month between 1 and 12)
);
comment on table retention_settings is 'How long an organization keeps what no law keeps, and the payers of its books after the period of law. An organization without a row has the defaults of src/privacy/retention.ts.';
comment on column retention_settings.mail_days is 'Days from the end of an e-mail (sent or given up) to its removal. [personal: none]';
comment on column retention_settings.invitation_days is 'Days from the end of an invitation to its removal. [personal: none]';
comment on column retention_settings.security_log_days is 'Days that an entry of the security log is kept. [personal: none]';
comment on column retention_settings.reading_photo_months is 'Months that the photo of a reading is kept. [personal: none]';
comment on column retention_settings.maintenance_months is 'Months from the last change of a finished maintenance request to its removal. [personal: none]';
comment on column retention_settings.books_years is 'Years from the end of a financial year to the removal of the people in its invoices and payments. [personal: none]';
comment on column retention_settings.financial_year_end_month is 'The last month of the financial year. [personal: none]';
call isolate('retention_settings');
alter table retention_settings add foreign key (tenant_id) references tenants (id);

create table removals (
  tenant_id  uuid not null,
  removed_on date not null,
  kind       text not null,
  amount     bigint not null check (amount > 0),
  primary key (tenant_id, removed_on, kind)
);
comment on table removals is 'What the retention periods removed: a count for each day and kind, without names. Kept for two years.';
comment on column removals.removed_on is 'The day in UTC. [personal: none]';
comment on column removals.kind is 'What was removed (src/privacy/retention.ts). [personal: none]';
comment on column removals.amount is 'How many rows. [personal: none]';
call isolate('removals');
alter table removals add foreign key (tenant_id) references tenants (id);

create table erasures (
  tenant_id   uuid not null,
  resident_id uuid not null,
  erased_at   timestamptz not null,
  erased_by   text not null,
  report      jsonb not null,
  primary key (tenant_id, resident_id)
);
comment on table erasures is 'Residents whose personal data was erased: what was removed and what stays, as counts, so that a repeat returns the same report.';
comment on column erasures.resident_id is 'The resident. Without a foreign key: the row may be deleted later.';
comment on column erasures.erased_at is 'When it was done. [personal: none]';
comment on column erasures.erased_by is 'Who did it: user or key, with the id. [personal: log]';
comment on column erasures.report is 'What was removed and what stays until when, without names. [personal: none]';
call isolate('erasures');
alter table erasures add foreign key (tenant_id) references tenants (id);

create table address_changes (
  tenant_id  uuid not null,
  user_id    uuid not null,
  email      text not null,
  email_key  text not null,
  token_hash bytea not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  primary key (tenant_id, user_id)
);
comment on table address_changes is 'New e-mail addresses of people that wait for the link sent there; the last one a person asked for in an organization. The token is only in the e-mail.';
comment on column address_changes.user_id is 'The person.';
comment on column address_changes.email is 'The new address as entered. [personal: contact]';
comment on column address_changes.email_key is 'The new address in lower case. [personal: contact]';
comment on column address_changes.token_hash is 'SHA-256 of the token. [personal: sign-in]';
comment on column address_changes.expires_at is 'Until when the link can be used. [personal: none]';
call isolate('address_changes');
alter table address_changes add foreign key (tenant_id, user_id) references memberships (tenant_id, user_id) on delete cascade;

-- An account without an organization gives access to nothing, so it is deleted with its password, sign-ins and devices.
create policy own_delete on users for delete using (id = current_person() and cardinality(member_of) = 0);
grant delete on users to haldur_app;
create policy system_forgets on users for delete to haldur_system using (cardinality(member_of) = 0);
grant delete on users to haldur_system;

-- Deletes a person's account if it belongs to no organization any more. Called after refresh_member_of.
create function delete_unused_account(person uuid) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare acting uuid := current_person();
begin
  perform bind_person(person);
  delete from users u where u.id = person and cardinality(u.member_of) = 0;
  perform bind_person(acting);
end $$;

-- Deletes at most max_rows accounts without an organization that were left by earlier versions or by deleted test organizations; returns how many.
create function delete_unused_accounts(max_rows integer) returns integer
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  person uuid;
  deleted integer := 0;
begin
  for person in select u.id from users u where cardinality(u.member_of) = 0 order by u.id limit max_rows loop
    delete from users u where u.id = person and cardinality(u.member_of) = 0;
    if found then deleted := deleted + 1; end if;
  end loop;
  return deleted;
end $$;
call across_tenants('delete_unused_accounts(integer)');
create index users_unused on users (id) where cardinality(member_of) = 0;

-- What the retention task looks for, so that it reads no more than it removes.
create index invitations_ended on invitations (tenant_id, updated_at) where status <> 'pending';
create index maintenance_requests_finished on maintenance_requests (tenant_id, updated_at) where status in ('closed', 'cancelled', 'resolved');
create index invoices_with_recipients on invoices (tenant_id, issue_date) where recipients <> '[]'::jsonb;
create index payments_with_payer on payments (tenant_id, paid_on) where payer_name is not null or payer_iban is not null;
create index bank_entries_with_payer on bank_entries (tenant_id, booked_on) where payer_name is not null or payer_iban is not null;
