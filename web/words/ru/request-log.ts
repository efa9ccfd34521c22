// Russian words of the request log, and of API keys that reject unknown fields.
import type { Words } from '../words.ts';

export const requestLog: Words['requestLog'] = {
  none: 'Запросы не найдены.',
  noneNext:
    'Здесь видны запросы последних 14 дней, через секунду после ответа. Из запросов жильцов хранятся только неудачные.',
  caller: 'Ключ API или человек',
  anyCaller: 'Все ключи API и люди',
  request: 'Запрос',
  status: 'Результат',
  anyStatus: 'Все результаты',
  classes: {
    '2xx': '2xx: успешно',
    '3xx': '3xx: без изменений',
    '4xx': '4xx: отклонено',
    '5xx': '5xx: ошибка сервиса',
  },
  searchPath: 'Путь, ID или его часть',
  code: 'Код ошибки',
  requestId: 'ID запроса',
  from: 'С',
  to: 'По',
  duration: 'Длительность',
  idempotencyKey: 'Ключ идемпотентности',
  ignored: 'Пропущенные поля',
  onlyIgnored: 'Только с пропущенными полями',
  filters: 'Фильтры',
  reset: 'Сбросить фильтры',
  details: 'Данные запроса',
  show: 'Показать в журнале запросов',
  strict: 'Отклонять неизвестные поля',
  strictLead:
    'Запросы с ошибками в названиях полей или параметров отклоняются. Иначе такие поля пропускаются и видны в журнале запросов.',
  changed: 'Ключ API изменён.',
};
