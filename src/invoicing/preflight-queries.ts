// All SQL of preflight: the amounts billed for a period.

import { positionsOfInvoice } from '../charging/invoice-period-queries.ts';
import type { Scope } from '../platform/db/scope.ts';
import type { Period } from '../platform/values/dates.ts';
import type { Cents } from '../platform/values/money.ts';

/** The totals of the invoices within a period, less credit notes: net by charge, with VAT by apartment. */
export async function findBilledAmounts(
  { db, caller }: Scope,
  buildingId: string,
  { periodStart, periodEnd }: Period,
): Promise<{ charges: ReadonlyMap<string, Cents>; apartments: ReadonlyMap<string, Cents> }> {
  const within = db`i.tenant_id = ${caller.tenantId} and i.building_id = ${buildingId} and i.status <> 'cancelled'
    and i.period_start >= ${periodStart} and i.period_end <= ${periodEnd}`;
  const [charges, apartments] = await Promise.all([
    db<{ key: string; amount: Cents }[]>`
      select p.code as key, sum(p.amount)::bigint as amount
        from invoices i ${positionsOfInvoice({ db, caller })} where ${within} group by 1`,
    db<{ key: string; amount: Cents }[]>`
      select i.apartment_id as key, sum(i.amount)::bigint as amount from invoices i where ${within} group by 1`,
  ]);
  const mapOf = (rows: readonly { readonly key: string; readonly amount: Cents }[]) =>
    new Map(rows.map(({ key, amount }) => [key, amount]));
  return { charges: mapOf(charges), apartments: mapOf(apartments) };
}
