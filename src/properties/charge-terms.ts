// Terms of a charge: its price and VAT rate from a day on, and the apartments that take part, with coefficient or
// share.
import type { Day } from '../platform/values/dates.ts';
import type { ReportInvalidCharge, WrittenCharge } from './model.ts';

/** Reports contradictions in the tariffs and apartments of a charge. */
export function validateChargeTerms(charge: WrittenCharge, report: ReportInvalidCharge): void {
  validateTariffs(charge, report);
  validateApartmentTerms(charge, report);
}

function validateTariffs({ code, tariffs, costFrom }: WrittenCharge, report: ReportInvalidCharge): void {
  const days = new Set<Day>();
  for (const [index, { from, unitPrice, vatRate }] of (tariffs ?? []).entries()) {
    const at = (field: string) => ['tariffs', index, field];
    if (days.has(from)) report(at('from'), 'duplicate', `The charge ${code} has two tariffs from ${from}.`);
    days.add(from);
    if (unitPrice === undefined && vatRate === undefined)
      report(at('unitPrice'), 'required', `The tariff of ${code} from ${from} names neither unitPrice nor vatRate.`);
    if (unitPrice !== undefined && costFrom === 'supplier_bill')
      report(at('unitPrice'), 'not_allowed', `The charge ${code} splits a bill, so only its vatRate can change.`);
  }
}

function validateApartmentTerms(
  { code, basis, apartments, appliesTo }: WrittenCharge,
  report: ReportInvalidCharge,
): void {
  const listed = apartments ?? [];
  if (listed.length === 0 && (appliesTo === 'listed' || basis === 'custom')) {
    const why = basis === 'custom' ? 'goes by shares of its own' : 'applies to listed apartments only';
    report('apartments', 'required', `The charge ${code} ${why}, so it needs apartments.`);
  }
  const ids = new Set<string>();
  for (const [index, { apartmentId, share }] of listed.entries()) {
    const at = (field: string) => ['apartments', index, field];
    if (ids.has(apartmentId))
      report(at('apartmentId'), 'duplicate', `The charge ${code} names an apartment twice: ${apartmentId}.`);
    ids.add(apartmentId);
    if (basis === 'custom' && share === undefined)
      report(at('share'), 'required', `The charge ${code} goes by shares of its own, so each apartment needs one.`);
    if (basis !== 'custom' && share !== undefined)
      report(at('share'), 'not_allowed', `The charge ${code} has the basis ${basis}; share goes with custom.`);
  }
}
