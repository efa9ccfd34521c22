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
};
