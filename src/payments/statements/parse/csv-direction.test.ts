// Tests of amounts without a sign: words for the direction are read in the languages of the headings, and what is not
// understood is asked about.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readStatementFile, refusalReasons } from '../../../../test/read-statements.ts';
import { directionOf } from './csv-labels.ts';
import type { OwnProfile } from './statement-entry.ts';

/** Words for received and paid out, as banks and programs write them. */
const pairs = [
  ['Tulu', 'Kulu'],
  ['Income', 'Expense'],
  ['inflow', 'OUTFLOW'],
  ['Deposit', 'Withdraw'],
  ['Payment received', 'Payment sent'],
  ['Transfer in', 'Transfer out'],
  ['Incoming payment', 'Outgoing payment'],
  ['Insättning', 'Uttag'],
  ['Pano', 'Otto'],
  ['Uznanie', 'Obciążenie'],
  ['Wpływ', 'Wypłata'],
  ['Příchozí', 'Odchozí'],
  ['Příchozí platba', 'Odchozí platba'],
  ['Entrata', 'Uscita'],
  ['Einnahme', 'Ausgabe'],
  ['Zahlungseingang', 'Zahlungsausgang'],
  ['Virement reçu', 'Virement envoyé'],
  ['Ontvangen', 'Verzonden'],
  ['Indbetaling', 'Udbetaling'],
  ['Innskudd', 'Uttak'],
  ['Ienākošais maksājums', 'Izejošais maksājums'],
  ['Ieņēmumi', 'Izdevumi'],
  ['Pajamos', 'Išlaidos'],
  ['Доход', 'Расход'],
  ['Входящий перевод', 'Исходящий перевод'],
] as const;

const table = (heading: string, ...rows: readonly string[]) =>
  `Date,Payee,Amount,Currency,${heading},Description\n${rows.join('\n')}\n`;
const row = (word: string, text = 'ref 1000012') => `2026-11-19,Mari Tamm,45.00,EUR,${word},${text}`;

async function signsIn(file: string, profiles: readonly OwnProfile[] = []): Promise<number[]> {
  const { entries } = await readStatementFile(file, { profiles });
  return entries.map((entry) => (entry.credit ? entry.amount : -entry.amount));
}

test('known words say which amounts were received, under any heading and in any order', async () => {
  for (const [received, paid] of pairs)
    for (const heading of ['Type', 'Liik', 'Extra']) {
      assert.deepEqual(await signsIn(table(heading, row(received), row(paid))), [4500, -4500], received);
      assert.deepEqual(await signsIn(table(heading, row(paid), row(received))), [-4500, 4500], paid);
    }
  assert.deepEqual(await signsIn(table('Type', row('Expense'))), [-4500], 'one row is enough');
  const inText = `Date,Payer,Amount,Details\n2026-11-19,Mari,5.00,Payment received\n2026-11-19,AS Soe,6.00,Payment sent\n`;
  assert.deepEqual(await signsIn(inText), [500, -600], 'the column of the text');
  const inStatus = inText.replace('Details', 'Status');
  assert.deepEqual(await signsIn(inStatus), [500, -600], 'the column of the status');
  for (const word of ['Payment', 'Card payment', 'Transfer', 'to', 'Makse', 'x'.repeat(100)])
    assert.equal(directionOf(word), undefined, word);
});

test('where no amount has a sign, words that are not understood are asked about and never taken as received', async () => {
  const asked = (...rows: string[]) => refusalReasons(table('Type', ...rows));
  assert.deepEqual(await asked(row('Bejövő'), row('Kimenő')), ['direction_unclear 1']);
  assert.deepEqual(await asked(row('Kimenő')), ['direction_unclear 1']);
  assert.deepEqual(await asked(row('Income'), row('Fee')), ['direction_unclear 1'], 'one word of two is known');
  assert.deepEqual(await refusalReasons(table('X', row('Bejövő'), row('Kimenő'))), ['direction_unclear 1']);
  const contradicting =
    'Date,Type,In or out,Amount,Details\n2026-11-19,Income,out,5.00,x\n2026-11-19,Income,in,5.00,x\n';
  assert.deepEqual(await refusalReasons(contradicting), ['direction_unclear 1']);
  const payees = 'Date,Payee,Amount,Details\n2026-11-19,AS Soe,5.00,x\n';
  assert.deepEqual(await refusalReasons(payees), ['direction_unclear 1'], 'a payee alone may have received it');
  for (const signed of ['+45.00', '-45.00', '(45.00)', '45.00-'])
    assert.equal((await signsIn(table('Type', row('Fee').replace('45.00', signed)))).length, 1, signed);
});

test('balances show whether amounts without a sign were received', async () => {
  const rows = (...balances: string[]) => {
    const lines = balances.map((balance, index) => `2026-11-19,Mari,FPS,${index + 4}.00,${balance},x`);
    return `Date,Payer,Type,Amount,Balance,Details\n${lines.join('\n')}\n`;
  };
  assert.deepEqual(await signsIn(rows('104.00', '109.00', '115.00')), [400, 500, 600]);
  assert.deepEqual(await signsIn(rows('115.00', '111.00', '106.00')), [400, 500, 600], 'the latest first');
  assert.deepEqual(await refusalReasons(rows('104.00', '99.00', '105.00').replaceAll('Type', 'X')), [
    'direction_unclear 1',
  ]);
});

test('a person says which words mean received and paid out; any other word is refused with its line', async () => {
  const headings = ['Date', 'Payee', 'Amount', 'Currency', 'Type', 'Description'];
  const columns = { date: 0, name: 1, amount: 2, currency: 3, direction: 4, text: 5 };
  const directionWords = new Map([
    ['bejovo', 'credit'],
    ['kimeno', 'debit'],
    ['income', 'debit'],
  ] as const);
  const profile: OwnProfile = {
    name: 'X',
    headings,
    columns,
    texts: [],
    currency: null,
    account: null,
    directionWords,
  };
  const file = table('Type', row('BEJÖVŐ'), row('Kimenő'), row('Expense'), row('Income'));
  assert.deepEqual(await signsIn(file, [profile]), [4500, -4500, -4500, -4500], 'their words come first');
  const other = table('Type', row('Bejövő'), row('Díj'));
  assert.deepEqual(await refusalReasons(other, { profiles: [profile] }), ['direction_invalid 3']);
  const { direction: _, ...without } = columns;
  const asWritten = { ...profile, columns: without };
  assert.deepEqual(await signsIn(table('Type', row('Bejövő'), row('Díj')), [asWritten]), [4500, 4500]);
});
