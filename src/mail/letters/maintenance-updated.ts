// The e-mail about the new status of a maintenance request, or an answer to it.
import type { Language } from '../../platform/values/languages.ts';
import { serviceWords } from '../../words/service-words.ts';
import type { LetterContent } from './letter-layout.ts';

/** The request's title as entered, and its new status or what was answered. */
export type MaintenanceUpdated = { readonly title: string; readonly link: string } & (
  | { readonly status: 'new' | 'in_progress' | 'resolved' | 'closed' | 'cancelled' }
  | { readonly answer: string }
);

/** Names the request by its title, and explains its status. */
export function maintenanceUpdated(language: Language, { title, link, ...news }: MaintenanceUpdated): LetterContent {
  const { maintenanceUpdated: words } = serviceWords[language].mail;
  return {
    subject: words.subject({ title }),
    paragraphs: [
      words.lead({ title }),
      'status' in news ? words.statuses[news.status] : words.answered({ answer: news.answer }),
    ],
    button: { label: words.button, link },
  };
}
