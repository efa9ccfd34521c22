// The e-mail to an owner about a disabled webhook endpoint.
import type { Language } from '../../platform/values/languages.ts';
import { serviceWords } from '../../words/service-words.ts';
import type { LetterContent } from './letter-layout.ts';
import { formatMoment } from './letter-words.ts';

/** Only the host, because the rest of the URL may contain a secret. `since` is when it stopped working. */
export type EndpointDisabled = {
  readonly host: string;
  readonly reason: 'gone' | 'failing';
  readonly since: Date;
};

/** Names only the host, and since when the deliveries fail. */
export function endpointDisabled(language: Language, { host, reason, since }: EndpointDisabled): LetterContent {
  const { endpointDisabled: words } = serviceWords[language].mail;
  return {
    subject: words.subject({ host }),
    paragraphs: [words.lead({ host }), words.reasons[reason]({ moment: formatMoment(language, since) }), words.advice],
  };
}
