// English words of periods: which are closed, and correcting one.
import { messagesIn } from '../../../src/platform/messages.ts';

const message = messagesIn('en');

export const periods = {
  title: 'Periods',
  lead: 'A period is closed as soon as one of its invoices is sent or paid, and open again only when none is. What comes later is brought in by a correction.',
  none: 'Nothing was invoiced in this building yet.',
  period: 'Period',
  state: 'State',
  open: 'Open',
  closed: 'Closed',
  invoices: 'Invoices',
  drafts: message<{ count: number }>('{count, plural, one {# draft} other {# drafts}}'),
  corrections: 'Corrections and credits',
  amount: 'Invoiced',
  unpaid: 'Still to pay',
  bills: 'Suppliers’ bills',
  correct: 'Correct',
  correctOf: message<{ period: string }>('Correct {period}'),
  correctPeriod: 'Correct the period',
  correctLead:
    'The period is reckoned anew with the charges, apartments and bills as they are now. Each apartment gets a further invoice or a credit for what differs; what was sent stays as it is.',
  noPeriod: 'Choose the period in the list of periods.',
  late: 'What came late',
  lateLead:
    'Suppliers’ bills and credit notes (with a minus) that the period lacks. Without any, only what has changed in the building counts.',
  addBill: 'Add a bill',
  charge: 'Charge',
  net: 'Net amount',
  supplier: 'Supplier',
  number: 'Number of the bill',
  date: 'Day of the bill',
  removeBill: message<{ name: string }>('Remove the bill: {name}'),
  look: 'See what would come of it',
  result: 'What would come of it',
  nothing: 'Nothing differs: every invoice is as it should be.',
  corrected: 'Corrected',
  created: 'New invoices',
  unchanged: 'As they are',
  failed: 'Not possible',
  sum: 'In all',
  difference: 'Difference, with VAT',
  why: 'Because of',
  of: 'Corrects',
  first: 'first invoice',
  make: message<{ count: number }>('{count, plural, one {Make # correction} other {Make # corrections}}'),
  makeLead:
    'The further invoices are drafts, to be sent like others. What is given back is credit of the apartment at once.',
  made: message<{ count: number }>('{count, plural, one {# correction was made.} other {# corrections were made.}}'),
};
