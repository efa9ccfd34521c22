// Whose credit it is: what a negative invoice is worth pays invoices of those whom it is for, also after the apartment has changed hands.
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
