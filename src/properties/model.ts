// The types of properties: buildings, apartments, and what a building charges for.

import type { WithOwnFields } from '../platform/db/own-fields.ts';
import type { ProblemCode } from '../platform/problem-codes.ts';
import type { ApartmentMeasure, Basis, DividedBasis, MeterType } from '../platform/values/bases.ts';
import type { Day } from '../platform/values/dates.ts';
import type { Language } from '../platform/values/languages.ts';

export {
  type Basis,
  bases,
  type DividedBasis,
  dividedBases,
  type MeterType,
  meterTypes,
} from '../platform/values/bases.ts';

export type Building = {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly billing: BillingSettings;
  readonly createdAt: Date;
  readonly updatedAt: Date;
} & WithOwnFields;

export type BillingSettings = {
  readonly currency: string;
  /** Days from issue to due date, before a weekend or holiday moves it. */
  readonly paymentTermDays: number;
  readonly beneficiary: string | null;
  readonly iban: string | null;
  readonly invoiceNumberPrefix: string;
  readonly timeZone: string;
  readonly language: Language;
  /** Percent per day on overdue amounts, from the day it is set; null: none. */
  readonly lateInterest: number | null;
  /**
   * The first day that is billed: the first period begins on it, and nothing before it is on an invoice. Null: the
   * first period decides.
   */
  readonly billedFrom: Day | null;
  readonly charges: readonly Charge[];
};

export type Apartment = {
  readonly id: string;
  readonly buildingId: string;
  readonly number: string;
  /** The permanent payment reference, with its 7-3-1 check digit. */
  readonly referenceNumber: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
} & ApartmentMeasures &
  WithOwnFields;

/** Areas in square metres; shares of ownership in the building's own unit. Unknown values are null. */
export type ApartmentMeasures = { readonly [name in ApartmentMeasure]: number | null };

/** Unknown values are null. `country` is ISO 3166-1 alpha-2. */
export type SenderDetails = {
  readonly registrationNumber: string | null;
  readonly vatNumber: string | null;
  readonly street: string | null;
  readonly city: string | null;
  readonly postalCode: string | null;
  readonly country: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly logoId: string | null;
};

/** The sender of a building's invoices: the organization, or another association, which has no logo. */
export type Sender = SenderDetails & { readonly name: string };

/** The sender details of a building of its own. */
export type BuildingSender = Omit<Sender, 'logoId'>;

/** Reports a problem at a place within the charge. */
export type ReportInvalidCharge = (
  field: string | readonly (string | number)[],
  code: ProblemCode,
  message: string,
) => void;

/** A charge as entered; only its types are checked. */
export type WrittenCharge = Pick<CommonCharge, 'code' | 'name' | 'basis'> & {
  readonly vatRate?: number;
  readonly unitPrice?: number | null;
  readonly costFrom?: 'supplier_bill' | null;
  readonly deductedFrom?: string | null;
  readonly billUnit?: string | null;
  readonly appliesTo?: 'all' | 'listed' | null;
} & NullableFields<
    Pick<CommonCharge, 'account' | 'meterType' | 'estimateMissingFromMonths' | 'divideBy' | 'tariffs' | 'apartments'>
  >;

/** Either with a price (net, per unit of the basis), or as the split of a supplier bill. `vatRate` in percent. */
export type Charge = CommonCharge &
  (
    | {
        readonly unitPrice: number;
        readonly costFrom?: undefined;
        /** The code of a charge from whose supplier bill this one's amounts are deducted before it is split. */
        readonly deductedFrom?: string;
        readonly billUnit?: undefined;
      }
    | {
        readonly unitPrice?: undefined;
        readonly costFrom: 'supplier_bill';
        readonly deductedFrom?: undefined;
        /** What the quantities on its bills are in, as people write it: MWh. */
        readonly billUnit?: string;
      }
  );

export type CommonCharge = {
  readonly code: string;
  readonly name: string;
  readonly basis: Basis;
  readonly vatRate: number;
  /** The ledger account. */
  readonly account?: string;
  /** The type of its meters, only for `meter` and `meter_remainder`. */
  readonly meterType?: MeterType;
  /**
   * For a missing reading: the number of previous months for the estimate; absent: a missing reading blocks billing.
   */
  readonly estimateMissingFromMonths?: number;
  /** The basis for dividing the remainder; default: equal parts. */
  readonly divideBy?: DividedBasis;
  /** Later versions of price and VAT rate, in day order; the charge's own values apply until the first. */
  readonly tariffs?: readonly Tariff[];
  /** Only the listed apartments take part; absent: all do. */
  readonly appliesTo?: 'listed';
  /** Apartments that take part with another figure. */
  readonly apartments?: readonly ApartmentTerms[];
};

type NullableFields<T> = { readonly [K in keyof T]?: T[K] | null };

/**
 * How an apartment is charged: its figure times the coefficient (default 1; 0 excludes it), or with an agreed share.
 */
type ApartmentTerms = { readonly apartmentId: string; readonly coefficient?: number; readonly share?: number };

/** Values from a day on; missing ones do not change. */
type Tariff = { readonly from: Day; readonly unitPrice?: number; readonly vatRate?: number };
