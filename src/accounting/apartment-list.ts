// The list of a building's apartments as people look at it: with residents, meters and the balance due.
import type { PageRequest } from '../platform/db/keyset.ts';
import type { Scope } from '../platform/db/scope.ts';
import { dayIn } from '../platform/values/dates.ts';
import { type Cents, sumCents } from '../platform/values/money.ts';
import type { Apartment, Building } from '../properties/model.ts';
import { listApartments } from '../properties/property-queries.ts';
import { type ApartmentOverview, findApartmentFacts } from './apartment-list-queries.ts';
import type { AgedBalance } from './model.ts';
import { listAgedBalances } from './receivables.ts';

type ListedApartment = Apartment &
  ApartmentOverview & {
    /** What is owed less what is prepaid, in the building's currency. */
    readonly balance: Cents;
    /** The same for those who have it, and for each who had it before. */
    readonly balances: readonly Pick<AgedBalance, 'payers' | 'balance'>[];
    readonly sortValue: string;
  };

/** A page of apartments, each with its residents of today in the building's time zone, its meters and its balance. */
export async function listApartmentsWithFacts(
  scope: Scope,
  { id, billing }: Pick<Building, 'id' | 'billing'>,
  page: PageRequest,
): Promise<ListedApartment[]> {
  const apartments = await listApartments(scope, id, page);
  const ids = apartments.map((apartment) => apartment.id);
  const facts = await findApartmentFacts(scope, ids, dayIn(billing.timeZone, scope.now));
  const byId = new Map(facts.map((fact) => [fact.id, fact]));
  const aged = (await listAgedBalances(scope, id)).filter(({ currency }) => currency === billing.currency);
  const owed = Map.groupBy(aged, ({ apartmentId }) => apartmentId);
  return apartments.map((apartment) => {
    const { residents = [], meters = 0 } = byId.get(apartment.id) ?? {};
    const balances = owed.get(apartment.id) ?? [];
    return { ...apartment, residents, meters, balance: sumCents(balances.map(({ balance }) => balance)), balances };
  });
}
