// Turnovers: what each debtor of a building owed, was billed and paid in a range of days, as receivables divide them.
import { loadPayers } from '../invoicing/co-payers.ts';
import type { Scope } from '../platform/db/scope.ts';
import { dayIn } from '../platform/values/dates.ts';
import type { Building } from '../properties/model.ts';
import { loadNames } from '../residents/resident-queries.ts';
import { divideDebtors } from './debtors.ts';
import { type DayRange, findTurnovers, type ItemTurnover, type Turnover } from './month-end-queries.ts';

/** The account of a debtor in a range of days: of those who have the apartment, or of who left it. */
export type DebtorTurnover = Turnover & {
  readonly apartmentId: string;
  readonly apartment: string;
  readonly reference: string;
  /** The names of those whose it is. */
  readonly payers: readonly string[];
};

/** The debtors with a balance or an entry, by apartment; who has it is before who left. */
export async function listTurnovers(scope: Scope, building: Building, range: DayRange): Promise<DebtorTurnover[]> {
  const today = dayIn(building.billing.timeZone, scope.now);
  const items = await findTurnovers(scope, building.id, { ...range, today });
  const invoices = items.filter(({ isInvoice }) => isInvoice).map(({ id }) => id);
  const payersOf = await loadPayers(
    scope,
    invoices,
    items.filter(({ isInvoice }) => !isInvoice),
  );
  const debtors = divideDebtors(items, payersOf);
  const namesOf = await loadNames(
    scope,
    debtors.people.map(({ residentId }) => residentId),
  );
  const peopleOf = Map.groupBy(debtors.people, ({ apartmentId, debtor }) => `${apartmentId} ${debtor}`);
  const ofApartments = Map.groupBy(
    items.map((item, index) => ({ item, debtor: debtors.items[index]?.debtor ?? 0 })),
    ({ item }) => item.apartmentId,
  );
  return [...ofApartments].flatMap(([apartmentId, all]) => {
    const ofDebtors = Map.groupBy(all, ({ item, debtor }) => `${debtor} ${item.currency}`);
    const inOrder = [...ofDebtors.values()].sort(([a], [b]) => (a?.debtor ?? 0) - (b?.debtor ?? 0));
    return inOrder.flatMap((those): DebtorTurnover[] => {
      const of = peopleOf.get(`${apartmentId} ${those[0]?.debtor}`) ?? [];
      const payers = namesOf(of.map(({ residentId }) => residentId));
      return sumItems(
        those.map(({ item }) => item),
        payers,
      );
    });
  });
}

/** The items of a debtor in one row; none without a balance or an entry. */
function sumItems(items: readonly ItemTurnover[], payers: readonly string[]): DebtorTurnover[] {
  const [first] = items;
  if (first === undefined) return [];
  const sum = (of: 'opening' | 'invoiced' | 'received' | 'refunded' | 'closing' | 'invoices' | 'payments') =>
    items.reduce((total, item) => total + item[of], 0);
  const { apartmentId, apartment, reference, currency } = first;
  const [opening, closing, payments] = [sum('opening'), sum('closing'), sum('payments')];
  const amounts = { invoiced: sum('invoiced'), received: sum('received'), refunded: sum('refunded') };
  const moved = sum('invoices') > 0 || payments > 0 || amounts.received !== 0 || amounts.refunded !== 0;
  if (opening === 0 && closing === 0 && !moved) return [];
  return [{ apartmentId, apartment, reference, payers, currency, opening, ...amounts, closing, payments }];
}
