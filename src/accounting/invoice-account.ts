// An invoice's account: what was owed when the one before it was issued, what came in since, and so what is to be paid now. Derived whenever it is asked for.
import { loadCoPayerCheck } from '../invoicing/payer-scope.ts';
import type { Scope } from '../platform/db/scope.ts';
import * as queries from './invoice-account-queries.ts';
import type { InvoiceAccount } from './model.ts';

/**
 * The account of an invoice that the caller may see; null of a cancelled one and of a credit. What was for other payers of its apartment is not in it, neither
 * what they owe nor what they were given back or paid ahead.
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
