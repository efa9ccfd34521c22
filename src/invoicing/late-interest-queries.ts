// All SQL of late interest: a building's rates, and its overdue invoices with their payments and charged days.

import { positionsOfInvoice } from '../charging/invoice-period-queries.ts';
import type { Scope } from '../platform/db/scope.ts';
import type { Day } from '../platform/values/dates.ts';
import type { Debt, InterestRate } from './calculate-interest.ts';

/** The rates of a building, ordered by day; none where it charges no interest. */
export async function findRates({ db, caller }: Scope, buildingId: string): Promise<readonly InterestRate[]> {
  const [row] = await db<{ rates: readonly InterestRate[] | null }[]>`
    select late_interest as rates from buildings where tenant_id = ${caller.tenantId} and id = ${buildingId}`;
  return row?.rates ?? [];
}

/** A debt and its payers: those of the invoice's own days, except residents it is hidden from. */
type StoredDebt = Debt & {
  readonly apartmentId: string;
  readonly periodStart: Day;
  readonly periodEnd: Day;
  readonly hiddenFrom: readonly string[];
};

/**
 * Invoices of a building that were due before a day and not paid by their due date. Money that the history does not
 * explain counts from the payment date, or from the start where there is none. An invoice that reached its payer after
 * the due date is late from then on.
 */
export async function findDebts(
  { db, caller }: Scope,
  of: { readonly id: string; readonly currency: string; readonly timeZone: string },
  since: Day,
  until: Day,
): Promise<StoredDebt[]> {
  return db<StoredDebt[]>`
    with late as (
      select i.*, greatest(i.due_date, (i.sent_at at time zone ${of.timeZone})::date) as due_on from invoices i
       where i.tenant_id = ${caller.tenantId} and i.building_id = ${of.id} and i.currency = ${of.currency} and i.amount > 0 and i.due_date < ${until}
         and (i.status = 'sent' or (i.status = 'paid' and i.status_when_unpaid is distinct from 'draft' and i.paid_date > i.due_date and i.paid_date >= ${since}))
    ), recorded as (
      select h.invoice_id, h.detail ->> 'paymentId' as payment_id,
             coalesce(max((h.detail ->> 'paidOn')::date), max(h.at at time zone ${of.timeZone})::date) as paid_on,
             sum(round((h.detail ->> 'amount')::numeric * 100) * case h.action when 'payment_allocated' then 1 else -1 end) as amount
        from invoice_history h join late l on l.id = h.invoice_id
       where h.tenant_id = ${caller.tenantId} and h.action in ('payment_allocated', 'payment_undone') group by 1, 2
    ), paid as (
      select invoice_id, json_agg(json_build_object('paidOn', paid_on, 'amount', amount)) as payments
        from (select invoice_id, paid_on, amount from recorded where amount > 0
              union all
              select l.id, coalesce(l.paid_date, l.due_date), l.amount_paid - coalesce(sum(r.amount), 0)
                from late l left join recorded r on r.invoice_id = l.id and r.amount > 0 group by l.id, l.paid_date, l.due_date, l.amount_paid) each
       where amount <> 0 group by 1
    ), charged as (
      select (o ->> 'invoiceId')::uuid as invoice_id, json_agg(json_build_object('periodStart', d ->> 'from', 'periodEnd', d ->> 'to')) as days
        from invoices i ${positionsOfInvoice({ db, caller })}
             cross join lateral json_array_elements(p.calculation -> 'overdue') o cross join lateral json_array_elements(o -> 'days') d
       where i.tenant_id = ${caller.tenantId} and i.building_id = ${of.id} and i.status <> 'cancelled'
         and p.code = 'late-interest' and p.calculation ->> 'method' = 'late_interest' group by 1
    ), interest as (
      select p.invoice_id, sum(p.amount + p.vat_amount) as amount from positions p join late l on l.id = p.invoice_id
       where p.tenant_id = ${caller.tenantId} and p.code = 'late-interest' group by 1
    )
    select l.id, l.number, l.apartment_id, l.period_start, l.period_end, l.hidden_from, l.due_on, (l.amount - coalesce(n.amount, 0))::bigint as principal,
           coalesce(p.payments, '[]') as payments, coalesce(c.days, '[]') as charged
      from late l left join paid p on p.invoice_id = l.id left join charged c on c.invoice_id = l.id left join interest n on n.invoice_id = l.id
     where l.due_on < ${until} order by l.due_date, l.number`;
}
