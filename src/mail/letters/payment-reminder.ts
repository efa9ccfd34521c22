// The reminder e-mail about an overdue invoice.
import type { Language } from '../../platform/values/languages.ts';
import { serviceWords } from '../../words/service-words.ts';
import type { LetterContent } from './letter-layout.ts';
import { formatApartment } from './letter-words.ts';
import { formatAmountDue, formatPayee, invoiceLinks, type PaymentDetails } from './payment.ts';

/** The invoice, its apartment, and the open amount. */
export type PaymentReminder = PaymentDetails & {
  readonly building: string;
  readonly apartment: string;
  readonly number: string;
};

/** States what is overdue, how much and to whom to pay. */
export function paymentReminder(language: Language, facts: PaymentReminder): LetterContent {
  const { paymentReminder: words } = serviceWords[language].mail;
  const { number, building, apartment } = facts;
  return {
    subject: words.subject({ number }),
    paragraphs: [
      words.lead({ number, apartment: formatApartment(language, building, apartment) }),
      formatAmountDue(language, facts),
      formatPayee(language, facts),
    ],
    after: [words.paid],
    ...invoiceLinks(language, facts),
  };
}
