// The data that both e-invoice formats need: whether a document can become an e-invoice, its lines and its taxes. Pure.

import type { Unit } from '../../platform/values/bases.ts';
import { formatAmount } from '../../platform/values/money.ts';
import { trimEndOf } from '../../platform/values/text.ts';
import type { InvoicePosition } from '../model.ts';
import { vatSummary } from '../vat-summary.ts';
import type { InvoiceDocument } from './invoice-document.ts';

/** Why a document cannot become an e-invoice, as a message for the user; undefined when it can. */
export function findMissingData({ sender, invoice }: InvoiceDocument): string | undefined {
  if (sender.registrationNumber === null)
    return 'The sender details have no registration number. Every e-invoice needs one.';
  if (sender.vatNumber === null && invoice.positions.some(({ vatRate }) => vatRate > 0))
    return 'The sender details have no VAT number. An e-invoice with VAT needs one.';
  if (invoice.status !== 'sent' && invoice.status !== 'paid')
    return `The invoice is ${invoice.status}. Only sent invoices can become e-invoices.`;
  return invoice.positions.length === 0 ? 'The invoice has no positions.' : undefined;
}

/** The number of the invoice that this one corrects; undefined if it corrects none. */
export function findCorrectedNumber({
  invoice: { correctsInvoiceId, positions },
}: InvoiceDocument): string | undefined {
  if (correctsInvoiceId === null) return undefined;
  for (const { calculation } of positions) if ('invoiceNumber' in calculation) return calculation.invoiceNumber;
  return undefined;
}

/**
 * A line as the buyer's software adds it up: quantity × price equals the amount to less than a cent, and no price is
 * negative.
 */
export type EInvoiceLine = {
  readonly position: InvoicePosition;
  readonly quantity: string;
  readonly unit: Unit;
  readonly price: string;
};

/**
 * The lines of a document. Where quantity × price does not equal the amount (parts of a bill, prices for some days),
 * the line is one piece at that amount, because receivers check the product. Its text states the share.
 */
export function buildEInvoiceLines({ invoice }: InvoiceDocument): EInvoiceLine[] {
  return invoice.positions.map((position) => {
    const { quantity, unit, unitPrice, amount } = position;
    const sign = amount < 0 ? -1 : 1;
    const price = Math.abs(unitPrice);
    const exact = Math.abs(Math.abs(quantity) * price * 100 - Math.abs(amount)) < 1 && quantity !== 0;
    return exact
      ? { position, quantity: formatNumber(sign * Math.abs(quantity)), unit, price: formatNumber(price) }
      : { position, quantity: String(sign), unit: 'apartment', price: formatAmount(Math.abs(amount)) };
  });
}

/** The quantity of a line in words; for a share in a bill, how much of it. */
export function describeQuantity({ position, unit }: EInvoiceLine): string | undefined {
  return unit === position.unit ? undefined : `${formatNumber(position.quantity)} ${position.unit}`;
}

/** Net, VAT and gross totals, and the VAT of each rate. */
export function calculateEInvoiceTotals({ invoice }: InvoiceDocument) {
  const rates = vatSummary(invoice.positions);
  const net = rates.reduce((sum, item) => sum + item.net, 0);
  const vat = rates.reduce((sum, item) => sum + item.vat, 0);
  return { rates, net, vat, gross: net + vat };
}

/** A number without exponent and trailing zeros. */
function formatNumber(value: number): string {
  return trimEndOf(trimEndOf(value.toFixed(6), '0'), '.');
}
