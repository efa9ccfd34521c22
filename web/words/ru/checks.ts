// Russian words of the checklist before invoices are generated.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('ru');

export const checks: Words['checks'] = {
  none: 'Проверять нечего.',
  gravities: {
    blocks: 'Сначала исправьте',
    leaves_out: 'Эти квартиры не получат счёт',
    money: 'Суммы, которые могут быть неверны',
    review: 'Стоит взглянуть',
  },
  titles: {
    negative_remainder: 'Остаток стал бы отрицательным',
    negative_invoice: 'Отрицательный счёт',
    amount_changed: 'Большое изменение по сравнению с прошлым месяцем',
    account_missing: 'Нет расчётного счёта: жильцы не смогут оплатить эти счета',
    name_not_printable: 'Имя буквами, которых нет в PDF: напишите его латиницей',
  },
  fixes: {
    apartments: 'Открыть квартиры',
    bill: 'Ввести счета поставщиков',
    charges: 'Открыть услуги',
    earlier: 'Выставить предыдущий месяц',
    invoices: 'Открыть счета',
    meters: 'Открыть счётчики',
    readings: 'Ввести показания',
    usage: 'Сравнить потребление',
  },
  showAll: message('Показать все ({count})'),
  usually: message('{quantity}, обычно {usual}'),
  otherApartments: message('{quantity}, в других квартирах {usual}'),
  remainder: message('общедомовой счётчик {main}, квартиры {explained}, разница {difference}'),
  estimated: message('{quantity}, оценка'),
  between: message('{quantity}, рассчитано по дням между показаниями {from} и {to}'),
  recipientsFrom: message('получатели только с {day}'),
  verifiedUntil: message('поверен до {day}'),
  since: message('с {day}'),
  laterInvoice: message('в счёте с {day}'),
  firstReading: message('первое показание {value}, {day}'),
  countedFrom: message('считается с {value}'),
  handedOver: message('владелец или жилец сменился {day}'),
  changed: message('{amount}, ранее {previous}'),
  split: message('из {bill} в счетах уже {invoiced}, в недостающих было бы {missing}'),
};
