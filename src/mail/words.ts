// The words of e-mails: one catalogue per language. What a language lacks of English is a type error.
import type { Language } from '../platform/values/languages.ts';
import { en, type MailWords } from './words/en.ts';
import { et } from './words/et.ts';
import { lt } from './words/lt.ts';
import { lv } from './words/lv.ts';
import { ru } from './words/ru.ts';
/** The words of e-mails in each language. */
export const mailWords: Readonly<Record<Language, MailWords>> = { et, en, lv, lt, ru };
