// The e-mail about the new status of a maintenance request.
import type { Language } from '../../platform/values/languages.ts';
import { serviceWords } from '../../words/service-words.ts';
import type { LetterContent } from './letter-layout.ts';

/** The request's title as entered, and its new status. */
export type MaintenanceUpdated = {
  readonly title: string;
  readonly status: 'new' | 'in_progress' | 'resolved' | 'closed' | 'cancelled';
  readonly link: string;
};

/** Names the request by its title, and explains its status. */
export function maintenanceUpdated(language: Language, { title, status, link }: MaintenanceUpdated): LetterContent {
  const { maintenanceUpdated: words } = serviceWords[language].mail;
  return {
    subject: words.subject({ title }),
    paragraphs: [words.lead({ title }), words.statuses[status]],
    button: { label: words.button, link },
  };
}
