// Charges: what a building bills its apartments for, as its settings hold them. How they become positions is billing's matter.

import { compareDays } from '../platform/values/dates.ts';
import { bodyProblem, type Problem } from '../platform/errors.ts';
import type { ProblemCode } from '../platform/problem-codes.ts';
import { type ApartmentTerms, validateTerms, type Tariff } from './charge-terms.ts';

export const bases = [
  'fixed',
  'equal',
  'area',
  'heated_area',
  'share',
  'residents',
  'custom',
  'meter',
  'meter_remainder',
] as const;
export type Basis = (typeof bases)[number];

/** What meters count. */
export const meterTypes = ['cold_water', 'hot_water', 'heating', 'electricity', 'gas'] as const;
export type MeterType = (typeof meterTypes)[number];

/** What a main meter's remainder can be divided by. */
export const dividedBases = ['equal', 'area', 'heated_area', 'share', 'residents'] as const;
export type DividedBasis = (typeof dividedBases)[number];

type CommonCharge = {
  readonly code: string;
  readonly name: string;
  readonly basis: Basis;
  readonly vatRate: number;
  /** The account that bookkeeping puts it to. */
  readonly account?: string;
  /** Whose readings it goes by: of `meter` and `meter_remainder`, and of no other basis. */
  readonly meterType?: MeterType;
  /** When a reading is missing, how many months before it the consumption is reckoned from; absent: a missing reading stops the billing. */
  readonly estimateMissingFromMonths?: number;
  /** What the remainder is divided by; equal parts when absent. */
  readonly divideBy?: DividedBasis;
  /** Later versions of price and VAT rate, in the order of their days; what the charge says itself holds until the first. */
  readonly tariffs?: readonly Tariff[];
  /** Only the apartments that are listed take part; absent: all do. */
  readonly appliesTo?: 'listed';
  /** Apartments that take part otherwise than with their plain figure. */
  readonly apartments?: readonly ApartmentTerms[];
};

/** At a price of its own (net, per unit of the basis), or as the split of a supplier's bill. `vatRate` in percent. */
export type Charge = CommonCharge &
  (
    | {
        readonly unitPrice: number;
        readonly costFrom?: undefined;
        /** The code of a charge from whose supplier's bill this one's amounts are taken off before it is split. */
        readonly deductedFrom?: string;
      }
    | { readonly unitPrice?: undefined; readonly costFrom: 'supplier_bill'; readonly deductedFrom?: undefined }
  );

type NullableFields<T> = { readonly [K in keyof T]?: T[K] | null };
/** A charge as somebody wrote it, right in its types alone. */
export type WrittenCharge = Pick<CommonCharge, 'code' | 'name' | 'basis'> & {
  readonly vatRate?: number;
  readonly unitPrice?: number | null;
  readonly costFrom?: 'supplier_bill' | null;
  readonly deductedFrom?: string | null;
  readonly appliesTo?: 'all' | 'listed' | null;
} & NullableFields<Pick<CommonCharge, 'account' | 'meterType' | 'estimateMissingFromMonths' | 'divideBy' | 'tariffs' | 'apartments'>>;

/** Notes what is wrong at a place within the charge. */
export type ReportChargeProblem = (field: string | readonly (string | number)[], code: ProblemCode, message: string) => void;

/** Codes of positions that no charge makes, so none may have them. */
const reservedCodes: ReadonlySet<string> = new Set(['one-off', 'late-interest']);

/** Understands written charges: each has either a price or a supplier's bill, codes are not repeated, and what is said of meters fits the basis. */
export function parseCharges(
  written: readonly WrittenCharge[],
  path: readonly (string | number)[],
): { charges: Charge[]; problems: Problem[] } {
  const problems: Problem[] = [];
  const codes = new Set<string>();
  const charges = written.flatMap((charge, index): Charge[] => {
    const report: ReportChargeProblem = (field, code, message) =>
      void problems.push(bodyProblem([...path, index, ...[field].flat()], code, message));
    if (reservedCodes.has(charge.code))
      report(
        'code',
        'reserved',
        `The code ${charge.code} is what the service calls positions of its own. Take another.`,
      );
    if (codes.has(charge.code)) report('code', 'duplicate', `Two charges have the code ${charge.code}.`);
    codes.add(charge.code);
    validateMeterFields(charge, report);
    validateDeduction(charge, written, report);
    validateTerms(charge, report);
    return parseCharge(charge, report);
  });
  return { charges, problems };
}

function parseCharge(charge: WrittenCharge, report: ReportChargeProblem): Charge[] {
  const { code, basis, unitPrice, meterType, estimateMissingFromMonths, divideBy, deductedFrom } = charge;
  const { tariffs, appliesTo, apartments } = charge;
  const common: CommonCharge = {
    code,
    name: charge.name.trim(),
    basis,
    vatRate: charge.vatRate ?? 0,
    ...(charge.account && { account: charge.account.trim() }),
    ...(meterType && { meterType }),
    ...(estimateMissingFromMonths && { estimateMissingFromMonths }),
    ...(divideBy && { divideBy }),
    ...(tariffs?.length && { tariffs: tariffs.toSorted((a, b) => compareDays(a.from, b.from)) }),
    ...(appliesTo === 'listed' && { appliesTo }),
    ...(apartments?.length && { apartments }),
  };
  const priced = typeof unitPrice === 'number';
  if (priced === (charge.costFrom === 'supplier_bill')) {
    const message = `The charge ${code} needs either unitPrice or costFrom: "supplier_bill", not both.`;
    report('unitPrice', 'price_or_bill', message);
    return [];
  }
  if (priced) return [{ ...common, unitPrice, ...(deductedFrom && { deductedFrom }) }];
  if (basis === 'fixed') {
    const instead = 'to split a bill in equal parts use the basis equal';
    report('basis', 'price_needed', `The charge ${code} is fixed, so it needs unitPrice; ${instead}.`);
  }
  return [{ ...common, costFrom: 'supplier_bill' }];
}

/** What is said of meters goes with the bases that are reckoned by them. */
function validateMeterFields({ code, basis, meterType, estimateMissingFromMonths, divideBy }: WrittenCharge, report: ReportChargeProblem) {
  const metered = basis === 'meter' || basis === 'meter_remainder';
  if (metered && !meterType)
    report('meterType', 'required', `The charge ${code} goes by meters, so it needs meterType.`);
  const alone = (field: string, bases: string) =>
    report(field, 'not_allowed', `The charge ${code} has the basis ${basis}; ${field} goes with ${bases}.`);
  if (!metered && meterType) alone('meterType', 'meter and meter_remainder');
  if (!metered && estimateMissingFromMonths) alone('estimateMissingFromMonths', 'meter and meter_remainder');
  if (basis !== 'meter_remainder' && divideBy) alone('divideBy', 'meter_remainder');
}

/** A charge at a price can be deducted from one that splits a bill, so deductions never go round in a circle. */
function validateDeduction(charge: WrittenCharge, all: readonly WrittenCharge[], report: ReportChargeProblem): void {
  if (!charge.deductedFrom) return;
  const from = all.find((other) => other.code === charge.deductedFrom);
  if (from?.costFrom !== 'supplier_bill')
    report(
      'deductedFrom',
      'not_allowed',
      `The charge ${charge.code} is deducted from ${charge.deductedFrom}, which is no charge with costFrom: "supplier_bill".`,
    );
  if (charge.costFrom === 'supplier_bill')
    report(
      'deductedFrom',
      'not_allowed',
      `The charge ${charge.code} splits a bill itself; only one with unitPrice is deducted.`,
    );
}
