// Russian words of sending invoices.
import { plural, type Words } from '../words.ts';

const invoiceForms = { one: 'счёт', few: 'счёта', many: 'счетов', other: 'счёта' };
const goForms = { one: 'Отправляется', few: 'Отправляются', many: 'Отправляется', other: 'Отправляется' };

export const sending: Words['sending'] = {
  title: 'Отправить черновики',
  send: 'Отправить',
  sendAll: (count) => `Отправить ${count}\u00a0${plural('ru', count, invoiceForms)}`,
  lead: 'Счёт вместе с PDF уходит по электронной почте всем, кто получает счета этой квартиры. Отправленные письма вернуть нельзя.',
  queued: (queued, nobody) => {
    const lacking = `; у ${nobody}\u00a0${plural('ru', nobody, { one: 'счёта', other: 'счетов' })} нет получателя`;
    return `${plural('ru', queued, goForms)} ${queued}\u00a0${plural('ru', queued, invoiceForms)}${nobody > 0 ? lacking : ''}.`;
  },
  letters: (count) => {
    const forms = { one: 'письмо', few: 'письма', many: 'писем', other: 'письма' };
    return `${plural('ru', count, goForms)} ${count}\u00a0${plural('ru', count, forms)}.`;
  },
  onItsWay: 'Отправляется',
  lettersTitle: 'Письма',
  noLetters: 'Об этом счёте ещё никому не писали.',
  missing: 'Отправить тем, до кого не дошло',
  kind: 'О чём',
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
  reminderLead: (days) =>
    `Получателям неоплаченного счёта приходит одно письмо через ${days}\u00a0${plural('ru', days, { one: 'день', few: 'дня', many: 'дней', other: 'дня' })} после срока оплаты.`,
  reminderDays: 'Дней после срока оплаты',
  reminderStart: 'Включить',
};
