// All SQL of the invoice history. Rows are inserted and read, never changed.

import { keyset, type PageRequest, type SortColumn } from '../platform/db/keyset.ts';
import { insertRows } from '../platform/db/rows.ts';
import { callerId, residentUserId, type Scope } from '../platform/db/scope.ts';
import type { HistoryEntry, HistoryNote } from './model.ts';

/** The sort orders of history entries. */
export const historyOrders = { at: { sql: 'at', type: 'timestamptz' } } as const satisfies Record<string, SortColumn>;

export async function insertHistory(
  scope: Scope,
  notes: readonly (HistoryNote & { readonly id: string })[],
): Promise<void> {
  const { db, caller, now } = scope;
  const columns = { invoiceId: 'uuid', id: 'uuid', action: 'text', detail: 'json' } as const;
  const actor = { actorKind: caller.kind, actorId: db`${callerId(caller)}::uuid` };
  await insertRows(scope, 'invoice_history', columns, notes, {
    more: { at: now, ...actor },
  });
}

/**
 * A page of an invoice's history; `returned` in the detail: the bank took the payment back. Residents do not see who
 * acted, nor payment ids: a payment may belong to someone else.
 */
export async function listHistory(
  { db, caller }: Scope,
  invoiceId: string,
  page: PageRequest,
): Promise<(HistoryEntry & { sortValue: string })[]> {
  const { sortValue, after, orderAndLimit } = keyset(db, 'h', page, historyOrders);
  const actor =
    residentUserId(caller) === null
      ? db`'id', h.actor_id, 'name', coalesce(
          (select u.name from users u join memberships m on m.user_id = u.id where m.tenant_id = ${caller.tenantId} and u.id = h.actor_id),
          (select k.name from api_keys k where k.tenant_id = ${caller.tenantId} and k.id = h.actor_id))`
      : db`'id', null, 'name', null`;
  return db<(HistoryEntry & { sortValue: string })[]>`
    select h.id, h.at, h.action, json_build_object('kind', h.actor_kind, ${actor}) as actor,
           (${residentUserId(caller) === null ? db`h.detail` : db`h.detail - 'paymentId'`}) || case when h.action = 'payment_undone' and exists (
             select from allocations a join payments p on p.tenant_id = ${caller.tenantId} and p.id = a.payment_id
              where a.tenant_id = ${caller.tenantId} and a.invoice_id = h.invoice_id and a.payment_id::text = h.detail ->> 'paymentId'
                and a.undone_at = h.at and a.undone_reason = 'reversal' and p.status = 'reversed' and p.reason = 'returned')
             then '{"returned": true}'::jsonb else '{}' end as detail, ${sortValue} as sort_value
      from invoice_history h
     where h.tenant_id = ${caller.tenantId} and h.invoice_id = ${invoiceId} ${after} ${orderAndLimit}`;
}
