// All SQL of refunds. The sums of the payment change with them.

import type { Db } from '../platform/db/pool.ts';
import { insertRows, tableOf } from '../platform/db/rows.ts';
import type { Scope } from '../platform/db/scope.ts';
import type { Day } from '../platform/values/dates.ts';
import type { Cents } from '../platform/values/money.ts';

/**
 * Refunded money of a payment, with the day of the transfer. `transferId`: the first refund of the same transfer;
 * `bankEntryId`: the debit that shows it.
 */
export type Refund = {
  readonly id: string;
  readonly transferId: string;
  readonly bankEntryId: string | null;
  readonly paymentId: string;
  readonly amount: Cents;
  readonly refundedOn: Day;
  readonly note: string | null;
  readonly createdAt: Date;
};

/** The valid refunds of a payment, in the order of entry. */
export async function findRefunds({ db, caller }: Scope, paymentId: string): Promise<Refund[]> {
  return db<Refund[]>`
    select ${columns(db)} from refunds r
     where r.tenant_id = ${caller.tenantId} and r.payment_id = ${paymentId} and r.undone_at is null order by r.created_at, r.id`;
}

/** A refund, undone or not. */
export async function findRefund({ db, caller }: Scope, id: string): Promise<Refund | undefined> {
  const [row] = await db<Refund[]>`
    select ${columns(db)} from refunds r where r.tenant_id = ${caller.tenantId} and r.id = ${id}`;
  return row;
}

/** Inserts refunds, at most one of a payment, and reduces the payments. The database rejects more than one has. */
export async function insertRefunds(
  scope: Scope,
  createdBy: string,
  refunds: readonly Omit<Refund, 'bankEntryId'>[],
): Promise<void> {
  const { db, caller, now } = scope;
  const part = { paymentId: 'uuid', amount: 'bigint' } as const;
  const columns = {
    id: 'uuid',
    transferId: 'uuid',
    ...part,
    refundedOn: 'date',
    note: 'text',
    createdAt: 'timestamptz',
  } as const;
  await insertRows(scope, 'refunds', columns, refunds, { more: { createdBy } });
  await db`
    update payments p
       set refunded = p.refunded + r.amount, allocated = p.allocated + r.amount, updated_at = ${now},
           status = case when p.allocated + r.amount = p.amount then 'matched' else 'partially_matched' end
      from ${tableOf(db, 'r', part, refunds)} where p.tenant_id = ${caller.tenantId} and p.id = r.payment_id`;
}

/** Undoes a refund: the payment has the money again. False when it was already undone. */
export async function undoRefund({ db, caller, now }: Scope, by: string, id: string): Promise<boolean> {
  const rows = await db`
    with undone as (
      update refunds set undone_at = ${now}, undone_by = ${by}
       where tenant_id = ${caller.tenantId} and id = ${id} and undone_at is null returning payment_id, amount
    )
    update payments p
       set refunded = p.refunded - u.amount, allocated = p.allocated - u.amount, updated_at = ${now},
           status = case when p.allocated = u.amount then 'unmatched' else 'partially_matched' end
      from undone u where p.tenant_id = ${caller.tenantId} and p.id = u.payment_id returning p.id`;
  return rows.length === 1;
}

function columns(db: Db) {
  return db`r.id, ${transferOf(db)} as transfer_id, r.bank_entry_id, r.payment_id, r.amount, r.refunded_on, r.note, r.created_at`;
}

/** The transfer of the refund `r`. */
function transferOf(db: Db) {
  return db`coalesce(r.transfer_id, r.id)`;
}

/** A transfer that paid refunds and that no statement has shown: their sum, and who may have received it. */
export type UnshownTransfer = {
  readonly id: string;
  readonly amount: Cents;
  readonly currency: string;
  readonly refundedOn: Day;
  readonly receivers: readonly { readonly payerIban: string | null; readonly payerName: string | null }[];
};

/** The transfers of a range of days that no statement has shown, or one of them, by age. */
export async function findUnshownTransfers(
  { db, caller }: Scope,
  which: { readonly from: Day; readonly to: Day } | { readonly transferId: string },
): Promise<UnshownTransfer[]> {
  const isMeant =
    'from' in which
      ? db`r.refunded_on between ${which.from} and ${which.to}`
      : db`(r.id = ${which.transferId} or r.transfer_id = ${which.transferId})`;
  return db<UnshownTransfer[]>`
    select ${transferOf(db)} as id, sum(r.amount)::bigint as amount, p.currency, r.refunded_on,
           json_agg(json_build_object('payerIban', p.payer_iban, 'payerName', p.payer_name)) as receivers
      from refunds r join payments p on p.tenant_id = ${caller.tenantId} and p.id = r.payment_id
     where r.tenant_id = ${caller.tenantId} and r.undone_at is null and r.bank_entry_id is null and ${isMeant}
     group by ${transferOf(db)}, p.currency, r.refunded_on order by r.refunded_on, min(r.created_at), 1`;
}

/** A transfer, and the debit that shows it. */
export type TransferLink = { readonly transferId: string; readonly bankEntryId: string };

/** Ties the valid refunds of transfers to the debits that show them. */
export async function linkTransfers({ db, caller }: Scope, links: readonly TransferLink[]): Promise<void> {
  if (links.length === 0) return;
  await db`
    update refunds r set bank_entry_id = l.bank_entry_id
      from ${tableOf(db, 'l', { transferId: 'uuid', bankEntryId: 'uuid' }, links)}
     where r.tenant_id = ${caller.tenantId} and r.undone_at is null and ${transferOf(db)} = l.transfer_id`;
}

/** Unties the refunds that a debit shows. */
export async function unlinkTransfer({ db, caller }: Scope, bankEntryId: string): Promise<void> {
  await db`update refunds set bank_entry_id = null where tenant_id = ${caller.tenantId} and bank_entry_id = ${bankEntryId}`;
}
