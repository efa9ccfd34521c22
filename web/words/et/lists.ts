// Estonian words of lists: their order, their selection, and their sums.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('et');

export const lists: Words['lists'] = {
  apartments: message('{count, plural, one {# korter} other {# korterit}}'),
  invoices: message('{count, plural, one {# arve} other {# arvet}}'),
  selection: 'Valik',
  select: message('Vali {name}'),
  selectLoaded: 'Vali kõik kuvatud read',
  sort: 'Järjesta',
  defaultOrder: 'Vaikimisi järjestus',
  ascending: message('{title}, kasvavalt'),
  descending: message('{title}, kahanevalt'),
};
