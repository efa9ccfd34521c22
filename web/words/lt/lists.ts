// Lithuanian words of lists: their order, their selection, and their sums.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lt');

export const lists: Words['lists'] = {
  apartments: message('{count, plural, one {# butas} few {# butai} other {# butų}}'),
  invoices: message('{count, plural, one {# sąskaita} few {# sąskaitos} other {# sąskaitų}}'),
  selection: 'Pasirinkimas',
  select: message('Pasirinkti {name}'),
  selectLoaded: 'Pasirinkti visas rodomas eilutes',
  sort: 'Rūšiuoti pagal',
  defaultOrder: 'Numatytoji tvarka',
  ascending: message('{title}, didėjančiai'),
  descending: message('{title}, mažėjančiai'),
  selected: message('{count, plural, one {Pasirinkta: #} few {Pasirinkta: #} other {Pasirinkta: #}}'),
  selectMatching: message(
    '{count, plural, one {Pasirinkti visas filtrą atitinkančias (#)} few {Pasirinkti visas filtrą atitinkančias (#)} other {Pasirinkti visas filtrą atitinkančias (#)}}',
  ),
  clear: 'Atšaukti pasirinkimą',
  actions: { send: 'Siųsti juodraščius', remind: 'Siųsti priminimus', print: 'Spausdinti', export: 'Eksportuoti CSV' },
  noneOverdue: 'Nė vienos pasirinktos sąskaitos terminas nėra praėjęs.',
  notDrafts: message(
    '{count, plural, one {# pasirinkta sąskaita nėra juodraštis arba jau siunčiama, todėl praleidžiama.} few {# pasirinktos sąskaitos nėra juodraščiai arba jau siunčiamos, todėl praleidžiamos.} other {# pasirinktų sąskaitų nėra juodraščiai arba jau siunčiamos, todėl praleidžiamos.}}',
  ),
  notTried: message(
    '{count, plural, one {# sąskaita neišsiųsta} few {# sąskaitos neišsiųstos} other {# sąskaitų neišsiųsta}}',
  ),
  unsent: 'Neišsiųsta',
  printLead: message(
    '{count, plural, one {# sąskaita} few {# sąskaitos} other {# sąskaitų}}, {files, plural, one {# failas} few {# failai} other {# failų}}. Anuliuotos sąskaitos praleidžiamos.',
  ),
  printMax: message(
    '{count, plural, one {Galima spausdinti tik pirmą (#). Kitoms susiaurinkite filtrą.} few {Galima spausdinti tik pirmas #. Kitoms susiaurinkite filtrą.} other {Galima spausdinti tik pirmas #. Kitoms susiaurinkite filtrą.}}',
  ),
  periodStart: 'Laikotarpis nuo',
  periodEnd: 'Laikotarpis iki',
};
