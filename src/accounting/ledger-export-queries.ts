// All SQL of the ledger export: positions with the invoice data that bookkeeping needs, and their sums.

import { positionsOfInvoice } from '../charging/invoice-period-queries.ts';
import { countsInAccounts } from '../charging/invoice-status-queries.ts';
import type { Db } from '../platform/db/pool.ts';
import type { Scope } from '../platform/db/scope.ts';
import type { Unit } from '../platform/values/bases.ts';
import type { Day } from '../platform/values/dates.ts';
import type { Cents } from '../platform/values/money.ts';
import type { LedgerFilter } from './model.ts';

export type LedgerLine = {
  readonly invoiceId: string;
  readonly number: string;
  readonly kind: 'invoice' | 'credit' | 'correction';
  /** The number of the corrected invoice. */
  readonly corrects: string | null;
  readonly status: 'draft' | 'sent' | 'paid';
  readonly issueDate: Day;
  readonly dueDate: Day;
  readonly periodStart: Day;
  readonly periodEnd: Day;
  readonly apartment: string;
  readonly reference: string;
  readonly code: string;
  readonly description: string;
  /** The account of the charge, as the building has it today. */
  readonly account: string | null;
  readonly quantity: string;
  readonly unit: Unit;
  readonly unitPrice: string;
  readonly amount: Cents;
  readonly vatRate: string;
  readonly vatAmount: Cents;
  readonly currency: string;
};

/**
 * The positions of the next invoices after a number, ordered by number: whole invoices, at most a given number. A
 * negative invoice counts from its creation, as in the apartments' accounts, sent or not.
 */
export async function findLines(
  { db, caller }: Scope,
  buildingId: string,
  filter: LedgerFilter,
  after: string,
  invoices: number,
): Promise<LedgerLine[]> {
  return db<LedgerLine[]>`
    with chosen as (
      select i.*, c.number as corrects from invoices i
        left join lateral (select number from invoices where tenant_id = ${caller.tenantId} and id = i.corrects_id offset 0) c on true
       where i.tenant_id = ${caller.tenantId} and i.building_id = ${buildingId} and i.number > ${after} and ${isInLedger(db, filter)}
         and exists (select from positions p where p.tenant_id = ${caller.tenantId} and p.invoice_id = i.id offset 0)
       order by i.number limit ${invoices}
    )
    select i.id as invoice_id, i.number, coalesce(i.cause, 'invoice') as kind, i.corrects, i.status, i.issue_date, i.due_date, i.period_start, i.period_end,
           a.number as apartment, i.reference, p.code, p.description, charge ->> 'account' as account, trim_scale(p.quantity)::text as quantity, p.unit,
           trim_scale(p.unit_price)::text as unit_price, p.amount, trim_scale(p.vat_rate)::text as vat_rate, p.vat_amount, i.currency
      from chosen i
      join buildings b on b.tenant_id = ${caller.tenantId} and b.id = i.building_id
      cross join lateral (select number from apartments where tenant_id = ${caller.tenantId} and id = i.apartment_id offset 0) a
      ${positionsOfInvoice({ db, caller })}
      left join lateral (select c as charge from jsonb_array_elements(b.charges) c where c ->> 'code' = p.code limit 1) terms on true
     order by i.number, p.ordinal`;
}

/** The sums of the ledger in a currency, and those of its invoices that can be e-invoices: the sent and paid ones. */
export type LedgerTotal = {
  readonly currency: string;
  readonly invoices: number;
  readonly net: Cents;
  readonly vat: Cents;
  readonly eInvoices: number;
  readonly eInvoiceAmount: Cents;
};

/** The sums of the positions that `findLines` lists, by currency. */
export async function sumLedger(
  { db, caller }: Scope,
  buildingId: string,
  filter: LedgerFilter,
): Promise<LedgerTotal[]> {
  return db<LedgerTotal[]>`
    select i.currency, count(*)::integer as invoices, sum(p.net)::bigint as net, sum(p.vat)::bigint as vat,
           count(*) filter (where i.status <> 'draft')::integer as e_invoices,
           coalesce(sum(p.net + p.vat) filter (where i.status <> 'draft'), 0)::bigint as e_invoice_amount
      from invoices i
      join lateral (
        select sum(p.amount) as net, sum(p.vat_amount) as vat from positions p where p.tenant_id = ${caller.tenantId} and p.invoice_id = i.id
      ) p on p.net is not null
     where i.tenant_id = ${caller.tenantId} and i.building_id = ${buildingId} and ${isInLedger(db, filter)}
     group by i.currency`;
}

function isInLedger(db: Db, { periodStart, periodEnd, dateFrom, dateTo }: LedgerFilter) {
  return db`${countsInAccounts(db)}
    ${periodStart === undefined ? db`` : db`and i.period_start >= ${periodStart}`}
    ${periodEnd === undefined ? db`` : db`and i.period_end <= ${periodEnd}`}
    ${dateFrom === undefined ? db`` : db`and i.issue_date >= ${dateFrom}`}
    ${dateTo === undefined ? db`` : db`and i.issue_date <= ${dateTo}`}`;
}
