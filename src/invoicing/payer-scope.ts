// Whose invoices and money are: those whom an invoice is for pay it, and nobody else of the apartment's people, also after it has changed hands.

import type { Scope } from '../platform/db/scope.ts';
import type { Day } from '../platform/values/dates.ts';
import { listResidenciesIn } from '../residents/payer-queries.ts';
import { haveCommonPayer, payersOf } from '../residents/payers.ts';
import * as queries from './payer-scope-queries.ts';

/** Money of an apartment, and the invoices that it pays in part. It is of those who had the apartment when it came in, and of those whose invoices these are. */
export type ApartmentMoney = {
  readonly id: string;
  readonly apartmentId: string;
  readonly paidOn: Day;
  readonly invoiceIds: readonly string[];
};

/** Tells of two invoices of one apartment whether somebody pays for both, or of its money and an invoice whether it is of somebody who pays that. */
export async function loadCoPayerCheck(
  scope: Scope,
  invoiceIds: readonly string[],
  payments: readonly ApartmentMoney[] = [],
): Promise<(text: string, other: string) => boolean> {
  const invoices = await queries.findInvoiceDays(scope, [
    ...invoiceIds,
    ...payments.flatMap((payment) => payment.invoiceIds),
  ]);
  const apartments = [...new Set([...invoices, ...payments].map((item) => item.apartmentId))];
  const stays = Map.groupBy(await listResidenciesIn(scope, apartments), (item) => item.apartmentId);
  const payers = new Map(
    invoices.map((invoice) => [
      invoice.id,
      payersOf(stays.get(invoice.apartmentId) ?? [], invoice, invoice.hiddenFrom),
    ]),
  );
  for (const { id, apartmentId, paidOn, invoiceIds } of payments) {
    const payersThen = payersOf(stays.get(apartmentId) ?? [], { periodStart: paidOn, periodEnd: paidOn }, []);
    payers.set(id, [...payersThen, ...invoiceIds.flatMap((invoiceId) => payers.get(invoiceId) ?? [])]);
  }
  return (text, other) => haveCommonPayer(payers.get(text) ?? [], payers.get(other) ?? []);
}

/** What is still to be paid of the invoices before one, as far as they are for somebody who pays for it as well; the oldest first. */
export async function listUnpaidBefore(scope: Scope, invoiceId: string): Promise<queries.UnpaidInvoice[]> {
  const open = await queries.findUnpaidBefore(scope, invoiceId);
  if (open.length === 0) return [];
  const share = await loadCoPayerCheck(scope, [invoiceId, ...open.map((unpaidInvoice) => unpaidInvoice.id)]);
  return open.filter((unpaidInvoice) => share(invoiceId, unpaidInvoice.id));
}
