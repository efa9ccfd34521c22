// What a hand-over means for money: who pays which days, and what those who leave owe or have paid in advance. Nothing
// of it is moved.

import { loadPayers } from '../invoicing/co-payers.ts';
import type { Scope } from '../platform/db/scope.ts';
import { type Day, endOfMonth } from '../platform/values/dates.ts';
import { sumCents } from '../platform/values/money.ts';
import type { Building } from '../properties/model.ts';
import { listResidenciesIn } from '../residents/payer-queries.ts';
import { payerPeriodsOf } from '../residents/payers.ts';
import * as queries from './hand-over-queries.ts';
import type { EndedResidency, HandOverEffects } from './model.ts';

/** Unpaid invoices and unused money of those who leave. Call it before their days end. */
export async function findMoney(
  scope: Scope,
  { billing: { currency } }: Building,
  apartmentId: string,
  leaving: readonly EndedResidency[],
): Promise<Pick<HandOverEffects, 'currency' | 'owed' | 'credit'>> {
  const invoices = await queries.listOpenInvoices(scope, apartmentId, currency);
  const money = await queries.listUnallocatedMoney(scope, apartmentId, currency);
  const payers = await loadPayers(
    scope,
    invoices.map(({ id }) => id),
    money,
  );
  const people = leaving.map(({ residentId }) => residentId);
  // What has no known payer belongs to the apartment, and so to those who have it until now.
  const isTheirs = ({ id }: { readonly id: string }) => {
    const all = payers.get(id) ?? [];
    return all.length === 0 || all.some((payer) => people.includes(payer));
  };
  return {
    currency,
    owed: sumCents(invoices.filter(isTheirs).map(({ balance }) => balance)),
    credit: sumCents(money.filter(isTheirs).map(({ left }) => left)),
  };
}

/**
 * Who pays the month of the hand-over by the residencies as they are now, and which invoices cover days of the newcomer
 * already.
 */
export async function findEffects(
  scope: Scope,
  apartmentId: string,
  day: Day,
): Promise<Pick<HandOverEffects, 'payers' | 'invoiced'>> {
  const names = new Map(
    (await queries.listResidenciesOf(scope, apartmentId)).map(({ residentId, name }) => [residentId, name]),
  );
  const month = { periodStart: `${day.slice(0, 7)}-01`, periodEnd: endOfMonth(day) };
  const payerPeriods = payerPeriodsOf(await listResidenciesIn(scope, [apartmentId]), month);
  return {
    payers: payerPeriods.map(({ periodStart, periodEnd, payers }) => ({
      periodStart,
      periodEnd,
      names: payers.flatMap((payer) => names.get(payer) ?? []),
    })),
    invoiced: (await queries.listInvoicesFrom(scope, apartmentId, day)).map(({ number }) => number),
  };
}
