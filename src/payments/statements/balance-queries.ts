// The SQL of what banks state of accounts: the statements in imported files, and the entries that count.
import { tableOf } from '../../platform/db/rows.ts';
import type { Scope } from '../../platform/db/scope.ts';
import type { Day } from '../../platform/values/dates.ts';
import type { Cents } from '../../platform/values/money.ts';
import type { StatementSummary } from './parse/statement-entry.ts';

/** The closing balance of a statement; its account as in the file. */
export type KnownClosing = {
  readonly account: string;
  readonly currency: string;
  readonly day: Day;
  readonly balance: Cents;
};

/** All statements in the imported files of an organization. */
export function statementsIn({ db, caller }: Scope) {
  return db`
    select s.account, s.currency, s."from", s."to", s.opening, coalesce(s."openingOn", s."from" - 1) as opening_on, s.closing, i.created_at from statement_imports i
     cross join lateral json_to_recordset(i.summary -> 'statements')
           as s (account text, currency text, "from" date, "to" date, opening bigint, "openingOn" date, closing bigint)
     where i.tenant_id = ${caller.tenantId}`;
}

/**
 * Whether the bank entry `e` counts: not a lump sum whose details came, and not what another file may have shown,
 * unless it is matched.
 */
export function entryCounts({ db, caller }: Scope) {
  return db`(not (e.doubtful and (e.return_status in ('returned', 'refunded')) is not true and (not e.credit or exists (
                select from payments p where p.tenant_id = ${caller.tenantId} and p.bank_entry_id = e.id and p.status = 'unmatched')))
           and not (e.bank_id is not null and e.bank_id = e.batch_id and exists (
                select from bank_entries d where d.tenant_id = ${caller.tenantId} and d.batch_id = e.batch_id and d.account = e.account
                   and d.bank_id <> d.batch_id and not d.doubtful)))`;
}

/** How many of these statements state balances that no imported file states of the same account and days. */
export async function countNewBalances(scope: Scope, statements: readonly StatementSummary[]): Promise<number> {
  const { db } = scope;
  const columns = {
    account: 'text',
    currency: 'text',
    firstDay: 'date',
    lastDay: 'date',
    opening: 'bigint',
    closing: 'bigint',
  } as const;
  const rows = statements.flatMap(({ from: firstDay, to: lastDay, ...statement }) =>
    statement.opening === null && statement.closing === null ? [] : [{ ...statement, firstDay, lastDay }],
  );
  const [{ count }] = await db<[{ count: number }]>`
    select count(*)::integer as count from (
      select account, currency, first_day, last_day, opening, closing from ${tableOf(db, 'r', columns, rows)}
      except
      select account, currency, "from", "to", opening, closing from (${statementsIn(scope)}) s) n`;
  return count;
}

/** Closing balances of the accounts that end like these, the latest first, of one day the last imported first. */
export async function findKnownClosings(
  scope: Scope,
  endings: readonly string[],
  { from, to }: { readonly from: Day; readonly to: Day },
  limit: number,
): Promise<KnownClosing[]> {
  return scope.db<KnownClosing[]>`
    select account, currency, "to" as day, closing as balance from (${statementsIn(scope)}) s
     where closing is not null and "to" between ${from} and ${to} and right(account, 8) = any (${endings})
     order by "to" desc, created_at desc limit ${limit}`;
}

/** The sums of the entries of accounts after one day and up to another, in the given order; a debit is negative. */
export async function sumEntriesBetween(
  scope: Scope,
  asked: readonly { readonly account: string; readonly currency: string; readonly after: Day; readonly until: Day }[],
): Promise<Cents[]> {
  const { db, caller } = scope;
  const columns = { nth: 'integer', account: 'text', currency: 'text', after: 'date', until: 'date' } as const;
  const rows = asked.map((item, nth) => ({ ...item, nth }));
  const sums = await db<{ net: Cents }[]>`
    select coalesce(sum(case when e.credit then e.amount else -e.amount end), 0)::bigint as net
      from ${tableOf(db, 'r', columns, rows)}
      left join bank_entries e on e.tenant_id = ${caller.tenantId} and e.account = r.account and e.currency = r.currency
           and e.booked_on > r.after and e.booked_on <= r.until and ${entryCounts(scope)}
     group by r.nth order by r.nth`;
  return sums.map(({ net }) => net);
}
