// Lithuanian, whole: a missing word is a type error.
import { firstWords } from './lt/first.ts';
import { moreWords } from './lt/more.ts';

export const words = { ...firstWords, ...moreWords };
