// Figures: what a charge is reckoned by, over all apartments of a building: their areas, shares, people, or what their meters counted.
import { billedScale } from '../metering/measure-meters.ts';
import { type Decimal, parseDecimal, type Range, ranges, unitsAt } from '../platform/values/decimal.ts';
import type { Basis, Charge, DividedBasis } from '../properties/charge.ts';
import type { ReadingsTaken, ToDate, Unit } from './calculation.ts';
import type { ApartmentFacts, ChargeProblem, Exact } from './charge-engine.ts';
import type { Consumption } from './metered/consumption-segments.ts';
import { weighedOf } from './metered/weighted-consumption.ts';
import { wordsOf } from './metered/meter-words.ts';
import { coefficientScale, coefficientsOf, one as full } from './charge-scope.ts';

export type ApartmentField = 'area' | 'heatedArea' | 'shares' | 'residentCount';
export type Report = (problem: ChargeProblem) => void;

/** A basis over all apartments: the figure of each as a count of 10^-scale, times its coefficient, and their sum. */
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
  /** Of meters that divide a bill, where it goes by more than the period: all that they counted, and what of it was weighed before. */
  readonly toDate?: readonly (ToDate | undefined)[];
  /** Where the meters that divide a bill counted nothing: what it is divided by instead. */
  readonly instead?: Instead;
  /** Where coefficients count: what they are, and the figures without them. */
  readonly weighted?: {
    readonly coefficients: readonly bigint[];
    readonly scale: number;
    readonly weights: readonly bigint[];
  };
};

/** What a bill is divided by where meters counted nothing. */
export type Instead = (typeof instead)[number];
const instead = ['heated_area', 'area', 'equal'] as const;

type OwnBasis = Exclude<Basis, 'custom' | 'meter' | 'meter_remainder'>;
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

/** The figures of a kind before any charge uses them; undefined where an apartment has none, and how to say so. */
type Known = Pick<Figures, 'unit' | 'called' | 'scale' | 'present' | 'readings' | 'toDate'> & {
  readonly weights: readonly (bigint | undefined)[];
  readonly lacking: (number: string, names: string) => Pick<ChargeProblem, 'code' | 'message' | 'field'>;
};

/**
 * Of each charge the figures it goes by, but for those that price what meters counted (metered/priced.ts). One that a taking apartment lacks is reported once
 * per apartment, and its charges left out.
 */
export function figuresByCharge(
  charges: readonly Charge[],
  apartments: readonly ApartmentFacts[],
  consumption: Consumption,
  report: Report,
): ReadonlyMap<Charge, Figures> {
  const found = new Map<Charge, Figures>();
  for (const [kind, users] of Map.groupBy(
    charges.filter((charge) => !isPricedConsumption(charge)),
    kindOf,
  )) {
    if (kind === 'custom') {
      for (const charge of users) found.set(charge, ownShares(charge, apartments));
      continue;
    }
    const known =
      kind in measures
        ? ownFigures(measures[kind as OwnBasis], apartments)
        : readFigures(users[0] as Charge, apartments, consumption);
    const taking = new Map(users.map((charge) => [charge, coefficientsOf(charge, apartments)]));
    const lacks = reportLacking(known, taking, apartments, report);
    const { lacking: _, ...rest } = known;
    const plain = { ...rest, weights: known.weights.map((weight) => weight ?? 0n) };
    const shared = { ...plain, whole: sum(plain.weights) };
    for (const charge of users) {
      const coefficients = taking.get(charge);
      if (!lacks.has(charge)) found.set(charge, coefficients === undefined ? shared : weighed(plain, coefficients));
    }
  }
  return found;
}

/**
 * The figures of a bill that is divided by what meters counted, where they counted nothing in all: the heated areas of those who take part where all of them
 * have one, else their areas, else each once. Undefined where nobody takes part.
 */
export function figuresInstead(
  charge: Charge,
  { present = [], readings, toDate }: Figures,
  apartments: readonly ApartmentFacts[],
): Figures | undefined {
  for (const basis of charge.basis === 'meter' ? instead : []) {
    const { weights, lacking: _, ...known } = ownFigures(measures[basis], apartments);
    if (weights.some((weight, index) => present[index] && weight === undefined)) continue;
    const own = weights.map((weight, index) => (present[index] ? (weight ?? 0n) : 0n));
    const plain = { ...known, weights: own, present, instead: basis, ...(readings && { readings }) };
    const coefficients = coefficientsOf(charge, apartments) ?? own.map(() => full);
    const figures = weighed({ ...plain, ...(toDate && { toDate }) }, coefficients);
    if (figures.whole > 0n) return figures;
  }
  return undefined;
}

/** What a charge's figures depend on: its basis, what a remainder is divided by, or itself, as it has a ledger of its own. */
function kindOf(charge: Charge): OwnBasis | 'custom' | DividedBasis | `meter ${string}` {
  const { basis, divideBy = 'equal', code } = charge;
  if (basis === 'meter_remainder') return divideBy;
  return basis === 'meter' ? `meter ${code}` : basis;
}

/** Reports each apartment that lacks a figure which charges it takes part in need; answers with the charges that lack something. */
function reportLacking(
  { weights, lacking }: Known,
  taking: ReadonlyMap<Charge, readonly bigint[] | undefined>,
  apartments: readonly ApartmentFacts[],
  report: Report,
): ReadonlySet<Charge> {
  const lacks = new Set<Charge>();
  for (const [index, { id, number }] of apartments.entries()) {
    if (weights[index] !== undefined) continue;
    const needing = [...taking].flatMap(([charge, coefficients]) => (coefficients?.[index] === 0n ? [] : [charge]));
    if (needing.length > 0) report({ ...lacking(number, needing.map(named).join(', ')), apartmentId: id });
    for (const charge of needing) lacks.add(charge);
  }
  return lacks;
}

/** Figures times coefficients. The scale only grows where one of them is neither 0 nor 1. */
function weighed(plain: Omit<Figures, 'whole'>, coefficients: readonly bigint[]): Figures {
  const { weights, scale, present } = plain;
  const taken = (index: number) => coefficients[index] !== 0n;
  const simple = coefficients.every((one) => one === 0n || one === full);
  const times = simple
    ? weights.map((weight, index) => (taken(index) ? weight : 0n))
    : weights.map((weight, index) => weight * (coefficients[index] ?? full));
  return {
    ...plain,
    scale: simple ? scale : scale + coefficientScale,
    weights: times,
    whole: sum(times),
    ...(present && { present: present.map((there, index) => there && taken(index)) }),
    ...(!simple && { weighted: { coefficients, scale, weights } }),
  };
}

function ownFigures({ unit, called, field, range }: Measure, apartments: readonly ApartmentFacts[]): Known {
  return {
    unit,
    called,
    scale: range.decimals,
    weights: apartments.map((apartment) => {
      const figure = field === undefined ? 1 : apartment[field];
      if (figure === undefined || figure === null) return undefined;
      return unitsAt(exact(figure, range, `${called} of apartment ${apartment.number}`), range.decimals);
    }),
    lacking: (number, names) => ({
      code: 'apartment_data_missing',
      message: `Apartment ${number} has no ${called}, needed for ${names}.`,
      ...(field && { field }),
    }),
  };
}

/** The shares that a charge has agreed with its apartments; who has none takes no part. */
function ownShares(charge: Charge, apartments: readonly ApartmentFacts[]): Figures {
  const shares = new Map(charge.apartments?.map(({ apartmentId, share = 0 }) => [apartmentId, share]));
  const { decimals: scale } = ranges.shares;
  const weights = apartments.map(({ id, number }) =>
    unitsAt(exact(shares.get(id) ?? 0, ranges.shares, `share of apartment ${number} in ${named(charge)}`), scale),
  );
  const plain = { unit: 'share' as const, called: 'share in it', scale, weights };
  return weighed(plain, coefficientsOf(charge, apartments) ?? weights.map(() => full));
}

function readFigures(charge: Charge, apartments: readonly ApartmentFacts[], consumption: Consumption): Known {
  const { unread, weights, ...figures } = weighedOf(charge, apartments, consumption);
  const called = `${wordsOf(charge.meterType ?? 'cold_water')} counted`;
  const known = weights.map((weight, index) => (unread.has(index) ? undefined : weight));
  const lacking = (number: string, names: string) => unreadProblem(charge, number, names);
  return { ...figures, scale: billedScale, called, weights: known, lacking };
}

/** What is missing where an apartment's meter was not read. */
export function unreadProblem(
  { meterType }: Charge,
  number: string,
  names: string,
): Pick<ChargeProblem, 'code' | 'message'> {
  const what = `Apartment ${number} has no confirmed reading of its ${wordsOf(meterType ?? 'cold_water')} meter in the period`;
  const message = `${what}, needed for ${names}. Confirm one, or let the charge estimate it (estimateMissingFromMonths).`;
  return { code: 'reading_missing', message };
}

/** Whether a charge prices what each apartment's own meters counted. */
export function isPricedConsumption({ basis, costFrom }: Charge): boolean {
  return basis === 'meter' && costFrom === undefined;
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
