// All SQL of the staged file: its entries are in a temporary table of the import's transaction, in file order, and each
// stage records its results there. The table belongs to one transaction of one organization, so its rows have no tenant
// column; statements on all other tables name the tenant.

import { tableOf } from '../../../platform/db/rows.ts';
import { type Scope, tenantRow } from '../../../platform/db/scope.ts';
import type { Day } from '../../../platform/values/dates.ts';
import type { Cents } from '../../../platform/values/money.ts';
import type { Allocation, MatchedBy, PaymentStatus, WaitReason } from '../../model.ts';
import { isPrepaid, isWaiting } from '../../payment-queries.ts';
import { joinReferences, type StatementEntry, splitReferences } from '../parse/statement-entry.ts';
import { payerKeyOf } from '../payer-names.ts';
import type { Debit } from '../return-queries.ts';
import { isUnshown } from './recognise-queries.ts';

/**
 * A staged entry. `entryNumber` counts the entries of the file from 1; `key` identifies the same entry in another file,
 * in hex.
 */
export type NewStagedEntry = Omit<StatementEntry, 'hold'> & {
  readonly entryNumber: number;
  readonly id: string;
  /** The message type: csv, camt.052, camt.053 or camt.054. */
  readonly kind: string;
  readonly key: string;
  /** The key under which earlier versions stored it, where that is another (earlierKeyOf). */
  readonly earlierKey: string | null;
  /** Why it may not be matched automatically, as far as the entry alone shows. */
  readonly hold: WaitReason | null;
};

/**
 * Creates the tables of an import: its entries, the accounts that several names pay from, and the stored entries with
 * the same keys (a first import has none of these). The index keeps the planner, which takes an organization without
 * statistics for empty, from comparing each payment with each entry. Later stages fill the last columns: `stored_id` is
 * the equal stored entry; `duplicate` without it: another file has the same money in another form; `doubt`: why it
 * needs review; `payment_id`: the recorded payment that it shows; `reverses_debit`: it reverses a stored debit, so no
 * payment is created. A database distributed over machines (Citus) keeps a temporary table on the machine that was
 * asked, and sends its rows to the machine of the organization: from a sub-query of their own, and into a table only if
 * the statement returns something. PostgreSQL plans both like the table itself.
 */
export async function createStaging({ db }: Scope): Promise<void> {
  await db.unsafe(`
    create temporary table staged_entries (
      entry_number integer primary key, id uuid not null, line integer not null, statement integer not null, kind text not null, account text not null,
      currency text not null, credit boolean not null, amount bigint not null, booked_on date not null, bank_id text, batch_id text, batch_amount bigint,
      end_to_end_id text, transaction_id text, order_number text, reference text, description text not null, payer_name text, payer_iban text,
      payer_key text, reversal boolean not null, hold text, key bytea not null, earlier_key bytea,
      duplicate boolean not null default false, stored_id uuid, doubt text, payment_id uuid,
      reverses_debit boolean not null default false, occurrence integer not null default 1
    ) on commit drop;
    create index on staged_entries (payment_id) where payment_id is not null;
    create temporary table shared_payers (payer_iban text primary key) on commit drop;
    create temporary table stored_keys (id uuid, key bytea, occurrence integer, content text, nth integer) on commit drop`);
}

export async function insertStaged({ db }: Scope, entries: readonly NewStagedEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map((entry) => ({
    ...entry,
    reference: joinReferences(entry),
    description: entry.text,
    payerKey: payerKeyOf(entry.payerName ?? ''),
    key: Buffer.from(entry.key, 'hex'),
    earlierKey: entry.earlierKey === null ? null : Buffer.from(entry.earlierKey, 'hex'),
  }));
  const columns = {
    entryNumber: 'integer',
    id: 'uuid',
    line: 'integer',
    statement: 'integer',
    kind: 'text',
    account: 'text',
    currency: 'text',
    credit: 'boolean',
    amount: 'bigint',
    bookedOn: 'date',
    bankId: 'text',
    batchId: 'text',
    batchAmount: 'bigint',
    endToEndId: 'text',
    transactionId: 'text',
    orderNumber: 'text',
    reference: 'text',
    description: 'text',
    payerName: 'text',
    payerIban: 'text',
    payerKey: 'text',
    reversal: 'boolean',
    hold: 'text',
    key: 'bytea',
    earlierKey: 'bytea',
  } as const;
  await db`
    insert into staged_entries (entry_number, id, line, statement, kind, account, currency, credit, amount, booked_on, bank_id, batch_id, batch_amount, end_to_end_id,
                                transaction_id, order_number, reference, description, payer_name, payer_iban, payer_key, reversal, hold, key, earlier_key)
    select * from ${tableOf(db, 'e', columns, rows)}`;
}

/**
 * Finds the accounts that several names pay from in the file. Analyzes the tables, because temporary ones have no other
 * statistics.
 */
export async function completeStaging({ db }: Scope): Promise<void> {
  await db.unsafe(`
    insert into shared_payers select payer_iban from staged_entries where credit and payer_iban is not null
     group by payer_iban having count(distinct payer_key) > 1;
    analyze staged_entries;
    analyze shared_payers`);
}

/** A new credit of the file. `hold`: why it may not be matched automatically. */
export type StagedCredit = {
  readonly entryNumber: number;
  readonly account: string;
  readonly currency: string;
  readonly amount: Cents;
  readonly bookedOn: Day;
  readonly orderNumber: string | null;
  readonly references: readonly string[];
  readonly text: string;
  readonly payerName: string | null;
  readonly payerIban: string | null;
  readonly sharedPayer: boolean;
  readonly hold: WaitReason | null;
};

/**
 * The next new credits that become payments, in file order; with `unshown` only those with the amount of a payment that
 * no statement has shown.
 */
export async function findCredits(
  { db, caller }: Scope,
  { after, limit, unshown }: { readonly after: number; readonly limit: number; readonly unshown?: true },
): Promise<StagedCredit[]> {
  const rows = await db<
    (Omit<StagedCredit, 'references' | 'text'> & { reference: string | null; description: string })[]
  >`
    select s.entry_number, s.account, s.currency, s.amount, s.booked_on, s.order_number, s.reference, s.description, s.payer_name, s.payer_iban,
           s.payer_iban in (select payer_iban from shared_payers) is true as shared_payer,
           case when s.hold = 'foreign_account' then s.hold else coalesce(s.doubt, s.hold) end as hold
      from staged_entries s
     where s.entry_number > ${after} and s.credit and s.amount > 0 and not s.duplicate and not s.reverses_debit and s.payment_id is null
       ${
         unshown === undefined
           ? db``
           : db`and not s.reversal
       and s.amount in (select p.amount from payments p
                         where p.tenant_id = ${caller.tenantId} and ${isUnshown(db)})`
}
     order by s.entry_number limit ${limit}`;
  return rows.map(({ reference, description, ...row }) => ({
    ...row,
    references: splitReferences(reference),
    text: description,
  }));
}

/** Numbers new entries that are equal to others, of the file or stored (markEqualEntries), after those. */
export async function countEqualEntries({ db }: Scope): Promise<void> {
  await db`
    update staged_entries s set occurrence = n.nth + n.stored
      from (select f.entry_number, row_number() over (partition by f.key order by f.entry_number) as nth, coalesce(e.stored, 0) as stored
              from staged_entries f
              left join (select key, max(occurrence) as stored from stored_keys group by key) e on e.key = f.key
             where not f.duplicate) n
     where s.entry_number = n.entry_number and n.nth + n.stored > 1`;
}

/** Stores the new entries with these places as bank entries. */
export async function insertEntries({ db, caller }: Scope, importId: string, from: number, to: number): Promise<void> {
  await db`
    insert into bank_entries (tenant_id, id, import_id, line, kind, account, currency, credit, amount, booked_on, bank_id, batch_id, batch_amount,
                              end_to_end_id, transaction_id, order_number, reference, description, payer_name, payer_iban, reversal, key, occurrence, doubtful)
    select own.id, s.id, ${importId}, s.line, s.kind, s.account, s.currency, s.credit, s.amount, s.booked_on, s.bank_id, s.batch_id, s.batch_amount,
           s.end_to_end_id, s.transaction_id, s.order_number, s.reference, s.description, s.payer_name, s.payer_iban, s.reversal, s.key, s.occurrence, s.doubt is not distinct from 'possible_duplicate'
      from ${tenantRow({ db, caller })} cross join (select * from staged_entries) s
     where s.entry_number between ${from} and ${to} and not s.duplicate order by s.entry_number
    returning 1`;
}

/** Links the payments that entries show to these entries. The payer's account is left to rememberPayers. */
export async function linkShownPayments({ db, caller, now }: Scope): Promise<void> {
  await db`
    update payments p
       set bank_entry_id = s.id, account = coalesce(p.account, nullif(s.account, '')), payer_name = coalesce(p.payer_name, s.payer_name),
           description = coalesce(p.description, s.description), updated_at = ${now}
      from (select * from staged_entries) s where p.tenant_id = ${caller.tenantId} and p.id = s.payment_id`;
}

/**
 * Copies the payer's account from the entries to the payments they show. Run it after the whole file is decided: until
 * then no entry of it may be matched by that account.
 */
export async function rememberPayers({ db, caller, now }: Scope): Promise<void> {
  await db`
    update payments p set payer_iban = s.payer_iban, updated_at = ${now}
      from (select * from staged_entries) s where p.tenant_id = ${caller.tenantId} and p.id = s.payment_id and p.payer_iban is null and s.payer_iban is not null`;
}

/** A payment created from an entry; the entry holds its other fields. */
export type StatementPayment = {
  readonly entryNumber: number;
  readonly id: string;
  readonly allocated: Cents;
  readonly apartmentId: string | null;
  readonly reason: MatchedBy | WaitReason;
  readonly evidence: string | null;
};

export async function insertStagedPayments(
  { db, caller, now }: Scope,
  payments: readonly StatementPayment[],
): Promise<void> {
  if (payments.length === 0) return;
  const columns = {
    entryNumber: 'integer',
    id: 'uuid',
    allocated: 'bigint',
    apartmentId: 'uuid',
    reason: 'text',
    evidence: 'text',
  } as const;
  await db`
    insert into payments (tenant_id, id, source, status, amount, allocated, currency, paid_on, account, payer_name, payer_iban, reference, description, order_number,
                          bank_entry_id, apartment_id, reason, evidence, created_at, updated_at)
    select own.id, n.id, 'statement', case when n.allocated = s.amount then 'matched' when n.allocated > 0 then 'partially_matched' else 'unmatched' end,
           s.amount, n.allocated, s.currency, s.booked_on, nullif(s.account, ''), s.payer_name, s.payer_iban, s.reference, nullif(s.description, ''),
           s.order_number, s.id, n.apartment_id, n.reason, n.evidence, ${now}, ${now}
      from ${tenantRow({ db, caller })} cross join
           ${tableOf(db, 'n', columns, payments)}
      join (select * from staged_entries) s on s.entry_number = n.entry_number
     order by n.id
    returning 1`;
}

/** A debit that returns money. */
export type StagedReturn = {
  /** That of the stored entry. */
  readonly id: string;
  readonly line: number;
  readonly statement: number;
  readonly account: string;
  readonly currency: string;
  readonly amount: Cents;
  readonly bookedOn: Day;
  readonly bankId: string | null;
  readonly endToEndId: string | null;
  readonly transactionId: string | null;
};

export async function findReturns({ db }: Scope): Promise<StagedReturn[]> {
  return db<StagedReturn[]>`
    select id, line, statement, account, currency, amount, booked_on, bank_id, end_to_end_id, transaction_id
      from staged_entries where not credit and reversal and not duplicate order by entry_number`;
}

/** A debit that nothing marks as a return; one on hold may be known from another file. */
export type StagedDebit = Debit & { readonly onHold: boolean };

export async function findDebits({ db }: Scope): Promise<StagedDebit[]> {
  return db<StagedDebit[]>`
    select id, currency, amount, booked_on, payer_iban, payer_name, payer_key, hold is not null as on_hold from staged_entries
     where not credit and not reversal and not duplicate order by booked_on, entry_number`;
}

/** What somebody has paid on a day. */
export type PaidAmount = {
  readonly payerIban: string | null;
  readonly payerName: string | null;
  readonly currency: string;
  readonly amount: Cents;
  readonly paidOn: Day;
};

/** What was paid and nothing of it went back, by days: from these accounts, or these amounts by anybody with a name. */
export async function findPaidAmounts(
  { db, caller }: Scope,
  of: { readonly ibans: readonly string[]; readonly amounts: readonly Cents[]; readonly from: Day; readonly to: Day },
): Promise<PaidAmount[]> {
  const paid = db`select payer_iban, payer_name, currency, amount, paid_on from payments
     where tenant_id = ${caller.tenantId} and paid_on between ${of.from} and ${of.to} and status <> 'reversed' and refunded = 0`;
  return db<PaidAmount[]>`
    select * from (${paid} and payer_iban = any (${[...of.ibans]}::text[])
                   union
                   ${paid} and payer_name is not null and amount = any (${[...of.amounts]}::bigint[])) p
     order by paid_on`;
}

type OutcomeCounts = Record<
  'debitEntries' | 'imported' | 'matched' | 'partiallyMatched' | 'unmatched' | 'prepaid' | 'waiting',
  number
>;

/** The number of debits and of new entries, and the results of the payments that these create or show. */
export async function countOutcomes({ db, caller }: Scope): Promise<OutcomeCounts> {
  const [row] = await db<OutcomeCounts[]>`
    select (select count(*)::integer from staged_entries where not credit) as debit_entries, count(*)::integer as imported, (count(*) filter (where p.status = 'matched'))::integer as matched,
           (count(*) filter (where p.status = 'partially_matched'))::integer as partially_matched,
           (count(*) filter (where p.status = 'unmatched'))::integer as unmatched, (count(*) filter (where ${isPrepaid(db)}))::integer as prepaid, (count(*) filter (where ${isWaiting(db)}))::integer as waiting
      from (select * from staged_entries) s
      left join lateral (select * from payments where tenant_id = ${caller.tenantId} and bank_entry_id = s.id limit 1) p on true
     where not s.duplicate`;
  return row ?? { debitEntries: 0, imported: 0, matched: 0, partiallyMatched: 0, unmatched: 0, prepaid: 0, waiting: 0 };
}

/** The result of a payment. `reason` says why it is matched or why it waits. */
export type PaymentOutcome = {
  readonly paymentId: string;
  readonly status: PaymentStatus;
  readonly reason: MatchedBy | WaitReason;
  readonly amount: Cents;
  readonly currency: string;
  readonly paidOn: Day;
  readonly payerName: string | null;
  readonly description: string | null;
  readonly invoiceIds: readonly string[];
  /** The same invoices as people know them. */
  readonly invoices: readonly Pick<Allocation, 'number' | 'apartment' | 'amount'>[];
  /** The number of the apartment whose prepayment the rest is. */
  readonly prepaidBy: string | null;
};

/** Money that left the account. */
export type OutgoingEntry = {
  readonly bookedOn: Day;
  readonly payeeName: string | null;
  readonly description: string;
  readonly amount: Cents;
  readonly currency: string;
  /** Whether it may return a payment and waits for a person. */
  readonly waiting: boolean;
};

/** The first debits, in file order, also those that another file brought. */
export async function findOutgoing({ db, caller }: Scope, limit: number): Promise<OutgoingEntry[]> {
  return db<OutgoingEntry[]>`
    select s.booked_on, s.payer_name as payee_name, s.description, s.amount, s.currency, (e.return_status = 'waiting') is true as waiting from (select * from staged_entries) s
      left join lateral (select return_status from bank_entries where tenant_id = ${caller.tenantId} and id = s.id offset 0) e on true
     where not s.credit order by s.entry_number limit ${limit}`;
}

/** The results of the first payments, in file order. */
export async function findOutcomes({ db, caller }: Scope, limit: number): Promise<PaymentOutcome[]> {
  const payments = await db<Omit<PaymentOutcome, 'invoiceIds' | 'invoices'>[]>`
    select p.id as payment_id, p.status, p.reason, p.amount, p.currency, p.paid_on, p.payer_name, p.description, h.number as prepaid_by
      from (select * from staged_entries) s cross join lateral (select * from payments where tenant_id = ${caller.tenantId} and bank_entry_id = s.id limit 1) p
      left join lateral (select number from apartments where tenant_id = ${caller.tenantId} and id = p.apartment_id and ${isPrepaid(db)} offset 0) h on true
     where not s.duplicate order by s.entry_number limit ${limit}`;
  const allocations = await db<
    (Pick<Allocation, 'invoiceId' | 'number' | 'apartment' | 'amount'> & { paymentId: string })[]
  >`
    select a.payment_id, a.invoice_id, i.number, h.number as apartment, a.amount
      from allocations a
     cross join lateral (select number, apartment_id from invoices where tenant_id = ${caller.tenantId} and id = a.invoice_id offset 0) i
     cross join lateral (select number from apartments where tenant_id = ${caller.tenantId} and id = i.apartment_id offset 0) h
     where a.tenant_id = ${caller.tenantId} and a.payment_id = any (${payments.map(({ paymentId }) => paymentId)}::uuid[]) and a.undone_at is null
     order by a.id`;
  const paid = Map.groupBy(allocations, ({ paymentId }) => paymentId);
  return payments.map((payment) => {
    const invoices = paid.get(payment.paymentId) ?? [];
    const shown = invoices.map(({ number, apartment, amount }) => ({ number, apartment, amount }));
    return { ...payment, invoiceIds: invoices.map(({ invoiceId }) => invoiceId), invoices: shown };
  });
}
