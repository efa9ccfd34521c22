// The types of invoicing.

import type { AnyCalculation } from '../charging/calculation.ts';
import type { Actor } from '../platform/db/scope.ts';
import type { Day } from '../platform/values/dates.ts';
import type { Cents } from '../platform/values/money.ts';

export type HistoryEntry = {
  readonly id: string;
  readonly at: Date;
  readonly action: HistoryAction;
  /** A resident is told neither id nor name of anybody. */
  readonly actor: Actor;
  readonly detail: Readonly<Record<string, unknown>>;
};

/** What is to be written of an invoice. */
export type HistoryNote = {
  [A in HistoryAction]: { readonly invoiceId: string; readonly action: A; readonly detail: HistoryDetail[A] };
}[HistoryAction];

export type HistoryAction = keyof HistoryDetail;

/** What can become of an invoice, and what is told of it. Amounts are numbers as on the wire; no personal data. */
export type HistoryDetail = {
  generated: { readonly amount: number };
  /** It reached somebody for the first time. */
  sent: { readonly by: SentBy };
  paid: { readonly paidDate: Day };
  payment_date_changed: { readonly from: Day; readonly to: Day };
  reference_changed: { readonly from: string; readonly to: string };
  cancelled: Record<never, never>;
  /** A credit invoice gave back this much. */
  credited: { readonly amount: number; readonly invoiceId: string };
  /** A correction of its period charged or gave back this much. */
  corrected: { readonly amount: number; readonly invoiceId: string };
  /** Money was allocated to it, from a payment or from credit. */
  payment_allocated: {
    readonly amount: number;
    readonly paymentId: string;
    readonly fromCredit: boolean;
    /** The day from which it counts. */
    readonly paidOn: Day;
  };
  /** Money was taken back from it: the payment was reversed or its match undone, or the invoice cancelled. */
  payment_undone: { readonly amount: number; readonly paymentId: string };
  /** It is no longer paid, but what it was before. */
  reopened: { readonly status: 'draft' | 'sent' };
};

export type SentBy = (typeof sentBy)[number];

/** What is stored of an invoice. */
export type InvoiceFacts = {
  readonly id: string;
  readonly number: string;
  /** What the payer is to quote: at first the apartment's standing reference. */
  readonly reference: string;
  readonly status: InvoiceStatus;
  readonly buildingId: string;
  readonly apartmentId: string;
  readonly recipients: readonly Recipient[];
  readonly periodStart: Day;
  readonly periodEnd: Day;
  readonly issueDate: Day;
  readonly dueDate: Day;
  /** Null unless paid. */
  readonly paidDate: Day | null;
  readonly currency: string;
  readonly amount: Cents;
  readonly amountPaid: Cents;
  /** When it first reached somebody, and how; null before that. */
  readonly sentAt: Date | null;
  readonly sentBy: SentBy | null;
  /** Null when it was never mailed. */
  readonly sending: SendingState | null;
  /** Why it corrects another invoice, which one, and the reason in words; null of an ordinary one. */
  readonly cause: 'credit' | 'correction' | null;
  readonly correctsInvoiceId: string | null;
  readonly reason: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

/** Both ends of a range belong to it. */
export type InvoiceFilters = {
  readonly status?: InvoiceStatus | 'overdue';
  readonly buildingId?: string;
  readonly apartmentId?: string;
  readonly dateFrom?: Day;
  readonly dateTo?: Day;
  readonly dueDateFrom?: Day;
  readonly dueDateTo?: Day;
};

/** A line of an invoice. Its amounts are cents; quantity, unitPrice and vatRate are for display. */
export type InvoicePosition = {
  readonly code: string;
  readonly description: string;
  readonly quantity: number;
  readonly unit: string;
  readonly unitPrice: number;
  readonly amount: Cents;
  readonly vatRate: number;
  readonly vatAmount: Cents;
  readonly calculation: AnyCalculation;
};

/** How an invoice first reached somebody. */
export const sentBy = ['email', 'paper', 'e_invoice', 'other'] as const;

export type InvoiceStatus = (typeof invoiceStatuses)[number];

export type SendingState = (typeof sendingStates)[number];

/** Somebody an invoice is sent to. */
export type Recipient = { readonly name: string; readonly email: string };

export const invoiceStatuses = ['draft', 'sent', 'paid', 'cancelled'] as const;

/** How the latest mailing stands: letters wait; all, some or none of them were taken by the mail server. */
export const sendingStates = ['queued', 'sent', 'partly_sent', 'failed'] as const;

/** What day it is in each time zone that the organization's buildings have. */
export type LocalDays = readonly { readonly timeZone: string; readonly today: Day }[];

/** What an invoice holds of a charge at one VAT rate, its corrections included. */
export type InvoicedAmount = {
  readonly invoiceId: string;
  readonly code: string;
  readonly description: string;
  readonly vatRate: string;
  readonly amount: Cents;
  readonly vatAmount: Cents;
};

/** `amount` is net, negative a credit; `vatRate` in percent, exact. */
export type OneOffCharge = {
  readonly id: string;
  readonly buildingId: string;
  readonly apartmentId: string;
  readonly description: string;
  readonly amount: Cents;
  readonly vatRate: string;
  /** No invoice of a period that ends before this day takes it. */
  readonly dueFrom: Day;
  /** The invoice that took it; null while none that counts has. */
  readonly invoiceId: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

export type OneOffFilters = {
  readonly buildingId: string;
  readonly apartmentId?: string;
  readonly billed?: boolean;
};
