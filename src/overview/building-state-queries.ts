// SQL of the state of each building's month: one statement for each figure, over all buildings. Read only.
import { isBeingSent, isOwed, isUnsent } from '../charging/invoice-status-queries.ts';
import { remindersOfInvoice } from '../invoicing/sending/sending-queries.ts';
import { isOfResidency } from '../invoicing/visibility-queries.ts';
import type { ReadingWindow } from '../metering/metering-queries.ts';
import { isWaiting } from '../payments/payment-queries.ts';
import { tableOf } from '../platform/db/rows.ts';
import type { Scope } from '../platform/db/scope.ts';
import type { Day } from '../platform/values/dates.ts';
import type { Cents } from '../platform/values/money.ts';

export type BilledBuilding = {
  readonly id: string;
  readonly name: string;
  readonly currency: string;
  readonly timeZone: string;
  readonly charges: readonly { readonly code: string; readonly basis: string; readonly costFrom?: string }[];
  readonly apartments: number;
  readonly readingWindow: ReadingWindow | null;
};

/** A building's month: its days, the first and last day of readings that count for it, and today there. */
export type BuildingMonth = {
  readonly buildingId: string;
  readonly start: Day;
  readonly end: Day;
  readonly readFrom: Day;
  readonly readUntil: Day;
  readonly today: Day;
};

export async function findBilledBuildings({ db, caller }: Scope): Promise<BilledBuilding[]> {
  return db<BilledBuilding[]>`
    select b.id, b.name, b.currency, b.time_zone, b.charges, coalesce(n.apartments, 0)::integer as apartments,
           case when w.building_id is not null then jsonb_build_object('fromDay', w.from_day, 'toDay', w.to_day) end as reading_window
      from buildings b left join reading_windows w on w.tenant_id = b.tenant_id and w.building_id = b.id left join (
        select building_id, count(*) as apartments from apartments
         where tenant_id = ${caller.tenantId} and archived_at is null group by building_id) n on n.building_id = b.id
     where b.tenant_id = ${caller.tenantId} and b.archived_at is null order by b.name, b.id`;
}

/** The months as a table `d`. */
function monthsTable({ db }: Scope, months: readonly BuildingMonth[]) {
  const columns = {
    buildingId: 'uuid',
    first: 'date',
    last: 'date',
    readFrom: 'date',
    readUntil: 'date',
    today: 'date',
  } as const;
  const rows = months.map(({ start, end, ...month }) => ({ ...month, first: start, last: end }));
  return tableOf(db, 'd', columns, rows);
}

type ReadMeters = {
  readonly buildingId: string;
  readonly meters: number;
  readonly read: number;
  /** Of those read, the ones last read before the month ended, when somebody moved in: each with its apartment. */
  readonly atMoves: readonly { readonly apartmentId: string; readonly readOn: Day }[];
};

/**
 * The meters in use at the end of the month, and how many of them have a confirmed reading for it (open point P-91).
 */
export async function countReadMeters(scope: Scope, months: readonly BuildingMonth[]): Promise<ReadMeters[]> {
  const { db, caller } = scope;
  return db<ReadMeters[]>`
    select m.building_id, count(*)::integer as meters, count(last.read_on)::integer as read,
           coalesce(jsonb_agg(jsonb_build_object('apartmentId', m.apartment_id, 'readOn', last.read_on)) filter (where last.read_on < d.last and exists (
             select from residencies o
              where o.tenant_id = ${caller.tenantId} and o.apartment_id = m.apartment_id and o.since > d.first
                and o.since between last.read_on and last.read_on + 1)), '[]') as at_moves
      from meters m join ${monthsTable(scope, months)} on d.building_id = m.building_id
      left join apartments a on a.tenant_id = ${caller.tenantId} and a.id = m.apartment_id
      left join lateral (
        select r.read_on from readings r
         where r.tenant_id = ${caller.tenantId} and r.meter_id = m.id and r.status = 'confirmed' and r.read_on between d.read_from and d.read_until
         order by r.read_on desc limit 1) last on true
     where m.tenant_id = ${caller.tenantId} and (m.removed_on is null or m.removed_on > d.last)
       and (m.installed_on is null or m.installed_on <= d.last) and a.archived_at is null
     group by m.building_id`;
}

/** Whether a reading `r` of a meter `m` was taken at a hand-over: it says nothing about the month being read. */
function isAtHandOver({ db, caller }: Scope) {
  return db`exists (select from hand_overs h where h.tenant_id = ${caller.tenantId} and h.apartment_id = m.apartment_id and h.day = r.read_on)`;
}

type PreparedDays = {
  readonly buildingId: string;
  /** The last day of a reading (no hand-over) until the month ends, and of a supplier bill; the last billed day. */
  readonly readOn: Day | null;
  readonly suppliedOn: Day | null;
  readonly billedUntil: Day | null;
  /** Whether there is a reading or a bill of the days since. */
  readonly isBegun: boolean;
  /** The day on which a building with residents was added, if nothing was billed. */
  readonly addedOn: Day | null;
};

/** How far each building is billed, and what was prepared in the month and before, and since. */
export async function findPreparedDays(scope: Scope, months: readonly BuildingMonth[]): Promise<PreparedDays[]> {
  const { db, caller } = scope;
  return db<PreparedDays[]>`
    select d.building_id, metered.read_on, supplied.day as supplied_on, billed.period_end as billed_until,
           coalesce(metered.is_begun, false) or coalesce(supplied.is_begun, false) as is_begun,
           case when billed.period_end is null and exists (
             select from residencies r
              where r.tenant_id = ${caller.tenantId} and r.apartment_id = any (array(
                select a.id from apartments a where a.tenant_id = ${caller.tenantId} and a.building_id = b.id))
                and (r.until is null or r.until >= d.today)) then (b.created_at at time zone b.time_zone)::date end as added_on
      from ${monthsTable(scope, months)} join buildings b on b.tenant_id = ${caller.tenantId} and b.id = d.building_id
      left join lateral (
        select max(before.read_on) as read_on, bool_or(exists (
                 select from readings r where r.tenant_id = ${caller.tenantId} and r.meter_id = m.id and r.status = 'confirmed'
                                          and r.read_on > d.read_until and r.read_on <= d.today and not ${isAtHandOver(scope)})) as is_begun
          from meters m left join lateral (
            select r.read_on from readings r where r.tenant_id = ${caller.tenantId} and r.meter_id = m.id and r.status = 'confirmed'
                                               and r.read_on <= d.read_until and not ${isAtHandOver(scope)}
             order by r.read_on desc limit 1) before on true
         where m.tenant_id = ${caller.tenantId} and m.building_id = d.building_id) metered on true
      left join lateral (
        select max(s.period_start) filter (where s.period_start <= d.last) as day,
               bool_or(s.period_start > d.last and s.period_start <= d.today) as is_begun
          from supplier_bills s where s.tenant_id = ${caller.tenantId} and s.building_id = d.building_id) supplied on true
      left join lateral (
        select i.period_end from invoices i where i.tenant_id = ${caller.tenantId} and i.building_id = d.building_id
           and ${isMonthInvoice(scope)} order by i.period_start desc limit 1) billed on true`;
}

/** An invoice of a month, neither cancelled nor a credit or a correction. */
function isMonthInvoice({ db }: Scope) {
  return db`i.status <> 'cancelled' and i.corrects_id is null and i.amount >= 0`;
}

type RecordedBills = { readonly buildingId: string; readonly charges: readonly string[] };

/** The charges with a supplier bill in the month. */
export async function findRecordedBills(scope: Scope, months: readonly BuildingMonth[]): Promise<RecordedBills[]> {
  const { db, caller } = scope;
  return db<RecordedBills[]>`
    select s.building_id, array_agg(distinct s.charge) as charges
      from supplier_bills s join ${monthsTable(scope, months)} on d.building_id = s.building_id
     where s.tenant_id = ${caller.tenantId} and s.period_start between d.first and d.last
     group by s.building_id`;
}

type MonthInvoices = {
  readonly buildingId: string;
  readonly invoices: number;
  readonly sent: number;
  readonly sending: number;
  readonly issued: number;
  readonly settled: number;
  readonly invoiced: Cents;
  readonly paid: Cents;
};

/**
 * The invoices of the month, without credits and corrections; `issued` are those that are not drafts, `invoiced` and
 * `paid` their amounts, and `settled` those that are paid.
 * What was paid before it was sent is not `sent`.
 */
export async function sumMonthInvoices(scope: Scope, months: readonly BuildingMonth[]): Promise<MonthInvoices[]> {
  const { db, caller } = scope;
  return db<MonthInvoices[]>`
    select i.building_id, count(*)::integer as invoices, count(*) filter (where not ${isUnsent(db)})::integer as sent,
           count(*) filter (where ${isBeingSent(db)})::integer as sending,
           count(*) filter (where i.status <> 'draft')::integer as issued, count(*) filter (where i.status = 'paid')::integer as settled,
           coalesce(sum(i.amount) filter (where i.status <> 'draft'), 0)::bigint as invoiced,
           coalesce(sum(i.amount_paid) filter (where i.status <> 'draft'), 0)::bigint as paid
      from invoices i join ${monthsTable(scope, months)} on d.building_id = i.building_id
     where i.tenant_id = ${caller.tenantId} and i.period_start between d.first and d.last and ${isMonthInvoice(scope)}
     group by i.building_id`;
}

type OpenInvoices = {
  readonly buildingId: string;
  readonly unsent: number;
  readonly sending: number;
  readonly overdue: number;
  readonly overdueAmount: Cents;
  readonly toRemind: number;
  readonly open: Cents;
};

/** So many days after a reminder of an invoice the next one is due. */
const daysBetweenReminders = 14;

/**
 * Unsent, overdue and open invoices of all months. To be reminded of are the overdue ones that somebody with an e-mail
 * address receives, without a payment plan and without a reminder in the last days.
 */
export async function sumOpenInvoices(scope: Scope, months: readonly BuildingMonth[]): Promise<OpenInvoices[]> {
  const { db, caller, now } = scope;
  const late = db`${isOwed(db)} and i.due_date < d.today`;
  const toRemind = db`${late}
    and exists (select from residencies r join residents p on p.tenant_id = r.tenant_id and p.id = r.resident_id
                 where r.tenant_id = ${caller.tenantId} and r.apartment_id = i.apartment_id and r.receives_invoice and p.email is not null
                   and ${isOfResidency(scope)})
    and not exists (select from payment_plans l where l.tenant_id = ${caller.tenantId} and l.apartment_id = i.apartment_id and l.ended_at is null
                       and l.until >= d.today)
    and not exists (select from ${remindersOfInvoice(scope)}
                     where m.created_at > ${now}::timestamptz - make_interval(days => ${daysBetweenReminders}))`;
  return db<OpenInvoices[]>`
    select i.building_id, count(*) filter (where ${isUnsent(db)})::integer as unsent, count(*) filter (where ${isBeingSent(db)})::integer as sending,
           count(*) filter (where ${late})::integer as overdue, coalesce(sum(i.amount - i.amount_paid) filter (where ${late}), 0)::bigint as overdue_amount, count(*) filter (where ${toRemind})::integer as to_remind,
           coalesce(sum(i.amount - i.amount_paid) filter (where ${isOwed(db)}), 0)::bigint as open
      from invoices i join ${monthsTable(scope, months)} on d.building_id = i.building_id
     where i.tenant_id = ${caller.tenantId} and (${isUnsent(db)} or ${isOwed(db)})
     group by i.building_id`;
}

type WaitingMoney = {
  /** The buildings whose account it is on. */
  readonly buildingIds: readonly string[];
  readonly currency: string;
  readonly payments: number;
  readonly amount: Cents;
  readonly returns: number;
};

/** Unmatched payments, and returns that wait, on each account of buildings, in each currency. */
export async function sumWaitingMoney({ db, caller }: Scope): Promise<WaitingMoney[]> {
  return db<WaitingMoney[]>`
    select array_agg(b.id order by b.id) as building_ids, w.currency, w.payments, w.amount, w.returns
      from (select account, currency, sum(payments)::integer as payments, sum(amount)::bigint as amount, sum(returns)::integer as returns
              from (select p.account, p.currency, 1 as payments, p.amount - p.allocated as amount, 0 as returns from payments p
                     where p.tenant_id = ${caller.tenantId} and ${isWaiting(db)}
                    union all
                    select e.account, e.currency, 0, 0, 1 from bank_entries e
                     where e.tenant_id = ${caller.tenantId} and e.return_status = 'waiting') each_one
             group by account, currency) w
      join buildings b on b.tenant_id = ${caller.tenantId} and b.iban = w.account and b.archived_at is null
     group by w.account, w.currency, w.payments, w.amount, w.returns order by w.account, w.currency`;
}
