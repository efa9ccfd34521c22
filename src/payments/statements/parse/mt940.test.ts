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
  'numbered fields': `166?00GUTSCHRIFT?100931?20EREF+E1?21SVWZ+Arve 7?30HABAEE2X?31${payer}?32Mari?33Maasikas`,
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
        openingOn: '2026-09-30',
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
  const unknown = `:20:X\r\n:25:${account}\r\n:60F:C261001XXQ0,00\r\n:61:2610011001C5,00NTRFX\r\n`;
  assert.deepEqual(await refusalReasons(unknown), ['currency_invalid 4']);
});

test('a statement in UTF-16 is read, with and without a byte order mark', async () => {
  const text = statement(`${in_}:86:166?20SVWZ+Arve 7?32Jüri Õun\r\n${out}`);
  for (const [nth, file] of [`\ufeff${text}`, text].entries()) {
    const { entries, findings } = await readStatementFile(Buffer.from(file, 'utf16le'), { currency: '' });
    assert.deepEqual([findings.format, entries[0]?.payerName, entries.length], ['mt940', 'Jüri Õun', 2], `file ${nth}`);
  }
});

/** What is read of the only entry of a statement: payer, account of the payer, text and references. */
async function detailsOf(lines: string): Promise<unknown[]> {
  const { entries } = await readStatementFile(statement(`${in_}${lines}`));
  return entries.map(({ payerName, payerIban, text, references }) => [payerName, payerIban, text, references]);
}

test('several :86: of an entry are all read, one about the statement decides nothing', async () => {
  const first = ':86:/NAME/M. TAMM/REMI/viide 1000012\r\n';
  assert.deepEqual(await detailsOf(`${first}:86:/ISDT/2026-11-19\r\n`), [['M. TAMM', null, 'viide 1000012', []]]);
  assert.deepEqual(await detailsOf(`:86:166\r\n:86:166?20Arve 7?32M. TAMM\r\n`), [['M. TAMM', null, 'Arve 7', []]]);
  const texts = (lines: string) => readStatementFile(statement(`${in_}${lines}`));
  const inside = await texts(
    ':86:TAMM\r\n:86:viide 1000012\r\n:61:261001C1,00NTRFX\r\n:86:KASK\r\n:86:viide 1000025\r\n',
  );
  assert.deepEqual(
    inside.entries.map(({ text, hold }) => [text, hold]),
    [
      ['TAMM viide 1000012', null],
      ['KASK viide 1000025', null],
    ],
    'a bank that writes several does so for the last entry too',
  );
  const last = await texts(':86:korter 2\r\n:86:viide 1000038\r\n');
  assert.deepEqual([last.entries[0]?.text, last.entries[0]?.hold], ['korter 2 viide 1000038', 'details_unclear']);
  const words = await texts(':86:viide 1000012\r\n:86:tere hommikust\r\n');
  assert.deepEqual([words.entries[0]?.text, words.entries[0]?.hold], ['viide 1000012 tere hommikust', null]);
  const after = await readStatementFile(statement(`${in_}:86:TAMM\r\n`).replace('-\r\n', ':86:viide 1000012\r\n-\r\n'));
  assert.equal(after.entries[0]?.text, 'TAMM', 'behind the closing balance');
});

test('numbered fields end with their words unless they are full, may be divided otherwise, and name the person who pays', async () => {
  const full = 'Korteriühistu arve number 7';
  assert.equal(full.length, 27);
  assert.deepEqual(await detailsOf(`:86:166?20korter 1?211000012?32Mari?33Tamm\r\n`), [
    ['Mari Tamm', null, 'korter 1 1000012', []],
  ]);
  assert.deepEqual(await detailsOf(`:86:166?20${full}?215 ja 6\r\n`), [[null, null, `${full}5 ja 6`, []]]);
  for (const mark of ['~', '<', '^', '|'])
    assert.deepEqual(
      await detailsOf(
        `:86:020\r\n:86:020${['00X', '201000012', '21korter', '31109', '32MARI', `38${payer}`].map((field) => mark + field).join('')}\r\n`,
      ),
      [['MARI', payer, '1000012 korter', []]],
    );
  assert.deepEqual(await detailsOf(':86:166?20SVWZ+Arve 7 ABWA+Mari Tamm?32Makse UAB\r\n'), [
    ['Mari Tamm (Makse UAB)', null, 'Arve 7', []],
  ]);
  assert.deepEqual(await detailsOf(':86:/NAME/Makse UAB/ULTD/NAME/Mari Tamm/REMI/Arve 7\r\n'), [
    ['Mari Tamm (Makse UAB)', null, 'Arve 7', []],
  ]);
  assert.deepEqual(await detailsOf(':86:/TRTP/SEPA/NAME/\r\nM. TAMM/REMI/Arve\r\n7 korter 3\r\n'), [
    ['M. TAMM', null, 'Arve 7 korter 3', []],
  ]);
});

test('an account may have its currency and the BIC beside it', async () => {
  for (const [written, number] of [
    [`HABAEE2X/${account}/EUR`, account],
    [`${account}EUR`, account],
    [`${account} EUR`, account],
    [`/${account}`, account],
    [`${account}/HABAEE2X`, account],
    ['HABAEE2X/221020145685/EUR', '221020145685'],
    ['50880050/0194787400888', '0194787400888'],
    ['221020145685EUR', '221020145685'],
  ] as const) {
    const { entries } = await readStatementFile(statement(in_).replace(account, written));
    assert.equal(entries[0]?.account, number, written);
  }
});

test('statements without :20:, with framing bytes, padded amounts and days of a month of 30 days are read', async () => {
  const plain = statement(`${in_}:86:Arve\r\n\r\n7\r\n${out}`);
  const bare = plain.replace(':20:STARTUMS\r\n', 'HABAEE2X\r\n940\r\n');
  const pair = await readStatementFile(bare + bare);
  assert.deepEqual([pair.entries.length, pair.findings.statements.length], [4, 2]);
  assert.equal(pair.entries[0]?.text, 'Arve 7', 'text behind an empty line');
  for (const file of [`\u0001${plain}\u0003`, plain.replace(':20:', '\u0001\r\n:20:')])
    assert.equal((await readStatementFile(file)).entries.length, 2);
  const padded = plain.replace('1412,37NTRF', '000000000001412,37 NTRF').replace('EUR1000,00', 'EUR000000000001000,00');
  const { entries, findings } = await readStatementFile(padded);
  assert.deepEqual([entries[0]?.amount, findings.statements[0]?.opening], [141_237, 100_000]);
  const days = async (...dates: string[]) =>
    (await readStatementFile(statement(dates.map((date) => `:61:${date}C1,00NTRFX\r\n`).join('')))).entries.map(
      (entry) => entry.bookedOn,
    );
  assert.deepEqual(await days('2602300302', '260230', '260229', '280230', '261001    '), [
    '2026-03-02',
    '2026-02-28',
    '2026-02-28',
    '2028-02-29',
    '2026-10-01',
  ]);
});

test('a balance that cannot be read, or a second account inside a statement, is refused with its line', async () => {
  const broken = { closing: 'C261002EUR2357.37' };
  assert.deepEqual(await refusalReasons(statement(in_, broken)), ['amount_invalid 6']);
  assert.deepEqual(await refusalReasons(statement(`${in_}:25:166?00GUTSCHRIFT\r\n`)), ['account_missing 6']);
});
