// All SQL of credit from negative invoices: rows among the payments, although no money was received.
import type { InvoiceCredit } from '../invoicing/corrections/credit-note.ts';
import type { Scope } from '../platform/db/scope.ts';
import type { Day } from '../platform/values/dates.ts';
import type { Cents } from '../platform/values/money.ts';

type NewCreditPayment = {
  readonly id: string;
  readonly invoiceId: string;
  readonly number: string;
  readonly apartmentId: string;
  readonly amount: Cents;
  readonly currency: string;
  readonly paidOn: Day;
};

export async function insertCreditPayment({ db, caller, now }: Scope, credit: NewCreditPayment): Promise<void> {
  await db`
    insert into payments (tenant_id, id, source, status, amount, currency, paid_on, description, apartment_id, reason, credit_invoice_id, created_at, updated_at)
    values (${caller.tenantId}, ${credit.id}, 'credit', 'unmatched', ${credit.amount}, ${credit.currency}, ${credit.paidOn}, ${credit.number},
            ${credit.apartmentId}, 'credit', ${credit.invoiceId}, ${now}, ${now})`;
}

/** The payment row of a credit note. */
export async function findCreditPayment({ db, caller }: Scope, creditInvoiceId: string): Promise<string | undefined> {
  const [row] = await db<{ id: string }[]>`
    select p.id from invoices i join payments p on p.tenant_id = i.tenant_id and p.apartment_id = i.apartment_id and p.credit_invoice_id = i.id
     where i.tenant_id = ${caller.tenantId} and i.id = ${creditInvoiceId}`;
  return row?.id;
}

/** The credit of the negative ones among these invoices, which correct no other invoice. */
export async function findInvoiceCredits(
  { db, caller }: Scope,
  invoiceIds: readonly string[],
): Promise<InvoiceCredit[]> {
  return db<InvoiceCredit[]>`
    select id, id as invoice_id, number, apartment_id, currency, issue_date, -amount as amount from invoices
     where tenant_id = ${caller.tenantId} and id = any (${[...invoiceIds]}::uuid[]) and amount < 0 order by number`;
}
