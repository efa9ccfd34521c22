// The people of one apartment among residents with all their residencies.
import type { Schemas } from '../../api/bodies.ts';
import { isCurrent, type ResidencyBody } from '../residents/residency.ts';

/** A person, and one residency of theirs in the apartment. */
export type PersonHere = { readonly resident: Schemas['Resident']; readonly residency: ResidencyBody };

/** Who has the apartment, or will have it, by the first day; and who had it, the latest first. */
export function peopleOf(
  residents: readonly Schemas['Resident'][],
  apartmentId: string,
): { readonly current: readonly PersonHere[]; readonly former: readonly PersonHere[] } {
  const people = residents
    .flatMap((resident) => resident.apartments.map((residency) => ({ resident, residency })))
    .filter(({ residency }) => residency.apartmentId === apartmentId)
    .sort((a, b) => a.residency.since.localeCompare(b.residency.since));
  return {
    current: people.filter(({ residency }) => isCurrent(residency)),
    former: people.filter(({ residency }) => !isCurrent(residency)).reverse(),
  };
}
