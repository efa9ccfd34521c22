// Russian words of month-end, for bookkeeping.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('ru');

export const monthEnd: Words['monthEnd'] = {
  title: 'Закрытие месяца',
  lead: 'Всё, что нужно бухгалтерии дома за месяц.',
  meaning: message(
    'Документ относится к своей дате: счета, выставленные с {from} по {to}, платежи за эти дни и остатки на конец {to}.',
  ),
  month: 'Месяц',
  notEnded: 'Месяц ещё не закончился. Суммы могут измениться.',
  unmatched: message(
    '{count, plural, one {# платёж этого месяца ({amount}) ещё не зачтён и не входит} few {# платежа этого месяца ({amount}) ещё не зачтены и не входят} many {# платежей этого месяца ({amount}) ещё не зачтены и не входят} other {# платежа этого месяца ({amount}) ещё не зачтены и не входят}} в данные ни одного дома.',
  ),
  figures: {
    opening: 'Начальный остаток',
    invoiced: 'Начислено',
    received: 'Получено',
    refunded: 'Возвращено',
    closing: 'Конечный остаток',
  },
  files: 'Файлы',
  file: 'Файл',
  lines: 'Документы',
  total: 'Итого',
  download: 'Скачать',
  save: message('Скачать: {name}, {format}'),
  names: { ledger: 'Проводки по счетам', eInvoices: 'Э-счета', payments: 'Платежи', balances: 'Задолженность' },
  leads: {
    ledger: 'Счета построчно, с бухгалтерским счётом и НДС.',
    eInvoices: 'Отправленные и оплаченные счета для бухгалтерской программы или оператора э-счетов.',
    payments: 'Платежи и возвраты, каждый с плательщиком и квартирой.',
    balances: 'Начальный остаток, оборот и конечный остаток каждой квартиры.',
  },
  drafts: message(
    '{count, plural, one {# черновик кредитового счёта есть} few {# черновика кредитовых счетов есть} many {# черновиков кредитовых счетов есть} other {# черновика кредитовых счетов есть}} в проводках, но не в э-счетах.',
  ),
};
