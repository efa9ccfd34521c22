// Warnings about a period before it is billed: its meters, and the invoices around it. A person checks them.

import * as queries from '../charging/charge-ledger-queries.ts';
import { coefficientsOf } from '../charging/charge-scope.ts';
import { describeMeter, meterTypeWords } from '../charging/message-words.ts';
import { meterCountText } from '../charging/metered/billed-consumption.ts';
import {
  billedUnitsText,
  type Consumption,
  type ConsumptionSegment,
  canEstimate,
  isKnown,
  readingsOn,
  segmentConsumption,
  whyOf,
} from '../charging/metered/consumption-segments.ts';
import { neededMeterTypes } from '../charging/metered/meter-types.ts';
import { countRemainder, findRemainderMeters } from '../charging/metered/remainder.ts';
import { type PeriodPayers, payerDaysOf } from '../charging/payer-days.ts';
import { countUntil, type MeterTotal, registerValueOn, type ShownValue } from '../metering/counted-total.ts';
import { explainedBy } from '../metering/main-meters.ts';
import { findLastReadAtHandOver, isInstalledIn, isReadFor, type MeterUse } from '../metering/measure-meters.ts';
import { registerScale } from '../metering/register.ts';
import type { Scope } from '../platform/db/scope.ts';
import { mapInSteps, runInTurns, type Steps } from '../platform/processes/steps.ts';
import { billedUnits, type MeterUnit } from '../platform/values/bases.ts';
import { addDays, type Day, type Period } from '../platform/values/dates.ts';
import type { Charge, MeterType } from '../properties/model.ts';
import { findPayerPeriods } from '../residents/payers.ts';

export const billingWarningCodes = [
  'reading_missing',
  'reading_estimated',
  'read_at_hand_over',
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
/** Something that a person should check before the period is billed. */
export type BillingWarning = {
  readonly code: (typeof billingWarningCodes)[number];
  readonly message: string;
  readonly apartmentId?: string;
  readonly meterId?: string;
  readonly facts: WarningFacts;
};

/** The values behind a warning, for readers of other languages. Quantities are exact text in `unit`. */
export type WarningFacts = {
  readonly meterType?: MeterType;
  readonly serialNumber?: string;
  readonly unit?: MeterUnit;
  readonly quantity?: string;
  /** What is usual, according to the meter's own earlier consumption or to that of the building's other meters. */
  readonly usual?: string;
  readonly comparedWith?: 'earlier' | 'building';
  /** What a main meter counted, and the apartments' meters. */
  readonly main?: string;
  readonly explained?: string;
  /** The types of those meters. */
  readonly explainedBy?: readonly MeterType[];
  readonly from?: Day;
  readonly to?: Day;
  /** The day on which the apartment changed hands, where that matters. */
  readonly handedOverOn?: Day;
};

type ApartmentNumber = { readonly id: string; readonly number: string };
type WarningContext = {
  readonly apartments: readonly ApartmentNumber[];
  readonly charges: readonly Charge[];
  readonly consumption: Consumption;
};

/** A meter with what a charge bills of it; no segments where only remainders use it. */
type BilledMeter = { readonly meter: MeterUse; readonly segments: readonly ConsumptionSegment[] };

/**
 * The warnings of a period, by apartments in their order, main meters last, then those about the invoices around it.
 */
export async function findBillingWarnings(
  scope: Scope,
  buildingId: string,
  context: WarningContext,
): Promise<BillingWarning[]> {
  const { apartments, charges, consumption } = context;
  const indexes = new Map(apartments.map(({ id }, index) => [id, index]));
  const indexOf = ({ apartmentId }: MeterUse) => indexes.get(apartmentId ?? '') ?? apartments.length;
  const meters = consumption.meters.filter((meter) => !meter.isArchived).toSorted((a, b) => indexOf(a) - indexOf(b));
  const billed = await runInTurns(findBilledMeters(meters, context));
  const handOvers = await findHandOvers(scope, buildingId, consumption.period, billed);
  const strict = new Set(charges.filter((charge) => !canEstimate(charge)).flatMap(neededMeterTypes));
  const numbers = new Map(apartments.map(({ id, number }) => [id, number]));
  const { period } = consumption;
  const meterContext = {
    numbers,
    strict,
    handOvers,
    medians: findMedians(meters, period),
    period,
    payers: consumption,
  };
  const ofMeters = mapInSteps(billed, costOf, (item) => findMeterWarnings(item, meterContext));
  return [
    ...(await runInTurns(ofMeters)).flat(),
    ...[...new Set(meters.map(({ type }) => type))].flatMap((type) => findMainMeterWarnings(type, consumption)),
    ...(await findNeighbourInvoiceWarnings(scope, buildingId, billed, { ...context, numbers })),
  ];
}

/** The meters that count in the period, each with what the first charge that uses it bills of it. */
function* findBilledMeters(
  meters: readonly MeterUse[],
  { apartments, charges, consumption }: WarningContext,
): Steps<BilledMeter[]> {
  const { period } = consumption;
  const indexes = new Map(apartments.map(({ id }, index) => [id, index]));
  const terms = charges
    .filter(({ basis }) => basis === 'meter')
    .map((charge) => ({ charge, coefficients: coefficientsOf(charge, apartments) }));
  const found = yield* mapInSteps(meters, costOf, (meter): BilledMeter[] => {
    const index = indexes.get(meter.apartmentId ?? '') ?? -1;
    const billing = terms.find(
      ({ charge, coefficients }) => charge.meterType === meter.type && coefficients?.[index] !== 0n,
    );
    const segments =
      meter.apartmentId === null || billing === undefined
        ? []
        : segmentConsumption(billing.charge, [meter], consumption);
    return isInstalledIn(meter, period) || segments.length > 0 ? [{ meter, segments }] : [];
  });
  return found.flat();
}

/** What looking at a meter costs of the budget of a turn. */
const costOf = () => 50;

type MeterWarningContext = {
  readonly numbers: ReadonlyMap<string, string>;
  /** The types of meters whose missing readings are not estimated. */
  readonly strict: ReadonlySet<MeterType>;
  /** The day on which the apartment of a meter changed hands. */
  readonly handOvers: ReadonlyMap<string, Day>;
  /** The usual consumption in the building, by type and unit of the meters. */
  readonly medians: ReadonlyMap<string, bigint>;
  readonly period: Period;
  readonly payers: PeriodPayers;
};

type Warn = (code: BillingWarning['code'], text: string, facts?: WarningFacts) => BillingWarning;

function findMeterWarnings(billed: BilledMeter, context: MeterWarningContext): BillingWarning[] {
  const { meter } = billed;
  const { total } = meter;
  const warn = warningsAbout(meter, context.numbers);
  if (!isKnown(meter, context.period, !context.strict.has(meter.type)) || total === 'missing')
    return [warn('reading_missing', 'no confirmed reading in the period.')];
  return [
    ...findReadingWarnings(meter, total, context.period, warn),
    ...findHandOverWarnings(meter, context, warn),
    ...findEarlierDaysWarnings(billed, context, warn),
    ...findUnusualWarnings(meter, total, context, warn),
  ];
}

function warningsAbout(meter: MeterUse, numbers: ReadonlyMap<string, string>): Warn {
  const { meterId, apartmentId, type, unit, serialNumber } = meter;
  const owner = apartmentId === null ? 'The building' : `Apartment ${numbers.get(apartmentId)}`;
  const about = { meterType: type, unit, ...(serialNumber !== null && { serialNumber }) };
  return (code, text, facts) => {
    const message = `${owner}, ${describeMeter(meter)}: ${text}`;
    return { code, message, meterId, ...(apartmentId !== null && { apartmentId }), facts: { ...about, ...facts } };
  };
}

/** The end of the period was not read, or the meter was no longer verified then. */
function findReadingWarnings(meter: MeterUse, total: MeterTotal, period: Period, warn: Warn): BillingWarning[] {
  const { verifiedUntil } = meter;
  const units = unitsCounted(total, period);
  const { endOn, endBetween: days } = readingsOn(meter, period, units);
  const how =
    days === undefined ? 'estimated' : `calculated by days between the readings of ${days.from} and ${days.to}`;
  return [
    ...(isReadFor(meter, period)
      ? []
      : [
          warn('reading_estimated', `no confirmed reading, so ${meterCountText(units)} ${meter.unit} are ${how}.`, {
            quantity: meterCountText(units),
            ...days,
          }),
        ]),
    ...(verifiedUntil !== null && verifiedUntil < endOn
      ? [warn('verification_expired', `verified until ${verifiedUntil}.`, { to: verifiedUntil })]
      : []),
  ];
}

/** The last reading of the period is that of a change of hands, so what was used after it is not billed yet. */
function findHandOverWarnings(meter: MeterUse, { period, payers }: MeterWarningContext, warn: Warn): BillingWarning[] {
  const found = findLastReadAtHandOver(meter, period, payerDaysOf(payers, meter.apartmentId ?? ''));
  if (found === undefined) return [];
  const text = `last read on ${found.readOn}, when the apartment changed hands, so what was used after that is billed with a later period. Submit a reading of the end of the period to bill it now.`;
  return [warn('read_at_hand_over', text, { handedOverOn: found.day })];
}

/** The period also settles days before it. */
function findEarlierDaysWarnings(
  { meter: { meterId, unit }, segments }: BilledMeter,
  { handOvers, period }: MeterWarningContext,
  warn: Warn,
): BillingWarning[] {
  const unbilled = sumUnbilled(segments);
  const [unbilledSegment] = findEarlierSegments(segments, period, true);
  const settled = findEarlierSegments(segments, period, false);
  const handedOverOn = handOvers.get(meterId);
  const handedOver = handedOverOn === undefined ? {} : { handedOverOn };
  const ifHandedOver = (advice: string) =>
    handedOverOn === undefined ? '' : ` The apartment changed hands on ${handedOverOn}, so ${advice}`;
  return [
    ...(unbilled < 0n
      ? [
          warn(
            'negative_consumption',
            `${meterCountText(unbilled)} ${unit}: more was billed earlier than has been used.`,
            {
              quantity: meterCountText(unbilled),
            },
          ),
        ]
      : []),
    ...(unbilledSegment
      ? [
          warn(
            'days_billed_late',
            `on no invoice since ${unbilledSegment.periodStart}, so these days are billed with the period.${ifHandedOver('the current residents would pay for earlier days: generate the invoices of those days first.')}`,
            { from: unbilledSegment.periodStart, ...handedOver },
          ),
        ]
      : []),
    ...(settled.some((segment) => whyOf(segment) !== 'estimated')
      ? [
          warn(
            'earlier_invoices_changed',
            `${meterCountText(sumUnbilled(settled))} ${unit} settle days billed earlier, because a reading or the meter was corrected, or an invoice was cancelled or generated again.${ifHandedOver('the current residents may pay for, or be credited, what concerns earlier ones: credit or charge it manually if so.')}`,
            { quantity: meterCountText(sumUnbilled(settled)), ...handedOver },
          ),
        ]
      : []),
  ];
}

function findUnusualWarnings(
  meter: MeterUse,
  total: MeterTotal,
  { period, medians }: MeterWarningContext,
  warn: Warn,
): BillingWarning[] {
  const { unit, usual } = meter;
  const start = registerValueOn(total, addDays(period.periodStart, -1));
  const counted = unitsCounted(total, period);
  const median = meter.apartmentId === null || usual !== undefined ? undefined : medians.get(typeAndUnit(meter));
  const likely = usual?.isExceeded ? usual.counted : exceedsMedian(counted, median) ? median : undefined;
  const than = usual === undefined ? 'of the building’s other apartments' : 'usual consumption';
  return [
    ...findBeginningWarnings(meter, start, warn),
    ...(likely === undefined
      ? []
      : [
          warn('high_consumption', `${meterCountText(counted)} ${unit}, more than three times the ${than}.`, {
            quantity: meterCountText(counted),
            usual: meterCountText(likely),
            comparedWith: usual === undefined ? 'building' : 'earlier',
          }),
        ]),
  ];
}

/** In the first period that bills a meter: with what it begins, where that was not read before the period. */
function findBeginningWarnings(
  { beginsUnknown, beginsUndated, leftOut, unit }: MeterUse,
  start: ShownValue,
  warn: Warn,
): BillingWarning[] {
  const facts = { quantity: start.value, ...(start.valueOn !== null && { from: start.valueOn }) };
  const begins = (text: string) => [warn('beginning_unknown', text, facts)];
  if (beginsUnknown)
    return begins(
      `no initial value, so it counts from its first reading, ${start.value} on ${start.valueOn}. If you know an earlier one, submit it first.`,
    );
  if (beginsUndated)
    return begins(
      `its initial value has no day, so it counts from ${start.value}. If it showed more at the beginning of the period, submit that value first.`,
    );
  if (leftOut === undefined) return [];
  return begins(
    `no reading from before the period, so it counts from ${start.value} on ${start.valueOn}. ${meterCountText(leftOut)} ${unit} before that are on no invoice. If they should be, make the first billed day its day of installation.`,
  );
}

/** Fewer meters of a type make nothing usual. */
const minMeters = 5;

/**
 * What is usual in the building in the period: the median of the apartment meters of a type and unit that were read, a
 * count of 10^-6.
 */
function findMedians(meters: readonly MeterUse[], period: Period): ReadonlyMap<string, bigint> {
  const read = meters.filter((meter) => meter.apartmentId !== null && isReadFor(meter, period));
  return new Map(
    [...Map.groupBy(read, typeAndUnit)].flatMap(([key, ofType]): [string, bigint][] => {
      const counts = ofType.flatMap(({ total }) => (total === 'missing' ? [] : [unitsCounted(total, period)]));
      const median = counts.sort((a, b) => (a < b ? -1 : 1))[Math.floor(counts.length / 2)];
      return median === undefined || counts.length < minMeters ? [] : [[key, median]];
    }),
  );
}

function typeAndUnit({ type, unit }: MeterUse): string {
  return `${type} ${unit}`;
}

/** Whether a consumption is more than three times the median, and more than one whole unit above it. */
function exceedsMedian(counted: bigint, median: bigint | undefined): median is bigint {
  return median !== undefined && counted > 3n * median && counted > median + 10n ** BigInt(registerScale);
}

function unitsCounted(total: MeterTotal, { periodStart, periodEnd }: Period): bigint {
  return countUntil(total, periodEnd) - countUntil(total, addDays(periodStart, -1));
}

function sumUnbilled(segments: readonly ConsumptionSegment[]): bigint {
  return segments.reduce((sum, segment) => sum + segment.due - segment.billed, 0n);
}

/** The segments before a period with something to settle: on no invoice, or billed differently than measured. */
function findEarlierSegments(
  segments: readonly ConsumptionSegment[],
  { periodStart }: Period,
  isUninvoiced: boolean,
): ConsumptionSegment[] {
  return segments.filter(
    (segment) =>
      segment.periodStart < periodStart && segment.isUninvoiced === isUninvoiced && segment.due !== segment.billed,
  );
}

/** What main meters and apartment meters of a type counted; undefined where that is not known or none was read. */
export function compareMainMeter(
  type: MeterType,
  { period, meters }: Pick<Consumption, 'period' | 'meters'>,
): { readonly main: bigint; readonly quantity: bigint; readonly facts: WarningFacts } | undefined {
  const found = findRemainderMeters(type, true, { period, meters });
  if (found === 'no_main' || 'unread' in found) return undefined;
  const { main, explained, quantity } = countRemainder(found, period);
  if (explained === 0n) return undefined;
  const facts = {
    quantity: billedUnitsText(quantity),
    main: billedUnitsText(main),
    explained: billedUnitsText(explained),
    explainedBy: explainedBy(type, meters),
    meterType: type,
    unit: billedUnits[type],
  };
  return { main, quantity, facts };
}

/**
 * A main meter and the apartment meters never agree exactly. A warning when more than a tenth is left, or when the main
 * meter counted less than they did.
 */
function findMainMeterWarnings(type: MeterType, consumption: Consumption): BillingWarning[] {
  const compared = compareMainMeter(type, consumption);
  if (compared === undefined) return [];
  const { main, quantity, facts } = compared;
  if (quantity >= 0n && quantity * 10n <= main) return [];
  const message = `The main ${meterTypeWords(type)} meter counted ${facts.main} ${facts.unit}, the apartment meters ${facts.explained}: the difference is ${facts.quantity}.`;
  return [{ code: 'main_meter_difference', message, facts }];
}

/** Warnings about the invoices around a period: later ones that bill its days, and earlier ones that lack a meter. */
async function findNeighbourInvoiceWarnings(
  scope: Scope,
  buildingId: string,
  billed: readonly BilledMeter[],
  { consumption: { period }, numbers }: WarningContext & { readonly numbers: ReadonlyMap<string, string> },
): Promise<BillingWarning[]> {
  if (billed.every(({ meter }) => meter.apartmentId === null)) return [];
  const [billedLater, neverBilled] = await Promise.all([
    queries.findBilledLater(scope, buildingId, period),
    queries.findNeverBilledMeters(scope, buildingId, period.periodStart),
  ]);
  return billed.flatMap(({ meter, segments }): BillingWarning[] => {
    const { meterId, apartmentId, total } = meter;
    if (total === 'missing' || apartmentId === null || segments.length === 0) return [];
    const warn = warningsAbout(meter, numbers);
    const [laterPeriod, unbilledSince] = [billedLater.get(meterId), neverBilled.get(meterId)];
    if (laterPeriod !== undefined)
      return [
        warn(
          'days_billed_twice',
          `an invoice of the period from ${laterPeriod} bills days of this one already. This invoice bills only the rest. Better: cancel the later invoice and generate it again after this one.`,
          { from: laterPeriod },
        ),
      ];
    if (unbilledSince === undefined || segments.some((segment) => segment.periodStart < period.periodStart)) return [];
    const start = registerValueOn(total, addDays(period.periodStart, -1));
    const from = start.valueOn === null ? start.value : `${start.value} on ${start.valueOn}`;
    const text = `the apartment’s invoices since ${unbilledSince} lack it, and it is billed from ${from}. Consumption before that is on no invoice: cancel those drafts and generate them again, or add a one-off charge.`;
    return [warn('earlier_days_unbilled', text, { from: unbilledSince })];
  });
}

/**
 * For apartments with days without an invoice, or with invoices to settle: when they changed hands since the first of
 * those days.
 */
async function findHandOvers(
  scope: Scope,
  buildingId: string,
  period: Period,
  billed: readonly BilledMeter[],
): Promise<ReadonlyMap<string, Day>> {
  const since = new Map(
    billed.flatMap(({ meter, segments }): [MeterUse, Day][] => {
      const days = [...findEarlierSegments(segments, period, true), ...findEarlierSegments(segments, period, false)]
        .map((segment) => segment.periodStart)
        .sort();
      return days[0] === undefined ? [] : [[meter, days[0]]];
    }),
  );
  const [earliest] = [...since.values()].sort();
  if (earliest === undefined) return new Map();
  const days = { periodStart: addDays(earliest, -1), periodEnd: period.periodStart };
  const payerPeriods = await findPayerPeriods(scope, buildingId, days);
  return new Map(
    [...since].flatMap(([{ meterId, apartmentId }, from]): [string, Day][] => {
      const handedOverOn = payerPeriods.get(apartmentId ?? '')?.findLast((_, index) => index > 0)?.periodStart;
      return handedOverOn !== undefined && handedOverOn > from ? [[meterId, handedOverOn]] : [];
    }),
  );
}
