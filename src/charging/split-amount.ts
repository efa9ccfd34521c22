// Splits an amount by weights with the largest-remainder rule; the parts always add up to it, to the cent.
import { formatDecimal } from '../platform/values/decimal.ts';
import type { Cents } from '../platform/values/money.ts';

/**
 * One part of a split amount. `remainderCent`: the cent that the rule added to the exact share cut to whole cents; -1
 * of a negative amount.
 */
type AmountShare = { readonly cents: Cents; readonly remainderCent: -1 | 0 | 1 };

/** All weights are zero, or there are none, so the amount cannot be split. */
export class NothingToSplitBy extends Error {
  override readonly name = 'NothingToSplitBy';
  constructor() {
    super('An amount cannot be split: every weight is zero.');
  }
}

/**
 * Splits `totalCents` in proportion to `weights`, in their order. Each exact share is cut to whole cents. The left-over
 * cents go, one each, to the largest cut-off fractions, and among equal ones to the first in the given order.
 *
 * - The parts add up to the total; each differs by less than a cent from its exact share; a larger weight never gets
 *   less.
 * - A weight of zero gets zero. A negative total gives the mirror image of the positive one.
 * - Only proportions count: weights times a constant give the same parts.
 *
 * Weights are non-negative whole numbers: scale decimals first. Throws NothingToSplitBy, or RangeError for a weight or
 * a total that is not exact.
 */
export function splitAmount(totalCents: Cents, weights: readonly bigint[] | readonly number[]): AmountShare[] {
  if (!Number.isSafeInteger(totalCents)) throw new RangeError(`${totalCents} is not a whole number of cents.`);
  const exact = weights.map(exactWeight);
  const whole = exact.reduce((sum, weight) => sum + weight, 0n);
  if (whole === 0n) throw new NothingToSplitBy();

  const total = BigInt(Math.abs(totalCents));
  const parts = exact.map((weight) => {
    const product = total * weight;
    const floor = product / whole;
    return { cents: Number(floor), extra: false, cutOff: product - floor * whole };
  });
  const left = Math.abs(totalCents) - parts.reduce((sum, part) => sum + part.cents, 0);
  // Sorting is stable, so equal fractions stay in the given order. Zero weights cut nothing off and are last: as the
  // fractions add up to `left` and each is below a cent, more than `left` of them are above zero, so none is reached.
  const byCutOff = parts.toSorted((a, b) => Number(b.cutOff - a.cutOff));
  for (const part of byCutOff.slice(0, left)) part.extra = true;

  return totalCents < 0
    ? parts.map(({ cents, extra }) => ({ cents: 0 - cents - Number(extra), remainderCent: extra ? -1 : 0 }))
    : parts.map(({ cents, extra }) => ({ cents: cents + Number(extra), remainderCent: extra ? 1 : 0 }));
}

/**
 * Divides a whole in proportion to weights, each part cut to whole units, so that the parts up to any of them are the
 * cut share of these together, and all of them add up to the whole. All to the first where the weights add up to zero.
 * Unlike splitAmount it takes negative weights, and a part may be a unit off.
 */
export function divideInTurn(whole: bigint, weights: readonly bigint[]): bigint[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0n);
  if (all === 0n) return weights.map((_, index) => (index === 0 ? whole : 0n));
  let [until, given] = [0n, 0n];
  return weights.map((weight) => {
    until += weight;
    const part = (whole * until) / all - given;
    given += part;
    return part;
  });
}

/**
 * An exact share as money with six decimals, for display: `17.123456`. Cut, not rounded, so that cutting it again after
 * two decimals gives the whole cents that `splitAmount` starts from.
 */
export function formatExactShare(totalCents: Cents, weight: bigint, whole: bigint): string {
  return formatDecimal({ units: (BigInt(totalCents) * 10_000n * weight) / whole, scale: 6 });
}

function exactWeight(weight: bigint | number): bigint {
  if (weight < 0 || (typeof weight === 'number' && !Number.isSafeInteger(weight))) {
    throw new RangeError(`${weight} is not a weight: weights are whole numbers from zero.`);
  }
  return BigInt(weight);
}
