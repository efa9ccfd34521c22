// The typeface: Inter in three parts, of which a browser loads those whose letters a page has. They come at once where
// the browser has them, else after the first screen, with which they would share a slow connection.
import cyrillic from '@fontsource-variable/inter/files/inter-cyrillic-wght-normal.woff2?url';
import latinExtended from '@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2?url';
import latin from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import { afterFirstScreen } from './lazy.ts';

const storageKey = 'haldur-typeface';

/** Each file with the letters that it has. */
const parts = [
  [
    latin,
    'U+0-FF, U+131, U+152-153, U+2BB-2BC, U+2C6, U+2DA, U+2DC, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD',
  ],
  [latinExtended, 'U+100-2BA, U+2BD-2C5, U+2C7-2CC, U+2CE-2D7, U+2DD-2FF, U+1E00-1E9F, U+20A0-20AB, U+20AD-20C0'],
  [cyrillic, 'U+301, U+400-45F, U+490-491, U+4B0-4B1, U+2116'],
] as const;

/** Adds the typeface to the page. Until a part has arrived its text is in the fallback. */
export async function loadTypeface(): Promise<void> {
  if (localStorage.getItem(storageKey) === null) await afterFirstScreen;
  for (const [url, unicodeRange] of parts)
    document.fonts.add(
      new FontFace('Inter Variable', `url(${url}) format("woff2")`, {
        unicodeRange,
        weight: '100 900',
        display: 'swap',
      }),
    );
  localStorage.setItem(storageKey, 'loaded');
}
