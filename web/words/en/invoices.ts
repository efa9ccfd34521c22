// English words of invoices and of making them.
import { messagesIn } from '../../../src/platform/messages.ts';

const message = messagesIn('en');

export const computed = { title: 'How it was computed', vat: message<{ rate: string }>('VAT {rate} %') };

export const generate = {
  title: 'Make a month of invoices',
  lead: 'Nothing is made before you have seen what would come of it.',
  what: 'What is invoiced',
  billOf: message<{ name: string }>('Bill: {name}'),
  billRecorded: message<{ amount: string }>('{amount} is recorded. Leave it empty to use that.'),
  noBill: 'Nothing is recorded yet. Without VAT.',
  look: 'See what would come of it',
  problems: 'This has to be put right first',
  result: 'What would come of it',
  drafts: 'New drafts',
  sum: 'Sum',
  skipped: 'Made before',
  failed: 'Not possible',
  warnings: message<{ count: number }>(
    '{count, plural, one {# thing is worth a look} other {# things are worth a look}}',
  ),
  make: message<{ count: number }>('{count, plural, one {Make # draft} other {Make # drafts}}'),
  makeLead: 'The drafts can be looked at, and cancelled, before they are sent to anybody.',
  made: message<{ count: number }>('{count, plural, one {# draft was made.} other {# drafts were made.}}'),
  bill: 'Bill',
  allocated: 'Divided',
  before: 'Month before',
  change: 'Change',
  outcomes: { created: 'New', skipped: 'Made before', failed: 'Not possible' },
  codes: {
    nothing_to_charge: 'Nothing to charge',
    period_overlaps: 'The period overlaps another invoice',
    reading_missing: 'A reading is missing',
  },
};

export const invoices = {
  title: 'Invoices',
  invoice: 'Invoice',
  generate: 'Make a month',
  none: 'There are no invoices here.',
  number: 'Number',
  status: 'Status',
  anyStatus: 'Any status',
  building: 'Building',
  anyBuilding: 'All buildings',
  apartment: 'Apartment',
  anyApartment: 'All apartments',
  period: 'Period',
  issued: 'Issued',
  due: 'Due',
  amount: 'Amount',
  balance: 'Still to pay',
  owedBefore: 'Owed from before',
  paidAhead: 'Paid ahead',
  toPayInAll: 'To pay in all',
  paid: 'Paid',
  reference: 'Reference',
  recipients: 'Recipients',
  noRecipients: 'Nobody receives it',
  positions: 'Positions',
  net: 'Without VAT',
  vat: 'VAT',
  pdf: 'Open the PDF',
  markPaid: 'Mark as paid',
  paidOn: 'Paid on',
  markedPaid: 'The invoice is marked as paid.',
  cancel: 'Cancel the invoice',
  cancelLead: message<{ number: string }>(
    'Invoice {number} will not have to be paid. What was paid of it becomes credit. It cannot be taken back.',
  ),
  cancelDifference: 'What it made up for is billed again only when the period is corrected once more.',
  cancelled: 'The invoice is cancelled.',
  statuses: { draft: 'Draft', sent: 'Sent', overdue: 'Overdue', paid: 'Paid', cancelled: 'Cancelled' },
  units: { apartment: 'apt', m2: 'm²', share: 'share', person: 'pers.', m3: 'm³', kWh: 'kWh', MWh: 'MWh' },
};
