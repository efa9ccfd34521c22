// Differences by charge and VAT rate: the amounts an invoice should have, less what it and its corrections hold. Pure.

import type { DifferenceCalculation } from '../../charging/calculation.ts';
import { calculateSettlement } from '../../charging/metered/segments.ts';
import { formatDecimal } from '../../platform/values/decimal.ts';
import { amountFromCents, sumCents } from '../../platform/values/money.ts';
import type { NewPosition } from '../invoice-queries.ts';
import type { InvoicedAmount } from '../model.ts';

/** Amounts of manual credits, as positive amounts. */
export type CreditedAmount = Pick<InvoicedAmount, 'code' | 'vatRate' | 'amount' | 'vatAmount'>;

/**
 * The positions that cover the difference; none if there is none. Charges that are due come first, in their order. What manual credits already gave
 * back is not credited again.
 */
export function calculateDifferences(
  invoiceNumber: string,
  due: readonly NewPosition[],
  invoiced: readonly InvoicedAmount[],
  credited: readonly CreditedAmount[],
): NewPosition[] {
  const key = (item: Pick<InvoicedAmount, 'code' | 'vatRate'>) => `${item.code} ${item.vatRate}`;
  const dueByKey = Map.groupBy(due, key);
  const invoicedByKey = new Map(invoiced.map((invoicedAmount) => [key(invoicedAmount), invoicedAmount]));
  const creditedByKey = new Map(credited.map((creditedAmount) => [key(creditedAmount), creditedAmount]));
  return [...new Set([...dueByKey.keys(), ...invoicedByKey.keys()])].flatMap((each): NewPosition[] => {
    const [lines, before] = [dueByKey.get(each) ?? [], invoicedByKey.get(each)];
    const sample = lines[0] ?? before;
    if (sample === undefined) return [];
    const [net, vat] = [sumCents(lines.map((line) => line.amount)), sumCents(lines.map((line) => line.vatAmount))];
    const creditedPart = creditedByKey.get(each);
    const amount = calculateSettlement({ due: net, billed: before?.amount ?? 0, credited: creditedPart?.amount ?? 0 });
    const vatAmount = calculateSettlement({
      due: vat,
      billed: before?.vatAmount ?? 0,
      credited: creditedPart?.vatAmount ?? 0,
    });
    if (amount === 0 && vatAmount === 0) return [];
    const isLimited = amount !== net - (before?.amount ?? 0);
    const text = formatDecimal({ units: BigInt(amount), scale: 2 });
    const calculation: DifferenceCalculation = {
      method: 'difference',
      unit: 'apartment',
      invoiceNumber,
      raw: text,
      before: amountFromCents(before?.amount ?? 0),
      after: amountFromCents((before?.amount ?? 0) + amount),
      ...(isLimited && { isLimited }),
    };
    const { code, description, vatRate } = sample;
    return [
      { code, description, quantity: '1', unit: 'apartment', unitPrice: text, amount, vatRate, vatAmount, calculation },
    ];
  });
}
