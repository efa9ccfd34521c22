// How large a billing period may be: the positions that a building can have in it, which settings multiply without a
// limit of their own.
import type { Period } from '../platform/values/dates.ts';
import type { Charge } from './model.ts';

/** The most positions of a building in a period. Ten thousand apartments with a hundred charges have as many. */
export const maxPositions = 1_000_000;

/** A charge as far as it multiplies positions: each price that begins inside a period adds one for each apartment. */
type PricedOverTime = Pick<Charge, 'tariffs'>;

/** The prices of a charge in a period. */
export function countPrices({ tariffs = [] }: PricedOverTime, { periodStart, periodEnd }: Period): number {
  return tariffs.filter(({ from }) => from > periodStart && from <= periodEnd).length + 1;
}

/** The prices of all charges in the calendar month that has the most. */
function countPricesOfLargestMonth(charges: readonly PricedOverTime[]): number {
  const changes = new Map<string, number>();
  for (const { tariffs = [] } of charges)
    for (const { from } of tariffs) changes.set(from.slice(0, 7), (changes.get(from.slice(0, 7)) ?? 0) + 1);
  return charges.length + [...changes.values()].reduce((most, count) => Math.max(most, count), 0);
}

/** Why charges are too many for a building with so many apartments in some month; undefined if they are not. */
export function describeTooManyCharges(charges: readonly PricedOverTime[], apartments: number): string | undefined {
  const prices = countPricesOfLargestMonth(charges);
  if (prices * apartments <= maxPositions) return undefined;
  return `The charges have ${prices} prices in one month (tariffs included), and the building has ${apartments} apartments: ${describeTooMany(prices * apartments)}`;
}

/** The end of a message about so many positions. */
export function describeTooMany(positions: number): string {
  return `${positions} positions, more than the ${maxPositions} that a period may have. Use fewer charges, or fewer tariffs, or divide the building.`;
}
