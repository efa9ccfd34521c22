// All SQL of planned invoices: which invoices a period already has, and the amounts they hold of each charge.

import { isOfPeriod, positionsOfInvoice } from '../charging/invoice-period-queries.ts';
import type { Scope } from '../platform/db/scope.ts';
import type { Period } from '../platform/values/dates.ts';
import type { Cents } from '../platform/values/money.ts';
import type { InvoiceFacts } from './model.ts';

/** An invoice that shares a day with a period. `ofPeriod`: it was created for that period or a part of it. */
export type ExistingInvoice = Pick<InvoiceFacts, 'id' | 'apartmentId' | 'periodStart' | 'periodEnd' | 'amount'> & {
  readonly ofPeriod: boolean;
};

/** The invoices of a building that share a day with a period, without cancelled ones. */
export async function findOverlappingInvoices(
  { db, caller }: Scope,
  buildingId: string,
  { periodStart, periodEnd }: Period,
): Promise<ExistingInvoice[]> {
  return db<ExistingInvoice[]>`
    select i.id, i.apartment_id, i.period_start, i.period_end, i.amount, ${isOfPeriod(db, { periodStart, periodEnd })} as of_period from invoices i
     where tenant_id = ${caller.tenantId} and building_id = ${buildingId} and status <> 'cancelled' and corrects_id is null
       and period_start <= ${periodEnd} and period_end >= ${periodStart}`;
}

/**
 * What the invoices of exactly this period that are not cancelled hold of each charge, net; corrections included.
 * Credits give back what stays split.
 */
export async function sumInvoicedByCharge(
  { db, caller }: Scope,
  buildingId: string,
  period: Period,
): Promise<Map<string, Cents>> {
  const rows = await db<{ code: string; amount: Cents }[]>`
    select p.code, sum(p.amount)::bigint as amount
      from invoices i ${positionsOfInvoice({ db, caller })}
     where i.tenant_id = ${caller.tenantId} and i.building_id = ${buildingId} and i.status <> 'cancelled' and i.cause is distinct from 'credit'
       and ${isOfPeriod(db, period)}
     group by p.code`;
  return new Map(rows.map((row) => [row.code, row.amount]));
}
