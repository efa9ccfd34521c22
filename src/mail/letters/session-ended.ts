// The e-mail about a session that was ended because an old refresh token was used again.
import type { Language } from '../../platform/values/languages.ts';
import { serviceWords } from '../../words/service-words.ts';
import type { LetterContent } from './letter-layout.ts';
import { formatMoment } from './letter-words.ts';

/** The time of the end. */
export type SessionEnded = { readonly at: Date };

/** Has the time in UTC, because the reader’s time zone is not known. */
export function sessionEnded(language: Language, { at }: SessionEnded): LetterContent {
  const { sessionEnded: words } = serviceWords[language].mail;
  return {
    subject: words.subject,
    paragraphs: [words.lead({ moment: formatMoment(language, at) }), words.ended, words.advice],
  };
}
