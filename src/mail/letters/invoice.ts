// The e-mail with an invoice or a credit note attached. It has the payment details, so that the invoice can be paid
// without opening the file.
import type { Period } from '../../platform/values/dates.ts';
import type { Language } from '../../platform/values/languages.ts';
import { serviceWords } from '../../words/service-words.ts';
import type { LetterContent } from './letter-layout.ts';
import { formatApartment, formatPeriod, sentence } from './letter-words.ts';
import {
  formatAmountDue,
  formatPayee,
  formatUnpaidBefore,
  invoiceLinks,
  type PaymentDetails,
  type UnpaidBefore,
} from './payment.ts';

/** The invoice, its apartment and days, and how to pay it. */
export type InvoiceLetter = PaymentDetails & {
  readonly building: string;
  readonly apartment: string;
  readonly number: string;
  readonly period: Period;
  /** Open besides it. */
  readonly unpaidBefore?: readonly UnpaidBefore[];
  /** Of a credit note: the number of the invoice that it credits. */
  readonly credits?: string;
};

/** Explains how to pay the invoice; without a balance, or of a credit note, that nothing is due. */
export function invoice(language: Language, facts: InvoiceLetter): LetterContent {
  const { invoice: words } = serviceWords[language].mail;
  const { number, building, apartment, period, toPay, credits } = facts;
  const about = `${formatApartment(language, building, apartment)}, ${formatPeriod(language, period)}`;
  if (credits !== undefined)
    return {
      subject: words.credit.subject({ number, about }),
      paragraphs: [words.credit.lead({ number, credited: credits, about: sentence(about) }), words.credit.nothingDue],
      ...(facts.link !== undefined && { button: { label: words.credit.view, link: facts.link } }),
    };
  const besides = formatUnpaidBefore(language, facts, facts.unpaidBefore ?? []) ?? [];
  return {
    subject: words.subject({ number, about }),
    paragraphs: [
      words.lead({ number, about: sentence(about) }),
      ...(toPay > 0
        ? [formatAmountDue(language, facts), besides, formatPayee(language, facts)].flat()
        : [words.nothingDue]),
    ],
    ...invoiceLinks(language, facts),
  };
}
