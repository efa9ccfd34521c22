// Metered charges: readings as figures to bill by, the remainder of a main meter, and what a person should look at before it is billed.

import type { Consumption } from '../metering/consumption.ts';
import { billedQuantity, billedUnits, inUnit, type MeterUse } from '../metering/measure.ts';
import { type Decimal, formatDecimal, unitsAt } from '../platform/decimal.ts';
import type { Charge, MeterType } from '../portfolio/charge.ts';
import type { Carried, ReadingsTaken, Unit } from './calculation.ts';

/** What the apartments' meters of one type counted: for each apartment a count of 10^-9 of the unit, and whether it has such a meter at all. */
export type MeterFigures = {
  readonly unit: Unit;
  readonly scale: number;
  readonly weights: readonly bigint[];
  readonly present: readonly boolean[];
  readonly readings: readonly (readonly ReadingsTaken[])[];
  /** Of what divides a bill: what was carried over, where anything was. */
  readonly carried?: readonly (Carried | undefined)[];
  /** The places of the apartments with a meter that nobody has read. */
  readonly unread: ReadonlySet<number>;
};

export const warningCodes = [
  'reading_missing',
  'reading_estimated',
  'verification_expired',
  'negative_consumption',
  'high_consumption',
  'main_meter_difference',
  'days_billed_late',
  'days_billed_twice',
  'earlier_days_unbilled',
  'earlier_invoices_changed',
  'beginning_unknown',
] as const;
/** Something that a person should look at before it is billed. */
export type BillingWarning = {
  readonly code: (typeof warningCodes)[number];
  readonly message: string;
  readonly apartmentId?: string;
  readonly meterId?: string;
};

const scale = 9;

/** Whether a charge may take what was estimated: those that say so may; to the others a missing reading stays missing. */
export function mayEstimate({ estimateMissingFromMonths }: Charge): boolean {
  return estimateMissingFromMonths !== undefined;
}

/** The figures of one type of meter over all apartments. */
export function meterFigures(
  type: MeterType,
  { estimates, divides }: { readonly estimates: boolean; readonly divides: boolean },
  apartments: readonly { readonly id: string }[],
  meters: readonly MeterUse[],
): MeterFigures {
  const own = Map.groupBy(
    meters.filter((meter) => meter.type === type && meter.apartmentId !== null),
    (meter) => meter.apartmentId,
  );
  const each = apartments.map(({ id }) => own.get(id) ?? []);
  const known = each.map((uses) => uses.filter((one) => isKnown(one, estimates)));
  const weights = divides ? known.map(weightOf) : [];
  return {
    unit: billedUnits[type],
    scale,
    weights: divides ? weights.map((one) => one.weight) : known.map(sumOf),
    ...(divides && { carried: weights.map(carriedOf) }),
    present: each.map((uses) => uses.length > 0),
    readings: known.map((uses) => uses.map(taken)),
    unread: new Set(each.flatMap((uses, place) => (uses.every((one) => isKnown(one, estimates)) ? [] : [place]))),
  };
}

function carriedOf({ before, after }: Weight): Carried | undefined {
  if (before === 0n && after === 0n) return undefined;
  return { before: formatDecimal({ units: before, scale }), after: formatDecimal({ units: after, scale }) };
}

/** What bills are divided by of a meter, in its own unit. */
export type Weighed = { readonly weighed: Decimal };
/** What a charge that divides a bill weighs of an apartment, and what is carried over from earlier periods and to the next one; all in the billed unit. */
export type Weight = { readonly weight: bigint; readonly before: bigint; readonly after: bigint };

/**
 * Nobody's weight is below zero: where more was billed before than was used, the apartment weighs nothing, and the rest is carried over and taken off next
 * time. Here, over an apartment's meters of one type.
 */
function weightOf(uses: readonly MeterUse[]): Weight {
  const before = uses.reduce((sum, use) => sum + heldOf(use), 0n);
  const all = sumOf(uses) + before;
  return all < 0n ? { weight: 0n, before, after: all } : { weight: all, before, after: 0n };
}

/** What charges that divide bills weigh of each meter. What is carried over stays with the newest meter of an apartment and type. */
export function weigh(meters: readonly MeterUse[]): ReadonlyMap<string, Weighed> {
  const found = new Map<string, Weighed>();
  const known = meters.filter((one) => one.apartmentId !== null && one.use !== 'missing');
  for (const uses of Map.groupBy(known, (one) => `${one.apartmentId} ${one.type}`).values()) {
    const { after } = weightOf(uses);
    for (const [place, use] of uses.entries()) {
      const all = unitsAt(billedQuantity(use), scale) + heldOf(use) - (place === uses.length - 1 ? after : 0n);
      found.set(use.meterId, { weighed: inUnit({ units: all, scale }, billedUnits[use.type], use.unit) });
    }
  }
  return found;
}

function heldOf({ held, unit, type }: MeterUse): bigint {
  return held === undefined ? 0n : unitsAt(inUnit(held, unit, billedUnits[type]), scale);
}

function isKnown({ use }: MeterUse, estimates: boolean): boolean {
  return use !== 'missing' && (estimates || !use.estimated);
}

/** The types of apartment meters that explain what a main meter of a type counts: without a main meter of its own, hot water comes from the cold. */
export function explainedBy(type: MeterType, meters: readonly MeterUse[]): MeterType[] {
  const hotHasMain = meters.some((meter) => meter.type === 'hot_water' && meter.apartmentId === null);
  return type === 'cold_water' && !hotHasMain ? ['cold_water', 'hot_water'] : [type];
}

export type MainRemainder = {
  readonly unit: Unit;
  readonly main: Decimal;
  readonly explained: Decimal;
  /** main − explained; negative when the apartments' meters counted more. */
  readonly quantity: Decimal;
  readonly readings: readonly ReadingsTaken[];
};

/** What the main meters of a type counted and the apartments' own do not explain. 'no_main': there is none; otherwise the meters that were not read. */
export function remainderOf(
  type: MeterType,
  estimates: boolean,
  meters: readonly MeterUse[],
): MainRemainder | 'no_main' | { readonly unread: readonly MeterUse[] } {
  const mains = meters.filter((meter) => meter.type === type && meter.apartmentId === null);
  const types = explainedBy(type, meters);
  const own = meters.filter((meter) => types.includes(meter.type) && meter.apartmentId !== null);
  if (mains.length === 0) return 'no_main';
  const beginsUnknown = ({ apartmentId, use }: MeterUse) =>
    apartmentId === null && use !== 'missing' && use.beginsUnknown;
  const unread = [...mains, ...own].filter((one) => !isKnown(one, estimates) || beginsUnknown(one));
  if (unread.length > 0) return { unread };
  const [main, explained] = [sumOf(mains), sumOf(own)];
  return {
    unit: billedUnits[type],
    main: { units: main, scale },
    explained: { units: explained, scale },
    quantity: { units: main - explained, scale },
    readings: mains.map(taken),
  };
}

/** The types of meters that charges go by, each with the months that a missing reading may be estimated from: the most that a charge allows. */
export function monthsByType(charges: readonly Charge[]): Map<MeterType, number | undefined> {
  const found = new Map<MeterType, number | undefined>();
  for (const charge of charges)
    for (const type of typesOf(charge))
      found.set(type, Math.max(found.get(type) ?? 0, charge.estimateMissingFromMonths ?? 0) || undefined);
  return found;
}

/** The types of meters that a charge may go by; hot water may come from the cold. */
function typesOf({ basis, meterType }: Charge): MeterType[] {
  if (meterType === undefined) return [];
  return basis === 'meter_remainder' && meterType === 'cold_water' ? ['cold_water', 'hot_water'] : [meterType];
}

/** The metered charges that the bill of a main meter's remainder is reduced by when no charge says so: all that bill the apartments' own meters. */
export function deductedUnsaid(
  charge: Charge,
  charges: readonly Charge[],
  meters: readonly MeterUse[],
): readonly Charge[] {
  if (charge.basis !== 'meter_remainder' || charge.meterType === undefined || charge.costFrom === undefined) return [];
  if (charges.some((one) => one.deductedFrom === charge.code)) return [];
  const types: readonly (MeterType | undefined)[] = explainedBy(charge.meterType, meters);
  return charges.filter((one) => {
    const own = one.basis === 'meter' && one.unitPrice !== undefined && one.deductedFrom === undefined;
    return own && types.includes(one.meterType);
  });
}

/** The metered charges that more than one bill would be reduced by, each with the charges of those bills. */
export function deductedTwice(charges: readonly Charge[], meters: readonly MeterUse[]): ReadonlyMap<Charge, Charge[]> {
  const from = new Map<Charge, Charge[]>();
  for (const bill of charges)
    for (const one of deductedUnsaid(bill, charges, meters)) from.set(one, [...(from.get(one) ?? []), bill]);
  return new Map([...from].filter(([, bills]) => bills.length > 1));
}

/** Everything odd about the readings of a period, by apartments in their order, main meters last. */
export function warningsAbout(
  meters: readonly MeterUse[],
  apartments: readonly { readonly id: string; readonly number: string }[],
  charges: readonly Charge[],
): BillingWarning[] {
  const strict = new Set(charges.filter((charge) => !mayEstimate(charge)).flatMap(typesOf));
  const numbers = new Map(apartments.map(({ id, number }) => [id, number]));
  const places = new Map(apartments.map(({ id }, place) => [id, place]));
  const placeOf = ({ apartmentId }: MeterUse) => places.get(apartmentId ?? '') ?? apartments.length;
  return [
    ...meters.toSorted((a, b) => placeOf(a) - placeOf(b)).flatMap((meter) => oddities(meter, numbers, strict)),
    ...[...new Set(meters.map((meter) => meter.type))].flatMap((type) => differences(type, meters)),
  ];
}

function oddities(
  meter: MeterUse,
  numbers: ReadonlyMap<string, string>,
  strict: ReadonlySet<MeterType>,
): BillingWarning[] {
  const { use, verifiedUntil, meterId, apartmentId, high, unbilledSince } = meter;
  const where = apartmentId === null ? 'The building' : `Apartment ${numbers.get(apartmentId)}`;
  const about = (code: BillingWarning['code'], what: string): BillingWarning => ({
    code,
    message: `${where}, ${nameOf(meter)}: ${what}`,
    meterId,
    ...(apartmentId !== null && { apartmentId }),
  });
  if (!isKnown(meter, !strict.has(meter.type)) || use === 'missing')
    return [about('reading_missing', 'no confirmed reading in the period.')];
  const used = `${formatDecimal(use.consumption)} ${meter.unit}`;
  return [
    ...(use.estimated ? [about('reading_estimated', `no confirmed reading, so ${used} are estimated.`)] : []),
    ...(verifiedUntil !== null && verifiedUntil < use.endOn
      ? [about('verification_expired', `verified until ${verifiedUntil}.`)]
      : []),
    ...(use.consumption.units < 0n
      ? [about('negative_consumption', `${used}: more was billed before than used.`)]
      : []),
    ...(unbilledSince
      ? [about('days_billed_late', `on no invoice since ${unbilledSince}, so these days are billed with the period.`)]
      : []),
    ...(use.settled
      ? [
          about(
            'earlier_invoices_changed',
            `${formatDecimal(use.settled)} ${meter.unit} of ${used} settle invoices that were cancelled or made anew, or that began with an initial value that was corrected.`,
          ),
        ]
      : []),
    ...(use.beginsUnknown
      ? [
          about(
            'beginning_unknown',
            `no initial value, so it counts from its first reading, ${use.start} on ${use.startOn}. If you know an earlier one, submit it first.`,
          ),
        ]
      : []),
    ...(high ? [about('high_consumption', `${used}, more than three times what was usual.`)] : []),
  ];
}

/** A main meter and the apartments' own never agree quite; a tenth is worth a look, and so is less than they counted. */
function differences(type: MeterType, meters: readonly MeterUse[]): BillingWarning[] {
  const found = remainderOf(type, true, meters);
  if (found === 'no_main' || 'unread' in found || found.explained.units === 0n) return [];
  const { units } = found.quantity;
  if (units >= 0n && units * 10n <= found.main.units) return [];
  const [main, sum, rest] = [found.main, found.explained, found.quantity].map(formatDecimal);
  const message = `The main ${words[type]} meter counted ${main} ${found.unit}, the apartments’ own ${sum}: ${rest} are left.`;
  return [{ code: 'main_meter_difference', message }];
}

const words: Readonly<Record<MeterType, string>> = {
  cold_water: 'cold water',
  hot_water: 'hot water',
  heating: 'heat',
  electricity: 'electricity',
  gas: 'gas',
};

/** What a meter is called in a sentence. */
export function nameOf({ type, serialNumber }: Pick<MeterUse, 'type' | 'serialNumber'>): string {
  return `${words[type]} meter${serialNumber === null ? '' : ` ${serialNumber}`}`;
}

/** A type of meter in a sentence. */
export function wordsOf(type: MeterType): string {
  return words[type];
}

function sumOf(uses: readonly MeterUse[]): bigint {
  return uses.reduce((sum, use) => sum + unitsAt(billedQuantity(use), scale), 0n);
}

function taken({ meterId, serialNumber, unit, use }: MeterUse): ReadingsTaken {
  if (use === 'missing') throw new RangeError('What was not read has no readings.');
  const { estimated } = use;
  return { meterId, ...(serialNumber !== null && { serialNumber }), unit, ...bothEnds(use), estimated };
}

/** What a register showed at both ends, and what it counted between them, as invoices keep it. */
export function bothEnds({ start, startOn, end, endOn, consumption, settled }: Omit<Consumption, 'estimated'>) {
  return {
    start,
    ...(startOn !== null && { startOn }),
    end,
    endOn,
    consumption: formatDecimal(consumption),
    ...(settled && { settled: formatDecimal(settled) }),
  };
}
