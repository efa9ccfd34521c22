// Tests of extracting references: found wherever payers write them, and nothing else is taken for one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addDays } from '../../platform/values/dates.ts';
import { normaliseIban } from '../../platform/values/iban.ts';
import { isValidReference, isValidRf, makeReference, toRfReference } from '../../properties/payment-reference.ts';
import { possibleTypos } from '../suggest-matches.ts';
import {
  canonicalReference,
  extractReferences,
  findReferencesInText,
  nameWords,
  referenceSpellings,
  wordsIn,
} from './extract-references.ts';

const own = makeReference(1); // 1000012
const other = makeReference(2);

test('a reference is found in all the ways payers write it', () => {
  const texts = [
    own,
    `korter 12, viitenr: ${own.slice(0, 3)} ${own.slice(3)} oktoober`,
    `viide ${own.slice(0, 4)}-${own.slice(4)}`,
    `viide 00${own}`,
    `viitenumber${' '}${own}.`,
    toRfReference(own),
    toRfReference(own)
      .replace(/(.{4})/g, '$1 ')
      .trim(),
    `${toRfReference(own).toLowerCase()}/okt`,
    `arve ${toRfReference(own)} oktoober 2026`,
    ...[
      'viitenumber',
      'viitenr',
      'ref',
      'REF:',
      'ref.nr ',
      'vn',
      'nr',
      'Įmokos kodas:',
      'atsauce ',
      'ссылка:',
      '/ROC/',
      'viide-',
    ].map((label) => label + own),
    `viide${toRfReference(own)}`,
    `RF ${toRfReference(own).slice(2)}`,
    `RF-${toRfReference(own).slice(2, 4)}-${own}`,
    own.split('').join(' '),
    `${own}+${other}`,
    `${other};${own}`,
    `${own} 12,50`,
    `12,50 ${own}`,
    `krt 7-${own}`,
    `10/2026 ${own}`,
    `makse viide${own}`,
    `hotel ${own}`,
    `KV13 ${own} 2026 11 12`,
    `00${own}9 ${own}`,
  ];
  for (const text of texts) assert.ok(findReferencesInText(text).includes(own), text);
  assert.deepEqual(
    findReferencesInText(`${own} ja ${other}`).filter((text) => text.length > 6),
    [own, other],
  );
});

test('an RF reference ends where it is valid, and others after it are found as well', () => {
  assert.deepEqual(
    findReferencesInText(`${toRfReference(own)} ja ${toRfReference(other)} ja ${makeReference(3)}`).filter(
      (text) => text.length > 6,
    ),
    [own, other, makeReference(3)],
  );
});

test('two RF references are told apart, and the digits of one are no reference beside it', () => {
  const [one, two] = [toRfReference(own), toRfReference(other)];
  for (const text of [`${one} ${two}`, `${one} RF ${two.slice(2)}`, `RF-${one.slice(2)}-${two}`])
    assert.deepEqual(findReferencesInText(text), [own, other], text);
  const withLetters = toRfReference(`AB${own}`);
  const spaced = withLetters.replace(own, ` ${own}`);
  for (const text of [withLetters, spaced]) assert.deepEqual(findReferencesInText(text), [withLetters], text);
  const longest = toRfReference(`${'A'.repeat(20)}1`);
  assert.deepEqual(findReferencesInText(longest), [longest]);
});

test('no reference is extracted from within another number or word', () => {
  const texts = [
    `9${own}`,
    `${own}9`,
    `${own}${other}`,
    `A${own}`,
    `tel ${own}`,
    `+372 ${own}`,
    `TEL. +${own}`,
    `tel.nr ${own}`,
    `тел. ${own}`,
    `reg.nr ${own}`,
    `registrikood: ${own}`,
    `įmonės kodas ${own}`,
    `${own}.50`,
    `${own},00 EUR`,
    `kaart **${own}`,
    `Ž${own}`,
    `minu tel ${own}`,
    `tel:${own}`,
    `reg. nr ${own}`,
    `helista +372 ${own}`,
    `${own}**12`,
    `12***${own}`,
    `kaart **1${own}`,
    `RF00-${own}`,
    'isikukood 38001085718',
    '31.10.2026',
    '2026-10-31',
    'IBAN EE382200221020145685',
    'EE38 2200 2210 2014 5685',
    `RF00${own}`,
    '',
  ];
  for (const text of texts) {
    const found = findReferencesInText(text);
    assert.ok(!found.includes(own) && !found.includes(other) && !found.includes('1020145685'), `${text}: ${found}`);
  }
});

test('all spellings of a reference are equal', () => {
  for (const text of [own, ` ${own} `, `000${own}`, toRfReference(own), toRfReference(own).toLowerCase()])
    assert.equal(canonicalReference(text), own, text);
  assert.deepEqual(referenceSpellings(own), [own, toRfReference(own)]);
  assert.notEqual(canonicalReference('RF18ABC'), canonicalReference('RF19ABC'));
  assert.equal(canonicalReference('0001000013'), '1000013', 'with a wrong check digit too');
  for (const text of ['001AB', '00A1', toRfReference('1000013'), toRfReference('ABRF')])
    assert.equal(canonicalReference(text), text, 'no Estonian number, so it stays');
  for (const text of [toRfReference(own), '1'.repeat(22), 'Ä1', '1Ä'])
    assert.deepEqual(referenceSpellings(text), [text]);
});

test('what is found in a text is a reference', () => {
  const parts = fc.constantFrom('0', '00', '1', '12', '13', '2026', own, 'RF', 'RF18', ' ', '-', ' viide ', 'a', '.');
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 12 }), (some) => {
      for (const found of findReferencesInText(some.join('')))
        assert.ok(isValidReference(found) || isValidRf(found), `${some.join('')}: ${found}`);
    }),
  );
});

test('no day, amount or account contains a reference', () => {
  for (let day = '2020-01-01'; day < '2031-01-01'; day = addDays(day, 1)) {
    const [year, month, ofMonth] = day.split('-').map(Number);
    const written = day.split('-').reverse().join('.');
    for (const text of [day, `${ofMonth}.${month}.${year}`, written, written.replace('.20', '.')])
      assert.deepEqual(findReferencesInText(`kuupäev ${text} `), [], text);
  }
  const amounts = fc.integer({ min: 0, max: 10 ** 11 }).chain((cents) =>
    fc.constantFrom('', ' ').map((blank) => {
      const [euros = '', rest = ''] = (cents / 100).toFixed(2).split('.');
      return `${euros.replace(/\B(?=(\d{3})+$)/g, blank)}.${rest}`;
    }),
  );
  fc.assert(
    fc.property(amounts, (amount) => {
      for (const text of [amount, amount.replace('.', ',')])
        assert.deepEqual(findReferencesInText(`summa ${text} EUR`), [], text);
    }),
  );
  const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`));
  const account = fc.oneof(
    fc.tuple(fc.constantFrom('EE', 'LT'), digits(16)),
    fc.tuple(
      fc.constant('LV'),
      digits(13).map((number) => `BANK${number}`),
    ),
    fc.tuple(fc.constant('NO'), digits(11)),
  );
  fc.assert(
    fc.property(account, fc.constantFrom(/(.{4})(?=.)/g, /^(.{4})/), ([country, number], blanks) => {
      const check = Array.from({ length: 97 }, (_, nth) => String(nth + 2).padStart(2, '0'));
      const iban = check.map((digits) => country + digits + number).find((text) => normaliseIban(text) !== undefined);
      const written = iban?.replace(blanks, '$1 ');
      for (const text of [`konto ${written}`, `konto ${written} okt 12`])
        assert.deepEqual(findReferencesInText(text), [], text);
    }),
  );
});

test('a personal code is no reference, whatever its check digit; a number with the same digits and no birthday is one', () => {
  const withCheckDigit = (digits: string) =>
    [...'0123456789'].map((last) => digits + last).find((text) => isValidReference(text)) ?? '';
  for (const begin of ['3800108571', '4991231000', '5000229123', '6260101000', '8260101000'])
    assert.deepEqual(findReferencesInText(`makse ${withCheckDigit(begin)} `), [], begin);
  for (const begin of ['2800108571', '9260101000', '3801308571', '3800132571', '3000229123']) {
    const number = withCheckDigit(begin);
    assert.deepEqual(findReferencesInText(`makse ${number} `), [number]);
  }
  const longer = withCheckDigit(`1${withCheckDigit('3800108571')}`);
  assert.deepEqual(findReferencesInText(longer), [longer], 'not as a part of a longer number');
});

test('groups of digits are joined, but not over a label', () => {
  const joined = [...'123456789'].map((digit) => digit + digit).find((before) => isValidReference(before + own)) ?? '';
  assert.ok(findReferencesInText(`${joined} ${own}`).includes(joined + own));
  assert.ok(!findReferencesInText(`${joined} viide${own}`).includes(joined + own));
  const longest = [...'0123456789'].map((last) => `1234567890123456789${last}`).find((text) => isValidReference(text));
  assert.deepEqual(findReferencesInText(`00 ${longest}`), [longest]);
  assert.deepEqual(findReferencesInText(`00${longest?.slice(0, 5)} ${longest?.slice(5)}`), [longest]);
});

test('every generated reference is found again in any surrounding text', () => {
  const words = fc.constantFrom('korter', 'arve', 'oktoober', 'Kase tn', '', ',', 'viide:', 'Õ');
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9_000_000 }), words, words, (sequence, before, after) => {
      const reference = makeReference(sequence);
      assert.ok(findReferencesInText(`${before} ${reference} ${after}`).includes(reference));
      assert.ok(findReferencesInText(`${before} ${toRfReference(reference)} ${after}`).includes(reference));
    }),
  );
});

test('a reference in its own field is structured; with a wrong check digit it is doubtful; any other text is text', () => {
  const references = extractReferences({
    references: [own, '1000013', 'Arve 2026-000017', toRfReference(other)],
    text: `viide ${own}`,
  });
  assert.deepEqual(
    [references.structured, references.doubtful, references.inText.includes(own)],
    [[own, other], ['1000013'], false],
  );
  assert.ok(references.numbers.includes('2026-000017'));
});

test('a reference field is read as one reference or as text, never partly', () => {
  const field = (text: string) => {
    const { structured, doubtful, inText } = extractReferences({ references: [text], text: '' });
    return [structured, doubtful, inText];
  };
  for (const text of [own, `000${own}`, `0 ${own}`, ` ${own} `, ` ${toRfReference(own)}`])
    assert.deepEqual(field(text), [[own], [], []], text);
  assert.deepEqual(field(`${own} okt`), [[], [], [own]]);
  for (const end of [2, 4])
    assert.deepEqual(field(`${toRfReference(own).slice(0, end)}-${toRfReference(own).slice(end)}`), [[], [], [own]]);
  for (const text of ['10010', 'RF18ABC']) assert.deepEqual(field(text), [[], [text], []], text);
  for (const text of ['arve2026-000017', 'RF1X', 'Kase 12a']) assert.deepEqual(field(text)[1], [], text);
  assert.deepEqual(extractReferences({ references: ['1000013'], text: '' }).numbers, [], 'not as an invoice number');
});

test('a text and a reference are not taken for another text that reads like both', () => {
  assert.deepEqual(extractReferences({ references: [], text: `korter 5\n${own}` }).structured, []);
  assert.deepEqual(extractReferences({ references: [own], text: 'korter 5' }).structured, [own]);
});

test('the ends of invoice numbers are whole numbers of a year', () => {
  const invoices = (text: string) => extractReferences({ references: [], text }).invoices;
  assert.deepEqual(invoices('K12-2026-000017, 2025-000018'), ['2026-000017', '2025-000018']);
  for (const text of ['12026-000017', '2026-0000171', '1926-000017', '2026-00017', '20x6-000017', 'okt'])
    assert.deepEqual(invoices(text), [], text);
});

test('a name is its words with and without accents, without legal forms and single letters', () => {
  assert.deepEqual(nameWords('Õie Žukova-Tamm, A.'), ['oie', 'zukova', 'tamm', 'õie', 'žukova']);
  for (const form of ['OÜ', 'ou', 'AS', 'FIE', 'KÜ', 'SIA', 'UAB', 'MTÜ', 'Osaühing'])
    assert.deepEqual(nameWords(`${form} Kase`), ['kase'], form);
  assert.deepEqual(nameWords('Õie'.normalize('NFD')), ['oie', 'õie'], 'also where the letters come in parts');
  assert.deepEqual(nameWords('Asser Kuou 12'), ['asser', 'kuou', '12'], 'words that only begin or end like one');
  assert.deepEqual(nameWords(' , '), []);
});

test('zeros in the reference field are no reference', () => {
  assert.deepEqual(extractReferences({ references: ['0', '0000'], text: own }).doubtful, []);
});

test('an invoice number is found after a label, between slashes, and without its leading zeros', () => {
  const texts = [
    'arveK12-2026-000017',
    'nr.K12-2026-000017',
    'K12-2026-000017/okt',
    'K12-2026-000016+K12-2026-000017',
    'K12–2026–000017',
    'K12-2026-17',
  ];
  for (const text of texts) assert.ok(wordsIn(text).includes('K12-2026-000017'), text);
  assert.ok(!wordsIn('K12-2026-000017-2').includes('K12-2026-000017'));
  for (const text of [
    'arve.nr.K12-2026-000017',
    'K12-2026-000017-.',
    '_K12-2026-000017/',
    '12345K-2026-17 K12-2026-17',
  ])
    assert.ok(wordsIn(text).includes('K12-2026-000017'), text);
  assert.ok(wordsIn('12345K-2026-17').includes('12345K-2026-000017'));
  for (const text of ['K12-17', '2026-17', '12-2026-17', 'K2026-1-17', 'K12-2026-1X7', 'K12-2026-7X', 'K12-2026-X7'])
    assert.ok(!wordsIn(text).some((word) => word.includes('-0')), text);
  assert.ok(!wordsIn('12nr.K12-2026-000017').includes('12K12-2026-000017'));
});

test('an invoice number has 5 to 50 characters and a digit', () => {
  const longest = `K${'1'.repeat(49)}`;
  assert.deepEqual(wordsIn(`K-123 K-12 ${longest} ${longest}1 kommunaalid`), ['K-123', longest]);
  assert.equal(wordsIn(Array.from({ length: 300 }, (_, nth) => `K-${1000 + nth}`).join(' ')).length, 200);
});

test('invoice numbers are whole words', () => {
  assert.deepEqual(wordsIn('Arve k12-2026-000017, okt.'), ['K12-2026-000017']);
  assert.deepEqual(wordsIn('xK12-2026-000017x 12 (2026-000018).'), ['XK12-2026-000017X', '2026-000018']);
});

test('every single typing error leads back to the reference', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 900_000 }), fc.nat(6), fc.nat(9), (sequence, at, digit) => {
      const reference = makeReference(sequence);
      const wrong = `${reference.slice(0, at)}${digit}${reference.slice(at + 1)}`;
      const shorter = reference.slice(0, at) + reference.slice(at + 1);
      if (wrong !== reference && !wrong.startsWith('0')) assert.ok(possibleTypos(wrong).includes(reference), wrong);
      if (!shorter.startsWith('0')) assert.ok(possibleTypos(shorter).includes(reference), shorter);
    }),
  );
});
