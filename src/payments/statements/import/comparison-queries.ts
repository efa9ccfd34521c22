// All SQL of comparing staged entries with stored ones. Entries that are compared with the same stored entries form a
// group: both sides are numbered once, in two temporary tables of the import's transaction, then read in the order of
// the groups, each row once. Stored entries are looked up by lateral sub-queries that end with offset or limit: an
// organization without statistics looks empty to the planner, which would otherwise compare every pair.

import type { Scope } from '../../../platform/db/scope.ts';
import type { SqlFragment } from '../../../platform/db/sql.ts';
import type { Cents } from '../../../platform/values/money.ts';
import { splitReferences } from '../parse/statement-entry.ts';
import type { EntryContent } from './same-booking.ts';

/** Groups new entries by bank id, where stored entries have the same id. Run it after markEqualEntries. */
export async function groupById({ db }: Scope): Promise<void> {
  await createGroups(db);
  await db`
    insert into compared_entries
    select row_number() over (order by key, booked_on, entry_number), dense_rank() over (order by key), entry_number
      from staged_entries where not duplicate and bank_id is not null and key in (select key from stored_keys)`;
  await db`
    insert into compared_stored
    select g.group_number, k.id, false
      from (select distinct c.group_number, s.key from compared_entries c join staged_entries s using (entry_number)) g join stored_keys k using (key)
     where k.id not in (select stored_id from staged_entries where stored_id is not null)`;
  await analyzeGroups(db);
}

/** Groups entries that are still new and belong to a batch with stored entries, by the batch's id. */
export async function groupByBatch({ db, caller }: Scope): Promise<void> {
  await createGroups(db);
  await db`
    insert into compared_entries
    select row_number() over (order by batch_id, booked_on, entry_number), dense_rank() over (order by batch_id), entry_number
      from staged_entries s
     where not duplicate and bank_id is not null
       and batch_id in (select b.batch_id from (select distinct batch_id from staged_entries where not duplicate) b
                         cross join lateral (select from bank_entries e where e.tenant_id = ${caller.tenantId} and e.batch_id = b.batch_id limit 1) stored)`;
  await db`
    insert into compared_stored
    select g.group_number, e.id, e.id in (select stored_id from staged_entries where stored_id is not null)
      from (select distinct c.group_number, s.batch_id from compared_entries c join staged_entries s using (entry_number)) g
     cross join lateral (select id from bank_entries where tenant_id = ${caller.tenantId} and batch_id = g.batch_id offset 0) e`;
  await analyzeGroups(db);
}

/**
 * Copies the stored entries that new ones are comparable with: same amount, at most a day apart, on the same account or
 * on none; those of an entry without an account on any of `named`, the accounts that other files name. `words` is the
 * text without blanks, of entries without an id.
 */
export async function copySimilar({ db, caller }: Scope, named: readonly string[]): Promise<void> {
  await db.unsafe(`
    create temporary table stored_similar (id uuid, account text, kind text, currency text, credit boolean, amount bigint, booked_on date, has_id boolean, words text,
      reference text, end_to_end_id text, payer_iban text, payer_name text)
      on commit drop`);
  await db`
    insert into stored_similar
    select e.id, near.account, e.kind, e.currency, e.credit, near.amount, near.booked_on, e.bank_id is not null, e.words,
           e.reference, e.end_to_end_id, e.payer_iban, e.payer_name
      from (select distinct n.account, s.amount, s.booked_on + days as booked_on
              from (select distinct account, amount, booked_on from staged_entries where not duplicate and doubt is null) s
             cross join lateral (select s.account union select '' union select unnest(${[...named]}::text[]) where s.account = '') n
             cross join generate_series(-1, 1) days) near
     cross join lateral (select id, kind, currency, credit, bank_id, ${wordsOf(db)} as words, reference, end_to_end_id, payer_iban, payer_name
                           from bank_entries
                          where tenant_id = ${caller.tenantId} and account = near.account and amount = near.amount and booked_on = near.booked_on offset 0) e`;
  await db.unsafe('analyze stored_similar');
}

/**
 * Marks entries without an id as duplicates that a stored one of the same kind, account and day is written like but for
 * blanks, where no field that both have differs: an earlier version may have read fewer fields, or a text without its
 * blanks. Of equal texts the first entry is compared with the first stored one, and so on.
 */
export async function markWrittenAlike({ db }: Scope): Promise<void> {
  const alike = db`account, kind, currency, credit, amount, booked_on, words`;
  const numbered = (order: SqlFragment) =>
    db`${alike}, row_number() over (partition by ${alike} order by ${order}) as nth`;
  await db`
    update staged_entries s set duplicate = true, stored_id = e.id
      from (select entry_number, ${numbered(db`entry_number`)}
              from (select *, ${wordsOf(db)} as words from staged_entries where not duplicate and doubt is null) s where words is not null) n
      join (select id, reference, end_to_end_id, payer_iban, payer_name, ${numbered(db`id`)} from stored_similar
             where words is not null and id not in (select stored_id from staged_entries where stored_id is not null)) e
           using (${alike}, nth)
     where s.entry_number = n.entry_number
       and coalesce(e.reference = s.reference, true) and coalesce(e.end_to_end_id = s.end_to_end_id, true)
       and coalesce(e.payer_iban = s.payer_iban, true) and coalesce(e.payer_name = s.payer_name, true)`;
}

/** The text of an entry without an id, without blanks and case; null where it has an id, or no text. */
function wordsOf(db: Scope['db']) {
  return db`case when bank_id is null then nullif(lower(regexp_replace(description, '\\s', '', 'g')), '') end`;
}

/**
 * Groups new entries by amount where comparable stored entries exist, from another kind of file or with a bank id or an
 * account that the new entry lacks, or the reverse, or without ids: same amount, currency and direction, at most a day
 * apart. Run it after copySimilar.
 */
export async function groupByAmount({ db }: Scope): Promise<void> {
  await createGroups(db);
  await db`
    insert into compared_entries
    with sources as (
      select distinct account, kind, currency, credit, amount, booked_on + days as booked_on, has_id from stored_similar cross join generate_series(-1, 1) days
    ), spots as (
      select distinct account, kind, currency, credit, amount, booked_on, bank_id is not null as has_id from staged_entries where not duplicate and doubt is null
    ), similar_entries as (
      select distinct s.* from spots s join sources o using (currency, credit, amount, booked_on)
       where (s.account = o.account or s.account = '' or o.account = '') and (o.kind <> s.kind or o.account <> s.account or not (o.has_id and s.has_id))
    )
    select row_number() over (order by amount, booked_on, entry_number), dense_rank() over (order by amount), entry_number
      from staged_entries s join similar_entries b using (account, kind, currency, credit, amount, booked_on)
     where not s.duplicate and s.doubt is null and (s.bank_id is not null) = b.has_id`;
  await db`
    insert into compared_stored
    select g.group_number, b.id, false
      from (select distinct c.group_number, s.amount from compared_entries c join staged_entries s using (entry_number)) g join stored_similar b using (amount)
     where b.id not in (select stored_id from staged_entries where stored_id is not null)`;
  await analyzeGroups(db);
}

async function createGroups(db: Scope['db']): Promise<void> {
  await db.unsafe(`
    drop table if exists compared_entries, compared_stored;
    create temporary table compared_entries (position integer primary key, group_number integer not null, entry_number integer not null) on commit drop;
    create temporary table compared_stored (group_number integer not null, id uuid not null, is_taken boolean not null) on commit drop`);
}

/** Analyzes the tables, because temporary tables have no other statistics. */
async function analyzeGroups(db: Scope['db']): Promise<void> {
  await db.unsafe(
    'create index on compared_stored (group_number); analyze compared_entries (position, group_number, entry_number); analyze compared_stored',
  );
}

/** An entry to be compared. */
export type StagedEntryRow = EntryContent & {
  readonly entryNumber: number;
  readonly groupNumber: number;
  readonly account: string;
  readonly kind: string;
  readonly currency: string;
  readonly credit: boolean;
  readonly amount: Cents;
  readonly bankId: string | null;
  readonly batchId: string | null;
  readonly batchAmount: Cents | null;
};

/** The next entries to be compared, after an offset: group by group, each by day. */
export async function findCompared({ db }: Scope, after: number, limit: number): Promise<StagedEntryRow[]> {
  const rows = await db<(ContentRow & Omit<StagedEntryRow, keyof EntryContent>)[]>`
    select ${contentOf(db)}, e.entry_number, c.group_number, e.account, e.kind, e.currency, e.credit, e.amount, e.bank_id, e.batch_id, e.batch_amount
      from compared_entries c join staged_entries e on e.entry_number = c.entry_number
     where c.position > ${after} and c.position <= ${after + limit} order by c.position`;
  return rows.map(withContent);
}

/** Groups after `after`, up to `upTo`. */
export type GroupRange = { readonly after: number; readonly upTo: number };

/**
 * A stored entry that entries of its group are compared with. `isTaken`: it is already identified with an entry of
 * the file.
 */
export type StoredEntryRow = EntryContent & {
  readonly id: string;
  readonly groupNumber: number;
  readonly account: string;
  readonly credit: boolean;
  readonly amount: Cents;
  readonly bankId: string | null;
  readonly batchId: string | null;
  readonly batchAmount: Cents | null;
  readonly paymentId: string | null;
  readonly allocated: Cents | null;
  readonly isTaken: boolean;
};

/** The stored entries of groups, each with its payment, latest days first. */
export async function findStored({ db, caller }: Scope, { after, upTo }: GroupRange): Promise<StoredEntryRow[]> {
  if (after === upTo) return [];
  const rows = await db<(ContentRow & Omit<StoredEntryRow, keyof EntryContent>)[]>`
    select ${contentOf(db)}, e.id, c.group_number, e.account, e.credit, e.amount, e.bank_id, e.batch_id, e.batch_amount, p.id as payment_id, p.allocated, c.is_taken
      from (select * from compared_stored) c cross join lateral (select * from bank_entries where tenant_id = ${caller.tenantId} and id = c.id limit 1) e
      left join lateral (select id, allocated from payments where tenant_id = ${caller.tenantId} and bank_entry_id = c.id limit 1) p on true
     where c.group_number > ${after} and c.group_number <= ${upTo}
     order by e.booked_on desc, e.key, e.occurrence desc`;
  return rows.map(withContent);
}

/** Stored entries comparable with entries of the file; equal ones once. */
export type SimilarEntryRow = EntryContent &
  Pick<StagedEntryRow, 'groupNumber' | 'account' | 'kind' | 'currency' | 'credit' | 'amount'> & {
    readonly hasId: boolean;
  };

/** The comparable stored entries of groups. */
export async function findSimilar({ db, caller }: Scope, { after, upTo }: GroupRange): Promise<SimilarEntryRow[]> {
  if (after === upTo) return [];
  const rows = await db<(ContentRow & Omit<SimilarEntryRow, keyof EntryContent>)[]>`
    select distinct ${contentOf(db)}, c.group_number, e.account, e.kind, e.currency, e.credit, e.amount, e.bank_id is not null as has_id
      from (select * from compared_stored) c cross join lateral (select * from bank_entries where tenant_id = ${caller.tenantId} and id = c.id limit 1) e
     where c.group_number > ${after} and c.group_number <= ${upTo}`;
  return rows.map(withContent);
}

type ContentRow = Omit<EntryContent, 'references' | 'text'> & { reference: string | null; description: string };

function contentOf(db: Scope['db']) {
  return db`e.reference, e.description, e.payer_name, e.payer_iban, e.end_to_end_id, e.booked_on`;
}

function withContent<T extends ContentRow>({ reference, description, ...row }: T) {
  return { ...row, references: splitReferences(reference), text: description };
}
