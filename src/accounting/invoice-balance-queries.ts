// All SQL of the invoice balance: the payers' earlier balance, payments since, and the amount left to pay. Derived;
// nothing is stored.
import type { ApartmentMoney } from '../invoicing/co-payers.ts';
import { visibleInvoiceCondition } from '../invoicing/visibility-queries.ts';
import { isPrepaid } from '../payments/payment-queries.ts';
import type { Scope } from '../platform/db/scope.ts';
import type { InvoiceBalance } from './model.ts';

/**
 * The invoices that may belong to an invoice's balance: those of its apartment sent or paid before it, and negative
 * ones with unused credit.
 */
export async function findRelatedInvoices({ db, caller }: Scope, invoiceId: string): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select k.id
      from invoices i join invoices k on k.tenant_id = i.tenant_id and k.building_id = i.building_id and k.apartment_id = i.apartment_id and k.currency = i.currency
     where i.tenant_id = ${caller.tenantId} and i.id = ${invoiceId} and k.tenant_id = ${caller.tenantId} and k.id <> i.id
       and (k.amount >= 0 and k.status in ('sent', 'paid') and (k.issue_date, k.created_at, k.id) < (i.issue_date, i.created_at, i.id)
         or k.amount < 0 and exists (
           select from payments p where p.tenant_id = ${caller.tenantId} and p.apartment_id = k.apartment_id and p.credit_invoice_id = k.id
              and p.allocated < p.amount))`;
  return rows.map((row) => row.id);
}

/** The open invoices of an invoice's apartment after it, which the caller may see, the latest first. */
export async function findLaterOpenInvoices(scope: Scope, invoiceId: string): Promise<string[]> {
  const { db, caller } = scope;
  const rows = await db<{ id: string }[]>`
    select i.id
      from invoices k join invoices i on i.tenant_id = k.tenant_id and i.building_id = k.building_id and i.apartment_id = k.apartment_id and i.currency = k.currency
     where k.tenant_id = ${caller.tenantId} and k.id = ${invoiceId} and i.tenant_id = ${caller.tenantId} and i.status = 'sent' and i.amount > i.amount_paid
       and (i.issue_date, i.created_at, i.id) > (k.issue_date, k.created_at, k.id) ${visibleInvoiceCondition(scope)}
     order by i.issue_date desc, i.created_at desc, i.id desc`;
  return rows.map((row) => row.id);
}

/** Unallocated money of an invoice's apartment, without the credit of negative invoices. */
export async function findUnallocatedMoney({ db, caller }: Scope, invoiceId: string): Promise<ApartmentMoney[]> {
  return db<ApartmentMoney[]>`
    select p.id, p.apartment_id, p.paid_on,
           array(select a.invoice_id from allocations a where a.tenant_id = ${caller.tenantId} and a.payment_id = p.id and a.undone_at is null) as invoice_ids
      from invoices i join payments p on p.tenant_id = i.tenant_id and p.apartment_id = i.apartment_id and p.currency = i.currency
     where i.tenant_id = ${caller.tenantId} and i.id = ${invoiceId} and p.tenant_id = ${caller.tenantId}
       and ${isPrepaid(db)} and p.credit_invoice_id is null`;
}

/**
 * The balance of an invoice, from the other invoices of its payers (findRelatedInvoices) and their `money`. None for
 * cancelled invoices and credits.
 */
export async function calculateInvoiceBalance(
  { db, caller }: Scope,
  invoiceId: string,
  others: readonly string[],
  money: readonly string[],
): Promise<InvoiceBalance | undefined> {
  const [row] = await db<InvoiceBalance[]>`
    with earlier as (
      select id, amount, issue_date from invoices
       where tenant_id = ${caller.tenantId} and id = any (${[...others]}::uuid[]) and amount >= 0
    ), paid as (
      select a.amount, p.source = 'credit' as is_credit,
             a.invoice_id <> ${invoiceId} and p.paid_on <= (select max(issue_date) from earlier) as in_opening
        from allocations a join payments p on p.tenant_id = a.tenant_id and p.id = a.payment_id
       where a.tenant_id = ${caller.tenantId} and a.undone_at is null
         and (a.invoice_id = ${invoiceId} or a.invoice_id in (select id from earlier))
    ), sums as (
      select (select coalesce(sum(amount), 0) from earlier) - coalesce(sum(amount) filter (where in_opening), 0) as opening_balance,
             coalesce(sum(amount) filter (where not in_opening and not is_credit), 0) as payments,
             coalesce(sum(amount) filter (where not in_opening and is_credit), 0)
               + (select coalesce(sum(p.amount - p.allocated), 0)
                    from payments p join invoices i on i.tenant_id = ${caller.tenantId} and i.id = ${invoiceId}
                   where p.tenant_id = ${caller.tenantId} and p.apartment_id = i.apartment_id and p.currency = i.currency
                     and ${isPrepaid(db)} and (p.id = any (${[...money]}::uuid[]) or p.credit_invoice_id = any (${[...others]}::uuid[]))) as credits
        from paid
    )
    select s.opening_balance::bigint as opening_balance, s.payments::bigint as payments, s.credits::bigint as credits,
           (s.opening_balance + i.amount - s.payments - s.credits)::bigint as amount_to_pay
      from invoices i cross join sums s
     where i.tenant_id = ${caller.tenantId} and i.id = ${invoiceId} and i.status <> 'cancelled' and i.amount >= 0`;
  return row;
}
