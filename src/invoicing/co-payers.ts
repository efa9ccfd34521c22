// Co-payers: an invoice is paid by the people it was issued to, not by other residents of the apartment, also after the
// apartment changed hands.

import type { Scope } from '../platform/db/scope.ts';
import type { Day, Period } from '../platform/values/dates.ts';
import { listResidenciesIn } from '../residents/payer-queries.ts';
import { haveCommonPayer, makePayerFinder } from '../residents/payers.ts';
import { loadNames } from '../residents/resident-queries.ts';
import * as queries from './co-payer-queries.ts';

/**
 * Money of an apartment, and the invoices it partly pays. It belongs to the payers of these invoices; if it pays none,
 * to the residents on the day of payment.
 */
export type ApartmentMoney = {
  readonly id: string;
  readonly apartmentId: string;
  readonly paidOn: Day;
  readonly invoiceIds: readonly string[];
};

/**
 * Returns a check of whether two invoices of one apartment share a payer, or whether apartment money belongs to a payer
 * of an invoice.
 */
export async function loadCoPayerCheck(
  scope: Scope,
  invoiceIds: readonly string[],
  payments: readonly ApartmentMoney[] = [],
): Promise<(id: string, otherId: string) => boolean> {
  const payers = await loadPayers(scope, invoiceIds, payments);
  return (id, otherId) => haveCommonPayer(payers.get(id) ?? [], payers.get(otherId) ?? []);
}

/** The residents who pay invoices, and those to whom apartment money belongs, by the id of the invoice or the money. */
export async function loadPayers(
  scope: Scope,
  invoiceIds: readonly string[],
  payments: readonly ApartmentMoney[] = [],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const invoices = await queries.findInvoiceDays(scope, [
    ...invoiceIds,
    ...payments.flatMap((payment) => payment.invoiceIds),
  ]);
  const apartments = [...new Set([...invoices, ...payments].map((item) => item.apartmentId))];
  const residencies = Map.groupBy(await listResidenciesIn(scope, apartments), (item) => item.apartmentId);
  const payersIn = makePayerFinder(residencies);
  const payers = new Map(
    invoices.map((invoice) => [invoice.id, payersIn(invoice.apartmentId, invoice, invoice.hiddenFrom)]),
  );
  for (const { id, apartmentId, paidOn, invoiceIds } of payments) {
    const ofInvoices = invoiceIds.flatMap((invoiceId) => payers.get(invoiceId) ?? []);
    const payersThen = payersIn(apartmentId, { periodStart: paidOn, periodEnd: paidOn }, []);
    payers.set(id, ofInvoices.length > 0 ? ofInvoices : payersThen);
  }
  return payers;
}

/** The names of payers, of each thing they pay. */
export async function namePayers(
  scope: Scope,
  payers: ReadonlyMap<string, readonly string[]>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const namesOf = await loadNames(scope, [...payers.values()].flat());
  return new Map([...payers].map(([id, ids]) => [id, namesOf(ids)]));
}

/** Finds the names of those who pay for days of these apartments, in order. */
export async function loadPayerNames(scope: Scope, apartmentIds: readonly string[]) {
  const residencies = await listResidenciesIn(scope, [...new Set(apartmentIds)]);
  const namesOf = await loadNames(
    scope,
    residencies.map(({ residentId }) => residentId),
  );
  const payersIn = makePayerFinder(Map.groupBy(residencies, ({ apartmentId }) => apartmentId));
  return (apartmentId: string, days: Period) => namesOf(payersIn(apartmentId, days, []));
}

/** The unpaid balances of the invoices before each of these that share a payer with it, oldest first. */
export async function listUnpaidBefore(
  scope: Scope,
  invoiceIds: readonly string[],
): Promise<ReadonlyMap<string, readonly queries.UnpaidInvoice[]>> {
  const open = await queries.findUnpaidBefore(scope, invoiceIds);
  if (open.length === 0) return new Map();
  const ids = new Set(open.flatMap(({ id, before }) => [id, before]));
  const share = await loadCoPayerCheck(scope, [...ids]);
  return Map.groupBy(
    open.filter(({ id, before }) => share(before, id)),
    ({ before }) => before,
  );
}
