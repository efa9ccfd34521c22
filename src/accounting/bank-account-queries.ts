// The SQL of what banks state of an account: the entries of a range of days, and the balances in imported files.
import type { DismissReason } from '../payments/model.ts';
import { isWaiting, setAsideAmount } from '../payments/payment-queries.ts';
import { entryCounts, statementsIn } from '../payments/statements/balance-queries.ts';
import type { Scope } from '../platform/db/scope.ts';
import type { Day } from '../platform/values/dates.ts';
import type { Cents } from '../platform/values/money.ts';
import { accountEntriesSql } from './account-entries-queries.ts';
import type { EntryCategory } from './model.ts';
import type { DayRange } from './month-end-queries.ts';

/** An account in one currency; entries of files that name no account are its own if the organization has no other. */
export type EntryAccount = { readonly iban: string; readonly currency: string; readonly isOnlyOne: boolean };

/** A balance at the end of a day. */
export type StatedBalance = { readonly day: Day; readonly balance: Cents };

/** An entry of a bank; `balance` is the sum of the entries from the first day on, a debit negative. */
export type BankEntry = {
  readonly on: Day;
  readonly kind: 'received' | 'paid_out';
  readonly counterparty: string | null;
  readonly counterpartyAccount: string | null;
  readonly reference: string | null;
  readonly description: string;
  readonly amount: Cents;
  readonly balance: Cents;
  /** Of money that nobody pays for an invoice: what it is, and in a person's words. */
  readonly category: EntryCategory | null;
  readonly note: string | null;
  /** What apartments of the building have paid with it in the range. */
  readonly received: Cents;
};

/**
 * Why what apartments have paid and what the bank received differ. The first are payments that the account does not
 * show (negative), and returns (which it shows as paid out); the others are what it shows beside.
 */
export const receivedSteps = [
  'banklink',
  'manual',
  'cash',
  'booked_elsewhere',
  'returned',
  'unmatched',
  'set_aside',
  'other_buildings',
  'dated_elsewhere',
  'reversed',
  'no_payment',
] as const;
export type ReceivedStep = {
  readonly kind: (typeof receivedSteps)[number];
  readonly payments: number;
  readonly amount: Cents;
};

/** What was received of one kind that nobody pays for an invoice. */
export type DismissedSum = { readonly reason: DismissReason; readonly entries: number; readonly amount: Cents };

/** The sums of a range of days; `uncounted` entries are possible repeats of others. */
export type EntrySums = {
  readonly credits: Cents;
  readonly creditEntries: number;
  readonly debits: Cents;
  readonly debitEntries: number;
  readonly uncounted: number;
};

/**
 * The entries by day, file and line, each with what apartments of the building have paid with it; or only the debits
 * among them, at most `limit`.
 */
export async function findBankEntries(
  scope: Scope,
  account: EntryAccount,
  buildingId: string,
  range: DayRange,
  { debitsOnly = false, limit = null }: { readonly debitsOnly?: boolean; readonly limit?: number | null } = {},
): Promise<BankEntry[]> {
  const { db, caller } = scope;
  const none = db`select null::uuid as payment_id, 'payment' as kind, 0::bigint as amount where false`;
  return db<BankEntry[]>`
    with paid as (${debitsOnly ? none : paidSql(scope, account, buildingId, range)})
    select booked_on as on, case when credit then 'received' else 'paid_out' end as kind, payer_name as counterparty,
           payer_iban as counterparty_account, reference, description, signed as amount,
           (sum(signed) over (order by booked_on, import_id, line, e.id))::bigint as balance,
           case when return_status in ('waiting', 'returned') then 'returned_payment' when return_status = 'refunded' or d.refunded = e.amount then 'refunded' else d.dismissed_as end as category,
           d.dismissed_note as note, coalesce(r.amount, 0) as received
      from (${entriesOf(scope, account, range)}) e
      left join lateral (select id, dismissed_as, dismissed_note, refunded from payments where tenant_id = ${caller.tenantId} and bank_entry_id = e.id limit 1) d on true
      left join paid r on r.payment_id = d.id and r.kind = 'payment'
     where counts ${debitsOnly ? db`and not credit` : db``}
     order by booked_on, import_id, line, e.id limit ${limit}`;
}

/**
 * The steps from what apartments of the building paid in the range to what the account received: its payments without
 * an entry here are taken off, and the rest of each entry is added. So they lead from one sum to the other.
 */
export async function findReceivedSteps(
  scope: Scope,
  account: EntryAccount,
  buildingId: string,
  range: DayRange,
): Promise<ReceivedStep[]> {
  const { db, caller } = scope;
  const { tenantId } = caller;
  return db<ReceivedStep[]>`
    with paid as materialized (${paidSql(scope, account, buildingId, range)}),
    shown as materialized (select id, amount from (${entriesOf(scope, account, range)}) e where credit and counts),
    steps as (
      select 'returned' as kind, -amount as amount from paid where kind = 'returned'
      union all
      select case when p.bank_entry_id is not null then 'booked_elsewhere' when p.in_cash then 'cash' else p.source end, -r.amount
        from paid r join payments p on p.tenant_id = ${tenantId} and p.id = r.payment_id
       where r.kind = 'payment' and (p.bank_entry_id is null or p.bank_entry_id not in (select id from shown))
      union all
      select part.kind, part.amount
        from shown s left join payments p on p.tenant_id = ${tenantId} and p.bank_entry_id = s.id
        left join paid r on r.payment_id = p.id and r.kind = 'payment'
       cross join lateral (select s.amount - coalesce(r.amount, 0) as rest,
                                  case when ${isWaiting(db)} then p.amount - p.allocated else 0 end as waiting,
                                  case when p.status <> 'reversed' then ${setAsideAmount(db)} else 0 end as aside) of_it
       cross join lateral (values
         ('unmatched', waiting), ('set_aside', aside),
         (case when p.id is null then 'no_payment' when p.status = 'reversed' then 'reversed'
               when p.paid_on between ${range.from} and ${range.to} then 'other_buildings' else 'dated_elsewhere' end, rest - waiting - aside)) part (kind, amount)
    )
    select kind, count(*)::integer as payments, sum(amount)::bigint as amount from steps where amount <> 0 group by kind order by kind`;
}

/** What the building's apartments have paid in a range, by payment; or what was returned (negative). */
function paidSql({ db, caller }: Scope, { currency }: EntryAccount, buildingId: string, { from, to }: DayRange) {
  return db`
    select e.id as payment_id, e.kind, -sum(e.amount)::bigint as amount from (${accountEntriesSql(db, caller.tenantId, { buildingId }, { since: from })}) e
     where e.kind in ('payment', 'returned') and e.on <= ${to} and e.currency = ${currency} group by e.id, e.kind`;
}

export async function sumBankEntries(scope: Scope, account: EntryAccount, range: DayRange): Promise<EntrySums> {
  const [sums] = await scope.db<[EntrySums]>`
    select coalesce(sum(amount) filter (where credit and counts), 0)::bigint as credits, count(*) filter (where credit and counts)::integer as credit_entries,
           coalesce(sum(amount) filter (where not credit and counts), 0)::bigint as debits, count(*) filter (where not credit and counts)::integer as debit_entries,
           count(*) filter (where not counts)::integer as uncounted
      from (${entriesOf(scope, account, range)}) e`;
  return sums;
}

/** The money received that a person dismissed with a reason, by reason. */
export async function sumDismissedEntries(
  scope: Scope,
  account: EntryAccount,
  range: DayRange,
): Promise<DismissedSum[]> {
  const { db, caller } = scope;
  return db<DismissedSum[]>`
    select p.dismissed_as as reason, count(*)::integer as entries, sum(p.amount - p.allocated)::bigint as amount
      from (${entriesOf(scope, account, range)}) e join payments p on p.tenant_id = ${caller.tenantId} and p.bank_entry_id = e.id
     where e.counts and p.dismissed_as is not null and p.status in ('unmatched', 'partially_matched') group by 1 order by 1`;
}

/**
 * The balances that imported files state nearest to the end of a day, later than `after` and before `before`, at most
 * two months away. A file that is split has several.
 */
export async function findStatedBalances(
  scope: Scope,
  account: EntryAccount,
  { at, after = null, before = null }: { readonly at: Day; readonly after?: Day | null; readonly before?: Day | null },
): Promise<StatedBalance[]> {
  const { db } = scope;
  return db<StatedBalance[]>`
    with stated as (
      select b.day, b.balance, max(s.created_at) as stated_at
        from (${statementsOf(scope, account)}) s
       cross join lateral (values (s.opening_on, s.opening), (s."to", s.closing)) b (day, balance)
       where b.balance is not null and b.day between ${at}::date - 62 and ${at}::date + 62
         ${after === null ? db`` : db`and b.day > ${after}`} ${before === null ? db`` : db`and b.day < ${before}`}
       group by b.day, b.balance
    )
    select day, balance from (select *, rank() over (order by abs(day - ${at}::date), day) as nth from stated) n
     where nth = 1 order by stated_at desc limit 20`;
}

/** The first and the last day of a range that an imported file shows; undefined if none shows any. */
export async function findShownDays(
  scope: Scope,
  account: EntryAccount,
  { from, to }: DayRange,
): Promise<DayRange | undefined> {
  const [days] = await scope.db<[{ from: Day | null; to: Day | null }]>`
    select greatest(min(s."from"), ${from}::date) as "from", least(max(s."to"), ${to}::date) as "to"
      from (${statementsOf(scope, account)}) s where s."from" <= ${to} and s."to" >= ${from} having count(*) > 0`;
  return days?.from && days.to ? { from: days.from, to: days.to } : undefined;
}

/** The statements of an account in the imported files. */
function statementsOf(scope: Scope, { iban, currency, isOnlyOne }: EntryAccount) {
  return scope.db`
    select * from (${statementsIn(scope)}) s where s.currency = ${currency}
       and (s.account = ${iban} or s.account = '' and ${isOnlyOne} or s.account ~ '^\\d{8,}$' and right(${iban}, length(s.account)) = s.account)`;
}

/** The entries of an account, each with whether it counts. */
function entriesOf(scope: Scope, { iban, currency, isOnlyOne }: EntryAccount, { from, to }: DayRange) {
  const { db, caller } = scope;
  return db`
    select e.*, case when e.credit then e.amount else -e.amount end as signed, ${entryCounts(scope)} as counts
      from bank_entries e
     where e.tenant_id = ${caller.tenantId} and e.account = any (${isOnlyOne ? [iban, ''] : [iban]}) and e.currency = ${currency}
       and e.booked_on between ${from} and ${to}`;
}
