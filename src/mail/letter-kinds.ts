// All kinds of e-mails, with their data and priority; composing is pure.
import type { Language } from '../platform/values/languages.ts';
import { type InvitationLetter, invitation } from './letters/invitation.ts';
import { type InvoiceLetter, invoice } from './letters/invoice.ts';
import { type LetterContent, renderHtml, renderText } from './letters/letter-layout.ts';
import { formatMoment, oneLine } from './letters/letter-words.ts';
import { type NewDevice, newDevice } from './letters/new-device.ts';
import { type PaymentReminder, paymentReminder } from './letters/payment-reminder.ts';
import { type ReadingReminder, readingReminder } from './letters/reading-reminder.ts';
import { type SecondFactorChanged, secondFactorChanged } from './letters/second-factor-changed.ts';
import { type SecurityChange, securityChange } from './letters/security-change.ts';
import { type ShortLetterData, shortLetters } from './letters/short-letters.ts';

/** The data of each kind of e-mail. */
export type LetterData = ShortLetterData & {
  invitation: InvitationLetter;
  'second-factor-changed': SecondFactorChanged;
  'security-change': SecurityChange;
  'new-device': NewDevice;
  'reading-reminder': ReadingReminder;
  invoice: InvoiceLetter;
  'payment-reminder': PaymentReminder;
};
export type LetterKind = keyof LetterData;

export type Letter = { readonly subject: string; readonly text: string; readonly html: string };

type Writer<Facts> = (language: Language, facts: Facts, moment: (at: Date) => string) => LetterContent;

const writers: { readonly [K in LetterKind]: Writer<LetterData[K]> } = {
  ...shortLetters,
  invitation,
  'second-factor-changed': secondFactorChanged,
  'security-change': securityChange,
  'new-device': newDevice,
  'reading-reminder': readingReminder,
  invoice,
  'payment-reminder': paymentReminder,
};

/** The ranks. */
export const ranks = [0, 1, 2] as const;

/** The priority in a queue: 0, a person waits at the screen; 1, one person; 2, bulk. */
export const letterRanks: Readonly<Record<LetterKind, (typeof ranks)[number]>> = {
  'magic-link': 0,
  invitation: 1,
  'session-ended': 1,
  'password-changed': 1,
  'confirm-address': 1,
  'address-changed': 1,
  'second-factor-changed': 1,
  'linked-account': 1,
  'security-change': 1,
  'new-device': 1,
  'endpoint-disabled': 1,
  'maintenance-reported': 1,
  'maintenance-updated': 1,
  'reading-rejected': 1,
  'reading-reminder': 2,
  invoice: 2,
  'payment-reminder': 2,
};

/** What concerns a person's own account, and so the person, in whichever organization it happened. */
export const accountLetters: ReadonlySet<LetterKind> = new Set([
  'magic-link',
  'session-ended',
  'password-changed',
  'confirm-address',
  'address-changed',
  'second-factor-changed',
  'linked-account',
  'new-device',
]);

export const letterKinds = Object.keys(writers) as LetterKind[];

/**
 * Composes an e-mail. The text is complete by itself; the HTML has the same content, escaped, in one plain layout.
 * Times are in the time zone of the organization; null: none is known. Pure.
 */
export function composeLetter<K extends LetterKind>(
  kind: K,
  language: Language,
  facts: LetterData[K],
  timeZone: string | null = null,
): Letter {
  const content = writers[kind](language, facts, (at) => formatMoment(language, at, timeZone));
  return {
    subject: oneLine(content.subject),
    text: renderText(language, content),
    html: renderHtml(language, content),
  };
}
