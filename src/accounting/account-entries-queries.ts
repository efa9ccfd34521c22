// The SQL of the entries of apartments' accounts: what they were billed and paid. Nothing is stored.
import { countsInAccounts } from '../invoicing/invoice-queries.ts';
import type { Db } from '../platform/db/pool.ts';

/** Whose entries: of an apartment, or of all apartments of a building, archived ones too. */
export type AccountOwner = { readonly apartmentId: string } | { readonly buildingId: string };

/**
 * The entries, one for each invoice, payment and refund of an apartment. Of a payment, only the apartment's part: what pays its invoices, and the
 * unallocated rest if it is its credit, until refunded. A negative invoice is one entry from the day it counts, sent or not.
 */
export function accountEntriesSql(db: Db, tenantId: string, owner: AccountOwner) {
  const invoices =
    'apartmentId' in owner ? db`i.apartment_id = ${owner.apartmentId}` : db`i.building_id = ${owner.buildingId}`;
  const credit =
    'apartmentId' in owner
      ? db`p.apartment_id = ${owner.apartmentId}`
      : db`p.apartment_id in (select id from apartments where tenant_id = ${tenantId} and building_id = ${owner.buildingId})`;
  return db`
    select 'invoice' as kind, i.id, i.apartment_id, i.currency, i.number as text, i.issue_date as on, i.amount, i.created_at as at
      from invoices i
     where i.tenant_id = ${tenantId} and ${invoices} and ${countsInAccounts(db)}
    union all
    select 'payment', p.id, part.apartment_id, p.currency, p.payer_name, p.paid_on, -sum(part.amount)::bigint, p.created_at
      from (
        select a.payment_id, i.apartment_id, a.amount
          from invoices i join allocations a on a.tenant_id = i.tenant_id and a.invoice_id = i.id
         where i.tenant_id = ${tenantId} and ${invoices} and a.tenant_id = ${tenantId} and a.undone_at is null
        union all
        select p.id, p.apartment_id, p.amount - p.allocated + p.refunded from payments p
         where p.tenant_id = ${tenantId} and ${credit} and (p.allocated < p.amount or p.refunded > 0)
      ) part
      join payments p on p.tenant_id = ${tenantId} and p.id = part.payment_id
     where p.status <> 'reversed' and p.source <> 'credit'
     group by p.tenant_id, p.id, part.apartment_id
    union all
    select 'refund', r.id, p.apartment_id, p.currency, r.note, r.refunded_on, r.amount, r.created_at
      from refunds r join payments p on p.tenant_id = r.tenant_id and p.id = r.payment_id
     where r.tenant_id = ${tenantId} and r.undone_at is null and ${credit} and p.refunded > 0`;
}
