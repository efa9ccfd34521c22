// Russian words of the search.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('ru');

export const search: Words['search'] = {
  title: 'Поиск',
  placeholder: 'Пярну 5-12, Мария Тамм, 65,80 …',
  hint: 'Найдите квартиру с домом, человека, счёт, номер ссылки, плательщика, сумму или номер счётчика.',
  results: 'Результаты',
  nothing: message('По запросу «{text}» ничего не найдено.'),
  count: message(
    '{count, plural, =0 {Нет результатов} one {# результат} few {# результата} many {# результатов} other {# результата}}',
  ),
  first: message('{kind} (первые {count}; уточните запрос)'),
  payersSince: message('Плательщики ищутся в платежах с {day}.'),
  kinds: {
    apartments: 'Квартиры',
    buildings: 'Дома',
    residents: 'Люди',
    invoices: 'Счета',
    payments: 'Платежи',
    meters: 'Счётчики',
  },
};
