// The types of payments and their allocations.
import type { OwnFieldsFilter, WithOwnFields } from '../platform/db/own-fields.ts';
import type { Day } from '../platform/values/dates.ts';
import type { Cents } from '../platform/values/money.ts';

export type MatchedBy = (typeof matchReasons)[number];

/**
 * The stored fields of a payment. `allocated` is the sum of its allocations and of its refunds (`refunded`); the rest
 * is credit of the apartment, if that is known.
 */
export type PaymentFacts = {
  readonly id: string;
  readonly source: PaymentSource;
  readonly status: PaymentStatus;
  readonly amount: Cents;
  readonly allocated: Cents;
  readonly refunded: Cents;
  readonly currency: string;
  readonly paidOn: Day;
  /** The organization's own account that received the money. */
  readonly account: string | null;
  readonly payerName: string | null;
  readonly payerIban: string | null;
  readonly reference: string | null;
  readonly description: string | null;
  /** The bank's number of the payment order. */
  readonly orderNumber: string | null;
  readonly bankEntryId: string | null;
  readonly apartmentId: string | null;
  readonly reason: MatchedBy | WaitReason;
  /** What the decision was based on. */
  readonly evidence: string | null;
  readonly dismissedAt: Date | null;
  /** What a dismissed payment is, as a person said; null: nothing was said. */
  readonly dismissedAs: DismissReason | null;
  readonly dismissedNote: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

/** A payment to be stored. `inCash`: no statement will show it. */
export type NewPayment = PaymentFacts & { readonly inCash: boolean };

export type WaitReason = (typeof waitReasons)[number];

/** A part of a payment that pays an invoice. */
export type Allocation = {
  readonly invoiceId: string;
  /** The invoice number. */
  readonly number: string;
  /** The number of the invoice's apartment. */
  readonly apartment: string;
  readonly amount: Cents;
  readonly matchedBy: MatchedBy;
  readonly evidence: string | null;
};

export type Payment = PaymentFacts & WithOwnFields & { readonly allocations: readonly Allocation[] };

/** A payment as the search finds it, with the apartment that has its rest as credit. */
export type SearchedPayment = Payment & {
  readonly inCash: boolean;
  /** The credit note that it is the credit of; null for money. */
  readonly creditInvoiceId: string | null;
  readonly apartment: string | null;
  readonly buildingId: string | null;
  readonly building: string | null;
  /** The names of the buildings of that apartment and of what it pays, or paid until it was reversed. */
  readonly buildings: readonly string[];
  /** What a reversed payment paid until then. */
  readonly undone: readonly Pick<Allocation, 'invoiceId' | 'number' | 'apartment' | 'amount'>[];
  /** The day on which the bank took it back, where a statement shows it. */
  readonly returnedOn: Day | null;
};

/** Date ranges include both ends. */
export type PaymentFilters = {
  readonly status?: PaymentStatus;
  readonly source?: PaymentSource;
  readonly dateFrom?: Day;
  readonly dateTo?: Day;
  readonly buildingId?: string;
} & OwnFieldsFilter;

/** Why money was allocated to an invoice. */
export const matchReasons = [
  'banklink',
  'manual',
  'reference',
  'reference_in_text',
  'invoice_number',
  'known_payer',
  'known_payer_total',
  'credit',
  'person',
] as const;

export type PaymentSource = (typeof paymentSources)[number];

export type PaymentStatus = (typeof paymentStatuses)[number];

/** Why a payment waits for review, in addition to the match reasons. */
export const waitReasons = [
  'nothing_found',
  'nothing_open',
  'several_candidates',
  'amount_differs',
  'payer_differs',
  'text_differs',
  'references_do_not_add_up',
  'reference_invalid',
  'reference_too_short',
  'other_currency',
  'other_account',
  'foreign_account',
  'possible_duplicate',
  'batch_without_details',
  'batch_does_not_add_up',
  'details_unclear',
  'booked_after_today',
  'reversal',
  'undone',
  'returned',
  'replaced',
] as const;

/** What money is that nobody pays for an invoice. */
export const dismissReasons = ['supplier_refund', 'interest', 'own_transfer', 'other'] as const;
export type DismissReason = (typeof dismissReasons)[number];

export const paymentSources = ['banklink', 'statement', 'manual', 'credit'] as const;

export const paymentStatuses = ['matched', 'partially_matched', 'unmatched', 'reversed'] as const;

/**
 * The statuses as people see them: what was paid back is refunded, and neither matched nor partially matched; what the
 * bank took back is returned, and what a person took back reversed.
 */
export const shownStatuses = [...paymentStatuses, 'refunded', 'returned'] as const;

export type ManualPayment = Pick<PaymentFacts, 'amount' | 'paidOn'> & { readonly apartmentId: string };
