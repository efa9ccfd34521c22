// The account of an invoice: the balance when the previous invoice was issued, payments since, and the amount to pay now. Derived on every read.
import { loadCoPayerCheck } from '../invoicing/co-payers.ts';
import type { Scope } from '../platform/db/scope.ts';
import * as queries from './invoice-account-queries.ts';
import type { InvoiceAccount } from './model.ts';

/**
 * The account of an invoice that the caller may see; null for cancelled invoices and credits. Debts, credits and prepayments of other payers of the
 * apartment are left out.
 */
export async function getInvoiceAccount(scope: Scope, invoiceId: string): Promise<InvoiceAccount | null> {
  const [otherInvoices, money] = await Promise.all([
    queries.findRelatedInvoices(scope, invoiceId),
    queries.findUnallocatedMoney(scope, invoiceId),
  ]);
  const share = await loadCoPayerCheck(scope, [invoiceId, ...otherInvoices], money);
  const own = otherInvoices.filter((other) => share(invoiceId, other));
  const prepayments = money.flatMap((apartmentMoney) =>
    share(apartmentMoney.id, invoiceId) ? [apartmentMoney.id] : [],
  );
  return (await queries.calculateInvoiceAccount(scope, invoiceId, own, prepayments)) ?? null;
}
