// English words of month-end, for bookkeeping.
import { messagesIn } from '../../../src/platform/values/messages.ts';

const message = messagesIn('en');

export const monthEnd = {
  title: 'Month-end report',
  lead: 'What the books of a building need for a month.',
  meaning: message<{ from: string; to: string }>(
    'A document belongs to its date: invoices issued and payments made from {from} to {to}, and balances at the end of {to}.',
  ),
  month: 'Month',
  notEnded: 'The month has not ended. The figures can still change.',
  unmatched: message<{ count: number; amount: string }>(
    '{count, plural, one {# payment} other {# payments}} of this month, {amount}, {count, plural, one {is} other {are}} not matched yet and in no building’s figures.',
  ),
  figures: {
    opening: 'Opening balance',
    invoiced: 'Invoiced',
    received: 'Received',
    refunded: 'Refunded',
    closing: 'Closing balance',
  },
  unassigned: {
    unmatched: message<{ count: number }>('{count, plural, one {Unmatched: # payment} other {Unmatched: # payments}}'),
    set_aside: message<{ count: number }>(
      '{count, plural, one {Set aside, not yours: # payment} other {Set aside, not yours: # payments}}',
    ),
    refund: message<{ count: number }>(
      '{count, plural, one {Paid back of it: # refund} other {Paid back of it: # refunds}}',
    ),
    returned: message<{ count: number }>(
      '{count, plural, one {Returned by the bank: # payment} other {Returned by the bank: # payments}}',
    ),
  },
  unassignedLead: 'Of the whole organization: with it, everything that the bank received is named here.',
  files: 'Files',
  file: 'File',
  lines: 'Documents',
  total: 'Total',
  download: 'Download',
  save: message<{ name: string; format: string }>('Download: {name}, {format}'),
  names: {
    ledger: 'Ledger',
    eInvoices: 'E-invoices',
    payments: 'Payments',
    unassigned: 'Money of no apartment',
    balances: 'Receivables',
  },
  leads: {
    ledger: 'Invoices line by line, with the general ledger account and VAT.',
    eInvoices: 'Sent and paid invoices for the bookkeeping program or the e-invoice operator.',
    payments: 'Payments and refunds, each with its payer and apartment.',
    unassigned: 'What is unmatched or set aside in the whole organization, and what was paid back of it.',
    balances: 'Opening balance, turnover and closing balance of each apartment.',
  },
  uncounted: message<{ count: number; amount: string }>(
    '{count, plural, one {# draft of this month, {amount}, is} other {# drafts of this month, {amount}, are}} in no figure until {count, plural, one {it is} other {they are}} sent.',
  ),
  drafts: message<{ count: number }>(
    '{count, plural, one {# draft credit note is} other {# draft credit notes are}} in the ledger, but not in the e-invoices.',
  ),
};
