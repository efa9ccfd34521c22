// English: the language that all others are measured by. Each part of the console has its own file of words.
import { common } from './en/common.ts';
import { entry } from './en/entry.ts';
import { home } from './en/home.ts';

export const words = { common, entry, home };
