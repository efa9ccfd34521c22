// How many residencies an apartment may have: who pays is looked for among all of them, for each of its invoices.
import type { Scope } from '../platform/db/scope.ts';
import { bodyProblem, Invalid } from '../platform/errors.ts';
import { countResidencies, shareLockApartment } from './resident-queries.ts';

/** The most residencies of an apartment, past ones included. */
export const maxResidencies = 1000;

/** Throws Invalid, at a place of the body, if an apartment would have more residencies with these than it may have. */
export async function requireFewResidencies(
  scope: Scope,
  added: readonly { readonly apartmentId: string }[],
  path: readonly string[],
): Promise<void> {
  const byApartment = Map.groupBy(added, ({ apartmentId }) => apartmentId);
  const counted = await countResidencies(scope, [...byApartment.keys()]);
  const crowded = counted.find(
    ({ apartmentId, residencies }) => residencies + (byApartment.get(apartmentId)?.length ?? 0) > maxResidencies,
  );
  if (crowded === undefined) return;
  const number = (await shareLockApartment(scope, crowded.apartmentId))?.number;
  const message = `Apartment ${number} would have more than ${maxResidencies} residencies, past ones included. Some must be removed first, or another apartment chosen.`;
  throw new Invalid([bodyProblem(path, 'too_many', message)]);
}
