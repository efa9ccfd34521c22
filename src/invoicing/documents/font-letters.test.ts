// Tests of the letters of a font: those of the region are there, others become boxes, and text without them stays as it
// is.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { isPrintable, readLetters, regularFont, withLettersOf } from './font-letters.ts';

const hasLetter = readLetters(readFileSync(regularFont));

test('letters that the font has stay, others become boxes, and invisible characters disappear', () => {
  const region = 'Õunapuu 5, Ēka, Šilutės pl., Дом № 7 – 12 €/m²\n„küte“';
  assert.equal(withLettersOf(hasLetter, region), region);
  assert.equal(withLettersOf(hasLetter, '漢字 🏠 \ue000 \u{10ffff}'), '□□ □ □ □');
  assert.equal(withLettersOf(hasLetter, 'a\u200db\ufe0fc'), 'abc');
  assert.equal(withLettersOf(hasLetter, 'e\u0301'), 'é');
});

test('the font says which names can be printed', () => {
  for (const name of ['Õie Žukova', 'Наталья Ёлкина', 'Nguyễn Thị Hương', 'Γιώργος', 'e\u0301mile', 'a\u200db', '□'])
    assert.ok(isPrintable(name), name);
  for (const name of ['陈伟', 'Chen 伟', 'محمد', 'דוד', '김민준', 'Mari 🏠']) assert.ok(!isPrintable(name), name);
});

test('a file that is no font is reported', () => {
  assert.throws(() => readLetters(Buffer.alloc(12)), /no cmap table/);
});
