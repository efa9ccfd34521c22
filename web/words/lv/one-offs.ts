// Latvian words of one-off charges.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lv');

export const oneOffs: Words['oneOffs'] = {
  title: 'Vienreizējas maksas un kredīti',
  lead: 'Katru vienreiz iekļauj dzīvokļa nākamajā rēķinā. Kredīts, kura dēļ rēķins kļūtu negatīvs, gaida.',
  add: 'Pievienot maksu',
  pending: 'Gaida nākamo rēķinu',
  nothingPending: 'Neviena vienreizēja maksa negaida rēķinu.',
  invoiced: 'Rēķinos',
  nothingInvoiced: 'Nevienā rēķinā vēl nav vienreizējas maksas.',
  apartments: 'Dzīvokļi',
  apartmentsHint: 'Katram aprēķina visu summu.',
  kind: 'Veids',
  charge: 'Maksa',
  credit: 'Kredīts',
  description: 'Apraksts',
  descriptionHint: 'To rēķinā redzēs iedzīvotājs.',
  vatRate: 'PVN %',
  dueFrom: 'Maksas datums',
  dueFromHint: 'Agrāka perioda rēķinā to neiekļauj. Maksā tas, kam dzīvoklis bija šajā dienā.',
  invoice: 'Rēķins',
  openInvoice: 'Atvērt rēķinu',
  save: message(
    '{count, plural, =0 {Pievienot} =1 {Pievienot} zero {Pievienot # dzīvokļiem} one {Pievienot # dzīvoklim} other {Pievienot # dzīvokļiem}}',
  ),
  saved: message(
    '{count, plural, =1 {Ieraksts būs nākamajā rēķinā.} zero {# ierakstu būs nākamajos rēķinos.} one {# ieraksts būs nākamajos rēķinos.} other {# ieraksti būs nākamajos rēķinos.}}',
  ),
  remove: 'Dzēst',
  removeLead: message('“{what}” nebūs nevienā rēķinā.'),
  removed: 'Ieraksts ir dzēsts.',
};
