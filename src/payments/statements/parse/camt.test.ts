// Tests of camt files: every variant is read to the cent, pending entries are no payments, and hostile files are
// rejected quickly.
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import iconv from 'iconv-lite';
import { camt } from '../../../../test/statement-samples.ts';
import { Invalid } from '../../../platform/errors.ts';
import { readStatement } from './parse-statement.ts';
import { emptyFindings, type StatementEntry, type StatementFindings } from './statement-entry.ts';

const reading = { timeZone: 'Europe/Tallinn', currency: 'EUR', accounts: new Map(), profiles: [] };

async function read(
  file: string | Buffer,
  piece = 1000,
): Promise<{ entries: StatementEntry[]; findings: StatementFindings }> {
  const bytes = Buffer.from(file);
  const pieces = Array.from({ length: Math.ceil(bytes.length / piece) }, (_, place) =>
    bytes.subarray(place * piece, (place + 1) * piece),
  );
  const entries: StatementEntry[] = [];
  const findings = emptyFindings();
  const source = () => Readable.from(pieces) as AsyncIterable<Buffer>;
  for await (const more of readStatement(source, reading, findings)) entries.push(...more);
  return { entries, findings };
}

async function refusal(file: string | Buffer, piece?: number): Promise<string[]> {
  try {
    await read(file, piece);
  } catch (error) {
    assert.ok(error instanceof Invalid, String(error));
    return error.problems.map((problem) => problem.code);
  }
  return ['read'];
}

const entry = (inside: string) => `<Ntry>${inside}<NtryDtls><TxDtls/></NtryDtls></Ntry>`;
const wrap = (entries: string, attributes = '') =>
  `<?xml version="1.0"?><Document${attributes}><BkToCstmrStmt><Stmt><Acct><Id><IBAN>EE382200221020145685</IBAN></Id></Acct>${entries}</Stmt></BkToCstmrStmt></Document>`;
const usual = '<Amt Ccy="EUR">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-11-03</Dt></BookgDt>';

test('an entry is read with its amount, day, ids, reference, text and payer, wherever the file is split', async () => {
  const file = camt([
    {
      amount: '412.37',
      reference: '1000012',
      text: 'Arve 42 & ü',
      payer: 'Mari Tamm',
      id: 'A1',
      order: '9',
      endToEnd: 'NOTPROVIDED',
    },
  ]);
  for (const piece of [1, 7, 64, 100_000]) {
    const { entries, findings } = await read(file.replace('& ü', '&amp; ü'), piece);
    assert.deepEqual(
      entries[0],
      {
        line: 5,
        statement: 0,
        account: 'EE382200221020145685',
        currency: 'EUR',
        credit: true,
        amount: 41237,
        bookedOn: '2026-11-10',
        bankId: 'A1',
        batchId: 'A1',
        batchAmount: 41237,
        endToEndId: null,
        transactionId: null,
        orderNumber: '9',
        references: ['1000012'],
        text: 'Arve 42 & ü',
        payerName: 'Mari Tamm',
        payerIban: 'EE471000001020145685',
        reversal: false,
        hold: null,
      },
      String(piece),
    );
    assert.deepEqual(
      [findings.format, findings.entries, findings.credits],
      ['camt.053.001.02', 1, { EUR: 41237 }],
      String(piece),
    );
  }
});

test('a later version, another prefix, UTF-16 and Latin-1 give the same result', async () => {
  const v8 = wrap(
    entry(`${usual}<Sts><Cd>BOOK</Cd></Sts>`).replace(
      '<TxDtls/>',
      '<TxDtls><RltdPties><Dbtr><Pty><Nm>Jüri</Nm></Pty></Dbtr></RltdPties></TxDtls>',
    ),
    ' xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.13"',
  );
  const prefixed = v8.replace(/<(\/?)(?=[A-Z])/g, '<$1n:').replace('xmlns=', 'xmlns:n=');
  const files = [
    v8,
    prefixed,
    iconv.encode(`\ufeff${v8}`, 'utf-16le'),
    iconv.encode(v8.replace('?>', ' encoding="ISO-8859-1"?>'), 'iso-8859-1'),
  ];
  for (const [nth, file] of files.entries()) {
    const { entries, findings } = await read(file);
    assert.deepEqual(
      [entries[0]?.payerName, entries[0]?.amount, findings.format],
      ['Jüri', 500, 'camt.053.001.13'],
      `file ${nth}`,
    );
  }
});

test('only booked entries are payments', async () => {
  const { entries, findings } = await read(
    wrap([usual, `${usual}<Sts>PDNG</Sts>`, `${usual}<Sts><Cd>INFO</Cd></Sts>`].map(entry).join('')),
  );
  assert.deepEqual([entries.length, findings.entries, findings.notBooked], [1, 1, 2]);
});

test('an amount that is not whole cents is rejected, and the direction is never guessed', async () => {
  const amount = (text: string) => wrap(entry(usual.replace('5.00', text)));
  for (const [text, cents] of [
    ['8.850', 885],
    ['1.7', 170],
    ['100', 10_000],
    ['0.00', 0],
    ['007.50', 750],
  ] as const)
    assert.equal((await read(amount(text))).entries[0]?.amount, cents, text);
  for (const text of ['1e5', '-5', '1,00', '0x10', '+3.00', 'NaN', '1.005', '', '9999999999999.00'])
    assert.deepEqual(await refusal(amount(text)), ['amount_invalid'], text);
  assert.deepEqual(await refusal(wrap(entry(usual.replace('<CdtDbtInd>CRDT</CdtDbtInd>', '')))), ['direction_missing']);
  assert.deepEqual(await refusal(wrap(entry(usual.replace(' Ccy="EUR"', '')))), ['currency_missing']);
  assert.deepEqual(await refusal(wrap(entry(usual.replace('"EUR"', '"XXQ"')))), ['currency_invalid']);
});

test('the balance is not taken for a credit entry, and reversals keep their sign', async () => {
  const balance = (code: string, amount: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><CdtLine><Amt Ccy="EUR">9999.00</Amt></CdtLine><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>`;
  const back = entry(`${usual.replace('CRDT', 'DBIT')}<RvslInd>true</RvslInd>`);
  const { findings } = await read(
    wrap(balance('OPBD', '10.00') + balance('CLBD', '15.00') + entry(usual) + back + entry(usual)),
  );
  assert.deepEqual(
    findings.statements.map(({ opening, closing, net, closesFlipped }) => [opening, closing, net, closesFlipped]),
    [[1000, 1500, 500, false]],
  );
  const flipped = await read(
    wrap(balance('OPBD', '10.00') + balance('CLBD', '25.00') + entry(usual) + back + entry(usual)),
  );
  assert.equal(flipped.findings.statements[0]?.closesFlipped, true);
});

test('a time becomes the day in the building’s time zone', async () => {
  const at = (text: string) => wrap(entry(usual.replace('<Dt>2026-11-03</Dt>', `<DtTm>${text}</DtTm>`)));
  assert.equal((await read(at('2026-10-31T23:30:00Z'))).entries[0]?.bookedOn, '2026-11-01');
  assert.equal((await read(at('2026-10-31T23:30:00'))).entries[0]?.bookedOn, '2026-10-31');
});

test('a batch whose details add up is split, and any other stays whole and is held', async () => {
  const part = (amount: string) =>
    `<TxDtls><Refs><AcctSvcrRef>B</AcctSvcrRef></Refs><Amt Ccy="EUR">${amount}</Amt><RmtInf><Ustrd>${amount}</Ustrd></RmtInf></TxDtls>`;
  const batch = (parts: string) =>
    wrap(`<Ntry>${usual}<AcctSvcrRef>B</AcctSvcrRef><NtryDtls>${parts}</NtryDtls></Ntry>`);
  const split = await read(batch(part('2.00') + part('3.00')));
  assert.deepEqual(
    split.entries.map((entry) => [entry.amount, entry.bankId, entry.hold]),
    [
      [200, 'B#1', null],
      [300, 'B#2', null],
    ],
  );
  assert.equal(split.findings.entries, 1);
  const whole = await read(batch(part('2.00') + part('2.00')));
  assert.deepEqual(
    whole.entries.map((entry) => [entry.amount, entry.text, entry.hold]),
    [[500, '2.00 2.00', 'batch_does_not_add_up']],
  );
  assert.deepEqual(
    (await read(batch('<Btch><NbOfTxs>2</NbOfTxs></Btch>'))).entries.map((entry) => entry.hold),
    ['batch_without_details'],
  );
});

test('text beside the details is used only when they have none', async () => {
  const file = wrap(`<Ntry>${usual}<AddtlNtryInf>viide 1000012</AddtlNtryInf></Ntry>`);
  assert.equal((await read(file)).entries[0]?.text, 'viide 1000012');
  const both = file.replace(
    '<AddtlNtryInf>',
    '<NtryDtls><TxDtls><RmtInf><Ustrd>own</Ustrd></RmtInf></TxDtls></NtryDtls><AddtlNtryInf>',
  );
  assert.equal((await read(both)).entries[0]?.text, 'own');
});

test('a message in a wrapper of the bank, in the first version, or with another statement inside is read', async () => {
  const bare = wrap(entry(usual)).replace('<?xml version="1.0"?>', '');
  const files = [
    `\n\n  ${wrap(entry(usual))}`,
    `<s:Envelope xmlns:s="x"><s:Header><AppHdr><Fr>a</Fr></AppHdr></s:Header><s:Body>${bare}</s:Body></s:Envelope>`,
    `<Xchg>${bare}${bare}</Xchg>`,
    bare.replaceAll('Stmt>', 'Rpt>').replaceAll('BkToCstmrRpt', 'BkToCstmrStmt'),
    bare.replaceAll('BkToCstmrStmt', 'BkToCstmrAcctRpt'),
    bare
      .replaceAll('BkToCstmrStmt', 'BkToCstmrStmtV01')
      .replace(/<(\/?)IBAN>/g, '<$1PrtryAcct><$1Id>')
      .replace('</PrtryAcct></Id>', '</Id></PrtryAcct>'),
  ];
  for (const file of files) {
    const { entries } = await read(file);
    assert.deepEqual([entries[0]?.amount, entries[0]?.account], [500, 'EE382200221020145685'], file);
  }
});

test('in the first version the details are beside their batch', async () => {
  const details =
    '<TxDtls><RltdPties><Dbtr><Nm>Mari</Nm></Dbtr></RltdPties><RmtInf><Strd><CdtrRefInf><CdtrRef>1000012</CdtrRef></CdtrRefInf></Strd></RmtInf></TxDtls>';
  const first = await read(wrap(`<Ntry>${usual}${details}</Ntry>`));
  assert.deepEqual(
    [first.entries[0]?.payerName, first.entries[0]?.references, first.entries[0]?.hold],
    ['Mari', ['1000012'], null],
  );
  const lump = await read(wrap(`<Ntry>${usual}<Btch><NbOfTxs>20</NbOfTxs></Btch>${details}</Ntry>`));
  assert.deepEqual([lump.entries.length, lump.entries[0]?.hold], [1, 'batch_without_details']);
});

test('what a file declares does not override its bytes', async () => {
  const file = (encoding: string) =>
    wrap(entry(`${usual}<AddtlNtryInf>Jüri Žukov</AddtlNtryInf>`)).replace('?>', ` encoding="${encoding}"?>`);
  for (const encoding of ['utf-16', 'UTF-8', 'ISO-8859-1', 'windows-1257'])
    assert.equal((await read(file(encoding))).entries[0]?.text, 'Jüri Žukov', encoding);
  assert.equal((await read(iconv.encode(file('windows-1257'), 'windows-1257'))).entries[0]?.text, 'Jüri Žukov');
});

test('details count with the instructed amount where they have no other, and an invoice number is text', async () => {
  const part = (amount: string) =>
    `<TxDtls><AmtDtls><InstdAmt><Amt Ccy="EUR">${amount}</Amt></InstdAmt></AmtDtls><RmtInf><Strd><RfrdDocInf><Nb>K12-2026-000017</Nb></RfrdDocInf></Strd></RmtInf></TxDtls>`;
  const batch = (...amounts: string[]) =>
    wrap(`<Ntry>${usual}<NtryDtls>${amounts.map(part).join('')}</NtryDtls></Ntry>`);
  const { entries } = await read(batch('2.00', '3.00'));
  assert.deepEqual(
    entries.map((entry) => [entry.amount, entry.text, entry.hold]),
    [
      [200, 'K12-2026-000017', null],
      [300, 'K12-2026-000017', null],
    ],
  );
  assert.deepEqual((await read(batch('2.00', '4.00'))).entries[0]?.hold, 'batch_does_not_add_up');
});

test('an unknown status is not booked', async () => {
  const { findings } = await read(wrap(entry(`${usual}<Sts><Prtry>XYZ</Prtry></Sts>`)));
  assert.deepEqual([findings.entries, findings.notBooked], [0, 1]);
});

test('a file with messages of two kinds, which may contain the same payments, is rejected; several of one kind are read', async () => {
  const bare = wrap(entry(usual)).replace('<?xml version="1.0"?>', '');
  const report = bare.replaceAll('BkToCstmrStmt', 'BkToCstmrAcctRpt').replaceAll('Stmt>', 'Rpt>');
  assert.equal((await read(`<Envelope>${bare}${bare}</Envelope>`)).entries.length, 2);
  assert.deepEqual(await refusal(`<Envelope>${report}${bare}</Envelope>`), ['unknown_format']);
});

test('an empty statement is valid', async () => {
  const { entries, findings } = await read(wrap(''));
  assert.deepEqual([entries.length, findings.statements.length], [0, 1]);
});

test('document types, depth, endless pieces and other XML are rejected, and nothing is fetched or expanded', async () => {
  const lol = '<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><Document>&b;</Document>';
  const outside = '<!DOCTYPE Document SYSTEM "http://127.0.0.1:9/x.dtd"><Document/>';
  const cases: [string, string | Buffer][] = [
    ['doctype', lol],
    ['doctype', outside],
    ['doctype', iconv.encode(`\ufeff${outside}`, 'utf-16le')],
    ['malformed_xml', wrap(entry(usual.replace('5.00', '&x;')))],
    ['malformed_xml', wrap('').slice(0, -10)],
    ['too_deep', wrap('<a>'.repeat(100) + '</a>'.repeat(100))],
    ['too_long', wrap(`<Ntry x="${'a'.repeat(3_000_000)}"/>`)],
    ['too_long', wrap(`<!--${'a'.repeat(3_000_000)}-->`)],
    ['too_long', wrap(entry(`${usual}<AddtlNtryInf>${'&#65;'.repeat(800_000)}</AddtlNtryInf>`))],
    ['unknown_format', '<html><body/></html>'],
    ['unknown_format', '<Document><Other/></Document>'],
    ['payment_order', '<Document><CstmrCdtTrfInitn/></Document>'],
    ['unknown_encoding', '<?xml version="1.0" encoding="EBCDIC"?><Document/>'],
    ['invalid_characters', Buffer.concat([Buffer.from(wrap('')), Buffer.from([0xff, 0xfe])])],
    ['unknown_format', Buffer.from('PK\x03\x04rest')],
    ['unknown_format', Buffer.from([0x1f, 0x8b, 8, 0])],
    ['unknown_format', '%PDF-1.7'],
    ['unknown_format', '<!DOCTYPE html><html></html>'],
    ['unknown_format', ':20:START\n:61:2611011101C5,00NMSC'],
    ['unknown_format', '{"a": 1}'],
    ['unknown_format', '<Envelope><Body><Other/></Body></Envelope>'],
    ['unknown_format', '<a/>'.repeat(10).replace('<a/>', '<Envelope>').concat('</Envelope>')],
    ['unknown_format', `<Envelope>${'<a/>'.repeat(500)}${wrap('').replace('<?xml version="1.0"?>', '')}</Envelope>`],
    ['unknown_format', '<Document><BkToCstmrStmt><GrpHdr/></BkToCstmrStmt></Document>'],
    ['malformed_xml', '<Document><BkToCstmrStmt><Stmt><Ntry>'],
  ];
  for (const [code, file] of cases) assert.deepEqual(await refusal(file), [code], String(file).slice(0, 80));
});

test('too many entries, details, balances or statements end the reading, however short they are; pieces of text do not add up', async () => {
  const flood = (text: string, times: number) =>
    wrap(`<Ntry>${usual}<NtryDtls>${text.repeat(times)}</NtryDtls></Ntry>`);
  assert.deepEqual(await refusal(flood('<TxDtls/>', 100_001)), ['too_many']);
  assert.equal((await read(flood('<TxDtls/>', 100_000))).entries[0]?.hold, 'batch_does_not_add_up');
  const nothing = '<TxDtls><Amt Ccy="EUR">0</Amt></TxDtls>'.repeat(91_000);
  const batch = `<Ntry>${usual.replace('5.00', '0')}<NtryDtls>${nothing}</NtryDtls></Ntry>`;
  assert.deepEqual(await refusal(wrap(batch.repeat(11)), 65_536), ['too_many']);
  assert.deepEqual(await refusal(wrap('<Bal/>'.repeat(1001))), ['too_many']);
  assert.deepEqual(await refusal(wrap('').replace('</Stmt>', `</Stmt>${'<Stmt/>'.repeat(10_000)}`)), ['too_many']);
  const many = '<Ustrd>x</Ustrd>'.repeat(500_000) + '<Strd><CdtrRefInf><Ref>1</Ref></CdtrRefInf></Strd>'.repeat(1000);
  const [only] = (await read(flood(`<TxDtls><RmtInf>${many}</RmtInf></TxDtls>`, 1))).entries;
  assert.deepEqual([only?.text, only?.references.length], ['x '.repeat(1000).trim(), 20]);
});

test('an account named after its entries, or a repeated amount or direction, is rejected; a number without an IBAN is an account', async () => {
  const account = '<Acct><Id><IBAN>EE382200221020145685</IBAN></Id></Acct>';
  const late = wrap(entry(usual)).replace(account, '').replace('</Stmt>', `${account}</Stmt>`);
  assert.deepEqual(await refusal(late), ['account_missing']);
  assert.deepEqual(await refusal(wrap(entry(`<Amt Ccy="EUR">7.00</Amt>${usual}`))), ['amount_invalid']);
  assert.deepEqual(await refusal(wrap(entry(`<CdtDbtInd>DBIT</CdtDbtInd>${usual}`))), ['direction_missing']);
  const number = wrap(entry(usual)).replace(account, '<Acct><Id><BBAN>221020145685</BBAN></Id></Acct>');
  assert.equal((await read(number)).entries[0]?.account, '221020145685');
});

test('line numbers are those of the file, also below empty lines', async () => {
  const file = `\n\r\n\n${wrap(`\n${entry(usual.replace('5.00', 'x'))}`)}`;
  await assert.rejects(
    () => read(file, 2),
    (error) => error instanceof Invalid && error.problems[0]?.message.startsWith('Line 5: ') === true,
  );
});

test('what else is sent is called by its name, with what to send instead', async () => {
  const ods = Buffer.concat([
    Buffer.from('PK\x03\x04'),
    Buffer.alloc(22),
    Buffer.from('\x08\0\0\0mimetypeapplication/vnd.oasis.opendocument.spreadsheet'),
  ]);
  for (const [name, file] of [
    ['a PDF. Export', '%PDF-1.7\n%âãÏÓ'],
    ['a ZIP file. Unpack', Buffer.from('PK\x03\x04\x14\0\0\0\x08\0statement.csv', 'latin1')],
    ['a packed file (gzip). Unpack', Buffer.from([0x1f, 0x8b, 8, 0])],
    ['a packed file. Unpack', Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0])],
    [
      'an older spreadsheet (XLS), or one with a password. Save it as xlsx',
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]),
    ],
    ['an OpenDocument file (ODS). Save it as xlsx', ods],
    ['an OFX file. Export', '<?xml version="1.0"?><?OFX OFXHEADER="200"?><OFX/>'],
    ['an OFX file. Export', '\ufeffOFXHEADER:100\r\nDATA:OFXSGML'],
    ['a QIF file', '!Account\nNKonto\n^\n'],
    ['a QIF file', iconv.encode('\ufeff!Type:Bank\nD20.11.2026\n^\n', 'utf-16le')],
    [
      'a FiDAViSTA file',
      '<?xml version="1.0" encoding="UTF-8"?>\n<FIDAVISTA xmlns="http://www.bankasoc.lv/fidavista"/>',
    ],
    ['a spreadsheet (XML). Save', '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook/>'],
    ['an e-invoice', '<?xml version="1.0"?><E_Invoice><Header/></E_Invoice>'],
    ['an e-mail', 'Return-Path: <mari@example.ee>\nSubject: Konto'],
    ['a signed', Buffer.from([0x30, 0x82, 1, 0, 6, 9])],
  ] as const)
    await assert.rejects(
      () => read(file),
      (error) => error instanceof Invalid && error.problems[0]?.message.startsWith(`This is ${name}`) === true,
      name,
    );
  assert.equal((await read('PKR account;x\nKuupäev;Selgitus;Summa\n01.10.2026;Arve 7;5,00\n')).entries.length, 1);
});

test('a file that is not a statement is rejected; the message names what it is and the supported formats', async () => {
  const messages: [string, RegExp][] = [
    ['<?xml version="1.0"?><html><body/></html>', /begins with <html>; .* begins with <Document>/],
    ['<Document><a/></Document>', /has <a>, which is not a bank statement/],
    ['<Document><BkToCstmrStmt><GrpHdr/></BkToCstmrStmt></Document>', /no statement \(<Stmt>, <Rpt> or <Ntfctn>\)/],
    ['Aeg;Kes;Mis\n1;2;3\n', /camt.*MT940.*CSV or xlsx.*statement profile.*first line: Aeg;Kes;Mis/],
  ];
  for (const [file, message] of messages)
    await assert.rejects(
      () => read(file),
      (error) => error instanceof Invalid && message.test(error.problems[0]?.message ?? ''),
      file,
    );
});

test('an entry without a day has the last day of its statement, or of its closing balance, or the day on which it was made', async () => {
  const undated = entry('<Amt Ccy="EUR">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>');
  const period = (from: string, to: string) => `<FrToDt><FrDtTm>${from}</FrDtTm><ToDtTm>${to}</ToDtTm></FrToDt>`;
  const made = '<CreDtTm>2026-11-04T01:00:00+02:00</CreDtTm>';
  const balance =
    '<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-02</Dt></Dt></Bal>';
  const day = async (before: string) => {
    const { entries, findings } = await read(wrap(before + undated));
    return [entries[0]?.bookedOn, findings.undated];
  };
  assert.deepEqual(await day(made + period('2026-11-03T00:00:00', '2026-11-03T23:59:59') + balance), ['2026-11-03', 1]);
  assert.deepEqual(await day(made + period('2026-10-31T00:00:00', '2026-11-01T23:59:59') + balance), ['2026-11-01', 1]);
  assert.deepEqual(await day(made + period('2026-10-30T00:00:00Z', '2026-10-31T23:59:59Z')), ['2026-10-31', 1]);
  assert.deepEqual(await day(made + period('2026-10-30T22:00:00Z', '2026-10-31T21:59:59Z')), ['2026-10-31', 1]);
  assert.deepEqual(await day(made + period('2026-11-01T00:00:00', '2026-11-30T23:59:59')), ['2026-11-04', 1]);
  assert.deepEqual(await day(made + balance), ['2026-11-02', 1]);
  assert.deepEqual(await day(balance), ['2026-11-02', 1]);
  assert.deepEqual(await day(made + balance.replace('CLBD', 'OPAV')), ['2026-11-04', 1]);
  assert.deepEqual(await day(balance.replace('CLBD', 'OPAV')), ['2026-11-02', 1]);
  const header = wrap(undated).replace('<Stmt>', '<GrpHdr><CreDtTm>2026-11-05T08:00:00</CreDtTm></GrpHdr><Stmt>');
  assert.equal((await read(header)).entries[0]?.bookedOn, '2026-11-05');
  const dated = header.replace('<Stmt>', `<Stmt>${period('2026-10-20T00:00:00', '2026-10-25T00:00:00')}`);
  assert.equal((await read(dated)).entries[0]?.bookedOn, '2026-10-25');
  assert.deepEqual(await refusal(wrap(undated)), ['date_missing']);
});

test('an amount or a balance filled with zeros is read, and a balance that is not understood is refused with its line', async () => {
  const balance = (code: string, amount: string, direction = 'CRDT') =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd></Bal>\n`;
  const padded = usual.replace('5.00', '000000000000005.00000');
  const both = await read(
    wrap(balance('OPBD', '00000000000000010.00') + entry(padded) + balance('CLBD', '000000000000014.00')),
  );
  const [statement] = both.findings.statements;
  assert.deepEqual([both.entries[0]?.amount, statement?.opening, statement?.closing], [500, 1000, 1400]);
  assert.deepEqual(await refusal(wrap(balance('OPBD', '1,000.00'))), ['amount_invalid']);
  assert.deepEqual(await refusal(wrap(balance('CLBD', '10.00', ''))), ['direction_missing']);
  assert.deepEqual(await refusal(wrap(balance('FWAV', '1,000.00'))), ['read'], 'a balance that does not count');
  for (const amount of ['1234567890123.00', '0'.repeat(50), '1.001', '1.', '.5', '-1.00'])
    assert.deepEqual(await refusal(wrap(entry(usual.replace('5.00', amount)))), ['amount_invalid'], amount);
});

test('the person behind an institution is the payer; an institution alone is too', async () => {
  const named = (parties: string) =>
    `<Ntry>${usual}<NtryDtls><TxDtls><RltdPties>${parties}</RltdPties></TxDtls></NtryDtls></Ntry>`;
  const holder = '<Dbtr><Nm>Makseasutus UAB</Nm></Dbtr>';
  for (const [parties, name] of [
    [`${holder}<UltmtDbtr><Nm>Mari Tamm</Nm></UltmtDbtr>`, 'Mari Tamm (Makseasutus UAB)'],
    [
      `<Dbtr><Pty><Nm>Makseasutus UAB</Nm></Pty></Dbtr><UltmtDbtr><Pty><Nm>Mari Tamm</Nm></Pty></UltmtDbtr>`,
      'Mari Tamm (Makseasutus UAB)',
    ],
    [
      `${holder}<UltmtDbtr><Id><PrvtId><Othr><Id>12345</Id></Othr></PrvtId></Id></UltmtDbtr>`,
      '12345 (Makseasutus UAB)',
    ],
    [`<Dbtr><Nm>MARI TAMM</Nm></Dbtr><UltmtDbtr><Nm>Mari Tamm</Nm></UltmtDbtr>`, 'MARI TAMM'],
    [`<UltmtDbtr><Nm>Mari Tamm</Nm></UltmtDbtr>`, 'Mari Tamm'],
    [holder, 'Makseasutus UAB'],
  ] as const)
    assert.equal((await read(wrap(named(parties)))).entries[0]?.payerName, name);
});
