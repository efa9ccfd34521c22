// English words of what happens around invoices: bills, history, credit.
import { messagesIn } from '../../../src/platform/messages.ts';

const message = messagesIn('en');

export const care = {
  bills: message<{ month: string }>('Suppliers’ bills, {month}'),
  noBills: 'No charge of this building splits a supplier’s bill.',
  closed: 'Invoices of this month were sent: its bills stay as they are.',
  history: 'History',
  actions: {
    generated: 'Made',
    sent: 'Sent',
    paid: 'Paid',
    payment_date_changed: 'Payment date changed',
    reference_changed: 'Reference changed',
    cancelled: 'Cancelled',
    credited: 'Credited',
    corrected: 'Corrected',
    payment_allocated: 'A payment found it',
    payment_undone: 'A payment was taken off it',
    reopened: 'Open again',
  },
  creditInvoice: 'Credit invoice',
  credit: 'Credit the invoice',
  creditLead:
    'A credit invoice is made as a draft, to be sent like others. It pays what is open of the invoice, then what else the apartment owes.',
  creditWhole: 'All that is left',
  creditPart: 'Single positions',
  creditLeft: message<{ amount: string }>('{amount} left'),
  creditAmount: 'To credit, without VAT',
  toCredit: 'Credit with VAT',
  corrects: 'Invoice that it corrects',
  credited: 'The credit invoice is made.',
};
