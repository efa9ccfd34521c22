// Russian words of buildings and their apartments.
import { plural, type Words } from '../words.ts';

const apartmentForms = { one: 'квартира', few: 'квартиры', many: 'квартир', other: 'квартиры' };

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
    oneOffs: 'Разовые',
    settings: 'Настройки',
  },
};

export const apartments: Words['apartments'] = {
  title: 'Квартиры',
  add: 'Добавить квартиру',
  change: 'Изменить квартиру',
  paste: 'Вставить из таблицы',
  none: 'Квартир пока нет. Добавьте их по одной или вставьте из таблицы.',
  number: 'Номер',
  floor: 'Этаж',
  area: 'Площадь, м²',
  heatedArea: 'Отапливаемая, м²',
  shares: 'Доля',
  residentCount: 'Жильцов',
  reference: 'Номер ссылки',
  people: 'Люди',
  meters: 'Счётчики',
  balance: 'К оплате',
  total: 'Всего',
  saved: 'Квартира сохранена.',
  removed: 'Квартира удалена.',
  remove: 'Удалить квартиру',
  removeLead: (number) => `Квартира ${number} исчезнет из всех списков; её счета останутся.`,
  pasteLead:
    'Скопируйте строки из своей таблицы и вставьте их сюда. Столбцы: номер, этаж, площадь, отапливаемая площадь, доля, жильцы. Если порядок другой, назовите столбцы в строке заголовков.',
  pasteHere: 'Строки',
  pasteRows: (count) =>
    `${plural('ru', count, { one: 'Готова', few: 'Готовы', other: 'Готово' })} ${count}\u00a0${plural('ru', count, apartmentForms)}`,
  pasteExists: 'уже есть, будет изменена',
  pasteProblem: (line, what) => `Строка ${line}: ${what}`,
  pasteNoNumber: 'нет номера квартиры',
  pasteTwice: 'этот номер встречается дважды',
  pasteNoFigure: (text) => `«${text}» не число`,
  pasteSave: 'Загрузить',
  pasteDone: (count) =>
    `${plural('ru', count, { one: 'Загружена', other: 'Загружено' })} ${count}\u00a0${plural('ru', count, apartmentForms)}.`,
};
