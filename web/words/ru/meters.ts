// Russian words of meters and readings.
import { plural, type Words } from '../words.ts';

export const meters: Words['meters'] = {
  title: 'Счётчики и показания',
  tabs: { confirm: 'Подтвердить', missing: 'Не переданы', usage: 'Потребление', meters: 'Счётчики' },
  type: 'Вид',
  types: {
    cold_water: 'Холодная вода',
    hot_water: 'Горячая вода',
    heating: 'Отопление',
    electricity: 'Электричество',
    gas: 'Газ',
  },
  main: 'Главный счётчик дома',
  serial: 'Заводской номер',
  last: 'Последнее показание',
  lastAt: 'Дата',
  verifiedUntil: 'Поверен до',
  installedOn: 'Дата установки',
  initial: 'Начальное показание',
  add: 'Добавить счётчик',
  added: 'Счётчик добавлен.',
  none: 'В этом доме ещё нет счётчиков.',
  nothingToConfirm: 'Показаний, которые ждут подтверждения, нет.',
  confirm: 'Подтвердить',
  confirmed: 'Показание подтверждено.',
  reject: 'Отклонить',
  rejected: 'Показание отклонено.',
  reason: 'Причина',
  reasonHint: 'Её увидит жилец.',
  photo: 'Фото',
  before: 'Было',
  consumption: 'Потребление',
  value: 'Показание',
  readAt: 'Дата',
  readings: 'Показания',
  noReadings: 'У этого счётчика ещё нет показаний.',
  newReading: 'Новое показание',
  noted: 'Показание сохранено.',
  statuses: { submitted: 'На проверке', confirmed: 'Подтверждено', rejected: 'Отклонено' },
  about: 'Данные счётчика',
  finalValue: 'Последнее показание',
  removedOn: 'Дата снятия',
  acts: { change: 'Изменить', close: 'Снять', reopen: 'Вернуть' },
  actLeads: {
    change:
      'Здесь исправляют то, что записано неверно. Готовые счета не меняются; что в них начислено по неверному показанию, учтётся в следующем периоде.',
    close: 'Счётчик снимается без замены. По нему начислят по последнее показание, новых больше просить не будут.',
    reopen: 'Счётчик сняли по ошибке: он продолжит считать, как будто его не снимали.',
  },
  rollover: 'После предыдущего показания счётчик перешёл через ноль',
  changeReasonHint: 'Она сохранится в истории счётчика.',
  written: 'Счётчик изменён.',
  changes: 'Было → стало и почему',
  actions: { changed: 'Изменён', closed: 'Снят', reopened: 'Возвращён', replaced: 'Заменён другим' },
  missingSince: (day) => `Нет показаний с ${day}`,
  missingCount: (count) =>
    `Нет показаний ${count}\u00a0${plural('ru', count, { one: 'счётчика', other: 'счётчиков' })}`,
  readingOf: (place, type) => `Показание: ${place}, ${type}`,
  waits: 'Ждёт подтверждения',
  nothingMissing: 'Показания всех счётчиков есть.',
  remind: 'Напомнить',
  remindLead: (day) =>
    `Последний день для показаний: ${day}. Письмо с напоминанием получат все, у кого есть адрес электронной почты и чей счётчик остался без показания. Больше одного письма в день никто не получит.`,
  reminded: (count, already) => {
    const got = {
      one: 'жилец уже получил',
      few: 'жильца уже получили',
      many: 'жильцов уже получили',
      other: 'жильца уже получили',
    };
    return [
      `Напоминание отправлено: ${count}\u00a0${plural('ru', count, { one: 'жильцу', other: 'жильцам' })}.`,
      already > 0 && `Ещё ${already}\u00a0${plural('ru', already, got)} письмо сегодня.`,
    ]
      .filter(Boolean)
      .join(' ');
  },
  noUsage: 'О потреблении этого дома ещё ничего не известно.',
  allMeters: 'Все квартиры',
  houseUsed: (month) => `Месяц: ${month}`,
  between: 'Разница',
  unread: (count) => {
    const forms = { one: 'счётчик', few: 'счётчика', many: 'счётчиков', other: 'счётчика' };
    const lack = plural('ru', count, { one: 'входит', few: 'входят', other: 'входит' });
    return `В сумму не ${lack} ${count}\u00a0${plural('ru', count, forms)} без показаний`;
  },
  window: 'Когда просить показания',
  windowNone: 'В этом доме показаний не просят и о них не напоминают.',
  windowLead:
    'В эти дни месяца жильцов просят передать показания, а тем, кто не передал, напоминают по электронной почте.',
  windowStart: 'Включить',
  windowStop: 'Выключить',
  fromDay: 'С числа',
  toDay: 'По число',
};
