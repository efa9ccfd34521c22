// Latvian, whole: a missing word is a type error.
import { firstWords } from './lv/first.ts';
import { moreWords } from './lv/more.ts';

export const words = { ...firstWords, ...moreWords };
