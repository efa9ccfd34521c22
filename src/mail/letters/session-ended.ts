// The letter that says that a session was ended because its refresh token came back a second time.
import type { Language } from '../../platform/values/languages.ts';
import { mailWords } from '../words.ts';
import type { LetterContent } from './letter-layout.ts';
import { formatMoment } from './letter-words.ts';

/** When it was ended. */
export type SessionEnded = { readonly at: Date };

/** Tells of the moment in UTC, as the reader’s time zone is not known. */
export function sessionEnded(language: Language, { at }: SessionEnded): LetterContent {
  const { sessionEnded: words } = mailWords[language];
  return {
    subject: words.subject,
    paragraphs: [words.lead({ moment: formatMoment(language, at) }), words.ended, words.advice],
  };
}
