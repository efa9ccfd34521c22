// Figures: what a charge is reckoned by, over all apartments of a building: their areas, shares, people, or what their meters counted.
import type { MeterUse } from '../metering/measure.ts';
import { type Decimal, parseDecimal, type Range, ranges, unitsAt } from '../platform/decimal.ts';
import type { Basis, Charge, DividedBasis, MeterType } from '../portfolio/charge.ts';
import type { ReadingsTaken, Unit } from './calculation.ts';
import type { ApartmentFacts, ChargeProblem, Exact } from './charges.ts';
import { meterFigures, wordsOf } from './metered.ts';

export type ApartmentField = 'area' | 'heatedArea' | 'shares' | 'residentCount';
export type Report = (problem: ChargeProblem) => void;

/** A basis over all apartments: the figure of each as a count of 10^-scale, and their sum. */
export type Figures = {
  readonly unit: Unit;
  readonly called: string;
  readonly scale: number;
  readonly weights: readonly bigint[];
  readonly whole: bigint;
  /** Whether an apartment takes part; without it, those do whose figure is not zero. */
  readonly present?: readonly boolean[];
  /** Of metered figures, the readings of each apartment. */
  readonly readings?: readonly (readonly ReadingsTaken[])[];
};

type OwnBasis = Exclude<Basis, 'meter' | 'meter_remainder'>;
/** The figure a basis takes from an apartment; without a field every apartment counts once. */
type Measure = { readonly unit: Unit; readonly called: string; readonly field?: ApartmentField; readonly range: Range };

const once: Measure = { unit: 'apartment', called: 'part', range: { decimals: 0, min: 1, max: 1 } };

const measures: Readonly<Record<OwnBasis, Measure>> = {
  fixed: once,
  equal: once,
  area: { unit: 'm2', called: 'area', field: 'area', range: ranges.area },
  heated_area: { unit: 'm2', called: 'heated area', field: 'heatedArea', range: ranges.area },
  share: { unit: 'share', called: 'ownership share', field: 'shares', range: ranges.shares },
  residents: { unit: 'person', called: 'number of residents', field: 'residentCount', range: ranges.residentCount },
};

/** Of each charge the figures it goes by. One that an apartment lacks is reported once per apartment, and its charges left out. */
export function figuresByCharge(
  charges: readonly Charge[],
  apartments: readonly ApartmentFacts[],
  meters: readonly MeterUse[],
  report: Report,
): ReadonlyMap<Charge, Figures> {
  const found = new Map<Charge, Figures>();
  for (const [kind, users] of Map.groupBy(charges, kindOf)) {
    const names = users.map(named).join(', ');
    const figures =
      kind in measures
        ? ownFigures(measures[kind as OwnBasis], names, apartments, report)
        : readFigures(kind as MeterType, names, apartments, meters, report);
    if (figures !== undefined) for (const charge of users) found.set(charge, figures);
  }
  return found;
}

/** What a charge's figures depend on: its basis, the type of meter, or what a remainder is divided by. */
function kindOf({ basis, meterType, divideBy = 'equal' }: Charge): OwnBasis | DividedBasis | MeterType {
  if (basis === 'meter_remainder') return divideBy;
  if (basis !== 'meter') return basis;
  if (meterType === undefined) throw new RangeError('A charge that goes by meters names no type of meter.');
  return meterType;
}

function ownFigures(
  { unit, called, field, range }: Measure,
  names: string,
  apartments: readonly ApartmentFacts[],
  report: Report,
): Figures | undefined {
  const weights: bigint[] = [];
  for (const apartment of apartments) {
    const figure = field === undefined ? 1 : apartment[field];
    if (figure !== undefined && figure !== null) {
      weights.push(unitsAt(exact(figure, range, `${called} of apartment ${apartment.number}`), range.decimals));
    } else {
      const message = `Apartment ${apartment.number} has no ${called}, needed for ${names}.`;
      report({ code: 'apartment_data_missing', message, apartmentId: apartment.id, ...(field && { field }) });
    }
  }
  if (weights.length < apartments.length) return undefined;
  return { unit, called, scale: range.decimals, weights, whole: sum(weights) };
}

function readFigures(
  type: MeterType,
  names: string,
  apartments: readonly ApartmentFacts[],
  meters: readonly MeterUse[],
  report: Report,
): Figures | undefined {
  const { missing, ...figures } = meterFigures(type, apartments, meters);
  const numbers = new Map(apartments.map(({ id, number }) => [id, number]));
  for (const apartmentId of missing) {
    const what = `Apartment ${numbers.get(apartmentId)} has no confirmed reading of its ${wordsOf(type)} meter in the period`;
    const message = `${what}, needed for ${names}. Confirm one, or let the charge estimate it (estimateMissingFromMonths).`;
    report({ code: 'reading_missing', message, apartmentId });
  }
  if (missing.length > 0) return undefined;
  return { ...figures, called: `${wordsOf(type)} counted`, whole: sum(figures.weights) };
}

/** A charge in a sentence. */
export function named(charge: Charge): string {
  return `"${charge.name}" (${charge.code})`;
}

/** A stored figure, exact. Throws RangeError: it was checked when it was written, so anything else is a defect. */
export function exact(value: Exact, range: Range, what: string): Decimal {
  const decimal = parseDecimal(value, range);
  if (decimal === undefined) throw new RangeError(`The ${what} is "${value}", which is no decimal of its range.`);
  return decimal;
}

function sum(weights: readonly bigint[]): bigint {
  return weights.reduce((total, weight) => total + weight, 0n);
}
