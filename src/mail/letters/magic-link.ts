// The letter that signs somebody in.
import type { Language } from '../../platform/values/languages.ts';
import { mailWords } from '../words.ts';
import type { LetterContent } from './letter-layout.ts';

/** `link` carries the token; it works once, for so many `minutes`. */
export type MagicLink = { readonly link: string; readonly minutes: number };

/** Throws an Error for a link that is no http or https URL, like every letter with a button. */
export function magicLink(language: Language, { link, minutes }: MagicLink): LetterContent {
  const { magicLink: words } = mailWords[language];
  return {
    subject: words.subject,
    paragraphs: [words.lead],
    button: { label: words.button, link },
    after: [words.validity({ minutes }), words.ignore],
  };
}
