// Tests of CSV layouts: exports of Baltic, Nordic and German banks are recognised by their headings, whatever is above,
// below and between the rows.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import iconv from 'iconv-lite';
import { readStatementFile, refusalReasons } from '../../../../test/read-statements.ts';

const account = 'EE382200221020145685';
const payer = 'EE471000001020145685';

/** Each says that Mari Maasikas paid 1,412.37 for Arve 7 on 1 October, and that 55.00 was paid out on the day after. */
const files: Readonly<Record<string, string | Buffer>> = {
  'SEB in Lithuania, with a title and amounts in two currencies': `"SĄSKAITOS  (${account}) IŠRAŠAS (UŽ LAIKOTARPĮ: 2026-10-01-2026-10-31)";
"DOK NR.";"DATA";"VALIUTA";"SUMA";"MOKĖTOJO ARBA GAVĖJO PAVADINIMAS";"MOKĖTOJO ARBA GAVĖJO IDENTIFIKACINIS KODAS";"SĄSKAITA";"KREDITO ĮSTAIGOS PAVADINIMAS";"KREDITO ĮSTAIGOS SWIFT KODAS";"MOKĖJIMO PASKIRTIS";"TRANSAKCIJOS KODAS";"DOKUMENTO DATA";"TRANSAKCIJOS TIPAS";"NUORODA";"DEBETAS/KREDITAS";"SUMA SĄSKAITOS VALIUTA";"SĄSKAITOS NR";"SĄSKAITOS VALIUTA";
"7";2026-10-01;"USD";1600,00;"Mari Maasikas";"";"${payer}";"SEB";"CBVILT2X";"Arve 7";"RO1";2026-10-01;"Gauta";"";"C";1412,37;"${account}";"EUR";
"8";2026-10-02;"EUR";55,00;"Kraan";"";"";"";"";"remont";"RO2";2026-10-02;"Sent";"";"D";55,00;"${account}";"EUR";
`,
  'SEB in Lithuania in English, where two accounts are called alike': `ACCOUNT  (${account}) STATEMENT
INSTRUCTION ID,DATE,CURRENCY,AMOUNT,COUNTERPARTY,DEBTOR/CREDITOR ID,ACCOUNT NO,CREDIT INSTITUTION NAME,CREDIT INSTITUTION SWIFT,DETAILS OF PAYMENTS,TRANSACTION CODE,DOCUMENT DATE,TRANSACTION TYPE,REFERENCE NO,DEBIT/CREDIT,AMOUNT IN ACCOUNT CURRENCY,ACCOUNT NO,ACCOUNT CURRENCY
7,2026-10-01,EUR,1412.37,Mari Maasikas,,${payer},SEB,CBVILT2X,Arve 7,RO1,2026-10-01,in,,C,1412.37,${account},EUR
8,2026-10-02,EUR,55.00,Kraan,,,,,remont,RO2,2026-10-02,out,,D,55.00,${account},EUR
`,
  'SEB in Latvia': `"Konta ${account} darījumu pārskats";
"MU NR.";"DATUMS";"MAKSĀJUMA VALŪTA";"MAKSĀJUMA SUMMA";"PARTNERA NOSAUKUMS";"PARTNERA KONTS";"MAKSĀJUMA MĒRĶIS";"TRANSAKCIJAS NUMURS";"DOKUMENTA DATUMS";"REFERENCE";"DEBETS/ KREDĪTS";"SUMMA KONTA VALŪTĀ";"KONTA NR.";"KONTA VALŪTA";
"7";"01.10.2026";"EUR";"1412.37";"Mari Maasikas";"${payer}";"Arve 7";"T1";"30.09.2026";"";"C";"1412.37";"${account}";"EUR";
"8";"02.10.2026";"EUR";"55.00";"Kraan";"";"remont";"T2";"02.10.2026";"";"D";"55.00";"${account}";"EUR";
`,
  'Luminor in Lithuania, its days without marks': `Operacijos/Balanso Tipas;Data;Laikas;Suma;Ekvivalentas;C/D;Orig. suma;Orig. valiuta;Operacijos dok. Nr.;Operacijos eilutė (identifikatorius);Įmokos kodas;Mokėjimo paskirtis;Kitos pusės Sąskaitos Nr.;Kitos pusės Pavadinimas
Likutis pradžiai;20261001;;100.00;;C;;;;;;;;
Gauta;20261001;101500;1412.37;1412.37;C;1412.37;EUR;7;L1;;Arve 7;${payer};Mari Maasikas
Mokėjimas;20261002;101500;55.00;55.00;D;55.00;EUR;8;L2;;remont;;Kraan
Likutis pabaigai;20261002;;1457.37;;C;;;;;;;;
`,
  'Luminor in English': `Transaction type,Date,Time,Amount,Equivalent,C/D,Orig. amount,Orig. currency,Document number,Transaction ID,Payment code,Payment details,Counterparty Account number,Counterparty Designation
Credit,20261001,1015,1412.37,1412.37,C,1412.37,EUR,7,L1,,Arve 7,${payer},Mari Maasikas
Debit,20261002,1015,55.00,55.00,D,55.00,EUR,8,L2,,remont,,Kraan
`,
  'Coop, signed as well as marked': `Kliendi konto;Kliendi nimi;Dokumendi number;Kuupäev;Saaja/maksja konto;Saaja/maksja nimi;Deebet/Kreedit (D/C);Summa;Viitenumber;Arhiveerimistunnus;Selgitus;Valuuta
${account};KÜ Kase 5;7;01.10.2026;${payer};Mari Maasikas;C;1412,37;;C1;Arve 7;EUR
${account};KÜ Kase 5;8;02.10.2026;;Kraan;D;-55,00;;C2;remont;EUR
`,
  'Swedbank in Russian, with Latin letters among the others': `"Счëт клиентa","Строковый тип","Дата","Получатель/Плательщик","Счёт получателя","Пояснение","Сумма","Currency","Дебит/Кредит","Архивный признак","Тип сделки","Номер ссылки","Номер документа",
"${account}","20","01.10.2026","Mari Maasikas","${payer}","Arve 7","1412.37","EUR","K","A1","MK","","7",
"${account}","20","02.10.2026","Kraan","","remont","55.00","EUR","D","A2","MK","","8",
"${account}","900","02.10.2026","","","Intress","0.10","EUR","K","","AI","","",
`,
  'one that a bank in Latvia makes, with balances among its rows': `Datums;Saņēmēja/Maksātāja nosaukums;Maksājuma detaļas;Summa;Valūta;Atlikums
01.10.2026;Sākuma atlikums;;1000,00;EUR;
01.10.2026;Mari Maasikas;Arve 7;1 412,37;EUR;2412,37
02.10.2026;Kraan;remont;-55,00;EUR;2357,37
02.10.2026;Atlikums perioda beigās;;2357,37;EUR;
;Kopā;;1357,37;EUR;
`,
  'Revolut for firms': `Date started (UTC),Date completed (UTC),ID,Type,State,Description,Reference,Payer,Orig currency,Orig amount,Payment currency,Amount,Fee,Balance
2026-10-01,2026-10-01,id-1,TOPUP,COMPLETED,Arve 7,,Mari Maasikas,EUR,1412.37,EUR,1412.37,0.00,1412.37
2026-10-02,2026-10-02,id-2,TRANSFER,COMPLETED,remont,,Kraan,EUR,-55.00,EUR,-55.00,0.00,1357.37
2026-10-02,,id-3,TRANSFER,PENDING,bröd,,Kohvik,EUR,-5.00,EUR,-5.00,0.00,1352.37
`,
  'N26, with the currency in a heading': `"Booking Date","Value Date","Partner Name","Partner Iban","Type","Payment Reference","Account Name","Amount (EUR)","Original Amount","Original Currency","Exchange Rate"
"2026-10-01","2026-10-01","Mari Maasikas","${payer}","Credit Transfer","Arve 7","Main","1412.37","1600.00","USD",""
"2026-10-02","2026-10-02","Kraan","","Debit Transfer","remont","Main","-55.00","","",""
`,
  'DKB, where a dot stands before thousands and no cents are written': Buffer.from(`\ufeff"Girokonto";"${account}"
""
"Kontostand vom 02.10.2026:";"1.357,37 €"
""
"Buchungsdatum";"Wertstellung";"Status";"Zahlungspflichtige*r";"Zahlungsempfänger*in";"Verwendungszweck";"Umsatztyp";"IBAN";"Betrag (€)";"Gläubiger-ID"
"01.10.26";"01.10.26";"Gebucht";"Mari Maasikas";"KÜ Kase 5";"Arve 7";"Eingang";"${payer}";"1.412,37 €";""
"02.10.26";"02.10.26";"Gebucht";"KÜ Kase 5";"Kraan";"remont";"Ausgang";"";"-55";""
"03.10.26";"";"Vorgemerkt";"KÜ Kase 5";"Kohvik";"bröd";"Ausgang";"";"-1.000";""
`),
  'ING, with many lines above and two currencies': iconv.encode(
    `Umsatzanzeige;Datei erstellt am: 05.10.2026 10:00

IBAN;EE38 2200 2210 2014 5685
Kontoname;Girokonto
Bank;ING
Kunde;KÜ Kase 5
Zeitraum;01.10.2026 - 05.10.2026
Saldo;1.357,37;EUR

Sortierung;Datum absteigend

In der CSV-Datei finden Sie alle bereits gebuchten Umsätze.

Buchung;Wertstellungsdatum;Auftraggeber/Empfänger;Buchungstext;Verwendungszweck;Saldo;Währung;Betrag;Währung
01.10.2026;01.10.2026;Mari Maasikas;Gutschrift;Arve 7;1.412,37;USD;1.412,37;EUR
02.10.2026;02.10.2026;Kraan;Lastschrift;remont;1.357,37;USD;-55,00;EUR
`,
    'windows-1252',
  ),
  'Deutsche Bank, with two columns besides the amount and a balance below': `\ufeffUmsätze
Konto;Filial-/Kontonummer;IBAN;Währung
AktivKonto;123 1234567 00;${account};EUR

1.10.2026 - 5.10.2026
Letzter Kontostand;;;;0,00;EUR
Buchungstag;Wert;Umsatzart;Begünstigter / Auftraggeber;Verwendungszweck;IBAN / Kontonummer;BIC;Kundenreferenz;Betrag;Soll;Haben;Währung
1.10.2026;1.10.2026;SEPA-Gutschrift;Mari Maasikas;Arve 7;${payer};;;1.412,37;;1.412,37;EUR
2.10.2026;2.10.2026;SEPA Überweisung;Kraan;remont;;;;;-55,00;;EUR
Kontostand;5.10.2026;;;1.357,37;EUR
`,
  'an older German cooperative bank, whose last column has no name': iconv.encode(
    `"Umsatzanzeige"\r\n"Konto:";"1234"\r\n\r\n"Buchungstag";"Valuta";"Auftraggeber/Zahlungsempfänger";"Empfänger/Zahlungspflichtiger";"Konto-Nr.";"IBAN";"Vorgang/Verwendungszweck";"Kundenreferenz";"Währung";"Umsatz";" "\r\n"01.10.2026";"01.10.2026";"KÜ Kase 5";"Mari Maasikas";;"";"Arve\r\n7";;"EUR";"1.412,37";"H"\r\n"02.10.2026";"02.10.2026";"KÜ Kase 5";"Kraan";;"";"remont";;"EUR";"55,00";"S"\r\n`,
    'windows-1252',
  ),
  'a Swiss one, with the currency in its headings and a note below': `Datum von:;01.10.2026
Konto:;${account}

Buchungsdatum;Avisierungstext;Name;Gutschrift in EUR;Lastschrift in EUR;Valuta;Saldo in EUR
01.10.2026;Arve 7;Mari Maasikas;1'412.37;;01.10.2026;1412.37
02.10.2026;remont;Kraan;;-55.00;02.10.2026;1357.37

Disclaimer:
Dies ist kein Kontoauszug der Bank.
`,
  'one in Estonian, typed by hand in UTF-16 without a mark': iconv.encode(
    'Kuupäev\tMaksja nimi\tSelgitus\tLaekumine\tVäljaminek\n01.10.2026\tMari Maasikas\tArve 7\t1412,37\t\n02.10.2026\tKraan\tremont\t\t55,00\nKokku\t\t\t1412,37\t55,00\n',
    'utf-16le',
  ),
  'one in Russian in Windows-1251, with words for the direction': iconv.encode(
    'Дата;Контрагент;Назначение платежа;Сумма;Направление\n01.10.2026;Mari Maasikas;Arve 7;1412,37;Приход\n02.10.2026;Kraan;remont;55,00;Расход\nИтого;;;1357,37;\n',
    'windows-1251',
  ),
  'one of two pages that repeats its headings': `Date;Payer;Details;Amount
2026-10-01;Mari Maasikas;Arve 7;1412.37
Date;Payer;Details;Amount
2026-10-02;Kraan;remont;-55.00
`,
};

for (const [name, file] of Object.entries(files)) {
  test(`${name} is read`, async () => {
    const { entries, findings } = await readStatementFile(file);
    const [first, second] = entries;
    assert.deepEqual(
      [first?.amount, first?.credit, first?.bookedOn, first?.payerName, first?.currency],
      [141_237, true, '2026-10-01', 'Mari Maasikas', 'EUR'],
    );
    assert.ok(first?.text === 'Arve 7' || first?.references[0] === 'Arve 7', first?.text);
    assert.ok(first?.payerIban === payer || !file.includes(payer), 'the payer’s account');
    assert.ok(first?.account === account || !file.includes(account), first?.account);
    assert.deepEqual([second?.amount, second?.credit, second?.bookedOn], [5500, false, '2026-10-02']);
    assert.deepEqual([findings.entries, findings.credits, findings.debits], [2, { EUR: 141_237 }, { EUR: 5500 }]);
  });
}

test('balances among the rows are the account balance, and a payer’s words are not', async () => {
  const { findings } = await readStatementFile(
    'Kuupäev;Selgitus;Summa\n01.10.2026;Algsaldo 01.10.2026;10,00\n01.10.2026;saldo;5,00\n02.10.2026;Lõppsaldo;15,00\n',
  );
  assert.deepEqual(
    findings.statements.map(({ opening, closing, net }) => [opening, closing, net]),
    [[1000, 1500, 500]],
  );
  const named = await readStatementFile('Kuupäev;Maksja;Selgitus;Summa\n01.10.2026;Mari Maasikas;Lõppsaldo;15,00\n');
  assert.equal(named.findings.entries, 1);
});

test('an ambiguous value is decided by the file’s other rows, or rejected with its line', async () => {
  const rows = (...lines: string[]) => ['Date;Payer;Details;Amount', ...lines, ''].join('\n');
  const amounts = async (file: string) => (await readStatementFile(file)).entries.map((entry) => entry.amount);
  const days = async (file: string) => (await readStatementFile(file)).entries.map((entry) => entry.bookedOn);
  assert.deepEqual(await amounts(rows('2026-10-01;a;b;1.000', '2026-10-02;a;b;2,50')), [100_000, 250]);
  assert.deepEqual(await amounts(rows('2026-10-01;a;b;1,000', '2026-10-02;a;b;2.50')), [100_000, 250]);
  assert.deepEqual(await refusalReasons(rows('2026-10-01;a;b;1.000')), ['ambiguous_amount 2']);
  assert.deepEqual(await refusalReasons(rows('2026-10-01;a;b;2.50', '2026-10-01;a;b;1,000', '2026-10-02;a;b;2,50')), [
    'ambiguous_amount 3',
  ]);
  assert.deepEqual(await refusalReasons(rows('2026-10-01;a;b;1.005', '2026-10-01;a;b;2.50')), ['amount_invalid 2']);
  assert.deepEqual(await days(rows('05/04/2026;a;b;1.50', '13/04/2026;a;b;1.50')), ['2026-04-05', '2026-04-13']);
  assert.deepEqual(await days(rows('05/04/2026;a;b;1.50', '04/13/2026;a;b;1.50')), ['2026-05-04', '2026-04-13']);
  assert.deepEqual(await refusalReasons(rows('05/04/2026;a;b;1.50')), ['ambiguous_date 2']);
  assert.deepEqual(await refusalReasons(rows('05/04/2026;a;b;1.50', '13/04/2026;a;b;1', '04/13/2026;a;b;1')), [
    'ambiguous_date 2',
  ]);
  assert.deepEqual(await days('Kuupäev;Selgitus;Summa\n05/04/2026;Arve;1,50\n'), ['2026-04-05']);
});

test('unlisted headings are read where each is the only one for its meaning', async () => {
  const rows = (heading: string) => `${heading}\n01.10.2026;5,00;x\n`;
  for (const heading of [
    'Date of the transaction;Amount;Details',
    'Kuupäev;Summa kokku;Kande kirjeldus',
    'Дата проводки;Сумма, всего;Содержание операции',
  ])
    assert.equal((await readStatementFile(rows(heading))).entries[0]?.amount, 500, heading);
  assert.deepEqual(await refusalReasons(rows('Date of birth;Amount due;Details')), ['unknown_format -']);
  assert.deepEqual(await refusalReasons(rows('Date;Net amount;Gross amount')), ['unknown_format -']);
  assert.deepEqual(await refusalReasons(rows('The date;The amount;The text')), ['unknown_format -']);
});

test('a row whose columns do not fit the headings is rejected', async () => {
  const rows = (line: string) => `Date;Payer;Details;Amount;Balance\n${line}\n`;
  assert.deepEqual(await refusalReasons(rows('2026-10-01;a;5.00;1005.00')), ['row_shifted 2']);
  assert.deepEqual(await refusalReasons(rows('2026-10-01;a;b;c;5.00;1005.00')), ['row_shifted 2']);
  assert.deepEqual(await refusalReasons(rows('2026-10-01;a;b;5.0')), ['row_shifted 2']);
  assert.deepEqual(await refusalReasons(rows('2026-10')), ['row_shifted 2']);
  assert.equal((await readStatementFile(rows('2026-10-01;a;b;5.00;1005.00;;'))).entries.length, 1);
});

test('where the amount is certain, empty columns at the end may be missing, and text may continue', async () => {
  const rows = (line: string) => `Kontonummer;Datum;Waehrung;Betrag;Buchungstext;Umsatztext\n${line}\n`;
  const { entries } = await readStatementFile(rows('1;01.10.2026;EUR;1.412,37;Gutschrift;Mari;Arve 7;"REF 1"'));
  assert.deepEqual([entries[0]?.amount, entries[0]?.text], [141_237, 'Mari Arve 7 REF 1']);
  const short = `Data;Gavėjas;Paaiškinimai;Suma;Valiuta;D/K;Kodas;Kliento kodas\n2026-10-01;Mari;Arve;5.00;EUR;K;;\n2026-10-01;Mari;Arve;6.00;EUR;K\n`;
  assert.deepEqual(
    (await readStatementFile(short)).entries.map((entry) => entry.amount),
    [500, 600],
  );
  assert.deepEqual(await refusalReasons(short.replace('Mari;Arve;6.00', 'Arve;6.00')), ['row_shifted 3']);
  assert.deepEqual(await refusalReasons(short.replace('6.00;EUR;K', '6.00;K;EUR')), [
    'direction_invalid 3',
    'currency_invalid 3',
  ]);
});

test('an export without headings is recognised by its first row, though that is shorter than the others', async () => {
  const { entries, findings } = await readStatementFile(
    `${account},10,2026-10-01,,Opening balance,0.00,EUR,K,,AS,,\n${account},20,2026-10-01,Mari | 1 | HABALT22 | ${payer},Arve,9.00,EUR,K,1,MK,,435\n`,
  );
  assert.deepEqual(
    [entries[0]?.payerIban, entries[0]?.orderNumber, findings.statements[0]?.opening],
    [payer, '435', 0],
  );
});

test('of amounts in two currencies the account’s counts', async () => {
  const { entries } = await readStatementFile(
    'Дата операции;Сумма операции;Валюта операции;Сумма пересчитанная в валюту счета;Валюта счета;Основание\n2026-10-01;4,50;USD;4,11;EUR;x\n',
  );
  assert.deepEqual([entries[0]?.amount, entries[0]?.currency], [411, 'EUR']);
});

test('sums below the rows, without a day, are no payments; a row that could be a payment is rejected', async () => {
  const rows = (...lines: string[]) => ['Kuupäev;Maksja;Selgitus;Summa;Viitenumber', ...lines, ''].join('\n');
  const mari = '01.10.2026;Mari;Arve 7;12,50;';
  for (const sum of [';;Laekumised kokku:;12,50;', 'Väljaminekud kokku;0,00', 'Saldo 31.10.2026;;;112,50;'])
    assert.equal((await readStatementFile(rows(mari, sum))).findings.entries, 1, sum);
  for (const line of [';Jüri;kokku;1,50;', '2026-13-01;;arve kokku;1,50;', ';;arve;1,50;', ';;kokku;1,50;1000012'])
    assert.deepEqual(await refusalReasons(rows(mari, line)), ['date_invalid 3'], line);
  assert.equal((await readStatementFile(rows(mari, '02.10.2026;;arve kokku;1,50;'))).findings.entries, 2);
});

test('a text in unlisted words is read beside a name, and a plus may follow an amount', async () => {
  const { entries } = await readStatementFile(
    `Date;Counterparty name;Counterparty account No.;Payment purpose;Amount\n2026-10-01;Mari;${payer};Arve 7;12,50+\n2026-10-02;Kraan;;remont;55,00-\n`,
  );
  assert.deepEqual(
    entries.map((entry) => [entry.text, entry.payerIban, entry.credit ? entry.amount : -entry.amount]),
    [
      ['Arve 7', payer, 1250],
      ['remont', null, -5500],
    ],
  );
});

test('where the payer column has an account, the name beside it is the payer’s', async () => {
  const { entries } = await readStatementFile(
    `Booking date;Amount;Sender;Recipient;Name;Title;Currency\n2026/10/01;12,50;${payer};${account};Mari;Arve 7;EUR\n2026/10/02;-5,00;${account};;Pood;Pood;EUR\n`,
  );
  assert.deepEqual(
    entries.map((entry) => [entry.payerName, entry.payerIban]),
    [
      ['Mari', payer],
      ['Pood', null],
    ],
  );
});

test('an account identified by a name only has no number', async () => {
  const { entries, findings } = await readStatementFile(
    'Date completed (UTC);ID;State;Description;Payment currency;Amount;Account\n2026-10-01;a;COMPLETED;Arve 7;EUR;12.50;EUR Main\n',
  );
  assert.deepEqual([entries[0]?.account, findings.statements[0]?.account], ['', '']);
});

test('in an English export of a bank with currency columns, those are the currencies', async () => {
  const { entries } = await readStatementFile(
    `Type;Statement No.;Transfer No.;Date and time;Recipient / Payer;EVP / IBAN;Amount and currency;Currencies;Purpose;Payment code;Credit / Debit\nTransfer;5;7;2026-10-01 10:00:00;Mari;${payer};12.50;USD;Arve 7;;C\n`,
  );
  const [only] = entries;
  assert.deepEqual([only?.payerName, only?.currency, only?.payerIban, only?.text], ['Mari', 'USD', payer, 'Arve 7']);
});

test('statuses and directions are known words or rejected; what was not booked is no payment', async () => {
  const rows = (...lines: string[]) => ['Date;Payer;Details;Amount;State', ...lines, ''].join('\n');
  const { findings } = await readStatementFile(rows('2026-10-01;a;b;5.00;Reverted', '2026-10-01;a;b;6.00;executed'));
  assert.deepEqual([findings.entries, findings.notBooked, findings.credits], [1, 1, { EUR: 600 }]);
  assert.deepEqual(await refusalReasons(rows('2026-10-01;a;b;5.00;zzz')), ['state_unknown 2']);
  const pending = 'Buchungstag;Vorgang;Buchungstext;Umsatz in EUR\n"offen";x;y;-5,00\n01.10.2026;x;y;5,00\n';
  assert.deepEqual((await readStatementFile(pending)).findings.notBooked, 1);
});

test('a row whose amount and other columns disagree is rejected', async () => {
  const rows = (line: string) => `Date;Details;Amount;Debit;Credit;Currency\n2026-10-01;b;${line}\n`;
  assert.deepEqual(await refusalReasons(rows('5.00;6.00;;EUR')), ['direction_contradicts 2']);
  assert.deepEqual(await refusalReasons(rows(';;-5.00;EUR')), ['direction_contradicts 2']);
  assert.deepEqual(await refusalReasons(rows(';;;EUR')), ['amount_missing 2']);
  assert.deepEqual(await refusalReasons(rows('5.00 USD;;;EUR')), ['currency_invalid 2']);
  assert.deepEqual(await refusalReasons(rows('5.00;;;XXQ')), ['currency_invalid 2']);
  assert.equal((await readStatementFile(rows('5.00 USD;;;'))).entries[0]?.currency, 'USD');
  assert.equal((await readStatementFile(rows('5.00;5.00;;'))).entries[0]?.credit, false);
});

test('an entry continues in rows with text only; a list of payments in them is held', async () => {
  const { entries } = await readStatementFile(
    'Datum;Buchungstext;Betrag Detail;Gutschrift EUR\n01.10.2026;Sammel;;30,00\n;Mari 1000012;;\n02.10.2026;Sammel;;30,00\n;Mari 1000012;10,00;\n;Jüri;20,00;\n',
  );
  assert.deepEqual(
    entries.map((entry) => [entry.text, entry.amount, entry.hold]),
    [
      ['Sammel Mari 1000012', 3000, null],
      ['Sammel Mari 1000012 Jüri', 3000, 'batch_without_details'],
    ],
  );
});

test('quotes that a bank did not double are part of a name; a missing one does not join rows', async () => {
  const rows = (line: string) => `"Date";"Payer";"Details";"Amount"\n${line}\n"2026-10-02";"x";"y";"6.00"\n`;
  const { entries } = await readStatementFile(rows('"2026-10-01";"KÜ "Kase" 5";"Arve "7"";"5.00"'));
  assert.deepEqual(
    entries.map((entry) => [entry.payerName, entry.text, entry.amount]),
    [
      ['KÜ "Kase" 5', 'Arve "7"', 500],
      ['x', 'y', 600],
    ],
  );
  assert.deepEqual(await refusalReasons(rows('"2026-10-01";"a";"b;"5.00')), ['row_shifted 2']);
  assert.match((await refusalReasons(rows('"2026-10-01";"a";"b";"5.00'))).join(), /^malformed_csv [23]$/);
});

test('line ends may be mixed, and lines are counted correctly', async () => {
  const file =
    'Date;Payer;Details;Amount\r\n"2026-10-01";a;b;"5.00"\n"2026-10-02";a;"b\r\nc";"6.00"\r"2026-10-03";a;b;"7.00"\nsoon;a;b;1';
  assert.deepEqual(await refusalReasons(file), ['date_invalid 6']);
  assert.equal((await readStatementFile(file.slice(0, -10))).entries.length, 3);
});

test('a file that is UTF-8 except for some bytes is rejected, and never corrupted', async () => {
  const head = Buffer.from('Date;Payer;Details;Amount\n2026-10-01;Jüri Õun;x;5,00\n');
  const other = iconv.encode('2026-10-01;Jüri;x;5,00\n', 'windows-1257');
  assert.deepEqual(await refusalReasons(Buffer.concat([head, other])), ['invalid_characters 3']);
  const previous = iconv.encode('Дата;Описание;Сумма\n2026-10-01;СЕРЁЖА;5,00\n', 'windows-1251');
  assert.equal((await readStatementFile(previous)).entries[0]?.text, 'СЕРЁЖА');
});

test('endless rows, columns and headings are rejected quickly', async () => {
  const long = 'x;'.repeat(5_000_000);
  assert.deepEqual(await refusalReasons(`Date;Payer;Details;Amount\n${';'.repeat(5_000_000)}\n`), ['malformed_csv 2']);
  assert.deepEqual(await refusalReasons(long), ['unknown_format -']);
  assert.deepEqual(await refusalReasons(' '.repeat(5_000_000)), ['unknown_format -']);
  assert.deepEqual(await refusalReasons(`"${'('.repeat(5_000_000)}`), ['unknown_format -']);
  const accounts = Array.from({ length: 10_001 }, (_, place) => `${place + 10_000_000};1.10.26;x;1\n`).join('');
  assert.deepEqual(await refusalReasons(`Account;Date;Details;Amount\n${accounts}`), ['too_many -']);
});

test('the own account is never taken for the payer’s', async () => {
  const { entries } = await readStatementFile(
    `Konto ${account}\nDatum;Verwendungszweck;Betrag;IBAN\n01.10.2026;x;5,00;${account}\n`,
  );
  assert.deepEqual([entries[0]?.account, entries[0]?.payerIban], [account, null]);
});

test('a column of only debits and credits is the direction of amounts without signs, whatever its heading', async () => {
  const rows = (...lines: string[]) => `Kuupäev;Liik;Summa;Selgitus;Viitenr\n${lines.join('\n')}\n`;
  const signs = async (...lines: string[]) =>
    (await readStatementFile(rows(...lines))).entries.map((entry) => (entry.credit ? entry.amount : -entry.amount));
  assert.deepEqual(await signs('01.10.2026;C;5,00;a;1000012', '02.10.2026;D;6,00;b;'), [500, -600]);
  assert.deepEqual(await signs('01.10.2026;Debit;5,00;a;', '02.10.2026;Credit;6,00;b;'), [-500, 600]);
  assert.deepEqual(await signs('01.10.2026;Laekumine;5,00;a;', '02.10.2026;Väljamakse;6,00;b;'), [500, -600]);
  assert.deepEqual(await signs('01.10.2026;Received;5,00;a;', '02.10.2026;Sent;6,00;b;'), [500, -600]);
  assert.deepEqual(await signs('01.10.2026;D;5,00;a;', '02.10.2026;D;-6,00;b;'), [500, -600]);
  assert.deepEqual(await refusalReasons(rows('01.10.2026;D;5,00;a;', '02.10.2026;Makse;6,00;b;')), [
    'direction_unclear 1',
  ]);
  assert.deepEqual(await signs('01.10.2026;-;5,00;a;', '02.10.2026;-;6,00;b;'), [500, 600], 'a dash is nothing');
  assert.deepEqual(await signs('01.10.2026;-;5,00;a;', '02.10.2026;+;6,00;b;'), [-500, 600]);
  assert.deepEqual((await readStatementFile(rows('01.10.2026;C;5,00;a;1000012'))).entries[0]?.references, ['1000012']);
  assert.deepEqual(await signs('01.10.2026;Sissetulev;5,00;a;', '02.10.2026;Väljaminev;6,00;b;'), [500, -600]);
});

test('an amount without a sign is no credit where a word beside it, or the payer’s account, shows that it was paid out', async () => {
  const rows = (...lines: string[]) => `Date;Extra;Amount;Details\n${lines.join('\n')}\n`;
  const [paid, fee] = ['01.10.2026;Debit;5.00;refund 1000012', '01.10.2026;Fee;1.00;x'];
  assert.deepEqual(await refusalReasons(rows('01.10.2026;Credit;5.00;x', paid, fee)), ['direction_unclear 1']);
  const later = Array.from({ length: 150 }, () => fee);
  assert.deepEqual(await refusalReasons(rows(...later, paid)), ['direction_contradicts 152']);
  const signed = await readStatementFile(rows(paid, fee, '01.10.2026;Fee;-1.00;x'));
  assert.deepEqual(
    signed.entries.map((entry) => entry.credit),
    [true, true, false],
    'where others have a minus, none means a credit',
  );
  const own = `Konto ${account}\nKuupäev;Maksja konto;Saaja konto;Summa;Selgitus\n`;
  assert.deepEqual(await refusalReasons(`${own}01.10.2026;${account};EE471000001020145685;5,00;x\n`), [
    'direction_contradicts 3',
  ]);
  assert.equal(
    (await readStatementFile(`${own}01.10.2026;EE471000001020145685;${account};5,00;x\n`)).entries[0]?.credit,
    true,
  );
});
