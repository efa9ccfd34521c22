// Estonian words of the search.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('et');

export const search: Words['search'] = {
  title: 'Otsing',
  placeholder: 'Pärna 5-12, Mari Tamm, 65,80 …',
  hint: 'Otsige korterit koos majaga, inimest, arvet, viitenumbrit, maksjat, summat või arvesti numbrit.',
  results: 'Tulemused',
  nothing: message('„{text}“ kohta ei leitud midagi.'),
  count: message('{count, plural, =0 {Tulemusi ei ole} one {# tulemus} other {# tulemust}}'),
  first: message('{kind} (esimesed {count}; täpsustage otsingut)'),
  payersSince: message('Maksjaid otsitakse laekumistest alates {day}.'),
  kinds: {
    apartments: 'Korterid',
    buildings: 'Majad',
    residents: 'Inimesed',
    invoices: 'Arved',
    payments: 'Laekumised',
    meters: 'Arvestid',
  },
};
