// Russian words of comparing an invoice, and of who would get it.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('ru');

export const comparison: Words['comparison'] = {
  title: 'Сравнение',
  lead: 'Без НДС в сравнении с предыдущим периодом и средним по дому: услуги по площади за м², остальные на квартиру.',
  current: 'Этот счёт',
  previous: 'Предыдущий период',
  change: 'Изменение',
  average: 'Среднее по дому',
  perArea: message('{amount}/м²'),
  intended: 'Кому будет отправлен',
  byEmail: message('{name}, по e-mail на {email}'),
  onPaper: message('{name}, на бумаге: нет адреса e-mail'),
  nobody: 'Никому: никто из жильцов не получает счета',
};
