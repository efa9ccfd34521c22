// The balance of an invoice (`account` in the API): what was open when the previous invoice was issued, payments since,
// and the amount to pay now. Derived on every read.
import { listUnpaidBefore, loadCoPayerCheck, loadPayers } from '../invoicing/co-payers.ts';
import { getInvoice } from '../invoicing/invoices.ts';
import type { Scope } from '../platform/db/scope.ts';
import type { Period } from '../platform/values/dates.ts';
import { type Cents, sumCents } from '../platform/values/money.ts';
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

/** An amount to pay, in cents, and the invoice whose it is. */
export type TotalDue = { readonly invoiceId: string; readonly amount: Cents };

/**
 * What is due all together, in cents: the amount to pay of the latest open invoice that every payer of this one owes
 * too; of this one if none is later.
 */
export async function getTotalDue(scope: Scope, invoiceId: string): Promise<TotalDue> {
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

/** An invoice, and what is or was paid of it, in cents. */
type InvoiceShare = Period & { readonly id: string; readonly number: string; readonly amount: Cents };

/** The invoices that an amount pays, in cents: `named` + `others` − `credit` is the amount. */
export type PaidInvoices = {
  readonly named: readonly InvoiceShare[];
  readonly others: Cents;
  /** Credit and prepayments that are taken off. */
  readonly credit: Cents;
};

/** The maximum number of invoices that are named; others only count in the sum. */
const maxNamed = 5;

/** Names the first of the invoices that an amount pays and that may be named. */
export function namePaidInvoices(
  shares: readonly InvoiceShare[],
  mayName: (share: InvoiceShare) => boolean = () => true,
): PaidInvoices {
  const named = shares.filter(mayName).slice(0, maxNamed);
  return { named, others: sumShares(shares) - sumShares(named), credit: 0 };
}

function sumShares(shares: readonly InvoiceShare[]): Cents {
  return sumCents(shares.map(({ amount }) => amount));
}

/** The open invoices that an amount to pay consists of, the latest first. */
export async function listInvoicesDue(scope: Scope, { invoiceId, amount }: TotalDue): Promise<PaidInvoices> {
  const latest = await getInvoice(scope, invoiceId);
  const before = (await listUnpaidBefore(scope, [invoiceId])).get(invoiceId) ?? [];
  const shares = [...before, latest]
    .filter(({ balance }) => balance > 0)
    .map(({ balance, ...invoice }) => ({ ...invoice, amount: balance }))
    .toReversed();
  return { ...namePaidInvoices(shares), credit: sumShares(shares) - amount };
}
