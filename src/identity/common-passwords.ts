// Passwords that everybody would try first: those that lead every published list of leaked ones, with their usual endings, and what is no secret by its form.

/** The stems of the passwords that are used most; `isGuessable` knows their usual disguises. */
const stems = new Set(
  `password passwort parool salasona salasona qwerty qwertyuiop qwertz azerty asdfgh asdfghjkl zxcvbn zxcvbnm iloveyou letmein welcome admin administrator
  root guest test user login master monkey dragon football baseball basketball superman batman starwars pokemon princess sunshine shadow michael jennifer
  jordan hunter ashley charlie daniel jessica summer winter spring autumn whatever trustno freedom computer internet secret changeme default access flower
  killer soccer hockey ranger harley thomas robert matthew andrew martin george cookie banana orange purple yellow golden silver cheese pepper ginger
  tigger google facebook samsung mustang corvette ferrari mercedes liverpool arsenal chelsea manchester tallinn tartu riga vilnius kaunas eesti latvija
  lietuva estonia latvia lithuania haldur korter maja kodu parole slaptazodis svetlana natasha`.split(/\s+/),
);
const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '0123456789012345678901234567890',
  'qwertyuiopasdfghjklzxcvbnm',
  '1q2w3e4r5t6y7u8i9o0p',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
];
const disguises: Readonly<Record<string, string>> = {
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

/** Whether a password is among the first guesses: few different characters, a run along the keyboard, a repeated piece, or a common word with an ending. */
export function isGuessable(password: string): boolean {
  const plain = password.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();
  if (new Set(plain).size < 4) return true;
  const piece = /^(.{1,5})\1+$/u.exec(plain)?.[1];
  if (piece !== undefined) return true;
  const backwards = [...plain].reverse().join('');
  if (rows.some((row) => row.includes(plain) || row.includes(backwards))) return true;
  const undisguised = [...plain].map((character) => disguises[character] ?? character).join('');
  return [plain, undisguised].some((text) => stems.has(text.replace(/^[^a-z]+|[^a-z]+$/g, '')) || stems.has(text));
}
