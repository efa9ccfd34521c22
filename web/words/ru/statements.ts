// Russian words of the dialog that maps a statement’s columns.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('ru');

export const statements: Words['statements'] = {
  open: 'Сопоставить столбцы',
  title: 'Укажите, что означают столбцы файла',
  lead: 'Файл этого банка ещё не известен. Один раз укажите, что означают столбцы: следующий файл с теми же заголовками будет прочитан сам.',
  headingRow: 'Заголовки находятся',
  row: message('Строка {row}: {text}'),
  column: 'Столбец',
  examples: 'Первые строки',
  meaning: 'Поле',
  unused: 'Не загружается',
  name: 'Название формата',
  currency: 'Валюта',
  askCurrency: 'Спрашивать для каждого файла',
  account: 'Ваш счёт (IBAN), если его нет в файле',
  save: 'Сохранить и прочитать файл',
  saved: 'Формат сохранён.',
  formats: 'Форматы выписок',
  formatsLead: 'Файлы с этими заголовками читаются так, как вы указали.',
  rename: 'Переименовать',
  renamed: 'Формат переименован.',
  remove: 'Удалить',
  removeLead: 'Загруженное останется. Столбцы следующего такого файла придётся указать заново.',
  removed: 'Формат удалён.',
  currencyMissing: 'В файле не указана валюта',
  currencyLead: 'Выберите валюту сумм.',
  readIn: message('Прочитать файл в {currency}'),
  meanings: {
    date: 'Дата',
    amount: 'Сумма',
    paidIn: 'Поступление',
    paidOut: 'Списание',
    direction: 'Дебет или кредит',
    payer: 'Плательщик',
    payerAccount: 'Счёт плательщика',
    reference: 'Номер ссылки',
    text: 'Пояснение',
    currency: 'Валюта',
    account: 'Ваш счёт',
  },
};
