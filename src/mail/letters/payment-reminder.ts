// The letter that reminds of an invoice whose due date has passed.
import type { Language } from '../../platform/values/languages.ts';
import { mailWords } from '../words.ts';
import type { Written } from './letter-layout.ts';
import { type Payment, paymentIn, toPayIn, wayIn } from './payment.ts';
import { apartmentIn } from './letter-words.ts';

/** Which invoice, of which apartment, and what is still to be paid of it. */
export type PaymentReminder = Payment & {
  readonly building: string;
  readonly apartment: string;
  readonly number: string;
};

/** Says what is overdue, how much and to whom it is paid. */
export function paymentReminder(language: Language, facts: PaymentReminder): Written {
  const { paymentReminder: words } = mailWords[language];
  const { number, building, apartment } = facts;
  return {
    subject: words.subject({ number }),
    paragraphs: [
      words.lead({ number, apartment: apartmentIn(language, building, apartment) }),
      toPayIn(language, facts),
      paymentIn(language, facts),
    ],
    after: [words.paid],
    ...wayIn(language, facts),
  };
}
