// The e-mail to a new address of a person, with the link that confirms it.
import type { Language } from '../../platform/values/languages.ts';
import { serviceWords } from '../../words/service-words.ts';
import type { LetterContent } from './letter-layout.ts';

/** `link` contains the token; it works once, for this many `hours`. */
export type ConfirmAddress = { readonly link: string; readonly hours: number };

/** Throws an Error for a link that is not an http or https URL, like every e-mail with a button. */
export function confirmAddress(language: Language, { link, hours }: ConfirmAddress): LetterContent {
  const { confirmAddress: words } = serviceWords[language].mail;
  return {
    subject: words.subject,
    paragraphs: [words.lead],
    button: { label: words.button, link },
    after: [words.validity({ hours }), words.ignore],
  };
}
