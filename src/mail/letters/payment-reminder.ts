// The reminder e-mail about the overdue invoices of one recipient in a building.
import type { Language } from '../../platform/values/languages.ts';
import { formatCents, sumCents } from '../../platform/values/money.ts';
import { serviceWords } from '../../words/service-words.ts';
import type { LetterContent } from './letter-layout.ts';
import { formatApartment } from './letter-words.ts';
import { formatAmountDue, formatPayee, invoiceLinks, type PaymentDetails } from './payment.ts';

/** An overdue invoice, its apartment, and how to pay it. */
type RemindedInvoice = PaymentDetails & {
  readonly building: string;
  readonly apartment: string;
  readonly number: string;
};

/** At least one invoice, the one due first before the others; all of one building and currency. */
export type PaymentReminder = { readonly invoices: readonly RemindedInvoice[] };

/** States what is overdue, how much and to whom to pay: of each invoice, and of several their sum. */
export function paymentReminder(language: Language, { invoices }: PaymentReminder): LetterContent {
  const [first, ...others] = invoices;
  if (first === undefined) throw new Error('A payment reminder is about an invoice.');
  return others.length === 0 ? aboutOne(language, first) : aboutSeveral(language, first, invoices);
}

function aboutOne(language: Language, invoice: RemindedInvoice): LetterContent {
  const { paymentReminder: words } = serviceWords[language].mail;
  const { number } = invoice;
  return {
    subject: words.subject({ number }),
    paragraphs: [
      words.lead({ number, apartment: apartmentOf(language, invoice) }),
      formatAmountDue(language, invoice),
      formatPayee(language, invoice),
    ],
    after: [words.paid],
    ...invoiceLinks(language, invoice),
  };
}

function aboutSeveral(
  language: Language,
  { building, currency, payee, iban }: RemindedInvoice,
  invoices: readonly RemindedInvoice[],
): LetterContent {
  const { paymentReminder: words, payment } = serviceWords[language].mail;
  const count = invoices.length;
  const total = formatCents(sumCents(invoices.map(({ toPay }) => toPay)), currency, language);
  const lines = invoices.map((invoice) =>
    [
      words.one({ number: invoice.number, apartment: apartmentOf(language, invoice) }),
      formatAmountDue(language, invoice),
      formatPayee(language, { payee: null, iban: null, reference: invoice.reference }),
    ].join(' '),
  );
  const [button, ...more] = invoices.flatMap(({ number, payLink }) =>
    payLink === undefined ? [] : [{ label: `${payment.pay} ${number}`, link: payLink }],
  );
  return {
    subject: words.subjectOfSeveral({ count, building }),
    paragraphs: [
      words.leadOfSeveral({ count, total }),
      ...lines,
      formatPayee(language, { payee, iban, reference: null }),
    ],
    after: [words.paid],
    ...(button && { button, more }),
  };
}

function apartmentOf(language: Language, { building, apartment }: RemindedInvoice): string {
  return formatApartment(language, building, apartment);
}
