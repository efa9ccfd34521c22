// Tests of the days of statements: those that a file names or dates its balances by, and at least those of its entries.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readStatementFile } from '../../../../test/read-statements.ts';
import { account, camt } from '../../../../test/statement-samples.ts';

const lines = [
  { amount: '5.00', day: '2026-11-06' },
  { amount: '2.00', day: '2026-11-25' },
];
const balances = { opening: '10.00', closing: '17.00' };

async function daysOf(file: string) {
  const { findings } = await readStatementFile(file);
  const [{ from, to, openingOn } = { from: null, to: null, openingOn: null }] = findings.statements;
  return [from, to, openingOn];
}

test('camt: its period, else the days of its balances, and none after the day on which it was made', async () => {
  const named = (from: string, to: string, made = '') =>
    camt(lines, balances).replace(
      '<Acct>',
      `${made}<FrToDt><FrDtTm>${from}T00:00:00</FrDtTm><ToDtTm>${to}T23:59:59</ToDtTm></FrToDt><Acct>`,
    );
  const made = '<CreDtTm>2026-11-27T18:00:00+02:00</CreDtTm>';
  assert.deepEqual(await daysOf(named('2026-11-01', '2026-11-30')), ['2026-11-01', '2026-11-30', '2026-10-31']);
  assert.deepEqual(await daysOf(named('2026-11-01', '2026-11-30', made)), ['2026-11-01', '2026-11-27', '2026-10-31']);
  const dated = (...days: [string, string]) => daysOf(camt(lines, { ...balances, dated: days }));
  assert.deepEqual(await dated('2026-11-01', '2026-11-27'), ['2026-11-01', '2026-11-27', '2026-11-01']);
  assert.deepEqual(await dated('2026-11-06', '2026-11-25'), ['2026-11-06', '2026-11-25', '2026-11-05']);
  assert.deepEqual(await dated('2026-11-10', '2026-11-20'), ['2026-11-06', '2026-11-25', '2026-11-05'], 'its entries');
  const closedBefore = camt(lines, { ...balances, dated: ['2026-11-05', '2026-11-25'] }).replace('OPBD', 'PRCD');
  assert.deepEqual(await daysOf(closedBefore), ['2026-11-06', '2026-11-25', '2026-11-05']);
  assert.deepEqual(await daysOf(camt([], { ...balances, dated: ['2026-11-01', '2026-11-27'] })), [
    '2026-11-01',
    '2026-11-27',
    '2026-11-01',
  ]);
  assert.deepEqual(await daysOf(camt(lines)), ['2026-11-06', '2026-11-25', '2026-11-05']);
});

test('MT940: from the day after the last closing balance, or the first of a month', async () => {
  const file = (opening: string, closing: string) =>
    `:20:1\r\n:25:${account}\r\n:60F:C${opening}EUR10,00\r\n:61:2611061106C5,00NTRFNONREF\r\n:62F:C${closing}EUR15,00\r\n-\r\n`;
  assert.deepEqual(await daysOf(file('261031', '261127')), ['2026-11-01', '2026-11-27', '2026-11-01']);
  assert.deepEqual(await daysOf(file('261101', '261106')), ['2026-11-01', '2026-11-06', '2026-11-01']);
  assert.deepEqual(await daysOf(file('261105', '261106')), ['2026-11-06', '2026-11-06', '2026-11-05']);
});

test('CSV: the days of the rows with balances', async () => {
  const file = (opening: string, closing: string) =>
    `Kliendi konto;Reatüüp;Kuupäev;Saaja/Maksja;Selgitus;Summa;Valuuta;Deebet/Kreedit;Arhiveerimistunnus
${account};10;${opening};;Algsaldo;10,00;EUR;K;
${account};20;06.11.2026;Mari Maasikas;Arve;5,00;EUR;K;A1
${account};86;${closing};;Lõppsaldo;15,00;EUR;K;
`;
  assert.deepEqual(await daysOf(file('01.11.2026', '27.11.2026')), ['2026-11-01', '2026-11-27', '2026-11-01']);
  assert.deepEqual(await daysOf(file('06.11.2026', '06.11.2026')), ['2026-11-06', '2026-11-06', '2026-11-05']);
});
