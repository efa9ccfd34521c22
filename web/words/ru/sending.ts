// Russian words of sending invoices.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('ru');

export const sending: Words['sending'] = {
  title: 'Отправить черновики',
  send: 'Отправить',
  sendAll: message(
    '{count, plural, one {Отправить #\u00a0счёт} few {Отправить #\u00a0счёта} many {Отправить #\u00a0счетов} other {Отправить #\u00a0счёта}}',
  ),
  lead: 'Счёт вместе с PDF уходит по электронной почте всем, кто получает счета этой квартиры. Отправленные письма вернуть нельзя.',
  byEmail: message('По эл. почте: {count}.'),
  onPaper: message('На бумаге: {count}, кв. {apartments}.'),
  toNobody: message('Без получателя: {count}, кв. {apartments}.'),
  queued: message(
    '{count, plural, one {Отправляется # счёт} few {Отправляются # счёта} many {Отправляется # счетов} other {Отправляется # счёта}}{unreachable, plural, =0 {} one {; у # счёта нет получателя} few {; у # счетов нет получателя} many {; у # счетов нет получателя} other {; у # счёта нет получателя}}.',
  ),
  emails: message(
    '{count, plural, one {Отправляется #\u00a0письмо.} few {Отправляются #\u00a0письма.} many {Отправляется #\u00a0писем.} other {Отправляется #\u00a0письма.}}',
  ),
  sending: 'Отправляется',
  emailsTitle: 'Письма',
  noEmails: 'Писем ещё не отправляли.',
  sendToMissed: 'Отправить остальным получателям',
  kind: 'Вид',
  kinds: { invoice: 'Счёт', 'payment-reminder': 'Напоминание об оплате' },
  statuses: {
    pending: 'Отправляется',
    sent: 'Отправлено',
    refused: 'Отклонено',
    failed: 'Не дошло',
    expired: 'Прекращено',
  },
  reminder: 'Напоминание об оплате',
  reminderNone: 'В этом доме о неоплаченных счетах никому не напоминают.',
  reminderLead: message(
    'Получателям неоплаченного счёта приходит одно письмо через {days, plural, one {# день} few {# дня} many {# дней} other {# дня}} после срока оплаты.',
  ),
  reminderDays: 'Дней после срока оплаты',
  reminderStart: 'Включить',
};
