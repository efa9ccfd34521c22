// What must be true of the books, events, deliveries and e-mails whatever happened, as plain SQL: each statement finds
// what breaks one rule.
import type { DatabasePool } from '../src/platform/db/pool.ts';

/** A rule, and a statement that finds what breaks it: `tenant_id` and `id` of each. */
type Invariant = readonly [rule: string, broken: string];

/** Payments: what is recorded as paid is allocated, and nothing is allocated twice. */
export const paymentInvariants: readonly Invariant[] = [
  [
    'a payment has allocated what its allocations and refunds say, and no more than it is',
    `select p.tenant_id, p.id from payments p
      where p.allocated - p.refunded <> (select coalesce(sum(amount), 0) from allocations a where a.tenant_id = p.tenant_id and a.payment_id = p.id and a.undone_at is null)
         or p.refunded <> (select coalesce(sum(amount), 0) from refunds r where r.tenant_id = p.tenant_id and r.payment_id = p.id and r.undone_at is null)
         or p.allocated > p.amount or p.refunded < 0`,
  ],
  [
    'an invoice is paid with what is allocated to it',
    `select i.tenant_id, i.id from invoices i
      where i.amount > 0 and i.amount_paid <> (select coalesce(sum(amount), 0) from allocations a where a.tenant_id = i.tenant_id and a.invoice_id = i.id and a.undone_at is null)`,
  ],
  [
    'a bank entry is one payment',
    `select p.tenant_id, p.bank_entry_id as id from payments p where p.bank_entry_id is not null group by 1, 2 having count(*) > 1`,
  ],
];

/** Money, where nobody undoes a match and makes it again. */
export const moneyInvariants: readonly Invariant[] = [
  ...paymentInvariants,
  [
    'payment.received is raised once for a payment, invoice and amount',
    `select e.tenant_id, min(e.id::text)::uuid as id from events e where e.type = 'payment.received' group by 1, e.body::json #>> '{data}' having count(*) > 1`,
  ],
];

/** Invoices: their amounts, numbers, days and statuses. */
export const invoiceInvariants: readonly Invariant[] = [
  [
    'an invoice is the sum of its positions',
    `select i.tenant_id, i.id from invoices i
      where i.amount <> (select coalesce(sum(p.amount + p.vat_amount), 0) from positions p where p.tenant_id = i.tenant_id and p.invoice_id = i.id)`,
  ],
  [
    'numbers of a year, since 2027 of a prefix and year, are one sequence from 1, without gaps',
    `select tenant_id, min(id::text)::uuid as id from
       (select tenant_id, id, right(number, 6)::integer as number,
               case when left(right(number, 11), 4) < '2027' then left(right(number, 11), 4) else left(number_key, -7) end as series
          from invoices) as numbered
      group by tenant_id, series having count(*) <> max(number) or min(number) <> 1 or count(distinct number) <> count(*)`,
  ],
  [
    'no day of an apartment is billed by two invoices',
    `select i.tenant_id, i.id from invoices i join invoices o on o.tenant_id = i.tenant_id and o.apartment_id = i.apartment_id and o.id > i.id
      where i.status <> 'cancelled' and o.status <> 'cancelled' and i.corrects_id is null and o.corrects_id is null
        and daterange(i.period_start, i.period_end, '[]') && daterange(o.period_start, o.period_end, '[]')`,
  ],
  [
    'an invoice is paid exactly if its amount is, and a cancelled one has no money',
    `select tenant_id, id from invoices
      where amount > 0 and ((status = 'paid') <> (amount_paid = amount) or amount_paid > amount or (status = 'cancelled' and amount_paid <> 0))`,
  ],
  [
    'the ledger of billed consumption is what positions in force bill',
    `select b.tenant_id, b.invoice_id as id
       from charge_ledger b join invoices i on i.tenant_id = b.tenant_id and i.id = b.invoice_id
       left join positions p on p.tenant_id = b.tenant_id and p.invoice_id = b.invoice_id and p.ordinal = b.ordinal
      group by b.tenant_id, b.invoice_id, b.ordinal, i.status, p.amount
     having sum(b.amount) <> case when i.status = 'cancelled' then 0 else p.amount end or (i.status = 'cancelled' and sum(b.quantity) <> 0)`,
  ],
  [
    'a credit note gives no more credit than it is',
    `select i.tenant_id, i.id from invoices i join payments p on p.tenant_id = i.tenant_id and p.credit_invoice_id = i.id
      where p.status <> 'reversed' group by i.tenant_id, i.id, i.amount, i.status having sum(p.amount) > -i.amount or i.status = 'cancelled'`,
  ],
  [
    'credit notes of an invoice are no more than the invoice, with what its negative corrections charge',
    `select i.tenant_id, i.id from invoices i join invoices c on c.tenant_id = i.tenant_id and c.corrects_id = i.id and c.cause = 'credit' and c.status <> 'cancelled'
      group by i.tenant_id, i.id, i.amount
     having -sum(c.amount) > i.amount + coalesce((
              select sum(p.amount + p.vat_amount) from invoices d join positions p on p.tenant_id = d.tenant_id and p.invoice_id = d.id
               where d.tenant_id = i.tenant_id and d.corrects_id = i.id and d.cause = 'correction' and d.amount < 0 and d.status <> 'cancelled' and p.amount > 0), 0)`,
  ],
];

const dataOf = (field: string) => `(e.body::json #>> '{data,${field}}')`;

/** Events: one for all that happened, none for what did not; a delivery of each to whoever wants it. */
const eventInvariants: readonly Invariant[] = [
  [
    'each invoice has one invoice.created with its amount',
    `select coalesce(i.tenant_id, e.tenant_id) as tenant_id, coalesce(i.id, e.about) as id
       from invoices i full join (select tenant_id, ${dataOf('invoiceId')}::uuid as about, count(*) as times, round(max(${dataOf('amount')}::numeric) * 100) as amount
                                    from events e where type = 'invoice.created' group by 1, 2) e on e.tenant_id = i.tenant_id and e.about = i.id
      where i.id is null or e.times is distinct from 1 or e.amount <> i.amount`,
  ],
  [
    'each invoice that reached somebody by e-mail first has one invoice.sent, and no other has',
    `select coalesce(i.tenant_id, e.tenant_id) as tenant_id, coalesce(i.id, e.about) as id
       from (select * from invoices where sent_by = 'email') i
       full join (select tenant_id, ${dataOf('invoiceId')}::uuid as about, count(*) as times from events e where type = 'invoice.sent' group by 1, 2) e
              on e.tenant_id = i.tenant_id and e.about = i.id
      where i.id is null or e.times is distinct from 1`,
  ],
  [
    'invoice.paid is raised each time an invoice becomes paid',
    `select i.tenant_id, i.id from invoices i
      where (select count(*) from events e where e.tenant_id = i.tenant_id and e.type = 'invoice.paid' and ${dataOf('invoiceId')} = i.id::text)
         <> (select count(*) from invoice_history h where h.tenant_id = i.tenant_id and h.invoice_id = i.id and h.action = 'paid')
         or (i.status = 'paid' and i.amount > 0 and not exists (select from events e where e.tenant_id = i.tenant_id and e.type = 'invoice.paid' and ${dataOf('invoiceId')} = i.id::text))`,
  ],
  [
    'invoice.overdue is raised once for a due date',
    `select i.tenant_id, i.id from invoices i
      where (select count(*) from events e where e.tenant_id = i.tenant_id and e.type = 'invoice.overdue' and ${dataOf('invoiceId')} = i.id::text) <> (i.overdue_event_due_date is not null)::int`,
  ],
  [
    'payment.received is about money that was allocated, and raised for all that a bank showed',
    `select e.tenant_id, e.id from events e
      where e.type = 'payment.received' and not exists (
        select from allocations a where a.tenant_id = e.tenant_id and a.payment_id = ${dataOf('paymentId')}::uuid and a.invoice_id = ${dataOf('invoiceId')}::uuid
                                    and a.amount = round(${dataOf('amount')}::numeric * 100))
     union all
     select a.tenant_id, a.id from allocations a join payments p on p.tenant_id = a.tenant_id and p.id = a.payment_id
      where p.source in ('statement', 'banklink') and not exists (
        select from events e where e.tenant_id = a.tenant_id and e.type = 'payment.received' and ${dataOf('paymentId')} = p.id::text and ${dataOf('invoiceId')} = a.invoice_id::text)`,
  ],
  [
    'each confirmed reading has one reading.confirmed',
    `select r.tenant_id, r.id from readings r
      where (select count(*) from events e where e.tenant_id = r.tenant_id and e.type = 'reading.confirmed' and ${dataOf('readingId')} = r.id::text) <> (r.confirmed_at is not null)::int`,
  ],
  [
    'each event has one delivery to each endpoint that wants it, and nothing else has',
    `select w.tenant_id, e.id from webhook_endpoints w join events e on e.tenant_id = w.tenant_id and e.type = any (w.events) and e.occurred_at >= w.created_at and not e.test
      where (select count(*) from deliveries d where d.tenant_id = w.tenant_id and d.endpoint_id = w.id and d.event_id = e.id) <> 1
     union all
     select d.tenant_id, d.id from deliveries d
      where not exists (select from webhook_endpoints w where w.tenant_id = d.tenant_id and w.id = d.endpoint_id)
         or not exists (select from events e where e.tenant_id = d.tenant_id and e.id = d.event_id)`,
  ],
];

/** E-mails: one for each letter that somebody must get, and none about what was cancelled. */
export const mailInvariants: readonly Invariant[] = [
  [
    'an invoice is sent to an address once',
    `select tenant_id, min(id::text)::uuid as id from mails where kind = 'invoice' and status in ('pending', 'sent') group by tenant_id, about_id, recipient having count(*) > 1`,
  ],
  [
    'one reminder is written for an invoice and an address',
    `select l.tenant_id, min(l.mail_id::text)::uuid as id from reminded_invoices l join mails m on m.tenant_id = l.tenant_id and m.id = l.mail_id
      group by l.tenant_id, l.invoice_id, m.recipient having count(*) > 1`,
  ],
  [
    'no e-mail waits about a cancelled invoice',
    `select m.tenant_id, m.id from mails m join invoices i on i.tenant_id = m.tenant_id and i.id = m.about_id
      where m.status = 'pending' and i.status = 'cancelled'`,
  ],
];

/** All of them. */
export const allInvariants = [...moneyInvariants, ...invoiceInvariants, ...eventInvariants, ...mailInvariants];

/** What breaks rules, in one organization or in all. */
export async function findBroken(
  owner: DatabasePool,
  invariants: readonly Invariant[],
  tenantId?: string,
): Promise<readonly { readonly what: string; readonly id: string }[]> {
  const parts = invariants.map(
    ([rule, broken]) =>
      `select '${rule.replaceAll("'", "''")}' as what, b.id::text from (${broken}) b${tenantId === undefined ? '' : ' where b.tenant_id = $1'}`,
  );
  return owner.unsafe(parts.join('\nunion all\n'), tenantId === undefined ? [] : [tenantId]);
}
