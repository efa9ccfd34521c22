// Payment plans: what was agreed with the people of an apartment about paying in parts. Until its last day no payment
// reminder is sent.
import { actorText, type Scope } from '../platform/db/scope.ts';
import { bodyProblem, Invalid, NotFound } from '../platform/errors.ts';
import { addDays, type Day, dayIn } from '../platform/values/dates.ts';
import { newId } from '../platform/values/ids.ts';
import { getBuilding } from '../properties/buildings.ts';
import { lockApartment } from '../properties/property-queries.ts';
import * as queries from './payment-plan-queries.ts';

const maxDaysAhead = 1830;

type ApartmentPath = { readonly buildingId: string; readonly apartmentId: string };

/** Notes a plan; the one before it ends. Throws NotFound, Invalid. */
export async function notePaymentPlan(
  scope: Scope,
  { buildingId, apartmentId }: ApartmentPath,
  { terms, until }: { readonly terms: string; readonly until: Day },
): Promise<readonly queries.PaymentPlan[]> {
  const { billing } = await getBuilding(scope, buildingId);
  if ((await lockApartment(scope, buildingId, apartmentId)) === undefined) throw new NotFound();
  const today = dayIn(billing.timeZone, scope.now);
  if (until < today || until > addDays(today, maxDaysAhead)) {
    const message = `until must lie between today (${today}) and five years from now.`;
    throw new Invalid([bodyProblem(['until'], 'out_of_range', message)]);
  }
  const by = actorText(scope.caller);
  await queries.endPlan(scope, by, apartmentId);
  await queries.insertPlan(scope, by, { id: newId(), apartmentId, terms, until });
  return queries.listPlans(scope, apartmentId);
}

/** Ends the plan that stands; none is no error. Throws NotFound. */
export async function endPaymentPlan(scope: Scope, { buildingId, apartmentId }: ApartmentPath): Promise<void> {
  if ((await lockApartment(scope, buildingId, apartmentId)) === undefined) throw new NotFound();
  await queries.endPlan(scope, actorText(scope.caller), apartmentId);
}
