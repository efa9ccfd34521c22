// Proves that any bank statement is read in time that grows linearly with its length, and that a large one does not
// block the event loop.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { readStatement } from '../../src/payments/statements/parse/parse-statement.ts';
import { emptyFindings } from '../../src/payments/statements/parse/statement-entry.ts';
import { Invalid } from '../../src/platform/errors.ts';
import { readTable } from '../../src/platform/files/csv.ts';
import { camt } from '../statement-samples.ts';
import { longestTurnOf, measureSlope, requireShortTurns, threadMs } from './measure-slope.ts';

const headings = 'Kuupäev;Saaja/maksja nimi;Summa;Valuuta;Viitenumber;Selgitus;Deebet/Kreedit (D/C);Kliendi konto\n';
const rows = (row: string) => (length: number) => headings + `${row}\n`.repeat(Math.ceil(length / (row.length + 1)));
const unit = (text: string) => (length: number) => headings + text.repeat(Math.ceil(length / text.length));

const files: Readonly<Record<string, (length: number) => string>> = {
  'ordinary rows': rows('20.11.2026;Mari Tamm;12,50;EUR;1000012;korteri arve;C;EE382200221020145685'),
  'words without an end': rows(`a ${'b'.repeat(196)};;;;;;;`),
  'sentences without an end': rows(`a ${'bb '.repeat(66)}!;;;;;;;`),
  'next to empty rows': rows(';;;;;a;;'),
  'rows of another width': rows('"\n"'),
  'short entries': rows('20.11.2026;;1;EUR;;;c;'),
  'empty lines': unit('\n'),
  'entries that go on': (length) => `${headings}20.11.2026;Mari;1,00;EUR;;x;C;\n${';;;;;ab;;\n'.repeat(length / 10)}`,
  'empty cells': rows(';'.repeat(60_000)),
  'labels of balances': rows('saldo äöü;'.repeat(1000)),
  'short labels': rows('sald;'.repeat(200)),
  'amounts with blanks': rows(`20.11.2026;Mari;€${' '.repeat(28)}1${' '.repeat(28)}x;EUR;;;C;`),
  'amounts with commas': rows(`20.11.2026;Mari;${'1,'.repeat(29)};EUR;;;C;`),
  'days with times': rows(`${'T1:11'.repeat(11)} x;Mari;1,00;EUR;;;C;`),
  'days with blanks': rows(`${'1, '.repeat(19)};Mari;1,00;EUR;;;C;`),
  'marks on letters': rows(`20.11.2026;a${'\u0301'.repeat(9000)}${'\u0323'.repeat(9000)};1,00;EUR;;x;C;`),
  'marks in every cell': rows(`${'a'.concat('\u0301'.repeat(500), '\u0323'.repeat(500), ';').repeat(8)}`),
  'accounts and references': rows(`20.11.2026;Mari;1,00;EUR;${'EE12'.repeat(10)};${'AB12 '.repeat(300)};C;`),
  'quotes in cells': rows('"a""";"b";"c"x;""""'),
  'quotes and line breaks': unit('"\r\n"\r'),
  'a quote without an end': unit('"a;"'),
  'one long cell': rows(`20.11.2026;Mari;1,00;EUR;;${'a'.repeat(60_000)};C;`),
  'many columns in the headings': (length) => ';Kuupäev'.repeat(length / 8),
  'camt entries': (length) => camt(Array.from({ length: length / 900 }, () => ({ amount: '1.00', text: 'x' }))),
  'mt940 entries': (length) =>
    `:20:A\r\n:25:EE382200221020145685\r\n:60F:C261001EUR0,\r\n${':61:2610011001C5,00NTRFA//B\r\n:86:166?20SVWZ+/REMI/NAME?32Mari\r\n'.repeat(length / 70)}`,
  'mt940 references': (length) =>
    `:20:A\r\n:25:1\r\n:60F:C261001EUR0,\r\n${`:61:2610011001C5,00NTRF${'a/'.repeat(80)}\r\n`.repeat(length / 190)}`,
  'camt text': (length) => camt([{ amount: '1.00', text: 'x '.repeat(length / 2) }]),
  'camt days': (length) => camt([{ amount: '1.00', day: `2026-11-20${'T'.repeat(length)}` }]),
  'camt entries of marks': (length) =>
    camt([{ amount: '1.00', text: '\u0301'.repeat(length / 4) + '\u0323'.repeat(length / 4) }]),
};

/** Pieces as they are read from disk: the event loop runs between them. */
async function* pieces(bytes: Buffer, pause: () => Promise<void>): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) {
    yield bytes.subarray(at, at + 65_536);
    await pause();
  }
}

/** Reads a statement, and counts its entries. */
async function read(bytes: Buffer, pause: () => Promise<void> = nextTurn): Promise<number> {
  const reading = { timeZone: 'Europe/Tallinn', currency: 'EUR', accounts: new Map(), profiles: [] };
  let entries = 0;
  try {
    for await (const part of readStatement(() => pieces(bytes, pause), reading, emptyFindings()))
      entries += part.length;
  } catch (error) {
    if (!(error instanceof Invalid)) throw error; // What is refused takes its time, too.
  }
  return entries;
}

/**
 * A kilobyte takes at most one millisecond of an idle processor, and several times that of a shared one, including its
 * caches; the defects this test is for took twenty and more.
 */
const maxMsPerKilobyte = 6;
/** A kilobyte that takes less has no time to hide a fault in. */
const quickMsPerKilobyte = 0.5;
/** Linear is 1, the square 2; the rest is what a larger memory costs. */
const maxSlope = 1.5;
const maxReadingTurnMs = 150;

for (const [name, make] of Object.entries(files)) {
  test(`${name}: a statement is read in linear time, without blocking others`, async () => {
    const largest = 256_000;
    const bytesOf = (length: number) => Buffer.from(make(length));
    const faultOf = async () => {
      const bytes = bytesOf(largest);
      const before = threadMs();
      const longestTurn = await longestTurnOf(() => read(bytes));
      if (longestTurn > maxReadingTurnMs) return `${longestTurn} ms without a turn for others`;
      const perKilobyte = (threadMs() - before) / (largest / 1024);
      if (perKilobyte > maxMsPerKilobyte) return `${perKilobyte.toFixed(2)} ms for each kilobyte`;
      if (perKilobyte < quickMsPerKilobyte) return undefined;
      const { slope } = await measureSlope({ make: bytesOf, run: read, from: largest / 8, ticks: 25 });
      return slope > maxSlope ? `the cost grows with the length to the power of ${slope.toFixed(2)}` : undefined;
    };
    let fault = await faultOf();
    for (let again = 0; again < 4 && fault !== undefined; again += 1) fault = await faultOf();
    assert.equal(fault, undefined);
  });
}

test('a statement of many megabytes gives way to others every few kilobytes', async () => {
  const bytes = Buffer.from(files['ordinary rows']?.(2_000_000) ?? '');
  const longestTurn = await longestTurnOf(() => read(bytes));
  assert.ok(longestTurn < maxReadingTurnMs, `${longestTurn} ms`);
});

for (const [name, amount] of [
  ['that adds up', '1.00'],
  ['that does not add up', '2.00'],
] as const) {
  test(`a batch of many details ${name} is read in short turns`, async () => {
    const count = 10_000;
    const references = '<Strd><CdtrRefInf><Ref>1000012</Ref></CdtrRefInf></Strd>'.repeat(5);
    const detail = `<TxDtls><Amt Ccy="EUR">${amount}</Amt><RmtInf>${references}<Ustrd>${'x '.repeat(100)}</Ustrd></RmtInf></TxDtls>`;
    const bytes = Buffer.from(camt([{ amount: `${count}.00`, details: detail.repeat(count) }]));
    // Its pieces leave no turn to others: the reader does.
    const readAll = async () => assert.equal(await read(bytes, async () => {}), amount === '1.00' ? count : 1);
    await requireShortTurns(() => longestTurnOf(readAll));
  });
}

test('a table of five megabytes is read in short turns', async () => {
  const bytes = Buffer.from(`Korter;Nimi;E-post\n${'1;Mari Tamm;'.padEnd(250, 'x').concat('\n').repeat(20_000)}`);
  await requireShortTurns(() => longestTurnOf(() => readTable(bytes)));
});

test('a file of residents is read in linear time', async () => {
  const attacks = [
    ';'.repeat(49),
    '"a";',
    'a'.repeat(900),
    `a${'\u0301'.repeat(400)}${'\u0323'.repeat(400)}`,
    '"',
    '=1;+1;@a',
    ' '.repeat(900),
  ];
  for (const row of attacks) {
    const bytes = Buffer.from(`Korter;Nimi\n${`${row}\n`.repeat(400_000 / (row.length + 1))}`);
    let cost = Number.POSITIVE_INFINITY;
    for (let run = 0; run < 4 && cost > maxMsPerKilobyte; run += 1) {
      const before = threadMs();
      await readTable(bytes);
      cost = (threadMs() - before) / (bytes.length / 1024);
    }
    assert.ok(cost <= maxMsPerKilobyte, `${cost} ms for each kilobyte of ${JSON.stringify(row.slice(0, 20))}`);
  }
});
