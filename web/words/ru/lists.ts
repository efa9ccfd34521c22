// Russian words of lists: their order, their selection, and their sums.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('ru');

export const lists: Words['lists'] = {
  apartments: message('{count, plural, one {# квартира} few {# квартиры} many {# квартир} other {# квартиры}}'),
  invoices: message('{count, plural, one {# счёт} few {# счёта} many {# счетов} other {# счёта}}'),
  selection: 'Выбор',
  select: message('Выбрать {name}'),
  selectLoaded: 'Выбрать все показанные строки',
  sort: 'Сортировка',
  defaultOrder: 'Порядок по умолчанию',
  ascending: message('{title}, по возрастанию'),
  descending: message('{title}, по убыванию'),
};
