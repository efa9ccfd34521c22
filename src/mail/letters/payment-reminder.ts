// The letter that reminds of an invoice whose due date has passed.
import type { Language } from '../../platform/values/languages.ts';
import { mailWords } from '../words.ts';
import type { LetterContent } from './letter-layout.ts';
import { formatApartment } from './letter-words.ts';
import { formatAmountDue, formatPayee, invoiceButton, type PaymentDetails } from './payment.ts';

/** Which invoice, of which apartment, and what is still to be paid of it. */
export type PaymentReminder = PaymentDetails & {
  readonly building: string;
  readonly apartment: string;
  readonly number: string;
};

/** Says what is overdue, how much and to whom it is paid. */
export function paymentReminder(language: Language, facts: PaymentReminder): LetterContent {
  const { paymentReminder: words } = mailWords[language];
  const { number, building, apartment } = facts;
  return {
    subject: words.subject({ number }),
    paragraphs: [
      words.lead({ number, apartment: formatApartment(language, building, apartment) }),
      formatAmountDue(language, facts),
      formatPayee(language, facts),
    ],
    after: [words.paid],
    ...invoiceButton(language, facts),
  };
}
