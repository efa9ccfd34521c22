// SQL of the lists of invoices and of their sums. Of a long history only what a page needs is read.
import { isOwed, isUnsent } from '../charging/invoice-status-queries.ts';
import { keyset, type PageRequest } from '../platform/db/keyset.ts';
import { literal } from '../platform/db/literal.ts';
import { matchOwnFields, ownFieldsColumn, ownFieldsCondition } from '../platform/db/own-fields.ts';
import type { Db } from '../platform/db/pool.ts';
import type { Scope } from '../platform/db/scope.ts';
import { addDays, type Day, dayIn } from '../platform/values/dates.ts';
import type { Cents } from '../platform/values/money.ts';
import { isOfApartment } from '../properties/property-queries.ts';
import { type InvoiceRow, invoiceColumns, invoiceOrders, isOverdueCondition } from './invoice-queries.ts';
import { type InvoiceFilters, invoiceStatuses, type LocalDays } from './model.ts';
import { visibleInvoiceCondition } from './visibility-queries.ts';

/** A page of invoices. The filter `overdue` needs `days`. */
export async function listInvoices(
  scope: Scope,
  filters: InvoiceFilters,
  page: PageRequest,
  days: LocalDays,
): Promise<(InvoiceRow & { sortValue: string })[]> {
  const { db } = scope;
  const match = await matchOwnFields(scope, 'invoice', filters);
  const ownFields = ownFieldsCondition(scope, 'invoice', 'i.id', match);
  return db<(InvoiceRow & { sortValue: string })[]>`
    select ${invoiceColumns(db, ofBuilding(scope, 'time_zone'))}, ${ownFieldsColumn(scope, 'invoice', 'i.id')}, ${sortValueOf(db, page)} as sort_value
      from ${pageOfInvoices(scope, filters, page, days, ownFields)}`;
}

/**
 * The invoices `i` of a page, in its order. If the filters leave few, those are found first and then put in order: the
 * planner expects them evenly among all invoices, and would look for them along the order, through a history that has
 * none. Those of a building are found in one index that has every order.
 */
function pageOfInvoices(
  scope: Scope,
  filters: InvoiceFilters,
  page: PageRequest,
  days: LocalDays,
  ownFields = scope.db``,
) {
  const { db, caller } = scope;
  const { after, updated, orderAndLimit } = keyset(db, 'i', page, invoiceOrders);
  const matching = db`${matchesFilters(scope, filters, days)} ${ownFields} ${updated} ${after}`;
  if (!leavesFew(scope, filters, page)) return db`invoices i where ${matching} ${orderAndLimit}`;
  const column = db.unsafe(invoiceOrders[page.by as keyof typeof invoiceOrders].sql);
  return db`invoices i
     where i.tenant_id = ${caller.tenantId} and i.id = any (array(
       select f.id from (select i.id, i.${column} from invoices i where ${matching} offset 0) f ${keyset(db, 'f', page, invoiceOrders).orderAndLimit}))
     ${orderAndLimit}`;
}

/** The longest range of days whose invoices are few enough to be put in order. */
const maxSortedDays = 366;

/**
 * Whether the filters leave few invoices, whatever the history. A range of days does, unless the list is in its order
 * already.
 */
function leavesFew({ now }: Pick<Scope, 'now'>, filters: InvoiceFilters, { by }: PageRequest): boolean {
  const { status, unsent, buildingId, apartmentId, reference, number } = filters;
  const isShort = (from?: Day, to: Day = dayIn('UTC', now)) => from !== undefined && to <= addDays(from, maxSortedDays);
  return (
    (status !== undefined && status !== 'paid') ||
    unsent === true ||
    [buildingId, apartmentId, reference, number].some((value) => value !== undefined) ||
    (by !== 'issueDate' && isShort(filters.dateFrom, filters.dateTo)) ||
    (by !== 'dueDate' && isShort(filters.dueDateFrom, filters.dueDateTo))
  );
}

function sortValueOf(db: Db, page: PageRequest) {
  return keyset(db, 'i', page, invoiceOrders).sortValue;
}

/** The number and the sums of invoices in one currency. */
export type InvoiceSums = {
  readonly currency: string;
  readonly count: number;
  readonly amount: Cents;
  /** What is owed on the sent ones. */
  readonly balance: Cents;
};

/**
 * The sums of the invoices that match, of `max` and one more at most, by currency. Cancelled ones count, but add no
 * amount, unless only they are asked for.
 */
export async function sumInvoices(
  scope: Scope,
  filters: InvoiceFilters,
  days: LocalDays,
  max: number,
): Promise<InvoiceSums[]> {
  const { db } = scope;
  const counted = filters.status === 'cancelled' ? db`` : db`filter (where i.status <> 'cancelled')`;
  return db<InvoiceSums[]>`
    select i.currency, count(*) as count, coalesce(sum(i.amount) ${counted}, 0)::bigint as amount,
           coalesce(sum(i.amount - i.amount_paid) filter (where ${isOwed(db)}), 0)::bigint as balance
      from (select i.currency, i.status, i.amount, i.amount_paid from invoices i
             where ${matchesFilters(scope, filters, days)} limit ${max + 1}) i
     group by i.currency order by i.currency`;
}

/** The invoices of the organization that the caller may see and that match. */
function matchesFilters(scope: Scope, filters: InvoiceFilters, days: LocalDays) {
  const { db, caller } = scope;
  const { status, unsent, buildingId, apartmentId, dateFrom, dateTo, dueDateFrom, dueDateTo, reference, number } =
    filters;
  return db`i.tenant_id = ${caller.tenantId} and ${isVisible(scope)} ${visibleInvoiceCondition(scope)}
       ${status === undefined ? db`` : status === 'overdue' ? isOverdueCondition(scope, days) : db`and i.status = ${literal(db, status, invoiceStatuses)}`}
       ${unsent === undefined ? db`` : unsent ? db`and ${isUnsent(db)}` : db`and not ${isUnsent(db)}`}
       ${buildingId === undefined ? db`` : db`and i.building_id = ${buildingId}`}
       ${apartmentId === undefined ? db`` : db`and ${isOfApartment(scope, apartmentId)}`}
       ${dateFrom === undefined ? db`` : db`and i.issue_date >= ${dateFrom}`}
       ${dateTo === undefined ? db`` : db`and i.issue_date <= ${dateTo}`}
       ${dueDateFrom === undefined ? db`` : db`and i.due_date >= ${dueDateFrom}`}
       ${dueDateTo === undefined ? db`` : db`and i.due_date <= ${dueDateTo}`}
       ${reference === undefined ? db`` : db`and i.reference = ${reference}`}
       ${number === undefined ? db`` : db`and i.number_key collate "C" = ${number.toUpperCase()}`}`;
}

/**
 * Whether the building of the invoice `i` is not archived, for lists and sums. Not as a join: the planner expects few
 * invoices to find their building, and would read all of them building by building for a page of fifty.
 */
function isVisible({ db, caller }: Pick<Scope, 'db' | 'caller'>) {
  return db`i.building_id <> all (array(select v.id from buildings v where v.tenant_id = ${caller.tenantId} and v.archived_at is not null))`;
}

/** A column of the building of the invoice `i`, for lists: looked up for the rows of the page alone. */
function ofBuilding({ db, caller }: Pick<Scope, 'db' | 'caller'>, column: 'name' | 'time_zone') {
  return db`(select v.${db.unsafe(column)} from buildings v where v.tenant_id = ${caller.tenantId} and v.id = i.building_id)`;
}
