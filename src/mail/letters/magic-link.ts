// The sign-in e-mail with a magic link.
import type { Language } from '../../platform/values/languages.ts';
import { serviceWords } from '../../words/service-words.ts';
import type { LetterContent } from './letter-layout.ts';

/** `link` contains the token; it works once, for this many `minutes`. */
export type MagicLink = { readonly link: string; readonly minutes: number };

/** Throws an Error for a link that is not an http or https URL, like every e-mail with a button. */
export function magicLink(language: Language, { link, minutes }: MagicLink): LetterContent {
  const { magicLink: words } = serviceWords[language].mail;
  return {
    subject: words.subject,
    paragraphs: [words.lead],
    button: { label: words.button, link },
    after: [words.validity({ minutes }), words.ignore],
  };
}
