// Why a charge costs more than in another period: the factors of its calculation that have risen since. Pure, exact.
import type { AnyCalculation, MeterRemainder } from '../charging/calculation.ts';
import { meterUnits } from '../platform/values/bases.ts';
import { type Decimal, decimalToNumber, parseDecimal } from '../platform/values/decimal.ts';

/**
 * What an amount is a product of. At a price: what was used, or another quantity, and the price. Of a supplier bill:
 * the quantity on it and its price, or else the bill or what other charges leave of it, and the apartment's share. Of a
 * remainder: what the main meters counted beyond the apartments', its price, and the share.
 */
type ChargeFactor =
  | 'consumption'
  | 'quantity'
  | 'price'
  | 'bill_quantity'
  | 'bill_price'
  | 'bill'
  | 'bill_rest'
  | 'remainder'
  | 'share';

/** A factor in both periods, net. `unit`: of a quantity, or what a price is for; null where it has none. */
export type RisenFactor = {
  readonly factor: ChargeFactor;
  readonly before: number;
  readonly now: number;
  readonly unit: string | null;
};

type Factor = Pick<RisenFactor, 'factor' | 'unit'> & { readonly value: Decimal; readonly over: Decimal };
type Product = readonly (readonly [ChargeFactor, string | null, value: string | number, over: string])[];

const anyDecimal = { decimals: 15, min: 0, max: 10 ** 14 };

/**
 * The factors of a charge that have risen: with those that have not, they are all of the difference. None where the two
 * calculations cannot be compared so: of parts of a period, of several prices, by another method or in another unit.
 * Less than a hundredth of the largest rise is no reason.
 */
export function findRisenFactors(before: AnyCalculation, now: AnyCalculation): RisenFactor[] {
  const [earlier, later] = [factorsOf(before), factorsOf(now)].map((ways) =>
    ways.map((factors) => ({ factors, kind: factors.map(({ factor, unit }) => `${factor} ${unit}`).join() })),
  );
  for (const { factors, kind } of later ?? []) {
    const same = earlier?.find((way) => way.kind === kind)?.factors;
    if (same === undefined) continue;
    const risen = factors.flatMap((factor, index) => risenSince(same[index] as Factor, factor));
    const most = Math.max(...risen.map(relativeRise));
    return risen.filter((factor) => relativeRise(factor) >= most / 100);
  }
  return [];
}

const relativeRise = ({ before, now }: RisenFactor) => now / before - 1;

function risenSince(before: Factor, now: Factor): RisenFactor[] {
  const { factor, unit } = now;
  if (compare(before, now) >= 0n) return [];
  // A bill is in whole cents: a price that makes the same bill has not risen.
  if (factor === 'bill_price' && (numberOf(now) - numberOf(before)) * decimalToNumber(now.over) < 0.015) return [];
  return [{ factor, unit, before: numberOf(before), now: numberOf(now) }];
}

/** The ways to write a calculation as a product, the more detailed first. */
function factorsOf(calculation: AnyCalculation): Factor[][] {
  return productsOf(calculation).flatMap(positiveFactors);
}

function productsOf(calculation: AnyCalculation): Product[] {
  const { method } = calculation;
  if (method === 'unit_price' && calculation.tariff === undefined && calculation.share === undefined) {
    const { quantity, unit, unitPrice } = calculation;
    const isUsed = meterUnits.some((metered) => metered === unit);
    return [
      [
        [isUsed ? 'consumption' : 'quantity', unit, quantity, '1'],
        ['price', unit, unitPrice, '1'],
      ],
    ];
  }
  if (method !== 'split' || calculation.tariff !== undefined || calculation.share !== undefined) return [];
  const { bill, divided = bill, billQuantity, billUnit, unit, numerator, denominator, remainder } = calculation;
  const share = ['share', null, numerator, denominator] as const;
  if (remainder !== undefined) return remainderProducts(remainder, share);
  const rest: Product = [['bill_rest', null, divided, '1'], share];
  if (divided !== bill) return [rest];
  const whole: Product = [['bill', null, bill, '1'], share];
  if (billQuantity === undefined) return [whole, rest];
  const counted = billUnit ?? meterUnits.find((metered) => metered === unit) ?? null;
  return [
    [['bill_quantity', counted, billQuantity, '1'], ['bill_price', counted, bill, billQuantity], share],
    whole,
    rest,
  ];
}

/** Of days that were billed before, only a difference is divided: no product. */
function remainderProducts({ quantity, unit, unitPrice, before }: MeterRemainder, share: Product[number]): Product[] {
  if (before !== undefined) return [];
  return [[['remainder', unit, quantity, '1'], ['price', unit, unitPrice, '1'], share]];
}

/** The factors, unless one of them is no positive number. */
function positiveFactors(product: Product): Factor[][] {
  const all = product.flatMap(([factor, unit, value, over]): Factor[] => {
    const [exact, divisor] = [parseDecimal(value, anyDecimal), parseDecimal(over, anyDecimal)];
    const isPositive = exact && divisor && exact.units > 0n && divisor.units > 0n;
    return isPositive ? [{ factor, unit, value: exact, over: divisor }] : [];
  });
  return all.length === product.length ? [all] : [];
}

/** Less than zero where the first is the smaller one. */
function compare(a: Factor, b: Factor): bigint {
  const [left, right] = [
    { units: a.value.units * b.over.units, scale: a.value.scale + b.over.scale },
    { units: b.value.units * a.over.units, scale: b.value.scale + a.over.scale },
  ];
  return left.units * 10n ** BigInt(right.scale) - right.units * 10n ** BigInt(left.scale);
}

function numberOf({ value, over }: Factor): number {
  return decimalToNumber(value) / decimalToNumber(over);
}
