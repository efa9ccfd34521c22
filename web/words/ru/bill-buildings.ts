// Russian words of the invoices of many buildings.
import { messagesIn } from '../../../src/platform/values/messages.ts';

const message = messagesIn('ru');

export const billBuildings = {
  title: 'Счета всех домов',
  lead: 'Один предпросмотр для всех домов. Что готово, создаётся и отправляется вместе; у остальных указана причина.',
  find: 'Найти дом',
  preview: message(
    '{count, plural, one {Просмотреть # дом} few {Просмотреть # дома} many {Просмотреть # домов} other {Просмотреть # дома}}',
  ),
  progress: message('{done, number} из {all, number} домов'),
  working: 'Создаются и отправляются…',
  newInvoices: 'Новые счета',
  ready: 'Готово',
  sent: message('{count, plural, one {# отправлен} few {# отправлено} many {# отправлено} other {# отправлено}}'),
  createAndSend: message(
    '{count, plural, one {Создать и отправить # счёт} few {Создать и отправить # счёта} many {Создать и отправить # счетов} other {Создать и отправить # счёта}}',
  ),
  sumOf: message('{buildings, plural, one {# дом} few {# дома} many {# домов} other {# дома}}, {sum}.'),
  notTried: message(
    '{count, plural, one {# дом не обработан} few {# дома не обработаны} many {# домов не обработаны} other {# дома не обработаны}}',
  ),
  noneReady:
    'Ни один дом не готов. Отметьте те, счета которых всё же создать; чтобы исправить найденное, откройте дом.',
};
