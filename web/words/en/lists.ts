// English words of lists: their order, their selection, and their sums.
import { messagesIn } from '../../../src/platform/values/messages.ts';

const message = messagesIn('en');

export const lists = {
  apartments: message<{ count: number }>('{count, plural, one {# apartment} other {# apartments}}'),
  invoices: message<{ count: number }>('{count, plural, one {# invoice} other {# invoices}}'),
  selection: 'Selection',
  select: message<{ name: string }>('Select {name}'),
  selectLoaded: 'Select all rows shown',
  sort: 'Sort by',
  defaultOrder: 'Default order',
  ascending: message<{ title: string }>('{title}, ascending'),
  descending: message<{ title: string }>('{title}, descending'),
  selected: message<{ count: number }>('{count, plural, one {# selected} other {# selected}}'),
  selectMatching: message<{ count: number }>(
    '{count, plural, one {Select all # that match} other {Select all # that match}}',
  ),
  clear: 'Clear selection',
  actions: { send: 'Send drafts', remind: 'Send reminders', print: 'Print', export: 'Export CSV' },
  noneOverdue: 'None of the selected invoices is overdue.',
  notDrafts: message<{ count: number }>(
    '{count, plural, one {# selected invoice is no draft, or is being sent already, and is left out.} other {# selected invoices are no drafts, or are being sent already, and are left out.}}',
  ),
  notTried: message<{ count: number }>(
    '{count, plural, one {# invoice was not sent} other {# invoices were not sent}}',
  ),
  unsent: 'Not sent',
  printLead: message<{ count: number; files: number }>(
    '{count, plural, one {# invoice} other {# invoices}} in {files, plural, one {# file} other {# files}}. Cancelled invoices are left out.',
  ),
  printMax: message<{ count: number }>(
    '{count, plural, one {Only the first # is offered. Narrow the filter for the others.} other {Only the first # are offered. Narrow the filter for the others.}}',
  ),
  periodStart: 'Period from',
  periodEnd: 'Period to',
};
