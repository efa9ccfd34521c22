// VAT by rate: the totals of an invoice's positions. Pure.
import type { Cents } from '../platform/values/money.ts';
import type { InvoicePosition } from './model.ts';

/** Net and VAT of each rate, highest rate first. The VAT is the sum of the positions' VAT, each rounded on its own. */
export function vatSummary(
  positions: readonly InvoicePosition[],
): { readonly rate: number; readonly net: Cents; readonly vat: Cents }[] {
  const byRate = Map.groupBy(positions, ({ vatRate }) => vatRate);
  return [...byRate]
    .map(([rate, positionsAtRate]) => ({
      rate,
      net: positionsAtRate.reduce((sum, position) => sum + position.amount, 0),
      vat: positionsAtRate.reduce((sum, position) => sum + position.vatAmount, 0),
    }))
    .sort((a, b) => b.rate - a.rate);
}
