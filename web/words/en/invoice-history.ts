// English words of supplier bills, history and credit notes.
import { messagesIn } from '../../../src/platform/values/messages.ts';

const message = messagesIn('en');

export const invoiceHistory = {
  bills: message<{ month: string }>('Supplier bills, {month}'),
  noBills: 'No charge of this building is based on a supplier bill.',
  closed: 'Invoices for this month have been sent, so its bills can no longer be changed.',
  history: 'History',
  actions: {
    generated: 'Created',
    sent: 'Sent',
    paid: 'Paid',
    payment_date_changed: 'Payment date changed',
    reference_changed: 'Reference changed',
    cancelled: 'Cancelled',
    credited: 'Credited',
    corrected: 'Corrected',
    payment_allocated: 'Payment matched',
    payment_undone: 'Payment unmatched',
    reopened: 'Reopened',
  },
  creditInvoice: 'Credit note',
  credit: 'Create credit note',
  creditLead:
    'A credit note is created as a draft and sent like an invoice. It is applied to the balance of this invoice first, then to other balances of the apartment.',
  creditWhole: 'Full remaining amount',
  creditLines: 'Selected line items',
  creditRemaining: message<{ amount: string }>('{amount} remaining'),
  creditGross: 'Total incl. VAT',
  corrects: 'Original invoice',
  credited: 'Credit note created.',
};
