// The code of a charge, made from its name: ASCII, and unlike the codes that are taken.
import { withoutAccents } from './text.ts';

/** Codes of positions without a charge; reserved. */
export const reservedChargeCodes: ReadonlySet<string> = new Set(['one-off', 'late-interest']);

const maxLength = 50;
const fallback = 'charge';
/** Cyrillic letters in Latin ones, after accents are removed. */
const cyrillic = new Map(
  [
    ...[
      'а a',
      'б b',
      'в v',
      'г g',
      'д d',
      'е e',
      'ж zh',
      'з z',
      'и i',
      'к k',
      'л l',
      'м m',
      'н n',
      'о o',
      'п p',
      'р r',
    ],
    ...['с s', 'т t', 'у u', 'ф f', 'х h', 'ц ts', 'ч ch', 'ш sh', 'щ shch', 'ъ', 'ы y', 'ь', 'э e', 'ю yu', 'я ya'],
  ].map((pair) => [pair.slice(0, 1), pair.slice(2)]),
);

/** A free code for a charge of this name: “Külm vesi” becomes `kulm-vesi`, or `kulm-vesi-2` if that is taken. */
export function chargeCode(name: string, taken: ReadonlySet<string>): string {
  const latin = [...withoutAccents(name).toLowerCase()].map((letter) => cyrillic.get(letter) ?? letter).join('');
  const words = latin.split(/[^a-z0-9]+/).filter((word) => word !== '');
  const code = words.join('-').slice(0, maxLength).replace(/-$/, '') || fallback;
  const isFree = (candidate: string) => !taken.has(candidate) && !reservedChargeCodes.has(candidate);
  let free = code;
  for (let number = 2; !isFree(free); number += 1) free = `${code.slice(0, maxLength - 5)}-${number}`;
  return free;
}
