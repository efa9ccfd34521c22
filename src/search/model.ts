// The types of what a search finds.
import type { shownStatuses } from '../payments/model.ts';
import type { Day } from '../platform/values/dates.ts';
import type { Cents } from '../platform/values/money.ts';

export type FoundBuilding = { readonly id: string; readonly name: string; readonly address: string };

export type FoundApartment = {
  readonly id: string;
  readonly number: string;
  readonly referenceNumber: string;
  readonly buildingId: string;
  readonly building: string;
  readonly address: string;
};

export type FoundResident = {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  /** The current ones first. */
  readonly apartments: readonly {
    readonly apartmentId: string;
    readonly buildingId: string;
    readonly building: string;
    readonly number: string;
    /** The last day. */
    readonly until: Day | null;
  }[];
};

export type FoundInvoice = {
  readonly id: string;
  readonly number: string;
  readonly reference: string;
  readonly status: 'draft' | 'sent' | 'paid' | 'cancelled';
  readonly periodStart: Day;
  readonly currency: string;
  readonly amount: Cents;
  readonly apartment: string;
  readonly building: string;
};

export type PaymentHit = {
  readonly id: string;
  readonly payerName: string | null;
  readonly paidOn: Day;
  readonly amount: Cents;
  readonly currency: string;
  readonly status: (typeof shownStatuses)[number];
  readonly reference: string | null;
  readonly dismissed: boolean;
  /** The invoice that most of it pays. */
  readonly invoiceId: string | null;
  readonly invoice: string | null;
  readonly apartment: string | null;
  readonly building: string | null;
};

export type FoundMeter = {
  readonly id: string;
  readonly type: 'cold_water' | 'hot_water' | 'heating' | 'electricity' | 'gas';
  readonly serialNumber: string;
  readonly removedOn: Day | null;
  readonly buildingId: string;
  readonly building: string;
  /** Null: a main meter. */
  readonly apartment: string | null;
};

/** A handful of results of a kind, and whether there are more. */
export type SearchGroup<Found> = { readonly items: readonly Found[]; readonly more: boolean };

export type SearchResult = {
  readonly buildings: SearchGroup<FoundBuilding>;
  readonly apartments: SearchGroup<FoundApartment>;
  readonly residents: SearchGroup<FoundResident>;
  readonly invoices: SearchGroup<FoundInvoice>;
  readonly payments: SearchGroup<PaymentHit>;
  readonly meters: SearchGroup<FoundMeter>;
  /** Payers of payments before this day are not searched by name; null: all are. */
  readonly payersSince: Day | null;
};
