// Charges in a building's settings: what it bills its apartments for. The charging module turns them into positions.

import { bodyProblem, type Problem } from '../platform/errors.ts';
import { reservedChargeCodes } from '../platform/values/charge-code.ts';
import { compareDays } from '../platform/values/dates.ts';
import { validateChargeTerms } from './charge-terms.ts';
import type { Charge, CommonCharge, ReportInvalidCharge, WrittenCharge } from './model.ts';

/**
 * Validates charges: each has either a price or a supplier bill, codes are unique, and meter settings fit the basis.
 */
export function parseCharges(
  written: readonly WrittenCharge[],
  path: readonly (string | number)[],
): { charges: Charge[]; problems: Problem[] } {
  const problems: Problem[] = [];
  const codes = new Set<string>();
  const charges = written.flatMap((charge, index): Charge[] => {
    const report: ReportInvalidCharge = (field, code, message) =>
      void problems.push(bodyProblem([...path, index, ...[field].flat()], code, message));
    if (reservedChargeCodes.has(charge.code))
      report(
        'code',
        'reserved',
        `The code ${charge.code} is what the service calls positions of its own. Take another.`,
      );
    if (codes.has(charge.code)) report('code', 'duplicate', `Two charges have the code ${charge.code}.`);
    codes.add(charge.code);
    validateMeterFields(charge, report);
    validateDeduction(charge, written, report);
    validateChargeTerms(charge, report);
    return parseCharge(charge, report);
  });
  return { charges, problems };
}

function parseCharge(charge: WrittenCharge, report: ReportInvalidCharge): Charge[] {
  const { code, basis, unitPrice, meterType, estimateMissingFromMonths, divideBy, deductedFrom } = charge;
  const { tariffs, appliesTo, apartments, billUnit } = charge;
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
  if (priced && billUnit)
    report('billUnit', 'not_allowed', `The charge ${code} has a price; billUnit goes with costFrom: "supplier_bill".`);
  if (priced) return [{ ...common, unitPrice, ...(deductedFrom && { deductedFrom }) }];
  if (basis === 'fixed') {
    const instead = 'to split a bill in equal parts use the basis equal';
    report('basis', 'price_needed', `The charge ${code} is fixed, so it needs unitPrice; ${instead}.`);
  }
  const unit = billUnit?.trim();
  return [{ ...common, costFrom: 'supplier_bill', ...(unit && { billUnit: unit }) }];
}

/** Meter settings are allowed only with the metered bases. */
function validateMeterFields(
  { code, basis, meterType, estimateMissingFromMonths, divideBy }: WrittenCharge,
  report: ReportInvalidCharge,
) {
  const metered = basis === 'meter' || basis === 'meter_remainder';
  if (metered && !meterType)
    report('meterType', 'required', `The charge ${code} goes by meters, so it needs meterType.`);
  const alone = (field: string, bases: string) =>
    report(field, 'not_allowed', `The charge ${code} has the basis ${basis}; ${field} goes with ${bases}.`);
  if (!metered && meterType) alone('meterType', 'meter and meter_remainder');
  if (!metered && estimateMissingFromMonths) alone('estimateMissingFromMonths', 'meter and meter_remainder');
  if (basis !== 'meter_remainder' && divideBy) alone('divideBy', 'meter_remainder');
}

/** Only a charge with a price can be deducted, from one that splits a bill, so deductions never form a cycle. */
function validateDeduction(charge: WrittenCharge, all: readonly WrittenCharge[], report: ReportInvalidCharge): void {
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
