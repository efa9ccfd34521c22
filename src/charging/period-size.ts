// Checks before a period is calculated that its settings do not multiply to more positions than one may have.
import type { MeterUse } from '../metering/measure-meters.ts';
import { Invalid } from '../platform/errors.ts';
import type { Period } from '../platform/values/dates.ts';
import { countPrices, describeTooMany, maxPositions } from '../properties/billing-size.ts';
import type { Charge } from '../properties/model.ts';

/**
 * What multiplies: charges and their prices, apartments and their payers, and for charges by meters the meters of their
 * type.
 */
type PeriodSize = {
  readonly charges: readonly Charge[];
  readonly apartments: readonly unknown[];
  readonly payerDays?: ReadonlyMap<string, readonly Period[]>;
  readonly meters?: readonly Pick<MeterUse, 'type' | 'apartmentId'>[];
};

/** The positions that a period has at most. */
export function countPositions(
  { charges, apartments, payerDays = new Map(), meters = [] }: PeriodSize,
  period: Period,
): number {
  let invoices = apartments.length;
  for (const periods of payerDays.values()) invoices += Math.max(0, periods.length - 1);
  const ofApartments = meters.filter(({ apartmentId }) => apartmentId !== null);
  const metersOfType = Map.groupBy(ofApartments, ({ type }) => type);
  return charges.reduce((sum, charge) => {
    const measured = charge.basis === 'meter' && charge.meterType ? metersOfType.get(charge.meterType)?.length : 0;
    return sum + countPrices(charge, period) * Math.max(invoices, measured ?? 0);
  }, 0);
}

/** Throws Invalid, naming what multiplies, if a period would have more positions than one may have. */
export function requireCalculable(size: PeriodSize, period: Period): void {
  const positions = countPositions(size, period);
  if (positions <= maxPositions) return;
  const { charges, apartments, payerDays = new Map(), meters = [] } = size;
  const prices = charges.reduce((sum, charge) => sum + countPrices(charge, period), 0);
  const divided = payerDays.size > 0 ? `, ${payerDays.size} of them with several payers` : '';
  const counted = meters.length > 0 ? ` and ${meters.length} meters` : '';
  const message = `${charges.length} charges with ${prices} prices from ${period.periodStart} to ${period.periodEnd}, ${apartments.length} apartments${divided}${counted} make ${describeTooMany(positions)}`;
  throw new Invalid([{ in: 'body', field: 'periodEnd', code: 'too_many', message }]);
}
