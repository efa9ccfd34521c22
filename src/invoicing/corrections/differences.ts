// Differences: what an invoice's positions should come to, less what it and its corrections hold, charge by charge and rate by rate. Pure.
import { formatDecimal } from '../../platform/values/decimal.ts';
import { amountFromCents, type Cents, sumCents } from '../../platform/values/money.ts';
import type { Difference } from '../../charging/calculation.ts';
import { settle } from '../../charging/metered/consumption-difference.ts';
import type { NewPosition } from '../invoice-queries.ts';

/** What an invoice holds of a charge at one VAT rate, its corrections included. */
export type Held = {
  readonly invoiceId: string;
  readonly code: string;
  readonly description: string;
  readonly vatRate: string;
  readonly amount: Cents;
  readonly vatAmount: Cents;
};

/** What people gave back of it by credits, as positive amounts. */
export type CreditedPart = Pick<Held, 'code' | 'vatRate' | 'amount' | 'vatAmount'>;

/**
 * The positions that make up for the difference; none where there is none. What is due comes first, in its order. What people gave back by credits is not
 * given back again.
 */
export function differences(
  invoiceNumber: string,
  due: readonly NewPosition[],
  held: readonly Held[],
  credited: readonly CreditedPart[],
): NewPosition[] {
  const key = (one: Pick<Held, 'code' | 'vatRate'>) => `${one.code} ${one.vatRate}`;
  const wanted = Map.groupBy(due, key);
  const had = new Map(held.map((one) => [key(one), one]));
  const given = new Map(credited.map((one) => [key(one), one]));
  return [...new Set([...wanted.keys(), ...had.keys()])].flatMap((each): NewPosition[] => {
    const [lines, before] = [wanted.get(each) ?? [], had.get(each)];
    const like = lines[0] ?? before;
    if (like === undefined) return [];
    const [net, vat] = [sumCents(lines.map((one) => one.amount)), sumCents(lines.map((one) => one.vatAmount))];
    const back = given.get(each);
    const amount = settle({ due: net, billed: before?.amount ?? 0, credited: back?.amount ?? 0 });
    const vatAmount = settle({ due: vat, billed: before?.vatAmount ?? 0, credited: back?.vatAmount ?? 0 });
    if (amount === 0 && vatAmount === 0) return [];
    const isLimited = amount !== net - (before?.amount ?? 0);
    const text = formatDecimal({ units: BigInt(amount), scale: 2 });
    const calculation: Difference = {
      method: 'difference',
      unit: 'apartment',
      invoiceNumber,
      raw: text,
      before: amountFromCents(before?.amount ?? 0),
      after: amountFromCents((before?.amount ?? 0) + amount),
      ...(isLimited && { isLimited }),
    };
    const { code, description, vatRate } = like;
    return [
      { code, description, quantity: '1', unit: 'apartment', unitPrice: text, amount, vatRate, vatAmount, calculation },
    ];
  });
}
