// The letter that tells a person that their own password was changed.
import type { Language } from '../../platform/values/languages.ts';
import { mailWords } from '../words.ts';
import type { Written } from './letter-layout.ts';
import { momentIn } from './letter-words.ts';

export type PasswordChanged = { readonly at: Date };

/** Tells of the moment in UTC. */
export function passwordChanged(language: Language, { at }: PasswordChanged): Written {
  const { passwordChanged: words } = mailWords[language];
  return { subject: words.subject, paragraphs: [words.lead({ moment: momentIn(language, at) }), words.advice] };
}
