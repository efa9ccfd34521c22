// SQL of the search over the tables of other modules: one statement for each kind. Read only. Those of numbers, amounts
// and references have an index; those of names read all rows of the organization, because under row-level security the
// planner uses no index with a pattern.
import { tableOf } from '../platform/db/rows.ts';
import type { Scope } from '../platform/db/scope.ts';
import type { Day } from '../platform/values/dates.ts';
import type { FoundApartment, FoundBuilding, FoundInvoice, FoundMeter, FoundResident, PaymentHit } from './model.ts';
import type { SearchTerms } from './read-search.ts';

/** The number of the latest payments whose payers are searched. */
const maxPayersSearched = 20_000;

export async function searchBuildings(
  { db, caller }: Scope,
  { words, whole, beginning }: Pick<SearchTerms, 'words' | 'whole' | 'beginning'>,
  limit: number,
): Promise<FoundBuilding[]> {
  return db<FoundBuilding[]>`
    select b.id, b.name, b.address from buildings b
     where b.tenant_id = ${caller.tenantId} and b.archived_at is null and b.name || ' ' || b.address ~ all (${[...words]}::text[])
     order by case when b.name ~ ${whole} then 0 when b.name ~ ${beginning} then 1 else 2 end, b.name, b.id limit ${limit}`;
}

/**
 * Apartments by number, in buildings that match the guess, and by reference. The exact number comes first, then numbers
 * that begin with it.
 */
export async function searchApartments(
  { db, caller }: Scope,
  { apartments, references }: Pick<SearchTerms, 'apartments' | 'references'>,
  limit: number,
): Promise<FoundApartment[]> {
  const guesses = apartments.map(({ number }, nth) => ({ number, nth }));
  const patterns = apartments.flatMap(({ building }, nth) => building.map((pattern) => ({ nth, pattern })));
  return db<FoundApartment[]>`
    with guesses as materialized (
      select b.id as building_id, g.number, g.nth from buildings b
        cross join ${tableOf(db, 'g', { number: 'text', nth: 'integer' }, guesses)}
       where b.tenant_id = ${caller.tenantId} and b.archived_at is null
         and not exists (
           select from ${tableOf(db, 'w', { nth: 'integer', pattern: 'text' }, patterns)}
            where w.nth = g.nth and not b.name || ' ' || b.address ~ w.pattern)),
    found as (
      select a.id, min(case when a.number_key = g.number then 1 else 2 end) as rank
        from guesses g join apartments a on a.tenant_id = ${caller.tenantId} and a.building_id = g.building_id and starts_with(a.number_key, g.number)
       where a.archived_at is null group by a.id
      union all
      select a.id, 0 from apartments a
       where a.tenant_id = ${caller.tenantId} and a.archived_at is null and a.reference_number = any (${[...references]}::text[]))
    select a.id, a.number, a.reference_number, b.id as building_id, b.name as building, b.address
      from (select id, min(rank) as rank from found group by id) f
      join apartments a on a.tenant_id = ${caller.tenantId} and a.id = f.id
      join buildings b on b.tenant_id = a.tenant_id and b.id = a.building_id and b.archived_at is null
     order by f.rank, b.name, a.number, a.id limit ${limit}`;
}

/** People by name, e-mail address or telephone number, with their apartments, the current ones first. */
export async function searchResidents(
  { db, caller }: Scope,
  { words, whole, beginning, text, phone }: Pick<SearchTerms, 'words' | 'whole' | 'beginning' | 'text' | 'phone'>,
  limit: number,
): Promise<FoundResident[]> {
  const byName = words.length === 0 ? db`false` : db`p.name ~ all (${[...words]}::text[])`;
  const byEmail = words.length === 0 || text.length < 3 ? db`false` : db`strpos(p.email_key, ${text}) > 0`;
  const byPhone = phone === undefined ? db`false` : db`strpos(translate(p.phone, '+ ()./-', ''), ${phone}) > 0`;
  return db<FoundResident[]>`
    select p.id, p.name, p.email, p.phone, homes.apartments
      from (select p.id, p.name, p.email, p.phone, case when p.name ~ ${whole} then 0 when p.name ~ ${beginning} then 1 else 2 end as rank
              from residents p where p.tenant_id = ${caller.tenantId} and (${byName} or ${byEmail} or ${byPhone})
             order by rank, p.name, p.id limit ${limit}) p
      cross join lateral (
        select coalesce(jsonb_agg(jsonb_build_object('apartmentId', a.id, 'buildingId', b.id, 'building', b.name, 'number', a.number, 'until', r.until)
                                  order by r.until desc nulls first, b.name, a.number), '[]'::jsonb) as apartments
          from residencies r
          join apartments a on a.tenant_id = r.tenant_id and a.id = r.apartment_id and a.archived_at is null
          join buildings b on b.tenant_id = a.tenant_id and b.id = a.building_id
         where r.tenant_id = ${caller.tenantId} and r.resident_id = p.id) homes
     order by p.rank, p.name, p.id`;
}

/**
 * Invoices by number (whole, its beginning, or its running number of these years), reference, or amount; the newest
 * first.
 */
export async function searchInvoices(
  { db, caller }: Scope,
  { code, references, amounts, invoice }: Pick<SearchTerms, 'code' | 'references' | 'amounts' | 'invoice'>,
  years: readonly string[],
  limit: number,
): Promise<FoundInvoice[]> {
  const byBeginning = code.length >= 3 && /\d/.test(code);
  return db<FoundInvoice[]>`
    with found as (
      select id, 1 as rank from (
        select i.id from invoices i where i.tenant_id = ${caller.tenantId} and ${byBeginning}
           and i.number_key collate "C" >= ${code} and i.number_key collate "C" < ${`${code}\u{10ffff}`}
         order by i.number_key collate "C" limit ${limit}) as beginning
      union all
      select i.id, 0 from invoices i where i.tenant_id = ${caller.tenantId} and i.number_key collate "C" = any (array(
        select distinct upper(b.invoice_number_prefix) || y.year || '-' || lpad(${invoice?.sequence ?? null}::text, 6, '0')
          from buildings b cross join unnest(${[...years]}::text[]) as y (year) where b.tenant_id = ${caller.tenantId}))
      union all
      select id, 2 from (
        select i.id from invoices i where i.tenant_id = ${caller.tenantId} and i.reference = any (${[...references]}::text[])
         order by i.issue_date desc, i.id desc limit ${limit}) as referring
      union all
      select id, 3 from unnest(${[...amounts]}::bigint[]) as w (amount) cross join lateral (
        select i.id from invoices i where i.tenant_id = ${caller.tenantId} and i.amount = w.amount
         order by i.id desc limit ${limit}) as amounting)
    select i.id, i.number, i.reference, i.status, i.period_start, i.currency, i.amount, a.number as apartment, b.name as building
      from (select id, min(rank) as rank from found group by id) f
      join invoices i on i.tenant_id = ${caller.tenantId} and i.id = f.id
      join apartments a on a.tenant_id = i.tenant_id and a.id = i.apartment_id
      join buildings b on b.tenant_id = i.tenant_id and b.id = i.building_id
     order by f.rank, i.issue_date desc, i.number desc limit ${limit}`;
}

/**
 * Payments by amount, reference, the payer's account, or the payer's name; the latest first. Credit of invoices is
 * none.
 */
export async function searchPayments(
  { db, caller }: Scope,
  { words, code, references, amounts }: Pick<SearchTerms, 'words' | 'code' | 'references' | 'amounts'>,
  limit: number,
): Promise<PaymentHit[]> {
  const columns = db`p.id, p.payer_name, p.paid_on, p.amount, p.currency, case when p.refunded = p.amount then 'refunded' when p.status = 'reversed' and p.reason = 'returned' then 'returned' else p.status end as status, p.reference, p.dismissed_at is not null as dismissed`;
  const payments = db`payments p where p.tenant_id = ${caller.tenantId} and p.source <> 'credit'`;
  const latest = db`order by p.paid_on desc, p.id desc limit ${limit}`;
  const byPayer = db`union (select ${columns}
    from (select p.* from ${payments} order by p.paid_on desc, p.id desc limit ${maxPayersSearched}) p
   where p.payer_name ~ all (${[...words]}::text[]) ${latest})`;
  const isIban = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(code);
  return db<PaymentHit[]>`
    with found as (
      (select q.* from unnest(${[...amounts]}::bigint[]) as w (amount) cross join lateral (
         select ${columns} from ${payments} and p.amount = w.amount order by p.id desc limit ${limit}) q)
      union
      (select ${columns} from ${payments} and p.reference = any (${[...references]}::text[]) ${latest})
      ${isIban ? db`union (select ${columns} from ${payments} and p.payer_iban = ${code} ${latest})` : db``}
      ${words.length > 0 ? byPayer : db``})
    select f.*, paid.* from (select * from found p ${latest}) f
      left join lateral (
        select i.id as invoice_id, i.number as invoice, a.number as apartment, b.name as building
          from allocations l
          join invoices i on i.tenant_id = l.tenant_id and i.id = l.invoice_id
          join apartments a on a.tenant_id = i.tenant_id and a.id = i.apartment_id
          join buildings b on b.tenant_id = i.tenant_id and b.id = i.building_id
         where l.tenant_id = ${caller.tenantId} and l.payment_id = f.id and l.undone_at is null
         order by l.amount desc, i.number limit 1) paid on true
     order by f.paid_on desc, f.id desc`;
}

/** The day of the oldest payment whose payer is searched; undefined while all are. */
export async function findOldestPayerSearched({ db, caller }: Scope): Promise<Day | undefined> {
  const [row] = await db<{ paidOn: Day }[]>`
    select p.paid_on from payments p where p.tenant_id = ${caller.tenantId} order by p.paid_on desc, p.id desc offset ${maxPayersSearched} limit 1`;
  return row?.paidOn;
}

/** Meters by a part of their number; those in use first. */
export async function searchMeters(
  { db, caller }: Scope,
  { code }: Pick<SearchTerms, 'code'>,
  limit: number,
): Promise<FoundMeter[]> {
  return db<FoundMeter[]>`
    select m.id, m.type, m.serial_number, m.removed_on, b.id as building_id, b.name as building, a.number as apartment
      from (select m.*, replace(upper(m.serial_number), ' ', '') as code from meters m where m.tenant_id = ${caller.tenantId}) m
      join buildings b on b.tenant_id = ${caller.tenantId} and b.id = m.building_id and b.archived_at is null
      left join apartments a on a.tenant_id = ${caller.tenantId} and a.id = m.apartment_id
     where strpos(m.code, ${code}) > 0
     order by case when m.code = ${code} then 0 when starts_with(m.code, ${code}) then 1 else 2 end, m.removed_on nulls first, m.code, m.id limit ${limit}`;
}
