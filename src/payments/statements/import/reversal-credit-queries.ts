// The SQL of reversal credits and the debits they reverse.
import type { Scope } from '../../../platform/db/scope.ts';
import { type Movement, maxReturnDays } from './returned-movements.ts';
import { entriesNear, isFollowedInTime, withFollowers } from './shared-id-queries.ts';

/** The new credits of the file that the bank marks as reversal or return, in file order. */
export async function findReversalCredits({ db }: Scope): Promise<Movement[]> {
  return db<Movement[]>`
    select id, account, currency, amount, booked_on, bank_id, end_to_end_id, transaction_id
      from staged_entries where credit and reversal and not duplicate and payment_id is null order by entry_number`;
}

/**
 * The stored debits that such a credit may reverse, including those of the file, oldest first; without debits that a
 * credit of an earlier file without a payment already reversed.
 */
export async function findReversibleDebits(scope: Scope): Promise<Movement[]> {
  const { db, caller } = scope;
  const debits = entriesNear(scope, db`credits`, [-maxReturnDays, 0], db`not b.credit and not b.reversal`);
  const reversing = entriesNear(
    scope,
    db`credits`,
    [-maxReturnDays, maxReturnDays],
    db`b.credit and b.reversal and b.id not in (select id from credits)
       and not exists (select from payments p where p.tenant_id = ${caller.tenantId} and p.bank_entry_id = b.id)`,
  );
  return db<Movement[]>`
    with credits as materialized (
      select * from staged_entries where credit and reversal and not duplicate and payment_id is null
    )
    select id, account, currency, amount, booked_on, bank_id, end_to_end_id, transaction_id
      from (${withFollowers(db, debits, db`select * from credits`, reversing)}) f
     where part = 'movement'
     group by id, account, currency, amount, booked_on, bank_id, end_to_end_id, transaction_id
    having bool_or(${isFollowedInTime(db, db`follower_on`)}) and not coalesce(bool_or(${isFollowedInTime(db, db`other_on`)}), false)
     order by booked_on, id`;
}

/** Records that these entries reverse a stored debit, and create no payment. */
export async function markDebitReversals({ db }: Scope, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db`update staged_entries set reverses_debit = true where id = any (${[...ids]}::uuid[])`;
}
