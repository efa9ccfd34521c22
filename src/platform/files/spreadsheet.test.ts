// Tests of spreadsheets: read like the same table in CSV; archives that unpack to more than they declare, or to too
// much, are rejected.

import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, test } from 'node:test';
import { readStatementFile } from '../../../test/read-statements.ts';
import { archive, type WorkbookCell, workbook, workbookOf } from '../../../test/workbook.ts';
import { Invalid } from '../errors.ts';
import type { ByteSource } from './readable-files.ts';
import { convertSpreadsheet, makeSpreadsheetReader } from './spreadsheet.ts';
import { checkArchive } from './xlsx-archive.ts';

// Other tests may have both processors.
const reader = makeSpreadsheetReader({ deadline: 120_000, startDeadline: 120_000 });
after(() => reader.stop());

const fileOf = (bytes: Buffer) => ({
  size: bytes.length,
  whole: async () => bytes,
  stream: () => Readable.from([bytes]),
});
const account = 'EE382200221020145685';

async function bytesOf(source: ByteSource): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of source()) parts.push(part);
  return Buffer.concat(parts);
}

async function textOf(bytes: Buffer): Promise<string> {
  const { source } = await convertSpreadsheet(fileOf(bytes), reader);
  return (await bytesOf(source)).toString();
}

async function refusal(bytes: Buffer): Promise<string> {
  try {
    await convertSpreadsheet(fileOf(bytes), reader);
  } catch (error) {
    assert.ok(error instanceof Invalid, String(error));
    return error.problems.map((problem) => problem.code).join();
  }
  return 'read';
}

test('the first sheet is read with its days, numbers and texts as written', async () => {
  const rows: WorkbookCell[][] = [
    ['Konto', account],
    [],
    ['Kuupäev', 'Maksja nimi', 'Selgitus', 'Summa', 'Valuuta'],
    [{ day: '2026-10-01' }, 'Mari "M" Maasikas; ema', 'Arve 7\nteine rida', { raw: '1412.3699999999999' }, 'EUR'],
    [{ day: '2026-10-02' }, 'Kraan', 'remont', -55, 'EUR'],
    ['03.10.2026', 'Jüri', null, '1 000,50', 'EUR'],
  ];
  const { source, spreadsheet } = await convertSpreadsheet(fileOf(workbook(rows)), reader);
  const text = await bytesOf(source);
  const { entries, findings } = await readStatementFile(text, { spreadsheet });
  assert.deepEqual(
    entries.map((entry) => [
      entry.bookedOn,
      entry.payerName,
      entry.text,
      entry.credit ? entry.amount : -entry.amount,
      entry.account,
    ]),
    [
      ['2026-10-01', 'Mari "M" Maasikas; ema', 'Arve 7 teine rida', 141_237, account],
      ['2026-10-02', 'Kraan', 'remont', -5500, account],
      ['2026-10-03', 'Jüri', '', 100_050, account],
    ],
  );
  assert.equal(findings.format, 'xlsx');
});

test('a cell with a number is one: three decimals are no thousands, and no amount', async () => {
  const amounts = async (...cells: WorkbookCell[]) => {
    const rows = cells.map((cell): WorkbookCell[] => [{ day: '2026-10-01' }, 'Arve 7', cell]);
    return readStatementFile(
      await bytesOf(
        (await convertSpreadsheet(fileOf(workbook([['Kuupäev', 'Selgitus', 'Summa'], ...rows])), reader)).source,
      ),
    );
  };
  const problems = async (...cells: WorkbookCell[]) => {
    const refused = await amounts(...cells).then(
      () => undefined,
      (error) => error,
    );
    assert.ok(refused instanceof Invalid, String(refused));
    return refused.problems.map(({ code, message }) => `${code} ${message}`).join();
  };
  const whole = await amounts({ raw: '1.5' }, { raw: '1.000' }, { raw: '1000' }, { raw: '-12.3400' });
  assert.deepEqual(
    whole.entries.map((entry) => (entry.credit ? entry.amount : -entry.amount)),
    [150, 100, 100_000, -1234],
  );
  assert.match(await problems({ raw: '1.005' }), /^amount_invalid Line 2: "1\.005" has more than two decimals/);
  assert.match(await problems('12,50', { raw: '1.005' }), /^amount_invalid Line 3/);
  assert.match(await problems('1.005'), /^ambiguous_amount Line 2/);
});

test('what is no spreadsheet passes as it is', async () => {
  const { spreadsheet, source } = await convertSpreadsheet(fileOf(Buffer.from('Date;Amount\n')), reader);
  assert.equal(spreadsheet, undefined);
  assert.equal((await bytesOf(source)).toString(), 'Date;Amount\n');
});

test('a sheet of twenty thousand rows is read to its end', async () => {
  const rows = Array.from({ length: 20_000 }, (_, place): WorkbookCell[] => [
    '2026-10-01',
    `Arve ${place}`,
    place / 100,
  ]);
  const bytes = workbook(rows);
  assert.equal((await textOf(bytes)).split('\n').length, 20_001);
});

const sheet = (inside: string) => `<worksheet><sheetData>${inside}</sheetData></worksheet>`;

test('an archive is rejected that unpacks to too much, misstates its size, or has cells far out', async () => {
  const zeros = Buffer.alloc(70 * 1024 * 1024, 0x20);
  assert.equal(await refusal(workbookOf(sheet(''), [{ name: 'xl/a.xml', content: zeros }])), 'spreadsheet_too_large');
  assert.equal(
    await refusal(workbookOf(sheet(''), [{ name: 'xl/a.xml', content: zeros, says: 100 }])),
    'unknown_format',
  );
  assert.equal(await refusal(workbookOf(sheet(''), [{ name: 'xl/a.xml', content: 'x', says: 100 }])), 'unknown_format');
  assert.equal(
    await refusal(workbookOf(sheet('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'))),
    'spreadsheet_too_large',
  );
  assert.equal(await refusal(workbookOf(sheet('<row r="1"><c r="XFD1"><v>1</v></c></row>'))), 'spreadsheet_too_large');
  assert.equal(
    await refusal(workbookOf(`<worksheet><dimension ref="A1:B1048576"/><sheetData/></worksheet>`)),
    'spreadsheet_too_large',
  );
  const many = Array.from({ length: 1001 }, (_, place) => ({ name: `xl/${place}.xml`, content: '' }));
  assert.equal(await refusal(workbookOf(sheet(''), many)), 'spreadsheet_too_large');
});

test('an archive that is no spreadsheet, or is damaged, is rejected and does not end the process', async () => {
  const good = workbook([['a']]);
  assert.equal(await refusal(archive([{ name: 'statement.csv', content: 'a' }])), 'unknown_format');
  assert.equal(await refusal(good.subarray(0, good.length - 30)), 'unknown_format');
  assert.equal(await refusal(workbookOf('<worksheet><sheetData><row')), 'unknown_format');
  const encrypted = Buffer.from(good);
  encrypted.writeUInt16LE(1, encrypted.indexOf('PK\x01\x02') + 8);
  assert.equal(await refusal(encrypted), 'unknown_format');
  const pid = reader.pid();
  assert.match(await textOf(good), /^a\n/);
  assert.equal(reader.pid(), pid);
  for (let length = 0; length < good.length; length += 37)
    assert.throws(() => checkArchive(good.subarray(0, length)), Invalid, `length ${length}`);
});

test('days that are plain numbers are counted from the first day of the workbook; in a CSV file they are none', async () => {
  const rows: WorkbookCell[][] = [
    ['Kuupäev', 'Maksja', 'Selgitus', 'Summa'],
    [46345, 'Mari', 'x', 5],
    [{ raw: '46345.52' }, 'Mari', 'x', 6],
    ['46346', 'Mari', 'x', 7],
    [{ day: '2026-11-21' }, 'Mari', '46345', 8],
  ];
  const { source, spreadsheet } = await convertSpreadsheet(fileOf(workbook(rows)), reader);
  const { entries } = await readStatementFile(await bytesOf(source), { spreadsheet });
  assert.deepEqual(
    entries.map((entry) => entry.bookedOn),
    ['2026-11-19', '2026-11-19', '2026-11-20', '2026-11-21'],
  );
  assert.deepEqual(spreadsheet, { countedFrom: '1899-12-30' });
  await assert.rejects(readStatementFile(await bytesOf(source)), Invalid);
  const counted = await convertSpreadsheet(fileOf(workbook([rows[0] ?? [], [44883, 'Mari', 'x', 5]], true)), reader);
  const later = await readStatementFile(await bytesOf(counted.source), { spreadsheet: counted.spreadsheet });
  assert.deepEqual([later.entries[0]?.bookedOn, counted.spreadsheet], ['2026-11-19', { countedFrom: '1904-01-01' }]);
});
