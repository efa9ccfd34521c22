// All SQL of refunds. The sums of the payment change with them.

import type { Db } from '../platform/db/pool.ts';
import { insertRows, tableOf } from '../platform/db/rows.ts';
import type { Scope } from '../platform/db/scope.ts';
import type { Day } from '../platform/values/dates.ts';
import type { Cents } from '../platform/values/money.ts';

/** Refunded money of a payment, with the day of the transfer. */
export type Refund = {
  readonly id: string;
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
export async function insertRefunds(scope: Scope, createdBy: string, refunds: readonly Refund[]): Promise<void> {
  const { db, caller, now } = scope;
  const part = { paymentId: 'uuid', amount: 'bigint' } as const;
  const columns = { id: 'uuid', ...part, refundedOn: 'date', note: 'text', createdAt: 'timestamptz' } as const;
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
  return db`r.id, r.payment_id, r.amount, r.refunded_on, r.note, r.created_at`;
}
