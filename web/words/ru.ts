// Russian, whole: a missing word is a type error.
import { firstWords } from './ru/first.ts';
import { moreWords } from './ru/more.ts';

export const words = { ...firstWords, ...moreWords };
