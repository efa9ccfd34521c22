// Calculations: how the amount of a position came about, as data that a resident can follow with a pencil.
import type { Day } from '../platform/values/dates.ts';
import type { Basis } from '../properties/model.ts';

export type Unit = 'apartment' | 'm2' | 'share' | 'person' | 'm3' | 'kWh' | 'MWh';

/** A value that nobody read, calculated by days between the readings of these two. */
type ReadingDays = { readonly from: Day; readonly to: Day };

/** Both readings of a meter, in the meter's own unit; exact decimals as text. */
export type ReadingsTaken = {
  readonly meterId: string;
  readonly serialNumber?: string;
  readonly unit: Unit;
  readonly start: string;
  /** Absent when nobody knows the day of installation. */
  readonly startOn?: Day;
  readonly startBetween?: ReadingDays;
  readonly end: string;
  readonly endOn: Day;
  readonly endBetween?: ReadingDays;
  readonly consumption: string;
  /** Whether `end` was estimated, because no reading was confirmed for its day or after it. */
  readonly estimated: boolean;
};

/** Of what divides a bill: all that the apartment's meters counted since a day, what bills were divided by of that before, and by what this one is. */
export type ConsumptionToDate = {
  readonly since: Day;
  readonly counted: string;
  readonly before: string;
  readonly now: string;
};

/** What the main meters counted and the apartments' own do not explain. */
export type MeterRemainder = {
  readonly main: string;
  readonly explained: string;
  readonly quantity: string;
  readonly unit: Unit;
  readonly unitPrice: string;
  /** Where some of these days was billed before: how much of the quantity, and what that came to over all apartments. */
  readonly billedBefore?: string;
  readonly before?: number;
};

/** The days on which the tariff holds that an amount was reckoned by, of the days of the whole period. */
export type TariffDays = {
  readonly from: Day;
  readonly to: Day;
  readonly days: number;
  readonly of: number;
  /** Of a metered charge: what was used on these days. Of any other it is days / of. */
  readonly used?: string;
  /** Of a split bill: what of it (less its deductions) falls on these days. */
  readonly divided?: number;
};

/**
 * What falls on the payer's own days, of an apartment that changed hands inside the period: the amount of the whole × part / of.
 */
export type PayerShare = {
  readonly whole: number;
  readonly from: Day;
  readonly to: Day;
  /** By days, or by what was counted on them; the other figures of the calculation are the whole's. */
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
  /** Where a coefficient counts: the apartment's figure without it, and what it is multiplied by. */
  readonly figure?: string;
  readonly coefficient?: string;
  /** Where the price or the VAT rate changes inside the period. */
  readonly tariff?: TariffDays;
  /** Where the apartment changed hands inside the period. */
  readonly share?: PayerShare;
};

type UnitPriceCalculation = CalculationBase & {
  readonly method: 'unit_price';
  readonly quantity: string;
  readonly unit: Unit;
  readonly unitPrice: string;
  /** quantity × unitPrice, exact; on the days of a tariff that part of it, cut after six decimals. */
  readonly raw: string;
  /** raw to whole cents, half a cent away from zero: the amount. */
  readonly rounded: number;
  readonly readings?: readonly ReadingsTaken[];
  /** Of what meters counted, where the apartment changed hands inside the period: the payer's days, on which all of it was counted. */
  readonly ownDays?: { readonly from: Day; readonly to: Day };
};
/** The period's own days of meters at a price. */
export type MeteredCalculation = UnitPriceCalculation;

/** What other days of meters come to now, less what was billed of them: counted × unitPrice, rounded, less `before`. */
export type SettlementCalculation = CalculationBase & {
  readonly method: 'settlement';
  readonly from: Day;
  readonly to: Day;
  /** No invoice has the days; or what was billed was an estimate; or a reading, or what was written of the meter, was corrected since; or an invoice of the days was cancelled. */
  readonly why: 'not_billed' | 'estimated' | 'corrected' | 'cancelled';
  /** What the meters counted on these days as it is known now, what was billed of that before, and the difference. */
  readonly counted: string;
  readonly billedBefore: string;
  readonly quantity: string;
  readonly unit: Unit;
  /** What the days were billed at; of days that no invoice has, their tariff. */
  readonly unitPrice: string;
  /** counted × unitPrice, exact; `rounded` to whole cents. */
  readonly raw: string;
  readonly rounded: number;
  /** What was billed of these days before, and with this position. Their difference is the amount. */
  readonly before: number;
  readonly after: number;
  /** Whether less is given back because credits gave it back before. */
  readonly isLimited?: boolean;
  readonly readings?: readonly ReadingsTaken[];
};

type SplitCalculation = CalculationBase & {
  readonly method: 'split';
  /** The supplier's bill, or the price of the remainder. */
  readonly bill: number;
  readonly billQuantity?: string;
  /** What other charges have taken from the bill, and what is left of it to be split. */
  readonly deductions?: readonly { readonly charge: string; readonly amount: number }[];
  readonly divided?: number;
  readonly remainder?: MeterRemainder;
  readonly unit: Unit;
  readonly toDate?: ConsumptionToDate;
  /** Where the meters that divide the bill counted nothing in all: what it is divided by instead. */
  readonly instead?: 'heated_area' | 'area' | 'equal';
  /** The apartment's figure and the sum of all apartments'. */
  readonly numerator: string;
  readonly denominator: string;
  /** What is split × numerator / denominator, cut after six decimals. */
  readonly raw: string;
  /** raw cut to whole cents. */
  readonly wholeCents: number;
  /** The cent of the largest-remainder rule: wholeCents + remainderCent / 100 is the amount. */
  readonly remainderCent: -1 | 0 | 1;
  readonly readings?: readonly ReadingsTaken[];
};

/** What one apartment is charged or credited once, as somebody wrote it down. */
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

/** What a credit invoice takes from a position of the invoice that it names. */
export type CreditCalculation = {
  readonly method: 'credit';
  readonly basis?: Basis;
  readonly unit: Unit;
  /** The amount. */
  readonly raw: string;
  readonly invoiceNumber: string;
  /** The position's net amount, and what credits before this one took from it. */
  readonly of: number;
  readonly creditedBefore: number;
};

/** Days of meters in a correction: what they come to now, and what the invoice and its corrections billed of them before. */
export type CorrectedDays = Pick<
  SettlementCalculation,
  'from' | 'to' | 'counted' | 'billedBefore' | 'quantity' | 'unit'
> & {
  readonly why: Exclude<SettlementCalculation['why'], 'cancelled'>;
  /** Of a charge at a price: what the days are billed at, and the apartment's coefficient where it is not 1. Otherwise a bill is divided by them. */
  readonly unitPrice?: string;
  readonly coefficient?: string;
  /** counted × coefficient × unitPrice, exact; absent where the amount is no product but a difference to other invoices. */
  readonly raw?: string;
  /** What the days come to now, and what was billed of them before; net. */
  readonly rounded?: number;
  readonly before?: number;
};

/** What a corrected period makes of a charge: the difference to what the invoice and its corrections held before. */
export type DifferenceCalculation = {
  readonly method: 'difference';
  readonly unit: Unit;
  readonly invoiceNumber: string;
  /** after − before: the amount. */
  readonly raw: string;
  /** Net. */
  readonly before: number;
  readonly after: number;
  /** Whether less is given back because credits gave it back before. */
  readonly isLimited?: boolean;
  /** Of a charge that goes by the apartment's meters: the days that differ, and the readings as they are known now. */
  readonly correctedDays?: readonly CorrectedDays[];
  readonly readings?: readonly ReadingsTaken[];
};

/** Days on which an invoice was overdue with the same principal and rate. */
export type InterestDays = {
  readonly from: Day;
  readonly to: Day;
  readonly days: number;
  /** What was open of it, without interest. */
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

/** Interest on what is overdue: the sum of what is rounded for each invoice. */
type LateInterestCalculation = CalculationBase & {
  readonly method: 'late_interest';
  readonly unit: Unit;
  readonly raw: string;
  readonly rounded: number;
  readonly overdue: readonly OverdueInvoice[];
  readonly readings?: undefined;
};

/** How the amount of a charge came about; money as JSON numbers, exact decimals as text. */
export type ChargeCalculation = UnitPriceCalculation | SplitCalculation | SettlementCalculation;
/** The same of any position of a generated invoice. */
export type Calculation = ChargeCalculation | OneOffCalculation | LateInterestCalculation;
/** The same of any position, also of an invoice that corrects another. */
export type AnyCalculation = Calculation | CreditCalculation | DifferenceCalculation;
