// English words of invoices and their generation.
import { messagesIn } from '../../../src/platform/values/messages.ts';

const message = messagesIn('en');

type CountedQuantity = { readonly count: number; readonly quantity: string };

export const calculation = { title: 'How it was calculated', vat: message<{ rate: string }>('VAT {rate}%') };

export const generate = {
  title: 'Generate invoices',
  lead: 'You get a preview before anything is created.',
  bills: 'Supplier bills of the month',
  billOf: message<{ name: string }>('Supplier bill: {name}'),
  billRecorded: message<{ amount: string }>('{amount} is recorded. Leave empty to use it.'),
  noBill: 'Not recorded yet.',
  preview: 'Preview',
  problems: 'Fix these first',
  result: 'Preview',
  drafts: 'New drafts',
  total: 'Total',
  skipped: 'Already created',
  failed: 'Failed',
  create: message<{ count: number }>('{count, plural, one {Create # draft} other {Create # drafts}}'),
  createLead: 'You can review and cancel drafts before they are sent.',
  created: message<{ count: number }>('{count, plural, one {# draft created.} other {# drafts created.}}'),
  bill: 'Supplier bill',
  allocated: 'Allocated',
  previous: 'Previous month',
  change: 'Change',
  outcomes: { created: 'New', skipped: 'Already created', failed: 'Failed' },
  codes: {
    nothing_to_charge: 'Nothing to charge',
    period_overlaps: 'Period overlaps another invoice',
    reading_missing: 'Reading missing',
  },
};

export const invoices = {
  title: 'Invoices',
  invoice: 'Invoice',
  generate: 'Generate invoices',
  none: 'No invoices found.',
  number: 'Number',
  status: 'Status',
  anyStatus: 'All statuses',
  building: 'Building',
  anyBuilding: 'All buildings',
  chooseBuilding: 'Choose a building',
  apartment: 'Apartment',
  anyApartment: 'All apartments',
  period: 'Period',
  issued: 'Issued',
  due: 'Due',
  amount: 'Amount',
  balance: 'Balance due',
  tooManyToSum: message<{ count: number }>('More than {count, number} invoices. Choose dates to see their sums.'),
  previousBalance: 'Previous balance',
  prepaid: 'Prepaid',
  totalDue: 'Total due',
  credit: 'Credit',
  paid: 'Paid',
  reference: 'Reference number',
  recipients: 'Recipients',
  noRecipients: 'No recipients',
  lineItems: 'Line items',
  net: 'Excl. VAT',
  vat: 'VAT',
  pdf: 'Open PDF',
  markPaid: 'Mark as paid',
  paidOn: 'Payment date',
  markedPaid: 'Invoice marked as paid.',
  cancel: 'Cancel invoice',
  cancelLead: message<{ number: string }>(
    'Invoice {number} no longer has to be paid. Amounts paid become a prepayment. This can’t be undone.',
  ),
  cancelDifference: 'The difference it settled is only invoiced again when you correct the period again.',
  cancelled: 'Invoice cancelled.',
  statuses: {
    credit: 'Credit',
    draft: 'Draft',
    sent: 'Sent',
    overdue: 'Overdue',
    paid: 'Paid',
    cancelled: 'Cancelled',
  },
  counts: {
    apartment: message<CountedQuantity>('{quantity} {count, plural, one {apartment} other {apartments}}'),
    share: message<CountedQuantity>('{quantity} {count, plural, one {share} other {shares}}'),
    person: message<CountedQuantity>('{quantity} {count, plural, one {person} other {people}}'),
  },
  units: { apartment: 'apt', m2: 'm²', share: 'share', person: 'pers.', m3: 'm³', kWh: 'kWh', MWh: 'MWh' },
};
