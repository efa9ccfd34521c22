// The words of a PDF page: what every language has to say.

import type { SettlementCalculation } from '../../../charging/calculation.ts';
import type { Basis, MeterType, Unit } from '../../../platform/values/bases.ts';
import type { Message } from '../../../platform/values/messages.ts';

/** All words of a page in one language. Messages are given what is written already: names, amounts, days. */
export type PdfWords = {
  readonly invoice: string;
  readonly creditInvoice: string;
  readonly draft: string;
  readonly cancelled: string;
  readonly paid: Message<{ day: string }>;
  readonly number: string;
  readonly issued: string;
  readonly due: string;
  readonly period: string;
  readonly reference: string;
  readonly apartment: Message<{ number: string }>;
  readonly recipient: string;
  readonly service: string;
  readonly quantity: string;
  readonly price: string;
  readonly net: string;
  readonly vat: string;
  readonly sumNet: string;
  readonly vatOf: Message<{ rate: string; net: string }>;
  readonly total: string;
  readonly amountPaid: string;
  readonly toPay: string;
  readonly nothingToPay: string;
  readonly inYourFavour: string;
  /** What became of an invoice that gives back. */
  readonly credited: string;
  readonly payBy: Message<{ day: string }>;
  /** Earlier invoices that are not paid, what they come to, and that with this one. */
  readonly besides: Message<{ numbers: string; owed: string; all: string }>;
  /** Before the reason of an invoice that corrects another. */
  readonly corrects: Message<{ number: string }>;
  readonly testNote: string;
  readonly draftNote: string;
  readonly cancelledNote: string;
  readonly noAccount: string;
  readonly payment: string;
  readonly beneficiary: string;
  readonly account: string;
  readonly scan: string;
  readonly codeAlt: Message<{ payee: string; iban: string; amount: string; reference: string }>;
  readonly logoAlt: Message<{ organization: string }>;
  readonly page: string;
  readonly registration: string;
  readonly attachment: string;
  readonly vatNumber: string;
  readonly units: Readonly<Record<Unit, string>>;
  /** The units that are words, after their number. */
  readonly counts: Readonly<Record<'apartment' | 'share' | 'person', Message<{ count: number }>>>;
  readonly how: {
    readonly title: string;
    readonly intro: string;
    readonly coefficient: string;
    readonly tariff: string;
    readonly daysOf: Message<{ days: number; of: number }>;
    readonly onTheseDays: string;
    readonly ownDays: string;
    readonly price: string;
    readonly readings: Message<{ meter: string }>;
    readonly estimated: string;
    /** Of values that nobody read: their days, and the days of the readings between which they lie. */
    readonly byDays: Message<{ days: string; from: string; to: string }>;
    readonly rolledOver: string;
    /** Beside a share: by what a bill is divided where the meters that should divide it counted nothing. */
    readonly instead: string;
    /**
     * Of a bill that is divided by consumption: all that was counted, what of it bills were divided by before, and what
     * counts now.
     */
    readonly countedSince: Message<{ day: string }>;
    readonly weighedBefore: string;
    readonly weighedNow: string;
    /**
     * Of days that are settled: which, what was counted on them, what was billed of it, the difference, and why there
     * is one.
     */
    readonly days: string;
    readonly countedNow: string;
    readonly billedBefore: string;
    readonly unbilled: string;
    readonly limited: string;
    readonly why: Readonly<Record<SettlementCalculation['why'], string>>;
    /** Of a remainder: what of it was billed before. */
    readonly billedOfIt: string;
    readonly ownDaysOnly: string;
    readonly bill: string;
    readonly billQuantity: Message<{ quantity: string }>;
    readonly deducted: string;
    readonly divided: string;
    readonly share: string;
    /** The names of the bases whose unit does not say what was counted. The others are excluded. */
    readonly bases: Readonly<Record<Exclude<Basis, 'fixed' | 'equal' | 'meter' | 'meter_remainder'>, string>>;
    readonly mainMeters: string;
    readonly apartmentMeters: string;
    readonly remainder: string;
    readonly part: string;
    readonly overdue: Message<{ invoice: string }>;
    readonly once: string;
    readonly credited: string;
    readonly difference: string;
    /** The same of all days of a charge together, in a correction. */
    readonly allDays: string;
    readonly rounded: string;
    readonly cent: Message<{ amount: string }>;
    /** The same between those who had an apartment in a period. */
    readonly centOfDays: Message<{ amount: string }>;
  };
  readonly usage: {
    readonly title: string;
    readonly types: Readonly<Record<MeterType, string>>;
    readonly unknown: string;
  };
};
