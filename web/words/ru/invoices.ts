// Russian words of invoices and their generation.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('ru');

export const calculation: Words['calculation'] = { title: 'Расчёт', vat: message('НДС {rate}%') };

export const generate: Words['generate'] = {
  title: 'Создать счета',
  lead: 'Перед созданием вы увидите предварительный просмотр.',
  bills: 'Счета поставщиков за месяц',
  billOf: message('Счёт поставщика: {name}'),
  billRecorded: message('Записано {amount}. Оставьте пустым, чтобы взять эту сумму.'),
  noBill: 'Пока ничего не записано.',
  preview: 'Просмотр',
  problems: 'Сначала исправьте',
  result: 'Предварительный просмотр',
  drafts: 'Новые черновики',
  total: 'Всего',
  skipped: 'Уже созданы',
  failed: 'Не удалось',
  create: message(
    '{count, plural, one {Создать #\u00a0черновик} few {Создать #\u00a0черновика} many {Создать #\u00a0черновиков} other {Создать #\u00a0черновика}}',
  ),
  createLead: 'Черновики можно посмотреть и аннулировать до того, как они будут кому-либо отправлены.',
  created: message(
    '{count, plural, one {Создан #\u00a0черновик.} few {Создано #\u00a0черновика.} many {Создано #\u00a0черновиков.} other {Создано #\u00a0черновика.}}',
  ),
  bill: 'Счёт поставщика',
  allocated: 'Распределено',
  previous: 'Месяцем ранее',
  change: 'Изменение',
  outcomes: { created: 'Новый', skipped: 'Уже создан', failed: 'Не удалось' },
  codes: {
    nothing_to_charge: 'Нечего начислять',
    period_overlaps: 'Период пересекается с другим счётом',
    reading_missing: 'Нет показания',
  },
};

export const invoices: Words['invoices'] = {
  title: 'Счета',
  invoice: 'Счёт',
  generate: 'Создать счета',
  none: 'Счета не найдены.',
  number: 'Номер',
  status: 'Статус',
  anyStatus: 'Все статусы',
  building: 'Дом',
  anyBuilding: 'Все дома',
  chooseBuilding: 'Выберите дом',
  apartment: 'Квартира',
  anyApartment: 'Все квартиры',
  period: 'Период',
  issued: 'Дата счёта',
  due: 'Срок оплаты',
  amount: 'Сумма',
  balance: 'К оплате',
  tooManyToSum: message('Больше {count, number} счетов. Чтобы увидеть суммы, выберите даты.'),
  previousBalance: 'Прежний долг',
  prepaid: 'Предоплата',
  totalDue: 'Всего к оплате',
  credit: 'Кредит',
  paid: 'Оплачено',
  reference: 'Номер ссылки',
  recipients: 'Получатели',
  noRecipients: 'Получателей нет',
  lineItems: 'Строки счёта',
  net: 'Без НДС',
  vat: 'НДС',
  pdf: 'Открыть PDF',
  markPaid: 'Отметить оплату',
  paidOn: 'Дата оплаты',
  markedPaid: 'Счёт отмечен как оплаченный.',
  cancel: 'Аннулировать счёт',
  cancelLead: message(
    'Счёт {number} не нужно будет оплачивать. Уже оплаченное по нему станет предоплатой. Отменить это нельзя.',
  ),
  cancelDifference: 'Разница, которую он учитывал, снова войдёт в счета, только если исправить период ещё раз.',
  cancelled: 'Счёт аннулирован.',
  statuses: {
    credit: 'Кредит',
    draft: 'Черновик',
    sent: 'Отправлен',
    overdue: 'Просрочен',
    paid: 'Оплачен',
    cancelled: 'Аннулирован',
  },
  counts: {
    apartment: message('{quantity} {count, plural, one {квартира} few {квартиры} many {квартир} other {квартиры}}'),
    share: message('{quantity} {count, plural, one {доля} few {доли} many {долей} other {доли}}'),
    person: message('{quantity} {count, plural, one {человек} few {человека} many {человек} other {человека}}'),
  },
  units: { apartment: 'кв.', m2: 'м²', share: 'доля', person: 'чел.', m3: 'м³', kWh: 'кВт·ч', MWh: 'МВт·ч' },
};
