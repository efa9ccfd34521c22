// The list of a building's apartments as people look at it: with residents, meters and the balance due.
import type { PageRequest } from '../platform/db/keyset.ts';
import type { Scope } from '../platform/db/scope.ts';
import { dayIn } from '../platform/values/dates.ts';
import type { Apartment, Building } from '../properties/model.ts';
import { listApartments } from '../properties/property-queries.ts';
import { type ApartmentOverview, findApartmentFacts } from './apartment-list-queries.ts';

/**
 * A page of apartments, each with its residents of today in the building's time zone, the number of its meters, and its
 * balance in cents.
 */
export async function listApartmentsWithFacts(
  scope: Scope,
  { id, billing }: Pick<Building, 'id' | 'billing'>,
  page: PageRequest,
): Promise<(Apartment & ApartmentOverview & { readonly sortValue: string })[]> {
  const apartments = await listApartments(scope, id, page);
  const ids = apartments.map((apartment) => apartment.id);
  const today = dayIn(billing.timeZone, scope.now);
  const facts = await findApartmentFacts(scope, ids, { buildingId: id, today, currency: billing.currency });
  const byId = new Map(facts.map((fact) => [fact.id, fact]));
  return apartments.map((apartment) => {
    const { residents = [], meters = 0, balance = 0 } = byId.get(apartment.id) ?? {};
    return { ...apartment, residents, meters, balance };
  });
}
