// The balance of an invoice (`account` in the API): what was open when the previous invoice was issued, payments since,
// and the amount to pay now. Derived on every read.
import { loadCoPayerCheck } from '../invoicing/co-payers.ts';
import type { Scope } from '../platform/db/scope.ts';
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
