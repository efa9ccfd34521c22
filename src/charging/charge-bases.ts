// Charge bases: the figures that a charge is calculated from, over all apartments of a building: areas, shares, people,
// or metered consumption.
import { billedScale } from '../metering/measure-meters.ts';
import type { Steps } from '../platform/processes/steps.ts';
import { type FallbackBasis, fallbackBases, fieldOfBasis, unitOfBasis } from '../platform/values/bases.ts';
import { type DecimalRange, decimalRanges, parseStoredDecimal, unitsAt } from '../platform/values/decimal.ts';
import type { Basis, Charge, DividedBasis } from '../properties/model.ts';
import type { ConsumptionToDate, ReadingsUsed, Unit } from './calculation.ts';
import { coefficientScale, coefficientsOf, fullCoefficient as full } from './charge-scope.ts';
import { describeCharge, meterTypeWords, nameSome } from './message-words.ts';
import type { Consumption } from './metered/consumption-segments.ts';
import { meterTypeOf } from './metered/meter-types.ts';
import { weightConsumption } from './metered/weighted-consumption.ts';
import type { ApartmentFacts, ChargeProblem } from './model.ts';
export type ReportChargeProblem = (problem: ChargeProblem) => void;

/**
 * A basis over all apartments: each figure as an integer in units of 10^-scale, times its coefficient, and their sum.
 */
export type BasisValues = {
  readonly unit: Unit;
  readonly called: string;
  readonly scale: number;
  readonly weights: readonly bigint[];
  readonly whole: bigint;
  /** Whether an apartment is included; if absent, all apartments with a figure other than zero are. */
  readonly present?: readonly boolean[];
  /** For metered figures, the readings of each apartment. */
  readonly readings?: readonly (readonly ReadingsUsed[])[];
  /**
   * For meters that divide a bill over more than the period: the total they counted, and how much of it counted before.
   */
  readonly toDate?: readonly (ConsumptionToDate | undefined)[];
  /** Where the meters that divide the bill counted nothing: the fallback basis. */
  readonly instead?: FallbackBasis;
  /** Where coefficients apply: the coefficients, and the figures without them. */
  readonly weighted?: {
    readonly coefficients: readonly bigint[];
    readonly scale: number;
    readonly weights: readonly bigint[];
  };
};

type ApartmentBasis = Exclude<Basis, 'custom' | 'meter' | 'meter_remainder'>;
/** How the figures of a basis are read and named. */
type BasisMeasure = {
  readonly unit: Unit;
  readonly called: string;
  readonly range: DecimalRange;
};

const countOnce: BasisMeasure = { unit: unitOfBasis.fixed, called: 'part', range: { decimals: 0, min: 1, max: 1 } };

const basisMeasures: Readonly<Record<ApartmentBasis, BasisMeasure>> = {
  fixed: countOnce,
  equal: countOnce,
  area: { unit: unitOfBasis.area, called: 'area', range: decimalRanges.area },
  heated_area: { unit: unitOfBasis.heated_area, called: 'heated area', range: decimalRanges.heatedArea },
  share: { unit: unitOfBasis.share, called: 'ownership share', range: decimalRanges.shares },
  residents: {
    unit: unitOfBasis.residents,
    called: 'number of residents',
    range: decimalRanges.residentCount,
  },
};

/**
 * The figures of a kind before any charge uses them; undefined for an apartment that has none, with a description for
 * messages.
 */
type RawBasisValues = Pick<BasisValues, 'unit' | 'called' | 'scale' | 'present' | 'readings' | 'toDate'> & {
  readonly weights: readonly (bigint | undefined)[];
  readonly describeMissing: (number: string, names: string) => Pick<ChargeProblem, 'code' | 'message' | 'field'>;
};

/**
 * The basis figures of each charge, except charges that price metered consumption (metered/), in a step for each basis.
 * A figure missing for an apartment in scope is reported once per apartment, and its charges are left out.
 */
export function* calculateBasisValues(
  charges: readonly Charge[],
  apartments: readonly ApartmentFacts[],
  consumption: Consumption,
  report: ReportChargeProblem,
): Steps<ReadonlyMap<Charge, BasisValues>> {
  const valuesByCharge = new Map<Charge, BasisValues>();
  for (const [kind, users] of Map.groupBy(
    charges.filter((charge) => !isPricedConsumption(charge)),
    basisKeyOf,
  )) {
    if (kind === 'custom') {
      for (const charge of users) valuesByCharge.set(charge, readAgreedShares(charge, apartments));
      continue;
    }
    const values =
      kind in basisMeasures
        ? readApartmentValues(kind as ApartmentBasis, apartments)
        : readMeteredValues(users[0] as Charge, apartments, consumption);
    const coefficientsByCharge = new Map(users.map((charge) => [charge, coefficientsOf(charge, apartments)]));
    const incomplete = yield* reportMissing(values, coefficientsByCharge, apartments, report);
    const { describeMissing: _, ...rest } = values;
    const plain = { ...rest, weights: values.weights.map((weight) => weight ?? 0n) };
    const shared = { ...plain, whole: sum(plain.weights) };
    for (const charge of users) {
      const coefficients = coefficientsByCharge.get(charge);
      if (!incomplete.has(charge))
        valuesByCharge.set(charge, coefficients === undefined ? shared : applyCoefficients(plain, coefficients));
    }
    yield apartments.length * users.length;
  }
  return valuesByCharge;
}

/**
 * The fallback basis of a bill whose meters counted nothing: the heated areas in the scope if all apartments there have
 * one, else their areas, else equal parts. Undefined if no apartment is in the scope.
 */
export function findFallbackValues(
  charge: Charge,
  { present = [], readings, toDate }: BasisValues,
  apartments: readonly ApartmentFacts[],
): BasisValues | undefined {
  for (const basis of charge.basis === 'meter' ? fallbackBases : []) {
    const { weights, describeMissing: _, ...known } = readApartmentValues(basis, apartments);
    if (weights.some((weight, index) => present[index] && weight === undefined)) continue;
    const weightsInScope = weights.map((weight, index) => (present[index] ? (weight ?? 0n) : 0n));
    const plain = { ...known, weights: weightsInScope, present, instead: basis, ...(readings && { readings }) };
    const coefficients = coefficientsOf(charge, apartments) ?? weightsInScope.map(() => full);
    const figures = applyCoefficients({ ...plain, ...(toDate && { toDate }) }, coefficients);
    if (figures.whole > 0n) return figures;
  }
  return undefined;
}

/**
 * What a charge's figures depend on: its basis, the divisor of a remainder, or the charge itself, because it has its
 * own ledger.
 */
function basisKeyOf(charge: Charge): ApartmentBasis | 'custom' | DividedBasis | `meter ${string}` {
  const { basis, divideBy = 'equal', code } = charge;
  if (basis === 'meter_remainder') return divideBy;
  return basis === 'meter' ? `meter ${code}` : basis;
}

/** Reports each apartment without a figure that a charge in scope needs; returns the charges that lack a figure. */
function* reportMissing(
  { weights, describeMissing: lacking }: RawBasisValues,
  taking: ReadonlyMap<Charge, readonly bigint[] | undefined>,
  apartments: readonly ApartmentFacts[],
  report: ReportChargeProblem,
): Steps<ReadonlySet<Charge>> {
  const incomplete = new Set<Charge>();
  for (const [index, { id, number }] of apartments.entries()) {
    if (weights[index] !== undefined) continue;
    yield taking.size;
    const needing = [...taking].flatMap(([charge, coefficients]) => (coefficients?.[index] === 0n ? [] : [charge]));
    if (needing.length > 0) report({ ...lacking(number, nameSome(needing.map(describeCharge))), apartmentId: id });
    for (const charge of needing) incomplete.add(charge);
  }
  return incomplete;
}

/** Multiplies figures by coefficients. The scale grows only if a coefficient is neither 0 nor 1. */
function applyCoefficients(plain: Omit<BasisValues, 'whole'>, coefficients: readonly bigint[]): BasisValues {
  const { weights, scale, present } = plain;
  const takesPart = (index: number) => coefficients[index] !== 0n;
  const simple = coefficients.every((coefficient) => coefficient === 0n || coefficient === full);
  const weightedValues = simple
    ? weights.map((weight, index) => (takesPart(index) ? weight : 0n))
    : weights.map((weight, index) => weight * (coefficients[index] ?? full));
  return {
    ...plain,
    scale: simple ? scale : scale + coefficientScale,
    weights: weightedValues,
    whole: sum(weightedValues),
    ...(present && { present: present.map((there, index) => there && takesPart(index)) }),
    ...(!simple && { weighted: { coefficients, scale, weights } }),
  };
}

function readApartmentValues(basis: ApartmentBasis, apartments: readonly ApartmentFacts[]): RawBasisValues {
  const { unit, called, range } = basisMeasures[basis];
  const field = fieldOfBasis[basis];
  return {
    unit,
    called,
    scale: range.decimals,
    weights: apartments.map((apartment) => {
      const figure = field === null ? 1 : apartment[field];
      if (figure === undefined || figure === null) return undefined;
      return unitsAt(parseStoredDecimal(figure, range, `${called} of apartment ${apartment.number}`), range.decimals);
    }),
    describeMissing: (number, names) => ({
      code: 'apartment_data_missing',
      message: `Apartment ${number} has no ${called}, needed for ${names}.`,
      ...(field && { field }),
    }),
  };
}

/** The agreed shares of a charge; an apartment without one is outside its scope. */
function readAgreedShares(charge: Charge, apartments: readonly ApartmentFacts[]): BasisValues {
  const shares = new Map(charge.apartments?.map(({ apartmentId, share = 0 }) => [apartmentId, share]));
  const { decimals: scale } = decimalRanges.shares;
  const weights = apartments.map(({ id, number }) =>
    unitsAt(
      parseStoredDecimal(
        shares.get(id) ?? 0,
        decimalRanges.shares,
        `share of apartment ${number} in ${describeCharge(charge)}`,
      ),
      scale,
    ),
  );
  const plain = { unit: unitOfBasis.custom, called: 'share in it', scale, weights };
  return applyCoefficients(plain, coefficientsOf(charge, apartments) ?? weights.map(() => full));
}

function readMeteredValues(
  charge: Charge,
  apartments: readonly ApartmentFacts[],
  consumption: Consumption,
): RawBasisValues {
  const { unread, weights, ...figures } = weightConsumption(charge, apartments, consumption);
  const called = `${meterTypeWords(meterTypeOf(charge))} counted`;
  const knownWeights = weights.map((weight, index) => (unread.has(index) ? undefined : weight));
  const lacking = (number: string, names: string) => describeMissingReading(charge, number, names);
  return { ...figures, scale: billedScale, called, weights: knownWeights, describeMissing: lacking };
}

/** What is missing when an apartment's meter has no reading. */
export function describeMissingReading(
  charge: Charge,
  number: string,
  names: string,
): Pick<ChargeProblem, 'code' | 'message'> {
  const missing = `Apartment ${number} has no confirmed reading of its ${meterTypeWords(meterTypeOf(charge))} meter in the period`;
  const message = `${missing}, needed for ${names}. Confirm a reading, or allow estimates for the charge (estimateMissingFromMonths).`;
  return { code: 'reading_missing', message };
}

/**
 * Whether a charge divides an amount (a bill or the price of a remainder) instead of pricing each apartment's own
 * figure.
 */
export function isDivided({ basis, costFrom }: Charge): boolean {
  return costFrom !== undefined || basis === 'meter_remainder';
}

/** Whether a charge prices the consumption of each apartment's own meters. */
export function isPricedConsumption(charge: Charge): boolean {
  return charge.basis === 'meter' && !isDivided(charge);
}

function sum(weights: readonly bigint[]): bigint {
  return weights.reduce((total, weight) => total + weight, 0n);
}
