// The texts of an account statement, ready for typesetting; the template defines the layout. Pure.
import type { LabelledValue } from '../invoicing/documents/pdf-page.ts';
import { formatDayRange, formatShortDay } from '../invoicing/documents/pdf-words.ts';
import { formatPeriod } from '../mail/letters/letter-words.ts';
import { formatIban } from '../platform/values/iban.ts';
import type { Language } from '../platform/values/languages.ts';
import { type Cents, formatCents, sumCents } from '../platform/values/money.ts';
import { type ServiceWords, serviceWords } from '../words/service-words.ts';
import type { AccountEntry } from './model.ts';
import type { ApartmentAccount } from './receivables.ts';

type AccountWords = ServiceWords['accountStatement'];

/** An account and what its page says around it. */
export type AccountDocument = {
  readonly language: Language;
  readonly organization: string;
  readonly building: string;
  /** Of a test organization: the page says so. */
  readonly test: boolean;
  /** The organization's registration number, address and contacts. */
  readonly foot: readonly string[];
  /** Of the building. */
  readonly address: string;
  readonly payee: { readonly name: string; readonly iban: string | null };
  readonly reference: string;
  readonly account: ApartmentAccount;
};

/** The data for the template. */
type AccountPage = {
  readonly language: string;
  readonly title: string;
  readonly issued: readonly [year: number, month: number, day: number];
  readonly organization: string;
  readonly testNote: string | null;
  readonly foot: readonly string[];
  readonly heading: string;
  readonly apartment: string;
  readonly facts: readonly LabelledValue[];
  readonly columns: readonly string[];
  readonly rows: readonly Record<'day' | 'text' | 'invoiced' | 'received' | 'balance', string>[];
  readonly explanation: string;
  readonly sums: readonly (LabelledValue & { readonly strong: boolean })[];
  /** How to pay what is due; empty if nothing is. */
  readonly payment: readonly LabelledValue[];
  readonly pageWord: string;
};

/** Writes a statement in its language. */
export function writeAccountPage({ language, account, address, ...document }: AccountDocument): AccountPage {
  const words = serviceWords[language].accountStatement;
  const pdfWords = serviceWords[language].invoicePdf;
  const money = (cents: Cents) => formatCents(cents, account.currency, language);
  const day = (on: string) => formatShortDay(language, on);
  const apartment = `${pdfWords.apartment({ number: account.number })}, ${address}`;
  const [year = 1970, month = 1, date = 1] = account.to.split('-').map(Number);
  const { payee, reference } = document;
  return {
    language,
    title: `${words.heading}, ${apartment}`,
    issued: [year, month, date],
    organization: document.organization,
    testNote: document.test ? pdfWords.testNote : null,
    foot: document.foot,
    heading: words.heading,
    apartment,
    facts: [{ label: words.period, value: formatDayRange(language, account.from, account.to) }],
    columns: [words.date, words.transaction, words.invoiced, words.received, words.balance],
    rows: [
      { day: day(account.from), text: words.opening, invoiced: '', received: '', balance: money(account.opening) },
      ...account.entries.map((entry) => ({
        day: day(entry.on),
        text: entryText(language, entry, account.severalPayers),
        invoiced: entry.kind === 'invoice' ? money(entry.amount) : '',
        received: entry.kind === 'invoice' ? '' : money(-entry.amount),
        balance: money(entry.balance),
      })),
    ],
    explanation: words.explanation,
    sums: sumsOf(account, words, money),
    payment:
      account.closing > 0 && payee.iban !== null
        ? [
            { label: pdfWords.beneficiary, value: payee.name },
            { label: pdfWords.account, value: formatIban(payee.iban) },
            { label: pdfWords.reference, value: reference },
          ]
        : [],
    pageWord: pdfWords.page,
  };
}

/** How the closing balance comes about. */
function sumsOf({ opening, closing, entries }: ApartmentAccount, words: AccountWords, money: (cents: Cents) => string) {
  const sum = (kind: AccountEntry['kind']) =>
    sumCents(entries.filter((entry) => entry.kind === kind).map((entry) => entry.amount));
  const refunded = sum('refund');
  const last = closing > 0 ? words.owed : closing < 0 ? words.prepaid : words.settled;
  return [
    { label: words.opening, value: money(opening), strong: false },
    { label: words.invoiced, value: money(sum('invoice')), strong: false },
    ...(refunded === 0 ? [] : [{ label: words.refunded, value: money(refunded), strong: false }]),
    { label: words.received, value: money(-sum('payment') - sum('returned')), strong: false },
    { label: last, value: money(Math.abs(closing)), strong: true },
  ];
}

/** What an entry is, and the month of an invoice; of several payers' entries, also whose. */
function entryText(language: Language, entry: ApartmentAccount['entries'][number], severalPayers: boolean): string {
  const { kind, text, period, amount, payers } = entry;
  const words = serviceWords[language].accountStatement;
  const month = period === null ? '' : formatPeriod(language, period);
  const names = severalPayers ? payers.join(', ') : '';
  const name = kind === 'invoice' && amount < 0 ? words.creditNote : words[kind];
  return [name, text, month, names === text ? '' : names].filter(Boolean).join(' · ');
}
