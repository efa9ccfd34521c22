// The e-mail to a person about a change of their own second factors.
import type { Language } from '../../platform/values/languages.ts';
import { serviceWords } from '../../words/service-words.ts';
import type { LetterContent } from './letter-layout.ts';

/** What can happen to a person's second factors. */
export type SecondFactorChange =
  | 'second_factor_added'
  | 'second_factor_removed'
  | 'recovery_codes_made'
  | 'recovery_code_used'
  | 'all_removed';

export type SecondFactorChanged = {
  readonly change: SecondFactorChange;
  /** What the person calls it; empty if the change is not about one of them. */
  readonly name: string;
  readonly at: Date;
};

/** States what was changed, and when. */
export function secondFactorChanged(
  language: Language,
  { change, name, at }: SecondFactorChanged,
  moment: (at: Date) => string,
): LetterContent {
  const { secondFactorChanged: words } = serviceWords[language].mail;
  return {
    subject: words.subject,
    paragraphs: [words.changes[change]({ name, moment: moment(at) }), words.advice],
  };
}
