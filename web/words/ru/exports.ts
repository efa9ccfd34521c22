// Russian words of the exports for bookkeeping.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('ru');

export const exports: Words['exports'] = {
  title: 'Экспорт для бухгалтерии',
  lead: 'По отправленным и оплаченным счетам дома.',
  month: 'Месяц',
  download: 'Скачать',
  save: message('Скачать: {name}'),
  names: { ledger: 'Строки счетов (CSV)', 'e-arve': 'Э-счета (e-arve 1.2)', ubl: 'Э-счета (UBL)' },
  leads: {
    ledger: 'Счета за этот месяц построчно, с бухгалтерским счётом каждой услуги.',
    'e-arve': 'Счета, выставленные в этом месяце, одним файлом, как их принимают эстонские операторы.',
    ubl: 'Счета, выставленные в этом месяце, по стандарту EN 16931, каждый отдельным файлом в архиве ZIP.',
  },
};
