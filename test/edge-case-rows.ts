// Edge-case data: a row in every table, with texts and numbers that a copy of the database could corrupt.
import { randomBytes, randomUUID as uuid } from 'node:crypto';
import type { Db } from '../src/platform/db/pool.ts';

/**
 * A table that a later migration might create: names to quote, a generated column, a reference to itself, and columns
 * of many types.
 */
export async function createEdgeCaseTable(sql: Db): Promise<void> {
  await sql.unsafe(`
    create table odd (
      "Id ""1""" integer primary key, parent integer references odd, dropped text, doubled integer generated always as (parent * 2) stored,
      words text[], bytes bytea, body jsonb, exact numeric, rough float8, at timestamptz, lasts interval, days daterange, "Õ	tab" text
    );
    alter table odd drop column dropped`);
}

/** A text with everything that a backup must preserve. */
const edgeCaseText =
  'Õ\t\n\r\\N \\. \\\\ \\x41 "\' $$ \b\f\v\x01\x7f \u2028\u2029\uFEFF e\u0301 \u{1F3E0} \u{10FFFF} %s {,}';

/** Two organizations with a row in every table, and the unusual table with rows of its own. */
export async function fillAllTables(sql: Db): Promise<void> {
  for (const nth of [1, 2]) await fillTenant(sql, nth);
  // The first row refers to the second, which is larger than any buffer in between.
  await sql`
    insert into odd ("Id ""1""", parent, words, bytes, body, exact, rough, at, lasts, days, "Õ	tab") values
      (1, 2, null, null, null, null, null, null, null, null, null),
      (2, null, array[${edgeCaseText}, '', 'null', null], ${randomBytes(300_000)}, ${sql.json({ [edgeCaseText]: [edgeCaseText, null, 1e300, {}] })},
       'NaN', '-0', 'infinity', '-1 year 2 days -00:00:00.000001', 'empty', ${edgeCaseText}),
      (3, 3, '{}', '', 'null', 123456789012345678901234567890.000000000100, 0.1::float8 + 0.2::float8, '0044-03-15 12:00:00.123456 BC', 'P0D',
       '[2024-02-29,)', '')`;
}

/** An organization with a row in every table, with difficult texts wherever possible. */
export async function fillTenant(sql: Db, nth: number): Promise<string> {
  const [tenant, user, session, key, building, apartment] = [uuid(), uuid(), uuid(), uuid(), uuid(), uuid()];
  const [resident, invoice, endpoint, event, delivery] = [uuid(), uuid(), uuid(), uuid(), uuid()];
  const [file, request, mail] = [uuid(), uuid(), uuid()];
  const [at, bytes, json] = [new Date('2026-03-29T01:00:00.001Z'), randomBytes(40), sql.json([{ text: edgeCaseText }])];
  await sql`insert into tenants (id, name, created_at) values (${tenant}, ${edgeCaseText}, ${at})`;
  await sql`insert into counters (tenant_id, name, value) values (${tenant}, ${edgeCaseText}, 9007199254740991)`;
  await sql`insert into files (tenant_id, id, media_type, size, sha256, width, height, created_at) values (${tenant}, ${file}, ${edgeCaseText}, 9007199254740991, ${randomBytes(32)}, 1, 2, ${at})`;
  await sql`insert into file_chunks (tenant_id, file_id, number, bytes, created_at) values (${tenant}, ${file}, 0, ${randomBytes(262_144)}, 'infinity'), (${tenant}, ${file}, 2147483647, ${Buffer.from('\n\\.\n\0')}, ${at})`;
  await sql`insert into sender_details (tenant_id, registration_number, vat_number, street, city, postal_code, country, email, phone, logo_id, updated_at) values (${tenant}, ${edgeCaseText}, '', null, ${edgeCaseText}, '', 'EE', ${edgeCaseText}, '', ${file}, ${at})`;
  await sql`insert into idempotency_keys (tenant_id, key_hash, fingerprint, answer, created_at) values (${tenant}, ${bytes}, '', ${randomBytes(100_000)}, ${at})`;
  await sql`insert into events (tenant_id, id, type, body, building_id, occurred_at, recorded_at) values (${tenant}, ${event}, 'invoice.created', ${edgeCaseText.repeat(5000)}, ${building}, ${at}, ${at})`;
  await sql`insert into users (id, email, email_key, name, password_hash, member_of, created_at, updated_at) values (${user}, ${edgeCaseText}, ${`${edgeCaseText}${nth}`}, '', null, ${[tenant]}, ${at}, '-infinity')`;
  await sql`insert into memberships (tenant_id, user_id, role, created_at, last_used_at) values (${tenant}, ${user}, 'owner', ${at}, ${at})`;
  await sql`insert into address_changes (tenant_id, user_id, email, email_key, token_hash, expires_at, created_at) values (${tenant}, ${user}, ${edgeCaseText}, '', ${randomBytes(32)}, 'infinity', ${at})`;
  await sql`insert into retention_settings (tenant_id, mail_days, invitation_days, security_log_days, reading_photo_months, maintenance_months, books_years, financial_year_end_month, updated_at) values (${tenant}, 30, 365, 180, 120, 12, 15, 1, ${at})`;
  await sql`insert into removals (tenant_id, removed_on, kind, amount) values (${tenant}, 'infinity', ${edgeCaseText}, 9007199254740991)`;
  await sql`insert into erasures (tenant_id, resident_id, erased_at, erased_by, report) values (${tenant}, ${uuid()}, '-infinity', ${edgeCaseText}, ${json})`;
  const signIn = uuid();
  await sql`insert into sign_ins values (${signIn}, ${user}, ${edgeCaseText}, ${edgeCaseText}, ${at}, '-infinity', 'infinity', null, ${at})`;
  await sql`insert into second_factors values (${user}, ${uuid()}, 'passkey', ${edgeCaseText.slice(0, 100)}, ${randomBytes(32)}, ${bytes}, 9007199254740991, ${[edgeCaseText, '']}, null, null, ${at}, null), (${user}, ${uuid()}, 'app', 'x', null, null, null, null, ${bytes}, -1, ${at}, 'infinity')`;
  await sql`insert into recovery_codes values (${user}, ${bytes})`;
  await sql`insert into second_factor_challenges values (${randomBytes(32)}, ${user}, 'sign_in', ${tenant}, ${edgeCaseText}, null, 'infinity'), (${randomBytes(32)}, null, 'passkey_sign_in', null, null, null, ${at}), (${randomBytes(32)}, ${user}, 'add_app', null, null, ${bytes}, ${at})`;
  await sql`insert into known_devices values (${user}, ${bytes}, 'infinity')`;
  await sql`insert into linked_accounts values (${uuid()}, ${user}, ${edgeCaseText}, ${randomBytes(32)}, ${at}, 'infinity')`;
  await sql`insert into used_provider_answers values (${randomBytes(32)}, 'infinity')`;
  await sql`insert into sessions (tenant_id, id, user_id, sign_in_id, seed, counter, rotated_at, created_at, idle_until, expires_at) values (${tenant}, ${session}, ${user}, ${signIn}, ${bytes}, -1, ${at}, ${at}, ${at}, 'infinity')`;
  await sql`insert into api_keys (tenant_id, id, name, role, hint, created_at, expires_at) values (${tenant}, ${key}, ${edgeCaseText}, 'owner', '\\N', ${at}, null)`;
  await sql`insert into credentials (tenant_id, hash, session_id, api_key_id, expires_at) values (${tenant}, ${randomBytes(32)}, ${session}, null, ${at}), (${tenant}, ${randomBytes(32)}, null, ${key}, null)`;
  await sql`insert into buildings (tenant_id, id, name, address, currency, payment_term_days, invoice_number_prefix, time_zone, language, charges, created_at, updated_at)
            values (${tenant}, ${building}, ${edgeCaseText}, '', 'EUR', 14, '', 'Europe/Tallinn', 'et', ${json}, ${at}, ${at})`;
  await sql`insert into building_senders (tenant_id, building_id, name, registration_number, vat_number, street, city, postal_code, country, email, phone, updated_at) values (${tenant}, ${building}, ${edgeCaseText}, '', null, ${edgeCaseText}, '', null, 'EE', ${edgeCaseText}, '', ${at})`;
  const change = uuid();
  await sql`insert into account_changes values (${tenant}, ${change}, 2147483647, ${building}, ${at}, 'key', ${edgeCaseText}, null, '', ${edgeCaseText}, null, 'infinity', null)`;
  await sql`insert into account_undo_links values (${tenant}, ${randomBytes(32)}, ${change}, ${user})`;
  await sql`insert into apartments (tenant_id, id, building_id, number, number_key, area, shares, reference_number, created_at, updated_at)
            values (${tenant}, ${apartment}, ${building}, ${edgeCaseText}, '', 0.10, 999999999999.000001, ${edgeCaseText}, ${at}, ${at})`;
  await sql`insert into residents (tenant_id, id, name, email, phone, language, user_id, created_at, updated_at) values (${tenant}, ${resident}, ${edgeCaseText}, null, '', 'et', ${user}, ${at}, ${at})`;
  await sql`insert into residencies (tenant_id, id, resident_id, apartment_id, role, since, until) values (${tenant}, gen_random_uuid(), ${resident}, ${apartment}, 'owner', '2024-02-29', null)`;
  const [meter, photo, reading] = [uuid(), uuid(), uuid()];
  await sql`insert into files (tenant_id, id, media_type, size, sha256, width, height, created_at) values (${tenant}, ${photo}, '', 1, ${randomBytes(32)}, null, null, ${at})`;
  await sql`insert into meters (tenant_id, id, building_id, apartment_id, type, unit, serial_number, digits, decimals, initial_value, installed_on, verified_until, removed_on, final_value, replaces_meter_id, settled_until, created_at, updated_at) values (${tenant}, ${meter}, ${building}, ${apartment}, 'cold_water', 'm3', ${edgeCaseText}, 9, 6, 999999999.999999, 'infinity',
                                       null, 'infinity', 0.000001, null, '-infinity', ${at}, ${at})`;
  await sql`insert into reading_photos (tenant_id, id, uploaded_by, created_at) values (${tenant}, ${photo}, ${user}, ${at})`;
  await sql`insert into readings (tenant_id, id, meter_id, value, read_at, read_on, status, source, rollover, photo_id, corrects_id, submitted_by, confirmed_by, confirmed_at, reason, created_at, updated_at) values (${tenant}, ${reading}, ${meter}, 999999999.999999, '-infinity', '0001-01-01 BC', 'confirmed', 'photo', true, ${photo},
                                         null, ${user}, null, ${at}, ${edgeCaseText}, ${at}, ${at})`;
  await sql`insert into meter_history (tenant_id, meter_id, id, at, action, changes, reason, actor_kind, actor_id) values (${tenant}, ${meter}, ${uuid()}, ${at}, 'reopened', ${json}, ${edgeCaseText}, 'user', ${user})`;
  await sql`insert into reading_windows (tenant_id, building_id, from_day, to_day, created_at, updated_at) values (${tenant}, ${building}, 31, 1, ${at}, ${at})`;
  await sql`insert into reading_reminders (tenant_id, apartment_id, resident_id, window_start, sent_at) values (${tenant}, ${apartment}, ${resident}, 'infinity', ${at})`;
  await sql`insert into manual_reading_reminders (tenant_id, resident_id, asked_on, asked_at) values (${tenant}, ${resident}, '-infinity', ${at})`;
  await sql`insert into payment_reminders (tenant_id, building_id, days_after_due, since, updated_at) values (${tenant}, ${building}, 90, 'infinity', ${at})`;
  await sql`insert into test_clock (offset_ms) values (9007199254740991) on conflict do nothing`;
  await sql`insert into supplier_bills (tenant_id, building_id, period_start, period_end, charge, amount, quantity, updated_at, supplier, bill_number, billed_on) values (${tenant}, ${building}, '2026-01-01', '2026-01-31', ${edgeCaseText}, -1, 0.000001, ${at}, ${edgeCaseText}, '', 'infinity')`;
  await sql`insert into further_bills (tenant_id, id, building_id, period_start, period_end, charge, amount, quantity, supplier, bill_number, billed_on, reason, created_at) values (${tenant}, ${uuid()}, ${building}, '2026-01-01', '2026-01-31', ${edgeCaseText}, -1, null, ${edgeCaseText}, '', null, ${edgeCaseText}, ${at})`;
  await sql`insert into invoices (tenant_id, id, number, reference, status, building_id, apartment_id, recipients, period_start, period_end, issue_date, due_date, currency, amount, created_at, updated_at)
            select ${tenant}, id, id, ${edgeCaseText}, status, ${building}, ${apartment}, ${json}, '2026-01-01', '2026-01-31', 'infinity', '0001-01-01 BC', 'EUR', -5, ${at}, ${at}
              from (values (${invoice}::uuid, 'sent'), (gen_random_uuid(), 'cancelled')) v (id, status)`;
  await sql`insert into invoice_days (tenant_id, invoice_id, apartment_id, days) values (${tenant}, ${invoice}, ${apartment}, '[2026-01-01,infinity)')`;
  await sql`insert into one_off_charges (tenant_id, id, building_id, apartment_id, description, amount, vat_rate, due_from, invoice_id, created_by, created_at, updated_at) values (${tenant}, ${uuid()}, ${building}, ${apartment}, ${edgeCaseText}, -5, 22.50, '0001-01-01 BC', ${invoice}, ${edgeCaseText}, ${at}, ${at})`;
  await sql`insert into charge_ledger (tenant_id, invoice_id, number, ordinal, building_id, meter_id, charge, from_day, to_day, quantity, unit_price, vat_rate, coefficient, amount, vat_amount, estimated, is_credit) values (${tenant}, ${invoice}, -2147483648, 0, ${building}, ${meter}, ${edgeCaseText}, '0001-01-01 BC', 'infinity', 'NaN', null, 0.000001, -1.5, -5, 9, true, false), (${tenant}, ${invoice}, 2147483647, 1, ${building}, null, ${edgeCaseText}, '-infinity', 'infinity', -1.5, 'NaN', 24.0, 1, -5, -1, false, true)`;
  await sql`insert into positions (tenant_id, invoice_id, ordinal, code, description, quantity, unit, unit_price, amount, vat_rate, vat_amount, calculation) values (${tenant}, ${invoice}, 1, ${edgeCaseText}, '', 1.50, 'm²', 'NaN', -5, 24.0, -1, ${json})`;
  await sql`insert into invoice_history (tenant_id, invoice_id, id, at, action, actor_kind, actor_id, detail) values (${tenant}, ${invoice}, ${uuid()}, ${at}, ${edgeCaseText}, 'user', ${user}, ${json})`;
  await sql`insert into sent_invoice_files (tenant_id, invoice_id, language, file_id, sent_at, created_at) values (${tenant}, ${invoice}, ${edgeCaseText}, ${file}, null, 'infinity')`;
  await sql`insert into webhook_endpoints (tenant_id, id, url, events, building_ids, status, secret, secret_hint, last_served_at, created_at, updated_at)
            values (${tenant}, ${endpoint}, ${edgeCaseText}, array[${edgeCaseText}, '{"}'], array[${building}, ${uuid()}]::uuid[], 'enabled', ${bytes}, '', '-infinity', ${at}, ${at})`;
  await sql`insert into deliveries (tenant_id, id, endpoint_id, event_id, status, due_at, first_response, created_at, updated_at)
            values (${tenant}, ${delivery}, ${endpoint}, ${event}, 'pending', ${at}, ${edgeCaseText}, ${at}, ${at})`;
  await sql`insert into magic_links (id, email_key, asked_at, network, user_id, token_hash, expires_at, used_at, next, language) values (${uuid()}, ${edgeCaseText}, ${at}, ${bytes}, ${user}, ${randomBytes(32)}, 'infinity', null, ${edgeCaseText}, 'et')`;
  await sql`insert into invitations (tenant_id, id, email, email_key, name, apartment_id, role, residency_role, language, status, token_hash, expires_at, created_by, created_at, updated_at, since, personal_code_hash) values (${tenant}, ${uuid()}, ${edgeCaseText}, '', ${edgeCaseText}, ${apartment}, 'resident', 'tenant', 'et', 'pending',
                                            ${randomBytes(32)}, 'infinity', ${user}, ${at}, ${at}, '-infinity', ${randomBytes(32)})`;
  await sql`insert into hand_overs (tenant_id, id, apartment_id, day, resident_id, residency_id, resident_is_new, ended, reading_ids, invitation_id, invoice_ids, created_by, created_at)
            values (${tenant}, ${uuid()}, ${apartment}, 'infinity', ${resident}, ${uuid()}, false, ${json}, array[${reading}::uuid], null, '{}', ${edgeCaseText}, ${at})`;
  await sql`insert into maintenance_requests (tenant_id, id, building_id, apartment_id, title, description, status, created_by, created_by_key, assigned_to, created_at, updated_at) values (${tenant}, ${request}, ${building}, ${apartment}, ${edgeCaseText}, '', 'new', ${user}, null, ${user}, ${at}, ${at})`;
  await sql`insert into maintenance_comments (tenant_id, id, request_id, text, internal, created_by, created_by_key, created_at) values (${tenant}, ${uuid()}, ${request}, ${edgeCaseText}, true, null, ${key}, ${at})`;
  await sql`insert into maintenance_photos (tenant_id, id, request_id, created_by, created_by_key, created_at) values (${tenant}, ${file}, ${request}, null, null, 'infinity')`;
  await sql`insert into security_events (tenant_id, id, at, kind, actor_kind, actor_id, address, detail) values (${tenant}, ${uuid()}, ${at}, ${edgeCaseText}, 'nobody', null, ${edgeCaseText}, ${json})`;
  await sql`insert into request_log (tenant_id, at, id, caller_kind, caller_id, operation, method, path, status, code, duration_ms, request_id, idempotency_key, ignored) values (${tenant}, 'infinity', ${uuid()}, 'key', ${key}, ${edgeCaseText}, '', ${edgeCaseText}, 599, null, 2147483647, ${edgeCaseText}, null, array[${edgeCaseText}])`;
  await sql`insert into audit_log (tenant_id, at, id, action, operation, actor_kind, actor_id, actor_name, object_kind, object_id, about_ids, building_id, detail, request_id) values (${tenant}, ${at}, ${uuid()}, 'changed', ${edgeCaseText}, 'key', ${key}, ${edgeCaseText}, '', ${building}, array[${building}::uuid], ${building}, ${json}, ${edgeCaseText})`;
  await sql`insert into audit_chain (tenant_id, number, last_at, last_id, entry_hashes, previous_hash, hash) values (${tenant}, 9007199254740991, ${at}, ${uuid()}, ${randomBytes(48)}, ${randomBytes(32)}, ${randomBytes(32)})`;
  await sql`insert into mails (tenant_id, id, kind, rank, recipient, language, content, status, due_at, created_at)
            values (${tenant}, ${mail}, ${edgeCaseText}, 2, ${edgeCaseText}, '', ${bytes}, 'pending', 'infinity', ${at})`;
  await sql`insert into reminded_invoices (tenant_id, mail_id, invoice_id) values (${tenant}, ${mail}, ${invoice})`;
  await sql`insert into test_mails (tenant_id, id, kind, recipient, recipient_name, letter, attachment_name, attachment, sent_at)
            values (${tenant}, ${uuid()}, ${edgeCaseText}, ${edgeCaseText}, ${edgeCaseText}, ${bytes}, ${edgeCaseText}, ${bytes}, 'infinity')`;
  await sql`insert into own_fields (tenant_id, kind, object_id, key, value) values (${tenant}, 'building', ${building}, ${edgeCaseText}, ${edgeCaseText})`;
  await sql`insert into deleted_objects (tenant_id, kind, object_id, building_id, deleted_at) values (${tenant}, 'resident', ${uuid()}, null, '-infinity')`;
  await sql`insert into due_work (tenant_id, id, kind, due_at) values (${tenant}, ${uuid()}, 'timed', 'infinity')`;
  await fillPaymentTables(sql, { tenant, apartment, invoice });
  await sql`insert into delivery_attempts (tenant_id, delivery_id, number, at, outcome, status, latency_ms, response) values (${tenant}, ${delivery}, 1, ${at}, 'timeout', null, 15000, ${edgeCaseText})`;
  return tenant;
}

/** Payments, and the banks used. */
async function fillPaymentTables(sql: Db, of: { tenant: string; apartment: string; invoice: string }): Promise<void> {
  const { tenant, apartment, invoice } = of;
  const [bank, order] = [uuid(), uuid()];
  const [at, bytes, json] = [new Date('2026-03-29T01:00:00.001Z'), randomBytes(40), sql.json([{ text: edgeCaseText }])];
  await sql`insert into banks (tenant_id, id, name, title, provider, terms, keys, created_at, updated_at, archived_at) values (${tenant}, ${bank}, ${edgeCaseText}, '', 'ipizza', ${json}, ${bytes}, ${at}, 'infinity', null)`;
  await sql`insert into banklink_orders (tenant_id, id, invoice_id, bank_id, status, stamp, merchant, amount, currency, reference, message, language, time_zone, created_at, updated_at, expires_at)
            values (${tenant}, ${order}, ${invoice}, ${bank}, 'initiated', ${edgeCaseText}, '', 1, 'EUR', '', ${edgeCaseText}, 'et', '', ${at}, ${at}, 'infinity')`;
  await sql`insert into banklink_callbacks (tenant_id, id, order_id, at, method, outcome) values (${tenant}, ${uuid()}, ${order}, ${at}, '', ${edgeCaseText})`;
  const [statement, entry, payment] = [uuid(), uuid(), uuid()];
  await sql`insert into statement_import_progress (tenant_id, id, started_by, file_name, dry_run, lines_read, lines_decided, cancelled, started_at, seen_at) values (${tenant}, ${uuid()}, ${edgeCaseText}, ${edgeCaseText}, true, 2147483647, -1, true, ${at}, ${at})`;
  await sql`insert into statement_profiles (tenant_id, id, name, headings_key, headings, columns, currency, account, created_by, created_at, updated_at) values (${tenant}, ${uuid()}, ${edgeCaseText}, ${edgeCaseText}, ${json}, ${json}, ${edgeCaseText}, ${edgeCaseText}, ${edgeCaseText}, ${at}, ${at})`;
  await sql`insert into statement_imports (tenant_id, id, sha256, format, summary, created_at) values (${tenant}, ${statement}, ${bytes}, ${edgeCaseText}, ${json}, ${at})`;
  await sql`insert into bank_entries (tenant_id, id, import_id, line, kind, account, currency, credit, amount, booked_on, description, reversal, key, occurrence)
            values (${tenant}, ${entry}, ${statement}, 1, 'csv', ${edgeCaseText}, 'EUR', true, 5, '2026-01-01', ${edgeCaseText}, false, ${bytes}, 1)`;
  await sql`insert into payments (tenant_id, id, source, status, amount, currency, paid_on, payer_name, payer_words, description, dismissed_note, bank_entry_id, apartment_id, reason, created_at, updated_at)
            values (${tenant}, ${payment}, 'statement', 'unmatched', 5, 'EUR', '2026-01-01', ${edgeCaseText}, ${edgeCaseText}, ${edgeCaseText}, ${edgeCaseText}, ${entry}, ${apartment}, ${edgeCaseText}, ${at}, ${at})`;
  await sql`insert into payment_plans (tenant_id, id, apartment_id, terms, until, created_by, created_at, ended_by, ended_at) values (${tenant}, ${uuid()}, ${apartment}, ${edgeCaseText}, 'infinity', ${edgeCaseText}, ${at}, '', '-infinity')`;
  await sql`insert into refunds (tenant_id, id, payment_id, amount, refunded_on, note, created_by, created_at, undone_at, undone_by) values (${tenant}, ${uuid()}, ${payment}, 5, '2026-01-02', ${edgeCaseText}, ${edgeCaseText}, ${at}, ${at}, ${edgeCaseText})`;
  await sql`insert into allocations (tenant_id, id, payment_id, invoice_id, apartment_id, amount, matched_by, evidence, created_by, created_at, undone_at, undone_by, undone_reason) values (${tenant}, ${uuid()}, ${payment}, ${invoice}, ${apartment}, 5, ${edgeCaseText}, ${edgeCaseText}, ${edgeCaseText}, ${at}, ${at}, ${edgeCaseText}, 'person')`;
}
