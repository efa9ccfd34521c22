// Russian words of invoices and of making them.
import { messagesIn } from '../../../src/platform/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('ru');

export const computed: Words['computed'] = { title: 'Как это рассчитано', vat: message('НДС {rate}\u00a0%') };

export const generate: Words['generate'] = {
  title: 'Счета за месяц',
  lead: 'Ничего не создаётся, пока вы не увидите, что получится.',
  what: 'Что войдёт в счета',
  billOf: message('Счёт поставщика: {name}'),
  billRecorded: message('Записано {amount}. Оставьте пустым, чтобы взять эту сумму.'),
  noBill: 'Пока ничего не записано. Сумма без НДС.',
  look: 'Посмотреть, что получится',
  problems: 'Сначала нужно исправить',
  result: 'Что получится',
  drafts: 'Новые черновики',
  sum: 'Сумма',
  skipped: 'Созданы ранее',
  failed: 'Невозможно',
  warnings: message(
    '{count, plural, one {Стоит проверить: #\u00a0замечание} few {Стоит проверить: #\u00a0замечания} many {Стоит проверить: #\u00a0замечаний} other {Стоит проверить: #\u00a0замечания}}',
  ),
  make: message(
    '{count, plural, one {Создать #\u00a0черновик} few {Создать #\u00a0черновика} many {Создать #\u00a0черновиков} other {Создать #\u00a0черновика}}',
  ),
  makeLead: 'Черновики можно посмотреть и аннулировать до того, как они будут кому-либо отправлены.',
  made: message(
    '{count, plural, one {Создан #\u00a0черновик.} few {Создано #\u00a0черновика.} many {Создано #\u00a0черновиков.} other {Создано #\u00a0черновика.}}',
  ),
  bill: 'Счёт',
  allocated: 'Разделено',
  before: 'Месяцем ранее',
  change: 'Изменение',
  outcomes: { created: 'Новый', skipped: 'Создан ранее', failed: 'Невозможно' },
  codes: {
    nothing_to_charge: 'Нечего начислять',
    period_overlaps: 'Период пересекается с другим счётом',
    reading_missing: 'Нет показания',
  },
};

export const invoices: Words['invoices'] = {
  title: 'Счета',
  invoice: 'Счёт',
  generate: 'Счета за месяц',
  none: 'Счетов здесь нет.',
  number: 'Номер',
  status: 'Статус',
  anyStatus: 'Любой статус',
  building: 'Дом',
  anyBuilding: 'Все дома',
  apartment: 'Квартира',
  anyApartment: 'Все квартиры',
  period: 'Период',
  issued: 'Дата счёта',
  due: 'Срок оплаты',
  amount: 'Сумма',
  balance: 'К оплате',
  owedBefore: 'Прежний долг',
  paidAhead: 'Предоплата',
  toPayInAll: 'Всего к оплате',
  paid: 'Оплачено',
  reference: 'Номер ссылки',
  recipients: 'Получатели',
  noRecipients: 'Никто не получает',
  positions: 'Строки счёта',
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
  statuses: { draft: 'Черновик', sent: 'Отправлен', overdue: 'Просрочен', paid: 'Оплачен', cancelled: 'Аннулирован' },
  units: { apartment: 'кв.', m2: 'м²', share: 'доля', person: 'чел.', m3: 'м³', kWh: 'кВт·ч', MWh: 'МВт·ч' },
};
