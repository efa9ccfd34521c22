// The e-mail to a person about their own changed password.
import type { Language } from '../../platform/values/languages.ts';
import { serviceWords } from '../../words/service-words.ts';
import type { LetterContent } from './letter-layout.ts';
import { formatMoment } from './letter-words.ts';

export type PasswordChanged = { readonly at: Date };

/** Has the time in UTC. */
export function passwordChanged(language: Language, { at }: PasswordChanged): LetterContent {
  const { passwordChanged: words } = serviceWords[language].mail;
  return { subject: words.subject, paragraphs: [words.lead({ moment: formatMoment(language, at) }), words.advice] };
}
