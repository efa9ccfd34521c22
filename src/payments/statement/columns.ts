// Columns of CSV exports: what banks call them, in et, en, lv, lt, ru and de, and the exports that come without headings. A new bank is a line here.

/** What a column can mean. `debit` and `credit` are amounts in columns of their own; `direction` says which one the amount is. */
export type Field =
  | 'account'
  | 'rowType'
  | 'date'
  | 'name'
  | 'iban'
  | 'text'
  | 'amount'
  | 'debit'
  | 'credit'
  | 'currency'
  | 'direction'
  | 'bankId'
  | 'reference'
  | 'orderNumber'
  | 'state';

/** Headings by what they mean, the preferred first: of several that a file has, the first one counts. Compared without case, marks and blanks. */
export const headings: Readonly<Record<Field, readonly string[]>> = {
  account: [
    'Kliendi konto',
    'Client account',
    'Customer account no',
    'Klienta konts',
    'Sąskaitos Nr',
    'Sąskaitos numeris',
    'Счёт клиента',
    'Счет клиента',
    'Kundenkonto',
    'Account number',
    'Konto number',
    'Konta numurs',
  ],
  rowType: ['Reatüüp', 'Row type', 'Ieraksta tips', 'Тип строки'],
  date: [
    'Completed Date',
    'Kuupäev',
    'Kande kuupäev',
    'Tehingu kuupäev',
    'Booking date',
    'Transaction date',
    'Date',
    'Datums',
    'Darījuma datums',
    'Data',
    'Data ir laikas',
    'Operacijos data',
    'Дата',
    'Дата операции',
    'Buchungsdatum',
    'Buchungstag',
    'Datum',
  ],
  name: [
    'Saaja/maksja nimi',
    'Saaja/Maksja',
    'Maksja nimi',
    'Maksja',
    'Beneficiary/Payer',
    'Sender/receiver name',
    'Counterparty',
    'Counterparty name',
    'Payer',
    'Payer name',
    'Name',
    'Saņēmējs/Maksātājs',
    'Maksātājs',
    'Partnera nosaukums',
    'Gavėjas/Mokėtojas',
    'Gavėjas',
    'Mokėtojas',
    'Mokėtojas/Gavėjas',
    'Mokėtojo arba gavėjo pavadinimas',
    'Имя плательщика/получателя',
    'Имя получателя/плательщика',
    'Плательщик/получатель',
    'Получатель/плательщик',
    'Плательщик',
    'Auftraggebername',
    'Auftraggeber',
    'Zahlungspflichtiger',
  ],
  iban: [
    'Saaja/maksja konto',
    'Maksja konto',
    'Sender/receiver account',
    'Beneficiary/payer account',
    'Counterparty account',
    'Payer account',
    'Counterparty IBAN',
    'Saņēmēja/maksātāja konts',
    'Maksātāja konts',
    'Partnera konts',
    'Mokėtojo sąskaita',
    'Gavėjo/mokėtojo sąskaita',
    'EVP/IBAN',
    'Sąskaita',
    'Счёт плательщика/получателя',
    'Счет плательщика/получателя',
    'Счёт плательщика',
    'Auftraggeber IBAN/KtoNr',
  ],
  text: [
    'Selgitus',
    'Makse selgitus',
    'Details',
    'Description',
    'Payment details',
    'Remittance information',
    'Text',
    'Informācija saņēmējam',
    'Maksājuma mērķis',
    'Maksājuma detaļas',
    'Paaiškinimai',
    'Paskirtis',
    'Mokėjimo paskirtis',
    'Пояснение',
    'Назначение платежа',
    'Описание',
    'Verwendungszweck',
    'Buchungstext',
  ],
  amount: ['Summa', 'Amount', 'Suma', 'Suma ir valiuta', 'Сумма', 'Betrag'],
  debit: ['Deebet', 'Debit', 'Debets', 'Debetas', 'Дебет', 'Soll', 'Belastung'],
  credit: ['Kreedit', 'Credit', 'Kredīts', 'Kreditas', 'Кредит', 'Haben', 'Gutschrift'],
  currency: ['Valuuta', 'Currency', 'Valūta', 'Valiuta', 'Valiutos', 'Валюта', 'Währung'],
  direction: [
    'Deebet/Kreedit',
    'Deebet/Kreedit (D/C)',
    'Debit/Credit',
    'Debit/Credit (D/C)',
    'D/K',
    'D/C',
    'C/D',
    'K/D',
    'Debets/Kredīts',
    'Kreditas/Debetas',
    'Debetas/Kreditas',
    'Дебет/Кредит',
    'Дебет/Кредит (D/C)',
    'Soll/Haben',
  ],
  bankId: [
    'Konto teenusepakkuja viide',
    'Account servicer reference',
    'Ссылка поставщика услуг счёта',
    'Ссылка поставщика услуг счета',
    'Arhiveerimistunnus',
    'Archiving code',
    'Transfer reference',
    'Arhīva kods',
    'Įrašo Nr',
    'Transakcijos kodas',
    'Operacijos eilutė',
    'Išrašo nr',
    'Признак архивирования',
  ],
  reference: [
    'Viitenumber',
    'Reference number',
    'Payment reference',
    'Reference',
    'Refernces numurs',
    'References numurs',
    'Atsauces numurs',
    'Įmokos kodas',
    'Номер ссылки',
    'Zahlungsreferenz',
  ],
  orderNumber: [
    'Dokumendi number',
    'Document number',
    'Document no',
    'Dokumenta numurs',
    'Dok Nr',
    'Номер документа',
    'Pervedimo nr',
  ],
  state: ['State', 'Status', 'Olek'],
};

/** An export without headings: how to know its first row, and what its columns mean. */
export type Headless = {
  readonly bank: string;
  readonly separator: string;
  readonly first: readonly (RegExp | null)[];
  readonly columns: Partial<Readonly<Record<Field, number>>>;
};

const iban = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;
const local = /^\d{2}[.-]\d{2}[.-]\d{4}$/;
const money = /^[+-]?[\d.]+,\d{2}$/;
const code = /^[A-Z]{3}$/;

/** Both of Swedbank's exports, with a point or a comma, have the same columns. */
const swedbank = {
  account: 0,
  rowType: 1,
  date: 2,
  name: 3,
  text: 4,
  amount: 5,
  currency: 6,
  direction: 7,
  bankId: 8,
  reference: 10,
  orderNumber: 11,
} as const;

export const headless: readonly Headless[] = [
  {
    bank: 'Swedbank',
    separator: ';',
    first: [iban, /^(10|20|82|86)$/, local, null, null, money, code, /^[DK]$/, null, null, null, null],
    columns: swedbank,
  },
  {
    bank: 'Swedbank',
    separator: ',',
    first: [
      iban,
      /^(10|20|82|86)$/,
      /^\d{4}-\d{2}-\d{2}$/,
      null,
      null,
      /^[\d]+\.\d{2}$/,
      code,
      /^[DK]$/,
      null,
      null,
      null,
      null,
    ],
    columns: swedbank,
  },
  {
    bank: 'ASN',
    separator: ',',
    first: [local, iban, null, null, null, null, null, code, /^-?\d+\.\d{2}$/, code, /^-?\d+\.\d{2}$/, local, local],
    columns: { date: 0, account: 1, iban: 2, name: 3, currency: 9, amount: 10, text: 17 },
  },
  {
    bank: 'easybank',
    separator: ';',
    first: [/^([A-Z]{2})?\d{8,30}$/, null, local, local, money, code],
    columns: { account: 0, text: 1, date: 2, amount: 4, currency: 5 },
  },
  {
    bank: 'Raiffeisen',
    separator: ';',
    first: [local, null, local, money, code],
    columns: { date: 0, text: 1, amount: 3, currency: 4 },
  },
];
