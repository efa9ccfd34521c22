// All SQL of e-invoices: which invoices to export.
import type { Scope } from '../../platform/db/scope.ts';

/** The ids of a building's sent and paid invoices issued between two days, both included, ordered by number. */
export async function findIssued(
  { db, caller }: Scope,
  buildingId: string,
  { dateFrom, dateTo }: { readonly dateFrom?: string; readonly dateTo?: string },
  limit: number,
): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from invoices
     where tenant_id = ${caller.tenantId} and building_id = ${buildingId} and status in ('sent', 'paid')
       ${dateFrom === undefined ? db`` : db`and issue_date >= ${dateFrom}`} ${dateTo === undefined ? db`` : db`and issue_date <= ${dateTo}`}
     order by issue_date, number, id limit ${limit}`;
  return rows.map((row) => row.id);
}
