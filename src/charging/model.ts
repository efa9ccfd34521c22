// The types of charging: bills, positions and what they are calculated from.
import type { ApartmentField } from '../platform/values/bases.ts';
import type { Day, Period } from '../platform/values/dates.ts';
import type { Cents } from '../platform/values/money.ts';
import type { Charge } from '../properties/model.ts';
import type { Calculation, Unit } from './calculation.ts';
import type { RemainderSum } from './charge-ledger-queries.ts';
import type { BilledAmount } from './metered/consumption-segments.ts';

/** A recorded bill: one for each charge of a period. */
export type RecordedBill = {
  readonly charge: string;
  readonly amount: Cents;
  readonly quantity: string | null;
  readonly supplier: string | null;
  readonly number: string | null;
  readonly date: Day | null;
};

/** Details printed on a bill; informative for people and accounting, not used in calculations. */
export type BillDetails = { readonly supplier?: string; readonly number?: string; readonly date?: Day };

/** The bills of one period of a building. */
export type PeriodBills = Period & {
  readonly id: string;
  readonly closed: boolean;
  readonly bills: readonly RecordedBill[];
  readonly furtherBills: readonly FurtherBill[];
  readonly updatedAt: Date;
};

/** A bill or a supplier's credit note for a closed period: it adds to the recorded bill of its charge. */
type FurtherBill = RecordedBill & { readonly id: string; readonly reason: string; readonly createdAt: Date };

/**
 * A position of an invoice. For a split, unitPrice is bill / denominator to six decimals, for display; `calculation`
 * has the exact numbers.
 */
export type Position<C extends Calculation = Calculation> = {
  readonly code: string;
  readonly description: string;
  readonly quantity: string;
  readonly unit: Unit;
  readonly unitPrice: string;
  readonly amount: Cents;
  readonly vatRate: string;
  readonly vatAmount: Cents;
  readonly calculation: C;
  /** What it charges of meters and of remainders, for the ledger. */
  readonly billed?: readonly BilledAmount[];
};

export type ApartmentFacts = {
  readonly id: string;
  readonly number: string;
} & { readonly [field in ApartmentField]?: ExactNumber | null | undefined };

export type ChargeProblem = {
  readonly code:
    | 'no_charges'
    | 'duplicate_charge'
    | 'supplier_bill_missing'
    | 'duplicate_supplier_bill'
    | 'unknown_charge'
    | 'charge_not_from_bill'
    | 'apartment_data_missing'
    | 'nothing_to_split_by'
    | 'reading_missing'
    | 'main_meter_missing'
    | 'deducted_twice'
    | 'amount_too_large';
  readonly message: string;
  readonly charge?: string;
  readonly apartmentId?: string;
  readonly field?: ApartmentField;
  /** The meters without a reading that a remainder needs. */
  readonly meterIds?: readonly string[];
};

/** An exact decimal, as text or as a number (decimal.ts). */
type ExactNumber = string | number;

/** A supplier bill of the period: net amount and, for display, its quantity. */
export type SupplierBill = { readonly charge: string; readonly amount: Cents; readonly quantity?: string | undefined };

/** The measurement of a building for a period. */
export type PeriodMeasurement = {
  readonly buildingId: string;
  readonly period: Period;
  readonly charges: readonly Charge[];
  /** The first day that the building is billed for; null: the first period decides. */
  readonly billedFrom: Day | null;
  /** The days of each payer, for apartments that changed hands inside the period. */
  readonly payerDays: ReadonlyMap<string, readonly Period[]>;
  /** The days of the invoices in force for the period, by apartment. */
  readonly invoiced: ReadonlyMap<string, readonly Period[]>;
  /**
   * A generation creates the missing invoices. Of a meter that is settled up to the period it checks only the period. A
   * dry run checks all days of all meters, and compares with the year before. A correction recalculates the whole
   * period.
   */
  readonly kind: 'generation' | 'dry_run' | 'correction';
};

/** What earlier invoices billed of remainders at a price. */
export type RemainderLedger = {
  /** Sums over all apartments. */
  readonly sumsOf: (charge: Charge) => readonly RemainderSum[];
  /** What invoices of other periods bill of some days, by apartment, and how much of that manual credits credited. */
  readonly billedRemaindersOf: (charge: Charge, days: Period) => ReadonlyMap<string, BilledRemainderAmounts>;
  /** Whether a payer's days of an apartment have no invoice, in a period that has invoices. */
  readonly isMissing?: (apartmentId: string, days: Period) => boolean;
  /** Whether the period's invoices are complete and leave nothing of a remainder to bill. */
  readonly isSettled: (charge: Charge) => boolean;
};

export type BilledRemainderAmounts = {
  readonly amount: Cents;
  readonly vatAmount: Cents;
  readonly credited: Cents;
  readonly creditedVat: Cents;
};
