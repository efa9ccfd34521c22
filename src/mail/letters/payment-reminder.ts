// The letter that reminds of an invoice whose due date has passed.
import type { Texts } from '../letters.ts';
import { type Payment, paymentIn, toPayIn, wayIn } from './payment.ts';
import { apartmentIn } from './words.ts';

/** Which invoice, of which apartment, and what is still to be paid of it. */
export type PaymentReminder = Payment & {
  readonly building: string;
  readonly apartment: string;
  readonly number: string;
};

export const paymentReminder: Texts<PaymentReminder> = {
  et: (facts) => ({
    subject: `Meeldetuletus: arve ${facts.number} on tasumata`,
    paragraphs: [
      `Arve ${facts.number} maksetähtpäev on möödas: ${apartmentIn('et', facts.building, facts.apartment)}.`,
      toPayIn('et', facts),
      paymentIn('et', facts),
    ],
    after: ['Kui olete juba maksnud, ei pea te midagi tegema.'],
    ...wayIn('et', facts),
  }),
  en: (facts) => ({
    subject: `Reminder: invoice ${facts.number} is not paid`,
    paragraphs: [
      `The due date of invoice ${facts.number} has passed: ${apartmentIn('en', facts.building, facts.apartment)}.`,
      toPayIn('en', facts),
      paymentIn('en', facts),
    ],
    after: ['If you have paid already, there is nothing to do.'],
    ...wayIn('en', facts),
  }),
  lv: (facts) => ({
    subject: `Atgādinājums: rēķins ${facts.number} nav apmaksāts`,
    paragraphs: [
      `Rēķina ${facts.number} apmaksas termiņš ir pagājis: ${apartmentIn('lv', facts.building, facts.apartment)}.`,
      toPayIn('lv', facts),
      paymentIn('lv', facts),
    ],
    after: ['Ja jau esat samaksājis, nekas nav jādara.'],
    ...wayIn('lv', facts),
  }),
  lt: (facts) => ({
    subject: `Priminimas: sąskaita ${facts.number} neapmokėta`,
    paragraphs: [
      `Sąskaitos ${facts.number} apmokėjimo terminas praėjo: ${apartmentIn('lt', facts.building, facts.apartment)}.`,
      toPayIn('lt', facts),
      paymentIn('lt', facts),
    ],
    after: ['Jei jau sumokėjote, nieko daryti nereikia.'],
    ...wayIn('lt', facts),
  }),
  ru: (facts) => ({
    subject: `Напоминание: счёт ${facts.number} не оплачен`,
    paragraphs: [
      `Срок оплаты счёта ${facts.number} прошёл: ${apartmentIn('ru', facts.building, facts.apartment)}.`,
      toPayIn('ru', facts),
      paymentIn('ru', facts),
    ],
    after: ['Если вы уже заплатили, ничего делать не нужно.'],
    ...wayIn('ru', facts),
  }),
};
