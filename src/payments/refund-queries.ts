// All SQL of refunds. The sums of the payment change in the same statement.

import type { Db } from '../platform/db/pool.ts';
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

/** Inserts a refund and reduces the payment by it. The database rejects more than the payment has. */
export async function insertRefund({ db, caller, now }: Scope, by: string, refund: Refund): Promise<void> {
  const { id, paymentId, amount, refundedOn, note } = refund;
  await db`
    with refund as (
      insert into refunds (tenant_id, id, payment_id, amount, refunded_on, note, created_by, created_at)
      values (${caller.tenantId}, ${id}, ${paymentId}, ${amount}, ${refundedOn}, ${note}, ${by}, ${now})
    )
    update payments
       set refunded = refunded + ${amount}, allocated = allocated + ${amount}, updated_at = ${now},
           status = case when allocated + ${amount} = amount then 'matched' else 'partially_matched' end
     where tenant_id = ${caller.tenantId} and id = ${paymentId}`;
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
