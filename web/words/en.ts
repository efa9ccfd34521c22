// English, whole: the language that all others are measured by. Each part of the console has its own file of words.
import { firstWords } from './en/first.ts';
import { moreWords } from './en/more.ts';

export const words = { ...firstWords, ...moreWords };
