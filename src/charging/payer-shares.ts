// Payer shares: divides the positions of an apartment that changed hands inside a period over its payers. Their parts
// add up to the whole, to the cent.
import { billedScale } from '../metering/measure-meters.ts';
import { daysInclusive, type Period } from '../platform/values/dates.ts';
import { formatDecimal, parseDecimal, percentOf, quotient, unitsAt } from '../platform/values/decimal.ts';
import { amountFromCents, type Cents } from '../platform/values/money.ts';
import type { ChargeCalculation, PayerShare } from './calculation.ts';
import { isDivided } from './charge-bases.ts';
import { basisValueAt, type ChargeLine } from './charge-lines.ts';
import { billedUnitsText } from './metered/consumption-segments.ts';
import type { Position } from './model.ts';
import { splitByPayer } from './payer-days.ts';
import { divideInTurn, formatExactShare, splitAmount } from './split-amount.ts';

/**
 * A position of the whole period, the payers' days, which cover the period, and each payer's weight where a bill is
 * divided by consumption.
 */
type PayerSplit = {
  readonly whole: Position<ChargeCalculation>;
  readonly payerDays: readonly Period[];
  readonly weights: readonly bigint[] | undefined;
};

/**
 * Divides one position over payers: by consumption on their days where the bill is divided by consumption, otherwise by
 * days. Undefined for a payer without any of its days; amounts for days before the period go to the first payer. VAT is
 * cumulative: the VAT due up to the end of a payer's days, less the VAT up to their beginning.
 */
export function splitPosition(
  line: ChargeLine,
  index: number,
  { whole, payerDays, weights: counted }: PayerSplit,
): (Position<ChargeCalculation> | undefined)[] {
  const daysOfPayers = splitByPayer(line.part, payerDays);
  const { weights, isCounted } = weighPayers(line, payerDays, daysOfPayers, counted);
  const all = weights.reduce((sum, weight) => sum + weight, 0n);
  const cents = splitAmount(whole.amount, weights);
  const vats = runningVat(
    cents.map((cent) => cent.cents),
    { line, whole: whole.vatAmount, last: daysOfPayers.findLastIndex((days) => days !== undefined) },
  );
  const quantities = whole.billed?.map(({ quantity }) => splitQuantity(quantity, weights));
  return payerDays.map((_, payer): Position<ChargeCalculation> | undefined => {
    const [days, weight = 0n, amount] = [daysOfPayers[payer], weights[payer], cents[payer]];
    if (days === undefined || amount === undefined) return undefined;
    const share: PayerShare = {
      whole: amountFromCents(whole.amount),
      from: days.periodStart,
      to: days.periodEnd,
      ...(isCounted
        ? { by: 'readings', part: billedUnitsText(weight), of: billedUnitsText(all) }
        : { by: 'days', part: String(daysInclusive(days)), of: String(line.part.days) }),
      raw: formatExactShare(whole.amount, weight, all),
      wholeCents: amountFromCents(amount.cents - amount.remainderCent),
      remainderCent: amount.remainderCent,
    };
    const shared = { amount: amount.cents, vatAmount: vats[payer] ?? 0 };
    const billed = whole.billed?.map((row, index) => ({
      ...row,
      ...shared,
      quantity: quantities?.[index]?.[payer] ?? '0',
    }));
    const basisPart = isDivided(line.charge)
      ? { part: weight, of: all }
      : { part: BigInt(daysInclusive(days)), of: BigInt(line.part.of) };
    return {
      ...whole,
      ...(billed && { billed }),
      quantity: shareOfBasisValue(line, index, basisPart),
      ...shared,
      calculation: { ...whole.calculation, share },
    };
  });
}

/**
 * The payers' weights in a position: what was counted on their days if anything was (`isCounted`), otherwise their
 * days. Where price or VAT rate change inside a payer's days, what was counted on them is divided by days.
 */
function weighPayers(
  { part }: ChargeLine,
  payerDays: readonly Period[],
  daysOfPayers: readonly (Period | undefined)[],
  counted: readonly bigint[] | undefined,
): { readonly weights: readonly bigint[]; readonly isCounted: boolean } {
  const byDays = daysOfPayers.map((days) => (days ? BigInt(daysInclusive(days)) : 0n));
  const isBeforePeriod = part.periodEnd < (payerDays[0]?.periodStart ?? '');
  const byCount = byDays.map((dayCount, payer) => {
    const all = payerDays[payer];
    if (isBeforePeriod || counted === undefined || all === undefined) return 0n;
    return ((counted[payer] ?? 0n) * dayCount) / BigInt(daysInclusive(all));
  });
  const isCounted = byCount.some((weight) => weight > 0n);
  return { weights: isCounted ? byCount : byDays, isCounted };
}

/** Cumulative VAT, so that the parts add up to the whole. */
function runningVat(
  amounts: readonly Cents[],
  { line: { part }, whole, last }: { readonly line: ChargeLine; readonly whole: Cents; readonly last: number },
): Cents[] {
  let [netSoFar, vatSoFar] = [0, 0];
  return amounts.map((cents, payer) => {
    netSoFar += cents;
    const vatUntil = payer >= last ? whole : percentOf(netSoFar, part.vatRate);
    const vat = vatUntil - vatSoFar;
    vatSoFar = vatUntil;
    return vat;
  });
}

function shareOfBasisValue(
  { figures }: ChargeLine,
  index: number,
  { part, of }: { readonly part: bigint; readonly of: bigint },
): string {
  const { units, scale } = basisValueAt(figures, index);
  return formatDecimal(quotient({ units: units * part, scale }, { units: of, scale: 0 }, 6));
}

/** A quantity of a remainder divided over the payers; the parts add up to it. */
function splitQuantity(quantity: string, weights: readonly bigint[]): string[] {
  const whole = parseDecimal(quantity, { decimals: billedScale, min: -1e12, max: 1e12 }) ?? { units: 0n, scale: 0 };
  return divideInTurn(unitsAt(whole, billedScale), weights).map(billedUnitsText);
}
