// The type of the words of the file of personal data: what a language must fill.
import type { Catalogue } from '../../platform/values/messages.ts';
import type { en } from './en.ts';

export type PrivacyWords = Catalogue<typeof en>;
