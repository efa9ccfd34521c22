// The e-mail to the previous address of a person, after another one was confirmed.
import type { Language } from '../../platform/values/languages.ts';
import { serviceWords } from '../../words/service-words.ts';
import type { LetterContent } from './letter-layout.ts';
import { formatMoment } from './letter-words.ts';

/** `address` is the new one. */
export type AddressChanged = { readonly at: Date; readonly address: string };

/** Has the time in UTC. */
export function addressChanged(language: Language, { at, address }: AddressChanged): LetterContent {
  const { addressChanged: words } = serviceWords[language].mail;
  const moment = formatMoment(language, at);
  return { subject: words.subject, paragraphs: [words.lead({ moment, address }), words.advice] };
}
