// The bills of a correction: late ones, and correct totals, whose difference from the recorded bills becomes a further
// bill.
import type { BillDetails, SupplierBill } from '../../charging/model.ts';
import { findDuplicateBills, type PeriodBillTotal } from '../../charging/supplier-bill-queries.ts';
import { type CostInput, chargeProblems, parseBills, type SupplierBillInput } from '../../charging/supplier-bills.ts';
import type { Scope } from '../../platform/db/scope.ts';
import { bodyProblem, Conflict, type Problem } from '../../platform/errors.ts';
import type { Period } from '../../platform/values/dates.ts';
import { add, formatDecimal, parseStoredDecimal } from '../../platform/values/decimal.ts';
import type { Cents } from '../../platform/values/money.ts';
import type { Charge } from '../../properties/model.ts';

/** The total of a charge's bills before and after a correction, net. */
export type BillChange = { readonly charge: string; readonly before: Cents; readonly after: Cents };

/** Quantities of all bills of a charge. */
const billQuantities = { decimals: 6, min: -1e12, max: 1e12 };

type BillInputs = {
  readonly bills?: readonly SupplierBillInput[];
  readonly correctedBills?: readonly CostInput[];
};
type ReadBills = {
  readonly late: readonly SupplierBill[];
  readonly lateDetails: readonly BillDetails[];
  readonly corrected: readonly SupplierBill[];
  readonly problems: readonly Problem[];
};

/** Parses the bills of a correction; each charge has a late bill or a correct total, not both. */
export function readBills({ bills = [], correctedBills = [] }: BillInputs, charges: readonly Charge[]): ReadBills {
  const late = parseBills(bills, 'bills');
  const corrected = parseBills(correctedBills, 'correctedBills');
  const lateCharges = new Set(bills.map(({ charge }) => charge));
  const repeated = correctedBills.flatMap(({ charge }, index) => {
    const message = `The charge ${charge} has a late bill and a correct total. Send one of them.`;
    const path = ['correctedBills', index, 'charge'];
    return lateCharges.has(charge) ? [bodyProblem(path, 'duplicate_supplier_bill', message)] : [];
  });
  const problems = [
    ...late.problems,
    ...corrected.problems,
    ...chargeProblems(bills, charges),
    ...chargeProblems(correctedBills, charges, 'correctedBills'),
    ...repeated,
  ];
  return { late: late.bills, lateDetails: bills, corrected: corrected.bills, problems };
}

/**
 * The bills to record beside those of the period, and the totals that change. A total that is correct already changes
 * nothing.
 */
export function furtherBillsOf(
  { late, lateDetails, corrected }: ReadBills,
  recordedBills: readonly PeriodBillTotal[],
): { bills: SupplierBill[]; details: BillDetails[]; changes: BillChange[] } {
  const recorded = new Map(recordedBills.map((bill) => [bill.charge, bill]));
  const before = (charge: string) => recorded.get(charge)?.amount ?? 0;
  const differences = corrected
    .map(({ charge, amount, quantity }) => ({
      charge,
      amount: amount - before(charge),
      ...(quantity !== undefined && { quantity: subtract(quantity, recorded.get(charge)?.quantity ?? '0') }),
    }))
    .filter(({ amount, quantity = '0' }) => amount !== 0 || quantity !== '0');
  const bills = [...late, ...differences];
  return {
    bills,
    details: [...lateDetails, ...differences.map(() => ({}))],
    changes: bills.map(({ charge, amount }) => ({ charge, before: before(charge), after: before(charge) + amount })),
  };
}

/** A quantity less another, exactly. */
function subtract(quantity: string, less: string): string {
  const whole = parseStoredDecimal(quantity, billQuantities, 'quantity of a bill');
  const part = parseStoredDecimal(less, billQuantities, 'quantity of a bill');
  return formatDecimal(add(whole, { ...part, units: -part.units }));
}

/**
 * A numbered bill is recorded only once: a second time it would be charged again. Throws Conflict
 * (bill_already_recorded).
 */
export async function rejectRecordedBills(
  scope: Scope,
  buildingId: string,
  period: Period,
  written: readonly SupplierBillInput[],
): Promise<void> {
  const duplicates = await findDuplicateBills(scope, buildingId, period, written);
  if (duplicates.length === 0) return;
  const named = duplicates.map((index) => `${written[index]?.number} (${written[index]?.charge}, bills.${index})`);
  throw new Conflict(
    'bill_already_recorded',
    `Recorded for this period already: ${named.join(', ')}. Remove it from the request; every supplier bill needs its own number.`,
  );
}
