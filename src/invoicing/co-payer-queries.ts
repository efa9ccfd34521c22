// All SQL of co-payers: days and hidden residents of invoices, and earlier unpaid invoices.

import type { Scope } from '../platform/db/scope.ts';
import type { Period } from '../platform/values/dates.ts';
import type { Cents } from '../platform/values/money.ts';

/** The days of invoices, and the residents they are hidden from. */
export async function findInvoiceDays(
  { db, caller }: Scope,
  invoiceIds: readonly string[],
): Promise<(Period & { readonly id: string; readonly apartmentId: string; readonly hiddenFrom: readonly string[] })[]> {
  return db<(Period & { id: string; apartmentId: string; hiddenFrom: string[] })[]>`
    select id, apartment_id, period_start, period_end, hidden_from from invoices
     where tenant_id = ${caller.tenantId} and id = any (${[...invoiceIds]}::uuid[])`;
}

export type UnpaidInvoice = Period & { readonly id: string; readonly number: string; readonly balance: Cents };

/** Invoices of the same apartment that were sent before each of these and are unpaid, in order of creation. */
export async function findUnpaidBefore(
  { db, caller }: Scope,
  invoiceIds: readonly string[],
): Promise<(UnpaidInvoice & { readonly before: string })[]> {
  return db<(UnpaidInvoice & { before: string })[]>`
    select i.id as before, k.id, k.number, k.period_start, k.period_end, (k.amount - k.amount_paid)::bigint as balance
      from invoices i join invoices k on k.tenant_id = i.tenant_id and k.building_id = i.building_id and k.apartment_id = i.apartment_id
           and k.currency = i.currency
     where i.tenant_id = ${caller.tenantId} and i.id = any (${[...invoiceIds]}::uuid[]) and k.tenant_id = ${caller.tenantId} and k.status = 'sent'
       and k.amount > k.amount_paid and (k.issue_date, k.created_at, k.id) < (i.issue_date, i.created_at, i.id)
     order by k.issue_date, k.created_at, k.id`;
}
