// Latvian words of lists: their order, their selection, and their sums.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lv');

export const lists: Words['lists'] = {
  apartments: message('{count, plural, zero {# dzīvokļu} one {# dzīvoklis} other {# dzīvokļi}}'),
  invoices: message('{count, plural, zero {# rēķinu} one {# rēķins} other {# rēķini}}'),
  selection: 'Atlase',
  select: message('Atlasīt {name}'),
  selectLoaded: 'Atlasīt visas redzamās rindas',
  sort: 'Kārtot pēc',
  defaultOrder: 'Noklusējuma secība',
  ascending: message('{title}, augoši'),
  descending: message('{title}, dilstoši'),
};
