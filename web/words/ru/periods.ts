// Russian words of periods: which are closed, and correcting one.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('ru');

export const periods: Words['periods'] = {
  title: 'Периоды',
  lead: 'Период закрывается, когда отправлен или оплачен хотя бы один его счёт. Дальнейшие изменения вносятся исправлением.',
  none: 'В этом доме счета ещё не выставлялись.',
  period: 'Период',
  previousMonth: 'Предыдущий месяц',
  nextMonth: 'Следующий месяц',
  status: 'Статус',
  open: 'Открыт',
  closed: 'Закрыт',
  invoices: 'Счета',
  drafts: message(
    '{count, plural, one {#\u00a0черновик} few {#\u00a0черновика} many {#\u00a0черновиков} other {#\u00a0черновика}}',
  ),
  corrections: 'Исправления и кредитовые счета',
  invoiced: 'Начислено',
  balanceDue: 'К оплате',
  bills: 'Счета поставщиков',
  correct: 'Исправить',
  correctOf: message('Исправление: {period}'),
  correctPeriod: 'Исправить период',
  correctLead:
    'Период пересчитывается заново с нынешними услугами, квартирами и счетами поставщиков. На разницу каждая квартира получит дополнительный счёт или зачёт; отправленное не меняется.',
  noPeriod: 'Выберите период в списке.',
  correctBills: 'Исправить суммы',
  correctBillsLead: 'Введите правильную сумму неверно записанного счёта. Остальные поля оставьте пустыми.',
  correctTo: message('Правильная сумма: {name}'),
  recordedAmount: message('Записано: {amount}'),
  nothingRecorded: 'Ничего не записано',
  beforeAfter: message('{before} → {after} ({difference})'),
  before: 'Записано',
  after: 'Правильно',
  lateBills: 'Поздние счета',
  lateBillsLead:
    'Счета и кредитовые счета поставщиков (со знаком минус), которых нет в периоде. Без них исправляются только изменения данных дома.',
  addBill: 'Добавить счёт',
  charge: 'Услуга',
  supplier: 'Поставщик',
  number: 'Номер счёта',
  date: 'Дата счёта',
  removeBill: message('Удалить счёт: {name}'),
  preview: 'Просмотр',
  result: 'Предварительный просмотр',
  nothing: 'Расхождений нет.',
  corrected: 'Исправления',
  created: 'Новые счета',
  unchanged: 'Без изменений',
  failed: 'Не удалось',
  total: 'Всего',
  difference: 'Разница с НДС',
  changes: 'Было → стало, с НДС',
  corrects: 'Исправляет',
  newInvoice: 'новый счёт',
  create: message(
    '{count, plural, one {Создать #\u00a0исправление} few {Создать #\u00a0исправления} many {Создать #\u00a0исправлений} other {Создать #\u00a0исправления}}',
  ),
  createLead: 'Дополнительные счета создаются как черновики. Возвраты учитываются сразу.',
  correctionsCreated: message(
    '{count, plural, one {Создано #\u00a0исправление.} few {Создано #\u00a0исправления.} many {Создано #\u00a0исправлений.} other {Создано #\u00a0исправления.}}',
  ),
};
