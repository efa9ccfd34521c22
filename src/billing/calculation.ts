// Calculations: how the amount of a position came about, as data that a resident can follow with a pencil.
import type { Day } from '../platform/dates.ts';
import type { Basis } from '../portfolio/charge.ts';

export type Unit = 'apartment' | 'm2' | 'share' | 'person' | 'm3' | 'kWh' | 'MWh';

/** Both readings of a meter, in the meter's own unit; exact decimals as text. */
export type ReadingsTaken = {
  readonly meterId: string;
  readonly serialNumber?: string;
  readonly unit: Unit;
  readonly start: string;
  /** Absent when nobody knows the day of installation. */
  readonly startOn?: Day;
  readonly end: string;
  readonly endOn: Day;
  readonly consumption: string;
  /** Whether `end` was estimated, because no reading was confirmed. */
  readonly estimated: boolean;
};

/** What the main meters counted and the apartments' own do not explain. */
export type Remainder = {
  readonly main: string;
  readonly explained: string;
  readonly quantity: string;
  readonly unit: Unit;
  readonly unitPrice: string;
};

type UnitPrice = {
  readonly method: 'unit_price';
  readonly basis: Basis;
  readonly quantity: string;
  readonly unit: Unit;
  readonly unitPrice: string;
  /** quantity × unitPrice, exact. */
  readonly raw: string;
  /** raw to whole cents, half a cent away from zero: the amount. */
  readonly rounded: number;
  readonly readings?: readonly ReadingsTaken[];
};

type Split = {
  readonly method: 'split';
  readonly basis: Basis;
  /** The supplier's bill, or the price of the remainder. */
  readonly bill: number;
  readonly billQuantity?: string;
  /** What other charges have taken from the bill, and what is left of it to be split. */
  readonly deductions?: readonly { readonly charge: string; readonly amount: number }[];
  readonly divided?: number;
  readonly remainder?: Remainder;
  readonly unit: Unit;
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

/** How an amount came about; money as JSON numbers, exact decimals as text. */
export type Calculation = UnitPrice | Split;
