// Tests of the letters of a font: those of the region are there, others become boxes, and text without them stays as it is.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readLetters, withLettersOf } from './font-letters.ts';

const path = import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf');
const font = readFileSync(fileURLToPath(path));
const hasLetter = readLetters(font);

test('letters that the font has stay, others become boxes, and invisible characters disappear', () => {
  const region = 'Õunapuu 5, Ēka, Šilutės pl., Дом № 7 – 12 €/m²\n„küte“';
  assert.equal(withLettersOf(hasLetter, region), region);
  assert.equal(withLettersOf(hasLetter, '漢字 🏠 \ue000 \u{10ffff}'), '□□ □ □ □');
  assert.equal(withLettersOf(hasLetter, 'a\u200db\ufe0fc'), 'abc');
  assert.equal(withLettersOf(hasLetter, 'e\u0301'), 'é');
});

test('a file that is no font is reported', () => {
  assert.throws(() => readLetters(Buffer.alloc(12)), /no cmap table/);
});
