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
  selected: message('{count, plural, one {Выбран #} few {Выбрано #} many {Выбрано #} other {Выбрано #}}'),
  selectMatching: message(
    '{count, plural, one {Выбрать все по фильтру: #} few {Выбрать все по фильтру: #} many {Выбрать все по фильтру: #} other {Выбрать все по фильтру: #}}',
  ),
  clear: 'Снять выбор',
  actions: { send: 'Отправить черновики', remind: 'Отправить напоминания', print: 'Печать', export: 'Экспорт CSV' },
  noneOverdue: 'Ни один из выбранных счетов не просрочен.',
  notDrafts: message(
    '{count, plural, one {# выбранный счёт не черновик или уже отправляется и пропускается.} few {# выбранных счёта не черновики или уже отправляются и пропускаются.} many {# выбранных счетов не черновики или уже отправляются и пропускаются.} other {# выбранного счёта не черновики или уже отправляются и пропускаются.}}',
  ),
  notTried: message(
    '{count, plural, one {# счёт не отправлен} few {# счёта не отправлены} many {# счетов не отправлено} other {# счёта не отправлено}}',
  ),
  unsent: 'Не отправлены',
  printLead: message(
    '{count, plural, one {# счёт} few {# счёта} many {# счетов} other {# счёта}}, {files, plural, one {# файл} few {# файла} many {# файлов} other {# файла}}. Отменённые счета пропускаются.',
  ),
  printMax: message(
    '{count, plural, one {Напечатать можно только первый #. Для остальных сузьте фильтр.} few {Напечатать можно только первые #. Для остальных сузьте фильтр.} many {Напечатать можно только первые #. Для остальных сузьте фильтр.} other {Напечатать можно только первые #. Для остальных сузьте фильтр.}}',
  ),
  periodStart: 'Период с',
  periodEnd: 'Период по',
};
