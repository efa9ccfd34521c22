// Russian words of paper invoices.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('ru');

export const paperInvoices: Words['paperInvoices'] = {
  title: 'Бумажные счета',
  pageTitle: 'Бумажные счета',
  lead: 'Счета, которые по электронной почте никому не приходят. Напечатайте их, разложите по почтовым ящикам и отметьте передачу: тогда они считаются отправленными.',
  none: 'Счетов, которые нужно передать на бумаге, нет.',
  recipient: 'Получатель',
  reason: 'Причина',
  reasons: {
    nobody_receives: 'Счета там никто не получает',
    no_address: 'Нет адреса электронной почты',
    failed: 'Письмо не дошло',
  },
  print: 'PDF',
  printOf: message('PDF счёта {number}'),
  printAll: message(
    '{count, plural, =1 {Напечатать} one {Напечатать все #} few {Напечатать все #} many {Напечатать все #} other {Напечатать все #}}',
  ),
  printPart: message('Печать {part} из {parts}'),
  markDelivered: 'Отметить передачу',
  markInvoiceDelivered: message('Отметить передачу: {number}'),
  markAllDelivered: message(
    'Отметить передачу {count, plural, one {# счёта} few {# счетов} many {# счетов} other {# счёта}}',
  ),
  markDeliveredLead: 'Переданный счёт считается отправленным. Отменить это нельзя.',
  delivered: message(
    '{count, plural, one {Отправлен #\u00a0счёт.} few {Отправлено #\u00a0счёта.} many {Отправлено #\u00a0счетов.} other {Отправлено #\u00a0счёта.}}',
  ),
  progress: 'Отмечаем передачу',
};
