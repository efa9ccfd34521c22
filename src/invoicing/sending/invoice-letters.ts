// Who gets a letter about an invoice, and what every such letter says of it. Pure.
import type { PaymentDetails } from '../../mail/letters/payment.ts';
import type { Config } from '../../platform/config/config.ts';
import type { InvoiceReceiver, SendableInvoice } from './sending-queries.ts';

export type Addressee = InvoiceReceiver & { readonly email: string };

/** One letter for each address, however many people share it; the first of them is named, and any of them may sign in. */
export function uniqueAddressees(receivers: readonly InvoiceReceiver[]): Addressee[] {
  const byAddress = new Map<string, Addressee>();
  for (const receiver of receivers) {
    const { email } = receiver;
    if (email === null) continue;
    const first = byAddress.get(addressKey(email)) ?? { ...receiver, email };
    byAddress.set(addressKey(email), { ...first, hasAccount: first.hasAccount || receiver.hasAccount });
  }
  return [...byAddress.values()];
}

/** What makes two addresses the same mailbox, as far as anybody outside can tell. */
export function addressKey(email: string): string {
  return email.toLowerCase();
}

/** Receivers by the invoice that they are to receive. */
export function groupByInvoice(receivers: readonly InvoiceReceiver[]): ReadonlyMap<string, readonly InvoiceReceiver[]> {
  return Map.groupBy(receivers, (receiver) => receiver.invoiceId);
}

/** What a letter says of an invoice, of how it is paid, and of where its addressee sees it. */
export function letterFactsOf(
  { publicUrl }: Config,
  { hasAccount }: Addressee,
  invoice: SendableInvoice,
): PaymentDetails & { building: string; apartment: string; number: string } {
  const { id, number, building, apartment, balance, currency, dueDate, payee, iban, reference } = invoice;
  const facts = { number, building, apartment, toPay: balance, currency, dueDate, payee, iban, reference };
  return hasAccount ? { ...facts, link: `${publicUrl}/console/invoices/${id}` } : facts;
}
