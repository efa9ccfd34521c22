// The e-mails that are a few sentences around one or two facts. One with a button throws an Error for a link that is no
// http or https URL.
import type { MeterType, MeterUnit } from '../../platform/values/bases.ts';
import type { Day } from '../../platform/values/dates.ts';
import type { Language } from '../../platform/values/languages.ts';
import { serviceWords } from '../../words/service-words.ts';
import type { LetterContent } from './letter-layout.ts';
import { formatApartment, formatDay, formatRegister } from './letter-words.ts';

type At = { readonly at: Date };

const writer =
  <Facts>(
    write: (
      words: (typeof serviceWords)[Language]['mail'],
      facts: Facts,
      moment: (at: Date) => string,
      language: Language,
    ) => LetterContent,
  ) =>
  (language: Language, facts: Facts, moment: (at: Date) => string): LetterContent =>
    write(serviceWords[language].mail, facts, moment, language);

export const shortLetters = {
  /** Signs in. `link` contains the token; it works once, for this many `minutes`. */
  'magic-link': writer<{ readonly link: string; readonly minutes: number }>(
    ({ magicLink: words }, { link, minutes }) => ({
      subject: words.subject,
      paragraphs: [words.lead],
      button: { label: words.button, link },
      after: [words.validity({ minutes }), words.ignore],
    }),
  ),
  /** To a new address of a person. `link` confirms it; it works once, for this many `hours`. */
  'confirm-address': writer<{ readonly link: string; readonly hours: number }>(
    ({ confirmAddress: words }, { link, hours }) => ({
      subject: words.subject,
      paragraphs: [words.lead],
      button: { label: words.button, link },
      after: [words.validity({ hours }), words.ignore],
    }),
  ),
  /** To the previous address of a person, after another one, `address`, was confirmed. */
  'address-changed': writer<At & { readonly address: string }>(
    ({ addressChanged: words }, { at, address }, moment) => ({
      subject: words.subject,
      paragraphs: [words.lead({ moment: moment(at), address }), words.advice],
    }),
  ),
  'password-changed': writer<At>(({ passwordChanged: words }, { at }, moment) => ({
    subject: words.subject,
    paragraphs: [words.lead({ moment: moment(at) }), words.advice],
  })),
  /** A session was ended because an old refresh token was used again. */
  'session-ended': writer<At>(({ sessionEnded: words }, { at }, moment) => ({
    subject: words.subject,
    paragraphs: [words.lead({ moment: moment(at) }), words.ended, words.advice],
  })),
  /** An account at a sign-in provider, of this name, was linked to the person's own, or unlinked. */
  'linked-account': writer<At & { readonly change: 'linked' | 'unlinked'; readonly provider: string }>(
    ({ linkedAccount: words }, { at, change, provider }, moment) => ({
      subject: words[change].subject({ provider }),
      paragraphs: [words[change].lead({ provider, moment: moment(at) }), words.advice],
    }),
  ),
  /** To an owner. Only the host, as the rest of the URL may contain a secret; `since` is when it stopped working. */
  'endpoint-disabled': writer<{ readonly host: string; readonly reason: 'gone' | 'failing'; readonly since: Date }>(
    ({ endpointDisabled: words }, { host, reason, since }, moment) => ({
      subject: words.subject({ host }),
      paragraphs: [words.lead({ host }), words.reasons[reason]({ moment: moment(since) }), words.advice],
    }),
  ),
  /** The request's title as entered, its new status or what was answered, and whose building it is. */
  'maintenance-updated': writer<
    { readonly title: string; readonly link: string; readonly sender: string } & (
      | { readonly status: 'new' | 'in_progress' | 'resolved' | 'closed' | 'cancelled' }
      | { readonly answer: string }
    )
  >(({ maintenanceUpdated: words }, { title, link, sender, ...news }) => ({
    subject: words.subject({ title }),
    paragraphs: [
      words.lead({ title }),
      'status' in news ? words.statuses[news.status] : words.answered({ answer: news.answer }),
    ],
    button: { label: words.button, link },
    after: [sender],
  })),
  /** To those who look after the building: what a resident, `who`, reported and where, as entered. */
  'maintenance-reported': writer<{
    readonly title: string;
    readonly who: string | null;
    readonly building: string;
    readonly apartment?: string;
    readonly link: string;
  }>(({ maintenanceReported: words }, { title, who, building, apartment, link }, _moment, language) => ({
    subject: words.subject({ title }),
    paragraphs: [
      words.lead({ title }),
      [apartment === undefined ? building : formatApartment(language, building, apartment), who]
        .filter(Boolean)
        .join(' · '),
    ],
    button: { label: words.button, link },
  })),
  /** To the resident who submitted a reading that was rejected: of which meter, and why. */
  'reading-rejected': writer<RejectedReading>(({ readingRejected: words }, facts, _moment, language) => {
    const { type, serialNumber, day, reason, link, sender } = facts;
    const meter = [serviceWords[language].invoicePdf.usage.types[type], serialNumber].filter(Boolean).join(' ');
    const apartment = formatApartment(language, facts.building, facts.apartment);
    return {
      subject: words.subject({ meter }),
      paragraphs: [
        words.lead({ value: formatRegister(language, facts), day: formatDay(language, day) }),
        words.meter({ meter, apartment }),
        words.reason({ reason }),
        words.advice,
      ],
      button: { label: words.button, link },
      after: [sender],
    };
  }),
};

type RejectedReading = {
  readonly building: string;
  readonly apartment: string;
  readonly type: MeterType;
  readonly serialNumber: string | null;
  readonly value: number;
  readonly decimals: number;
  readonly unit: MeterUnit;
  readonly day: Day;
  /** As the manager wrote it. */
  readonly reason: string;
  readonly link: string;
  readonly sender: string;
};

/** The facts of each. */
export type ShortLetterData = {
  [K in keyof typeof shortLetters]: Parameters<(typeof shortLetters)[K]>[1];
};
