// English words of receivables and accounts.
import { messagesIn } from '../../../src/platform/values/messages.ts';

const message = messagesIn('en');

export const receivables = {
  title: 'Receivables',
  lead: 'Unpaid invoices by days overdue, and prepayments.',
  building: 'Building',
  allBuildings: 'All buildings',
  apartment: 'Apartment',
  columns: {
    notDue: 'Not due yet',
    to30: '1–30 days',
    to60: '31–60 days',
    to90: '61–90 days',
    over90: 'Over 90 days',
    total: 'Total',
    credit: 'Prepaid',
  },
  allApartments: 'All apartments',
  nothingOpen: 'All sent invoices are paid.',
  exportCsv: 'Export CSV',
  statement: message<{ number: string }>('Statement for apartment {number}'),
  from: 'From',
  to: 'To',
  opening: 'Opening balance',
  closing: 'Closing balance',
  date: 'Date',
  transaction: 'Transaction',
  invoice: message<{ number: string }>('Invoice {number}'),
  payment: message<{ payer: string }>('Payment: {payer}'),
  paymentWithoutPayer: 'Payment',
  refund: message<{ note: string }>('Refund: {note}'),
  refundWithoutNote: 'Refund',
  invoiced: 'Invoiced',
  received: 'Received',
  balance: 'Balance',
  noEntries: 'No transactions in this period.',
  balanceHint: 'A positive balance is owed; a negative one is prepaid.',
};
