// Tests of iPizza: what is signed, with which key, and which messages are accepted. openssl, where installed, verifies
// the signatures.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createPublicKey } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { type BankFormFields, makeRsaKey, signedFieldNames, signFields } from '../../../test/banklink-fixture.ts';
import { withoutOpenssl } from '../../../test/receivers.ts';
import { formatAmount } from '../../platform/values/money.ts';
import {
  buildRedirect,
  formatMoment,
  type IpizzaTerms,
  macText,
  parseAmount,
  parseMoment,
  readCallback,
  signedFields,
  signFields as signOurs,
  verifyMac,
} from './ipizza.ts';
import type { CallbackMessage, Order } from './provider.ts';

const [ours, theirs] = [makeRsaKey(), makeRsaKey()];
const terms: IpizzaTerms = {
  url: 'https://pank.example/banklink',
  merchant: 'KASE12',
  bankId: 'KODU',
  version: '009',
  bankKey: theirs.publicPem,
};
const now = new Date('2026-11-20T09:00:00.000Z');
const order: Order = {
  id: '019a9c3e-5b7c-7d21-8a44-0c4c6f2b9e10',
  invoiceId: 'i',
  bankId: 'b',
  status: 'initiated',
  stamp: '17',
  merchant: 'KASE12',
  amount: 12_305,
  currency: 'EUR',
  reference: '1000012',
  message: 'Arve õ',
  account: 'EE382200221020145685',
  receiver: 'KÜ Õli',
  language: 'et',
  timeZone: 'Europe/Tallinn',
  returnUrl: null,
  redirectUrl: null,
  orderNumber: null,
  paymentId: null,
  createdAt: now,
  expiresAt: now,
};
const back = 'https://h.example/c?order=1';
const bytesOf = (fields: BankFormFields, service: string) =>
  macText(fields, signedFields[service] ?? []) ?? assert.fail();

test('the signed text of a request is each field after its length in characters, in the order of the service', () => {
  const { fields, method } = buildRedirect(order, terms, ours.key, back, now);
  assert.equal(method, 'POST');
  const text =
    '0041011' +
    '003009' +
    '006KASE12' +
    '00217' +
    '006123.05' +
    '003EUR' +
    '020EE382200221020145685' +
    '006KÜ Õli' +
    '0071000012' +
    '006Arve õ' +
    `027${back}` +
    `027${back}` +
    '0242026-11-20T09:00:00+0000';
  assert.equal(macText(fields, signedFields['1011'] ?? [])?.toString('utf8'), text);
  const byContract = buildRedirect({ ...order, account: null, reference: '' }, terms, ours.key, back, now);
  assert.equal(byContract.fields.VK_SERVICE, '1012');
  assert.equal('VK_ACC' in byContract.fields, false);
  assert.match(String(macText(byContract.fields, signedFields['1012'] ?? [])), /003EUR000006Arve õ027/);
});

test('openssl verifies signatures of version 008 with SHA-1 and of version 009 with SHA-512', {
  skip: withoutOpenssl(),
}, () => {
  const folder = mkdtempSync(join(tmpdir(), 'haldur-ipizza-'));
  const file = (name: string, content: string | Buffer) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  for (const [version, hash] of [
    ['008', '-sha1'],
    ['009', '-sha512'],
  ] as const) {
    const { fields } = buildRedirect(order, { ...terms, version }, ours.key, back, now);
    const text = file('text', bytesOf(fields, '1011'));
    const mac = file('mac', Buffer.from(fields.VK_MAC ?? '', 'base64'));
    const key = file('key', ours.publicPem);
    const { stdout, status } = spawnSync('openssl', ['dgst', hash, '-verify', key, '-signature', mac, text]);
    assert.equal(status, 0, `${version}: ${stdout}`);
  }
  rmSync(folder, { recursive: true });
});

test('lengths count characters, whatever their bytes; for a bank that counts bytes, those of the encoding', () => {
  const fields = { A: 'Õie 😀', B: '', C: ' x ' };
  assert.equal(macText(fields, ['A', 'B', 'C', 'D'])?.toString('utf8'), '005Õie 😀000001x000');
  assert.equal(macText(fields, ['A'], { lengths: 'bytes' })?.toString('utf8'), '009Õie 😀');
  const baltic = macText({ A: 'šķ' }, ['A'], { encoding: 'WINDOWS-1257', lengths: 'bytes' });
  assert.deepEqual(baltic, Buffer.from([0x30, 0x30, 0x32, 0xf0, 0xed]));
});

test('no two different lists of fields have the same signed text', () => {
  const list = fc.array(fc.string({ unit: 'grapheme', maxLength: 12 }), { minLength: 3, maxLength: 3 });
  const textOf = (values: readonly string[]) =>
    macText(Object.fromEntries(values.map((value, place) => [`F${place}`, value])), ['F0', 'F1', 'F2'])?.toString(
      'hex',
    );
  const blank = /^[ \t\n\r\v\0]|[ \t\n\r\v\0]$/;
  fc.assert(
    fc.property(list, list, (a, b) => {
      fc.pre(![...a, ...b].some((value) => blank.test(value)));
      assert.equal(textOf(a) === textOf(b), JSON.stringify(a) === JSON.stringify(b));
    }),
  );
});

const paid: BankFormFields = {
  VK_SERVICE: '1111',
  VK_VERSION: '009',
  VK_SND_ID: 'KODU',
  VK_REC_ID: 'KASE12',
  VK_STAMP: '17',
  VK_T_NO: '4711',
  VK_AMOUNT: '.17',
  VK_CURR: 'EUR',
  VK_REC_ACC: 'EE382200221020145685',
  VK_REC_NAME: 'KÜ Õli',
  VK_SND_ACC: 'EE471000001020145685',
  VK_SND_NAME: 'Šarlote Ķirse',
  VK_REF: '1000012',
  VK_MSG: 'Arve',
  VK_T_DATETIME: '2026-11-20T11:00:00+0200',
};
const bank = { version: '009' as const, bankKey: theirs.key };
const notice = (fields: BankFormFields, more: Partial<CallbackMessage> = {}): CallbackMessage => ({
  method: 'POST',
  fields,
  encoding: 'UTF-8',
  ...more,
});

test('a message with a valid signature is accepted, and the server-to-server copy has the same signature', () => {
  const fields = signFields(bank, paid);
  for (const auto of ['Y', 'N']) {
    assert.deepEqual(
      readCallback(notice({ ...fields, VK_AUTO: auto, VK_LANG: 'EST' }), terms),
      {
        result: {
          outcome: 'paid',
          stamp: '17',
          merchant: 'KASE12',
          reference: '1000012',
          copy: auto === 'Y',
          amount: 17,
          currency: 'EUR',
          account: 'EE382200221020145685',
          payerName: 'Šarlote Ķirse',
          payerIban: 'EE471000001020145685',
          orderNumber: '4711',
          at: now,
        },
      },
      auto,
    );
  }
});

test('a message with any signed field changed, left out or moved to its neighbour is rejected', () => {
  const fields = signFields(bank, paid);
  for (const name of signedFieldNames['1111'] ?? []) {
    const { [name]: value = '', ...without } = fields;
    for (const changed of [{ ...fields, [name]: `${value}1` }, without]) {
      const verdict = readCallback(notice(changed), terms);
      assert.ok('refused' in verdict, name);
    }
  }
  const moved = { ...fields, VK_SND_NAME: 'Šarlote Ķirse1', VK_REF: '000012' };
  assert.deepEqual(readCallback(notice(moved), terms), { refused: 'signature' });
});

test('only the agreed version, the bank’s own key and the bank’s own name are accepted', () => {
  const refused = (fields: BankFormFields, own: Partial<IpizzaTerms> = {}) =>
    readCallback(notice(fields), { ...terms, ...own });
  const older = signFields({ version: '008', bankKey: theirs.key }, { ...paid, VK_VERSION: '008' });
  assert.deepEqual(refused(older), { refused: 'other_version' });
  assert.deepEqual(refused({ ...older, VK_VERSION: '009' }), { refused: 'signature' });
  assert.deepEqual(refused(signFields({ ...bank, bankKey: ours.key }, paid)), { refused: 'signature' });
  assert.deepEqual(refused(signFields(bank, { ...paid, VK_SND_ID: 'MUU' })), { refused: 'other_bank' });
  assert.deepEqual(refused({ ...signFields(bank, paid), VK_MAC: '' }), { refused: 'signature' });
  assert.deepEqual(refused(paid), { refused: 'malformed' });
  assert.deepEqual(refused(signFields(bank, { ...paid, VK_SERVICE: '1901' })), { refused: 'malformed' });
  assert.deepEqual(refused(signFields(bank, { ...paid, VK_AMOUNT: '1e5' })), { refused: 'malformed' });
  const twice = readCallback(notice({}, { flaw: 'repeated_field' }), terms);
  assert.deepEqual(twice, { refused: 'repeated_field' });
});

test('a message in an older encoding is verified over its own bytes, and one in an unknown encoding is rejected', () => {
  const names = signedFields['1111'] ?? [];
  const text = macText(paid, names, { encoding: 'WINDOWS-1257' }) ?? assert.fail();
  const signed = signFields(bank, paid);
  assert.notDeepEqual(text, macText(paid, names));
  assert.deepEqual(readCallback(notice(signed, { encoding: 'WINDOWS-1257' }), terms), { refused: 'signature' });
  assert.deepEqual(readCallback(notice(signed, { encoding: 'UTF-16' }), terms), { refused: 'undecodable' });
  assert.equal(verifyMac(text, 'sha512', createPublicKey(ours.publicPem), 'no base64!'), false);
});

test('a field longer than banks accept is no form but 422, which names it', () => {
  assert.throws(() => buildRedirect({ ...order, message: 'x'.repeat(96) }, terms, ours.key, back, now), {
    name: 'Invalid',
    message: 'VK_MSG is longer than the 95 characters that banks accept.',
  });
});

test('a length has three digits: a field of 1,000 cannot be signed, and is refused when received', () => {
  const long = (length: number) => ({ ...paid, VK_MSG: 'x'.repeat(length) });
  assert.ok('result' in readCallback(notice(signFields(bank, long(999))), terms));
  // Signed as it would be with four digits: 100 characters and then others have the same text.
  assert.deepEqual(readCallback(notice(signFields(bank, long(1000))), terms), { refused: 'malformed' });
  const bytes = { lengths: 'bytes' } as const;
  assert.equal(macText({ A: 'õ'.repeat(500) }, ['A'], bytes), undefined);
  assert.throws(() => signOurs(long(1000), terms, ours.key), { name: 'Invalid' });
});

test('amounts are parsed as banks write them, and nothing else is an amount', () => {
  const right: [string, number][] = [
    ['10', 1000],
    ['10.5', 1050],
    ['.17', 17],
    ['0.01', 1],
    ['999999999.99', 99_999_999_999],
  ];
  for (const [text, cents] of right) assert.equal(parseAmount(text), cents, text);
  for (const text of ['', '.', '1e5', '-5', '+5', '1,00', '0x10', '1.001', 'NaN', '1 000.00', '1234567890.00', '٣'])
    assert.equal(parseAmount(text), undefined, text);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999_999_999 }), (cents) =>
      assert.equal(parseAmount(formatAmount(cents)), cents),
    ),
  );
});

test('moments are written in UTC without a colon, and parsed with any offset', () => {
  assert.equal(formatMoment(now), '2026-11-20T09:00:00+0000');
  assert.deepEqual(parseMoment('2026-11-20T11:00:00+0200'), now);
  assert.deepEqual(parseMoment('2026-11-20T11:00:00+02:00'), now);
  for (const text of ['', '2026-11-20', '2026-02-30T11:00:00+0200', '2026-11-20T25:00:00+0200'])
    assert.equal(parseMoment(text), undefined, text);
});
