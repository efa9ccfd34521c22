// The invitation e-mail, for a resident of an apartment or for staff.

import type { CallerRole } from '../../platform/db/scope.ts';
import type { Day } from '../../platform/values/dates.ts';
import type { Language } from '../../platform/values/languages.ts';
import { serviceWords } from '../../words/service-words.ts';
import type { LetterContent } from './letter-layout.ts';
import { formatApartment, formatDay } from './letter-words.ts';

/** The inviting person, the organization, and the last day of the link (inclusive). */
export type InvitationLetter = {
  readonly organization: string;
  readonly role: CallerRole;
  /** The apartment, for a resident. */
  readonly apartment?: { readonly address: string; readonly number: string } | undefined;
  readonly link: string;
  readonly validUntil: Day;
};

/** Explains the role and until when the invitation can be accepted. */
export function invitation(language: Language, facts: InvitationLetter): LetterContent {
  const { invitation: words } = serviceWords[language].mail;
  const { organization, role, apartment, link, validUntil } = facts;
  const apartmentText = apartment === undefined ? [] : [formatApartment(language, apartment.address, apartment.number)];
  return {
    subject: words.subject({ organization }),
    paragraphs: [words.lead({ organization }), ...apartmentText, words.purposes[role]],
    button: { label: words.button, link },
    after: [words.lastDay({ day: formatDay(language, validUntil) }), words.ignore],
  };
}
