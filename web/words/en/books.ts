// English words of the accountant's books.
import { messagesIn } from '../../../src/platform/messages.ts';

const message = messagesIn('en');

export const books = {
  title: 'Who owes what',
  lead: 'Open invoices by how long they have been due, and what is paid ahead.',
  building: 'Building',
  all: 'All buildings',
  apartment: 'Apartment',
  notDue: 'Not due yet',
  to30: '1–30 days',
  to60: '31–60 days',
  to90: '61–90 days',
  over90: 'Over 90 days',
  total: 'Total',
  credit: 'Paid ahead',
  together: 'All apartments together',
  nothingOpen: 'Nothing is open: every sent invoice is paid.',
  exportCsv: 'Download as CSV',
  statement: message<{ number: string }>('Account of apartment {number}'),
  from: 'From',
  to: 'To',
  opening: 'Balance at the beginning',
  closing: 'Balance at the end',
  day: 'Day',
  what: 'What',
  invoice: message<{ number: string }>('Invoice {number}'),
  payment: message<{ payer: string }>('Payment: {payer}'),
  paymentOfNobody: 'Payment',
  refund: message<{ note: string }>('Paid back: {note}'),
  refundWithoutNote: 'Paid back',
  billed: 'Billed',
  paid: 'Paid',
  balance: 'Balance',
  noEntries: 'Nothing was billed or paid in these days.',
  owes: 'Positive: the apartment owes. Negative: it has paid ahead.',
};
