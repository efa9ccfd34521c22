// English words of invoices that go out on paper.
import { messagesIn } from '../../../src/platform/messages.ts';

const message = messagesIn('en');

export const paper = {
  title: 'On paper',
  pageTitle: 'Invoices on paper',
  lead: 'Invoices that e-mail takes to nobody. Print them, put them into the letter boxes, and note that they were handed over: then they are sent.',
  none: 'No invoice waits to be handed over on paper.',
  for: 'For',
  why: 'Why on paper',
  reasons: {
    nobody_receives: 'Nobody receives invoices there',
    no_address: 'No e-mail address',
    failed: 'The e-mail failed',
  },
  print: 'PDF',
  printOf: message<{ number: string }>('PDF of {number}'),
  printAll: message<{ count: number }>('{count, plural, =1 {Print} one {Print all #} other {Print all #}}'),
  printPart: message<{ from: number; to: number }>('Print {from}–{to}'),
  handOver: 'Handed over',
  handOverOf: message<{ number: string }>('Handed over: {number}'),
  handOverAll: message<{ count: number }>(
    '{count, plural, =1 {Mark as delivered} one {Mark all # as delivered} other {Mark all # as delivered}}',
  ),
  handOverLead: 'What was handed over counts as sent. It cannot be taken back.',
  done: message<{ count: number }>('{count, plural, one {# invoice is sent.} other {# invoices are sent.}}'),
  progress: 'Noting that they were handed over',
};
