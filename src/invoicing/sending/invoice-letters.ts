// Who gets an e-mail about an invoice, and the facts that every such e-mail contains. Pure.
import type { PaymentDetails } from '../../mail/letters/payment.ts';
import type { Scope } from '../../platform/db/scope.ts';
import { payLink } from './pay-link.ts';
import type { InvoiceReceiver, SendableInvoice } from './sending-queries.ts';

export type Addressee = InvoiceReceiver & { readonly email: string };

/** One e-mail per address, however many people share it. The first of them is named; any of them may sign in. */
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

/** Equal for addresses of the same mailbox, as far as this can be known from outside. */
export function addressKey(email: string): string {
  return email.toLowerCase();
}

/** Receivers by invoice. */
export function groupByInvoice(receivers: readonly InvoiceReceiver[]): ReadonlyMap<string, readonly InvoiceReceiver[]> {
  return Map.groupBy(receivers, (receiver) => receiver.invoiceId);
}

/** The facts of an e-mail about an invoice: the invoice, how to pay it, and the links for the recipient. */
export function letterFactsOf(
  scope: Pick<Scope, 'config' | 'caller' | 'now'>,
  { hasAccount, language }: Addressee,
  invoice: SendableInvoice,
): PaymentDetails & { building: string; apartment: string; number: string } {
  const { id, number, building, apartment, balance, currency, dueDate, payee, iban, reference } = invoice;
  return {
    ...{ number, building, apartment, toPay: balance, currency, dueDate, payee, iban, reference },
    ...(balance > 0 && { payLink: payLink(scope, id, language) }),
    ...(hasAccount && { link: `${scope.config.publicUrl}/console/invoices/${id}` }),
  };
}
