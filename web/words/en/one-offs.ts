// English words of what single apartments are charged or credited once.
import { messagesIn } from '../../../src/platform/messages.ts';

const message = messagesIn('en');

export const oneOffs = {
  title: 'One-off charges and credits',
  lead: 'The apartment’s next invoice takes each, once. A credit that would make the invoice negative waits.',
  add: 'Add a one-off',
  waiting: 'Waiting for the next invoice',
  nothingWaits: 'No one-off waits for an invoice.',
  billed: 'On invoices',
  nothingBilled: 'No invoice has taken a one-off yet.',
  apartments: 'Apartments',
  apartmentsHint: 'Each of them gets the whole amount.',
  kind: 'What it is',
  charge: 'A charge',
  credit: 'A credit',
  description: 'Description',
  descriptionHint: 'The resident reads it on the invoice.',
  amount: 'Amount, without VAT',
  vatRate: 'VAT %',
  dueFrom: 'Due from',
  dueFromHint: 'No invoice of an earlier period takes it. Whoever had the apartment on this day pays.',
  invoice: 'Invoice',
  open: 'Open the invoice',
  save: message<{ count: number }>(
    '{count, plural, =0 {Add} =1 {Add} one {Add for # apartment} other {Add for # apartments}}',
  ),
  saved: message<{ count: number }>(
    '{count, plural, one {The item will be on the next invoice.} other {# items will be on the next invoices.}}',
  ),
  remove: 'Take back',
  removeLead: message<{ what: string }>('“{what}” will be on no invoice.'),
  removed: 'It is taken back.',
};
