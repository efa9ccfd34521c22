// English words of files for bookkeeping.
import { messagesIn } from '../../../src/platform/messages.ts';

const message = messagesIn('en');

export const exports = {
  title: 'Files for bookkeeping',
  lead: 'Of the sent and paid invoices of a building.',
  month: 'Month',
  download: 'Download',
  save: message<{ name: string }>('Download: {name}'),
  names: { ledger: 'Lines of invoices (CSV)', 'e-arve': 'E-invoices (e-arve 1.2)', ubl: 'E-invoices (UBL)' },
  leads: {
    ledger: 'Invoices for the month, a line for each position, with the account of its charge.',
    'e-arve': 'Invoices issued in the month, all in one file, as Estonian operators take it.',
    ubl: 'Invoices issued in the month by EN 16931, one file each, in a ZIP.',
  },
};
