// Russian words of a resident’s pages.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('ru');

export const residentHome: Words['residentHome'] = {
  title: 'Мой дом',
  balanceDue: 'К оплате',
  nothingDue: 'Всё оплачено.',
  due: message('срок {day}'),
  pay: 'Оплатить',
  payTitle: message('Оплатить счёт {number}'),
  payWithBank: message('Оплатить: {title}'),
  byTransfer: 'Или обычным переводом',
  scan: 'Отсканируйте код в приложении банка.',
  paymentCode: message('Код для оплаты на сумму {amount}'),
  beneficiary: 'Получатель',
  account: 'Счёт в банке',
  reference: 'Номер ссылки',
  amount: 'Сумма',
  copy: 'Копировать',
  copied: 'Скопировано',
  noPaymentMethod: 'Товарищество ещё не указало, как платить. Спросите управляющего.',
  invoicePaid: 'Этот счёт оплачен.',
  invoices: 'Счета',
  payments: 'Ваши платежи',
  noInvoices: 'Счетов для вас ещё нет.',
  statuses: { draft: 'Черновик', sent: 'Не оплачен', paid: 'Оплачен', cancelled: 'Аннулирован' },
  overdue: 'Просрочен',
  meters: 'Счётчики',
  noMeters: 'У вашей квартиры здесь нет счётчиков.',
  lastRead: message('{value}, {day}'),
  neverRead: 'Показаний ещё не было',
  submitReading: 'Ввести показание',
  awaitingConfirmation: message('Показание {value} ждёт подтверждения'),
  rejected: message('Показание {value} не принято: {why}'),
  usage: message('{type}: потребление по месяцам'),
  mine: 'Моя квартира',
  average: 'Среднее по дому',
  noHome: 'Сегодня ваша учётная запись не связана ни с одной квартирой. Обратитесь к управляющему.',
  apartment: message('Квартира {number}'),
};
