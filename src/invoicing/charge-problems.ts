// What stops the invoices of a period: problems of its bills, meters and apartments, and how they are reported.
import type { Computation } from '../charging/charge-engine.ts';
import type { ChargeProblem } from '../charging/model.ts';
import type { CostInput } from '../charging/supplier-bills.ts';
import { bodyProblem, Conflict, Invalid, type Problem } from '../platform/errors.ts';
import type { Apartment } from '../properties/model.ts';
import type { PreflightProblem } from './preflight.ts';

export const maxProblems = 1000;

/** These mean that there is nothing to bill. That is fine where there is nobody to bill. */
const harmlessCodes: ReadonlySet<ChargeProblem['code']> = new Set([
  'no_charges',
  'supplier_bill_missing',
  'nothing_to_split_by',
  'main_meter_missing',
]);

/** The problems of the data used for the calculation. A building without apartments has none. */
export function listChargeProblems({ problems }: Computation, apartments: readonly Apartment[]): PreflightProblem[] {
  const faults = problems.filter(({ code }) => apartments.length > 0 || !harmlessCodes.has(code));
  return faults.map((problem) => ({ ...problem, stops: true }));
}

/**
 * Rejects invoices that would be wrong, with every reason. Throws Invalid where data are missing or wrong; Conflict
 * where the data are correct but come too late.
 */
export function rejectProblems(problems: readonly PreflightProblem[], costs: readonly CostInput[]): void {
  const [first] = problems;
  if (first === undefined) return;
  const late = (code: PreflightProblem['code']) => code === 'period_closed' || code === 'bill_already_split';
  if (problems.every(({ code }) => late(code)))
    throw new Conflict(first.code, problems.map((reason) => reason.message).join(' '));
  throw new Invalid(problems.slice(0, maxProblems).map((reason) => locateProblem(reason, costs)));
}

/** The field that a problem belongs to: the wrong cost, the list of costs if one is missing, else the building. */
function locateProblem({ code, charge, message }: PreflightProblem, costs: readonly CostInput[]): Problem {
  const costIndex = costs.findLastIndex((cost) => cost.charge === charge);
  if (costIndex >= 0 && /^(unknown_charge|charge_not_from_bill|duplicate_supplier_bill)$/.test(code))
    return bodyProblem(['costs', costIndex, 'charge'], code, message);
  if (costIndex >= 0 && code === 'amount_too_large') return bodyProblem(['costs', costIndex, 'amount'], code, message);
  return bodyProblem([code === 'supplier_bill_missing' ? 'costs' : 'buildingId'], code, message);
}
