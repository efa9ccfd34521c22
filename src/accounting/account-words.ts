// The texts of an account statement as PDF: one table per language. A missing text is a type error.
import type { Language } from '../platform/values/languages.ts';

export type AccountWords = {
  readonly heading: string;
  readonly period: string;
  readonly date: string;
  readonly transaction: string;
  readonly invoiced: string;
  readonly received: string;
  readonly refunded: string;
  readonly balance: string;
  readonly opening: string;
  /** The closing balance if it is owed, if it is prepaid, and if it is zero. */
  readonly owed: string;
  readonly prepaid: string;
  readonly settled: string;
  readonly explanation: string;
  readonly invoice: string;
  readonly payment: string;
  readonly refund: string;
};

const tables: Readonly<Record<Language, AccountWords>> = {
  en: {
    heading: 'Account statement',
    period: 'Period',
    date: 'Date',
    transaction: 'Transaction',
    invoiced: 'Invoiced',
    received: 'Received',
    refunded: 'Refunded',
    balance: 'Balance',
    opening: 'Opening balance',
    owed: 'Balance due',
    prepaid: 'Prepaid',
    settled: 'Closing balance',
    explanation: 'Opening balance + invoiced + refunded − received. A negative balance is prepaid.',
    invoice: 'Invoice',
    payment: 'Payment',
    refund: 'Refund',
  },
  et: {
    heading: 'Saldoväljavõte',
    period: 'Periood',
    date: 'Kuupäev',
    transaction: 'Tehing',
    invoiced: 'Arveldatud',
    received: 'Laekunud',
    refunded: 'Tagastatud',
    balance: 'Saldo',
    opening: 'Algsaldo',
    owed: 'Tasuda',
    prepaid: 'Ettemaks',
    settled: 'Lõppsaldo',
    explanation: 'Algsaldo + arveldatud + tagastatud − laekunud. Negatiivne saldo on ettemaks.',
    invoice: 'Arve',
    payment: 'Makse',
    refund: 'Tagasimakse',
  },
  lv: {
    heading: 'Konta izraksts',
    period: 'Periods',
    date: 'Datums',
    transaction: 'Darījums',
    invoiced: 'Rēķini',
    received: 'Saņemts',
    refunded: 'Atgriezts',
    balance: 'Atlikums',
    opening: 'Sākuma atlikums',
    owed: 'Jāmaksā',
    prepaid: 'Avanss',
    settled: 'Beigu atlikums',
    explanation: 'Sākuma atlikums + rēķini + atgriezts − saņemts. Negatīvs atlikums ir avanss.',
    invoice: 'Rēķins',
    payment: 'Maksājums',
    refund: 'Atmaksa',
  },
  lt: {
    heading: 'Atsiskaitymų išrašas',
    period: 'Laikotarpis',
    date: 'Data',
    transaction: 'Operacija',
    invoiced: 'Priskaičiuota',
    received: 'Gauta',
    refunded: 'Grąžinta',
    balance: 'Likutis',
    opening: 'Likutis pradžioje',
    owed: 'Mokėtina suma',
    prepaid: 'Permoka',
    settled: 'Likutis pabaigoje',
    explanation: 'Likutis pradžioje + priskaičiuota + grąžinta − gauta. Neigiamas likutis yra permoka.',
    invoice: 'Sąskaita',
    payment: 'Mokėjimas',
    refund: 'Grąžinimas',
  },
  ru: {
    heading: 'Выписка по лицевому счёту',
    period: 'Период',
    date: 'Дата',
    transaction: 'Операция',
    invoiced: 'Начислено',
    received: 'Поступило',
    refunded: 'Возвращено',
    balance: 'Сальдо',
    opening: 'Сальдо на начало',
    owed: 'К оплате',
    prepaid: 'Предоплата',
    settled: 'Сальдо на конец',
    explanation: 'Сальдо на начало + начислено + возвращено − поступило. Отрицательное сальдо — предоплата.',
    invoice: 'Счёт',
    payment: 'Платёж',
    refund: 'Возврат',
  },
};

/** The texts in a language. */
export function accountWordsIn(language: Language): AccountWords {
  return tables[language];
}
