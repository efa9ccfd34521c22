// Common passwords: those an attacker tries first, from a list of leaked ones, with usual disguises, simple runs and
// repetitions, and the person's own names.
import { loadLater } from '../platform/processes/load-later.ts';
import { once } from '../platform/processes/memoize.ts';
import { withoutAccents } from '../platform/values/text.ts';

const wordLists = loadLater<typeof import('@zxcvbn-ts/language-common')>('@zxcvbn-ts/language-common');

/** Words of the region where the service is used; the worldwide list lacks them. */
const localWords =
  'eesti haldur kaunas kodu korter lietuva latvija maja minaparool montypython riga salasona slaptazodis tartu vilnius';

/** The 49,233 most used leaked passwords, in lower case, plus the words of this region. */
const commonPasswords = once(() => new Set([...wordLists().dictionary['passwords-common'], ...localWords.split(' ')]));

const characterRuns = [
  'abcdefghijklmnopqrstuvwxyz',
  '0123456789012345678901234567890',
  'qwertyuiopasdfghjklzxcvbnm',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
];
const substitutions: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};
/** Shorter names occur in too many good passwords. */
const minNameLength = 4;

/**
 * Reports whether a password is among the first guesses: on the list, also with an ending or replaced letters; a
 * keyboard run; or a repetition.
 */
export function isGuessable(password: string): boolean {
  const plain = foldText(password).trim();
  return new Set(plain).size < 4 || isCommon(plain) || isCommonWithEnding(plain);
}

/**
 * Reports whether a password contains one of these names (of a person or an organization, an e-mail address), in any
 * disguise.
 */
export function containsName(password: string, names: readonly string[]): boolean {
  const plain = foldText(password);
  const forms = [lettersOf(plain), lettersOf(undoSubstitutions(plain))];
  return names.flatMap(nameParts).some((part) => forms.some((form) => form.includes(part)));
}

/**
 * The parts of a name that a password must not contain: each word, and the whole without spaces. The top-level domain,
 * such as `org`, is left out.
 */
function nameParts(name: string): string[] {
  const at = name.lastIndexOf('@');
  const dot = name.lastIndexOf('.');
  const lasting = at >= 0 && dot > at ? name.slice(0, dot) : name;
  return lasting.split('@').flatMap((side) => {
    const words = foldText(side).split(/[^\p{L}\p{N}]/u);
    return [...words, words.join('')].filter((word) => [...word].length >= minNameLength);
  });
}

function isCommon(plain: string): boolean {
  const backwards = [...plain].reverse().join('');
  const isRun = characterRuns.some((row) => row.includes(plain) || row.includes(backwards));
  return isRun || repeatsItself(plain) || [plain, undoSubstitutions(plain)].some((each) => commonPasswords().has(each));
}

/**
 * Reports whether a password is a common word between few or common digits and signs (such as a year): `Parool2026!`,
 * `abc@12345`.
 */
function isCommonWithEnding(plain: string): boolean {
  const characters = [...plain];
  const first = characters.findIndex(isLetter);
  const last = characters.findLastIndex(isLetter);
  if (first < 0) return false;
  const ending = characters.slice(last + 1);
  const around = [...characters.slice(0, first), ...ending].filter(isDigit).join('');
  if (around.length > 4 && !isCommon(around)) return false;
  return [characters.slice(first, last + 1), characters.slice(0, last + 1)].some((word) => isCommon(word.join('')));
}

/** Removes case and accents, so that `SALASÕNA` and `salasona` are the same. */
function foldText(text: string): string {
  return withoutAccents(text).toLowerCase();
}

function undoSubstitutions(plain: string): string {
  return [...plain].map((character) => substitutions[character] ?? character).join('');
}

function lettersOf(plain: string): string {
  return plain.replace(/[^\p{L}\p{N}]/gu, '');
}

/** Reports whether a text is a repeated piece: then it occurs in its own double before the second half. */
function repeatsItself(text: string): boolean {
  return (text + text).indexOf(text, 1) < text.length;
}

function isLetter(character: string): boolean {
  return /\p{L}/u.test(character);
}

function isDigit(character: string): boolean {
  return /\p{N}/u.test(character);
}
