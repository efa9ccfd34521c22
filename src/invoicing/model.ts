// The types of invoicing.

import type { AnyCalculation } from '../charging/calculation.ts';
import type { OwnFieldsFilter } from '../platform/db/own-fields.ts';
import type { Actor } from '../platform/db/scope.ts';
import type { Unit } from '../platform/values/bases.ts';
import type { Day } from '../platform/values/dates.ts';
import type { Cents } from '../platform/values/money.ts';

export type HistoryEntry = {
  readonly id: string;
  readonly at: Date;
  readonly action: HistoryAction;
  /** A resident sees neither the id nor the name of the actor. */
  readonly actor: Actor;
  readonly detail: Readonly<Record<string, unknown>>;
};

/** A history entry to be recorded. */
export type HistoryNote = {
  [A in HistoryAction]: { readonly invoiceId: string; readonly action: A; readonly detail: HistoryDetail[A] };
}[HistoryAction];

export type HistoryAction = keyof HistoryDetail;

/** The kinds of history entries and their details. Amounts are numbers as in the API; no personal data. */
type HistoryDetail = {
  generated: { readonly amount: number };
  /** The invoice reached a recipient for the first time. */
  sent: { readonly by: SentBy };
  paid: { readonly paidDate: Day };
  payment_date_changed: { readonly from: Day; readonly to: Day };
  reference_changed: { readonly from: string; readonly to: string };
  cancelled: Record<never, never>;
  /** A credit note credited this amount. */
  credited: { readonly amount: number; readonly invoiceId: string };
  /** A correction of its period charged or credited this amount. */
  corrected: { readonly amount: number; readonly invoiceId: string };
  /** Money was allocated to it, from a payment or from credit. */
  payment_allocated: {
    readonly amount: number;
    readonly paymentId: string;
    readonly fromCredit: boolean;
    /** The day from which it counts. */
    readonly paidOn: Day;
  };
  /** An allocation was undone: the payment was reversed or unmatched, or the invoice was cancelled. */
  payment_undone: { readonly amount: number; readonly paymentId: string };
  /** It is no longer paid and returned to this status. */
  reopened: { readonly status: 'draft' | 'sent' };
};

export type SentBy = (typeof sentBy)[number];

/** The stored fields of an invoice. */
export type InvoiceFacts = {
  readonly id: string;
  readonly number: string;
  /** The reference that the payer quotes: by default the apartment's permanent reference. */
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
  /** When and how it first reached a recipient; null before that. */
  readonly sentAt: Date | null;
  readonly sentBy: SentBy | null;
  /** Null if it was never sent by e-mail. */
  readonly sending: SendingState | null;
  /** Whether it credits or corrects another invoice, which one, and why; null for an ordinary invoice. */
  readonly cause: 'credit' | 'correction' | null;
  readonly correctsInvoiceId: string | null;
  readonly reason: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

/** Date ranges include both ends. */
export type InvoiceFilters = {
  readonly status?: InvoiceStatus | 'overdue';
  /** Whether it is still to be sent. */
  readonly unsent?: boolean;
  readonly buildingId?: string;
  readonly apartmentId?: string;
  readonly dateFrom?: Day;
  readonly dateTo?: Day;
  readonly dueDateFrom?: Day;
  readonly dueDateTo?: Day;
  readonly reference?: string;
  /** In any case of letters. */
  readonly number?: string;
} & OwnFieldsFilter;

/** A position of an invoice. Amounts are in cents; quantity, unitPrice and vatRate are for display. */
export type InvoicePosition = {
  readonly code: string;
  readonly description: string;
  readonly quantity: number;
  readonly unit: Unit;
  readonly unitPrice: number;
  readonly amount: Cents;
  readonly vatRate: number;
  readonly vatAmount: Cents;
  readonly calculation: AnyCalculation;
};

/** How an invoice first reached a recipient. */
export const sentBy = ['email', 'paper', 'e_invoice', 'other'] as const;

export type InvoiceStatus = (typeof invoiceStatuses)[number];

export type SendingState = (typeof sendingStates)[number];

/** A recipient of an invoice. */
export type Recipient = { readonly name: string; readonly email: string };

export const invoiceStatuses = ['draft', 'sent', 'paid', 'cancelled'] as const;

/** The state of the latest e-mailing: waiting, or all, some or none accepted by the mail server. */
export const sendingStates = ['queued', 'sent', 'partly_sent', 'failed'] as const;

/** The current day in each time zone of the organization's buildings. */
export type LocalDays = readonly { readonly timeZone: string; readonly today: Day }[];

/** The amount an invoice holds of a charge at one VAT rate, including its corrections. */
export type InvoicedAmount = {
  readonly invoiceId: string;
  readonly code: string;
  readonly description: string;
  readonly vatRate: string;
  readonly amount: Cents;
  readonly vatAmount: Cents;
};

/** `amount` is net and negative for a credit; `vatRate` in percent, exact. */
export type OneOffCharge = {
  readonly id: string;
  readonly buildingId: string;
  readonly apartmentId: string;
  readonly description: string;
  readonly amount: Cents;
  readonly vatRate: string;
  /** Invoices of periods that end before this day leave it out. */
  readonly dueFrom: Day;
  /** The invoice that includes it; null while it is unbilled. Cancelled invoices do not count. */
  readonly invoiceId: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

export type OneOffFilters = {
  readonly buildingId: string;
  readonly apartmentId?: string;
  readonly billed?: boolean;
};
