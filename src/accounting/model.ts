// The types of accounting.

import type { Day } from '../platform/values/dates.ts';
import type { Cents } from '../platform/values/money.ts';

/** openingBalance + the invoice's amount − payments − credits = amountToPay, which is negative where more was paid than is owed. */
export type InvoiceAccount = {
  /** What the payers owed of earlier invoices when the latest of those was issued; that one is in it. */
  readonly openingBalance: Cents;
  /** What came in since, for those or for this one. */
  readonly payments: Cents;
  /** What credit notes paid since, and the apartment's money that pays nothing yet. */
  readonly credits: Cents;
  readonly amountToPay: Cents;
};

/** What an apartment has open, by days since the due date; all 0 where it is only ahead. Cents; `credit` is money that pays no invoice yet. */
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
  readonly credit: Cents;
  readonly daysLate: number;
};

/** A line of an account: an invoice adds to what is owed, a payment takes from it, a refund adds again. */
export type AccountEntry = {
  readonly kind: 'invoice' | 'payment' | 'refund';
  readonly id: string;
  /** The invoice's number, who paid, or what was noted of a refund. */
  readonly text: string | null;
  readonly on: Day;
  readonly amount: Cents;
};

/** Which invoices: made for days within a period, issued within a range, or both; all ends are included. */
export type LedgerFilter = {
  readonly periodStart?: Day;
  readonly periodEnd?: Day;
  readonly dateFrom?: Day;
  readonly dateTo?: Day;
};
