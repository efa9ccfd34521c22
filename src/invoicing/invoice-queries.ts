// All SQL of invoices and positions; supplier bills have their own file. Invoices are visible while their building is;
// visibility-queries.ts defines what residents see.

import type { AnyCalculation } from '../charging/calculation.ts';
import { isOwed } from '../charging/invoice-status-queries.ts';
import type { Position } from '../charging/model.ts';
import { type SortColumn, timestampOrders } from '../platform/db/keyset.ts';
import { ownFieldsColumn, type WithOwnFields } from '../platform/db/own-fields.ts';
import type { Db } from '../platform/db/pool.ts';
import { insertRows, tableOf } from '../platform/db/rows.ts';
import { type Scope, tenantRow } from '../platform/db/scope.ts';
import type { SqlFragment } from '../platform/db/sql.ts';
import type { Day, Period } from '../platform/values/dates.ts';
import type { Cents } from '../platform/values/money.ts';
import type { InvoiceFacts, InvoicePosition, LocalDays } from './model.ts';
import { isOfResidency, visibleInvoiceCondition } from './visibility-queries.ts';

/** The sort orders of invoices; the first is the default. */
export const invoiceOrders = {
  ...timestampOrders,
  issueDate: { sql: 'issue_date', type: 'date' },
  dueDate: { sql: 'due_date', type: 'date' },
  number: { sql: 'number_key collate "C"', type: 'text' },
  amount: { sql: 'amount', type: 'bigint' },
} as const satisfies Record<string, SortColumn>;

/** An invoice as it is read, with the time zone of its building. */
export type InvoiceRow = InvoiceFacts & WithOwnFields & { readonly timeZone: string };

/** The terms that all invoices of one generation share. */
export type InvoiceTerms = Period & {
  readonly buildingId: string;
  readonly currency: string;
  readonly issueDate: Day;
  readonly dueDate: Day;
};

/** A position to be inserted; with its number where that matters. */
export type NewPosition = Omit<Position, 'calculation'> & {
  readonly calculation: AnyCalculation;
  readonly ordinal?: number;
};

export type NewInvoice = {
  readonly id: string;
  readonly number: string;
  readonly reference: string;
  readonly apartmentId: string;
  readonly amount: Cents;
  readonly positions: readonly NewPosition[];
  /**
   * For an apartment that changed hands inside the period: the payer's own days, and the residents who pay for the
   * other days.
   */
  readonly ownDays?: (Period & { readonly hiddenFrom: readonly string[] }) | undefined;
};

export async function findInvoice(
  scope: Scope,
  id: string,
): Promise<(InvoiceRow & { positions: InvoicePosition[] }) | undefined> {
  const { db, caller } = scope;
  const [row] = await db<(InvoiceRow & { positions: InvoicePosition[] })[]>`
    select ${invoiceColumns(db)}, ${ownFieldsColumn(scope, 'invoice', 'i.id')}, (
             select coalesce(${positionList(db)}, '[]')
               from positions p where p.tenant_id = ${caller.tenantId} and p.invoice_id = i.id) as positions
      from ${visibleInvoices(db)}
     where i.tenant_id = ${caller.tenantId} and i.id = ${id} ${visibleInvoiceCondition(scope)}`;
  return row;
}

/** The positions of invoices, by the ids of the invoices. */
export async function findPositions(
  { db, caller }: Scope,
  invoiceIds: readonly string[],
): Promise<ReadonlyMap<string, readonly InvoicePosition[]>> {
  const rows = await db<{ invoiceId: string; positions: InvoicePosition[] }[]>`
    select p.invoice_id, ${positionList(db)} as positions from positions p
     where p.tenant_id = ${caller.tenantId} and p.invoice_id = any (${[...invoiceIds]}::uuid[]) group by p.invoice_id`;
  return new Map(rows.map(({ invoiceId, positions }) => [invoiceId, positions]));
}

/** The ids of the residents whom invoices belong to, by the ids of the invoices. */
export async function findResidentIds(
  scope: Scope,
  invoiceIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { db, caller } = scope;
  const rows = await db<{ invoiceId: string; residentIds: string[] }[]>`
    select i.id as invoice_id, array_agg(distinct r.resident_id) as resident_ids
      from invoices i join residencies r on r.tenant_id = i.tenant_id and r.apartment_id = i.apartment_id
     where i.tenant_id = ${caller.tenantId} and i.id = any (${[...invoiceIds]}::uuid[]) and ${isOfResidency(scope)} group by i.id`;
  return new Map(rows.map(({ invoiceId, residentIds }) => [invoiceId, residentIds]));
}

/** The positions `p` of an invoice as one JSON list, in their order; null for none. */
function positionList(db: Db) {
  return db`json_agg(json_build_object(
    'code', p.code, 'description', p.description, 'quantity', p.quantity, 'unit', p.unit, 'unitPrice', p.unit_price, 'amount', p.amount,
    'vatRate', p.vat_rate, 'vatAmount', p.vat_amount, 'calculation', p.calculation) order by p.ordinal)`;
}

/** The invoice, locked until the transaction ends. */
export async function lockInvoice({ db, caller }: Scope, id: string): Promise<InvoiceRow | undefined> {
  const [row] = await db<InvoiceRow[]>`
    select ${invoiceColumns(db)} from ${visibleInvoices(db)} where i.tenant_id = ${caller.tenantId} and i.id = ${id} for update of i`;
  return row;
}

/** Locks the building of an invoice. */
export async function lockBuildingOf({ db, caller }: Scope, invoiceId: string): Promise<void> {
  await db`
    select b.id from buildings b
     where b.tenant_id = ${caller.tenantId}
       and b.id = (select i.building_id from invoices i where i.tenant_id = ${caller.tenantId} and i.id = ${invoiceId}) for update of b`;
}

/** Writes the changeable columns of an invoice. A cancelled invoice no longer bills its days. */
export async function updateInvoice({ db, caller }: Scope, invoice: InvoiceFacts): Promise<void> {
  await db`
    update invoices
       set status_when_unpaid = case when ${invoice.status} = 'paid' and status <> 'paid' then status else status_when_unpaid end,
           status = ${invoice.status}, paid_date = ${invoice.paidDate}, amount_paid = ${invoice.amountPaid}, reference = ${invoice.reference},
           updated_at = ${invoice.updatedAt}, sending = ${invoice.sending}
     where tenant_id = ${caller.tenantId} and id = ${invoice.id}`;
  if (invoice.status === 'cancelled')
    await db`delete from invoice_days where tenant_id = ${caller.tenantId} and invoice_id = ${invoice.id}`;
}

/** What is left to pay on an invoice, and its apartment. */
export type OpenInvoice = {
  readonly id: string;
  readonly number: string;
  readonly reference: string;
  readonly apartmentId: string;
  readonly buildingId: string;
  readonly currency: string;
  readonly dueDate: Day;
  readonly balance: Cents;
  /** The account that payments to the building go to; null when it has none. */
  readonly iban: string | null;
};

/**
 * Locks the open invoices among these (draft or sent, with a balance), in the order of their ids, so that callers
 * cannot deadlock.
 */
export async function lockBalances({ db, caller }: Scope, ids: readonly string[]): Promise<OpenInvoice[]> {
  return db<OpenInvoice[]>`
    select ${openColumns(db)} from ${visibleInvoices(db)}
     where i.tenant_id = ${caller.tenantId} and i.id = any (${[...ids]}::uuid[]) ${isOpenCondition(db)} order by i.id for update of i`;
}

/** What identifies open invoices: payment references, invoice numbers (in capitals), apartments. */
type InvoiceLookup = {
  readonly references: readonly string[];
  readonly numbers: readonly string[];
  readonly apartments: readonly string[];
  /** Of each reference and apartment only so many, the oldest; otherwise all. */
  readonly most?: number;
};

/**
 * Finds and locks the open invoices that match any of these: payment reference, number (in capitals), apartment, or the
 * apartment's permanent reference. The ids are collected first and then locked: as one join, the planner would scan all
 * open invoices for every batch of an import.
 */
export async function lockOpenInvoices(
  { db, caller }: Scope,
  by: InvoiceLookup,
): Promise<(OpenInvoice & { readonly permanentReference: string })[]> {
  const references = [...by.references];
  const oldestOf = (key: SqlFragment, condition: SqlFragment) => db`
      select id from (
        select i.id, row_number() over (partition by ${key} order by i.due_date, i.id) as nth from invoices i
         where i.tenant_id = ${caller.tenantId} and i.status in ('draft', 'sent') and i.amount > i.amount_paid and ${condition}) open
       ${by.most === undefined ? db`` : db`where nth <= ${by.most}`}`;
  return db<(OpenInvoice & { permanentReference: string })[]>`
    with named as materialized (
      select building_id, id from apartments
       where tenant_id = ${caller.tenantId} and (reference_number = any (${references}::text[]) or id = any (${[...by.apartments]}::uuid[]))
    ), found as materialized (
      ${oldestOf(db`i.reference`, db`i.reference = any (${references}::text[])`)}
      ${
        by.numbers.length === 0
          ? db``
          : db`union
      select id from invoices where tenant_id = ${caller.tenantId} and status in ('draft', 'sent') and number_key collate "C" = any (${[...by.numbers]}::text[])`
      }
      union
      ${oldestOf(db`i.apartment_id`, db`i.building_id = any (array(select building_id from named)) and i.apartment_id = any (array(select id from named))`)}
    )
    select ${openColumns(db)}, a.reference_number as permanent_reference
      from ${visibleInvoices(db)} join apartments a on a.tenant_id = i.tenant_id and a.id = i.apartment_id
     where i.tenant_id = ${caller.tenantId} and i.id = any (array(select id from found)) ${isOpenCondition(db)}
     order by i.due_date, i.id for update of i`;
}

/** What an event about an invoice needs to know of it. */
type EventInvoice = { readonly invoiceId: string; readonly buildingId: string; readonly amount: Cents };

/** Adds to the paid amounts. Returns the invoices that this completes, in the order of the parts. */
export async function addPaidAmounts(
  { db, caller, now }: Scope,
  parts: readonly {
    readonly invoiceId: string;
    readonly amount: Cents;
    readonly paidOn: Day;
    readonly fromCredit: boolean;
  }[],
): Promise<(EventInvoice & { readonly paidDate: Day })[]> {
  const rows = await db<(EventInvoice & { complete: boolean; paidDate: Day })[]>`
    update invoices i
       set amount_paid = i.amount_paid + p.amount, updated_at = ${now},
           status = case when i.amount_paid + p.amount = i.amount then 'paid' else i.status end,
           status_when_unpaid = case when i.amount_paid + p.amount = i.amount then i.status end,
           paid_date = case when i.amount_paid + p.amount = i.amount then greatest(p.paid_on, case when p.from_credit then i.issue_date end) end
      from ${tableOf(db, 'p', { invoiceId: 'uuid', amount: 'bigint', paidOn: 'date', fromCredit: 'boolean' }, parts)}
     where i.tenant_id = ${caller.tenantId} and i.id = p.invoice_id and i.status in ('draft', 'sent')
    returning i.id as invoice_id, i.building_id, i.amount, i.status = 'paid' as complete, i.paid_date`;
  const completed = new Map(rows.flatMap(({ complete, ...row }) => (complete ? [[row.invoiceId, row]] : [])));
  return parts.flatMap(({ invoiceId }) => completed.get(invoiceId) ?? []);
}

/**
 * Moves the payment date of invoices to the latest day of the money that pays them, taken from their history. Returns
 * the invoices that changed.
 */
export async function updatePaidDates(
  { db, caller }: Scope,
  ids: readonly string[],
): Promise<{ invoiceId: string; paidDate: Day }[]> {
  return db<{ invoiceId: string; paidDate: Day }[]>`
    update invoices i set paid_date = t.paid_on
      from (select invoice_id, max(paid_on) as paid_on
              from (select h.invoice_id, max((h.detail ->> 'paidOn')::date) as paid_on from invoice_history h
                     where h.tenant_id = ${caller.tenantId} and h.invoice_id = any (${[...ids]}::uuid[])
                       and h.action in ('payment_allocated', 'payment_undone')
                     group by h.invoice_id, h.detail ->> 'paymentId'
                    having sum((h.detail ->> 'amount')::numeric * case when h.action = 'payment_allocated' then 1 else -1 end) > 0) each
             group by invoice_id) as t
     where i.tenant_id = ${caller.tenantId} and i.id = t.invoice_id and i.status = 'paid' and i.paid_date < t.paid_on
    returning i.id as invoice_id, i.paid_date`;
}

/** Subtracts from the paid amounts. Returns the invoices that are no longer paid. */
export async function subtractPaidAmounts(
  { db, caller, now }: Scope,
  parts: readonly { readonly invoiceId: string; readonly amount: Cents }[],
): Promise<{ invoiceId: string; status: 'draft' | 'sent' }[]> {
  const rows = await db<{ invoiceId: string; status: 'draft' | 'sent'; reopened: boolean }[]>`
    update invoices i
       set amount_paid = i.amount_paid - p.amount, updated_at = ${now}, paid_date = null,
           status = case when i.status = 'paid' then coalesce(i.status_when_unpaid, 'sent') else i.status end
      from (select invoice_id, sum(amount)::bigint as amount
              from ${tableOf(db, 'g', { invoiceId: 'uuid', amount: 'bigint' }, parts)} group by invoice_id) as p
           join invoices o on o.tenant_id = ${caller.tenantId} and o.id = p.invoice_id
     where i.tenant_id = ${caller.tenantId} and i.id = p.invoice_id
    returning i.id as invoice_id, i.status, o.status = 'paid' as reopened`;
  return rows.filter((row) => row.reopened).map(({ reopened: _, ...row }) => row);
}

/** The time zones of the organization's buildings. */
export async function listTimeZones({ db, caller }: Scope): Promise<string[]> {
  const rows = await db<{ timeZone: string }[]>`
    select distinct time_zone from buildings where tenant_id = ${caller.tenantId} and archived_at is null`;
  return rows.map((row) => row.timeZone);
}

/** Marks at most `limit` overdue invoices as reported for their due date. Returns the data of their events. */
export async function markOverdue(scope: Scope, days: LocalDays, limit: number): Promise<EventInvoice[]> {
  const { db, caller, now } = scope;
  return db<EventInvoice[]>`
    with due as (
      select i.id from ${visibleInvoices(db)}
       where i.tenant_id = ${caller.tenantId} ${isOverdueCondition(scope, days)} and i.overdue_event_due_date is distinct from i.due_date
       order by i.due_date, i.id limit ${limit} for update of i skip locked
    )
    update invoices i set overdue_event_due_date = i.due_date, updated_at = ${now} from due
     where i.tenant_id = ${caller.tenantId} and i.id = due.id returning i.id as invoice_id, i.building_id, i.amount`;
}

/**
 * Inserts drafts with their days and positions; the statements are sent together. A negative invoice is settled: it
 * becomes credit of the apartment.
 */
export async function insertInvoices(scope: Scope, terms: InvoiceTerms, drafts: readonly NewInvoice[]): Promise<void> {
  const { db, now } = scope;
  const { buildingId, periodStart, periodEnd, issueDate, dueDate, currency } = terms;
  const rows = drafts.map(({ ownDays, ...draft }) => ({
    ...draft,
    periodStart: ownDays?.periodStart ?? periodStart,
    periodEnd: ownDays?.periodEnd ?? periodEnd,
    fullPeriodStart: ownDays === undefined ? null : periodStart,
    fullPeriodEnd: ownDays === undefined ? null : periodEnd,
    hiddenFrom: `{${ownDays?.hiddenFrom.join() ?? ''}}`,
  }));
  const columns = {
    id: 'uuid',
    number: 'text',
    reference: 'text',
    apartmentId: 'uuid',
    periodStart: 'date',
    periodEnd: 'date',
    fullPeriodStart: 'date',
    fullPeriodEnd: 'date',
    hiddenFrom: 'text',
    amount: 'bigint',
  } as const;
  const invoices = insertRows(scope, 'invoices', columns, rows, {
    more: {
      status: 'draft',
      buildingId: db`${buildingId}::uuid`,
      issueDate: db`${issueDate}::date`,
      dueDate: db`${dueDate}::date`,
      currency,
      hiddenFrom: db`r.hidden_from::uuid[]`,
      amountPaid: db`least(r.amount, 0)`,
      createdAt: now,
      updatedAt: now,
    },
  });
  const days = insertRows(
    scope,
    'invoice_days',
    { invoiceId: 'uuid', apartmentId: 'uuid', days: 'text' },
    rows.map((row) => ({ ...row, invoiceId: row.id, days: `[${row.periodStart},${row.periodEnd}]` })),
    { more: { days: db`r.days::daterange` } },
  );
  await Promise.all([invoices, days, insertPositions(scope, drafts)]);
}

/**
 * Inserts the positions of drafts, numbered from 1 unless they have a number. Terms that many positions share (code,
 * name and price of a charge) are sent once.
 */
export async function insertPositions({ db, caller }: Scope, drafts: readonly NewInvoice[]): Promise<void> {
  const terms = new Map<string, NewPosition & { readonly nth: number }>();
  const nthTermsOf = (position: NewPosition): number => {
    const key = `${position.code} ${position.unit} ${position.unitPrice} ${position.vatRate} ${position.description}`;
    const first = terms.get(key) ?? { ...position, nth: terms.size + 1 };
    terms.set(key, first);
    return first.nth;
  };
  const positions = drafts.flatMap((draft) =>
    draft.positions.map((position, index) => {
      const ordinal = position.ordinal ?? index + 1;
      return { ...position, invoiceId: draft.id, ordinal, nthTerms: nthTermsOf(position) };
    }),
  );
  const positionColumns = {
    invoiceId: 'uuid',
    ordinal: 'integer',
    nthTerms: 'integer',
    quantity: 'numeric',
    amount: 'bigint',
    vatAmount: 'bigint',
    calculation: 'json',
  } as const;
  const termColumns = {
    nth: 'integer',
    code: 'text',
    description: 'text',
    unit: 'text',
    unitPrice: 'numeric',
    vatRate: 'numeric',
  } as const;
  await db`
    insert into positions (tenant_id, invoice_id, ordinal, code, description, quantity, unit, unit_price, amount, vat_rate, vat_amount, calculation)
    select own.id, p.invoice_id, p.ordinal, t.code, t.description, p.quantity, t.unit, t.unit_price, p.amount, t.vat_rate, p.vat_amount,
           p.calculation
      from ${tenantRow({ db, caller })} cross join ${tableOf(db, 'p', positionColumns, positions)}
      join ${tableOf(db, 't', termColumns, [...terms.values()])} on t.nth = p.nth_terms`;
}

/** The columns of an invoice `i`. */
export function invoiceColumns(db: Db, timeZone = db`b.time_zone`) {
  return db`i.id, i.number, i.reference, i.status, i.building_id, i.apartment_id, i.recipients, i.period_start, i.period_end, i.issue_date, i.due_date,
    i.paid_date, i.currency, i.amount, i.amount_paid, i.sent_at, i.sent_by, i.sending, i.cause, i.corrects_id as corrects_invoice_id, i.reason,
    i.created_at, i.updated_at, ${timeZone} as time_zone`;
}

function openColumns(db: Db) {
  return db`i.id, i.number, i.reference, i.apartment_id, i.building_id, i.currency, i.due_date, i.amount - i.amount_paid as balance, b.iban`;
}

function isOpenCondition(db: Db) {
  return db`and i.status in ('draft', 'sent') and i.amount > i.amount_paid`;
}

function visibleInvoices(db: Db) {
  return db`invoices i join buildings b on b.tenant_id = i.tenant_id and b.id = i.building_id and b.archived_at is null`;
}

/** The current days of time zones as a table `here`. */
export function localDays(db: Db, days: LocalDays) {
  return tableOf(db, 'here', { timeZone: 'text', today: 'date' }, days);
}

/** Sent, with a balance, and past its due date in the building's time zone. */
export function isOverdueCondition({ db, caller }: Pick<Scope, 'db' | 'caller'>, days: LocalDays) {
  const [day, ...others] = days;
  const today =
    day !== undefined && others.length === 0
      ? db`${day.today}`
      : db`(select here.today from buildings v
              join ${localDays(db, days)}
                on here.time_zone = v.time_zone
             where v.tenant_id = ${caller.tenantId} and v.id = i.building_id)`;
  return db`and ${isOwed(db)} and i.due_date < ${today}`;
}
