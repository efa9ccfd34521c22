// All SQL of correcting invoices: how much of an invoice can still be credited, and inserting its corrections.

import type { Unit } from '../../charging/calculation.ts';
import { isOfPeriod, positionsOfInvoice } from '../../charging/invoice-period-queries.ts';
import type { Position } from '../../charging/model.ts';
import { insertRows } from '../../platform/db/rows.ts';
import type { Scope } from '../../platform/db/scope.ts';
import type { Period } from '../../platform/values/dates.ts';
import type { Cents } from '../../platform/values/money.ts';
import type { Basis } from '../../properties/model.ts';
import { type InvoiceTerms, insertPositions, type NewInvoice } from '../invoice-queries.ts';
import type { InvoicedAmount } from '../model.ts';

/** A position, and how much of it valid credits have taken: net and VAT, with the sign of the position. */
export type CreditablePosition = Pick<
  Position,
  'code' | 'description' | 'quantity' | 'unitPrice' | 'amount' | 'vatRate' | 'vatAmount'
> & {
  readonly ordinal: number;
  readonly unit: Unit;
  readonly basis: Basis | null;
  readonly credited: Cents;
  readonly creditedVat: Cents;
};

/** A position of a correction; `credited` is what credits took of charges that only corrections have. */
export type CorrectedPosition = CreditablePosition & { readonly invoiceId: string };

export async function findCreditablePositions(scope: Scope, invoiceId: string): Promise<CreditablePosition[]> {
  const { db, caller } = scope;
  return db<CreditablePosition[]>`
    select ${creditableColumns(scope)}
      from positions p left join (
             select ordinal, sum(amount) as amount, sum(vat_amount) as vat_amount from (${creditedSql(scope, invoiceId)}) q group by ordinal) k on k.ordinal = p.ordinal
     where p.tenant_id = ${caller.tenantId} and p.invoice_id = ${invoiceId} order by p.ordinal`;
}

/** The positions of the negative corrections of an invoice that are in force, in the order of their creation. */
export async function findCorrectedPositions(scope: Scope, invoiceId: string): Promise<CorrectedPosition[]> {
  const { db, caller } = scope;
  return db<CorrectedPosition[]>`
    with own as (select coalesce(max(ordinal), 0) as last from positions where tenant_id = ${caller.tenantId} and invoice_id = ${invoiceId})
    select i.id as invoice_id, ${creditableColumns(scope)}
      from ${correctionsOf(scope, invoiceId)} join positions p on p.tenant_id = i.tenant_id and p.invoice_id = i.id
      left join (
             select code, vat_rate, sum(amount) as amount, sum(vat_amount) as vat_amount
               from (${creditedSql(scope, invoiceId)}) q where ordinal > (select last from own) group by code, vat_rate) k on k.code = p.code and k.vat_rate = p.vat_rate
     where i.tenant_id = ${caller.tenantId} and i.cause = 'correction' and i.amount < 0 and i.status <> 'cancelled' order by i.created_at, i.id, p.ordinal`;
}

/** The columns of positions `p` with what credits `k` took of each. */
function creditableColumns({ db }: Scope) {
  return db`p.ordinal, p.code, p.description, trim_scale(p.quantity)::text as quantity, p.unit, trim_scale(p.unit_price)::text as unit_price, p.amount,
           trim_scale(p.vat_rate)::text as vat_rate, p.vat_amount, p.calculation ->> 'basis' as basis,
           coalesce(k.amount, 0)::bigint as credited, coalesce(k.vat_amount, 0)::bigint as credited_vat`;
}

/** What the valid credits of an invoice took, position by position. */
function creditedSql(scope: Scope, invoiceId: string) {
  const { db, caller } = scope;
  return db`
    select q.ordinal, q.code, q.vat_rate, -q.amount as amount, -q.vat_amount as vat_amount
      from ${correctionsOf(scope, invoiceId)} join positions q on q.tenant_id = i.tenant_id and q.invoice_id = i.id
     where i.tenant_id = ${caller.tenantId} and i.cause = 'credit' and i.status <> 'cancelled'`;
}

/** Whether an invoice has valid credits or corrections. */
export async function isCorrected({ db, caller }: Scope, invoiceId: string): Promise<boolean> {
  const rows = await db`
    select i.id from ${correctionsOf({ db, caller }, invoiceId)} where i.tenant_id = ${caller.tenantId} and i.status <> 'cancelled' limit 1`;
  return rows.length > 0;
}

/** The invoices `i` that correct or credit an invoice: of the same apartment, by which they are found. */
function correctionsOf({ db, caller }: Pick<Scope, 'db' | 'caller'>, invoiceId: string) {
  return db`invoices c join invoices i on c.tenant_id = ${caller.tenantId} and c.id = ${invoiceId} and i.tenant_id = c.tenant_id
      and i.building_id = c.building_id and i.apartment_id = c.apartment_id and i.corrects_id = c.id`;
}

/**
 * The amounts of the invoices within a period and their corrections, by corrected invoice, charge and VAT rate. Manual
 * credits are left out.
 */
export async function findInvoicedAmounts(
  { db, caller }: Scope,
  buildingId: string,
  period: Period,
): Promise<InvoicedAmount[]> {
  return db<InvoicedAmount[]>`
    select coalesce(i.corrects_id, i.id) as invoice_id, p.code, max(p.description) as description, trim_scale(p.vat_rate)::text as vat_rate,
           sum(p.amount)::bigint as amount, sum(p.vat_amount)::bigint as vat_amount
      from invoices i ${positionsOfInvoice({ db, caller })}
     where i.tenant_id = ${caller.tenantId} and i.building_id = ${buildingId} and i.status <> 'cancelled' and i.cause is distinct from 'credit'
       and ${isOfPeriod(db, period)}
     group by 1, 2, 4 order by 1, min(p.ordinal), 2, 4`;
}

/** The invoices within a period that correct no other invoice, without cancelled ones. */
export async function findOrdinaryInvoices(
  { db, caller }: Scope,
  buildingId: string,
  period: Period,
): Promise<{ id: string; number: string; apartmentId: string; reference: string }[]> {
  return db<{ id: string; number: string; apartmentId: string; reference: string }[]>`
    select i.id, i.number, i.apartment_id, i.reference from invoices i
     where i.tenant_id = ${caller.tenantId} and i.building_id = ${buildingId} and i.status <> 'cancelled' and i.corrects_id is null
       and ${isOfPeriod(db, period)} order by i.id`;
}

/**
 * The amounts of manual credits for the invoices of exactly this period, by the first invoice of each, charge and VAT
 * rate; as positive amounts.
 */
export async function findCreditedAmounts(
  { db, caller }: Scope,
  buildingId: string,
  period: Period,
): Promise<Pick<InvoicedAmount, 'invoiceId' | 'code' | 'vatRate' | 'amount' | 'vatAmount'>[]> {
  return db<Pick<InvoicedAmount, 'invoiceId' | 'code' | 'vatRate' | 'amount' | 'vatAmount'>[]>`
    select coalesce(c.corrects_id, c.id) as invoice_id, p.code, trim_scale(p.vat_rate)::text as vat_rate, -sum(p.amount)::bigint as amount,
           -sum(p.vat_amount)::bigint as vat_amount
      from invoices i cross join lateral (
             select id, corrects_id from invoices where tenant_id = ${caller.tenantId} and id = i.corrects_id offset 0) c
           ${positionsOfInvoice({ db, caller })}
     where i.tenant_id = ${caller.tenantId} and i.building_id = ${buildingId} and i.status <> 'cancelled' and i.cause = 'credit' and ${isOfPeriod(db, period)}
     group by 1, 2, 3`;
}

/** A correction of an apartment's invoice. */
export type NewCorrection = NewInvoice & {
  readonly correctsId: string;
  readonly cause: 'credit' | 'correction';
  readonly reason: string;
};

/**
 * Inserts drafts that correct other invoices, with their positions: of the same days, visible to the same residents. A
 * negative one is settled: it becomes credit of the apartment.
 */
export async function insertCorrections(
  scope: Scope,
  { issueDate, dueDate }: Pick<InvoiceTerms, 'issueDate' | 'dueDate'>,
  drafts: readonly NewCorrection[],
): Promise<void> {
  const { db, caller, now } = scope;
  const columns = {
    id: 'uuid',
    number: 'text',
    reference: 'text',
    amount: 'bigint',
    correctsId: 'uuid',
    cause: 'text',
    reason: 'text',
  } as const;
  await insertRows(scope, 'invoices', columns, drafts, {
    more: {
      status: 'draft',
      buildingId: db`i.building_id`,
      apartmentId: db`i.apartment_id`,
      periodStart: db`i.period_start`,
      periodEnd: db`i.period_end`,
      fullPeriodStart: db`i.full_period_start`,
      fullPeriodEnd: db`i.full_period_end`,
      hiddenFrom: db`i.hidden_from`,
      issueDate: db`${issueDate}::date`,
      dueDate: db`${dueDate}::date`,
      currency: db`i.currency`,
      amountPaid: db`least(r.amount, 0)`,
      createdAt: now,
      updatedAt: now,
    },
    join: db`join invoices i on i.tenant_id = ${caller.tenantId} and i.id = r.corrects_id`,
  });
  await insertPositions(scope, drafts);
}

/** Sets the paid amount of a cancelled credit to 0. */
export async function clearPaidAmount({ db, caller }: Scope, id: string): Promise<void> {
  await db`update invoices set amount_paid = 0 where tenant_id = ${caller.tenantId} and id = ${id} and status = 'cancelled'`;
}
