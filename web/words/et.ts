// Estonian, complete: a missing word is a type error.
import { common } from './et/common.ts';
import { entry } from './et/entry.ts';
import { home } from './et/home.ts';
import type { Words } from './words.ts';

export const words: Words = { common, entry, home };
