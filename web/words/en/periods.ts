// English words of periods: which are closed, and correcting one.
import { messagesIn } from '../../../src/platform/values/messages.ts';

const message = messagesIn('en');

export const periods = {
  title: 'Periods',
  lead: 'A period closes when one of its invoices is sent or paid. Later changes are made with a correction.',
  none: 'No invoices in this building yet.',
  period: 'Period',
  status: 'Status',
  open: 'Open',
  closed: 'Closed',
  invoices: 'Invoices',
  drafts: message<{ count: number }>('{count, plural, one {# draft} other {# drafts}}'),
  corrections: 'Corrections and credit notes',
  invoiced: 'Invoiced',
  balanceDue: 'Balance due',
  bills: 'Supplier bills',
  correct: 'Correct',
  correctOf: message<{ period: string }>('Correction: {period}'),
  correctPeriod: 'Correct period',
  correctLead:
    'The period is recalculated with the current charges, apartments and bills. Each apartment gets an additional invoice or a credit for the difference. Sent invoices do not change.',
  noPeriod: 'Choose a period from the list.',
  lateBills: 'Late bills',
  lateBillsLead:
    'Supplier bills and credit notes (negative) missing from the period. If you add none, only changes to the building’s data are corrected.',
  addBill: 'Add bill',
  charge: 'Charge',
  net: 'Amount excl. VAT',
  supplier: 'Supplier',
  number: 'Bill number',
  date: 'Bill date',
  removeBill: message<{ name: string }>('Remove bill: {name}'),
  preview: 'Preview',
  result: 'Preview',
  nothing: 'No differences found.',
  corrected: 'Corrections',
  created: 'New invoices',
  unchanged: 'Unchanged',
  failed: 'Failed',
  total: 'Total',
  difference: 'Difference incl. VAT',
  changes: 'Changes',
  corrects: 'Corrects',
  newInvoice: 'new invoice',
  create: message<{ count: number }>('{count, plural, one {Create # correction} other {Create # corrections}}'),
  createLead: 'Additional invoices are created as drafts. Credits are applied at once.',
  correctionsCreated: message<{ count: number }>(
    '{count, plural, one {# correction created.} other {# corrections created.}}',
  ),
};
