// The texts of an invoice page, ready for typesetting. Everything is text here; the template defines the layout. Pure.

import { formatDay } from '../../mail/letters/letter-words.ts';
import { formatUnpaidBefore } from '../../mail/letters/payment.ts';
import type { MonthlyUsage } from '../../metering/monthly-usage.ts';
import { about, factorDecimals, isAmountAlone, numberText, quantityText } from '../../platform/values/amounts.ts';
import { formatIban } from '../../platform/values/iban.ts';
import { amountFromCents, type Cents, formatCents } from '../../platform/values/money.ts';
import { serviceWords } from '../../words/service-words.ts';
import type { InvoicePosition } from '../model.ts';
import { vatSummary } from '../vat-summary.ts';
import { findCorrectedNumber, findMissingData } from './e-invoice-data.ts';
import { type Explanation, explainPositions } from './explain-position.ts';
import type { InvoiceDocument } from './invoice-document.ts';
import { paymentCodeSvg, paymentCodeText } from './payment-code.ts';
import { describedIn, formatDayRange, formatMonth, type PdfWords, unitOf } from './pdf-words.ts';
import { writeUbl } from './ubl.ts';

export type LabelledValue = { readonly label: string; readonly value: string };
type PdfLine = {
  readonly description: string;
  readonly quantity: string;
  readonly unit: string;
  readonly price: string;
  readonly net: string;
  readonly vat: string;
};
type PdfTotal = LabelledValue & { readonly strong: boolean };
type UsageChart = {
  readonly title: string;
  readonly unit: string;
  readonly alt: string;
  readonly bars: readonly {
    readonly label: string;
    readonly year: string;
    readonly value: string;
    readonly share: number;
  }[];
};

/** The data for the template; null where the page has no such part. */
type PdfPage = {
  readonly language: string;
  readonly title: string;
  readonly issued: readonly [year: number, month: number, day: number];
  readonly organization: string;
  /** The image is passed separately. */
  readonly logo: { readonly sha256: string; readonly alt: string; readonly millimetres: number } | null;
  readonly foot: readonly string[];
  readonly heading: string;
  readonly number: string;
  /** What every page of a test organization says. */
  readonly testNote: string | null;
  readonly mark: { readonly text: string; readonly tone: 'draft' | 'cancelled' | 'paid' } | null;
  readonly note: string | null;
  readonly recipient: { readonly label: string; readonly names: readonly string[]; readonly place: readonly string[] };
  readonly facts: readonly LabelledValue[];
  readonly due: LabelledValue & { readonly by: string | null };
  readonly columns: readonly string[];
  readonly taxed: boolean;
  readonly lines: readonly PdfLine[];
  readonly sums: readonly PdfTotal[];
  readonly payment: {
    readonly title: string;
    readonly rows: readonly LabelledValue[];
    /** Earlier balances, and the total including them. */
    readonly besides: string | null;
    readonly code: { readonly svg: string; readonly alt: string; readonly caption: string } | null;
  } | null;
  readonly how: { readonly title: string; readonly intro: string | null; readonly parts: readonly Explanation[] };
  readonly usage: { readonly title: string; readonly charts: readonly UsageChart[] } | null;
  readonly pageWord: string;
  /** The e-invoice attached to the PDF file. */
  readonly attachment: { readonly name: string; readonly description: string; readonly xml: string } | null;
};

type FormatMoney = (cents: Cents) => string;

/** Writes a document in its language. */
export function writePdfPage(document: InvoiceDocument): PdfPage {
  const { language, invoice, sender, building, apartment, recipients } = document;
  const words = serviceWords[language].invoicePdf;
  const money: FormatMoney = (cents) => amountIn(document, cents);
  const heading = invoice.amount < 0 ? words.creditInvoice : words.invoice;
  const taxed = invoice.positions.some(({ vatRate }) => vatRate !== 0);
  const [year = 1970, month = 1, day = 1] = invoice.issueDate.split('-').map(Number);
  const title = `${heading} ${invoice.number}`;
  return {
    language,
    title,
    issued: [year, month, day],
    organization: sender.name,
    logo: logoOf(document, words),
    foot: footerOf(document, words),
    heading,
    number: invoice.number,
    testNote: document.test ? words.testNote : null,
    ...markAndNote(document, words),
    recipient: {
      label: words.recipient,
      names: recipients,
      place: [words.apartment({ number: apartment.number }), building.address],
    },
    facts: headerFacts(document, words),
    due: dueOf(document, words, money),
    columns: [words.service, words.quantity, words.price, words.net, ...(taxed ? [words.vat] : [])],
    taxed,
    lines: invoice.positions.map((position) => lineOf(position, document, words)),
    sums: sums(document, words, money, taxed),
    payment: paymentOf(document, words, money),
    how: {
      title: words.how.title,
      intro: taxed ? words.how.intro : null,
      parts: explainPositions(invoice.positions, document.rises, language, invoice.currency),
    },
    usage: usageOf(document, words),
    pageWord: words.page,
    attachment:
      findMissingData(document) === undefined
        ? { name: 'e-invoice.xml', description: words.attachment, xml: writeUbl(document) }
        : null,
  };
}

/** The logo, scaled to fit into 60 × 14 mm. */
function logoOf({ logo, sender }: InvoiceDocument, words: PdfWords): PdfPage['logo'] {
  if (logo === null) return null;
  const millimetres = Math.min(60, 14 * logo.aspect);
  return { sha256: logo.sha256, alt: words.logoAlt({ organization: sender.name }), millimetres };
}

/** The sender's details for the footer of each page. */
function footerOf({ sender }: InvoiceDocument, words: PdfWords): string[] {
  const { name, registrationNumber, vatNumber, street, city, postalCode, email, phone } = sender;
  const address = [street, [postalCode, city].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  const numbers = [
    registrationNumber && `${words.registration} ${registrationNumber}`,
    vatNumber && `${words.vatNumber} ${vatNumber}`,
  ];
  const lines = [
    [name, ...numbers],
    [address, phone, email],
  ];
  return lines.map((parts) => parts.filter(Boolean).join(' · ')).filter((line) => line !== '');
}

/** The mark and note of an invoice that is not simply to be paid. */
function markAndNote(document: InvoiceDocument, words: PdfWords): Pick<PdfPage, 'mark' | 'note'> {
  const { language, invoice } = document;
  const why =
    invoice.reason === null
      ? null
      : `${words.corrects({ number: findCorrectedNumber(document) ?? '' })} ${invoice.reason}`;
  const { mark, note } = markOf(language, invoice, words);
  return { mark, note: why === null || note === null ? (why ?? note) : `${why} ${note}` };
}

function markOf(
  language: InvoiceDocument['language'],
  invoice: InvoiceDocument['invoice'],
  words: PdfWords,
): Pick<PdfPage, 'mark' | 'note'> {
  switch (invoice.status) {
    case 'draft':
      return { mark: { text: words.draft, tone: 'draft' }, note: words.draftNote };
    case 'cancelled':
      return { mark: { text: words.cancelled, tone: 'cancelled' }, note: words.cancelledNote };
    case 'paid':
      return {
        mark: { text: words.paid({ day: formatDay(language, invoice.paidDate ?? invoice.issueDate) }), tone: 'paid' },
        note: null,
      };
    default:
      return { mark: null, note: null };
  }
}

function headerFacts({ language, invoice }: InvoiceDocument, words: PdfWords): LabelledValue[] {
  return [
    { label: words.issued, value: formatDay(language, invoice.issueDate) },
    { label: words.due, value: formatDay(language, invoice.dueDate) },
    { label: words.period, value: formatDayRange(language, invoice.periodStart, invoice.periodEnd) },
    { label: words.reference, value: invoice.reference },
  ];
}

function dueOf({ language, invoice }: InvoiceDocument, words: PdfWords, money: FormatMoney): PdfPage['due'] {
  const { balance, dueDate } = invoice;
  if (isCredited(invoice)) return { label: words.credited, value: money(-invoice.amountPaid), by: null };
  if (balance > 0)
    return { label: words.toPay, value: money(balance), by: words.payBy({ day: formatDay(language, dueDate) }) };
  if (balance < 0) return { label: words.inYourFavour, value: money(-balance), by: null };
  return { label: words.nothingToPay, value: money(0), by: null };
}

/** The invoice became credit of the apartment; nobody paid it. */
function isCredited({ amountPaid, status }: InvoiceDocument['invoice']): boolean {
  return amountPaid < 0 && status !== 'cancelled';
}

function lineOf(position: InvoicePosition, document: InvoiceDocument, words: PdfWords): PdfLine {
  const { language } = document;
  const amount = amountFromCents(position.amount);
  const decimals = factorDecimals({ ...position, amount }, position.calculation.method);
  const counted = isAmountAlone(position)
    ? { quantity: '', unit: '', price: '' }
    : {
        quantity: quantityText(language, position.quantity, position.unit, decimals?.quantity),
        unit: unitOf(words, position.unit, position.quantity),
        price: decimals ? about(numberText(language, position.unitPrice, 2, decimals.price), decimals.isExact) : '',
      };
  return {
    description: describedIn(language, position.description),
    ...counted,
    net: numberText(language, amount, 2, 2),
    vat: `${numberText(language, position.vatRate, 0, 2)}%`,
  };
}

function sums({ language, invoice }: InvoiceDocument, words: PdfWords, money: FormatMoney, taxed: boolean): PdfTotal[] {
  const { positions, amount, amountPaid, balance, status } = invoice;
  const weak = (label: string, cents: Cents): PdfTotal => ({ label, value: money(cents), strong: false });
  const net = positions.reduce((sum, position) => sum + position.amount, 0);
  const taxes = vatSummary(positions).map(({ rate, net, vat }) =>
    weak(words.vatOf({ rate: numberText(language, rate, 0, 2), net: money(net) }), vat),
  );
  const open = amountPaid > 0 && status !== 'cancelled';
  return [
    ...(taxed ? [weak(words.sumNet, net), ...taxes] : []),
    { label: words.total, value: money(amount), strong: true },
    ...(isCredited(invoice) ? [weak(words.credited, -amountPaid)] : []),
    ...(open ? [weak(words.amountPaid, -amountPaid), { label: words.toPay, value: money(balance), strong: true }] : []),
  ];
}

/** How to pay, while there is a balance. */
function paymentOf(document: InvoiceDocument, words: PdfWords, money: FormatMoney): PdfPage['payment'] {
  const { invoice, payee } = document;
  const { balance: amount, currency, reference } = invoice;
  if (invoice.status !== 'sent' || amount <= 0) return null;
  const besides = formatUnpaidBefore(document.language, { toPay: amount, currency }, document.unpaidBefore);
  if (payee.iban === null)
    return { title: words.payment, rows: [{ label: words.account, value: words.noAccount }], besides, code: null };
  const iban = formatIban(payee.iban);
  const text = paymentCodeText({ payee: payee.name, iban: payee.iban, amount, currency, reference });
  return {
    title: words.payment,
    rows: [
      { label: words.beneficiary, value: payee.name },
      { label: words.account, value: iban },
      { label: words.reference, value: reference },
    ],
    besides,
    code:
      text === undefined || document.test
        ? null
        : {
            svg: paymentCodeSvg(text),
            alt: words.codeAlt({ payee: payee.name, iban, amount: money(amount), reference }),
            caption: words.scan,
          },
  };
}

function usageOf({ language, usage }: InvoiceDocument, words: PdfWords): PdfPage['usage'] {
  const used = usage.map(fromFirstUsage).filter(({ months }) => months.filter(hasUsage).length > 1);
  if (used.length === 0) return null;
  return { title: words.usage.title, charts: used.map((monthlyUsage) => chartOf(monthlyUsage, language, words)) };
}

/** The months from the first one with data. */
function fromFirstUsage(use: MonthlyUsage): MonthlyUsage {
  const first = use.months.findIndex(hasUsage);
  return { ...use, months: first === -1 ? [] : use.months.slice(first) };
}

function hasUsage({ quantity }: MonthlyUsage['months'][number]): boolean {
  return Number(quantity) !== 0;
}

function chartOf(
  { type, unit, months }: MonthlyUsage,
  language: InvoiceDocument['language'],
  words: PdfWords,
): UsageChart {
  const figures = months.map(({ quantity }) => (quantity === null ? null : Number(quantity)));
  const largest = Math.max(...figures.map((figure) => figure ?? 0), 0);
  const decimals = largest < 10 ? 2 : 1;
  const title = words.usage.types[type];
  const bars = months.map(({ month, quantity }, index) => {
    const { name: label, year } = formatMonth(language, month);
    const value = quantity === null ? '–' : numberText(language, quantity, decimals, decimals);
    return { label, year, value, share: largest === 0 ? 0 : Math.max(0, figures[index] ?? 0) / largest };
  });
  const barTexts = bars.map(
    (bar) => `${bar.label} ${bar.year}: ${bar.value === '–' ? words.usage.unknown : bar.value}`,
  );
  const unitText = words.units[unit];
  return { title, unit: unitText, bars, alt: `${title} (${unitText}). ${barTexts.join('; ')}.` };
}

function amountIn({ language, invoice: { currency } }: InvoiceDocument, cents: Cents): string {
  return formatCents(cents, currency, language);
}
