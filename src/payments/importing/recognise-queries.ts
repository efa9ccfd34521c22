// All SQL of recognising: what of a staged file other files brought before, or may have brought, and which recorded payments its lines show.
import type { Cents } from '../../platform/money.ts';
import type { Scope } from '../../platform/scope.ts';
import type { UnshownPayment } from '../same-money.ts';
import type { LineContent } from './same-booking.ts';

/**
 * Marks what is stored already, by all that a line says: of equal lines as many as are stored, the first ones first. Without a bank's id all of it is in the key.
 * What is stored under the keys of the file is laid beside it and counted first: the planner would not know how much it is, and compare each with each.
 */
export async function markEqualEntries({ db, caller }: Scope): Promise<void> {
  const said = db`case when bank_id is null then '' else md5((reference, description, payer_name, payer_iban, end_to_end_id, booked_on)::text) end`;
  await db.unsafe('create temporary table stored_keys (id uuid, key bytea, said text, nth integer) on commit drop');
  await db`
    insert into stored_keys
    select id, key, said, row_number() over (partition by key, said order by occurrence)
      from (select id, key, occurrence, ${said} as said from bank_entries
             where tenant_id = ${caller.tenantId} and key in (select key from staged_entries)) e`;
  await db.unsafe('analyze stored_keys');
  await db`
    update staged_entries s set known = true, stored_id = e.id
      from (select place, key, said, row_number() over (partition by key, said order by place) as nth
              from (select place, key, ${said} as said from staged_entries) each) n
      join stored_keys e using (key, said, nth)
     where s.place = n.place`;
}

/** Marks what has a bank's id, of itself or of its batch, that stored entries have too. After markEqualEntries. */
export async function markSameIds({ db, caller }: Scope): Promise<void> {
  await db`
    update staged_entries set compare = true where not known and bank_id is not null and key in (select key from stored_keys)`;
  await db`
    update staged_entries s set compare = true
     where not s.known and not s.compare and s.bank_id is not null
       and exists (select from bank_entries e where e.tenant_id = ${caller.tenantId} and e.batch_id = s.batch_id)`;
}

/**
 * Marks what stored entries of another kind of file stand beside, or such as have an id of the bank's or an account where this has none: same amount and
 * direction, a day apart at most. What is equal is looked for once. `named`: the accounts that other files name.
 */
export async function markBeside({ db, caller }: Scope, named: readonly string[]): Promise<void> {
  await db`
    with spots as materialized (
      select distinct account, kind, currency, credit, amount, booked_on, bank_id is not null as has_id from staged_entries where not known
    ), beside as materialized (
      select s.* from spots s
       where exists (
         select from unnest(${[...named]}::text[]) n (account)
           join bank_entries e on e.tenant_id = ${caller.tenantId} and e.account = n.account and e.amount = s.amount
                              and e.booked_on >= s.booked_on - 1 and e.booked_on <= s.booked_on + 1
          where (s.account in (n.account, '') or n.account = '') and e.currency = s.currency and e.credit = s.credit
            and (e.kind <> s.kind or e.account <> s.account or (e.bank_id is not null) <> s.has_id))
    )
    update staged_entries s set compare = true from beside b
     where not s.known and s.doubt is null and s.account = b.account and s.kind = b.kind and s.currency = b.currency and s.credit = b.credit and s.amount = b.amount
       and s.booked_on = b.booked_on and (s.bank_id is not null) = b.has_id`;
}

/** Doubts every line that names no account. */
export async function doubtUnplaced({ db }: Scope): Promise<void> {
  await db`update staged_entries set doubt = 'possible_duplicate' where not known and doubt is null and account = ''`;
}

/** A line that has to be compared. */
export type StagedLine = LineContent & {
  readonly place: number;
  readonly key: string;
  readonly account: string;
  readonly kind: string;
  readonly currency: string;
  readonly credit: boolean;
  readonly amount: Cents;
  readonly bankId: string | null;
  readonly batchId: string | null;
  readonly batchAmount: Cents | null;
};

/** The next lines that have to be compared; those that are compared with the same stored ones stand together. */
export async function findToCompare({ db }: Scope, by: 'ids' | 'amounts', limit: number): Promise<StagedLine[]> {
  const order = by === 'ids' ? db`batch_id nulls first, key, place` : db`amount, booked_on, place`;
  const rows = await db<(ContentRow & Omit<StagedLine, keyof LineContent>)[]>`
    select ${contentOf(db)}, e.place, encode(e.key, 'hex') as key, e.account, e.kind, e.currency, e.credit, e.amount, e.bank_id, e.batch_id, e.batch_amount
      from staged_entries e where e.compare order by ${order} limit ${limit}`;
  return rows.map(withContent);
}

/** A stored entry that has a bank's id which lines of the file have too. `isMet`: it is one of those lines already. */
export type StoredLine = LineContent & {
  readonly id: string;
  readonly key: string;
  readonly account: string;
  readonly credit: boolean;
  readonly amount: Cents;
  readonly bankId: string | null;
  readonly batchId: string | null;
  readonly batchAmount: Cents | null;
  readonly paymentId: string | null;
  readonly allocated: Cents | null;
  readonly isMet: boolean;
};

/** The stored entries with the ids, or of the batches, of these lines, each with the payment that was made of it. After markEqualEntries. */
export async function findStoredByIds({ db, caller }: Scope, places: readonly number[]): Promise<StoredLine[]> {
  const asked = db`select key, batch_id from staged_entries where place = any (${[...places]}::integer[])`;
  const rows = await db<(ContentRow & Omit<StoredLine, keyof LineContent>)[]>`
    with found as materialized (
      select id from stored_keys where key in (select key from (${asked}) a)
      union
      select id from bank_entries where tenant_id = ${caller.tenantId} and batch_id in (select batch_id from (${asked}) a)
    )
    select ${contentOf(db)}, e.id, encode(e.key, 'hex') as key, e.account, e.credit, e.amount, e.bank_id, e.batch_id, e.batch_amount, p.id as payment_id,
           p.allocated, e.id in (select stored_id from staged_entries where stored_id is not null) as is_met
      from found join bank_entries e on e.tenant_id = ${caller.tenantId} and e.id = found.id
      left join payments p on p.tenant_id = ${caller.tenantId} and p.bank_entry_id = e.id
     order by e.key, e.occurrence`;
  return rows.map(withContent);
}

/** What of stored entries stands beside lines of the file; equal ones once. */
export type BesideLine = LineContent &
  Pick<StagedLine, 'account' | 'kind' | 'currency' | 'credit' | 'amount'> & { readonly hasId: boolean };

/** What stands beside these lines, without what is one of the file's lines already. */
export async function findBeside(
  { db, caller }: Scope,
  places: readonly number[],
  named: readonly string[],
): Promise<BesideLine[]> {
  const rows = await db<(ContentRow & Omit<BesideLine, keyof LineContent>)[]>`
    with spots as materialized (
      select distinct n.account, s.currency, s.credit, s.amount, s.booked_on
        from staged_entries s join unnest(${[...named]}::text[]) n (account) on s.account in (n.account, '') or n.account = ''
       where s.place = any (${[...places]}::integer[])
    )
    select distinct ${contentOf(db)}, e.account, e.kind, e.currency, e.credit, e.amount, e.bank_id is not null as has_id
      from spots s join bank_entries e on e.tenant_id = ${caller.tenantId} and e.account = s.account and e.amount = s.amount
                                      and e.booked_on >= s.booked_on - 1 and e.booked_on <= s.booked_on + 1
     where e.currency = s.currency and e.credit = s.credit and e.id not in (select stored_id from staged_entries where stored_id is not null)`;
  return rows.map(withContent);
}

/** What was found out about a line by comparing. */
export type Verdict = {
  readonly place: number;
  readonly known: boolean;
  readonly storedId: string | null;
  readonly doubtful: boolean;
};

/** Notes what was found out; none of these has to be compared any more. */
export async function recordVerdicts({ db }: Scope, verdicts: readonly Verdict[]): Promise<void> {
  await db`
    update staged_entries s
       set compare = false, known = v.known = 1, stored_id = v.stored_id, doubt = case when v.doubtful = 1 then 'possible_duplicate' else s.doubt end
      from unnest(${verdicts.map((verdict) => verdict.place)}::integer[], ${verdicts.map((verdict) => Number(verdict.known))}::integer[],
                  ${verdicts.map((verdict) => verdict.storedId)}::uuid[], ${verdicts.map((verdict) => Number(verdict.doubtful))}::integer[])
        as v (place, known, stored_id, doubtful)
     where s.place = v.place`;
}

/** Doubts credits whose money an imported debit took back: same account, currency and amount, at most fifteen days later, and an id of the bank's or the payer's. */
export async function doubtReturned({ db, caller }: Scope): Promise<void> {
  await db`
    update staged_entries s set doubt = 'returned' from bank_entries e
     where s.credit and not s.known and e.tenant_id = ${caller.tenantId} and e.account = s.account and e.amount = s.amount and e.currency = s.currency
       and e.booked_on >= s.booked_on and e.booked_on <= s.booked_on + 15 and e.reversal and not e.credit
       and (e.end_to_end_id = s.end_to_end_id or e.transaction_id = s.transaction_id or e.bank_id = s.bank_id)`;
}

/** Payments that no statement has shown yet and that have the amount of a new credit, the oldest first. */
export async function findUnshownPayments({ db, caller }: Scope): Promise<UnshownPayment[]> {
  return db<UnshownPayment[]>`
    select id, source, amount, currency, paid_on, account, payer_iban, reference, order_number from payments
     where tenant_id = ${caller.tenantId} and bank_entry_id is null and status <> 'reversed' and source <> 'credit'
       and amount in (select amount from staged_entries where credit and not known)
     order by paid_on, id`;
}

/** Notes which payments lines show, and which lines could show several. */
export async function recordShown(
  { db }: Scope,
  shown: readonly { readonly place: number; readonly paymentId: string | null }[],
): Promise<void> {
  if (shown.length === 0) return;
  await db`
    update staged_entries s set payment_id = v.payment_id, doubt = case when v.payment_id is null then 'several_candidates' else s.doubt end
      from unnest(${shown.map((line) => line.place)}::integer[], ${shown.map((line) => line.paymentId)}::uuid[]) as v (place, payment_id)
     where s.place = v.place`;
}

type ContentRow = Omit<LineContent, 'references' | 'text'> & { reference: string | null; description: string };

function contentOf(db: Scope['db']) {
  return db`e.reference, e.description, e.payer_name, e.payer_iban, e.end_to_end_id, e.booked_on`;
}

function withContent<T extends ContentRow>({ reference, description, ...row }: T) {
  return { ...row, references: reference?.split(', ') ?? [], text: description };
}
