// The SQL of reversal credits and the debits they reverse.
import type { Scope } from '../../../platform/db/scope.ts';
import { type Movement, maxReturnDays } from './import-run.ts';

/** The new credits of the file that the bank marks as reversal or return, in file order. */
export async function findReversalCredits({ db }: Scope): Promise<Movement[]> {
  return db<Movement[]>`
    select id, account, currency, amount, booked_on, bank_id, end_to_end_id, transaction_id
      from staged_entries where credit and reversal and not known and payment_id is null order by entry_number`;
}

/**
 * The stored debits that such a credit may reverse, including those of the file, oldest first; without debits that a credit of an earlier file without a
 * payment already reversed.
 */
export async function findReversibleDebits({ db, caller }: Scope): Promise<Movement[]> {
  return db<Movement[]>`
    with credits as materialized (
      select * from staged_entries where credit and reversal and not known and payment_id is null
    )
    select distinct on (e.booked_on, e.id)
           e.id, e.account, e.currency, e.amount, e.booked_on, e.bank_id, e.end_to_end_id, e.transaction_id
      from credits c
      join bank_entries e on e.tenant_id = ${caller.tenantId} and e.account = c.account and e.amount = c.amount
                         and e.booked_on between c.booked_on - ${maxReturnDays}::integer and c.booked_on
     where not e.credit and not e.reversal
       and (e.end_to_end_id = c.end_to_end_id or e.transaction_id = c.transaction_id or e.bank_id = c.bank_id)
       and not exists (
         select from bank_entries b
          where b.tenant_id = ${caller.tenantId} and b.account = e.account and b.amount = e.amount and b.booked_on between e.booked_on and e.booked_on + ${maxReturnDays}::integer
            and b.currency = e.currency and b.credit and b.reversal and b.id not in (select id from credits)
            and (b.end_to_end_id = e.end_to_end_id or b.transaction_id = e.transaction_id or b.bank_id = e.bank_id)
            and not exists (select from payments p where p.tenant_id = ${caller.tenantId} and p.bank_entry_id = b.id)
       )
     order by e.booked_on, e.id`;
}

/** Records that these lines reverse a known debit, and create no payment. */
export async function markDebitReversals({ db }: Scope, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db`update staged_entries set reverses_debit = true where id = any (${[...ids]}::uuid[])`;
}
