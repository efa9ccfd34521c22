// Receivables: open amounts by age, and an apartment's account for a range of days. Derived on every read.
import { loadPayers, namePayers } from '../invoicing/co-payers.ts';
import { listLocalDays } from '../invoicing/overdue.ts';
import { residentUserId, type Scope } from '../platform/db/scope.ts';
import { Invalid, NotFound, queryProblem } from '../platform/errors.ts';
import { addDays, type Day, dayIn } from '../platform/values/dates.ts';
import type { Cents } from '../platform/values/money.ts';
import { getApartment } from '../properties/apartments.ts';
import { getBuilding } from '../properties/buildings.ts';
import { placesExist } from '../properties/property-queries.ts';
import { divideDebtors, type SharedItem } from './debtors.ts';
import type { AccountEntry, AgedBalance } from './model.ts';
import * as queries from './receivables-queries.ts';

export type ApartmentAccount = {
  readonly apartmentId: string;
  readonly buildingId: string;
  readonly number: string;
  readonly currency: string;
  readonly from: Day;
  readonly to: Day;
  readonly opening: Cents;
  readonly closing: Cents;
  /** Whether others paid some of it than at the end, so that its lines name their payers; residents do not see that. */
  readonly severalPayers: boolean;
  /** Each entry with the balance after it, and the names of those whose it is. */
  readonly entries: readonly (AccountEntry & { readonly balance: Cents; readonly payers: readonly string[] })[];
};

const maxDays = 3660;

/**
 * Open amounts by apartment; who left owes apart from who came. Only where somebody left are payers looked up. Throws
 * NotFound (the building).
 */
export async function listAgedBalances(scope: Scope, buildingId: string | undefined): Promise<AgedBalance[]> {
  if (!(await placesExist(scope, { buildingId }))) throw new NotFound();
  const days = await listLocalDays(scope);
  const items = await queries.findSharedItems(scope, buildingId, days);
  const isInvoice = ({ id, invoiceIds }: SharedItem) => invoiceIds[0] === id;
  const payers = await loadPayers(
    scope,
    items.filter(isInvoice).map(({ id }) => id),
    items.filter((item) => !isInvoice(item)),
  );
  return queries.findAgedBalances(scope, buildingId, days, divideDebtors(items, payers));
}

/**
 * An apartment's account: this year by default, at most ten years. Drafts, cancelled invoices and payments that a
 * person reversed are left out; a resident sees what is theirs, also after they have left. Throws NotFound (the
 * apartment), Invalid.
 */
export async function getApartmentAccount(
  scope: Scope,
  { buildingId, apartmentId }: { readonly buildingId: string; readonly apartmentId: string },
  range: { readonly from?: Day; readonly to?: Day },
): Promise<ApartmentAccount> {
  const { billing } = await getBuilding(scope, buildingId, 'ever');
  const apartment = await getApartment(scope, buildingId, apartmentId, 'ever');
  const today = dayIn(billing.timeZone, scope.now);
  const to = range.to ?? (range.from !== undefined && range.from > today ? range.from : today);
  const from = range.from ?? `${to.slice(0, 4)}-01-01`;
  if (to < from) throw new Invalid([queryProblem('to', 'out_of_range', 'The last day must not be before the first.')]);
  if (addDays(from, maxDays) < to)
    throw new Invalid([queryProblem('from', 'out_of_range', 'An account covers at most ten years.')]);
  const { currency } = billing;
  const opening = await queries.findBalanceBefore(scope, apartmentId, currency, from);
  const statement = await queries.findAccountEntries(scope, apartmentId, currency, { from, to });
  const payersOf = await findPayers(scope, apartmentId, statement, to);
  let balance = opening;
  const entries = statement.map(({ kind, id, text, period, on, amount }) => {
    balance += amount;
    return { kind, id, text, period, on, amount, balance, payers: payersOf.get(id) ?? [] };
  });
  const severalPayers = new Set([...payersOf.values()].filter(({ length }) => length > 0).map(String)).size > 1;
  const { number } = apartment;
  return { apartmentId, buildingId, number, currency, from, to, opening, closing: balance, severalPayers, entries };
}

/**
 * The names of those who pay the invoices of an account and whose its payments are, by entry, and of those who have the
 * apartment on its last day. None for residents.
 */
async function findPayers(
  scope: Scope,
  apartmentId: string,
  entries: readonly AccountEntry[],
  lastDay: Day,
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (residentUserId(scope.caller) !== null) return new Map();
  const money = entries.filter(({ kind }) => kind !== 'invoice');
  const paid = await queries.findPaidInvoices(
    scope,
    apartmentId,
    money.map(({ id }) => id),
  );
  const invoicesOf = new Map(paid.map(({ id, invoiceIds }) => [id, invoiceIds]));
  const payers = await loadPayers(
    scope,
    entries.filter(({ kind }) => kind === 'invoice').map(({ id }) => id),
    [
      ...money.map(({ id, on }) => ({ id, apartmentId, paidOn: on, invoiceIds: invoicesOf.get(id) ?? [] })),
      { id: apartmentId, apartmentId, paidOn: lastDay, invoiceIds: [] },
    ],
  );
  return namePayers(scope, payers);
}
