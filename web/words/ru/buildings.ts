// Russian words of buildings and their apartments.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('ru');

export const apartments: Words['apartments'] = {
  title: 'Квартиры',
  add: 'Добавить квартиру',
  edit: 'Изменить квартиру',
  paste: 'Вставить из таблицы',
  none: 'Квартир пока нет. Добавьте их по одной или вставьте из таблицы.',
  number: 'Номер',
  floor: 'Этаж',
  area: 'Площадь, м²',
  heatedArea: 'Отапливаемая, м²',
  shares: 'Доля в собственности',
  residentCount: 'Число жильцов',
  reference: 'Номер ссылки',
  residents: 'Жильцы',
  meters: 'Счётчики',
  saved: 'Квартира сохранена.',
  removed: 'Квартира удалена.',
  remove: 'Удалить квартиру',
  removeLead: message('Квартира {number} исчезнет из всех списков; её счета останутся.'),
};

export const buildings: Words['buildings'] = {
  title: 'Дома',
  add: 'Добавить дом',
  name: 'Название',
  address: 'Адрес',
  charges: 'Услуги',
  iban: 'Счёт в банке (IBAN)',
  beneficiary: 'Получатель',
  prefix: 'Начало номеров счетов',
  paymentTerm: 'Срок оплаты, дней',
  lateInterest: 'Пени, % в день (пусто: не начисляются)',
  billedFrom: 'Начало начислений (необязательно)',
  invoiceLanguage: 'Язык счетов',
  timeZone: 'Часовой пояс',
  saved: 'Сохранено.',
  delete: 'Удалить дом',
  deleteLead:
    'Дом, его квартиры и счётчики исчезнут из всех списков. Счета останутся в бухгалтерии. Вернуть дом будет нельзя.',
  deleted: 'Дом удалён.',
  tabs: {
    apartments: 'Квартиры',
    charges: 'Услуги',
    bills: 'Периоды и счета',
    oneOffs: 'Разовые начисления',
    settings: 'Настройки',
  },
};
