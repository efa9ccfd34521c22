// Words of the file of personal data, by language.
import type { Language } from '../platform/values/languages.ts';
import { en } from './words/en.ts';
import { et } from './words/et.ts';
import { lt } from './words/lt.ts';
import { lv } from './words/lv.ts';
import type { PrivacyWords } from './words/model.ts';
import { ru } from './words/ru.ts';

export type { PrivacyWords } from './words/model.ts';

export const privacyWords: Readonly<Record<Language, PrivacyWords>> = { en, et, lv, lt, ru };
