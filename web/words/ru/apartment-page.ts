// Russian words of an apartment’s page.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('ru');

export const apartmentPage: Words['apartmentPage'] = {
  title: message('Квартира {number}'),
  tabs: { people: 'Люди', money: 'Счета', meters: 'Счётчики и заявки' },
  people: 'Люди',
  nobody: 'За этой квартирой пока никто не записан.',
  former: 'Бывшие жильцы',
  invitedPeople: message('Приглашены: {people}'),
  invited: 'Приглашение отправлено',
  receives: 'Получает счета',
  yes: 'Да',
  no: 'Нет',
  days: 'Срок',
  sinceDay: message('с {day}'),
  untilDay: message('по {day}'),
  noMeters: 'У этой квартиры нет счётчиков.',
  noInvoices: 'Счетов пока нет.',
  statement: 'Выписка по квартире',
  thisApartment: 'Эта квартира',
  account: 'Лицевой счёт',
  changed: 'Последнее изменение',
  history: 'История',
  noHistory: 'Пока ничего не записано.',
  event: 'Событие',
  movedIn: message('Въезд: {name} ({role})'),
  movedOut: message('Выезд: {name} ({role})'),
  meterInstalled: message('Установлен счётчик: {meter}'),
  meterRemoved: message('Снят счётчик: {meter}'),
};
