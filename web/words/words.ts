// What a catalogue of words is: texts, and messages that put values into texts.
import type { Catalogue } from '../../src/platform/values/messages.ts';
import type { words as english } from './en.ts';

/** The words of one language, whole: what it lacks of English is a type error. */
export type Words = Catalogue<typeof english>;
