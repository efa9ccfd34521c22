// Latvian, as far as it is translated; the rest is English.
import { words as english } from './en.ts';
import { overlaid, type SomeWords, type Words } from './words.ts';

const own: SomeWords = {};

export const words: Words = overlaid(english, own);
