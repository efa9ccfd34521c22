// Supplier bills: the bills of a building for a period, by charge, to be split over its apartments. They can change
// until the period is closed.

import type { Scope } from '../platform/db/scope.ts';
import { bodyProblem, Invalid, orNotFound, type Problem } from '../platform/errors.ts';
import type { ProblemCode } from '../platform/problem-codes.ts';
import type { Period } from '../platform/values/dates.ts';
import { formatDecimal, parseDecimal } from '../platform/values/decimal.ts';
import { centsFromAmount } from '../platform/values/money.ts';
import type { Charge } from '../properties/model.ts';
import { lockBuilding } from '../properties/property-queries.ts';
import { periodProblems, requireOpenPeriod } from './billing-period.ts';
import type { BillDetails, PeriodBills, RecordedBill, SupplierBill } from './model.ts';
import * as queries from './supplier-bill-queries.ts';

/** A supplier bill of the period as entered: net amount in the building's currency, and its quantity for display. */
export type CostInput = { readonly charge: string; readonly amount: number; readonly quantity?: number };
export type SupplierBillInput = CostInput & BillDetails;
/** The field of a request that has bills. */
type BillList = 'costs' | 'bills' | 'correctedBills';
type PeriodBillsInput = Period & { readonly bills: readonly SupplierBillInput[] };

const maxProblems = 1000;

/**
 * Replaces the recorded bills of a period: a charge that is not listed has no bill any more. Repeating the same bills
 * changes nothing, also in a closed period. Throws NotFound, Invalid (all problems), Conflict (period_closed).
 */
export async function savePeriodBills(scope: Scope, buildingId: string, input: PeriodBillsInput): Promise<PeriodBills> {
  const building = orNotFound(await lockBuilding(scope, buildingId));
  const { bills, problems } = parseBills(input.bills, 'bills');
  problems.push(...periodProblems(input), ...chargeProblems(input.bills, building.billing.charges));
  if (problems.length > 0) throw new Invalid(problems.slice(0, maxProblems));
  const { periodStart, periodEnd } = input;
  const period = { periodStart, periodEnd };
  const before = await findPeriod(scope, buildingId, period);
  const after = bills.map((bill, index) => toRecordedBill(bill, input.bills[index]));
  const text = (all: readonly RecordedBill[]) => JSON.stringify(all.toSorted((a, b) => (a.charge < b.charge ? -1 : 1)));
  if (text(before.bills) === text(after)) return before;
  await requireOpenPeriod(scope, buildingId, period);
  await queries.replaceBills(scope, buildingId, period, after);
  return findPeriod(scope, buildingId, period);
}

/** The bills of one period, if any. */
async function findPeriod(scope: Scope, buildingId: string, period: Period): Promise<PeriodBills> {
  const page = { by: 'periodStart', descending: false, limit: 1, after: undefined, updated: undefined };
  const [recorded] = await queries.listPeriods(scope, buildingId, period, page);
  if (recorded !== undefined) {
    const { sortValue: _, ...shown } = recorded;
    return shown;
  }
  const { id, closed } = await queries.findPeriodState(scope, buildingId, period);
  return { id, ...period, closed, bills: [], furtherBills: [], updatedAt: scope.now };
}

function toRecordedBill({ charge, amount, quantity }: SupplierBill, details: BillDetails = {}): RecordedBill {
  const { supplier, number, date = null } = details;
  return {
    charge,
    amount,
    quantity: quantity ?? null,
    supplier: supplier?.trim() ?? null,
    number: number?.trim() ?? null,
    date,
  };
}

/**
 * Parses bills to exact amounts and returns their problems; `list` is the field name in the request. An invalid bill is
 * left out.
 */
export function parseBills(
  inputs: readonly CostInput[],
  list: BillList,
): { bills: SupplierBill[]; problems: Problem[] } {
  const problems: Problem[] = [];
  const reject = (index: number, field: string, decimals: number) =>
    void problems.push(
      bodyProblem(
        [list, index, field],
        'too_many_decimals',
        `${list}.${index}.${field} may have at most ${decimals} decimals.`,
      ),
    );
  const bills = inputs.flatMap(({ charge, amount, quantity }, index): SupplierBill[] => {
    const cents = centsFromAmount(amount);
    const exact =
      quantity === undefined ? undefined : parseDecimal(quantity, { decimals: 6, min: 0, max: 1_000_000_000 });
    if (cents === undefined) reject(index, 'amount', 2);
    if (quantity !== undefined && exact === undefined) reject(index, 'quantity', 6);
    return cents === undefined ? [] : [{ charge, amount: cents, ...(exact && { quantity: formatDecimal(exact) }) }];
  });
  return { bills, problems };
}

/** Checks that each bill belongs to a charge that splits bills, and that a charge has only one. */
export function chargeProblems(
  inputs: readonly CostInput[],
  charges: readonly Charge[],
  list: BillList = 'bills',
): Problem[] {
  const byCode = new Map(charges.map((charge) => [charge.code, charge]));
  const seen = new Set<string>();
  return inputs.flatMap(({ charge: code }, index) => {
    const charge = byCode.get(code);
    const reject = (problem: ProblemCode, message: string) => [bodyProblem([list, index, 'charge'], problem, message)];
    if (charge === undefined) return reject('unknown_charge', `The building has no charge "${code}".`);
    if (charge.costFrom !== 'supplier_bill')
      return reject(
        'charge_not_from_bill',
        `The charge ${code} has a unit price and accepts no supplier bill. To split one, give it costFrom: "supplier_bill".`,
      );
    if (seen.has(code))
      return reject('duplicate_supplier_bill', `The charge ${code} has two bills. Send one bill with their sum.`);
    seen.add(code);
    return [];
  });
}
