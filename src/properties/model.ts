// The types of properties: buildings, apartments, and what a building charges for.

import type { ProblemCode } from '../platform/problem-codes.ts';
import type { Day } from '../platform/values/dates.ts';
import type { Language } from '../platform/values/languages.ts';

export type Building = {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly billing: BillingSettings;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

export type BillingSettings = {
  readonly currency: string;
  /** Days from issue to due date, before a weekend or holiday moves it. */
  readonly paymentTermDays: number;
  readonly beneficiary: string | null;
  readonly iban: string | null;
  readonly invoiceNumberPrefix: string;
  readonly timeZone: string;
  readonly language: Language;
  /** Percent per day on what is overdue, from the day it is set on; null: none. */
  readonly lateInterest: number | null;
  readonly charges: readonly Charge[];
};

export type Apartment = {
  readonly id: string;
  readonly buildingId: string;
  readonly number: string;
  readonly floor: number | null;
  /** Square metres. */
  readonly area: number | null;
  readonly heatedArea: number | null;
  /** The owner's part of the whole, in whatever unit the building uses. */
  readonly shares: number | null;
  readonly residentCount: number | null;
  /** The standing payment reference, with its 7-3-1 check digit. */
  readonly referenceNumber: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

/** What is not known is null. `country` is ISO 3166-1 alpha-2. */
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

/** Notes what is wrong at a place within the charge. */
export type ReportChargeProblem = (
  field: string | readonly (string | number)[],
  code: ProblemCode,
  message: string,
) => void;

/** A charge as somebody wrote it, right in its types alone. */
export type WrittenCharge = Pick<CommonCharge, 'code' | 'name' | 'basis'> & {
  readonly vatRate?: number;
  readonly unitPrice?: number | null;
  readonly costFrom?: 'supplier_bill' | null;
  readonly deductedFrom?: string | null;
  readonly appliesTo?: 'all' | 'listed' | null;
} & NullableFields<
    Pick<CommonCharge, 'account' | 'meterType' | 'estimateMissingFromMonths' | 'divideBy' | 'tariffs' | 'apartments'>
  >;

/** At a price of its own (net, per unit of the basis), or as the split of a supplier's bill. `vatRate` in percent. */
export type Charge = CommonCharge &
  (
    | {
        readonly unitPrice: number;
        readonly costFrom?: undefined;
        /** The code of a charge from whose supplier's bill this one's amounts are taken off before it is split. */
        readonly deductedFrom?: string;
      }
    | { readonly unitPrice?: undefined; readonly costFrom: 'supplier_bill'; readonly deductedFrom?: undefined }
  );

export type CommonCharge = {
  readonly code: string;
  readonly name: string;
  readonly basis: Basis;
  readonly vatRate: number;
  /** The account that bookkeeping puts it to. */
  readonly account?: string;
  /** Whose readings it goes by: of `meter` and `meter_remainder`, and of no other basis. */
  readonly meterType?: MeterType;
  /** When a reading is missing, how many months before it the consumption is reckoned from; absent: a missing reading stops the billing. */
  readonly estimateMissingFromMonths?: number;
  /** What the remainder is divided by; equal parts when absent. */
  readonly divideBy?: DividedBasis;
  /** Later versions of price and VAT rate, in the order of their days; what the charge says itself holds until the first. */
  readonly tariffs?: readonly Tariff[];
  /** Only the apartments that are listed take part; absent: all do. */
  readonly appliesTo?: 'listed';
  /** Apartments that take part otherwise than with their plain figure. */
  readonly apartments?: readonly ApartmentTerms[];
};

export type NullableFields<T> = { readonly [K in keyof T]?: T[K] | null };

export type Basis = (typeof bases)[number];

export type MeterType = (typeof meterTypes)[number];

export type DividedBasis = (typeof dividedBases)[number];

export const bases = [
  'fixed',
  'equal',
  'area',
  'heated_area',
  'share',
  'residents',
  'custom',
  'meter',
  'meter_remainder',
] as const;

/** What meters count. */
export const meterTypes = ['cold_water', 'hot_water', 'heating', 'electricity', 'gas'] as const;

/** What a main meter's remainder can be divided by. */
export const dividedBases = ['equal', 'area', 'heated_area', 'share', 'residents'] as const;

/** How an apartment takes part: its figure times the coefficient (1 when absent; 0 leaves it out), or with a share agreed for it. */
export type ApartmentTerms = { readonly apartmentId: string; readonly coefficient?: number; readonly share?: number };

/** What holds from a day on; what it does not name stays as it was before. */
export type Tariff = { readonly from: Day; readonly unitPrice?: number; readonly vatRate?: number };
