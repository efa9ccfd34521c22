// English words of paper invoices.
import { messagesIn } from '../../../src/platform/values/messages.ts';

const message = messagesIn('en');

export const paperInvoices = {
  title: 'Print',
  pageTitle: 'Paper invoices',
  lead: 'Invoices that reach nobody by e-mail. Print and deliver them, then mark them as delivered.',
  none: 'No paper invoices to deliver.',
  recipient: 'Recipient',
  reason: 'Reason',
  reasons: { nobody_receives: 'No recipients', no_address: 'No e-mail address', failed: 'E-mail failed' },
  print: 'PDF',
  printOf: message<{ number: string }>('PDF of {number}'),
  printAll: message<{ count: number }>('{count, plural, =1 {Print} one {Print all #} other {Print all #}}'),
  printPart: message<{ part: number; parts: number }>('Print {part} of {parts}'),
  markDelivered: 'Mark as delivered',
  markInvoiceDelivered: message<{ number: string }>('Mark as delivered: {number}'),
  markAllDelivered: message<{ count: number }>(
    '{count, plural, =1 {Mark as delivered} one {Mark all # as delivered} other {Mark all # as delivered}}',
  ),
  markDeliveredLead: 'Delivered invoices count as sent. This can’t be undone.',
  delivered: message<{ count: number }>(
    '{count, plural, one {# invoice marked as delivered.} other {# invoices marked as delivered.}}',
  ),
  progress: 'Marking as delivered',
};
