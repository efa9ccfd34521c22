// The SQL of movements that share an id: which of some movements another one follows within days. It sorts instead of
// joining: a file may have thousands with the same account, amount and id, and a join would compare each with each.
import type { Db } from '../../../platform/db/pool.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { SqlFragment } from '../../../platform/db/sql.ts';
import { maxReturnDays } from './returned-movements.ts';

/**
 * A query of the stored entries that meet a condition on `b`, with the account and amount of entries and within days of
 * them; `entries` is a table or sub-query. Each entry once.
 */
export function entriesNear(
  { db, caller }: Scope,
  entries: SqlFragment,
  [from, until]: readonly [number, number],
  condition: SqlFragment,
): SqlFragment {
  return db`
    select distinct e.id, near.account, e.currency, near.amount, e.booked_on, e.bank_id, e.end_to_end_id, e.transaction_id
      from (select distinct account, amount, booked_on from ${entries}) near
     cross join lateral (select * from bank_entries b
                          where b.tenant_id = ${caller.tenantId} and b.account = near.account and b.amount = near.amount
                            and b.booked_on between near.booked_on + ${from}::integer and near.booked_on + ${until}::integer
                            and ${condition} offset 0) e`;
}

/**
 * A query of movements, once for each of their ids, in the rows whose `part` is `movement`: `follower_on` is the day of
 * the first follower, from their own day on, with the same account, currency, amount and id; `other_on` that of the
 * first of `others`.
 */
export function withFollowers(
  db: Db,
  movements: SqlFragment,
  followers: SqlFragment,
  others: SqlFragment = db`${followers} limit 0`,
): SqlFragment {
  const columns = db`id, account, currency, amount, booked_on, bank_id, end_to_end_id, transaction_id`;
  const onOrAfter = db`over (partition by account, currency, amount, id_column, shared_id order by booked_on desc)`;
  return db`
    select ${columns}, part, min(booked_on) filter (where part = 'follower') ${onOrAfter} as follower_on,
           min(booked_on) filter (where part = 'other') ${onOrAfter} as other_on
      from (select 'movement' as part, ${columns} from (${movements}) m
            union all select 'follower', ${columns} from (${followers}) f
            union all select 'other', ${columns} from (${others}) o) parts
     cross join lateral (values ('bank_id', bank_id), ('end_to_end_id', end_to_end_id), ('transaction_id', transaction_id)) as shared (id_column, shared_id)
     where shared_id is not null`;
}

/** Whether the follower of a movement came in time. */
export function isFollowedInTime(db: Db, followerOn: SqlFragment): SqlFragment {
  return db`${followerOn} <= booked_on + ${maxReturnDays}::integer`;
}
