// All SQL of one-off charges: charges and credits of single apartments, and the invoices that include them.

import { keyset, type PageRequest, type SortColumn, timestampOrders } from '../platform/db/keyset.ts';
import type { Db } from '../platform/db/pool.ts';
import { insertRows, tableOf } from '../platform/db/rows.ts';
import type { Scope } from '../platform/db/scope.ts';
import type { Day } from '../platform/values/dates.ts';
import type { OneOffCharge, OneOffFilters } from './model.ts';

/** The sort orders of one-off charges; the first is the default. */
export const oneOffOrders = {
  ...timestampOrders,
  dueFrom: { sql: 'due_from', type: 'date' },
} as const satisfies Record<string, SortColumn>;

/** The invoice that includes it, unless that invoice is cancelled: then the charge is free again. */
function columns(db: Db) {
  return db`o.id, o.building_id, o.apartment_id, o.description, o.amount, trim_scale(o.vat_rate)::text as vat_rate, o.due_from, i.id as invoice_id,
    o.created_at, o.updated_at`;
}

function withInvoiceJoin(db: Db) {
  return db`one_off_charges o left join invoices i on i.tenant_id = o.tenant_id and i.id = o.invoice_id and i.status <> 'cancelled'`;
}

export async function listOneOffs(
  { db, caller }: Scope,
  { buildingId, apartmentId, billed }: OneOffFilters,
  page: PageRequest,
): Promise<(OneOffCharge & { sortValue: string })[]> {
  const { sortValue, after, updated, orderAndLimit } = keyset(db, 'o', page, oneOffOrders);
  return db<(OneOffCharge & { sortValue: string })[]>`
    select ${columns(db)}, ${sortValue} as sort_value from ${withInvoiceJoin(db)}
     where o.tenant_id = ${caller.tenantId} and o.building_id = ${buildingId}
       ${apartmentId === undefined ? db`` : db`and o.apartment_id = ${apartmentId}`}
       ${billed === undefined ? db`` : db`and (i.id is not null) = ${billed}`} ${updated} ${after} ${orderAndLimit}`;
}

export async function findOneOff({ db, caller }: Scope, id: string): Promise<OneOffCharge | undefined> {
  const [row] = await db<OneOffCharge[]>`
    select ${columns(db)} from ${withInvoiceJoin(db)}
      join buildings b on b.tenant_id = o.tenant_id and b.id = o.building_id and b.archived_at is null
     where o.tenant_id = ${caller.tenantId} and o.id = ${id}`;
  return row;
}

/** The unbilled one-off charges of a building that are due for a period ending on this day, in the order of entry. */
export async function findUnbilledOneOffs(
  { db, caller }: Scope,
  buildingId: string,
  until: Day,
): Promise<OneOffCharge[]> {
  return db<OneOffCharge[]>`
    select ${columns(db)} from ${withInvoiceJoin(db)}
     where o.tenant_id = ${caller.tenantId} and o.building_id = ${buildingId} and o.due_from <= ${until} and i.id is null
     order by o.due_from, o.created_at, o.id`;
}

export async function insertOneOffs(scope: Scope, all: readonly OneOffCharge[], createdBy: string): Promise<void> {
  const columns = {
    id: 'uuid',
    buildingId: 'uuid',
    apartmentId: 'uuid',
    description: 'text',
    amount: 'bigint',
    vatRate: 'numeric',
    dueFrom: 'date',
  } as const;
  const more = { createdBy, createdAt: scope.now, updatedAt: scope.now };
  await insertRows(scope, 'one_off_charges', columns, all, { more });
}

export async function deleteOneOff({ db, caller }: Scope, id: string): Promise<void> {
  await db`delete from one_off_charges where tenant_id = ${caller.tenantId} and id = ${id}`;
}

/** Records the invoices that include the one-off charges. */
export async function markOneOffsBilled(
  { db, caller, now }: Scope,
  billed: readonly { readonly id: string; readonly invoiceId: string }[],
): Promise<void> {
  if (billed.length === 0) return;
  await db`
    update one_off_charges o set invoice_id = t.invoice_id, updated_at = ${now}
      from ${tableOf(db, 't', { id: 'uuid', invoiceId: 'uuid' }, billed)}
     where o.tenant_id = ${caller.tenantId} and o.id = t.id`;
}
