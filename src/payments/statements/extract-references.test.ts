// Tests of extracting references: found wherever payers write them, and nothing else is taken for one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { makeReference, toRfReference } from '../../properties/payment-reference.ts';
import { possibleTypos } from '../suggest-matches.ts';
import {
  canonicalReference,
  extractReferences,
  findReferencesInText,
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
});

test('invoice numbers are whole words', () => {
  assert.deepEqual(wordsIn('Arve k12-2026-000017, okt.'), ['K12-2026-000017']);
  assert.deepEqual(wordsIn('xK12-2026-000017x 12 (2026-000018).'), ['XK12-2026-000017X', '2026-000018']);
});

test('however long and unusual a text is, reading it ends quickly', () => {
  for (const text of [
    '1 '.repeat(1000),
    'RF18 '.repeat(400),
    'EE38 '.repeat(400),
    'tel '.repeat(500),
    '1-'.repeat(1000),
    'A1'.repeat(1000),
  ]) {
    const began = performance.now();
    extractReferences({ references: [text], text });
    assert.ok(performance.now() - began < 2000, text.slice(0, 20));
  }
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
