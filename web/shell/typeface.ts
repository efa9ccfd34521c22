// The typeface: Inter in four parts, of which a browser loads those whose letters a page has. They come at once where
// the browser has them, else after the first screen, with which they would share a slow connection.
import baltic from '../typeface/inter-baltic.woff2?url';
import cyrillic from '../typeface/inter-cyrillic.woff2?url';
import latin from '../typeface/inter-latin.woff2?url';
import latinExtended from '../typeface/inter-latin-ext.woff2?url';
import { afterFirstScreen } from './lazy.ts';

const storageKey = 'haldur-typeface';

/** Each file with the letters that it has: see cut.sh beside them. */
const parts = [
  [
    latin,
    'U+20-7E, U+A0, U+A7, U+AB, U+B0, U+B2-B3, U+B7, U+BB, U+C4-C6, U+D5-D8, U+DC, U+DF, U+E4-E6, U+E9, U+F5-F8, U+FC, U+2013-2014, U+2018-201A, U+201C-201E, U+2022, U+2026, U+202F, U+20AC, U+2191-2193, U+2212',
  ],
  [
    baltic,
    'U+100-101, U+104-105, U+10C-10D, U+112-113, U+116-119, U+122-123, U+12A-12B, U+12E-12F, U+136-137, U+13B-13C, U+145-146, U+160-161, U+16A-16B, U+172-173, U+17D-17E',
  ],
  [
    latinExtended,
    'U+A1-A6, U+A8-AA, U+AC-AF, U+B1, U+B4-B6, U+B8-BA, U+BC-C3, U+C7-D4, U+D9-DB, U+DD-DE, U+E0-E3, U+E7-E8, U+EA-F4, U+F9-FB, U+FD-FF, U+102-103, U+106-10B, U+10E-111, U+114-115, U+11A-121, U+124-129, U+12C-12D, U+130-135, U+138-13A, U+13D-144, U+147-15F, U+162-169, U+16C-171, U+174-17C, U+17F, U+218-21B',
  ],
  [cyrillic, 'U+401, U+404, U+406-407, U+40E, U+410-44F, U+451, U+454, U+456-457, U+45E, U+490-491, U+2116'],
] as const;

/** Adds the typeface to the page. Until a part has arrived its text is in the fallback. */
export async function loadTypeface(): Promise<void> {
  if (localStorage.getItem(storageKey) === null) await afterFirstScreen;
  for (const [url, unicodeRange] of parts)
    document.fonts.add(
      new FontFace('Inter Variable', `url(${url}) format("woff2")`, {
        unicodeRange,
        weight: '400 700',
        display: 'swap',
      }),
    );
  localStorage.setItem(storageKey, 'loaded');
}
