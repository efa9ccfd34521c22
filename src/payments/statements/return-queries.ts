// The SQL of returns: debits by which a bank takes a payment back, and the payments that they may return.
import { tableOf } from '../../platform/db/rows.ts';
import type { Scope } from '../../platform/db/scope.ts';
import type { Day } from '../../platform/values/dates.ts';
import type { Cents } from '../../platform/values/money.ts';
import type { PaymentStatus } from '../model.ts';
import { allocationsOf } from '../payment-queries.ts';

export const returnStatuses = ['waiting', 'returned', 'refunded', 'none'] as const;

/** What is known of a return: nothing yet, the payment, that it paid refunds, or that it returns none. */
export type ReturnDecision = {
  readonly status: (typeof returnStatuses)[number];
  readonly returnedPaymentId: string | null;
};

/** A debit by which the bank takes a payment back. */
export type ReturnEntry = ReturnDecision & {
  readonly id: string;
  readonly line: number;
  readonly account: string;
  readonly currency: string;
  readonly amount: Cents;
  readonly bookedOn: Day;
  readonly payerName: string | null;
  readonly payerIban: string | null;
  readonly reference: string | null;
  readonly description: string;
};

/** Why a payment may be the returned one, the strongest first. */
export const returnReasons = ['same_account', 'same_name', 'same_reference', 'exact_amount'] as const;

/** A payment that a return may be of. `invoices` and `apartments` are what it paid. */
export type ReturnCandidate = {
  readonly returnId: string;
  readonly paymentId: string;
  readonly status: PaymentStatus;
  readonly refunded: Cents;
  readonly paidOn: Day;
  readonly payerName: string | null;
  readonly payerIban: string | null;
  readonly reference: string | null;
  readonly description: string | null;
  readonly allocations: readonly { readonly number: string; readonly apartment: string }[];
  readonly apartment: string | null;
  readonly reasons: readonly (typeof returnReasons)[number][];
  /** The transfer of refunds that the debit may show; null: the bank may have returned the payment. */
  readonly refund: { readonly id: string; readonly on: Day } | null;
};

/** The returns that wait for a person, or those decided, latest first. */
export async function findPaymentReturns(
  { db, caller }: Scope,
  decided: boolean,
  limit: number,
): Promise<ReturnEntry[]> {
  return db<ReturnEntry[]>`
    select ${returnColumns({ db })} from bank_entries e
     where e.tenant_id = ${caller.tenantId} and ${decided ? db`e.return_status <> 'waiting'` : db`e.return_status = 'waiting'`}
     order by e.booked_on desc, e.id desc limit ${limit}`;
}

export async function findPaymentReturn({ db, caller }: Scope, id: string): Promise<ReturnEntry | undefined> {
  const [row] = await db<ReturnEntry[]>`
    select ${returnColumns({ db })} from bank_entries e
     where e.tenant_id = ${caller.tenantId} and e.id = ${id} and e.return_status is not null`;
  return row;
}

/** Nothing is known of it yet. */
export const waitingReturn = { status: 'waiting', returnedPaymentId: null } as const satisfies ReturnDecision;

/** Records what is known of returns. */
export async function updateReturns(
  { db, caller }: Scope,
  returns: readonly (ReturnDecision & { readonly id: string })[],
): Promise<void> {
  if (returns.length === 0) return;
  await db`
    update bank_entries e set return_status = r.status, returned_payment_id = r.returned_payment_id
      from ${tableOf(db, 'r', { id: 'uuid', status: 'text', returnedPaymentId: 'uuid' }, returns)}
     where e.tenant_id = ${caller.tenantId} and e.id = r.id`;
}

/** A debit that nothing marks as a return, and whom it went to; `payerKey`: the name as it is compared (payerKeyOf). */
export type Debit = {
  readonly id: string;
  readonly currency: string;
  readonly amount: Cents;
  readonly bookedOn: Day;
  readonly payerIban: string | null;
  readonly payerName: string | null;
  readonly payerKey: string;
};
type StoredDebit = Omit<Debit, 'payerKey'> & {
  readonly onHold: boolean;
  readonly status: ReturnDecision['status'] | null;
};

/** The debits of an amount in a range of days that return no payment and show no refund, by days. */
export async function findDebitsLike(
  { db, caller }: Scope,
  { amount, currency }: Pick<Debit, 'amount' | 'currency'>,
  { from, to }: { readonly from: Day; readonly to: Day },
): Promise<StoredDebit[]> {
  return db<StoredDebit[]>`
    select e.id, e.currency, e.amount, e.booked_on, e.payer_iban, e.payer_name, e.doubtful as on_hold, e.return_status as status from bank_entries e
     where e.tenant_id = ${caller.tenantId} and not e.credit and not e.reversal and e.amount = ${amount} and e.currency = ${currency}
       and e.booked_on between ${from} and ${to} and (e.return_status is null or e.return_status in ('waiting', 'none'))
     order by e.booked_on, e.id`;
}

/** A return, and a name under which a payment was made that it may be of. */
export type ReturnedName = { readonly returnId: string; readonly payerName: string };

/** The names of the payers of all payments that these returns may be of, with that of the return. */
export async function findReturnedNames(
  scope: Scope,
  ids: readonly string[],
): Promise<(ReturnedName & { readonly returnName: string })[]> {
  const { db, caller } = scope;
  return db<(ReturnedName & { returnName: string })[]>`
    select distinct e.id as return_id, e.payer_name as return_name, p.payer_name from bank_entries e
      join payments p on p.tenant_id = ${caller.tenantId} and p.payer_name is not null and ${mayBeReturned(scope)}
     where e.tenant_id = ${caller.tenantId} and e.id = any (${[...ids]}::uuid[]) and e.payer_name is not null`;
}

/**
 * The payments that these returns may be of: the same amount, at most thirteen months before (the longest that a direct
 * debit can be returned), on the same account. Those of the same payer come first, then the newest; ten of each.
 * `sameNames`: the names that are the return's.
 */
export async function findReturnCandidates(
  scope: Scope,
  ids: readonly string[],
  sameNames: readonly ReturnedName[],
): Promise<ReturnCandidate[]> {
  const { db, caller } = scope;
  return db<ReturnCandidate[]>`
    select e.id as return_id, p.id as payment_id, p.status, p.refunded, p.paid_on, p.payer_name, p.payer_iban, p.reference, p.description,
           ${allocationsOf(scope)} as allocations, h.number as apartment,
           array_remove(array[case when p.same_account then 'same_account' end, case when p.same_name then 'same_name' end,
                              case when p.same_reference then 'same_reference' end, 'exact_amount'], null) as reasons, null as refund
      from bank_entries e
     cross join lateral (
           select p.*, (p.payer_iban = e.payer_iban) is true as same_account,
                  (p.payer_name in (select n.payer_name from ${tableOf(db, 'n', { returnId: 'uuid', payerName: 'text' }, sameNames)} where n.return_id = e.id)) is true as same_name,
                  (p.reference = e.reference) is true as same_reference
             from payments p
            where p.tenant_id = ${caller.tenantId} and ${mayBeReturned(scope)}
            order by same_account desc, same_name desc, same_reference desc, p.paid_on desc, p.id desc limit 10) p
      left join apartments h on h.tenant_id = ${caller.tenantId} and h.id = p.apartment_id
     where e.tenant_id = ${caller.tenantId} and e.id = any (${[...ids]}::uuid[])
     order by e.id, same_account desc, same_name desc, same_reference desc, p.paid_on desc, p.id desc`;
}

type RefundCandidate = Omit<ReturnCandidate, 'allocations' | 'reasons'> & {
  readonly returnName: string | null;
  readonly returnIban: string | null;
};

/** The transfers of refunds that these debits may show: the same sum, so many days apart at most; ten of each. */
export async function findRefundCandidates(
  { db, caller }: Scope,
  ids: readonly string[],
  days: number,
): Promise<RefundCandidate[]> {
  return db<RefundCandidate[]>`
    select e.id as return_id, e.payer_name as return_name, e.payer_iban as return_iban, p.id as payment_id, p.status, p.refunded, p.paid_on,
           p.payer_name, p.payer_iban, p.reference, p.description, h.number as apartment, json_build_object('id', t.id, 'on', t.refunded_on) as refund
      from bank_entries e
     cross join lateral (
           select coalesce(r.transfer_id, r.id) as id, r.refunded_on from refunds r join payments p on p.tenant_id = ${caller.tenantId} and p.id = r.payment_id
            where r.tenant_id = ${caller.tenantId} and r.undone_at is null and r.bank_entry_id is null
              and r.refunded_on between e.booked_on - ${days}::integer and e.booked_on + ${days}::integer and p.currency = e.currency
            group by 1, 2 having sum(r.amount) = e.amount order by 2 desc, 1 limit 10) t
      join refunds r on r.tenant_id = ${caller.tenantId} and r.id = t.id
      join payments p on p.tenant_id = ${caller.tenantId} and p.id = r.payment_id
      left join apartments h on h.tenant_id = ${caller.tenantId} and h.id = p.apartment_id
     where e.tenant_id = ${caller.tenantId} and e.id = any (${[...ids]}::uuid[])
     order by e.id, t.refunded_on desc, t.id`;
}

/** A payment of which exactly the amount of a return is left, so that the debit may have paid that back. */
export type RefundableRest = {
  readonly returnId: string;
  readonly paymentId: string;
  readonly amount: Cents;
  readonly paidOn: Day;
  readonly payerName: string | null;
  readonly payerIban: string | null;
  readonly apartment: string | null;
};

/** The payments that have exactly these returns' amounts left, those of the same account first; twenty of each. */
export async function findRefundableRests(
  { db, caller }: Scope,
  ids: readonly string[],
): Promise<(RefundableRest & { readonly returnName: string | null; readonly returnIban: string | null })[]> {
  return db<(RefundableRest & { returnName: string | null; returnIban: string | null })[]>`
    select e.id as return_id, e.payer_name as return_name, e.payer_iban as return_iban, p.id as payment_id, p.amount, p.paid_on, p.payer_name, p.payer_iban, h.number as apartment
      from bank_entries e
     cross join lateral (
           select * from payments p
            where p.tenant_id = ${caller.tenantId} and p.status in ('unmatched', 'partially_matched') and p.source <> 'credit'
              and p.amount - p.allocated = e.amount and p.currency = e.currency and p.paid_on <= e.booked_on
            order by (p.payer_iban = e.payer_iban) is true desc, p.paid_on desc, p.id desc limit 20) p
      left join apartments h on h.tenant_id = ${caller.tenantId} and h.id = p.apartment_id
     where e.tenant_id = ${caller.tenantId} and e.id = any (${[...ids]}::uuid[])
     order by e.id, p.paid_on desc, p.id desc`;
}

/** Whether the return `e` may be of the payment `p`. */
function mayBeReturned({ db, caller }: Scope) {
  return db`p.amount = e.amount and p.currency = e.currency and not p.in_cash and p.source in ('statement', 'banklink', 'manual')
    and (p.status in ('matched', 'partially_matched', 'unmatched')
         or p.status = 'reversed' and p.reason in ('returned', 'undone') and not exists (
            select from bank_entries o
             where o.tenant_id = ${caller.tenantId} and o.returned_payment_id = p.id and o.return_status = 'returned'))
    and p.paid_on between e.booked_on - 400 and e.booked_on and (p.account = e.account or p.account is null or e.account = '')`;
}

/** Whether another return is of this payment. */
export async function isReturned({ db, caller }: Scope, paymentId: string): Promise<boolean> {
  const rows = await db`
    select from bank_entries e where e.tenant_id = ${caller.tenantId} and e.returned_payment_id = ${paymentId} and e.return_status = 'returned' limit 1`;
  return rows.length === 1;
}

function returnColumns({ db }: Pick<Scope, 'db'>) {
  return db`e.id, e.line, e.account, e.currency, e.amount, e.booked_on, e.payer_name, e.payer_iban, e.reference, e.description,
    e.return_status as status, e.returned_payment_id`;
}
