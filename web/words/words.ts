// What a catalogue of words is: texts, and messages that put values into texts.
import type { Catalogue } from '../../src/platform/values/messages.ts';
import type { firstWords } from './en/first.ts';
import type { moreWords } from './en/more.ts';

/** The words of one language that the first screens need: what they lack of English is a type error. */
export type FirstWords = Catalogue<typeof firstWords>;
/** The words of all other screens. */
export type MoreWords = Catalogue<typeof moreWords>;
/** The words of one language, whole. */
export type Words = FirstWords & MoreWords;
