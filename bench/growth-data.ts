// The data of the benchmark growth: an organization of 10,000 apartments, 1,000 small ones, and their history, written
// as rows month by month.
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { findNumberGaps, findWrongSums } from '../src/accounting/consistency-queries.ts';
import type { DatabasePool } from '../src/platform/db/pool.ts';
import { OperatorError } from '../src/platform/errors.ts';
import { makeReference } from '../src/properties/payment-reference.ts';
import type { BenchContext } from './bench-data.ts';

const buildings = 100;
/** The apartments of each building of the large organization. */
export const apartmentsEach = 100;
/** The invoices of the large organization in a month. */
export const monthlyInvoices = buildings * apartmentsEach;
const smallOrganizations = 1000;
const smallApartments = 10;
/** The small ones have a history of this length from the beginning. */
const smallMonths = 10;
/**
 * What an invoice takes on the disk with its line items, payment, history, reading and their indexes, and its part of
 * the log; measured.
 */
const bytesPerInvoice = 8_000;
const spareBytes = 4_000_000_000;

/**
 * Throws OperatorError if so many invoices are more than the disk has room for. With `DATABASE_URL` the database's disk
 * is not known, and not checked.
 */
export async function requireSpace(invoices: number): Promise<void> {
  if (process.env.DATABASE_URL !== undefined) return;
  const { bavail, bsize } = await statfs(tmpdir());
  const [free, needed] = [bavail * bsize, invoices * bytesPerInvoice + spareBytes];
  const gigabytes = (bytes: number) => `${Math.ceil(bytes / 1e9)} GB`;
  if (free < needed)
    throw new OperatorError(
      `${invoices} invoices need ${gigabytes(needed)} in ${tmpdir()}, which has ${gigabytes(free)} free. Ask for fewer with --invoices, or set TMPDIR to a folder on a larger disk.`,
    );
}

/** Makes the organizations, with people, meters and an endpoint, but without history. */
export async function insertOrganizations({ database, tenantId, buildingId }: BenchContext): Promise<void> {
  const references = Array.from({ length: monthlyInvoices }, (_, index) => makeReference(index + 1));
  await database.asOwner(async (owner) => {
    await owner`
      insert into tenants (id, name, created_at) select gen_random_uuid(), 'Small ' || n, now() from generate_series(1, ${smallOrganizations}::integer) n`;
    await owner`
      insert into buildings (tenant_id, id, name, address, currency, payment_term_days, iban, invoice_number_prefix, time_zone, language, charges, created_at, updated_at)
      select t.id, gen_random_uuid(), 'Building ' || n, 'Street ' || n, b.currency, b.payment_term_days, 'EE382200221020145685', b.invoice_number_prefix,
             b.time_zone, b.language, b.charges, now(), now()
        from tenants t cross join buildings b
       cross join lateral generate_series(1, case when t.id = ${tenantId} then ${buildings}::integer else 1 end) n
       where b.id = ${buildingId}`;
    await owner`
      insert into apartments (tenant_id, id, building_id, number, number_key, area, heated_area, shares, resident_count, reference_number, created_at, updated_at)
      select b.tenant_id, gen_random_uuid(), b.id, n::text, n::text, 30 + n % 60, 30 + n % 60, 300 + n, 1 + n % 4,
             (${references}::text[])[(row_number() over (partition by b.tenant_id order by b.id, n))], now(), now()
        from buildings b
       cross join lateral generate_series(1, case when b.tenant_id = ${tenantId} then ${apartmentsEach}::integer else ${smallApartments}::integer end) n
       where b.id <> ${buildingId}`;
    await owner`
      insert into counters (tenant_id, name, value) select tenant_id, 'reference', count(*) from apartments group by tenant_id
      on conflict (tenant_id, name) do update set value = excluded.value`;
    await owner`
      insert into residents (tenant_id, id, name, email, email_key, language, created_at, updated_at)
      select tenant_id, id, 'Person ' || reference_number, 'p' || reference_number || '@example.org', 'p' || reference_number || '@example.org', 'et',
             now(), now() from apartments`;
    await owner`
      insert into residencies (tenant_id, id, resident_id, apartment_id, role, since)
      select tenant_id, gen_random_uuid(), id, id, 'owner', '1900-01-01' from apartments`;
    await owner`
      insert into meters (tenant_id, id, building_id, apartment_id, type, unit, digits, decimals, initial_value, installed_on, created_at, updated_at)
      select tenant_id, id, building_id, id, 'cold_water', 'm3', 9, 3, 0, '1900-01-01', now(), now() from apartments`;
    await owner`
      insert into payment_reminders (tenant_id, building_id, days_after_due, since, updated_at)
      select tenant_id, id, 7, '1900-01-01', now() from buildings`;
  });
}

/**
 * Adds history, the youngest months first: as many months of the large organization as make so many invoices, and at
 * first all of the small ones'.
 */
export async function insertHistory(context: BenchContext, from: number, to: number): Promise<void> {
  const { database, tenantId } = context;
  await database.asOwner(async (owner) => {
    for (let back = from / monthlyInvoices; back < to / monthlyInvoices; back += 1)
      await owner.unsafe(monthText(`a.tenant_id = '${tenantId}'`, back));
    if (from === 0)
      for (let back = 0; back < smallMonths; back += 1)
        await owner.unsafe(monthText(`a.tenant_id <> '${tenantId}'`, back));
    await insertDeliveries(owner, tenantId, (to - from) / 10);
    await owner.unsafe('vacuum analyze');
  });
}

/** Holds what was written against the service's own checks. Throws for anything wrong. */
export async function requireValidBooks({ database, tenantId }: BenchContext): Promise<void> {
  await database.asOwner(async (owner) => {
    const [small] = await owner<{ id: string }[]>`select id from tenants where id <> ${tenantId} order by id limit 1`;
    for (const id of [tenantId, small?.id ?? '']) {
      const wrong = [...(await findWrongSums(owner, id)), ...(await findNumberGaps(owner, id))];
      if (wrong.length > 0) throw new Error(`The benchmark wrote wrong books: ${wrong.join('; ')}.`);
    }
  });
}

/**
 * The statements that write the month that ended `back` months before the last one ended, in one transaction. Most
 * invoices are paid, one apartment in fifty owes three months, two in five have not paid the last month yet, and some
 * invoices are drafts or cancelled. Foreign keys are not checked.
 */
function monthText(which: string, back: number): string {
  return `
    set local session_replication_role = replica;
    create temp table month on commit drop as
    select m.*, uuidv7(m.issued - now()) as id, uuidv7(m.issued - now()) as entry_id, uuidv7(m.issued - now()) as payment_id,
           uuidv7(m.issued - now()) as allocation_id, m.management + m.vat + m.repair + m.waste as amount,
           m.prefix || m.year || '-' || lpad((m.place + coalesce(c.value, 0))::text, 6, '0') as number,
           case when m.status = 'paid' then (m.issued + make_interval(days => m.n % 14))::date end as paid_on
      from (select a.tenant_id, a.building_id, a.id as apartment_id, a.reference_number, b.iban, b.invoice_number_prefix as prefix, b.currency, s.n,
                   d.first, (d.issued - interval '1 day')::date as last, d.issued::timestamptz as issued, d.issued as issued_on, d.issued + 14 as due,
                   to_char(d.issued, 'YYYY') as year, row_number() over (partition by a.tenant_id order by a.id) as place,
                   3000 + (s.n * 37 + ${back} * 11) % 2000 as management, round((3000 + (s.n * 37 + ${back} * 11) % 2000) * 0.24)::integer as vat,
                   2000 + s.n % 700 as repair, 500 + (s.n + ${back}) % 90 as waste,
                   case when ${back} > 0 and (s.n + ${back} * 7) % 500 = 0 then 'cancelled' when ${back} = 0 and s.n % 100 = 1 then 'draft'
                        when ${back} = 0 and s.n % 5 < 2 or ${back} between 1 and 3 and s.n % 50 = 0 then 'sent' else 'paid' end as status
              from apartments a join buildings b on b.tenant_id = a.tenant_id and b.id = a.building_id
             cross join lateral (select (a.reference_number::bigint / 10 - 100000)::integer as n) s
             cross join (select (date_trunc('month', now()) - make_interval(months => ${back} + 1))::date as first,
                                (date_trunc('month', now()) - make_interval(months => ${back}))::date as issued) d
             where ${which}) m
      left join counters c on c.tenant_id = m.tenant_id and c.name = 'invoice ' || m.year
     order by m.place;
    insert into counters (tenant_id, name, value)
    select tenant_id, 'invoice ' || year, count(*) from month group by tenant_id, year
    on conflict (tenant_id, name) do update set value = counters.value + excluded.value;
    insert into invoices (tenant_id, id, number, reference, status, building_id, apartment_id, period_start, period_end, issue_date, due_date, paid_date,
                          currency, amount, amount_paid, status_when_unpaid, sent_at, sent_by, overdue_event_due_date, reminded_due_date, created_at, updated_at)
    select tenant_id, id, number, reference_number, status, building_id, apartment_id, first, last, issued_on, due, paid_on, currency, amount,
           case status when 'paid' then amount else 0 end, case status when 'paid' then 'sent' end, case when status <> 'draft' then issued end,
           case when status <> 'draft' then 'email' end, case status when 'sent' then due end, case status when 'sent' then due end, issued,
           coalesce(paid_on, issued) from month;
    insert into invoice_days (tenant_id, invoice_id, apartment_id, days)
    select tenant_id, id, apartment_id, daterange(first, last, '[]') from month where status <> 'cancelled';
    insert into positions (tenant_id, invoice_id, ordinal, code, description, quantity, unit, unit_price, amount, vat_rate, vat_amount, calculation)
    select tenant_id, id, p.ordinal, p.code, p.name, 1, 'm2', p.amount / 100.0, p.amount, p.rate, p.vat,
           json_build_object('method', 'unit_price', 'basis', 'equal', 'figure', '1', 'quantity', '1', 'unit', 'apartment',
             'unitPrice', (p.amount / 100.0)::text, 'raw', (p.amount / 100.0)::text, 'rounded', p.amount / 100.0)
      from month cross join lateral (values (1, 'management', 'Management', management, 24, vat), (2, 'repair-fund', 'Repair fund', repair, 0, 0),
                                            (3, 'waste', 'Waste', waste, 0, 0)) as p (ordinal, code, name, amount, rate, vat);
    insert into statement_imports (tenant_id, id, sha256, format, summary, created_at)
    select tenant_id, min(entry_id::text)::uuid, sha256(min(entry_id::text)::bytea), 'camt.053', '{}', min(issued) from month group by tenant_id;
    insert into bank_entries (tenant_id, id, import_id, line, kind, account, currency, credit, amount, booked_on, bank_id, reference, description,
                              payer_name, payer_iban, reversal, key, occurrence)
    select tenant_id, entry_id, min(entry_id::text) over (partition by tenant_id)::uuid, place, 'camt.053', iban, currency, true, amount, paid_on, entry_id,
           reference_number, number, 'Person ' || reference_number, 'EE' || reference_number, false, sha256(entry_id::text::bytea), 1
      from month where status = 'paid';
    insert into payments (tenant_id, id, source, status, amount, allocated, currency, paid_on, account, payer_name, payer_iban, reference, description,
                          bank_entry_id, apartment_id, reason, created_at, updated_at)
    select tenant_id, payment_id, 'statement', 'matched', amount, amount, currency, paid_on, iban, 'Person ' || reference_number,
           'EE' || reference_number, reference_number, number, entry_id, apartment_id, 'reference', paid_on, paid_on from month where status = 'paid';
    insert into payments (tenant_id, id, source, status, amount, currency, paid_on, account, payer_name, description, reason, created_at, updated_at)
    select tenant_id, allocation_id, 'manual', 'unmatched', amount, currency, issued_on, iban, 'Somebody ' || n, 'Rent', 'no reference', issued, issued
      from month where status = 'draft';
    insert into allocations (tenant_id, id, payment_id, invoice_id, apartment_id, amount, matched_by, created_by, created_at)
    select tenant_id, allocation_id, payment_id, id, apartment_id, amount, 'reference', 'service', paid_on from month where status = 'paid';
    insert into invoice_history (tenant_id, invoice_id, id, at, action, actor_kind, detail)
    select tenant_id, id, uuidv7(issued - now()), issued, h.action, 'service', h.detail
      from month cross join lateral (values ('created', '{}'::jsonb, true), ('sent', '{"channel":"email"}', status <> 'draft'),
             ('payment_allocated', jsonb_build_object('paymentId', payment_id, 'amount', amount, 'paidOn', paid_on), status = 'paid')) as h (action, detail, applies)
     where h.applies;
    insert into readings (tenant_id, id, meter_id, value, read_at, read_on, status, source, rollover, confirmed_at, created_at, updated_at)
    select tenant_id, uuidv7(issued - now()), apartment_id, 5 * (last - date '1900-01-01'), last, last, 'confirmed', 'manual', false, last, last, last from month;
  `;
}

/**
 * Events of the last month, delivered to one endpoint. Older ones are deleted, so their number follows the events of a
 * month, not the history.
 */
async function insertDeliveries(owner: DatabasePool, tenantId: string, count: number): Promise<void> {
  await owner`
    insert into webhook_endpoints (tenant_id, id, url, events, status, secret, secret_hint, created_at, updated_at)
    select ${tenantId}, ${tenantId}, 'https://receiver.example.org', '{invoice.paid}', 'enabled', 'secret', '', now(), now() on conflict do nothing`;
  await owner`
    with written as (
      insert into events (tenant_id, id, type, body, occurred_at, recorded_at)
      select ${tenantId}, uuidv7(n * interval '-1 second'), 'invoice.paid', json_build_object('event', 'invoice.paid', 'timestamp', '2026-01-01T00:00:00.000Z', 'tenantId', ${tenantId}::uuid, 'data', '{}'::json)::text, now() - n * interval '1 second', now() - n * interval '1 second'
        from generate_series(1, ${count}::integer) n returning id, occurred_at)
    insert into deliveries (tenant_id, id, endpoint_id, event_id, status, due_at, attempts, first_at, first_outcome, first_status, first_latency_ms,
                            created_at, updated_at, finished_at)
    select ${tenantId}, id, ${tenantId}, id, 'delivered', occurred_at, 1, occurred_at, 'delivered', 200, 20, occurred_at, occurred_at, occurred_at from written`;
}

/**
 * The tables of many rows, and how many rows were read of each from end to end so far. Connections report it when they
 * have been idle for ten seconds.
 */
export async function countScannedRows({ database }: BenchContext): Promise<Map<string, number>> {
  await delay(11_000);
  return await database.asOwner(async (owner) => {
    const rows = await owner<{ table: string; scanned: number }[]>`
      select relname::text as table, seq_tup_read::float8 as scanned from pg_stat_user_tables where n_live_tup > 50000`;
    return new Map(rows.map(({ table, scanned }) => [table, scanned]));
  });
}
