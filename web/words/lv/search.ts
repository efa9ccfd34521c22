// Latvian words of the search.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lv');

export const search: Words['search'] = {
  title: 'Meklēt',
  placeholder: 'Pērnavas 5-12, Anna Kalniņa, 65,80 …',
  hint: 'Meklējiet dzīvokli ar māju, cilvēku, rēķinu, maksājuma atsauci, maksātāju, summu vai skaitītāja numuru.',
  results: 'Rezultāti',
  nothing: message('Pēc “{text}” nekas nav atrasts.'),
  count: message('{count, plural, =0 {Nav rezultātu} zero {# rezultātu} one {# rezultāts} other {# rezultāti}}'),
  first: message('{kind} (pirmie {count}; precizējiet meklējumu)'),
  payersSince: message('Maksātājus meklē maksājumos kopš {day}.'),
  kinds: {
    apartments: 'Dzīvokļi',
    buildings: 'Mājas',
    residents: 'Cilvēki',
    invoices: 'Rēķini',
    payments: 'Maksājumi',
    meters: 'Skaitītāji',
  },
};
