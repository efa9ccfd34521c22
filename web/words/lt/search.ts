// Lithuanian words of the search.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lt');

export const search: Words['search'] = {
  title: 'Paieška',
  placeholder: 'Pernu 5-12, Ona Kazlauskienė, 65,80 …',
  hint: 'Ieškokite buto su namu, žmogaus, sąskaitos, įmokos kodo, mokėtojo, sumos arba skaitiklio numerio.',
  results: 'Rezultatai',
  nothing: message('Pagal „{text}“ nieko nerasta.'),
  count: message('{count, plural, =0 {Rezultatų nėra} one {# rezultatas} few {# rezultatai} other {# rezultatų}}'),
  first: message('{kind} (pirmieji {count}; patikslinkite paiešką)'),
  payersSince: message('Mokėtojų ieškoma mokėjimuose nuo {day}.'),
  kinds: {
    apartments: 'Butai',
    buildings: 'Namai',
    residents: 'Žmonės',
    invoices: 'Sąskaitos',
    payments: 'Mokėjimai',
    meters: 'Skaitikliai',
  },
};
