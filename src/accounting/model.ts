// The types of accounting.

import type { DismissReason } from '../payments/model.ts';
import type { Day, Period } from '../platform/values/dates.ts';
import type { Cents } from '../platform/values/money.ts';

/** What an entry of a bank is: why a person dismissed its payment, or that a person or the bank paid one back. */
export type EntryCategory = DismissReason | 'refunded' | 'returned_payment';

/**
 * openingBalance + the invoice's amount − payments − credits = amountToPay; negative where more was paid than is owed.
 */
export type InvoiceBalance = {
  /** What the payers owed on earlier invoices when the latest of those was issued, including that one. */
  readonly openingBalance: Cents;
  /** Payments received since, for those or for this one. */
  readonly payments: Cents;
  /** What credit notes paid since, and the apartment's unallocated money. */
  readonly credits: Cents;
  readonly amountToPay: Cents;
};

/**
 * The open amounts of those who pay together for an apartment, by days since the due date; all 0 if there is only a
 * prepayment. Who came after a change of owner or tenant has a row of their own. Cents.
 */
export type AgedBalance = {
  readonly buildingId: string;
  readonly building: string;
  readonly apartmentId: string;
  readonly number: string;
  readonly currency: string;
  readonly notDue: Cents;
  readonly to30: Cents;
  readonly to60: Cents;
  readonly to90: Cents;
  readonly over90: Cents;
  readonly total: Cents;
  /** Prepaid: money that pays no invoice yet, or one that is still a draft. */
  readonly credit: Cents;
  /** total − credit: what the account of the apartment ends with. */
  readonly balance: Cents;
  /** The earliest due date of an open invoice; null without one. */
  readonly oldestDue: Day | null;
  readonly daysLate: number;
  /** The people who receive the open invoices; where the apartment changed hands, those whose money it is. */
  readonly payers: readonly Payer[];
  /** When the last payment reminder of its overdue invoices was queued. */
  readonly remindedAt: Date | null;
  /** Whether each of its overdue invoices was reminded of today: no more reminder is sent. */
  readonly remindedToday: boolean;
  /** The payment plan that stands today. */
  readonly plan: { readonly terms: string; readonly until: Day } | null;
};

/** A person who owes an open amount. `former`: all of their days there are over. */
type Payer = {
  readonly residentId: string;
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly former: boolean;
};

/**
 * An entry of an account: an invoice increases the balance, a payment reduces it, a refund, or a return of the payment
 * by the bank, increases it again.
 */
export type AccountEntry = {
  readonly kind: 'invoice' | 'payment' | 'returned' | 'refund';
  readonly id: string;
  /** The invoice's number, the payer's name, or the note of a refund; null where the caller does not see it. */
  readonly text: string | null;
  /** The period of an invoice with a number. */
  readonly period: Period | null;
  readonly on: Day;
  readonly amount: Cents;
};

/** Which invoices: of periods in a range, issued in a range, or both; both ends are included. */
export type LedgerFilter = {
  readonly periodStart?: Day;
  readonly periodEnd?: Day;
  readonly dateFrom?: Day;
  readonly dateTo?: Day;
};
