// Calculations: how the amount of a position was calculated, as data that a resident can check by hand.
import type { FallbackBasis, Unit } from '../platform/values/bases.ts';
import type { Day } from '../platform/values/dates.ts';
import type { Basis } from '../properties/model.ts';

export type { Unit } from '../platform/values/bases.ts';

/** A value that nobody read, calculated by days between the readings of these two. */
type ReadingDays = { readonly from: Day; readonly to: Day };

/** Both readings of a meter, in the meter's own unit; exact decimals as text. */
export type ReadingsUsed = {
  readonly meterId: string;
  readonly serialNumber?: string;
  readonly unit: Unit;
  readonly start: string;
  /** Absent when the installation day is unknown. */
  readonly startOn?: Day;
  readonly startBetween?: ReadingDays;
  readonly end: string;
  readonly endOn: Day;
  readonly endBetween?: ReadingDays;
  readonly consumption: string;
  /** Whether `end` was estimated, because no reading was confirmed for its day or after it. */
  readonly estimated: boolean;
};

/**
 * For a bill divided by consumption: the total the apartment's meters counted since a day, how much of it divided
 * earlier bills, and how much divides this one.
 */
export type ConsumptionToDate = {
  readonly since: Day;
  readonly counted: string;
  readonly before: string;
  readonly now: string;
};

/** What the main meters counted and the apartments' meters do not explain. */
export type MeterRemainder = {
  readonly main: string;
  readonly explained: string;
  readonly quantity: string;
  readonly unit: Unit;
  readonly unitPrice: string;
  /** Where some of these days were billed before: how much of the quantity, and its price over all apartments. */
  readonly billedBefore?: string;
  readonly before?: number;
};

/** The days of the tariff that an amount was calculated with, and the days of the whole period. */
export type TariffDays = {
  readonly from: Day;
  readonly to: Day;
  readonly days: number;
  readonly of: number;
  /** For a metered charge: the consumption on these days. For others: days / of. */
  readonly used?: string;
  /** For a split bill: the part of it (less its deductions) on these days. */
  readonly divided?: number;
};

/** The payer's own days of an apartment that changed hands inside the period: the amount of the whole × part / of. */
export type PayerShare = {
  readonly whole: number;
  readonly from: Day;
  readonly to: Day;
  /** By days, or by consumption on them; the other figures of the calculation are those of the whole apartment. */
  readonly by: 'days' | 'readings';
  readonly part: string;
  readonly of: string;
  /** Cut after six decimals. */
  readonly raw: string;
  readonly wholeCents: number;
  /** The cent of the largest-remainder rule: wholeCents + remainderCent / 100 is the amount. */
  readonly remainderCent: -1 | 0 | 1;
};

type CalculationBase = {
  readonly basis: Basis;
  /** Where a coefficient applies: the apartment's figure without it, and the coefficient. */
  readonly figure?: string;
  readonly coefficient?: string;
  /** Where the price or the VAT rate changes inside the period. */
  readonly tariff?: TariffDays;
  /** Where the apartment changed hands inside the period. */
  readonly share?: PayerShare;
};

export type UnitPriceCalculation = CalculationBase & {
  readonly method: 'unit_price';
  readonly quantity: string;
  readonly unit: Unit;
  readonly unitPrice: string;
  /** quantity × unitPrice, exact; for part of a period only that part, cut after six decimals. */
  readonly raw: string;
  /** raw rounded to whole cents, half a cent away from zero: the amount. */
  readonly rounded: number;
  readonly readings?: readonly ReadingsUsed[];
  /**
   * For metered consumption of an apartment that changed hands inside the period: the payer's days, on which all of it
   * was counted.
   */
  readonly ownDays?: { readonly from: Day; readonly to: Day };
};

/** The settlement of other days of meters: counted × unitPrice, rounded, less the amount billed `before`. */
export type SettlementCalculation = CalculationBase & {
  readonly method: 'settlement';
  readonly from: Day;
  readonly to: Day;
  /**
   * No invoice has the days; or what was billed was an estimate; or a reading, or what was written of the meter, was
   * corrected since; or an invoice of the days was cancelled.
   */
  readonly why: 'not_billed' | 'estimated' | 'corrected' | 'cancelled';
  /** What the meters counted on these days as it is known now, what was billed of that before, and the difference. */
  readonly counted: string;
  readonly billedBefore: string;
  readonly quantity: string;
  readonly unit: Unit;
  /** The price the days were billed at; for days on no invoice, their tariff. */
  readonly unitPrice: string;
  /** counted × unitPrice, exact; `rounded` to whole cents. */
  readonly raw: string;
  readonly rounded: number;
  /** The amounts billed for these days before, and including this position. Their difference is the amount. */
  readonly before: number;
  readonly after: number;
  /** Whether less is credited because credit notes already credited it. */
  readonly isLimited?: boolean;
  readonly readings?: readonly ReadingsUsed[];
};

type SplitCalculation = CalculationBase & {
  readonly method: 'split';
  /** The supplier bill, or the price of the remainder. */
  readonly bill: number;
  readonly billQuantity?: string;
  /** What the quantity on the bill is in, as people wrote it. */
  readonly billUnit?: string;
  /** The amounts that other charges deduct from the bill, and the rest to be split. */
  readonly deductions?: readonly { readonly charge: string; readonly amount: number }[];
  readonly divided?: number;
  readonly remainder?: MeterRemainder;
  readonly unit: Unit;
  readonly toDate?: ConsumptionToDate;
  /** Where the meters that divide the bill counted nothing: the fallback basis. */
  readonly instead?: FallbackBasis;
  /** The apartment's figure and the sum over all apartments. */
  readonly numerator: string;
  readonly denominator: string;
  /** Split amount × numerator / denominator, cut after six decimals. */
  readonly raw: string;
  /** raw cut to whole cents. */
  readonly wholeCents: number;
  /** The cent of the largest-remainder rule: wholeCents + remainderCent / 100 is the amount. */
  readonly remainderCent: -1 | 0 | 1;
  readonly readings?: readonly ReadingsUsed[];
};

/** A one-off charge or credit of one apartment, as it was entered. */
type OneOffCalculation = CalculationBase & {
  readonly method: 'one_off';
  readonly quantity: string;
  readonly unit: Unit;
  readonly unitPrice: string;
  readonly raw: string;
  readonly rounded: number;
  readonly oneOff: { readonly id: string; readonly dueFrom: Day };
  readonly readings?: undefined;
};

/** A credited amount of a position of the named invoice. */
export type CreditCalculation = {
  readonly method: 'credit';
  readonly basis?: Basis;
  readonly unit: Unit;
  /** The amount. */
  readonly raw: string;
  readonly invoiceNumber: string;
  /** The position's net amount, and how much earlier credits took of it. */
  readonly of: number;
  readonly creditedBefore: number;
};

/**
 * Metered days in a correction, or an apartment's share of a remainder on them: their amount now, and what the invoice
 * and its corrections billed before.
 */
export type CorrectedDays = Pick<
  SettlementCalculation,
  'from' | 'to' | 'counted' | 'billedBefore' | 'quantity' | 'unit'
> & {
  readonly why: Exclude<SettlementCalculation['why'], 'cancelled'>;
  /**
   * Of a charge at a price: what the days are billed at, and the apartment's coefficient where it is not 1. Otherwise a
   * bill is divided by them.
   */
  readonly unitPrice?: string;
  readonly coefficient?: string;
  /**
   * counted × coefficient × unitPrice, exact; absent where the amount is a difference to other invoices instead of a
   * product.
   */
  readonly raw?: string;
  /** The amounts of the days now and as billed before; net. */
  readonly rounded?: number;
  readonly before?: number;
};

/** The change of a charge by a correction: the difference from what the invoice and its corrections held before. */
export type DifferenceCalculation = {
  readonly method: 'difference';
  readonly unit: Unit;
  readonly invoiceNumber: string;
  /** after − before: the amount. */
  readonly raw: string;
  /** Net. */
  readonly before: number;
  readonly after: number;
  /** Whether less is credited because credit notes already credited it. */
  readonly isLimited?: boolean;
  /**
   * For a charge by meters: the days that differ, of a remainder the apartment's share of them, and the readings as
   * known now.
   */
  readonly correctedDays?: readonly CorrectedDays[];
  readonly readings?: readonly ReadingsUsed[];
};

/** Days on which an invoice was overdue with the same principal and rate. */
export type InterestDays = {
  readonly from: Day;
  readonly to: Day;
  readonly days: number;
  /** The open amount without interest. */
  readonly principal: number;
  readonly percentPerDay: number;
};

/** An overdue invoice, and the interest on it. */
export type OverdueInvoice = {
  readonly invoiceId: string;
  readonly invoiceNumber: string;
  readonly days: readonly InterestDays[];
  /** The sum of principal × percentPerDay × days, exact. */
  readonly raw: string;
  /** raw to whole cents. */
  readonly rounded: number;
};

/** Late interest: the sum of the rounded interest of each invoice. */
type LateInterestCalculation = CalculationBase & {
  readonly method: 'late_interest';
  readonly unit: Unit;
  readonly raw: string;
  readonly rounded: number;
  readonly overdue: readonly OverdueInvoice[];
  readonly readings?: undefined;
};

/** How the amount of a charge was calculated; money as JSON numbers, exact decimals as text. */
export type ChargeCalculation = UnitPriceCalculation | SplitCalculation | SettlementCalculation;
/** The calculation of any position of a generated invoice. */
export type Calculation = ChargeCalculation | OneOffCalculation | LateInterestCalculation;
/** The calculation of any position, also of an invoice that corrects another. */
export type AnyCalculation = Calculation | CreditCalculation | DifferenceCalculation;
