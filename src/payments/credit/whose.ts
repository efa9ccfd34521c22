// Whose credit it is: what a negative invoice is worth pays invoices of those whom it is for, also after the apartment has changed hands.
import type { Scope } from '../../platform/scope.ts';
import { payersOf } from '../../residents/payers/payers.ts';
import { staysIn } from '../../residents/payers/queries.ts';
import * as queries from './queries.ts';

/**
 * Tells of two invoices of one apartment whether somebody pays for both. Where nobody is known to pay for one of them, it is the apartment's, and so anybody's.
 */
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
  return (one, other) => {
    const [mine = [], theirs = []] = [payers.get(one), payers.get(other)];
    return mine.length === 0 || theirs.length === 0 || mine.some((payer) => theirs.includes(payer));
  };
}
