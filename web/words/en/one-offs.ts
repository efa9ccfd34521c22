// English words of one-off charges.
import { messagesIn } from '../../../src/platform/values/messages.ts';

const message = messagesIn('en');

export const oneOffs = {
  title: 'One-off charges and credits',
  lead: 'Each is added to the apartment’s next invoice. A credit that would make the invoice negative is carried over.',
  add: 'Add one-off item',
  pending: 'On the next invoice',
  nothingPending: 'No items for the next invoice.',
  invoiced: 'Invoiced',
  nothingInvoiced: 'No one-off items invoiced yet.',
  apartments: 'Apartments',
  apartmentsHint: 'Each apartment gets the full amount.',
  kind: 'Type',
  charge: 'Charge',
  credit: 'Credit',
  description: 'Description',
  descriptionHint: 'Shown on the invoice.',
  vatRate: 'VAT %',
  dueFrom: 'Charge date',
  dueFromHint: 'Not added to invoices of earlier periods. Paid by whoever has the apartment on this date.',
  invoice: 'Invoice',
  openInvoice: 'Open invoice',
  save: message<{ count: number }>(
    '{count, plural, =0 {Add} =1 {Add} one {Add for # apartment} other {Add for # apartments}}',
  ),
  saved: message<{ count: number }>(
    '{count, plural, one {The item will be on the next invoice.} other {# items will be on the next invoices.}}',
  ),
  remove: 'Delete',
  removeLead: message<{ what: string }>('“{what}” will not be invoiced.'),
  removed: 'Item deleted.',
};
