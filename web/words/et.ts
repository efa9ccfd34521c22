// Estonian, whole: a missing word is a type error.
import { firstWords } from './et/first.ts';
import { moreWords } from './et/more.ts';

export const words = { ...firstWords, ...moreWords };
