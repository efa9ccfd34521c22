// English words of the exports for bookkeeping.
import { messagesIn } from '../../../src/platform/values/messages.ts';

const message = messagesIn('en');

export const exports = {
  title: 'Accounting exports',
  lead: 'Sent and paid invoices of a building.',
  month: 'Month',
  download: 'Download',
  save: message<{ name: string }>('Download: {name}'),
  names: { ledger: 'Invoice lines (CSV)', 'e-arve': 'E-invoices (e-arve 1.2)', ubl: 'E-invoices (UBL)' },
  leads: {
    ledger: 'Invoices for the month, one row per line item, with its general ledger account.',
    'e-arve': 'Invoices issued in the month in one file, as Estonian operators accept it.',
    ubl: 'Invoices issued in the month as EN 16931 files in a ZIP archive.',
  },
};
