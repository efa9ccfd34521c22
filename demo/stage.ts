// The stage: what the chapters share, and what each has found out for those after it.
import type { Api } from './ask.ts';
import type { Letters } from './letters.ts';
import type { Receiver } from './receiver.ts';

export type Person = { readonly email: string; readonly password: string; readonly tenantId: string };

export type Stage = {
  readonly api: Api;
  readonly receiver: Receiver;
  /** What the service has sent by e-mail. */
  readonly letters: Letters;
  /** Runs the house; an owner of its organization. */
  readonly manager: Person;
  /** An owner of another organization on the same service. */
  readonly stranger: Person;
  readonly facts: Partial<Facts>;
};

/** A part of the story. Later features add theirs to the list in story.ts. */
export type Chapter = { readonly title: string; readonly play: (stage: Stage) => Promise<void> };

export type Facts = {
  accessToken: string;
  refreshToken: string;
  buildingId: string;
  /** Apartment numbers by id. */
  numbers: ReadonlyMap<string, string>;
  /** What generate-bulk told of each apartment. */
  run: readonly { readonly apartmentId: string; readonly invoiceId?: string; readonly amount: number }[];
  /** All invoices of the month, with their positions. */
  invoices: readonly Invoice[];
  /** The one that is looked at closely, and then paid. */
  shown: Invoice;
  /** Those that are paid, each told by invoice.paid. */
  paid: readonly Invoice[];
  /** Those that money came in for, each told by payment.received. */
  received: readonly Invoice[];
};

export type Tokens = { readonly accessToken: string; readonly refreshToken: string; readonly tenantId: string };

/** What the demo reads of an invoice; money as JSON numbers. */
export type Invoice = {
  readonly id: string;
  readonly number: string;
  readonly reference: string;
  readonly status: string;
  readonly apartmentId: string;
  readonly periodStart: string;
  readonly periodEnd: string;
  readonly issueDate: string;
  readonly dueDate: string;
  readonly paidDate: string | null;
  readonly amount: number;
  readonly positions: readonly Position[];
};

export type Position = {
  readonly code: string;
  readonly description: string;
  readonly quantity: number;
  readonly unit: string;
  readonly amount: number;
  readonly vatRate: number;
  readonly vatAmount: number;
  readonly calculation: Calculation;
};

/** How an amount came about: a price times a figure, or a part of a supplier's bill. */
export type Calculation =
  | { readonly method: 'unit_price'; readonly quantity: string; readonly unitPrice: string; readonly raw: string }
  | {
      readonly method: 'split';
      readonly bill: number;
      readonly numerator: string;
      readonly denominator: string;
      readonly raw: string;
      readonly wholeCents: number;
      readonly remainderCent: number;
    };

/** What an earlier chapter found out. */
export function known<K extends keyof Facts>({ facts }: Stage, name: K): Facts[K] {
  const fact: Facts[K] | undefined = facts[name];
  if (fact === undefined) throw new Error(`No chapter before this one has found out: ${name}.`);
  return fact;
}

/** A JSON amount in whole cents. */
export function centsOf(amount: number): number {
  return Math.round(amount * 100);
}

/** The sum of a figure over a list. */
export function sumOf<T>(list: readonly T[], of: (one: T) => number): number {
  return list.reduce((sum, one) => sum + of(one), 0);
}
