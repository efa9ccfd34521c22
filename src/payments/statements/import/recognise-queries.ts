// All SQL of recognising: what of a staged file other files brought before, or may have brought, and which recorded payments its lines show.
import type { Scope } from '../../../platform/db/scope.ts';
import type { UnshownPayment } from './same-payment.ts';

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

/** Doubts every line that names no account. */
export async function markUnplacedDoubtful({ db }: Scope): Promise<void> {
  await db`update staged_entries set doubt = 'possible_duplicate' where not known and doubt is null and account = ''`;
}

/** What was found out about a line by comparing. */
export type RecognitionVerdict = {
  readonly place: number;
  readonly known: boolean;
  readonly storedId: string | null;
  readonly doubtful: boolean;
};

/** Notes what was found out. */
export async function recordVerdicts({ db }: Scope, verdicts: readonly RecognitionVerdict[]): Promise<void> {
  if (verdicts.length === 0) return;
  await db`
    update staged_entries s
       set known = v.known = 1, stored_id = v.stored_id, doubt = case when v.doubtful = 1 then 'possible_duplicate' else s.doubt end
      from unnest(${verdicts.map((verdict) => verdict.place)}::integer[], ${verdicts.map((verdict) => Number(verdict.known))}::integer[],
                  ${verdicts.map((verdict) => verdict.storedId)}::uuid[], ${verdicts.map((verdict) => Number(verdict.doubtful))}::integer[])
        as v (place, known, stored_id, doubtful)
     where s.place = v.place`;
}

/** Doubts credits whose money an imported debit took back: same account, currency and amount, at most fifteen days later, and an id of the bank's or the payer's. */
export async function markReturnedDoubtful({ db, caller }: Scope): Promise<void> {
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
