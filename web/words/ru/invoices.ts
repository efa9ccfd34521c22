// Russian words of invoices and of making them.
import { plural, type Words } from '../words.ts';

const draftForms = { one: 'черновик', few: 'черновика', many: 'черновиков', other: 'черновика' };

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
  cancelLead: (number) =>
    `Счёт ${number} не нужно будет оплачивать. Уже оплаченное по нему станет предоплатой. Отменить это нельзя.`,
  cancelDifference: 'Разница, которую он учитывал, снова войдёт в счета, только если исправить период ещё раз.',
  cancelled: 'Счёт аннулирован.',
  statuses: {
    draft: 'Черновик',
    sent: 'Отправлен',
    overdue: 'Просрочен',
    paid: 'Оплачен',
    cancelled: 'Аннулирован',
  },
  units: { apartment: 'кв.', m2: 'м²', share: 'доля', person: 'чел.', m3: 'м³', kWh: 'кВт·ч', MWh: 'МВт·ч' },
};

export const computed: Words['computed'] = {
  title: 'Как это рассчитано',
  vat: (rate) => `НДС ${rate}\u00a0%`,
};

export const generate: Words['generate'] = {
  title: 'Счета за месяц',
  lead: 'Ничего не создаётся, пока вы не увидите, что получится.',
  what: 'Что войдёт в счета',
  billOf: (name) => `Счёт поставщика: ${name}`,
  billRecorded: (amount) => `Записано ${amount}. Оставьте пустым, чтобы взять эту сумму.`,
  noBill: 'Пока ничего не записано. Сумма без НДС.',
  look: 'Посмотреть, что получится',
  problems: 'Сначала нужно исправить',
  result: 'Что получится',
  drafts: 'Новые черновики',
  sum: 'Сумма',
  skipped: 'Созданы ранее',
  failed: 'Невозможно',
  warnings: (count) => {
    const forms = { one: 'замечание', few: 'замечания', many: 'замечаний', other: 'замечания' };
    return `Стоит проверить: ${count}\u00a0${plural('ru', count, forms)}`;
  },
  make: (count) => `Создать ${count}\u00a0${plural('ru', count, draftForms)}`,
  makeLead: 'Черновики можно посмотреть и аннулировать до того, как они будут кому-либо отправлены.',
  made: (count) =>
    `${plural('ru', count, { one: 'Создан', other: 'Создано' })} ${count}\u00a0${plural('ru', count, draftForms)}.`,
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
