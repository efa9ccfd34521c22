// English words of the search.
import { messagesIn } from '../../../src/platform/values/messages.ts';

const message = messagesIn('en');

export const search = {
  title: 'Search',
  placeholder: 'Pärna 5-12, Mari Tamm, 65.80 …',
  hint: 'Find an apartment with its building, a person, an invoice, a reference, a payer, an amount or a meter number.',
  results: 'Results',
  nothing: message<{ text: string }>('Nothing found for “{text}”.'),
  count: message<{ count: number }>('{count, plural, =0 {No results} one {# result} other {# results}}'),
  first: message<{ kind: string; count: number }>('{kind} (first {count}; add a word for fewer)'),
  payersSince: message<{ day: string }>('Payers are searched in payments since {day}.'),
  kinds: {
    apartments: 'Apartments',
    buildings: 'Buildings',
    residents: 'People',
    invoices: 'Invoices',
    payments: 'Payments',
    meters: 'Meters',
  },
};
