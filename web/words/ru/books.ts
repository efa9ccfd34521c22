// Russian words of the accountant's books.
import { messagesIn } from '../../../src/platform/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('ru');

export const books: Words['books'] = {
  title: 'Задолженность',
  lead: 'Неоплаченные счета по времени просрочки и предоплата квартир.',
  building: 'Дом',
  all: 'Все дома',
  apartment: 'Квартира',
  notDue: 'Без просрочки',
  to30: '1–30 дней',
  to60: '31–60 дней',
  to90: '61–90 дней',
  over90: 'Больше 90 дней',
  total: 'Всего',
  credit: 'Предоплата',
  together: 'Все квартиры вместе',
  nothingOpen: 'Долгов нет: все отправленные счета оплачены.',
  exportCsv: 'Скачать CSV',
  statement: message('Лицевой счёт квартиры {number}'),
  from: 'С даты',
  to: 'По дату',
  opening: 'Сальдо на начало',
  closing: 'Сальдо на конец',
  day: 'Дата',
  what: 'Что',
  invoice: message('Счёт {number}'),
  payment: message('Платёж: {payer}'),
  paymentOfNobody: 'Платёж',
  refund: message('Возвращено: {note}'),
  refundWithoutNote: 'Возвращено',
  billed: 'Начислено',
  paid: 'Оплачено',
  balance: 'Сальдо',
  noEntries: 'За эти дни не было ни счетов, ни платежей.',
  owes: 'Положительное сальдо: квартира должна. Отрицательное: предоплата.',
};
