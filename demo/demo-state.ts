// The stage: what the chapters share, and what each has found out for those after it.
import type { ApiClient } from './http-client.ts';
import type { LetterBox } from './letters.ts';
import type { WebhookReceiver } from './receiver.ts';

export type DemoUser = { readonly email: string; readonly password: string; readonly tenantId: string };

export type DemoState = {
  readonly api: ApiClient;
  readonly receiver: WebhookReceiver;
  /** What the service has sent by e-mail. */
  readonly letters: LetterBox;
  /** Runs the house; an owner of its organization. */
  readonly manager: DemoUser;
  /** An owner of another organization on the same service. */
  readonly stranger: DemoUser;
  readonly facts: Partial<DemoFacts>;
};

/** A part of the story. Later features add theirs to the list in story.ts. */
export type Chapter = { readonly title: string; readonly play: (stage: DemoState) => Promise<void> };

export type DemoFacts = {
  accessToken: string;
  refreshToken: string;
  buildingId: string;
  /** Apartment numbers by id. */
  numbers: ReadonlyMap<string, string>;
  /** What a photo of her meter told in cubic metres, once it was confirmed. */
  photoReading: number;
  /** What generate-bulk told of each apartment. */
  run: readonly { readonly apartmentId: string; readonly invoiceId?: string; readonly amount: number }[];
  /** All invoices of the month, with their positions. */
  invoices: readonly DemoInvoice[];
  /** The one that is looked at closely, and then paid. */
  shown: DemoInvoice;
  /** Those that were mailed, each told by invoice.sent. */
  sent: readonly DemoInvoice[];
  /** Those that are paid, each told by invoice.paid. */
  paid: readonly DemoInvoice[];
  /** Those that money came in for, each told by payment.received. */
  received: readonly DemoInvoice[];
};

export type TokenPair = { readonly accessToken: string; readonly refreshToken: string; readonly tenantId: string };

/** What the demo reads of an invoice; money as JSON numbers. */
export type DemoInvoice = {
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
  readonly positions: readonly DemoPosition[];
};

export type DemoPosition = {
  readonly code: string;
  readonly description: string;
  readonly quantity: number;
  readonly unit: string;
  readonly amount: number;
  readonly vatRate: number;
  readonly vatAmount: number;
  readonly calculation: DemoCalculation;
};

/** Both readings that a meter's consumption was reckoned from; decimals as text. */
type DemoReadings = {
  readonly start: string;
  readonly end: string;
  readonly endOn: string;
  readonly consumption: string;
  readonly estimated: boolean;
};

/** How an amount came about: a price times a figure, or a part of a supplier's bill. */
export type DemoCalculation =
  | {
      readonly method: 'unit_price';
      readonly quantity: string;
      readonly unitPrice: string;
      readonly raw: string;
      readonly readings?: readonly DemoReadings[];
    }
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
export function getFact<K extends keyof DemoFacts>({ facts }: DemoState, name: K): DemoFacts[K] {
  const fact: DemoFacts[K] | undefined = facts[name];
  if (fact === undefined) throw new Error(`No chapter before this one has found out: ${name}.`);
  return fact;
}

/** A JSON amount in whole cents. */
export function centsOf(amount: number): number {
  return Math.round(amount * 100);
}

/** The sum of a figure over a list. */
export function sumBy<T>(list: readonly T[], of: (t: T) => number): number {
  return list.reduce((sum, t) => sum + of(t), 0);
}

/** In Tallinn, where the house stands: meters are read then, and invoices generated for that month. */
export function lastDayOfLastMonth(): string {
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Tallinn' }).format(new Date());
  return new Date(Date.parse(`${today.slice(0, 8)}01T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
}
