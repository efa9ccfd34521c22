// The SQL of debits that came back.
import { addDays } from '../platform/dates.ts';
import type { Scope } from '../platform/scope.ts';
import { type Movement, maxReturnDays } from './undone-debits.ts';

/**
 * Debits that these reversal credits may undo, the oldest first; not those that a credit without a payment, which is none of these, undid before. Debits of
 * the import under way count as far as they were written.
 */
export async function findUndoable({ db, caller }: Scope, credits: readonly Movement[]): Promise<Movement[]> {
  return db<Movement[]>`
    select distinct on (e.booked_on, e.id)
           e.id, e.account, e.currency, e.amount, e.booked_on, e.bank_id, e.end_to_end_id, e.transaction_id
      from unnest(${credits.map((one) => one.account)}::text[], ${credits.map((one) => one.amount)}::bigint[],
                  ${credits.map((one) => addDays(one.bookedOn, -maxReturnDays))}::date[], ${credits.map((one) => one.bookedOn)}::date[],
                  ${credits.map((one) => one.endToEndId)}::text[], ${credits.map((one) => one.transactionId)}::text[], ${credits.map((one) => one.bankId)}::text[])
           as c (account, amount, since, until, end_to_end_id, transaction_id, bank_id)
      join bank_entries e on e.tenant_id = ${caller.tenantId} and e.account = c.account and e.amount = c.amount and e.booked_on between c.since and c.until
     where not e.credit and not e.reversal
       and (e.end_to_end_id = c.end_to_end_id or e.transaction_id = c.transaction_id or e.bank_id = c.bank_id)
       and not exists (
         select from bank_entries b
          where b.tenant_id = ${caller.tenantId} and b.account = e.account and b.amount = e.amount and b.booked_on between e.booked_on and e.booked_on + ${maxReturnDays}::integer
            and b.currency = e.currency and b.credit and b.reversal and b.id <> all (${credits.map((one) => one.id)}::uuid[])
            and (b.end_to_end_id = e.end_to_end_id or b.transaction_id = e.transaction_id or b.bank_id = e.bank_id)
            and not exists (select from payments p where p.tenant_id = ${caller.tenantId} and p.bank_entry_id = b.id)
       )
     order by e.booked_on, e.id`;
}
