// All SQL of billed registers: what invoices billed of each meter. A register of a cancelled invoice is void, and a shared one when no invoice of its period is left.
import type { Day, Period } from '../../platform/dates.ts';
import type { Scope } from '../../platform/scope.ts';
import type { MeterType } from '../../portfolio/charge.ts';

/** What one generation billed of a meter; values and quantities are exact text in the meter's unit. */
export type BilledRegister = {
  readonly id: string;
  readonly meterId: string;
  readonly invoiceId: string | null;
  readonly shared: boolean;
  readonly start: string;
  /** Whether that was the meter's initial value. */
  readonly startsInitial: boolean;
  readonly end: string;
  readonly endOn: Day;
  readonly consumption: string;
  readonly weighed: string;
};

/**
 * All that was billed of a meter before a period: from the first value and day on, also of what was cancelled since (`annulled`), to the last that stands on
 * invoices, and the sums of what does. Without a last one all was cancelled.
 */
export type BilledSum = {
  readonly meterId: string;
  readonly type: MeterType;
  readonly since: Day;
  readonly first: string;
  readonly startsInitial: boolean;
  readonly annulled: boolean;
  readonly until: Day | null;
  readonly last: string | null;
  readonly lastOn: Day | null;
  readonly used: string;
  readonly weighed: string;
};

/** What was billed of a building's meters before a period: on invoices of their own, or (`shared`) in remainders. */
export async function sumBilled(
  { db, caller }: Scope,
  buildingId: string,
  before: Day,
  shared: boolean,
): Promise<BilledSum[]> {
  const live = shared
    ? db`b.shared and (b.period_start, b.period_end) in (
           select coalesce(i.whole_start, i.period_start), coalesce(i.whole_end, i.period_end) from invoices i
            where i.tenant_id = ${caller.tenantId} and i.building_id = ${buildingId} and i.status <> 'cancelled')`
    : db`exists (select from invoices i where i.tenant_id = ${caller.tenantId} and i.id = b.invoice_id and i.status <> 'cancelled')`;
  // What a remainder was reckoned with and was forgotten since (dropShared) has no invoice of its own.
  const counts = shared ? db`(b.shared or b.invoice_id is null)` : db`b.invoice_id is not null`;
  // In one order, so that the rows of a meter are sorted once.
  const inOrder = db`order by b.period_start, b.stands desc, b.id desc`;
  const standing = db`${inOrder}) filter (where b.stands)`;
  return db<BilledSum[]>`
    with b as materialized (
      select b.*, ${live} as stands from billed_registers b
       where b.tenant_id = ${caller.tenantId} and b.building_id = ${buildingId} and b.period_start < ${before} and ${counts}
    ), sums as (
      select b.meter_id, min(b.period_start) as since, max(b.period_end) filter (where b.stands) as until,
             (array_agg(b.start_value ${inOrder}))[1] as first, (array_agg(b.starts_initial ${inOrder}))[1] as starts_initial, (array_agg(b.stands ${inOrder}))[1] as stands,
             array_agg(b.end_value ${standing} as ends, array_agg(b.end_on ${standing} as ends_on,
             sum(b.consumption) filter (where b.stands) as used, sum(b.weighed) filter (where b.stands) as weighed
        from b group by b.meter_id
    )
    select s.meter_id, m.type, s.since, trim_scale(s.first)::text as first, s.starts_initial, not s.stands as annulled, s.until,
           trim_scale(s.ends[cardinality(s.ends)])::text as last, s.ends_on[cardinality(s.ends_on)] as last_on,
           coalesce(s.used, 0)::text as used, coalesce(s.weighed, 0)::text as weighed
      from sums s join meters m on m.tenant_id = ${caller.tenantId} and m.id = s.meter_id`;
}

/** What a remainder was reckoned with of a meter; exact text in the meter's unit. */
export type SharedUse = Pick<BilledRegister, 'meterId' | 'start' | 'end' | 'endOn' | 'consumption'>;

/** What the remainders of exactly this period were reckoned with, while an invoice of it is left. */
export async function sharedIn(
  { db, caller }: Scope,
  buildingId: string,
  { periodStart, periodEnd }: Period,
): Promise<SharedUse[]> {
  return db<SharedUse[]>`
    select b.meter_id, trim_scale(b.start_value)::text as start, trim_scale(b.end_value)::text as end, b.end_on, trim_scale(b.consumption)::text as consumption
      from billed_registers b
     where b.tenant_id = ${caller.tenantId} and b.building_id = ${buildingId} and b.period_start = ${periodStart} and b.period_end = ${periodEnd} and b.shared
       and exists (select from invoices i where i.tenant_id = ${caller.tenantId} and i.building_id = ${buildingId} and i.status <> 'cancelled'
                      and coalesce(i.whole_start, i.period_start) = ${periodStart} and coalesce(i.whole_end, i.period_end) = ${periodEnd})`;
}

/** Forgets what the remainders of a period without invoices were reckoned with. */
export async function dropShared(
  { db, caller }: Scope,
  buildingId: string,
  { periodStart, periodEnd }: Period,
): Promise<void> {
  await db`
    update billed_registers set shared = false
     where tenant_id = ${caller.tenantId} and building_id = ${buildingId} and period_start = ${periodStart} and period_end = ${periodEnd} and shared`;
}

/** Writes what a generation billed. */
export async function insertRegisters(
  { db, caller }: Scope,
  buildingId: string,
  { periodStart, periodEnd }: Period,
  registers: readonly BilledRegister[],
): Promise<void> {
  if (registers.length === 0) return;
  await db`
    insert into billed_registers (tenant_id, building_id, period_start, id, period_end, meter_id, invoice_id, shared, start_value, end_value, end_on, consumption,
                                  weighed, starts_initial)
    select ${caller.tenantId}, ${buildingId}, ${periodStart}, r.id, ${periodEnd}, r.meter_id, r.invoice_id, r.shared = 1, r.start_value, r.end_value, r.end_on,
           r.consumption, r.weighed, r.starts_initial = 1
      from unnest(${registers.map((one) => one.id)}::uuid[], ${registers.map((one) => one.meterId)}::uuid[],
                  ${registers.map((one) => one.invoiceId)}::uuid[], ${registers.map((one) => Number(one.shared))}::integer[],
                  ${registers.map((one) => one.start)}::numeric[], ${registers.map((one) => one.end)}::numeric[],
                  ${registers.map((one) => one.endOn)}::date[], ${registers.map((one) => one.consumption)}::numeric[],
                  ${registers.map((one) => one.weighed)}::numeric[], ${registers.map((one) => Number(one.startsInitial))}::integer[])
             as r (id, meter_id, invoice_id, shared, start_value, end_value, end_on, consumption, weighed, starts_initial)`;
}

/** The first day for which each of some apartments has an invoice. */
export async function firstInvoiced(
  { db, caller }: Scope,
  apartmentIds: readonly string[],
): Promise<ReadonlyMap<string, Day>> {
  const rows = await db<{ apartmentId: string; since: Day }[]>`
    select apartment_id, min(period_start) as since from invoices
     where tenant_id = ${caller.tenantId} and apartment_id = any (${[...apartmentIds]}::uuid[]) and status <> 'cancelled'
     group by apartment_id`;
  return new Map(rows.map((row) => [row.apartmentId, row.since]));
}

/** Of each meter with a position on a standing invoice of a later period, the first value and day of the first of them. */
export async function firstBilledAfter(
  { db, caller }: Scope,
  buildingId: string,
  periodEnd: Day,
): Promise<ReadonlyMap<string, { readonly start: string; readonly on: Day }>> {
  const rows = await db<{ meterId: string; start: string; on: Day }[]>`
    select distinct on (b.meter_id) b.meter_id, trim_scale(b.start_value)::text as start, b.period_start as on
      from billed_registers b join invoices i on i.tenant_id = b.tenant_id and i.id = b.invoice_id and i.status <> 'cancelled'
     where b.tenant_id = ${caller.tenantId} and b.building_id = ${buildingId} and b.period_start > ${periodEnd}
     order by b.meter_id, b.period_start, b.id`;
  return new Map(rows.map((row) => [row.meterId, row]));
}

/**
 * The meters that were in an apartment before a period and that no invoice ever had, although the apartment has invoices of periods in which other meters of
 * their type were billed; each with the first day of these.
 */
export async function forgottenMeters(
  { db, caller }: Scope,
  buildingId: string,
  before: Day,
): Promise<ReadonlyMap<string, Day>> {
  const rows = await db<{ meterId: string; since: Day }[]>`
    with billed as materialized (
      select distinct m.type, b.period_start
        from billed_registers b join meters m on m.tenant_id = b.tenant_id and m.id = b.meter_id
       where b.tenant_id = ${caller.tenantId} and b.building_id = ${buildingId} and b.period_start < ${before} and b.invoice_id is not null),
    never as materialized (
      select m.id, m.type, m.apartment_id, m.installed_on from meters m
       where m.tenant_id = ${caller.tenantId} and m.building_id = ${buildingId} and m.apartment_id is not null and m.replaces_meter_id is null
         and (m.installed_on is null or m.installed_on < ${before})
         and m.id not in (select b.meter_id from billed_registers b
                           where b.tenant_id = ${caller.tenantId} and b.building_id = ${buildingId} and b.invoice_id is not null))
    select n.id as meter_id, min(i.period_start) as since
      from never n
      join invoices i on i.tenant_id = ${caller.tenantId} and i.apartment_id = n.apartment_id and i.status <> 'cancelled' and i.corrects_id is null
           and i.period_start < ${before} and i.period_end >= coalesce(n.installed_on, i.period_end)
      join billed k on k.type = n.type and k.period_start = coalesce(i.whole_start, i.period_start)
     group by n.id`;
  return new Map(rows.map((row) => [row.meterId, row.since]));
}
