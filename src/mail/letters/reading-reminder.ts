// The reminder e-mail to a resident about missing meter readings.

import type { Day } from '../../platform/values/dates.ts';
import type { Language } from '../../platform/values/languages.ts';
import { serviceWords } from '../../words/service-words.ts';
import type { LetterContent } from './letter-layout.ts';
import { formatApartment, formatDay } from './letter-words.ts';

/** The apartments, and the last day to submit readings. */
export type ReadingReminder = {
  readonly building: string;
  readonly apartment: string;
  readonly sender: string;
  readonly lastDay: Day;
  readonly link: string;
};

/** Asks for the readings until the last day, and explains what happens with missing ones. */
export function readingReminder(
  language: Language,
  { lastDay, link, sender, ...home }: ReadingReminder,
): LetterContent {
  const { readingReminder: words } = serviceWords[language].mail;
  const apartment = formatApartment(language, home.building, home.apartment);
  return {
    subject: words.subject({ apartment }),
    paragraphs: [words.lead({ apartment }), words.lastDay({ day: formatDay(language, lastDay) })],
    button: { label: words.button, link },
    after: [words.estimate, sender],
  };
}
