// Tests of reading residents files: what spreadsheets of these countries write is read as typed, and ambiguous content
// is rejected.
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { csvLimits, delimiters, readTable } from '../platform/files/csv.ts';
import { alphabets, decode } from '../platform/files/text-encodings.ts';
import { readResidents } from './import-columns.ts';

const read = (text: string | Buffer) => readTable(Buffer.from(text));
const understood = async (text: string) => {
  const bytes = Buffer.from(text);
  const file = { size: bytes.length, whole: async () => bytes, stream: () => Readable.from([bytes]) };
  const { table, rows, problems } = await readResidents(file);
  return { rows, problems, ignoredColumns: table.ignoredColumns };
};
const codes = (problems: readonly { line: number; column?: string; code: string }[]) =>
  problems.map(({ line, column, code }) => [line, column, code].filter((part) => part !== undefined).join(' '));

/** Names and streets as they stand on doors. */
const words = {
  et: 'Õnne Mäekõrtsi, Jüri Põld, Žanna Šulgina, Ülo Öövel, Šveitsi',
  lv: 'Jānis Bērziņš, Ķekavas iela, Ģirts Šķēle, Ņina Žūriņa, Čaks, Līvu Ļaudis, Ūdris',
  lt: 'Žemaitė Čiurlionienė, Šarūnas Jasikevičius, Ąžuolų gatvė, Įsrutis, Ęsybė, Ėjimas, Ūkas, šių',
};

test('words of each language are read in every encoding, and the encoding is reported', () => {
  const written = {
    et: ['utf-8', 'utf-16le', 'utf-16be', 'windows-1257', 'windows-1252', 'iso-8859-15', 'iso-8859-4'],
    lv: ['utf-8', 'utf-16le', 'utf-16be', 'windows-1257', 'iso-8859-4'],
    lt: ['utf-8', 'utf-16le', 'utf-16be', 'windows-1257', 'iso-8859-4'],
  };
  for (const language of ['et', 'lv', 'lt'] as const)
    for (const encoding of written[language]) {
      const bytes = iconv.encode(words[language], encoding);
      assert.deepEqual(decode(bytes), { encoding, text: words[language] }, `${language} ${encoding}`);
    }
});

test('a byte-order mark is not part of the first cell, and letters common to several encodings are read correctly', async () => {
  for (const encoding of ['utf-8', 'utf-16le', 'utf-16be']) {
    const table = await readTable(iconv.encode('Korter;Nimi\n1;Õnne', encoding, { addBOM: true }));
    assert.deepEqual(
      [table.encoding, table.header.cells, table.rows[0]?.cells],
      [encoding, ['Korter', 'Nimi'], ['1', 'Õnne']],
      encoding,
    );
  }
  for (const encoding of ['iso-8859-1', 'windows-1252', 'iso-8859-13', 'windows-1257'])
    assert.equal(decode(iconv.encode('Jüri Põld, Mäe 5, Ööbiku', encoding)).text, 'Jüri Põld, Mäe 5, Ööbiku', encoding);
});

test('rows written as CSV in any encoding and with any delimiter are read back, with their line numbers', async () => {
  const ways = [
    ...['utf-8', 'utf-16le', 'utf-16be'].map((encoding) => ({
      encoding,
      letters: `${alphabets.et}${alphabets.lv}${alphabets.lt}Жя漢😀`,
      all: '',
    })),
    ...(['et', 'lv', 'lt'] as const).flatMap((language) =>
      ['windows-1257', 'iso-8859-4', ...(language === 'et' ? ['windows-1252', 'iso-8859-15'] : [])].map((encoding) => ({
        encoding,
        letters: alphabets[language],
        all: alphabets[language] + alphabets[language].toUpperCase(),
      })),
    ),
  ];
  const file = fc.constantFrom(...ways).chain(({ encoding, letters, all }) => {
    const sign = fc.constantFrom(...letters, ...'abcXYZ019 .-=+@\'";,\t|\n', '""');
    const cell = fc.array(sign, { maxLength: 12 }).map((signs) => signs.join(''));
    return fc.record({
      encoding: fc.constant(encoding),
      all: fc.constant(all),
      delimiter: fc.constantFrom(...delimiters),
      newline: fc.constantFrom('\n', '\r\n', '\r'),
      always: fc.boolean(),
      rows: fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { maxLength: 8 }),
      tail: fc.constantFrom('', 'newline', 'delimiters'),
    });
  });
  await fc.assert(
    fc.asyncProperty(file, async ({ encoding, all, delimiter, newline, always, rows, tail }) => {
      const quoted = (text: string) =>
        always || /[";,\t|\n]/.test(text) ? `"${text.replaceAll('"', '""').replaceAll('\n', newline)}"` : text;
      const lines = [['one', 'two', `three${all}`], ...rows].map((row) => row.map(quoted).join(delimiter));
      const end = tail === 'delimiters' ? delimiter : '';
      const text = lines.map((line) => line + end).join(newline) + (tail === 'newline' ? newline : '');
      const table = await readTable(iconv.encode(text, encoding, { addBOM: encoding.startsWith('utf') }));
      assert.deepEqual(table.problems, []);
      const kept = rows.filter((row) => row.some((cell) => cell.trim() !== ''));
      assert.deepEqual(
        table.rows.map((row) => row.cells),
        kept,
      );
      let line = 2;
      const starts = rows.flatMap((row) => {
        const start = line;
        line += 1 + row.join('').split('\n').length - 1;
        return row.some((cell) => cell.trim() !== '') ? [start] : [];
      });
      assert.deepEqual(
        table.rows.map((row) => row.line),
        starts,
      );
      assert.equal(table.delimiter, delimiter);
    }),
    { numRuns: 300 },
  );
});

test('quotes, line breaks in cells, empty lines, trailing delimiters and a first line sep= are read as a spreadsheet means them', async () => {
  const table = await read('\n;;\nsep\n');
  assert.equal(table.header.line, 3);
  const named = await read('sep=,\r\nKorter,"Nimi, täis"\r\n"1","Jaan ""Juss""\r\nTamm",,\r\n\r\n2,=1+1\r\n');
  assert.equal(named.delimiter, ',');
  assert.deepEqual(named.header, { line: 2, cells: ['Korter', 'Nimi, täis'] });
  assert.deepEqual(named.rows, [
    { line: 3, cells: ['1', 'Jaan "Juss"\nTamm'] },
    { line: 6, cells: ['2', '=1+1'] },
  ]);
  assert.deepEqual(named.problems, []);
});

test('hostile and broken files are rejected with a line, quickly', async () => {
  const nothing = await read('');
  assert.deepEqual([nothing.header.cells, nothing.rows, nothing.problems], [[], [], []]);
  const files: [string | Buffer, string][] = [
    ['a;b\n1;"never closed\n2;x\n', '2 bad_quotes'],
    ['a;b\n1;x"y\n', '2 bad_quotes'],
    ['sep=;\na;b\n1;"x"y\n', '3 bad_quotes'],
    ['a;b\n1;x\0y\n', '2 unreadable'],
    ['a;b\n1;x\u001by\n', '2 unreadable'],
    ['a;b\n1;\ufffd\n', '2 unreadable'],
    [iconv.encode('a;b\n1;x\ud800y\n', 'utf-16le', { addBOM: true }), '2 unreadable'],
    ['a;b\n1;2;3\n', '2 too_many_cells'],
    [`a;b\n1;${'x'.repeat(csvLimits.characters + 1)}\n`, '2 too_long'],
    [`a;b\n1;${'x'.repeat(1_000_000)}\n`, '2 too_long'],
    [`a;b\n1;"x\n${'2;y\n'.repeat(100_000)}`, '2 too_long'],
    [`a;b\n\n${';'.repeat(4_000_000)}\n`, '3 too_many_columns'],
    [`a;b\n${'1;2\n'.repeat(csvLimits.rows + 1)}`, `${csvLimits.rows + 2} too_many_rows`],
  ];
  for (const [file, expected] of files) {
    const { problems } = await read(file);
    assert.ok(codes(problems).includes(expected), `${file.toString().slice(0, 30)}: ${codes(problems)}`);
  }
  assert.deepEqual((await read(`a;b\n${'1;2\n'.repeat(csvLimits.rows)}`)).problems, []);
  const noise = Buffer.from(Array.from({ length: 3000 }, (_, at) => (at * 7919) % 256));
  assert.ok((await readTable(noise)).problems.length > 0);
});

test('columns are found by their usual names in five languages, regardless of case, accents and dots', async () => {
  const headers = [
    'Building;Apartment no.;Full name;E-mail;Phone;Language;Role;Since;Until;Receives invoice',
    'Maja;KORTERI NUMBER;Ees- ja perekonnanimi;E-post;Telefon;Suhtluskeel;Roll;Alates;Kuni;Saab arve',
    'Adrese;Dzīvokļa Nr.;Vārds, uzvārds;E-pasts;Tālrunis;Valoda;Loma;Sākums;Līdz;Saņem rēķinu',
    'Namas;Buto numeris;Vardas ir pavardė;El. paštas;Telefonas;Kalba;Vaidmuo;Nuo;Iki;Gauna sąskaitą',
    'Дом;Квартира №;Фамилия, имя;Эл. почта;Телефон;Язык;Роль;С;По;Получает счёт',
  ];
  const cellsOf = [
    'Kase 12;3;Mari Tamm;mari@example.org;+372 55;English;tenant;2020-01-31;31.01.2021;yes',
    'Kase 12;3;Mari Tamm;mari@example.org;+372 55;inglise keel;Üürnik;31.1.2020;2021-01-31;jah',
    'Kase 12;3;Mari Tamm;mari@example.org;+372 55;angļu valoda;īrnieks;31.01.2020.;31.01.2021;Jā',
    'Kase 12;3;Mari Tamm;mari@example.org;+372 55;anglų;nuomininkė;2020.01.31;2021-01-31;taip',
    'Kase 12;3;Mari Tamm;mari@example.org;+372 55;английский язык;Съёмщик;31.01.2020;2021-01-31;Да',
  ];
  for (const [place, header] of headers.entries()) {
    const { rows, problems, ignoredColumns } = await understood(`${header};Märkus\n${cellsOf[place]};x\n`);
    assert.deepEqual(problems, [], header);
    assert.deepEqual(ignoredColumns, ['Märkus'], `place ${place}`);
    const [row] = rows;
    assert.deepEqual(
      { ...row },
      {
        line: 2,
        building: 'Kase 12',
        apartment: '3',
        name: 'Mari Tamm',
        email: 'mari@example.org',
        phone: '+372 55',
        language: 'en',
        role: 'tenant',
        since: '2020-01-31',
        until: '2021-01-31',
        receivesInvoice: true,
      },
      `place ${place}`,
    );
  }
  const { rows } = await understood('Butas;Vardas;Pavardė;Gauna sąskaitą\n3;Ona;Petraitienė;ne\n');
  assert.deepEqual([rows[0]?.name, rows[0]?.receivesInvoice], ['Ona Petraitienė', false]);
});

test('a file without a required column, or with one twice, is rejected with what was found', async () => {
  const without = await understood('Pood;Kaup\n1;2\n');
  assert.deepEqual(codes(without.problems), ['1 apartment missing_column', '1 name missing_column']);
  assert.match(without.problems[0]?.message ?? '', /“Pood”, “Kaup”/);
  assert.deepEqual(codes((await understood('Korter;Nimi;E-post;Email\n1;x;;\n')).problems), [
    '1 email repeated_column',
  ]);
  assert.deepEqual(codes((await understood('')).problems), ['1 apartment missing_column', '1 name missing_column']);
});

test('a date with slashes is read only where the file is unambiguous, and a spreadsheet’s day number never', async () => {
  const days = async (...since: string[]) => {
    const { rows, problems } = await understood(`Apt;Name;Since\n${since.map((day) => `1;x;${day}`).join('\n')}\n`);
    return problems.length > 0 ? codes(problems) : rows.map((row) => row.since);
  };
  assert.deepEqual(await days('03/04/2020'), ['2 since ambiguous_date']);
  assert.deepEqual(await days('03/04/2020', '31/12/2020'), ['2020-04-03', '2020-12-31']);
  assert.deepEqual(await days('03/04/2020', '12/31/2020'), ['2020-03-04', '2020-12-31']);
  assert.deepEqual(await days('03/04/2020', '12/31/2020', '31/12/2020'), ['2 since ambiguous_date']);
  assert.deepEqual(await days('05/05/2020'), ['2020-05-05']);
  assert.deepEqual(await days('45231', '45231.5'), ['2 since spreadsheet_date', '3 since spreadsheet_date']);
  for (const bad of ['30.02.2020', '2020-13-01', '1.2.20', 'eile', '13/13/2020', '2020-1-1', '0001-01-01'])
    assert.deepEqual(await days(bad), ['2 since invalid_format'], bad);
});

test('all invalid cells are named at once', async () => {
  const { rows, problems } = await understood(
    'Apt;Name;Email;Phone;Language;Role;Invoice\n1;x;no;3.72556E+11;xx;boss;maybe\n;;;;;;yes\n2;=x;a@example.org;n/a;;;\n',
  );
  assert.deepEqual(codes(problems), [
    '2 email invalid_email',
    '2 phone invalid_format',
    '2 language not_allowed',
    '2 role not_allowed',
    '2 receivesInvoice not_allowed',
    '3 apartment required',
    '3 name required',
    '4 phone invalid_format',
  ]);
  assert.deepEqual(rows, []);
  for (const { message } of problems) assert.ok(message.length < 250, message);
});
