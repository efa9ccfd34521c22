// The letter that an invoice is attached to. It says what is to be paid, so that it can be paid without opening the file.
import type { Period } from '../../platform/dates.ts';
import type { Language } from '../../platform/languages.ts';
import type { Texts } from '../letters.ts';
import { type Payment, paymentIn, toPayIn, wayIn } from './payment.ts';
import { apartmentIn, periodIn, sentence } from './words.ts';

/** Which invoice, of which apartment and days, and how it is paid. */
export type InvoiceLetter = Payment & {
  readonly building: string;
  readonly apartment: string;
  readonly number: string;
  readonly period: Period;
};

const nothingToPay: Readonly<Record<Language, string>> = {
  et: 'Seda arvet ei ole vaja tasuda.',
  en: 'There is nothing to pay.',
  lv: 'Šis rēķins nav jāmaksā.',
  lt: 'Šios sąskaitos apmokėti nereikia.',
  ru: 'Этот счёт оплачивать не нужно.',
};

function howIn(language: Language, facts: InvoiceLetter): string[] {
  if (facts.toPay <= 0) return [nothingToPay[language]];
  return [toPayIn(language, facts), paymentIn(language, facts)];
}

/** The subject's last part: whose, and of when. */
function aboutIn(language: Language, { building, apartment, period }: InvoiceLetter): string {
  return `${apartmentIn(language, building, apartment)}, ${periodIn(language, period)}`;
}

export const invoice: Texts<InvoiceLetter> = {
  et: (facts) => ({
    subject: `Arve ${facts.number}: ${aboutIn('et', facts)}`,
    paragraphs: [`Kirjaga on kaasas arve ${facts.number}. ${sentence(aboutIn('et', facts))}`, ...howIn('et', facts)],
    ...wayIn('et', facts),
  }),
  en: (facts) => ({
    subject: `Invoice ${facts.number}: ${aboutIn('en', facts)}`,
    paragraphs: [`Invoice ${facts.number} is attached. ${sentence(aboutIn('en', facts))}`, ...howIn('en', facts)],
    ...wayIn('en', facts),
  }),
  lv: (facts) => ({
    subject: `Rēķins ${facts.number}: ${aboutIn('lv', facts)}`,
    paragraphs: [
      `Vēstulei pievienots rēķins ${facts.number}. ${sentence(aboutIn('lv', facts))}`,
      ...howIn('lv', facts),
    ],
    ...wayIn('lv', facts),
  }),
  lt: (facts) => ({
    subject: `Sąskaita ${facts.number}: ${aboutIn('lt', facts)}`,
    paragraphs: [
      `Prie laiško pridėta sąskaita ${facts.number}. ${sentence(aboutIn('lt', facts))}`,
      ...howIn('lt', facts),
    ],
    ...wayIn('lt', facts),
  }),
  ru: (facts) => ({
    subject: `Счёт ${facts.number}: ${aboutIn('ru', facts)}`,
    paragraphs: [`К письму приложен счёт ${facts.number}. ${sentence(aboutIn('ru', facts))}`, ...howIn('ru', facts)],
    ...wayIn('ru', facts),
  }),
};
