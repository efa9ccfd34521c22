// Payment details in e-mails: amount, due date and beneficiary, as labels and values, so that nothing has to be
// declined.
import type { Day } from '../../platform/values/dates.ts';
import { formatIban } from '../../platform/values/iban.ts';
import type { Language } from '../../platform/values/languages.ts';
import { type Cents, formatCents, sumCents } from '../../platform/values/money.ts';
import { serviceWords } from '../../words/service-words.ts';
import type { LetterContent } from './letter-layout.ts';
import { formatDay, sentence } from './letter-words.ts';

/** What to pay, and how. Payee and account are null if the building has none. */
export type PaymentDetails = {
  readonly toPay: Cents;
  readonly currency: string;
  readonly dueDate: Day;
  readonly payee: string | null;
  readonly iban: string | null;
  readonly reference: string;
  /** The link to the invoice with its calculation and payment; absent for people who cannot sign in. */
  readonly link?: string;
  /** The link to the payment, which needs no account; absent if nothing is due. */
  readonly payLink?: string;
};

/** The amount and due date: `Tasuda: 58,94 €. Maksetähtpäev: 14. detsember 2026.` */
export function formatAmountDue(language: Language, { toPay, currency, dueDate }: PaymentDetails): string {
  const { payment: words } = serviceWords[language].mail;
  return `${words.balanceDue}: ${formatCents(toPay, currency, language)}. ${sentence(`${words.dueDate}: ${formatDay(language, dueDate)}`)}`;
}

/** The maximum number of invoices named in one sentence; others only count in the sum. */
const maxNamed = 3;

/** An earlier invoice that the same payers have not paid. */
export type UnpaidBefore = { readonly number: string; readonly balance: Cents };

/** The balance of the payers' earlier invoices, and the total with this one; null without any. */
export function formatUnpaidBefore(
  language: Language,
  { toPay, currency }: Pick<PaymentDetails, 'toPay' | 'currency'>,
  unpaid: readonly UnpaidBefore[],
): string | null {
  if (unpaid.length === 0) return null;
  const owed = sumCents(unpaid.map(({ balance }) => balance));
  const named = unpaid.slice(0, maxNamed).map(({ number }) => number);
  const numbers = [...named, ...(unpaid.length > maxNamed ? ['…'] : [])].join(', ');
  const money = (cents: Cents) => formatCents(cents, currency, language);
  return serviceWords[language].invoicePdf.besides({ numbers, owed: money(owed), all: money(owed + toPay) });
}

/** The beneficiary, as far as known: `Saaja: KÜ Kase 12. Konto: EE38…. Viitenumber: 1000012.` */
export function formatPayee(
  language: Language,
  { payee, iban, reference }: Record<'payee' | 'iban' | 'reference', string | null>,
): string {
  const { payment: words } = serviceWords[language].mail;
  const rows: (readonly [string, string | null])[] = [
    [words.payee, payee],
    [words.iban, iban && formatIban(iban)],
    [words.reference, reference],
  ];
  return rows.flatMap(([name, value]) => (value === null ? [] : [sentence(`${name}: ${value}`)])).join(' ');
}

/** The link to the payment, and for people who can sign in that to the invoice. */
export function invoiceLinks(
  language: Language,
  { link, payLink }: PaymentDetails,
): Pick<LetterContent, 'button' | 'more'> {
  const { pay, viewInvoice } = serviceWords[language].mail.payment;
  const view = link === undefined ? undefined : { label: viewInvoice, link };
  if (payLink === undefined) return view === undefined ? {} : { button: view };
  return { button: { label: pay, link: payLink }, ...(view && { more: [view] }) };
}
