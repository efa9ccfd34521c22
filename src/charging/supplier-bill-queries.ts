// All SQL of supplier bills: the recorded bills of a period, further bills added after it was closed, and whether it is
// closed.

import { keyset, type PageRequest, type SortColumn } from '../platform/db/keyset.ts';
import type { Db } from '../platform/db/pool.ts';
import { insertRows, tableOf } from '../platform/db/rows.ts';
import type { Scope } from '../platform/db/scope.ts';
import type { Day, Period } from '../platform/values/dates.ts';
import { newId } from '../platform/values/ids.ts';
import type { Cents } from '../platform/values/money.ts';
import { isOfPeriod } from './invoice-period-queries.ts';
import { countsInAccounts, isOwed, isUnsent } from './invoice-status-queries.ts';
import type { BillDetails, PeriodBills, RecordedBill, SupplierBill } from './model.ts';

/** The sort orders of periods with bills; the first is the default. */
export const periodOrders = {
  periodStart: { sql: 'period_start', type: 'date' },
  periodEnd: { sql: 'period_end', type: 'date' },
} as const satisfies Record<string, SortColumn>;

/** A page of the periods with bills. The id of a period is built from its days. */
export async function listPeriods(
  scope: Scope,
  buildingId: string,
  { periodStart, periodEnd }: { readonly periodStart?: Day; readonly periodEnd?: Day },
  page: PageRequest,
): Promise<(PeriodBills & { sortValue: string })[]> {
  const { db, caller } = scope;
  const { sortValue, after, updated, orderAndLimit } = keyset(db, 'p', page, periodOrders);
  const inPeriod = db`tenant_id = ${caller.tenantId} and building_id = ${buildingId} and period_start = p.period_start and period_end = p.period_end`;
  const facts = db`'charge', charge, 'amount', amount, 'quantity', trim_scale(quantity)::text, 'supplier', supplier, 'number', bill_number, 'date', billed_on`;
  const rows = await db<(PeriodRow & { sortValue: string })[]>`
    with p as (
      select ${periodId(scope)} as id, period_start, period_end, max(updated_at) as updated_at
        from (select period_start, period_end, updated_at from supplier_bills where tenant_id = ${caller.tenantId} and building_id = ${buildingId}
              union all
              select period_start, period_end, created_at from further_bills where tenant_id = ${caller.tenantId} and building_id = ${buildingId}) bills
       group by period_start, period_end
    )
    select p.*, ${closedPeriod(scope, buildingId)} as closed, ${sortValue} as sort_value,
           (select coalesce(json_agg(json_build_object(${facts}) order by charge), '[]') from supplier_bills where ${inPeriod}) as bills,
           (select coalesce(json_agg(json_build_object('id', id, ${facts}, 'reason', reason, 'createdAt', created_at) order by created_at, id), '[]')
              from further_bills where ${inPeriod}) as further_bills
      from p
     where true ${periodStart === undefined ? db`` : db`and p.period_start = ${periodStart}`}
       ${periodEnd === undefined ? db`` : db`and p.period_end = ${periodEnd}`} ${updated} ${after} ${orderAndLimit}`;
  return rows.map(({ furtherBills, ...row }) => ({
    ...row,
    furtherBills: furtherBills.map((bill) => ({ ...bill, createdAt: new Date(bill.createdAt) })),
  }));
}

/** A period of a building with valid invoices or bills: counts, totals and open amounts. */
type BilledPeriod = Period & {
  readonly id: string;
  readonly closed: boolean;
  /** Without corrections. */
  readonly invoices: number;
  /** Still to be sent, including corrections. */
  readonly unsent: number;
  /** Including credits. */
  readonly corrections: number;
  readonly amount: Cents;
  readonly open: Cents;
  readonly bills: Cents;
  readonly updatedAt: Date;
};

/** A page of the periods of a building with invoices or bills, each calculated in one pass over its rows. */
export async function listBilledPeriods(
  scope: Scope,
  buildingId: string,
  page: PageRequest,
): Promise<(BilledPeriod & { sortValue: string })[]> {
  const { db, caller } = scope;
  const { sortValue, after, updated, orderAndLimit } = keyset(db, 'p', page, periodOrders);
  const ofBuilding = db`tenant_id = ${caller.tenantId} and building_id = ${buildingId}`;
  return db<(BilledPeriod & { sortValue: string })[]>`
    with p as (
      select ${periodId(scope)} as id, period_start, period_end, max(updated_at) as updated_at, bool_or(closes) as closed,
             sum(invoices)::integer as invoices, sum(unsent)::integer as unsent, sum(corrections)::integer as corrections,
             sum(amount)::bigint as amount, sum(open)::bigint as open, sum(bills)::bigint as bills
        from (select coalesce(full_period_start, period_start) as period_start, coalesce(full_period_end, period_end) as period_end, updated_at,
                     ${isSentOrPaid(scope)} and corrects_id is null as closes, (corrects_id is null)::integer as invoices,
                     ${isUnsent(db)}::integer as unsent, (corrects_id is not null)::integer as corrections,
                     case when ${countsInAccounts(db)} then amount else 0 end as amount, case when ${isOwed(db)} then amount - amount_paid else 0 end as open,
                     0 as bills
                from invoices i where ${ofBuilding} and status <> 'cancelled'
              union all
              select period_start, period_end, updated_at, false, 0, 0, 0, 0, 0, amount from supplier_bills where ${ofBuilding}
              union all
              select period_start, period_end, created_at, false, 0, 0, 0, 0, 0, amount from further_bills where ${ofBuilding}) parts
       group by period_start, period_end
    )
    select p.*, ${sortValue} as sort_value from p where true ${updated} ${after} ${orderAndLimit}`;
}

type PeriodRow = Omit<PeriodBills, 'furtherBills'> & {
  readonly furtherBills: readonly (Omit<PeriodBills['furtherBills'][number], 'createdAt'> & { createdAt: string })[];
};

/** The id of a period, and whether it is closed. */
export async function findPeriodState(
  scope: Scope,
  buildingId: string,
  { periodStart, periodEnd }: Period,
): Promise<{ id: string; closed: boolean }> {
  const [row] = await scope.db<[{ id: string; closed: boolean }]>`
    select ${periodId(scope)} as id, ${closedPeriod(scope, buildingId)} as closed
      from (select ${periodStart}::date as period_start, ${periodEnd}::date as period_end) p`;
  return row;
}

export async function periodIsClosed(scope: Scope, buildingId: string, period: Period): Promise<boolean> {
  return (await findPeriodState(scope, buildingId, period)).closed;
}

/** The total of a charge's bills, and the recorded bill's amount and quantity. The rest comes from further bills. */
export type PeriodBillTotal = SupplierBill & { readonly recorded: Cents | null; readonly counted: string | null };

/** The bills of a period by charge: the recorded bill, and the further bills added to it. */
export async function findSupplierBills(
  { db, caller }: Scope,
  buildingId: string,
  { periodStart, periodEnd }: Period,
): Promise<PeriodBillTotal[]> {
  const rows = await db<(Omit<PeriodBillTotal, 'quantity'> & { quantity: string | null })[]>`
    with parts as (
      select charge, amount, quantity, amount as recorded, trim_scale(quantity)::text as counted from supplier_bills
       where tenant_id = ${caller.tenantId} and building_id = ${buildingId} and period_start = ${periodStart} and period_end = ${periodEnd}
      union all
      select charge, amount, quantity, null, null from further_bills
       where tenant_id = ${caller.tenantId} and building_id = ${buildingId} and period_start = ${periodStart} and period_end = ${periodEnd}
    )
    select charge, sum(amount)::bigint as amount, trim_scale(sum(quantity))::text as quantity, sum(recorded)::bigint as recorded,
           max(counted) as counted
      from parts group by charge order by charge`;
  return rows.map(({ quantity, ...row }) => ({ ...row, ...(quantity !== null && { quantity }) }));
}

/** Records bills of a period, each replacing the recorded bill of its charge. */
export async function recordSupplierBills(
  { db, caller, now }: Scope,
  buildingId: string,
  period: Period,
  bills: readonly SupplierBill[],
): Promise<void> {
  const rows = bills.map(({ quantity = null, ...bill }) => ({ ...bill, quantity }));
  await insertRows({ db, caller }, 'supplier_bills', { charge: 'text', amount: 'bigint', quantity: 'numeric' }, rows, {
    more: { ...ofPeriod(db, buildingId, period), updatedAt: now },
    onConflict: db`(tenant_id, building_id, period_start, period_end, charge)
    do update set amount = excluded.amount, quantity = excluded.quantity, updated_at = excluded.updated_at`,
  });
}

/** Replaces all recorded bills of the period. */
export async function replaceBills(
  { db, caller, now }: Scope,
  buildingId: string,
  { periodStart, periodEnd }: Period,
  bills: readonly RecordedBill[],
): Promise<void> {
  await db`
    delete from supplier_bills
     where tenant_id = ${caller.tenantId} and building_id = ${buildingId} and period_start = ${periodStart} and period_end = ${periodEnd}`;
  const rows = bills.map((bill) => ({ ...bill, billNumber: bill.number, billedOn: bill.date }));
  const more = { ...ofPeriod(db, buildingId, { periodStart, periodEnd }), updatedAt: now };
  await insertRows({ db, caller }, 'supplier_bills', billColumns, rows, { more });
}

/**
 * The indexes of bills that are already recorded for the period: same charge, supplier and number, compared without
 * regard to case.
 */
export async function findDuplicateBills(
  { db, caller }: Scope,
  buildingId: string,
  { periodStart, periodEnd }: Period,
  bills: readonly (BillDetails & Pick<SupplierBill, 'charge'>)[],
): Promise<number[]> {
  const inPeriod = db`tenant_id = ${caller.tenantId} and building_id = ${buildingId} and period_start = ${periodStart} and period_end = ${periodEnd}`;
  const written = bills.map(({ charge, supplier, number }, index) => {
    return { charge, supplier: supplier?.trim() ?? '', billNumber: number?.trim() ?? '', index };
  });
  const rows = await db<{ index: number }[]>`
    with recorded as (
      select charge, supplier, bill_number from supplier_bills where ${inPeriod}
      union all select charge, supplier, bill_number from further_bills where ${inPeriod}
    )
    select distinct b.index
      from ${tableOf(db, 'b', { charge: 'text', supplier: 'text', billNumber: 'text', index: 'integer' }, written)}
           join recorded r on r.charge = b.charge and lower(r.bill_number) = lower(b.bill_number) and lower(coalesce(r.supplier, '')) = lower(b.supplier)
     where b.bill_number <> '' order by b.index`;
  return rows.map((row) => row.index);
}

/** Records bills that came for a closed period, beside the recorded ones. */
export async function insertFurtherBills(
  { db, caller, now }: Scope,
  buildingId: string,
  { periodStart, periodEnd }: Period,
  bills: readonly SupplierBill[],
  details: readonly BillDetails[],
  reason: string,
): Promise<void> {
  const rows = bills.map(({ charge, amount, quantity = null }, index) => {
    const { supplier, number, date = null } = details[index] ?? {};
    const written = { supplier: supplier?.trim() ?? null, billNumber: number?.trim() ?? null, billedOn: date };
    return { id: newId(), charge, amount, quantity, ...written };
  });
  const more = { ...ofPeriod(db, buildingId, { periodStart, periodEnd }), reason, createdAt: now };
  await insertRows({ db, caller }, 'further_bills', { id: 'uuid', ...billColumns }, rows, { more });
}

const billColumns = {
  charge: 'text',
  amount: 'bigint',
  quantity: 'numeric',
  supplier: 'text',
  billNumber: 'text',
  billedOn: 'date',
} as const;

/** The columns that all bills of a period share. */
function ofPeriod(db: Db, buildingId: string, { periodStart, periodEnd }: Period) {
  return {
    buildingId: db`${buildingId}::uuid`,
    periodStart: db`${periodStart}::date`,
    periodEnd: db`${periodEnd}::date`,
  };
}

function periodId({ db }: Scope) {
  return db`md5(period_start::text || ' ' || period_end::text)::uuid`;
}

/** Whether an invoice of the period `p`, or of a part of it where an apartment changed hands, was sent or paid. */
function closedPeriod(scope: Scope, buildingId: string) {
  const { db, caller } = scope;
  return db`exists (
    select from invoices i where i.tenant_id = ${caller.tenantId} and i.building_id = ${buildingId} and ${isSentOrPaid(scope)}
       and i.corrects_id is null and ${isOfPeriod(db, { periodStart: db`p.period_start`, periodEnd: db`p.period_end` })})`;
}

/**
 * Whether the invoice `i` was sent or paid. An invoice paid by credit alone before it reached anybody is like a draft:
 * it can still be cancelled.
 */
function isSentOrPaid({ db, caller }: Scope) {
  const inForce = db`select from allocations a where a.tenant_id = ${caller.tenantId} and a.invoice_id = i.id and a.undone_at is null`;
  return db`(i.status = 'sent' or i.status = 'paid' and (
    i.sent_at is not null or exists (${inForce} and a.matched_by <> 'credit') or not exists (${inForce})))`;
}
