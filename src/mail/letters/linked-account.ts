// The e-mail to a person about an account at a sign-in provider that was linked to theirs, or unlinked.
import type { Language } from '../../platform/values/languages.ts';
import { serviceWords } from '../../words/service-words.ts';
import type { LetterContent } from './letter-layout.ts';
import { formatMoment } from './letter-words.ts';

/** `provider` is the name of the sign-in provider. */
export type LinkedAccountLetter = {
  readonly at: Date;
  readonly change: 'linked' | 'unlinked';
  readonly provider: string;
};

/** Has the time in UTC. */
export function linkedAccount(language: Language, { at, change, provider }: LinkedAccountLetter): LetterContent {
  const { linkedAccount: words } = serviceWords[language].mail;
  const { subject, lead } = words[change];
  return {
    subject: subject({ provider }),
    paragraphs: [lead({ provider, moment: formatMoment(language, at) }), words.advice],
  };
}
