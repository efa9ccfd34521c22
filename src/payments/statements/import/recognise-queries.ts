// All SQL of duplicate detection: which entries of a staged file are stored already or may be, and which recorded
// payments its entries show.
import type { Db } from '../../../platform/db/pool.ts';
import { tableOf } from '../../../platform/db/rows.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { maxReturnDays } from './returned-movements.ts';
import { entriesNear, isFollowedInTime, withFollowers } from './shared-id-queries.ts';
import type { UnshownPayment } from './unshown-payments.ts';

/**
 * Marks entries that are stored already, comparing all fields: of equal entries as many as are stored, first ones
 * first. Without a bank id the key contains all fields; an entry that an earlier version stored under another key gets
 * that one. The stored entries with the file's keys are copied and analyzed first: otherwise the planner would not know
 * their number and would compare every pair.
 */
export async function markEqualEntries({ db, caller }: Scope): Promise<void> {
  const content = db`case when bank_id is null then '' else md5((reference, description, payer_name, payer_iban, end_to_end_id, booked_on)::text) end`;
  await db`
    insert into stored_keys
    select id, key, occurrence, content, row_number() over (partition by key, content order by occurrence)
      from (select id, key, occurrence, ${content} as content from bank_entries
             where tenant_id = ${caller.tenantId}
               and key in (select key from staged_entries union select earlier_key from staged_entries where earlier_key is not null)) e`;
  await db.unsafe('analyze stored_keys');
  await db`
    update staged_entries set key = earlier_key
     where earlier_key in (select key from stored_keys) and key not in (select key from stored_keys)`;
  await db`
    update staged_entries s set duplicate = true, stored_id = e.id
      from (select entry_number, key, content, row_number() over (partition by key, content order by entry_number) as nth
              from (select entry_number, key, ${content} as content from staged_entries) each) n
      join stored_keys e using (key, content, nth)
     where s.entry_number = n.entry_number`;
}

/** Marks every entry without an account as doubtful. */
export async function markUnplacedDoubtful({ db }: Scope): Promise<void> {
  await db`update staged_entries set doubt = 'possible_duplicate' where not duplicate and doubt is null and account = ''`;
}

/** The result of comparing an entry. */
export type RecognitionVerdict = {
  readonly entryNumber: number;
  readonly isDuplicate: boolean;
  readonly storedId: string | null;
  readonly doubtful: boolean;
};

/** Records the results. */
export async function recordVerdicts({ db }: Scope, verdicts: readonly RecognitionVerdict[]): Promise<void> {
  if (verdicts.length === 0) return;
  await db`
    update staged_entries s
       set duplicate = v.is_duplicate, stored_id = v.stored_id, doubt = case when v.doubtful then 'possible_duplicate' else s.doubt end
      from ${tableOf(db, 'v', { entryNumber: 'integer', isDuplicate: 'boolean', storedId: 'uuid', doubtful: 'boolean' }, verdicts)}
     where s.entry_number = v.entry_number`;
}

/**
 * Marks credits as doubtful whose money an imported debit returned: same account, currency and amount, at most fifteen
 * days later, and a shared id of the bank or the payer.
 */
export async function markReturnedDoubtful(scope: Scope): Promise<void> {
  const { db } = scope;
  const credits = db`select * from staged_entries where credit and not duplicate`;
  const returns = entriesNear(scope, db`(${credits}) c`, [0, maxReturnDays], db`b.reversal and not b.credit`);
  await db.unsafe(`
    create temporary table returned_entries (id uuid, account text, currency text, amount bigint, booked_on date,
                                             bank_id text, end_to_end_id text, transaction_id text) on commit drop`);
  await db`insert into returned_entries ${returns}`;
  await db`
    update staged_entries s set doubt = 'returned'
     where s.id in (select id from (${withFollowers(db, credits, db`select * from returned_entries`)}) f
                     where part = 'movement' and ${isFollowedInTime(db, db`follower_on`)})`;
}

/** Payments that no statement has shown yet, with the amount of a new credit, oldest first. */
export async function findUnshownPayments({ db, caller }: Scope): Promise<UnshownPayment[]> {
  return db<UnshownPayment[]>`
    select p.id, p.source, p.amount, p.currency, p.paid_on, p.account, p.payer_name, p.payer_iban, p.reference, p.order_number from payments p
     where p.tenant_id = ${caller.tenantId} and ${isUnshown(db)} and p.amount in (select amount from staged_entries where credit and not duplicate)
     order by p.paid_on, p.id`;
}

/** Whether the payment `p` was recorded without a statement, and none has shown it yet. */
export function isUnshown(db: Db) {
  return db`p.bank_entry_id is null and p.status in ('unmatched', 'partially_matched', 'matched') and p.source in ('banklink', 'manual')`;
}

/** Records which payments entries show, and which entries could show several. */
export async function recordShown(
  { db }: Scope,
  shown: readonly { readonly entryNumber: number; readonly paymentId: string | null }[],
): Promise<void> {
  if (shown.length === 0) return;
  await db`
    update staged_entries s set payment_id = v.payment_id, doubt = case when v.payment_id is null then 'several_candidates' else s.doubt end
      from ${tableOf(db, 'v', { entryNumber: 'integer', paymentId: 'uuid' }, shown)}
     where s.entry_number = v.entry_number`;
}
