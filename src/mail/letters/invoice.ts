// The letter that an invoice is attached to. It says what is to be paid, so that it can be paid without opening the file.
import type { Period } from '../../platform/values/dates.ts';
import type { Language } from '../../platform/values/languages.ts';
import { mailWords } from '../words.ts';
import type { LetterContent } from './letter-layout.ts';
import { formatApartment, formatPeriod, sentence } from './letter-words.ts';
import { formatAmountDue, formatPayee, invoiceButton, type PaymentDetails } from './payment.ts';

/** Which invoice, of which apartment and days, and how it is paid. */
export type InvoiceLetter = PaymentDetails & {
  readonly building: string;
  readonly apartment: string;
  readonly number: string;
  readonly period: Period;
};

/** Says how an invoice is paid; of one without a balance, that nothing is due. */
export function invoice(language: Language, facts: InvoiceLetter): LetterContent {
  const { invoice: words } = mailWords[language];
  const { number, building, apartment, period, toPay } = facts;
  const about = `${formatApartment(language, building, apartment)}, ${formatPeriod(language, period)}`;
  return {
    subject: words.subject({ number, about }),
    paragraphs: [
      words.lead({ number, about: sentence(about) }),
      ...(toPay > 0 ? [formatAmountDue(language, facts), formatPayee(language, facts)] : [words.nothingDue]),
    ],
    ...invoiceButton(language, facts),
  };
}
