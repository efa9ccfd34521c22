// Whose invoices are: those whom an invoice is for pay it, and nobody else of the apartment's people, also after it has changed hands.
import type { Scope } from '../../platform/scope.ts';
import { payersOf, sharePayers } from '../../residents/payers/payers.ts';
import { staysIn } from '../../residents/payers/queries.ts';
import * as queries from './queries.ts';

/** Tells of two invoices of one apartment whether somebody pays for both. */
export async function sharers(
  scope: Scope,
  invoiceIds: readonly string[],
): Promise<(one: string, other: string) => boolean> {
  const invoices = await queries.findDays(scope, invoiceIds);
  const apartments = [...new Set(invoices.map((one) => one.apartmentId))];
  const stays = Map.groupBy(await staysIn(scope, apartments), (one) => one.apartmentId);
  const payers = new Map(
    invoices.map((one) => [one.id, payersOf(stays.get(one.apartmentId) ?? [], one, one.hiddenFrom)]),
  );
  return (one, other) => sharePayers(payers.get(one) ?? [], payers.get(other) ?? []);
}

/** What is still to be paid of the invoices before one, as far as they are for somebody who pays for it as well; the oldest first. */
export async function openBefore(scope: Scope, invoiceId: string): Promise<queries.UnpaidInvoice[]> {
  const open = await queries.findOpenBefore(scope, invoiceId);
  if (open.length === 0) return [];
  const share = await sharers(scope, [invoiceId, ...open.map((one) => one.id)]);
  return open.filter((one) => share(invoiceId, one.id));
}
