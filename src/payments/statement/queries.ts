// All SQL of statement imports: files, their entries, and what a reconciliation has to know.
import { addDays, type Day } from '../../platform/dates.ts';
import type { Db } from '../../platform/db.ts';
import type { Cents } from '../../platform/money.ts';
import type { Scope } from '../../platform/scope.ts';
import type { Told } from '../alike.ts';
import type { Candidate } from '../reconcile.ts';
import type { Unseen } from '../sameness.ts';
import { type Entry, referenceOf } from './entry.ts';

/** What was told of a file when it was imported. */
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

/** Takes up a file whose entries follow; updateImport tells what it is. */
export async function insertImport({ db, caller, now }: Scope, id: string, sha256: Buffer): Promise<void> {
  await db`
    insert into statement_imports (tenant_id, id, sha256, format, summary, created_at) values (${caller.tenantId}, ${id}, ${sha256}, '', '{}', ${now})`;
}

/** Writes what is told of an imported file. */
export async function updateImport({ db, caller }: Scope, id: string, format: string, summary: unknown): Promise<void> {
  await db`
    update statement_imports set format = ${format}, summary = ${JSON.stringify(summary)}::text::json where tenant_id = ${caller.tenantId} and id = ${id}`;
}

/** Whether anything was imported before. */
export async function hasImports({ db, caller }: Scope): Promise<boolean> {
  const [row] = await db<
    { any: boolean }[]
  >`select exists (select from statement_imports where tenant_id = ${caller.tenantId}) as any`;
  return row?.any ?? false;
}

/** The organization's accounts, and the time zones of its buildings, the most common first; `currencyOf` is the currency of each account's buildings, when they have one. */
export async function findAccounts({
  db,
  caller,
}: Scope): Promise<{ ibans: string[]; currencyOf: Map<string, string>; timeZones: string[] }> {
  const rows = await db<{ iban: string | null; currency: string; timeZone: string }[]>`
    select iban, currency, time_zone from buildings where tenant_id = ${caller.tenantId} and archived_at is null
     group by iban, currency, time_zone order by count(*) desc, currency, time_zone`;
  const distinct = (all: readonly string[]) => [...new Set(all)];
  const currencyOf = new Map<string, string>();
  for (const { iban, currency } of rows) {
    const known = iban === null ? undefined : currencyOf.get(iban);
    if (iban !== null) currencyOf.set(iban, known === undefined || known === currency ? currency : '');
  }
  return {
    ibans: distinct(rows.flatMap((row) => row.iban ?? [])),
    currencyOf,
    timeZones: distinct(rows.map((row) => row.timeZone)),
  };
}

/** An entry with its id and what makes it the same as another one. */
export type Unwritten = Entry & {
  readonly id: string;
  /** Which message it stands in: csv, camt.052, camt.053 or camt.054. */
  readonly kind: string;
  /** In hex. */
  readonly key: string;
};
export type KeyedEntry = Unwritten & { readonly occurrence: number };

/** Writes entries that are not there yet. The database refuses one that is. */
export async function insertEntries(
  { db, caller }: Scope,
  importId: string,
  entries: readonly KeyedEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  await db`
    insert into bank_entries (tenant_id, id, import_id, line, kind, account, currency, credit, amount, booked_on, bank_id, batch_id, batch_amount,
                              end_to_end_id, transaction_id, order_number, reference, description, payer_name, payer_iban, reversal, key, occurrence)
    select ${caller.tenantId}, e.id, ${importId}, e.line, e.kind, e.account, e.currency, e.credit = 1, e.amount, e.booked_on, e.bank_id, e.batch_id,
           e.batch_amount, e.end_to_end_id, e.transaction_id, e.order_number, e.reference, e.description, e.payer_name, e.payer_iban, e.reversal = 1, e.key,
           e.occurrence
      from unnest(${entries.map((one) => one.id)}::uuid[], ${entries.map((one) => one.line)}::integer[], ${entries.map((one) => one.kind)}::text[],
                  ${entries.map((one) => one.account)}::text[], ${entries.map((one) => one.currency)}::text[],
                  ${entries.map((one) => Number(one.credit))}::integer[], ${entries.map((one) => one.amount)}::bigint[],
                  ${entries.map((one) => one.bookedOn)}::date[], ${entries.map((one) => one.bankId)}::text[],
                  ${entries.map((one) => one.batchId)}::text[], ${entries.map((one) => one.batchAmount)}::bigint[],
                  ${entries.map((one) => one.endToEndId)}::text[], ${entries.map((one) => one.transactionId)}::text[],
                  ${entries.map((one) => one.orderNumber)}::text[], ${entries.map(referenceOf)}::text[], ${entries.map((one) => one.text)}::text[],
                  ${entries.map((one) => one.payerName)}::text[], ${entries.map((one) => one.payerIban)}::text[],
                  ${entries.map((one) => Number(one.reversal))}::integer[], ${entries.map((one) => one.key)}::text[],
                  ${entries.map((one) => one.occurrence)}::integer[])
        as r (id, line, kind, account, currency, credit, amount, booked_on, bank_id, batch_id, batch_amount, end_to_end_id, transaction_id, order_number,
              reference, description, payer_name, payer_iban, reversal, key_hex, occurrence)
     cross join lateral (select r.*, decode(r.key_hex, 'hex') as key) as e`;
}

/** A line of a batch: the lump, with the payment made of it, or one of its details, of which those without an id of their own are numbered. */
export type BatchLine = Told & {
  readonly id: string;
  readonly batchId: string;
  readonly account: string;
  readonly credit: boolean;
  readonly amount: Cents;
  readonly batchAmount: Cents;
  readonly lump: boolean;
  readonly numbered: boolean;
  readonly paymentId: string | null;
  readonly allocated: Cents | null;
};

/** Of batches that other files have: those kept as a lump with the payment made of it, and those whose details are there. */
export async function findBatches(
  { db, caller }: Scope,
  importId: string,
  batchIds: readonly string[],
): Promise<BatchLine[]> {
  const rows = await db<(ToldRow & Omit<BatchLine, keyof Told>)[]>`
    select ${toldColumns(db)}, e.batch_id, e.account, e.credit, e.amount, e.batch_amount, e.amount = e.batch_amount and e.bank_id = e.batch_id as lump,
           starts_with(e.bank_id, e.batch_id || '#') as numbered, p.id as payment_id, p.allocated
      from bank_entries e left join payments p on p.tenant_id = e.tenant_id and p.bank_entry_id = e.id
     where e.tenant_id = ${caller.tenantId} and e.batch_id = any (${[...batchIds]}::text[]) and e.import_id <> ${importId}`;
  return rows.map((row) => ({ ...row, ...told(row) }));
}

/**
 * Takes away the payments of lumps whose details have come. One that had been matched stays, as taken back, with the record of that. The entries stay, so that
 * a lump is known when it comes again.
 */
export async function replacePayments({ db, caller, now }: Scope, ids: readonly string[]): Promise<void> {
  await db`
    delete from payments p
     where p.tenant_id = ${caller.tenantId} and p.id = any (${[...ids]}::uuid[]) and p.allocated = 0
       and not exists (select from allocations a where a.tenant_id = p.tenant_id and a.payment_id = p.id)
       and not exists (select from refunds r where r.tenant_id = p.tenant_id and r.payment_id = p.id)`;
  await db`
    update payments set status = 'reversed', reason = 'replaced', updated_at = ${now}
     where tenant_id = ${caller.tenantId} and id = any (${[...ids]}::uuid[]) and allocated = 0`;
}

/** The accounts that other files name, as those name them. */
export async function findNamed({ db, caller }: Scope, importId: string): Promise<string[]> {
  const rows = await db<{ account: string }[]>`
    select distinct s ->> 'account' as account from statement_imports i cross join lateral json_array_elements(i.summary -> 'statements') s
     where i.tenant_id = ${caller.tenantId} and i.id <> ${importId}`;
  return rows.map((row) => row.account);
}

/** A line that was imported before, as it is compared with new ones. */
export type StoredLine = Told & { readonly id: string; readonly key: string; readonly occurrence: number };

/** The lines of other files that have these keys. */
export async function findKeyed(
  { db, caller }: Scope,
  importId: string,
  keys: readonly string[],
): Promise<StoredLine[]> {
  const rows = await db<(ToldRow & { key: string; occurrence: number })[]>`
    select ${toldColumns(db)}, encode(e.key, 'hex') as key, e.occurrence from bank_entries e
     where e.tenant_id = ${caller.tenantId} and e.key = any (array(select decode(k, 'hex') from unnest(${[...keys]}::text[]) k))
       and e.import_id <> ${importId}
     order by e.occurrence`;
  return rows.map((row) => ({ ...told(row), key: row.key, occurrence: row.occurrence }));
}

/** So many lines beside one are enough to ask a person. */
export const mostBeside = 200;

/**
 * Lines of other files that stand beside these: same amount and direction, a day apart at most, on one of the accounts named; and of another kind of file, or
 * with an id of the bank's or an account where the other has none. Not those of another payer's account or id, nor those where both have one number for a
 * reference and it is another: of three hundred equal bills paid in a day none would be told from the others. At most mostBeside for each.
 */
export async function findBeside(
  { db, caller }: Scope,
  importId: string,
  entries: readonly { readonly entry: Unwritten; readonly account: string }[],
): Promise<(Told & { readonly id: string; readonly entryId: string })[]> {
  const all = entries.map((one) => one.entry);
  // The days are reckoned here: the index takes them only as they are.
  // First whether there is any at all, once for equal ones: the rows of this import itself, which may be many and equal, stand in the same index.
  const rows = await db<(ToldRow & { entryId: string })[]>`
    with n as materialized (
      select *
        from unnest(${all.map((one) => one.id)}::uuid[], ${entries.map((one) => one.account)}::text[], ${all.map((one) => one.account)}::text[],
                    ${all.map((one) => one.kind)}::text[], ${all.map((one) => one.currency)}::text[], ${all.map((one) => Number(one.credit))}::integer[],
                    ${all.map((one) => one.amount)}::bigint[], ${all.map((one) => addDays(one.bookedOn, -1))}::date[],
                    ${all.map((one) => addDays(one.bookedOn, 1))}::date[], ${all.map((one) => Number(one.bankId !== null))}::integer[],
                    ${all.map((one) => one.payerIban)}::text[], ${all.map((one) => one.endToEndId)}::text[], ${all.map(onlyNumber)}::text[])
             as n (id, account, own_account, kind, currency, credit, amount, since, until, has_id, payer_iban, end_to_end_id, number)
    ), places as materialized (
      select p.* from (select distinct account, own_account, kind, has_id, currency, credit, amount, since, until from n) p
       cross join lateral (
         select from bank_entries e
          where e.tenant_id = ${caller.tenantId} and e.account = p.account and e.amount = p.amount and e.booked_on between p.since and p.until
            and e.currency = p.currency and e.credit = (p.credit = 1) and e.import_id <> ${importId}
            and (e.kind <> p.kind or e.account <> p.own_account or (e.bank_id is not null) <> (p.has_id = 1))
          limit 1
       ) found
    )
    select b.*, n.id as entry_id
      from places join n using (account, own_account, kind, has_id, currency, credit, amount, since, until)
     cross join lateral (
       select ${toldColumns(db)} from bank_entries e
        where e.tenant_id = ${caller.tenantId} and e.account = n.account and e.amount = n.amount and e.booked_on between n.since and n.until
          and e.currency = n.currency and e.credit = (n.credit = 1) and e.import_id <> ${importId}
          and (e.kind <> n.kind or e.account <> n.own_account or (e.bank_id is not null) <> (n.has_id = 1))
          and coalesce(e.payer_iban = n.payer_iban, true) and coalesce(e.end_to_end_id = n.end_to_end_id, true)
          and not coalesce(e.reference ~ '^0*[1-9][0-9]+$' and ltrim(e.reference, '0') <> ltrim(n.number, '0'), false)
        limit ${mostBeside}
     ) b`;
  return rows.map((row) => ({ ...told(row), entryId: row.entryId }));
}

/** The number that is an entry's reference, when nothing else could be. */
function onlyNumber({ references }: Entry): string | null {
  const [only = ''] = references;
  return references.length === 1 && /^0*[1-9][0-9]+$/.test(only) ? only : null;
}

type ToldRow = Omit<Told, 'references' | 'text'> & { id: string; reference: string | null; description: string };

function toldColumns(db: Db) {
  return db`e.id, e.reference, e.description, e.payer_name, e.payer_iban, e.end_to_end_id, e.booked_on`;
}

function told({ reference, description, ...row }: ToldRow): Told & { id: string } {
  return { ...row, references: reference?.split(', ') ?? [], text: description };
}

/** Which of these credits an imported debit took back: same account, currency and amount, at most fifteen days later, and an id of the bank's or the payer's. */
export async function findTakenBack(
  { db, caller }: Scope,
  importId: string,
  credits: readonly Unwritten[],
): Promise<Set<string>> {
  const rows = await db<{ id: string }[]>`
    select distinct n.id
      from unnest(${credits.map((one) => one.id)}::uuid[], ${credits.map((one) => one.account)}::text[], ${credits.map((one) => one.currency)}::text[],
                  ${credits.map((one) => one.amount)}::bigint[], ${credits.map((one) => one.bookedOn)}::date[],
                  ${credits.map((one) => addDays(one.bookedOn, 15))}::date[], ${credits.map((one) => one.endToEndId)}::text[], ${credits.map((one) => one.transactionId)}::text[],
                  ${credits.map((one) => one.bankId)}::text[])
           as n (id, account, currency, amount, since, until, end_to_end_id, transaction_id, bank_id)
      join bank_entries e on e.tenant_id = ${caller.tenantId} and e.account = n.account and e.amount = n.amount
                         and e.booked_on between n.since and n.until
     where e.currency = n.currency and not e.credit and e.reversal and e.import_id <> ${importId}
       and (e.end_to_end_id = n.end_to_end_id or e.transaction_id = n.transaction_id or e.bank_id = n.bank_id)`;
  return new Set(rows.map((row) => row.id));
}

/** Payments that no statement has shown yet, of these amounts. */
export async function findUnseen({ db, caller }: Scope, amounts: readonly Cents[]): Promise<Unseen[]> {
  return db<Unseen[]>`
    select id, source, amount, currency, paid_on, account, payer_iban, reference, order_number from payments
     where tenant_id = ${caller.tenantId} and bank_entry_id is null and status <> 'reversed' and source <> 'credit' and amount = any (${[...amounts]}::bigint[])
     order by paid_on, id`;
}

/** Notes which entries show payments that were known before. Whose account paid is left to learnPayers. */
export async function linkEntries(
  { db, caller, now }: Scope,
  links: readonly { readonly paymentId: string; readonly entry: Omit<KeyedEntry, 'hold'> }[],
): Promise<void> {
  await db`
    update payments p
       set bank_entry_id = l.entry_id, account = coalesce(p.account, nullif(l.account, '')), payer_name = coalesce(p.payer_name, l.payer_name),
           description = coalesce(p.description, l.description), updated_at = ${now}
      from unnest(${links.map((one) => one.paymentId)}::uuid[], ${links.map((one) => one.entry.id)}::uuid[], ${links.map((one) => one.entry.account)}::text[],
                  ${links.map((one) => one.entry.payerName)}::text[],
                  ${links.map((one) => one.entry.text)}::text[]) as l (payment_id, entry_id, account, payer_name, description)
     where p.tenant_id = ${caller.tenantId} and p.id = l.payment_id`;
}

/** Takes from the entries that show them whose account these payments came from. Once all of a file is decided: until then no line of it is to be matched by that. */
export async function learnPayers({ db, caller, now }: Scope, ids: readonly string[]): Promise<void> {
  await db`
    update payments p set payer_iban = e.payer_iban, updated_at = ${now} from bank_entries e
     where p.tenant_id = ${caller.tenantId} and p.id = any (${[...ids]}::uuid[]) and p.payer_iban is null
       and e.tenant_id = ${caller.tenantId} and e.id = p.bank_entry_id and e.payer_iban is not null`;
}

/** Apartments by their standing references, with the account that they pay to. */
export async function findPlaces(
  { db, caller }: Scope,
  references: readonly string[],
): Promise<{ apartmentId: string; standing: string; iban: string | null }[]> {
  return db<{ apartmentId: string; standing: string; iban: string | null }[]>`
    select a.id as apartment_id, a.reference_number as standing, b.iban
      from apartments a join buildings b on b.tenant_id = a.tenant_id and b.id = a.building_id and b.archived_at is null
     where a.tenant_id = ${caller.tenantId} and a.reference_number = any (${[...references]}::text[])`;
}

/**
 * Which apartments these IBANs have paid for: by a reference or a person's word, not taken back by a person since, and nobody has moved in after that. An
 * IBAN that pays for more than five is a firm that collects for others, and says nothing. With `importId`, as it was known before that import began (ids sort by
 * time): what its own lines say of each other would hang on their order.
 */
export async function findPayers(
  { db, caller }: Scope,
  ibans: readonly string[],
  importId?: string,
): Promise<{ iban: string; apartmentIds: string[] }[]> {
  if (ibans.length === 0) return [];
  return db<{ iban: string; apartmentIds: string[] }[]>`
    with seen as (
      select w.iban, p.id, p.paid_on from unnest(${[...ibans]}::text[]) as w (iban)
       cross join lateral (select id, paid_on from payments where tenant_id = ${caller.tenantId} and payer_iban = w.iban
                              ${importId === undefined ? db`` : db`and id < ${importId}`}
                            order by paid_on desc limit 200) p
    ), known as materialized (
      select s.iban, i.apartment_id,
             max(s.paid_on) filter (where a.undone_at is null and a.matched_by in ('reference', 'reference_in_text', 'person', 'banklink')) as last_on,
             max(a.created_at) filter (where a.undone_at is null and a.matched_by in ('reference', 'reference_in_text', 'person', 'banklink')) as last_at,
             max(a.undone_at) filter (where a.undone_for = 'person') as taken_back_at
        from seen s join allocations a on a.tenant_id = ${caller.tenantId} and a.payment_id = s.id
                    join invoices i on i.tenant_id = ${caller.tenantId} and i.id = a.invoice_id
       group by 1, 2
    )
    select k.iban, array_agg(k.apartment_id order by k.apartment_id) as apartment_ids from known k
     where k.last_on is not null and (k.taken_back_at is null or k.taken_back_at < k.last_at)
       and not exists (select from residencies r where r.tenant_id = ${caller.tenantId} and r.apartment_id = k.apartment_id and r.since > k.last_on)
     group by k.iban having count(*) <= 5`;
}

/** The payments whose entry a reversal names: same account, currency and amount, at most fifteen days before, and an id of the bank's or the payer's. */
export async function findReversed(
  { db, caller }: Scope,
  entry: KeyedEntry,
): Promise<{ paymentId: string; status: string; refunded: Cents }[]> {
  const since: Day = entry.bookedOn;
  return db<{ paymentId: string; status: string; refunded: Cents }[]>`
    select p.id as payment_id, p.status, p.refunded from bank_entries e join payments p on p.tenant_id = e.tenant_id and p.bank_entry_id = e.id
     where e.tenant_id = ${caller.tenantId} and e.account = ${entry.account} and e.currency = ${entry.currency} and e.amount = ${entry.amount} and e.credit
       and e.booked_on between ${since}::date - 15 and ${since}
       and (e.end_to_end_id = ${entry.endToEndId} or e.transaction_id = ${entry.transactionId} or e.bank_id = ${entry.bankId})`;
}

/** What can be suggested for a payment: open invoices of the apartments, references, numbers, balance or residents' names that come near it. */
export async function findNear(
  { db, caller }: Scope,
  near: {
    readonly amount: Cents;
    readonly currency: string;
    readonly account: string | null;
    readonly references: readonly string[];
    readonly numbers: readonly string[];
    readonly apartments: readonly string[];
    readonly names: readonly string[];
  },
): Promise<(Candidate & { names: string[] })[]> {
  return db<(Candidate & { names: string[] })[]>`
    with named as (
      select distinct r.apartment_id from residencies r join residents s on s.tenant_id = r.tenant_id and s.id = r.resident_id
       where r.tenant_id = ${caller.tenantId} and r.until is null and regexp_split_to_array(lower(s.name), '[^[:alnum:]]+') && ${[...near.names]}::text[]
    )
    select i.id, i.number, i.reference, i.apartment_id, i.building_id, i.currency, i.due_date, i.amount - i.amount_paid as balance, b.iban,
           a.reference_number as standing,
           (select coalesce(json_agg(s.name order by s.name), '[]') from residencies r
              join residents s on s.tenant_id = r.tenant_id and s.id = r.resident_id
             where r.tenant_id = ${caller.tenantId} and r.apartment_id = i.apartment_id and r.until is null) as names
      from invoices i
      join apartments a on a.tenant_id = i.tenant_id and a.id = i.apartment_id
      join buildings b on b.tenant_id = i.tenant_id and b.id = i.building_id and b.archived_at is null
     where i.tenant_id = ${caller.tenantId} and i.status in ('draft', 'sent') and i.amount > i.amount_paid and i.currency = ${near.currency}
       and (b.iban is null or ${near.account}::text is null or b.iban = ${near.account})
       and (i.amount - i.amount_paid = ${near.amount} or i.reference = any (${[...near.references]}::text[])
            or a.reference_number = any (${[...near.references]}::text[]) or i.number_key = any (${[...near.numbers]}::text[])
            or i.apartment_id = any (${[...near.apartments]}::uuid[]) or i.apartment_id in (select apartment_id from named))
     order by i.due_date, i.id limit 500`;
}

/**
 * Has this connection plan everything anew. The checks of foreign keys are planned once and kept: made while bank_entries or payments are all but empty, they
 * would go through all rows of the organization for each new one, by any index that begins with it.
 */
export async function forgetPlans({ db }: Scope): Promise<void> {
  await db.unsafe('discard plans');
}

/** Begins what can be taken back without ending the transaction. */
export async function rehearse({ db }: Scope): Promise<void> {
  await db`savepoint rehearsal`;
}

/** Takes back everything since the rehearsal began. */
export async function endRehearsal({ db }: Scope): Promise<void> {
  await db`rollback to savepoint rehearsal`;
}
