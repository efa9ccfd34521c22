// The state of the demo: what the chapters share, and what each found for later ones.
import type { ApiClient } from './http-client.ts';
import type { LetterBox } from './read-emails.ts';
import type { WebhookReceiver } from './receiver.ts';

export type DemoUser = { readonly email: string; readonly password: string; readonly tenantId: string };

export type DemoState = {
  readonly api: ApiClient;
  readonly receiver: WebhookReceiver;
  /** The e-mails that the service has sent. */
  readonly letters: LetterBox;
  /** The property manager; an owner of the organization. */
  readonly manager: DemoUser;
  /** An owner of another organization on the same service. */
  readonly stranger: DemoUser;
  readonly facts: Partial<DemoFacts>;
};

/** A chapter of the story. Later features add theirs to the list in chapters.ts. */
export type Chapter = { readonly title: string; readonly play: (stage: DemoState) => Promise<void> };

type DemoFacts = {
  accessToken: string;
  refreshToken: string;
  buildingId: string;
  /** Apartment numbers by id. */
  numbers: ReadonlyMap<string, string>;
  /** The value read from the photo of a meter in cubic metres, once it was confirmed. */
  photoReading: number;
  /** The result of generate-bulk for each apartment. */
  run: readonly { readonly apartmentId: string; readonly invoiceId?: string; readonly amount: number }[];
  /** All invoices of the month, with their positions. */
  invoices: readonly DemoInvoice[];
  /** The invoice that is explained, and then paid. */
  shown: DemoInvoice;
  /** The invoices that were e-mailed, each reported by invoice.sent. */
  sent: readonly DemoInvoice[];
  /** The invoices that are paid, each reported by invoice.paid. */
  paid: readonly DemoInvoice[];
  /** The invoices that were paid by received money, each reported by payment.received. */
  received: readonly DemoInvoice[];
};

export type TokenPair = { readonly accessToken: string; readonly refreshToken: string; readonly tenantId: string };

/** The parts of an invoice that the demo uses; money as JSON numbers. */
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

/** Both readings that a consumption was calculated from; decimals as text. */
type DemoReadings = {
  readonly start: string;
  readonly end: string;
  readonly endOn: string;
  readonly consumption: string;
  readonly estimated: boolean;
};

/** The calculation of an amount: a price times a quantity, or a part of a supplier bill. */
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

/** What an earlier chapter found. */
export function getFact<K extends keyof DemoFacts>({ facts }: DemoState, name: K): DemoFacts[K] {
  const fact: DemoFacts[K] | undefined = facts[name];
  if (fact === undefined) throw new Error(`No chapter before this one has found out: ${name}.`);
  return fact;
}

/** A JSON amount in whole cents. */
export function centsOf(amount: number): number {
  return Math.round(amount * 100);
}

/** The sum of a number over a list. */
export function sumBy<T>(list: readonly T[], of: (t: T) => number): number {
  return list.reduce((sum, t) => sum + of(t), 0);
}

/**
 * The last day of the previous month in Tallinn, where the building is: meters are read then, and that month is
 * invoiced.
 */
export function lastDayOfLastMonth(): string {
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Tallinn' }).format(new Date());
  return lastDayBefore(today);
}

/** The last day of the month before that of a day. */
export function lastDayBefore(day: string): string {
  return new Date(Date.parse(`${day.slice(0, 8)}01T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
}
