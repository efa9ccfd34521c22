// Headings of CSV exports in et, en, lv, lt, ru, de, fr, it, nl, sv, da, no and fi, and the exports that have no
// headings. A new heading is added here.

/**
 * The meanings of a column. `debit` and `credit` are amounts in separate columns (`paidOut` and `paidIn` in an
 * organization's own profile); `direction` says which of the two `amount` is. `ultimatePayer` is who pays through an
 * institution.
 */
export type CsvField =
  | 'account'
  | 'rowType'
  | 'date'
  | 'name'
  | 'payer'
  | 'payee'
  | 'ultimatePayer'
  | 'iban'
  | 'payerIban'
  | 'payeeIban'
  | 'text'
  | 'amount'
  | 'debit'
  | 'credit'
  | 'currency'
  | 'direction'
  | 'bankId'
  | 'reference'
  | 'orderNumber'
  | 'state'
  | 'remark';

/** The places of a file's columns, from 0. */
export type CsvColumns = Partial<Readonly<Record<CsvField, number>>>;

const splitNames = (text: string): readonly string[] =>
  text
    .split(/[|\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');

/**
 * Headings by meaning, in order of preference: of several in a file the first one counts. Compared without case,
 * punctuation and blanks.
 */
export const headings: Readonly<Record<CsvField, readonly string[]>> = {
  account: splitNames(`
    Kliendi konto | Konto number
    Client account | Customer account no | Account | Account no | Account number | Own account | Account IBAN
    Klienta konts | Konta numurs | Konta Nr
    Sąskaitos Nr | Sąskaitos numeris
    Счёт клиента | Счëт клиентa | Номер счёта
    Kundenkonto | Auftragskonto | IBAN Auftragskonto | IBAN Auftraggeberkonto | IBAN Kontoinhaber | Wallet-IBAN
    Compte | N° de compte | Conto | Numero di conto | Rekening | Rekeningnummer | IBAN/BBAN | Kontonr`),
  rowType: splitNames('Reatüüp | Row type | Ieraksta tips | Eilutės tipas | Тип строки | Строковый тип'),
  date: splitNames(`
    Completed Date | Date completed | Booking date | Posting date | Transaction date | Payment date | Date
    Date and time | Date/Time
    Posted | Posted date | Kp | Kande kuupäev | Kuupäev | Tehingu kuupäev | Makse kuupäev | Laekumise kuupäev | Lõpetamise kuupäev | Tehingupäev
    Grāmatošanas datums | Datums | Darījuma datums | Operācijas datums | Maksājuma datums | Pabeigšanas datums
    Data | Data ir laikas | Operacijos data | Įrašo data | Buhalterinė data | Mokėjimo data | Užbaigimo data
    Дата | Дата проводки | Дата операции | Дата платежа | Дата выполнения
    Дата обработки операции | Дата транзакции | Дата и время | Дата и время операции
    Buchungsdatum | Buchungstag | Buchung | Datum | Datum des Abschlusses
    Value date | Väärtuspäev | Valuteerimise datums | Valutavimo data | Valutadatum | Wertstellung
    Maksepäev | Kandepäev | Päev | Dat
    Date de comptabilisation | Date comptable | Date d'opération | Date d'exécution | Date valeur | Date de valeur | Data contabile | Data di registrazione | Data operazione | Data valuta
    Bokföringsdag | Bokföringsdatum | Transaktionsdag | Transaktionsdatum | Bogføringsdato | Bokføringsdato | Bokført | Dato | Transaksjonsdato | Valørdato
    Kirjauspäivä | Maksupäivä | Päivämäärä | Tapahtumapäivä | Boekdatum | Boekingsdatum | Transactiedatum | Uitvoeringsdatum`),
  name: splitNames(`
    Saaja/maksja nimi | Maksja/saaja nimi | Saaja või maksja | Maksja või saaja | Saaja/Maksja | Maksja/saaja | Vastaspool | Vastaspoole nimi | Osapool
    Beneficiary/Payer | Payer/Beneficiary | Payer/Payee | Payee/Payer | Recipient/Payer | Payer/Recipient | Sender/Receiver | Name of counterparty | Beneficiary's name | Sender/receiver name | Beneficiary’s/remitter's name | Counterparty
    Counterparty name | Counterparty Designation | Partner Name | Name
    Saņēmējs/Maksātājs | Maksātājs/Saņēmējs | Saņēmēja/Maksātāja nosaukums | Partnera nosaukums | Partneris
    Gavėjas/Mokėtojas | Mokėtojas/Gavėjas | Mokėtojo arba gavėjo pavadinimas | Kitos pusės pavadinimas | Partneris
    Имя плательщика/получателя | Имя получателя/плательщика | Плательщик/получатель | Получатель/плательщик
    Контрагент | Наименование контрагента
    Name Zahlungsbeteiligter | Auftraggeber/Empfänger | Begünstigter/Auftraggeber | Auftraggeber/Begünstigter
    Begünstigter/Zahlungspflichtiger | Beguenstigter/Zahlungspflichtiger | Empfänger/Zahlungspflichtiger
    Contrepartie | Nom de la contrepartie | Controparte | Saaja/Maksaja | Maksaja/Saaja | Naam / Omschrijving | Naam tegenpartij | Naam tegenrekening | Tegenpartij | Tegenrekeninghouder
    Motpart | Modpart | Navn | Namn | Nimi | Naam`),
  payer: splitNames(`
    Maksja | Maksja nimi | Saatja | Saatja nimi | Payer | Payer name | Sender | Debtor | Maksātājs | Maksātāja nosaukums
    Mokėtojas | Mokėtojo pavadinimas | Плательщик | Отправитель
    Zahlungspflichtige*r | Zahler | Absender | Auftraggebername | Auftraggeber
    Donneur d'ordre | Ordinante | Maksaja | Maksajan nimi | Avsändare | Avsender | Afsender | Innbetaler`),
  payee: splitNames(`
    Saaja | Saaja nimi | Beneficiary | Payee | Receiver | Creditor | Saņēmējs | Gavėjas | Получатель
    Zahlungsempfänger*in | Empfängername | Empfänger`),
  ultimatePayer: splitNames(`
    Ultimate debtor | Ultimate debtor name | Ultimate payer | Ultimate payer name | Ultimate party | Ultimate party name
    Tegelik maksja | Tegeliku maksja nimi | Lõplik maksja | Algne maksja | Esialgne maksja | Faktiskais maksātājs | Patiesais maksātājs
    Sākotnējais maksātājs | Pradinis mokėtojas | Galutinis mokėtojas | Tikrasis mokėtojas | Фактический плательщик | Конечный плательщик
    Abweichender Auftraggeber | Abweichender Zahlungspflichtiger | Ultimativer Zahler | Endgültiger Zahlungspflichtiger | Name abweichender Auftraggeber
    Débiteur final | Donneur d'ordre final | Debitore effettivo | Ordinante effettivo | Naam uiteindelijke partij | Uiteindelijke debiteur
    Todellinen maksaja | Alkuperäinen maksaja | Ursprunglig betalare | Slutlig betalare | Oprindelig betaler | Opprinnelig betaler
    Zleceniodawca rzeczywisty | Skutečný plátce`),
  iban: splitNames(`
    Saaja/maksja konto | Saaja/maksja konto nr | Maksja/saaja konto | Saaja/maksja IBAN | Maksja/saaja IBAN | Vastaspoole konto | Vastaspoole IBAN | Beneficiary/payer account | Beneficiary's account
    Beneficiary’s/remitter's account | Sender/receiver account | Counterparty account | Counterparty account number
    Counterparty account no | Counterparty IBAN | Partner Iban | Saņēmēja/maksātāja konts | Partnera konts | Partnera IBAN | Maksātāja/saņēmēja konts
    Gavėjo/mokėtojo sąskaita | Mokėtojo/gavėjo sąskaita | Kitos pusės sąskaitos Nr | Kitos pusės sąsk Nr | EVP/IBAN | Sąskaita | Счёт плательщика/получателя | Счёт контрагента
    IBAN Zahlungsbeteiligter | Kontonummer/IBAN | IBAN/Kontonummer | Gegenkonto IBAN
    Compte de la contrepartie | IBAN contrepartie | IBAN controparte | Tegenrekening | Tegenrekeningnummer | Tegenrekening IBAN/BBAN | Rekening tegenpartij | Motkonto | Modkonto | Vastatili`),
  payerIban: splitNames(`
    Maksja konto | Maksja IBAN | Payer account | Payer IBAN | Sender account | Maksātāja konts | Mokėtojo sąskaita
    Счёт плательщика | Auftraggeber IBAN/KtoNr`),
  payeeIban: splitNames('Saaja konto | Beneficiary account number | Gavėjo sąskaita | Счёт получателя'),
  text: splitNames(`
    Selgitus | Makse selgitus | Makse kirjeldus | Kirjeldus | Sisu | Makse sisu | Tehingu sisu | Märkus | Märkused | Tekst
    Details | Description | Payment details | Details of payments | Remittance information | Narrative | Purpose | Text
    Message | Memo | Note | Comment | Explanation | Remittance info | Unstructured remittance information | Message to recipient | Particulars
    Informācija saņēmējam | Maksājuma mērķis | Maksājuma detaļas | Maksājuma informācija | Mērķis | Apraksts | Detaļas | Teksts
    Paskaidrojums | Piezīme | Piezīmes | Informācija
    Paaiškinimai | Paaiškinimas | Mokėjimo paskirtis | Operacijos paskirtis | Paskirtis | Aprašymas | Tekstas | Detalės | Komentaras | Pastaba | Pastabos
    Пояснение | Назначение платежа | Назначение | Основание | Описание | Описание операции | Детали | Детали платежа | Содержание | Текст | Комментарий
    Примечание | Примечания
    Verwendungszweck | Vorgang/Verwendungszweck | Avisierungstext | Beschreibung | Mitteilung | Umsatztext | Buchungstext | Notiz | Zahlungsgrund | Bemerkung
    Libellé | Communication | Texte | Texte comptable | Texte de notification | Motif | Motif de paiement | Descrizione | Descrizione operazione | Testo | Testo di avviso | Causale | Comunicazione | Dettagli
    Omschrijving | Mededeling | Mededelingen | Beskrivning | Meddelande | Rubrik | Beskrivelse | Tekst | Melding | Besked | Forklaring | Tittel | Viesti | Selite | Selitys | Otsikko`),
  amount: splitNames(`
    Amount in account currency | Summa konta valūtā | Suma sąskaitos valiuta | Summa konto valuutas
    Сумма в валюте счёта | Сумма пересчитанная в валюту счёта
    Summa | Tehingu summa | Makse summa | Amount | Transaction amount | Payment amount | Sum | Maksājuma summa
    Darījuma summa | Suma | Suma ir valiuta | Operacijos suma | Mokėjimo suma | Сумма | Сумма операции
    Сумма платежа | Сумма транзакции | Betrag | Umsatz | Zahlungsbetrag | Buchungsbetrag | Summe
    Montant | Montant de l'opération | Importo | Bedrag | Belopp | Beløb | Beløp | Määrä | Määrä EUROA`),
  debit: splitNames(`
    Deebet | Väljaminek | Väljaminekud | Väljamakse | Väljamaksed | Debit | Debits | Debit amount | Amount debit | Paid out | Payments out | Money out
    Outflow | Withdrawal | Withdrawals | Debets | Izdevumi | Izmaksas | Izejošie | Izejošie maksājumi | Debetas | Išlaidos | Išmokėta | Išmokos
    Дебет | Расход | Расходы | Списание | Списано | Soll | Belastung | Belastungen | Lastschrift | Lastschriften | Ausgang | Ausgaben
    Débit | Débits | Addebito | Addebiti | Uscite | Af | Uttag | Ut | Ut av konto | Ud | Otto`),
  credit: splitNames(`
    Kreedit | Laekumine | Laekumised | Sissetulek | Sissetulekud | Sissemakse | Sissemaksed | Credit | Credits | Credit amount | Amount credit | Paid in
    Payments in | Money in | Inflow | Deposit | Deposits | Kredīts | Ienākumi | Iemaksas | Ienākošie | Ienākošie maksājumi | Kreditas | Pajamos | Įplaukos
    Įmokėta | Įmokos | Gauta | Кредит | Приход | Приходы | Поступление | Поступления | Зачисление | Зачислено | Haben | Gutschrift | Gutschriften
    Eingang | Einnahmen
    Crédit | Crédits | Accredito | Accrediti | Entrate | Bij | Insättning | Insättningar | Inn | Inn på konto | Ind | Pano`),
  currency: splitNames(`
    Valuuta | Currency | Currencies | Payment currency | Valūta | Maksājuma valūta | Valiuta | Valiutos | Валюта
    Валюта операции | Währung | Waehrung | Zahlungswährung
    Devise | Monnaie | Divisa | Moneta | Muntsoort | Munt | Valutacode | Valuutta`),
  direction: splitNames(`
    Deebet/Kreedit | Debit/Credit | Credit/Debit | Debits/Credits | Debets/Kredīts | Kreditas/Debetas
    Debetas/Kreditas | Дебет/Кредит | Дебит/Кредит | Soll/Haben | Soll/Haben-Kennzeichen | CdtDbtInd | Credit/debit indicator | D/K | D/C | C/D | K/D | S/H | DC | Dr/Cr | Cr/Dr
    Suund | Direction | Sign | Märk | Virziens | Zīme | Kryptis | Ženklas | Знак | Направление
    Débit/Crédit | Dare/Avere | Af Bij | Af/Bij | CreditDebet | Credit Debet | In/Out | Income/Expense | Inflow/Outflow | Deposit/Withdrawal
    Deposit/Withdraw | Tulu/Kulu | Sissetulek/Väljaminek | Laekumine/Väljamakse | Ienākumi/Izdevumi | Ienākošs/Izejošs | Pajamos/Išlaidos
    Доход/Расход | Приход/Расход | Einnahme/Ausgabe | Eingang/Ausgang | Entrata/Uscita | Entrate/Uscite | Recette/Dépense | Insättning/Uttag | Pano/Otto
    Uznanie/Obciążenie | Příchozí/Odchozí | Inn/Ut | Ind/Ud | Richtung | Vorzeichen | Richting | Riktning | Retning | Suunta | Segno | Kierunek | Směr`),
  bankId: splitNames(`
    Konto teenusepakkuja viide | Account servicer reference | Account service provider’s reference | Ссылка поставщика услуг счёта | Ссылка поставщика счёта
    Arhiveerimistunnus | Archiving code | Archiving ID | Archival ID | Archive ID | Transfer reference | Transaction ID | Transaction code
    Tehingu ID | Arhīva kods | Transakcijas numurs | Įrašo Nr | Transakcijos kodas | Operacijos eilutė
    Operacijos ID | Išrašo nr | Признак архивирования | Архивный признак | Transaktions-ID | ID
    ID de transaction | N° de transaction | Numero di transazione | Arkistointitunnus | Arkistotunnus | Verifikationsnummer | Transactiereferentie | Transaksjons-ID`),
  reference: splitNames(`
    Viitenumber | Viitenr | Viite nr | Viite number | Makse viitenumber | Reference number | Reference no | Reference nr | Ref number | Ref no
    Ref nr | Structured reference | RF reference | Payment code | Payment reference | Reference | Creditor reference | Viide
    Refernces numurs | References nr | Maksājuma atsauce | Mokėjimo kodas | Номер-ссылка | Референс | References numurs | Atsauces numurs | Atsauce | Įmokos kodas | Номер ссылки | Ссылка
    Zahlungsreferenz | Referenz | Referenznummer
    Nuoroda | Viite | Viitenumero | Numéro de référence | Référence | Numero di riferimento | Riferimento | Betalingskenmerk | KID | OCR | Referensnummer`),
  orderNumber: splitNames(`
    Dokumendi number | Document number | Document no | Instruction ID | Dokumenta numurs | MU Nr | Dok Nr
    Operacijos dok Nr | Номер документа | Pervedimo nr`),
  state: splitNames('State | Status | Olek | Staatus | Stāvoklis | Statuss | Būsena | Статус | Состояние'),
  remark: splitNames('Info'),
};

/**
 * Headings of amounts in the account's currency, for files that also have the amount in the payment's; and the headings
 * of that currency.
 */
export const inAccountCurrency = {
  amount: headings.amount.slice(0, 6),
  currency: splitNames(
    'Account currency | Konto valuuta | Konta valūta | Sąskaitos valiuta | Валюта счёта | Kontowährung',
  ),
} as const;

/**
 * Stems that identify an unlisted heading as date, amount or text, if it is the only such column; and
 * (`unrelatedHeadings`) what excludes it.
 */
export const headingStems = {
  date: /\bdate\b|kuupaev|datum|\bdat[ao]\b|дата|paiva/,
  amount: /summa|amount|\bsuma\b|сумма|betrag|montant|importo|bedrag|belopp|bel[oø][bp]|maara/,
  text: /selgit|kirjeld|descri|detail|purpose|paskirt|aprasym|merkis|apraks|назнач|описан|содерж|zweck|text|libell|motif|testo|causale|omschrijv|beskriv|viesti|selite/,
} as const;
export const unrelatedHeadings =
  /saldo|balan|atlik|likut|остат|stand|fee\b|tasu\b|komis|комисс|gebuhr|orig|fremd|valut|value|vaart|tax|vat\b|kaibemaks|due|taht|\bno\b|\bnr\b|nummer|number/;

/** An export without headings: the patterns of its first row, and its columns. */
type HeadlessExport = {
  readonly bank: string;
  readonly separator: string;
  readonly first: readonly (RegExp | null)[];
  readonly columns: Partial<Readonly<Record<CsvField, number>>>;
};

const ibanPattern = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;
const localDate = /^\d{2}[.-]\d{2}[.-]\d{4}$/;
const moneyPattern = /^[+-]?[\d.]+,\d{2}$/;
const currencyPattern = /^[A-Z]{3}$/;

/** Both Swedbank exports, with a decimal comma or a point. */
function swedbankExport(separator: string, day: RegExp, amount: RegExp): HeadlessExport {
  const rowTypes = /^(10|20|82|86)$/;
  return {
    bank: 'Swedbank',
    separator,
    first: [ibanPattern, rowTypes, day, null, null, amount, currencyPattern, /^[DK]$/, null, null, null, null],
    columns: {
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
    },
  };
}

export const headlessExports: readonly HeadlessExport[] = [
  swedbankExport(';', localDate, moneyPattern),
  swedbankExport(',', /^\d{4}-\d{2}-\d{2}$/, /^[\d]+\.\d{2}$/),
  {
    bank: 'ASN',
    separator: ',',
    first: [
      localDate,
      ibanPattern,
      null,
      null,
      null,
      null,
      null,
      currencyPattern,
      /^-?\d+\.\d{2}$/,
      currencyPattern,
      /^-?\d+\.\d{2}$/,
      localDate,
      localDate,
    ],
    columns: { date: 0, account: 1, iban: 2, name: 3, currency: 9, amount: 10, text: 17 },
  },
  {
    bank: 'easybank',
    separator: ';',
    first: [/^([A-Z]{2})?\d{8,30}$/, null, localDate, localDate, moneyPattern, currencyPattern],
    columns: { account: 0, text: 1, date: 2, amount: 4, currency: 5 },
  },
  {
    bank: 'Raiffeisen',
    separator: ';',
    first: [localDate, null, localDate, moneyPattern, currencyPattern],
    columns: { date: 0, text: 1, amount: 3, currency: 4 },
  },
];
