// SQL of statement imports: the files, the lookups of matching, and the payments that a return may mean. What else is
// read or written of staged entries is in import/*-queries.ts.

import { recordDeleted } from '../../platform/db/deleted-objects.ts';
import { removeOwnFields } from '../../platform/db/own-fields.ts';
import { tableOf } from '../../platform/db/rows.ts';
import type { Scope } from '../../platform/db/scope.ts';
import type { SqlFragment } from '../../platform/db/sql.ts';
import type { Day } from '../../platform/values/dates.ts';
import type { Cents } from '../../platform/values/money.ts';
import type { Candidate, Candidates, KnownPayer } from './import/decide-credits.ts';
import { type Movement, maxReturnDays } from './import/returned-movements.ts';
import { entriesNear } from './import/shared-id-queries.ts';
import { currencyByAccount } from './own-accounts.ts';

/** The stored report of an imported file. */
export type ImportRow = {
  readonly id: string;
  readonly format: string;
  readonly summary: unknown;
  readonly createdAt: Date;
};

export async function findImport({ db, caller }: Scope, sha256: Buffer): Promise<ImportRow | undefined> {
  const [row] = await db<ImportRow[]>`
    select id, format, summary, created_at from statement_imports where tenant_id = ${caller.tenantId} and sha256 = ${sha256}`;
  return row;
}

/** Records a file whose entries follow; updateImport adds its report. */
export async function insertImport({ db, caller, now }: Scope, id: string, sha256: Buffer): Promise<void> {
  await db`
    insert into statement_imports (tenant_id, id, sha256, format, summary, created_at) values (${caller.tenantId}, ${id}, ${sha256}, '', '{}', ${now})`;
}

/** Writes the report of an imported file. */
export async function updateImport({ db, caller }: Scope, id: string, format: string, summary: unknown): Promise<void> {
  await db`
    update statement_imports set format = ${format}, summary = ${JSON.stringify(summary)}::text::json where tenant_id = ${caller.tenantId} and id = ${id}`;
}

/** Whether any other file was imported. */
export async function hasOtherImports({ db, caller }: Scope, importId: string): Promise<boolean> {
  const [row] = await db<{ any: boolean }[]>`
    select exists (select from statement_imports where tenant_id = ${caller.tenantId} and id <> ${importId}) as any`;
  return row?.any ?? false;
}

/**
 * The organization's accounts, and the time zones of its buildings, the most common first. `currencyOf` is the currency
 * of each account's buildings, if they share one.
 */
export async function findOwnAccounts({
  db,
  caller,
}: Scope): Promise<{ ibans: string[]; currencyOf: Map<string, string>; timeZones: string[] }> {
  const rows = await db<{ iban: string | null; currency: string; timeZone: string }[]>`
    select iban, currency, time_zone from buildings where tenant_id = ${caller.tenantId} and archived_at is null
     group by iban, currency, time_zone order by count(*) desc, currency, time_zone`;
  const distinct = (all: readonly string[]) => [...new Set(all)];
  return {
    ibans: distinct(rows.flatMap((row) => row.iban ?? [])),
    currencyOf: currencyByAccount(rows),
    timeZones: distinct(rows.map((row) => row.timeZone)),
  };
}

/**
 * Removes the payments of lump sums whose details have arrived. A payment that had been matched stays as reversed, as a
 * record. The entries stay, so that a lump sum is recognised when it comes again.
 */
export async function replacePayments(scope: Scope, ids: readonly string[]): Promise<void> {
  const { db, caller, now } = scope;
  const removed = await db<{ id: string }[]>`
    delete from payments p
     where p.tenant_id = ${caller.tenantId} and p.id = any (${[...ids]}::uuid[]) and p.allocated = 0
       and not exists (select from allocations a where a.tenant_id = ${caller.tenantId} and a.payment_id = p.id)
       and not exists (select from refunds r where r.tenant_id = ${caller.tenantId} and r.payment_id = p.id)
    returning p.id`;
  const removedIds = removed.map((payment) => payment.id);
  await Promise.all([recordDeleted(scope, 'payment', removedIds), removeOwnFields(scope, 'payment', removedIds)]);
  await db`
    update payments set status = 'reversed', reason = 'replaced', updated_at = ${now}
     where tenant_id = ${caller.tenantId} and id = any (${[...ids]}::uuid[]) and allocated = 0`;
}

/**
 * The first accounts of stored entries, each looked up behind the one before: an organization may have millions of
 * entries.
 */
export async function findNamedAccounts({ db, caller }: Scope, limit: number): Promise<string[]> {
  const next = (after: SqlFragment) => db`
    (select account from bank_entries where tenant_id = ${caller.tenantId} ${after} order by account limit 1)`;
  const rows = await db<{ account: string }[]>`
    with recursive named (account) as (
      ${next(db``)}
      union all
      select ${next(db`and account > n.account`)} from named n where n.account is not null
    )
    select account from named where account is not null limit ${limit}`;
  return rows.map((row) => row.account);
}

/** Apartments by their permanent references, with their building and the account they pay to. */
export async function findApartmentReferences(
  { db, caller }: Scope,
  references: readonly string[],
): Promise<Candidates['apartments']> {
  return db<Candidates['apartments'][number][]>`
    select a.id as apartment_id, a.building_id, a.reference_number as permanent_reference, b.iban
      from apartments a join buildings b on b.tenant_id = a.tenant_id and b.id = a.building_id and b.archived_at is null
     where a.tenant_id = ${caller.tenantId} and a.reference_number = any (${[...references]}::text[])`;
}

/** The apartments with these numbers, in capitals, each in its building. */
export async function findApartmentsByNumber(
  { db, caller }: Scope,
  places: readonly Pick<Candidates['named'][number], 'buildingId' | 'number'>[],
): Promise<Candidates['named']> {
  if (places.length === 0) return [];
  return db<Candidates['named'][number][]>`
    select a.id as apartment_id, a.building_id, w.number, b.name || ' ' || b.address as building
      from ${tableOf(db, 'w', { buildingId: 'uuid', number: 'text' }, places)}
      join apartments a on a.tenant_id = ${caller.tenantId} and a.building_id = w.building_id and upper(a.number) = w.number and a.archived_at is null
      join buildings b on b.tenant_id = ${caller.tenantId} and b.id = a.building_id`;
}

/**
 * Which apartments these payers, by account or by their own words, have paid for: by a reference or a manual match, not
 * undone by a person since, and with no new resident since. One that pays for more than five apartments is a collecting
 * company and is ignored. For each the last 200 payments with any allocation count; `names` are those of the last 200
 * payments of any kind, as the bank wrote them. With `importId`, the entries of that import do not count: otherwise
 * results would depend on their order.
 */
export async function findPayers(
  { db, caller }: Scope,
  by: 'payer_iban' | 'payer_words',
  keys: readonly string[],
  importId?: string,
): Promise<(KnownPayer & { key: string })[]> {
  if (keys.length === 0) return [];
  const payer = by === 'payer_iban' ? db`p.payer_iban` : db`p.payer_words`;
  const isEvidence = db`a.undone_at is null and a.matched_by in ('reference', 'reference_in_text', 'person', 'banklink')`;
  const isEarlier =
    importId === undefined
      ? db``
      : db`and not exists (select from bank_entries e where e.tenant_id = ${caller.tenantId} and e.id = p.bank_entry_id and e.import_id = ${importId})`;
  return db<(KnownPayer & { key: string })[]>`
    with allocated as (
      select w.key, p.id, p.paid_on from unnest(${[...keys]}::text[]) as w (key)
       cross join lateral (select p.id, p.paid_on from payments p where p.tenant_id = ${caller.tenantId} and ${payer} = w.key
                              and exists (select from allocations a where a.tenant_id = ${caller.tenantId} and a.payment_id = p.id)
                              ${isEarlier}
                            order by p.paid_on desc limit 200) p
    ), paid_for as materialized (
      select p.key, i.apartment_id, max(p.paid_on) filter (where ${isEvidence}) as last_on, max(a.created_at) filter (where ${isEvidence}) as last_at,
             max(a.undone_at) filter (where a.undone_reason = 'person') as undone_at
        from allocated p join allocations a on a.tenant_id = ${caller.tenantId} and a.payment_id = p.id
                         join invoices i on i.tenant_id = ${caller.tenantId} and i.id = a.invoice_id
       group by 1, 2
    )
    select f.key, array_agg(f.apartment_id order by f.apartment_id) as apartment_ids,
           array(select distinct coalesce(e.payer_name, p.payer_name, '')
                   from (select p.payer_name, p.bank_entry_id from payments p
                          where p.tenant_id = ${caller.tenantId} and ${payer} = f.key ${isEarlier} order by p.paid_on desc limit 200) p
                   left join bank_entries e on e.tenant_id = ${caller.tenantId} and e.id = p.bank_entry_id) as names
      from paid_for f
     where f.last_on is not null and (f.undone_at is null or f.undone_at < f.last_at)
       and not exists (select from residencies r where r.tenant_id = ${caller.tenantId} and r.apartment_id = f.apartment_id and r.since > f.last_on)
     group by f.key having count(*) <= 5`;
}

/** A payment by an entry that a reversal may refer to. */
export type ReturnablePayment = Movement & {
  readonly paymentId: string;
  readonly status: string;
  readonly refunded: Cents;
};

/**
 * The payments whose entries share account, amount and an id with a debit of the file that returns money, at most
 * fifteen days before it.
 */
export async function findReturnablePayments(scope: Scope): Promise<ReturnablePayment[]> {
  const { db, caller } = scope;
  const returns = db`(select * from staged_entries where not credit and reversal and not duplicate) r`;
  return db<ReturnablePayment[]>`
    select e.*, p.id as payment_id, p.status, p.refunded
      from (${entriesNear(scope, returns, [-maxReturnDays, 0], db`b.credit`)}) e
     cross join lateral (select id, status, refunded from payments where tenant_id = ${caller.tenantId} and bank_entry_id = e.id offset 0) p
     where e.end_to_end_id in (select end_to_end_id from ${returns}) or e.transaction_id in (select transaction_id from ${returns})
        or e.bank_id in (select bank_id from ${returns})
     order by e.booked_on, e.id`;
}

/** An invoice that can be suggested, with its apartment, building and days. `names` are the residents. */
export type SuggestionCandidate = Candidate & {
  readonly names: readonly string[];
  readonly apartment: string;
  readonly building: string;
  readonly address: string;
  readonly periodStart: Day;
  readonly periodEnd: Day;
};

/**
 * Invoices that can be suggested for a payment: open invoices with a similar apartment, reference, number, balance or
 * resident name. Where there are more than 500, those stay that say most.
 */
export async function findSuggestionCandidates(
  { db, caller }: Scope,
  near: {
    readonly amount: Cents;
    readonly currency: string;
    readonly account: string | null;
    readonly references: readonly string[];
    readonly numbers: readonly string[];
    readonly apartments: readonly string[];
    /** Numbers of apartments that the text names, in capitals. */
    readonly named: readonly string[];
    readonly names: readonly string[];
  },
): Promise<SuggestionCandidate[]> {
  const isIdentified = db`(
    i.reference = any (${[...near.references]}::text[]) or a.reference_number = any (${[...near.references]}::text[])
    or i.number_key = any (${[...near.numbers]}::text[]) or i.apartment_id = any (${[...near.apartments]}::uuid[])
    or upper(a.number) = any (${[...near.named]}::text[]) and (b.iban = ${near.account} or exists (
       select from apartments q where q.tenant_id = ${caller.tenantId} and q.building_id = a.building_id and q.reference_number = any (${[...near.references]}::text[]))))`;
  const isExact = db`i.amount - i.amount_paid = ${near.amount}`;
  return db<SuggestionCandidate[]>`
    with named as (
      select r.apartment_id, max((select count(*) from unnest(${[...near.names]}::text[]) word where word = any (w.words))) as words
        from residencies r
        join residents s on s.tenant_id = r.tenant_id and s.id = r.resident_id
        cross join lateral regexp_split_to_array(lower(s.name), '[^[:alnum:]]+') w (words)
       where r.tenant_id = ${caller.tenantId} and r.until is null and w.words && ${[...near.names]}::text[]
       group by r.apartment_id
    )
    select i.id, i.number, i.reference, i.apartment_id, i.building_id, i.currency, i.due_date, i.amount - i.amount_paid as balance, b.iban,
           a.reference_number as permanent_reference, a.number as apartment, b.name as building, b.address, i.period_start, i.period_end,
           (select coalesce(json_agg(s.name order by s.name), '[]') from residencies r
              join residents s on s.tenant_id = r.tenant_id and s.id = r.resident_id
             where r.tenant_id = ${caller.tenantId} and r.apartment_id = i.apartment_id and r.until is null) as names
      from invoices i
      join apartments a on a.tenant_id = i.tenant_id and a.id = i.apartment_id
      join buildings b on b.tenant_id = i.tenant_id and b.id = i.building_id and b.archived_at is null
      left join named n on n.apartment_id = i.apartment_id
     where i.tenant_id = ${caller.tenantId} and i.status in ('draft', 'sent') and i.amount > i.amount_paid and i.currency = ${near.currency}
       and (b.iban is null or ${near.account}::text is null or b.iban = ${near.account})
       and (${isIdentified} or ${isExact} or n.words > 0)
     order by ${isIdentified} is not true, n.words desc nulls last, ${isExact} is not true, i.due_date, i.id limit 500`;
}
