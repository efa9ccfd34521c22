// Who gets a letter about an invoice, and what every such letter says of it. Pure.
import type { Payment } from '../../mail/letters/payment.ts';
import type { Receiver, SendableInvoice } from './queries.ts';

export type Addressee = Receiver & { readonly email: string };

/** One letter for each address, however many people share it; the first of them is named. */
export function addressees(receivers: readonly Receiver[]): Addressee[] {
  const byAddress = new Map<string, Addressee>();
  for (const receiver of receivers) {
    const { email } = receiver;
    if (email !== null && !byAddress.has(addressKey(email))) byAddress.set(addressKey(email), { ...receiver, email });
  }
  return [...byAddress.values()];
}

/** What makes two addresses the same mailbox, as far as anybody outside can tell. */
export function addressKey(email: string): string {
  return email.toLowerCase();
}

/** Receivers by the invoice that they are to receive. */
export function byInvoice(receivers: readonly Receiver[]): ReadonlyMap<string, readonly Receiver[]> {
  return Map.groupBy(receivers, (receiver) => receiver.invoiceId);
}

/** What a letter says of an invoice, and of how it is paid. */
export function factsOf(invoice: SendableInvoice): Payment & { building: string; apartment: string; number: string } {
  const { number, building, apartment, balance, currency, dueDate, payee, iban, reference } = invoice;
  return { number, building, apartment, toPay: balance, currency, dueDate, payee, iban, reference };
}
