// All SQL of banklink: banks, orders, and the callbacks about them.

import type { InvoiceStatus } from '../../invoicing/model.ts';
import { keyset, type PageRequest, type SortColumn, timestampOrders } from '../../platform/db/keyset.ts';
import type { Db } from '../../platform/db/pool.ts';
import { type Scope, tenantRow } from '../../platform/db/scope.ts';
import type { Day } from '../../platform/values/dates.ts';
import type { Language } from '../../platform/values/languages.ts';
import type { Cents } from '../../platform/values/money.ts';
import type { Bank } from './model.ts';
import type { Order } from './provider.ts';

export const bankOrders = timestampOrders;

export async function listBanks(
  { db, caller }: Scope,
  page: PageRequest,
): Promise<(Bank & { readonly sortValue: string })[]> {
  const { sortValue, after, updated, orderAndLimit } = keyset(db, 'b', page, bankOrders);
  return db<(Bank & { sortValue: string })[]>`
    select ${bankColumns(db)}, ${sortValue} as sort_value from banks b
     where b.tenant_id = ${caller.tenantId} and b.archived_at is null ${updated} ${after} ${orderAndLimit}`;
}

/** The banks that can be paid through, oldest first. */
export async function findBanks({ db, caller }: Scope): Promise<Bank[]> {
  return db<Bank[]>`
    select ${bankColumns(db)} from banks b
     where b.tenant_id = ${caller.tenantId} and b.archived_at is null order by b.created_at, b.id`;
}

/** A bank, also a removed one. */
export async function findBank({ db, caller }: Scope, id: string): Promise<Bank | undefined> {
  const [row] = await db<Bank[]>`
    select ${bankColumns(db)} from banks b where b.tenant_id = ${caller.tenantId} and b.id = ${id}`;
  return row;
}

/** The bank, locked until the transaction ends. */
export async function lockBank({ db, caller }: Scope, id: string): Promise<Bank | undefined> {
  const [row] = await db<Bank[]>`
    select ${bankColumns(db)} from banks b
     where b.tenant_id = ${caller.tenantId} and b.id = ${id} and b.archived_at is null for update`;
  return row;
}

/** False when the organization already has a bank of this name, also when a concurrent request inserts it. */
export async function insertBank({ db, caller }: Scope, bank: Bank): Promise<boolean> {
  const rows = await db`
    insert into banks (tenant_id, id, name, title, provider, terms, keys, created_at, updated_at)
    values (${caller.tenantId}, ${bank.id}, ${bank.name}, ${bank.title}, ${bank.provider}, ${db.json(bank.terms as never)}, ${bank.keys},
            ${bank.createdAt}, ${bank.updatedAt})
    on conflict (tenant_id, name) where archived_at is null do nothing returning id`;
  return rows.length === 1;
}

export async function updateBank({ db, caller, now }: Scope, bank: Bank): Promise<void> {
  await db`
    update banks set title = ${bank.title}, terms = ${db.json(bank.terms as never)}, keys = ${bank.keys}, updated_at = ${now}
     where tenant_id = ${caller.tenantId} and id = ${bank.id}`;
}

/** Removes a bank and erases its keys. */
export async function archiveBank({ db, caller, now }: Scope, id: string): Promise<void> {
  await db`
    update banks set keys = null, archived_at = ${now}, updated_at = ${now}
     where tenant_id = ${caller.tenantId} and id = ${id} and archived_at is null`;
}

/** What an order needs besides the invoice: the payee and the language. */
export type BanklinkPayee = {
  readonly beneficiary: string | null;
  readonly iban: string | null;
  readonly buildingName: string;
  readonly language: Language;
  readonly timeZone: string;
};

export async function findPayee({ db, caller }: Scope, invoiceId: string): Promise<BanklinkPayee | undefined> {
  const [row] = await db<BanklinkPayee[]>`
    select b.beneficiary, b.iban, b.name as building_name, b.language, b.time_zone
      from invoices i join buildings b on b.tenant_id = i.tenant_id and b.id = i.building_id
     where i.tenant_id = ${caller.tenantId} and i.id = ${invoiceId} and b.archived_at is null`;
  return row;
}

export async function insertOrder({ db, caller, now }: Scope, order: Order): Promise<void> {
  await db`
    insert into banklink_orders (tenant_id, id, invoice_id, bank_id, status, stamp, merchant, amount, currency, reference, message, account, receiver,
                                 language, time_zone, return_url, created_at, updated_at, expires_at)
    values (${caller.tenantId}, ${order.id}, ${order.invoiceId}, ${order.bankId}, 'initiated', ${order.stamp}, ${order.merchant}, ${order.amount},
            ${order.currency}, ${order.reference}, ${order.message}, ${order.account}, ${order.receiver}, ${order.language}, ${order.timeZone},
            ${order.returnUrl}, ${now}, ${now}, ${order.expiresAt})`;
}

/** Whether the order exists. */
export async function orderExists({ db, caller }: Scope, id: string): Promise<boolean> {
  const rows = await db`select from banklink_orders where tenant_id = ${caller.tenantId} and id = ${id}`;
  return rows.length === 1;
}

/** An order with the current state of its invoice. */
export type OrderView = Order & {
  readonly invoiceNumber: string;
  readonly periodStart: Day;
  readonly periodEnd: Day;
  readonly invoiceStatus: InvoiceStatus;
  readonly balance: Cents;
  readonly apartmentId: string;
  readonly buildingName: string;
};

export async function findOrder({ db, caller }: Scope, id: string): Promise<OrderView | undefined> {
  const [row] = await db<OrderView[]>`
    select ${orderColumns(db)}, i.number as invoice_number, i.period_start, i.period_end, i.status as invoice_status, i.amount - i.amount_paid as balance, i.apartment_id, h.name as building_name
      from banklink_orders o
      join invoices i on i.tenant_id = o.tenant_id and i.id = o.invoice_id
      join buildings h on h.tenant_id = i.tenant_id and h.id = i.building_id
     where o.tenant_id = ${caller.tenantId} and o.id = ${id}`;
  return row;
}

/** The order, locked until the transaction ends. */
export async function lockOrder({ db, caller }: Scope, id: string): Promise<Order | undefined> {
  const [row] = await db<Order[]>`
    select ${orderColumns(db)} from banklink_orders o where o.tenant_id = ${caller.tenantId} and o.id = ${id} for update`;
  return row;
}

/** Writes the changeable columns of an order. */
export async function updateOrder({ db, caller, now }: Scope, order: Order): Promise<void> {
  await db`
    update banklink_orders
       set status = ${order.status}, redirect_url = ${order.redirectUrl}, order_number = ${order.orderNumber}, payment_id = ${order.paymentId},
           updated_at = ${now}
     where tenant_id = ${caller.tenantId} and id = ${order.id}`;
}

/** A callback message about an order, as stored. */
export type Callback = {
  readonly id: string;
  readonly orderId: string;
  readonly at: Date;
  readonly method: string;
  readonly outcome: string;
};

/** Stores the result of a callback; at most `max` per order, so that nobody can fill the log. */
export async function insertCallback({ db, caller }: Scope, callback: Callback, max: number): Promise<void> {
  const { id, orderId, at, method, outcome } = callback;
  await db`
    insert into banklink_callbacks (tenant_id, id, order_id, at, method, outcome)
    select own.id, ${id}::uuid, ${orderId}::uuid, ${at}, ${method}, ${outcome} from ${tenantRow({ db, caller })}
     where (select count(*) from banklink_callbacks where tenant_id = ${caller.tenantId} and order_id = ${orderId}) < ${max}`;
}

export const callbackOrders = { at: { sql: 'at', type: 'timestamptz' } } as const satisfies Record<string, SortColumn>;

export async function listCallbacks(
  { db, caller }: Scope,
  { orderId }: { readonly orderId?: string },
  page: PageRequest,
): Promise<(Callback & { readonly sortValue: string })[]> {
  const { sortValue, after, orderAndLimit } = keyset(db, 'c', page, callbackOrders);
  return db<(Callback & { sortValue: string })[]>`
    select c.id, c.order_id, c.at, c.method, c.outcome, ${sortValue} as sort_value from banklink_callbacks c
     where c.tenant_id = ${caller.tenantId} ${orderId === undefined ? db`` : db`and c.order_id = ${orderId}`} ${after} ${orderAndLimit}`;
}

function bankColumns(db: Db) {
  return db`b.id, b.name, b.title, b.provider, b.terms, b.keys, b.created_at, b.updated_at, b.archived_at`;
}

function orderColumns(db: Db) {
  return db`o.id, o.invoice_id, o.bank_id, o.status, o.stamp, o.merchant, o.amount, o.currency, o.reference, o.message, o.account, o.receiver, o.language,
    o.time_zone, o.return_url, o.redirect_url, o.order_number, o.payment_id, o.created_at, o.expires_at`;
}
