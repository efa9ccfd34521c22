// Russian words of receivables and accounts.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('ru');

export const receivables: Words['receivables'] = {
  title: 'Задолженность',
  lead: 'Неоплаченные счета по времени просрочки и предоплата квартир.',
  building: 'Дом',
  allBuildings: 'Все дома',
  apartment: 'Квартира',
  columns: {
    notDue: 'Без просрочки',
    to30: '1–30 дней',
    to60: '31–60 дней',
    to90: '61–90 дней',
    over90: 'Больше 90 дней',
    total: 'Всего',
    credit: 'Предоплата',
  },
  allApartments: 'Все квартиры вместе',
  nothingOpen: 'Долгов нет: все отправленные счета оплачены.',
  exportCsv: 'Экспорт в CSV',
  statement: message('Лицевой счёт квартиры {number}'),
  from: 'С даты',
  to: 'По дату',
  opening: 'Сальдо на начало',
  closing: 'Сальдо на конец',
  date: 'Дата',
  transaction: 'Операция',
  invoice: message('Счёт {number}'),
  payment: message('Платёж: {payer}'),
  paymentWithoutPayer: 'Платёж',
  refund: message('Возвращено: {note}'),
  refundWithoutNote: 'Возвращено',
  invoiced: 'Начислено',
  received: 'Поступило',
  balance: 'Сальдо',
  noEntries: 'За этот период операций нет.',
  balanceHint: 'Положительное сальдо: квартира должна. Отрицательное: предоплата.',
};
