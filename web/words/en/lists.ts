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
};
