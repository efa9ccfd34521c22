// Suppliers' bills: what a building was billed for a period, charge by charge, to be split over its apartments; written down until the period is closed.

import type { Day, Period } from '../platform/values/dates.ts';
import { formatDecimal, parseDecimal } from '../platform/values/decimal.ts';
import { bodyProblem, Invalid, NotFound, type Problem } from '../platform/errors.ts';
import type { PageRequest } from '../platform/db/keyset.ts';
import { type Cents, centsFromAmount } from '../platform/values/money.ts';
import type { ProblemCode } from '../platform/problem-codes.ts';
import type { Scope } from '../platform/db/scope.ts';
import type { Charge } from '../properties/charge.ts';
import { lockBuilding } from '../properties/property-queries.ts';
import type { SupplierBill } from './charge-engine.ts';
import { periodProblems, refuseClosed } from './billing-period.ts';
import * as queries from './supplier-bill-queries.ts';

/** A supplier's bill of the period as somebody wrote it: net amount in the building's currency, and the quantity on the bill, for display. */
export type WrittenCost = { readonly charge: string; readonly amount: number; readonly quantity?: number };

/** What a bill says of itself; for people and the books, nothing is reckoned with it. */
export type BillDetails = { readonly supplier?: string; readonly number?: string; readonly date?: Day };
export type WrittenBill = WrittenCost & BillDetails;

/** A bill as it is recorded: one for each charge of a period. */
export type Bill = {
  readonly charge: string;
  readonly amount: Cents;
  readonly quantity: string | null;
  readonly supplier: string | null;
  readonly number: string | null;
  readonly date: Day | null;
};

/** A bill, or a supplier's credit note, that came for a closed period: it adds to what is recorded of its charge. */
export type FurtherBill = Bill & { readonly id: string; readonly reason: string; readonly createdAt: Date };

/** The bills of one period of a building. */
export type PeriodBills = Period & {
  readonly id: string;
  readonly closed: boolean;
  readonly bills: readonly Bill[];
  readonly furtherBills: readonly FurtherBill[];
  readonly updatedAt: Date;
};

export type WrittenPeriod = Period & { readonly bills: readonly WrittenBill[] };

const mostProblems = 1000;

/**
 * Records the bills of a period, in place of those that were recorded: a charge that is not named has none any more. The same bills again change nothing,
 * whatever the period's state. Throws NotFound, Invalid (all that is wrong), Conflict (period_closed).
 */
export async function putBills(scope: Scope, buildingId: string, written: WrittenPeriod): Promise<PeriodBills> {
  const building = await lockBuilding(scope, buildingId);
  if (building === undefined) throw new NotFound();
  const { bills, problems } = understandBills(written.bills, 'bills');
  problems.push(...periodProblems(written), ...chargeProblems(written.bills, building.billing.charges));
  if (problems.length > 0) throw new Invalid(problems.slice(0, mostProblems));
  const { periodStart, periodEnd } = written;
  const period = { periodStart, periodEnd };
  const before = await findPeriod(scope, buildingId, period);
  const after = bills.map((bill, index) => recorded(bill, written.bills[index]));
  const text = (all: readonly Bill[]) => JSON.stringify(all.toSorted((a, b) => (a.charge < b.charge ? -1 : 1)));
  if (text(before.bills) === text(after)) return before;
  await refuseClosed(scope, buildingId, period);
  await queries.replaceBills(scope, buildingId, period, after);
  return findPeriod(scope, buildingId, period);
}

/** A page of the periods for which a building has bills. */
export async function listBills(
  scope: Scope,
  buildingId: string,
  period: { readonly periodStart?: Day; readonly periodEnd?: Day },
  page: PageRequest,
): Promise<(PeriodBills & { readonly sortValue: string })[]> {
  return queries.listPeriods(scope, buildingId, period, page);
}

/** The bills of one period, whether it has any or not. */
async function findPeriod(scope: Scope, buildingId: string, period: Period): Promise<PeriodBills> {
  const page = { by: 'periodStart', descending: false, limit: 1, after: undefined, updated: undefined };
  const [found] = await queries.listPeriods(scope, buildingId, period, page);
  if (found !== undefined) {
    const { sortValue: _, ...shown } = found;
    return shown;
  }
  const { id, closed } = await queries.periodOf(scope, buildingId, period);
  return { id, ...period, closed, bills: [], furtherBills: [], updatedAt: scope.now };
}

function recorded({ charge, amount, quantity }: SupplierBill, details: BillDetails = {}): Bill {
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

/** Written bills with exact amounts, and what is wrong with them; `list` is what the body calls them. A bill with a fault is left out. */
export function understandBills(
  written: readonly WrittenCost[],
  list: 'costs' | 'bills',
): { bills: SupplierBill[]; problems: Problem[] } {
  const problems: Problem[] = [];
  const refuse = (index: number, field: string, decimals: number) =>
    void problems.push(
      bodyProblem(
        [list, index, field],
        'too_many_decimals',
        `${list}.${index}.${field} may have at most ${decimals} decimals.`,
      ),
    );
  const bills = written.flatMap(({ charge, amount, quantity }, index): SupplierBill[] => {
    const cents = centsFromAmount(amount);
    const exact =
      quantity === undefined ? undefined : parseDecimal(quantity, { decimals: 6, min: 0, max: 1_000_000_000 });
    if (cents === undefined) refuse(index, 'amount', 2);
    if (quantity !== undefined && exact === undefined) refuse(index, 'quantity', 6);
    return cents === undefined ? [] : [{ charge, amount: cents, ...(exact && { quantity: formatDecimal(exact) }) }];
  });
  return { bills, problems };
}

/** Each bill is of a charge that is split, and a charge has one. */
export function chargeProblems(written: readonly WrittenCost[], charges: readonly Charge[]): Problem[] {
  const known = new Map(charges.map((charge) => [charge.code, charge]));
  const seen = new Set<string>();
  return written.flatMap(({ charge: code }, index) => {
    const charge = known.get(code);
    const refuse = (problem: ProblemCode, message: string) => [
      bodyProblem(['bills', index, 'charge'], problem, message),
    ];
    if (charge === undefined) return refuse('unknown_charge', `The building has no charge "${code}".`);
    if (charge.costFrom !== 'supplier_bill')
      return refuse(
        'charge_not_from_bill',
        `The charge ${code} has a unit price and takes no supplier bill. To split one, give it costFrom: "supplier_bill".`,
      );
    if (seen.has(code))
      return refuse('duplicate_supplier_bill', `The charge ${code} has two bills. Give their sum, as one bill.`);
    seen.add(code);
    return [];
  });
}
