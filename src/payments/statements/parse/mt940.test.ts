// Tests of MT940 statements: variants of several banks are read to the cent, and damaged and endless ones are rejected.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readStatementFile, refusalReasons } from '../../../../test/read-statements.ts';

const account = 'EE382200221020145685';
const payer = 'EE471000001020145685';
const statement = (entries: string, { opening = 'C260930EUR1000,00', closing = 'C261002EUR2357,37' } = {}) =>
  `:20:STARTUMS\r\n:25:${account}\r\n:28C:00010/001\r\n:60F:${opening}\r\n${entries}:62F:${closing}\r\n-\r\n`;
const in_ = ':61:2610011001CR1412,37NTRFNONREF//B1\r\n';
const out = ':61:2610021002DR55,NMSCNONREF//B2\r\n:86:remont\r\n';

/** Each says that Mari Maasikas paid 1,412.37 for Arve 7 on 1 October, and that 55.00 went out on the day after. */
const details: Readonly<Record<string, string>> = {
  'numbered fields': `166?00GUTSCHRIFT?100931?20EREF+E1?21SVWZ+Arve 7?30HABAEE2X?31${payer}?32Mari Maa?33sikas`,
  'numbered fields over several lines': `166?00GUTSCHRIFT?20EREF+E1?21SV\r\nWZ+Arve 7?31${payer}?32Mari\r\n Maasikas`,
  'words between slashes': `/TRTP/SEPA OVERBOEKING/IBAN/${payer}/BIC/HABAEE2X/NAME/Mari Maasikas/REMI/Arve 7/EREF/E1`,
  'a counterparty between slashes': `/EREF/E1/CNTP/${payer}/HABAEE2X/Mari Maasikas/Tallinn/REMI/USTD//Arve 7/`,
};

for (const [name, text] of Object.entries(details)) {
  test(`details with ${name} are understood`, async () => {
    const { entries, findings } = await readStatementFile(statement(`${in_}:86:${text}\r\n${out}`), { currency: '' });
    const [first, second] = entries;
    assert.deepEqual(
      [first?.amount, first?.credit, first?.bookedOn, first?.currency, first?.account, first?.bankId],
      [141_237, true, '2026-10-01', 'EUR', account, 'B1'],
    );
    assert.deepEqual(
      [first?.payerName, first?.payerIban, first?.text, first?.endToEndId],
      ['Mari Maasikas', payer, 'Arve 7', 'E1'],
    );
    assert.deepEqual([second?.amount, second?.credit, second?.text], [5500, false, 'remont']);
    assert.deepEqual([findings.format, findings.credits, findings.debits], ['mt940', { EUR: 141_237 }, { EUR: 5500 }]);
    assert.deepEqual(findings.statements, [
      {
        account,
        currency: 'EUR',
        from: '2026-10-01',
        to: '2026-10-02',
        opening: 100_000,
        closing: 235_737,
        net: 135_737,
        closesFlipped: false,
      },
    ]);
  });
}

test('a structured reference, plain text and a reversal of another entry are distinguished', async () => {
  const { entries } = await readStatementFile(
    statement(
      `${in_}:86:/REMI/STRD/CUR/1000012/\r\n:61:261001D5,00NTRFNONREF\r\n:86:kaks\r\nrida\r\n:61:2610011001RC7,50NTRFA//B9\r\n:61:2610011001RD7,50NTRFA//B8\r\n`,
    ),
  );
  assert.deepEqual(
    entries.map((entry) => [
      entry.credit ? entry.amount : -entry.amount,
      entry.reversal,
      entry.references[0],
      entry.text,
    ]),
    [
      [141_237, false, '1000012', ''],
      [-500, false, undefined, 'kaks rida'],
      [-750, true, undefined, ''],
      [750, true, undefined, ''],
    ],
  );
});

test('messages in blocks, of several accounts and around the turn of a year are separated', async () => {
  const block = (text: string) =>
    `{1:F01HABAEE2XAXXX0000000000}{2:I940HABAEE2XXXXXN}{4:\r\n${text.replace(/-\r\n$/, '-}')}`;
  const december = statement(':61:2612310102C1,00NTRFNONREF\r\n', { opening: 'C261231EUR0,', closing: 'C270102EUR1,' });
  const other = december.replace(account, '220022/221020145685CHF').replaceAll('EUR', 'CHF');
  const { entries, findings } = await readStatementFile(block(december) + block(other));
  assert.deepEqual(
    entries.map((entry) => [entry.statement, entry.bookedOn, entry.currency, entry.account]),
    [
      [0, '2027-01-02', 'EUR', account],
      [1, '2027-01-02', 'CHF', '221020145685'],
    ],
  );
  assert.equal(findings.statements.length, 2);
});

test('unreadable entries are rejected with their lines, and endless fields at once', async () => {
  assert.deepEqual(await refusalReasons(statement(':61:nothing\r\n:61:2613011001C5,00NTRFX\r\n')), [
    'amount_missing 5',
    'date_invalid 6',
  ]);
  assert.deepEqual(await refusalReasons(statement(`${in_}:86:${'a\r\n'.repeat(200)}`)), ['too_long 106']);
  assert.deepEqual(await refusalReasons(statement(`${in_}:86:${'a'.repeat(100_000)}\r\n`)), ['too_long 6']);
  assert.deepEqual(await refusalReasons(`:20:X\r\n:25:${account}\r\n:61:2610011001C5,00NTRFX\r\n`), [
    'unknown_format -',
  ]);
});

test('a statement in UTF-16 is read, with and without a byte order mark', async () => {
  const text = statement(`${in_}:86:166?20SVWZ+Arve 7?32Jüri Õun\r\n${out}`);
  for (const [nth, file] of [`\ufeff${text}`, text].entries()) {
    const { entries, findings } = await readStatementFile(Buffer.from(file, 'utf16le'), { currency: '' });
    assert.deepEqual([findings.format, entries[0]?.payerName, entries.length], ['mt940', 'Jüri Õun', 2], `file ${nth}`);
  }
});
