// The balance of an invoice (`account` in the API): what was open when the previous invoice was issued, payments since,
// and the amount to pay now. Derived on every read.
import { loadCoPayerCheck, loadPayers } from '../invoicing/co-payers.ts';
import type { Scope } from '../platform/db/scope.ts';
import type { Cents } from '../platform/values/money.ts';
import * as queries from './invoice-balance-queries.ts';
import type { InvoiceBalance } from './model.ts';

/**
 * The balance of an invoice that the caller may see; null for cancelled invoices and credits. Debts, credits and
 * prepayments of other payers of the apartment are left out.
 */
export async function getInvoiceBalance(scope: Scope, invoiceId: string): Promise<InvoiceBalance | null> {
  const [otherInvoices, money] = await Promise.all([
    queries.findRelatedInvoices(scope, invoiceId),
    queries.findUnallocatedMoney(scope, invoiceId),
  ]);
  const share = await loadCoPayerCheck(scope, [invoiceId, ...otherInvoices], money);
  const sameApartment = otherInvoices.filter((other) => share(invoiceId, other));
  const prepayments = money.flatMap((apartmentMoney) =>
    share(apartmentMoney.id, invoiceId) ? [apartmentMoney.id] : [],
  );
  return (await queries.calculateInvoiceBalance(scope, invoiceId, sameApartment, prepayments)) ?? null;
}

/** What is left to pay now for an invoice and earlier ones of its payers, in cents; 0 or less where nothing is. */
export async function getAmountToPay(scope: Scope, invoiceId: string): Promise<Cents> {
  return (await getInvoiceBalance(scope, invoiceId))?.amountToPay ?? 0;
}

/**
 * What is due all together, in cents: the amount to pay of the latest open invoice that every payer of this one owes
 * too; of this one if none is later.
 */
export async function getTotalDue(
  scope: Scope,
  invoiceId: string,
): Promise<{ readonly invoiceId: string; readonly amount: Cents }> {
  const later = await queries.findLaterOpenInvoices(scope, invoiceId);
  const payers = later.length === 0 ? undefined : await loadPayers(scope, [invoiceId, ...later]);
  const debtors = payers?.get(invoiceId) ?? [];
  const isOwed = (id: string) => {
    const theirs = new Set(payers?.get(id));
    return debtors.length === 0 ? theirs.size === 0 : debtors.every((payer) => theirs.has(payer));
  };
  const latest = later.find(isOwed) ?? invoiceId;
  return { invoiceId: latest, amount: await getAmountToPay(scope, latest) };
}
