// The words of the files for bookkeeping: their headings, and the few fixed words in their cells. Programs read the
// fixed ones, people those of their language.
import { type Language, languages } from '../platform/values/languages.ts';

/** The fixed words that programs read, each in the order of `languages`. */
const words = {
  heading: {
    invoice_number: ['Arve number', 'Invoice number', 'Rēķina numurs', 'Sąskaitos numeris', 'Номер счёта'],
    kind: ['Liik', 'Kind', 'Veids', 'Rūšis', 'Вид'],
    corrects_invoice: ['Parandab arvet', 'Corrects invoice', 'Labo rēķinu', 'Taiso sąskaitą', 'Исправляет счёт'],
    status: ['Olek', 'Status', 'Statuss', 'Būsena', 'Статус'],
    issue_date: ['Arve kuupäev', 'Issue date', 'Izrakstīšanas datums', 'Išrašymo data', 'Дата счёта'],
    due_date: ['Maksetähtpäev', 'Due date', 'Apmaksas termiņš', 'Apmokėti iki', 'Срок оплаты'],
    period_start: ['Periood alates', 'Period from', 'Periods no', 'Laikotarpis nuo', 'Период с'],
    period_end: ['Periood kuni', 'Period to', 'Periods līdz', 'Laikotarpis iki', 'Период по'],
    apartment: ['Korter', 'Apartment', 'Dzīvoklis', 'Butas', 'Квартира'],
    reference: ['Viitenumber', 'Reference', 'Atsauce', 'Įmokos kodas', 'Номер ссылки'],
    charge: ['Kululiik', 'Charge', 'Pakalpojums', 'Mokestis', 'Услуга'],
    description: ['Selgitus', 'Description', 'Apraksts', 'Aprašymas', 'Описание'],
    account: [
      'Pearaamatu konto',
      'Ledger account',
      'Grāmatvedības konts',
      'Buhalterinė sąskaita',
      'Бухгалтерский счёт',
    ],
    quantity: ['Kogus', 'Quantity', 'Daudzums', 'Kiekis', 'Количество'],
    unit: ['Ühik', 'Unit', 'Mērvienība', 'Vienetas', 'Единица'],
    unit_price: ['Ühiku hind', 'Unit price', 'Cena', 'Kaina', 'Цена'],
    net: ['Käibemaksuta', 'Net', 'Bez PVN', 'Be PVM', 'Без НДС'],
    vat_rate: ['Käibemaksumäär %', 'VAT rate %', 'PVN likme %', 'PVM tarifas %', 'Ставка НДС %'],
    vat: ['Käibemaks', 'VAT', 'PVN', 'PVM', 'НДС'],
    gross: ['Käibemaksuga', 'Gross', 'Ar PVN', 'Su PVM', 'С НДС'],
    currency: ['Valuuta', 'Currency', 'Valūta', 'Valiuta', 'Валюта'],
    booked_on: ['Väljavõttel', 'On statement', 'Izrakstā', 'Išraše', 'В выписке'],
    date: ['Kuupäev', 'Date', 'Datums', 'Data', 'Дата'],
    source: ['Allikas', 'Source', 'Avots', 'Šaltinis', 'Источник'],
    payer: ['Maksja', 'Payer', 'Maksātājs', 'Mokėtojas', 'Плательщик'],
    payer_account: ['Maksja konto', 'Payer account', 'Maksātāja konts', 'Mokėtojo sąskaita', 'Счёт плательщика'],
    counterparty: ['Vastaspool', 'Counterparty', 'Darījuma partneris', 'Kita šalis', 'Контрагент'],
    counterparty_account: [
      'Vastaspoole konto',
      'Counterparty account',
      'Partnera konts',
      'Kitos šalies sąskaita',
      'Счёт контрагента',
    ],
    own_account: ['Oma konto', 'Own account', 'Savs konts', 'Sava sąskaita', 'Свой счёт'],
    amount: ['Summa', 'Amount', 'Summa', 'Suma', 'Сумма'],
    balance: ['Saldo', 'Balance', 'Atlikums', 'Likutis', 'Остаток'],
    opening: ['Algsaldo', 'Opening balance', 'Sākuma atlikums', 'Pradinis likutis', 'Начальный остаток'],
    invoiced: ['Arveldatud', 'Invoiced', 'Aprēķināts', 'Priskaičiuota', 'Начислено'],
    received: ['Laekunud', 'Received', 'Saņemts', 'Gauta', 'Получено'],
    refunded: ['Tagasi makstud', 'Refunded', 'Atmaksāts', 'Grąžinta', 'Возвращено'],
    category: ['Liigitus', 'Category', 'Kategorija', 'Kategorija', 'Категория'],
    note: ['Märkus', 'Note', 'Piezīme', 'Pastaba', 'Примечание'],
    closing: ['Lõppsaldo', 'Closing balance', 'Beigu atlikums', 'Galutinis likutis', 'Конечный остаток'],
  },
  kind: {
    invoice: ['arve', 'invoice', 'rēķins', 'sąskaita', 'счёт'],
    credit: ['kreeditarve', 'credit note', 'kredītrēķins', 'kreditinė sąskaita', 'кредитовый счёт'],
    correction: ['parandusarve', 'correction', 'labojuma rēķins', 'taisomoji sąskaita', 'корректирующий счёт'],
    payment: ['laekumine', 'payment', 'maksājums', 'mokėjimas', 'платёж'],
    returned: ['pank tagastas', 'returned by the bank', 'banka atgrieza', 'bankas grąžino', 'возвращён банком'],
    refund: ['tagasimakse', 'refund', 'atmaksa', 'grąžinimas', 'возврат'],
    unmatched: ['sidumata', 'unmatched', 'nepiesaistīts', 'nepriskirtas', 'не зачтён'],
    opening_balance: ['algsaldo', 'opening balance', 'sākuma atlikums', 'pradinis likutis', 'начальный остаток'],
    received: ['laekumine', 'received', 'saņemts', 'gauta', 'поступление'],
    paid_out: ['väljaminek', 'paid out', 'izmaksāts', 'išmokėta', 'списание'],
    closing_balance: ['lõppsaldo', 'closing balance', 'beigu atlikums', 'galutinis likutis', 'конечный остаток'],
    set_aside: ['kõrvale jäetud', 'set aside', 'atlikts malā', 'atidėtas', 'отложен'],
    refunded: ['tagasi makstud', 'refunded', 'atmaksāts', 'grąžintas mokėtojui', 'возвращён плательщику'],
  },
  category: {
    supplier_refund: [
      'tarnijalt tagasi saadud raha',
      'money back from a supplier',
      'no piegādātāja atgūta nauda',
      'iš tiekėjo atgauti pinigai',
      'деньги, возвращённые поставщиком',
    ],
    interest: ['intress', 'interest', 'procenti', 'palūkanos', 'проценты'],
    own_transfer: [
      'ülekanne oma kontode vahel',
      'transfer between own accounts',
      'pārskaitījums starp saviem kontiem',
      'pervedimas tarp savo sąskaitų',
      'перевод между своими счетами',
    ],
    other: ['muu', 'other', 'cits', 'kita', 'другое'],
    refunded: ['tagasi makstud', 'refunded', 'atmaksāts', 'grąžinta mokėtojui', 'возвращено плательщику'],
    returned_payment: [
      'tagastatud makse',
      'returned payment',
      'atgriezts maksājums',
      'grąžintas mokėjimas',
      'возвращённый платёж',
    ],
  },
  status: {
    draft: ['mustand', 'draft', 'melnraksts', 'juodraštis', 'черновик'],
    sent: ['saadetud', 'sent', 'nosūtīts', 'išsiųsta', 'отправлен'],
    paid: ['tasutud', 'paid', 'apmaksāts', 'apmokėta', 'оплачен'],
  },
  source: {
    statement: ['pangaväljavõte', 'bank statement', 'konta izraksts', 'banko išrašas', 'выписка банка'],
    banklink: ['pangalink', 'bank link', 'bankas saite', 'banko nuoroda', 'банковская ссылка'],
    manual: ['käsitsi', 'entered by hand', 'ievadīts ar roku', 'įvesta ranka', 'введён вручную'],
    cash: ['sularaha', 'cash', 'skaidra nauda', 'grynieji', 'наличные'],
    credit: ['ettemaks', 'prepayment', 'priekšapmaksa', 'permoka', 'предоплата'],
  },
} as const;

type Words = typeof words;
export type ExportColumn = keyof Words['heading'];

/** A fixed word of a file: in a language, or, undefined, as programs read it. */
export function exportWord<Of extends keyof Words>(
  of: Of,
  word: keyof Words[Of] & string,
  language: Language | undefined,
): string {
  const texts: Readonly<Record<string, readonly string[]>> = words[of];
  return (language && texts[word]?.[languages.indexOf(language)]) ?? word;
}

/** The headings of a file. */
export function headingsOf(columns: readonly ExportColumn[], language: Language | undefined): string[] {
  return columns.map((column) => exportWord('heading', column, language));
}
