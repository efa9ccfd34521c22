// Tests of CSV exports: read by their headings, for any bank, language, separator and encoding, and no row is guessed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import iconv from 'iconv-lite';
import { readStatementFile, refusalReasons } from '../../../../test/read-statements.ts';
import { parseAmountText, parseDayText } from './amounts-and-days.ts';

const account = 'EE382200221020145685';
const payer = 'EE471000001020145685';

const row = (cells: readonly string[], separator: string) => cells.map((cell) => `"${cell}"`).join(separator);
/** Cells stand between ¦ in the text. */
const table = (separator: string, text: string) =>
  text.replaceAll(/.+/g, (line) => `${row(line.split('¦'), separator)}\r`).concat('\n');

/** Each says the same: 412.37 from Mari Maasikas on 1 October with reference 1000012, and 55.00 paid out. */
const exports: Record<string, string | Buffer> = {
  'Swedbank in Estonian, with opening and closing rows': `${table(
    ';',
    `Kliendi konto¦Reatüüp¦Kuupäev¦Saaja/Maksja¦Selgitus¦Summa¦Valuuta¦Deebet/Kreedit¦Arhiveerimistunnus¦Tehingu tüüp¦Viitenumber¦Dokumendi number
${account}¦10¦01.10.2026¦¦Algsaldo¦1000,00¦EUR¦K¦¦AS¦¦
${account}¦20¦01.10.2026¦Mari Maasikas¦Arve¦412,37¦EUR¦K¦A1¦MK¦1000012¦7
${account}¦20¦02.10.2026¦Kraan¦remont¦55,00¦EUR¦D¦A2¦MK¦¦8
${account}¦82¦02.10.2026¦¦Käive¦412,37¦EUR¦K¦¦K2¦¦
${account}¦86¦02.10.2026¦¦Lõppsaldo¦1357,37¦EUR¦K¦¦LS¦¦`,
  ).replaceAll('\r\n', ';\r\n')}`,
  'SEB, separated by tabs, with a dot': table(
    '\t',
    `Kliendi konto¦Dokumendi number¦Kuupäev¦Saaja/maksja konto¦Saaja/maksja nimi¦Saaja panga kood¦Tüüp¦Deebet/Kreedit (D/C)¦Summa¦Viitenumber¦Arhiveerimistunnus¦Selgitus¦Teenustasu¦Valuuta¦Isikukood või registrikood
${account}¦7¦01.10.2026¦${payer}¦Mari Maasikas¦401¦MK¦C¦412.37¦1000012¦A1¦Arve¦0.00¦EUR¦
${account}¦8¦02.10.2026¦¦Kraan¦401¦MK¦D¦55.00¦¦A2¦remont¦0.00¦EUR¦`,
  ),
  'LHV in Russian, signed and with a direction': table(
    ',',
    `Счёт клиента¦Номер документа¦Дата¦Счёт плательщика/получателя¦Имя плательщика/получателя¦Дебет/Кредит (D/C)¦Сумма¦Номер ссылки¦Признак архивирования¦Пояснение¦Валюта
${account}¦7¦2026-10-01¦${payer}¦Mari Maasikas¦C¦412.37¦1000012¦A1¦Arve¦EUR
${account}¦8¦2026-10-02¦¦Kraan¦D¦-55.00¦¦A2¦remont¦EUR`,
  ),
  'Swedbank in Latvian': table(
    ';',
    `Klienta konts¦Ieraksta tips¦Datums¦Saņēmējs/Maksātājs¦Informācija saņēmējam¦Summa¦Valūta¦Debets/Kredīts¦Arhīva kods¦Maksājuma veids¦Refernces numurs¦Dokumenta numurs
${account}¦20¦01.10.2026¦Mari Maasikas¦Arve¦412,37¦EUR¦K¦A1¦MK¦1000012¦7
${account}¦20¦02.10.2026¦Kraan¦remont¦55,00¦EUR¦D¦A2¦MK¦¦8`,
  ),
  'Swedbank in Lithuanian, with everything about the payer in one column, in ISO-8859-13': iconv.encode(
    table(
      ',',
      `Sąskaitos Nr.¦¦Data¦Gavėjas¦Paaiškinimai¦Suma¦Valiuta¦D/K¦Įrašo Nr.¦Kodas¦Įmokos kodas¦Dok. Nr.
${account}¦20¦2026-10-01¦Mari Maasikas | 1 | 1 | HABALT22 | ${payer}¦Arve¦412.37¦EUR¦K¦A1¦MK¦1000012¦7
${account}¦20¦2026-10-02¦Kraan¦remont¦55.00¦EUR¦D¦A2¦MK¦¦8`,
    ),
    'iso-8859-13',
  ),
  'a German one without a direction, in Windows-1252': iconv.encode(
    'Kontoauszug\r\nBuchungsdatum;Betrag;Währung;Auftraggebername;Verwendungszweck;Zahlungsreferenz\r\n01.10.2026;412,37;EUR;Mari Maasikas;Arve;1000012\r\n02.10.2026;-55,00;EUR;Kraan;remont;\r\n',
    'windows-1252',
  ),
  'one with two columns of amounts':
    'Date,Payer,Details,Debit,Credit,Currency,Reference\n2026-10-01,Mari Maasikas,Arve,,412.37,EUR,1000012\n2026-10-02,Kraan,remont,55.00,,EUR,\n',
  'one by hand, with quotes in a name':
    'Date\tAmount\tDescription\tCounterparty\tReference\n2026-10-01\t+412.37\tArve\tMari Maasikas\t1000012\n2026-10-02\t-55.00\tremont\tOÜ "Kraan"\t\n',
  'Swedbank without headings': `${row([account, '20', '01.10.2026', 'Mari Maasikas', 'Arve', '412,37', 'EUR', 'K', 'A1', 'MK', '1000012', '7'], ';')};\n${row([account, '20', '02.10.2026', 'Kraan', 'remont', '55,00', 'EUR', 'D', 'A2', 'K', '', ''], ';')};\n`,
};

for (const [name, file] of Object.entries(exports)) {
  test(`${name} is read`, async () => {
    const { entries, findings } = await readStatementFile(file);
    const [first, second] = entries;
    assert.deepEqual(
      [first?.amount, first?.credit, first?.bookedOn, first?.payerName, first?.text, first?.references],
      [41237, true, '2026-10-01', 'Mari Maasikas', 'Arve', ['1000012']],
    );
    assert.deepEqual([second?.amount, second?.credit, entries.length], [5500, false, 2]);
    assert.deepEqual([findings.entries, findings.credits, findings.debits], [2, { EUR: 41237 }, { EUR: 5500 }]);
  });
}

test('opening and closing rows are the balance', async () => {
  const { findings } = await readStatementFile(exports['Swedbank in Estonian, with opening and closing rows'] ?? '');
  assert.deepEqual(
    findings.statements.map(({ opening, closing, net }) => [opening, closing, net]),
    [[100_000, 135_737, 35_737]],
  );
});

test('a file with a byte-order mark is in UTF-8 throughout, or rejected', async () => {
  const file = Buffer.from('\ufeffKuupäev;Selgitus;Summa\n01.10.2026;õnne;5,00\n');
  assert.equal((await readStatementFile(file)).entries[0]?.text, 'õnne');
  assert.match((await refusalReasons(Buffer.concat([file, Buffer.from([0xe4])])))[0] ?? '', /^invalid_characters/);
});

test('names are read as they were written, in any encoding of these countries', async () => {
  for (const [names, encodings] of [
    [
      ['Žanna Šulgina', 'Jüri Põld'],
      ['windows-1257', 'windows-1252', 'iso-8859-13', 'iso-8859-15', 'iso-8859-4'],
    ],
    [
      ['Jānis Bērziņš', 'Ģirts Šķēle'],
      ['windows-1257', 'iso-8859-13', 'iso-8859-4'],
    ],
    [
      ['Žemaitė Čiurlionienė', 'Šarūnas'],
      ['windows-1257', 'iso-8859-13', 'iso-8859-4'],
    ],
  ] as const)
    for (const encoding of encodings) {
      const rows = names.map((name) => `01.10.2026;5,00;${name};Arve\n`).join('');
      const { entries } = await readStatementFile(iconv.encode(`Date;Amount;Payer;Details\n${rows}`, encoding));
      assert.deepEqual(
        entries.map(({ payerName }) => payerName),
        names,
        encoding,
      );
    }
});

const simple = (...rows: string[]) => `Kuupäev;Selgitus;Summa;Deebet/Kreedit\n${rows.join('\n')}\n`;

test('all unreadable rows are reported by line', async () => {
  const file = simple(
    '01.10.2026;ok;5,00;K',
    '31.02.2026;x;5,00;K',
    '01.10.2026;x;1,234;K',
    '01.10.2026;x;5,00;?',
    '01.10.2026;x;-5,00;K',
    'x',
    '01.10.2026;x;;K',
  );
  assert.deepEqual(await refusalReasons(file), [
    'date_invalid 3',
    'amount_invalid 4',
    'direction_invalid 5',
    'direction_contradicts 6',
    'row_shifted 7',
    'amount_missing 8',
  ]);
});

test('an unclosed quote does not swallow the file', async () => {
  assert.deepEqual(await refusalReasons(simple('01.10.2026;"x;5,00;K', '01.10.2026;y;5,00;K')), ['malformed_csv 3']);
  assert.match((await refusalReasons(simple(`01.10.2026;"${'x'.repeat(100_000)};5,00;K`)))[0] ?? '', /^malformed_csv/);
});

test('a line break inside quotes is part of its column, and later line numbers are correct', async () => {
  for (const end of ['\n', '\r\n']) {
    const head = `Date;Payer;Details;Amount${end}`;
    const first = `2026-10-01;"Mari${end}Maasikas";"Arve 7${end}oktoober, ""köök"";";5,00${end}`;
    const { entries } = await readStatementFile(`${head}${first}2026-10-02;Jüri;Arve 8;6,00${end}`);
    assert.deepEqual(
      entries.map((entry) => [entry.payerName, entry.text, entry.amount]),
      [
        ['Mari Maasikas', 'Arve 7 oktoober, "köök";', 500],
        ['Jüri', 'Arve 8', 600],
      ],
      end,
    );
    assert.deepEqual(await refusalReasons(`${head}${first}someday;Jüri;Arve 8;6,00${end}`), ['date_invalid 5'], end);
  }
});

test('a NUL character and an unknown layout are rejected', async () => {
  assert.deepEqual(await refusalReasons(simple('01.10.2026;a\0b;5,00;K')), ['invalid_characters 2']);
  assert.deepEqual(await refusalReasons('a;b;c\n1;2;3\n'), ['unknown_format -']);
  assert.deepEqual(await refusalReasons('hello'), ['unknown_format -']);
});

test('what spreadsheets would take for a formula is stored as it is', async () => {
  const { entries } = await readStatementFile('Date;Payer;Details;Amount\n2026-10-01;=cmd|x;@SUM(1+1);5,00\n');
  assert.deepEqual([entries[0]?.payerName, entries[0]?.text], ['=cmd|x', '@SUM(1+1)']);
});

test('an amount has one meaning or is rejected', () => {
  const known: [string, number | 'open' | undefined][] = [
    ['1.234,56', 123_456],
    ['1,234.56', 123_456],
    ['1 234,56', 123_456],
    ['1\u00a0234,5', 123_450],
    ["1'819.80", 181_980],
    ['1.234.567', 123_456_700],
    ['+98.10', 9810],
    ['−5,00', -500],
    ['5', 500],
    ['0,00', 0],
    ['1.234', 'open'],
    ['1,230', 'open'],
    ['0.123', undefined],
    ['0.120', 12],
    ['1234.500', 123_450],
    ['1234.567', undefined],
    ['10 50', undefined],
    ['12,50 EUR', 1250],
    ['€12.50', 1250],
    ['EUR -12,50 EUR', undefined],
    ['12,50-', -1250],
    ['(12,50)', -1250],
    ['-12,50-', undefined],
    ['5.-', undefined],
    ['12.34.56', undefined],
    ['1.23,456', undefined],
    ['5,', undefined],
    [',5', undefined],
    ['-,01', -1],
    ['.', undefined],
    ['1e3', undefined],
    ['NaN', undefined],
    ['1e308', undefined],
    ['0x10', undefined],
    ['٥', undefined],
    ['', undefined],
    ['--5', undefined],
    ['1234567890123,00', undefined],
  ];
  for (const [text, cents] of known) {
    const amount = parseAmountText(text);
    assert.equal(typeof amount === 'object' ? amount.cents : amount, cents, text);
  }
});

test('amounts in two columns are found by many headings; an empty cell in the only known one is no entry', async () => {
  for (const headings of [
    'Date;Details;Withdrawals;Deposits',
    'Posted;Details;Paid out;Paid in',
    'Kp;Selgitus;Väljaminekud;Laekumised',
    'Kuupäev;Selgitus;Väljamakse;Sissemakse',
    'Datums;Apraksts;Izejošie;Ienākošie',
    'Data;Paskirtis;Išmokėta;Įmokėta',
    'Дата;Назначение;Списано;Зачислено',
    'Datum;Text;Belastungen;Gutschriften',
  ]) {
    const { entries } = await readStatementFile(`${headings}\n2026-10-01;a;0,00;12,50\n2026-10-02;b;5,00;\n`);
    assert.deepEqual(
      entries.map((entry) => (entry.credit ? entry.amount : -entry.amount)),
      [1250, -500],
      headings,
    );
  }
  const half = 'Date;Details;Deposits;Went away\n2026-10-01;a;12,50;0,00\n2026-10-02;b;0,00;5,00\n';
  assert.deepEqual(await refusalReasons(half), ['amount_missing 3']);
});

test('a date, an amount and a text are enough, in any of six languages', async () => {
  for (const headings of [
    'Value date;Amount;Particulars',
    'Entry date;Amount in EUR;Remittance info',
    'Maksepäev;Summa (EUR);Makse sisu',
    'Kandepäev;Summa;Märkused',
    'Maksājuma datums;Maksājuma summa;Paskaidrojums',
    'Dat.;Summa;Piezīmes',
    'Apdorojimo data;Suma;Komentaras',
    'Mokėjimo data;Suma (EUR);Detalės',
    'Дата;Сумма;Примечание',
    'Дата зачисления;Сумма платежа;Детали платежа',
    'Datum;Betrag;Notiz',
  ]) {
    const [entry] = (await readStatementFile(`${headings}\n2026-10-01;12,50;Arve 7\n`)).entries;
    assert.deepEqual([entry?.bookedOn, entry?.amount, entry?.text], ['2026-10-01', 1250, 'Arve 7'], headings);
  }
});

test('a day that may begin or end with its year is decided by other rows, or refused', async () => {
  const daysIn = async (...days: string[]) => {
    const file = `Kuupäev;Maksja;Selgitus;Summa\n${days.map((day) => `${day};Mari;x;5,00`).join('\n')}\n`;
    return (await readStatementFile(file, { today: '2026-11-20' })).entries.map((entry) => entry.bookedOn);
  };
  const refused = (...days: string[]) =>
    refusalReasons(`Kuupäev;Maksja;Selgitus;Summa\n${days.map((day) => `${day};Mari;x;5,00`).join('\n')}\n`, {
      today: '2026-11-20',
    });
  for (const day of ['26/11/09', '26.11.09', '26/11/09 10:15'])
    assert.deepEqual(await refused(day), ['ambiguous_date 2']);
  assert.deepEqual(await daysIn('26/11/09', '26/10/31'), ['2026-11-09', '2026-10-31'], 'no 2031 yet');
  assert.deepEqual(await daysIn('26/10/31'), ['2026-10-31']);
  assert.deepEqual(await daysIn('26.10.25', '31.10.25'), ['2025-10-26', '2025-10-31']);
  assert.deepEqual(await daysIn('19.11.26', '19/11/26', '31.10.26'), ['2026-11-19', '2026-11-19', '2026-10-31']);
  assert.deepEqual(await refused('26.10.09', '26.10.31', '31.10.26'), ['ambiguous_date 2', 'ambiguous_date 3']);
});

test('dates are parsed as banks write them', () => {
  const known: [string, string | undefined][] = [
    ['31.10.2026', '2026-10-31'],
    ['2026-10-31', '2026-10-31'],
    ['2026.10.31', '2026-10-31'],
    ['31/10/2026', '2026-10-31'],
    ['2026-10-31 23:59:59', '2026-10-31'],
    ['3.1.2026', '2026-01-03'],
    ['31.10.26', '2026-10-31'],
    ['20261031', '2026-10-31'],
    ['2026.10.31.', '2026-10-31'],
    ['2026-10-31T23:59:59Z', '2026-10-31'],
    ['31.10.2026, 23:59', '2026-10-31'],
    ['2 Sep 2026', '2026-09-02'],
    ['Sep 2, 2026', '2026-09-02'],
    ['2. marraskuuta 2026', undefined],
    ['05/04/2026', 'open'],
    ['04/04/2026', '2026-04-04'],
    ['10/31/2026', '2026-10-31'],
    ['13/14/2026', undefined],
    ['31.02.2026', undefined],
    ['31.10.2026 Neu', undefined],
    ['01-02-03', undefined],
    ['', undefined],
  ];
  for (const [text, day] of known) assert.equal(parseDayText(text), day, text);
});

test('a column of accounts under the heading of a name is the account, and the names are read from the other column', async () => {
  const other = 'NL91ABNA0417164300';
  for (const heading of ['Counterparty', 'Vastaspool', 'Tegenpartij']) {
    const file = `Date,Amount,${heading},Name,Description\n2026-10-01,5.00,${payer},Mari Tamm,arve\n2026-10-02,-6.00,${other},AS Soojus,küte\n2026-10-03,-1.00,,Bank,fee\n`;
    const { entries } = await readStatementFile(file);
    assert.deepEqual(
      entries.map(({ payerName, payerIban }) => [payerName, payerIban]),
      [
        ['Mari Tamm', payer],
        ['AS Soojus', other],
        ['Bank', null],
      ],
      heading,
    );
  }
});

test('brackets mean minus beside a currency too', () => {
  const cases = {
    'EUR (13,50)': 'EUR',
    '(13,50) EUR': 'EUR',
    'EUR(13,50)': 'EUR',
    '(EUR 13,50)': 'EUR',
    '€ (13,50)': 'EUR',
    '(13,50)': undefined,
  };
  for (const [text, currency] of Object.entries(cases))
    assert.deepEqual(parseAmountText(text), { cents: -1350, currency }, text);
  for (const text of ['(13,50', '-(13,50)', '((13,50))', '(-13,50)', 'EUR (13,50) x'])
    assert.equal(typeof parseAmountText(text), 'undefined', text);
});
