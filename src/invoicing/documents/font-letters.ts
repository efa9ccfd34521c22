// The letters that a font has, from its `cmap` table (OpenType, formats 4 and 12), and text reduced to them.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { normaliseUnicode } from '../../platform/values/text.ts';

/** The file of the font's regular weight. The others have the same letters. */
export const regularFont = fileURLToPath(
  import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
);

/** Stands for a letter that the font does not have. */
const missingLetter = '□';

/**
 * Prepares the check whether a font has a letter, by its code point. Throws if the font has no readable table of
 * letters.
 */
export function readLetters(font: Buffer): (codePoint: number) => boolean {
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, index) => 12 + 16 * index);
  const entry = tables.find((at) => font.toString('latin1', at, at + 4) === 'cmap');
  if (entry === undefined) throw new Error('The font has no cmap table.');
  const cmap = font.subarray(font.readUInt32BE(entry + 8));
  const subtables = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) =>
    cmap.subarray(cmap.readUInt32BE(8 + 8 * index)),
  );
  const ranges = subtables.flatMap((subtable) => {
    const format = subtable.readUInt16BE(0);
    return format === 12 ? rangesOfFormat12(subtable) : format === 4 ? rangesOfFormat4(subtable) : [];
  });
  if (ranges.length === 0) throw new Error('The font has no cmap of format 4 or 12.');
  return (codePoint) => ranges.some(([first, last]) => first <= codePoint && codePoint <= last);
}

type LetterRange = readonly [first: number, last: number];

function rangesOfFormat12(subtable: Buffer): LetterRange[] {
  return Array.from({ length: subtable.readUInt32BE(12) }, (_, index) => {
    const at = 16 + 12 * index;
    return [subtable.readUInt32BE(at), subtable.readUInt32BE(at + 4)];
  });
}

function rangesOfFormat4(subtable: Buffer): LetterRange[] {
  const length = subtable.readUInt16BE(6);
  return Array.from({ length: length / 2 }, (_, index): LetterRange => {
    const last = subtable.readUInt16BE(14 + 2 * index);
    return [subtable.readUInt16BE(16 + length + 2 * index), last];
  }).filter(([first]) => first !== 0xffff); // The end of the list.
}

/**
 * Replaces what a font cannot show: a letter by a box, an invisible character by nothing. Text that it can show stays
 * as it is.
 */
export function withLettersOf(hasLetter: (codePoint: number) => boolean, text: string): string {
  return normaliseUnicode(text, 'NFC').replace(/[^\x20-\x7e\n\r\t]/gu, (letter) => {
    if (hasLetter(letter.codePointAt(0) ?? 0) && !/[\p{Co}\p{Cn}]/u.test(letter)) return letter;
    if (/\p{Default_Ignorable_Code_Point}/u.test(letter)) return '';
    return /\s/u.test(letter) ? ' ' : missingLetter;
  });
}

let lettersOfPdf: ((codePoint: number) => boolean) | undefined;

/** Whether a PDF file can show every letter of a text. One that it cannot show would be a box. */
export function isPrintable(text: string): boolean {
  lettersOfPdf ??= readLetters(readFileSync(regularFont));
  return !withLettersOf(lettersOfPdf, text.replaceAll(missingLetter, '')).includes(missingLetter);
}
