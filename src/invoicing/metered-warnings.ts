// Warnings about the meters of a period and the invoices around it, for a person to check before it is billed.

import { coefficientsOf } from '../charging/charge-scope.ts';
import { quantityText } from '../charging/metered/billed-consumption.ts';
import * as queries from '../charging/metered/billed-consumption-queries.ts';
import {
  billedText,
  type Consumption,
  type ConsumptionSegment,
  canEstimate,
  isKnown,
  readingsOn,
  segmentConsumption,
  whyOf,
} from '../charging/metered/consumption-segments.ts';
import { meterTypesOf } from '../charging/metered/deductions.ts';
import { describeMeter, meterTypeWords } from '../charging/metered/meter-words.ts';
import { countedOn, findRemainderMeters } from '../charging/metered/remainder.ts';
import { countUntil, isReadOn, registerValueOn } from '../metering/counted-total.ts';
import { billedUnits, type MeterUse } from '../metering/measure-meters.ts';
import type { Scope } from '../platform/db/scope.ts';
import { addDays, type Day, type Period } from '../platform/values/dates.ts';
import type { Charge, MeterType } from '../properties/model.ts';
import { findPayerPeriods } from './planned-invoices.ts';

export const billingWarningCodes = [
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
/** Something that a person should check before the period is billed. */
export type BillingWarning = {
  readonly code: (typeof billingWarningCodes)[number];
  readonly message: string;
  readonly apartmentId?: string;
  readonly meterId?: string;
};

type ApartmentNumber = { readonly id: string; readonly number: string };
type WarningContext = {
  readonly apartments: readonly ApartmentNumber[];
  readonly charges: readonly Charge[];
  readonly consumption: Consumption;
};

/** A meter with what a charge bills of it; no runs where only remainders use it. */
type BilledMeter = { readonly meter: MeterUse; readonly runs: readonly ConsumptionSegment[] };

/** The warnings of a period, by apartments in their order, main meters last, then those about the invoices around it. */
export async function findBillingWarnings(
  scope: Scope,
  buildingId: string,
  known: WarningContext,
): Promise<BillingWarning[]> {
  const { apartments, charges, consumption } = known;
  const places = new Map(apartments.map(({ id }, place) => [id, place]));
  const placeOf = ({ apartmentId }: MeterUse) => places.get(apartmentId ?? '') ?? apartments.length;
  const meters = consumption.meters.filter((meter) => !meter.isArchived).toSorted((a, b) => placeOf(a) - placeOf(b));
  const billed = findBilledMeters(meters, known);
  const changed = await findHandOvers(scope, buildingId, consumption.period, billed);
  const strict = new Set(charges.filter((charge) => !canEstimate(charge)).flatMap(meterTypesOf));
  const numbers = new Map(apartments.map(({ id, number }) => [id, number]));
  return [
    ...billed.flatMap((item) => findMeterWarnings(item, { numbers, strict, changed, period: consumption.period })),
    ...[...new Set(meters.map(({ type }) => type))].flatMap((type) => findMainMeterWarnings(type, consumption)),
    ...(await findNeighbourInvoiceWarnings(scope, buildingId, billed, { ...known, numbers })),
  ];
}

/** The meters that count in the period, each with what the first charge that uses it bills of it. */
function findBilledMeters(
  meters: readonly MeterUse[],
  { apartments, charges, consumption }: WarningContext,
): BilledMeter[] {
  const { period } = consumption;
  const places = new Map(apartments.map(({ id }, place) => [id, place]));
  const terms = charges
    .filter(({ basis }) => basis === 'meter')
    .map((charge) => ({ charge, coefficients: coefficientsOf(charge, apartments) }));
  return meters.flatMap((meter): BilledMeter[] => {
    const place = places.get(meter.apartmentId ?? '') ?? -1;
    const found = terms.find(
      ({ charge, coefficients }) => charge.meterType === meter.type && coefficients?.[place] !== 0n,
    );
    const runs =
      meter.apartmentId === null || found === undefined ? [] : segmentConsumption(found.charge, [meter], consumption);
    const isThere =
      (meter.removedOn === null || meter.removedOn >= period.periodStart) &&
      (meter.installedOn === null || meter.installedOn <= period.periodEnd);
    return isThere || runs.length > 0 ? [{ meter, runs }] : [];
  });
}

type MeterWarningContext = {
  readonly numbers: ReadonlyMap<string, string>;
  readonly strict: ReadonlySet<MeterType>;
  readonly changed: ReadonlyMap<string, Day>;
  readonly period: Period;
};

function findMeterWarnings(
  { meter, runs }: BilledMeter,
  { numbers, strict, changed, period }: MeterWarningContext,
): BillingWarning[] {
  const { total, verifiedUntil, meterId, apartmentId, isHigh, beginsUnknown, unit } = meter;
  const where = apartmentId === null ? 'The building' : `Apartment ${numbers.get(apartmentId)}`;
  const about = (code: BillingWarning['code'], what: string): BillingWarning => {
    const message = `${where}, ${describeMeter(meter)}: ${what}`;
    return { code, message, meterId, ...(apartmentId !== null && { apartmentId }) };
  };
  if (!isKnown(meter, period, !strict.has(meter.type)) || total === 'missing')
    return [about('reading_missing', 'no confirmed reading in the period.')];
  const units = countUntil(total, period.periodEnd) - countUntil(total, addDays(period.periodStart, -1));
  const used = `${quantityText(units)} ${unit}`;
  const { endOn, endBetween: days } = readingsOn(meter, period, units);
  const estimated =
    days === undefined ? 'estimated' : `calculated by days between the readings of ${days.from} and ${days.to}`;
  const left = runs.reduce((sum, run) => sum + run.due - run.billed, 0n);
  const [late, settled] = [findEarlierRuns(runs, period, true)[0], findEarlierRuns(runs, period, false)];
  const changes = settled.reduce((sum, run) => sum + run.due - run.billed, 0n);
  const start = registerValueOn(total, addDays(period.periodStart, -1));
  const came = changed.get(meterId);
  const since = (advice: string) => (came === undefined ? '' : ` The apartment changed hands on ${came}, so ${advice}`);
  return [
    ...(isReadOn(total, period.periodEnd)
      ? []
      : [about('reading_estimated', `no confirmed reading, so ${used} are ${estimated}.`)]),
    ...(verifiedUntil !== null && verifiedUntil < endOn
      ? [about('verification_expired', `verified until ${verifiedUntil}.`)]
      : []),
    ...(left < 0n
      ? [about('negative_consumption', `${quantityText(left)} ${unit}: more was billed earlier than has been used.`)]
      : []),
    ...(late
      ? [
          about(
            'days_billed_late',
            `on no invoice since ${late.periodStart}, so these days are billed with the period.${since('the current residents would pay for earlier days: generate the invoices of those days first.')}`,
          ),
        ]
      : []),
    ...(settled.some((run) => whyOf(run) !== 'estimated')
      ? [
          about(
            'earlier_invoices_changed',
            `${quantityText(changes)} ${unit} settle days billed earlier, because a reading or the meter was corrected, or an invoice was cancelled or generated again.${since('the current residents may pay for, or be credited, what concerns earlier ones: credit or charge it manually if so.')}`,
          ),
        ]
      : []),
    ...(beginsUnknown
      ? [
          about(
            'beginning_unknown',
            `no initial value, so it counts from its first reading, ${start.value} on ${start.valueOn}. If you know an earlier one, submit it first.`,
          ),
        ]
      : []),
    ...(isHigh ? [about('high_consumption', `${used}, more than three times the usual consumption.`)] : []),
  ];
}

/** The runs of days before a period with something to settle: on no invoice, or billed differently than measured. */
function findEarlierRuns(
  runs: readonly ConsumptionSegment[],
  { periodStart }: Period,
  isOpen: boolean,
): ConsumptionSegment[] {
  return runs.filter((run) => run.periodStart < periodStart && run.isOpen === isOpen && run.due !== run.billed);
}

/** A main meter and the apartment meters never agree exactly. A warning when more than a tenth is left, or when the main meter counted less than they did. */
function findMainMeterWarnings(type: MeterType, { period, meters }: Consumption): BillingWarning[] {
  const behind = findRemainderMeters(type, true, { period, meters });
  if (behind === 'no_main' || 'unread' in behind) return [];
  const { main, explained, quantity } = countedOn(behind, period);
  if (explained === 0n || (quantity >= 0n && quantity * 10n <= main)) return [];
  const [all, sum, rest] = [main, explained, quantity].map(billedText);
  const message = `The main ${meterTypeWords(type)} meter counted ${all} ${billedUnits[type]}, the apartment meters ${sum}: the difference is ${rest}.`;
  return [{ code: 'main_meter_difference', message }];
}

/** Warnings about the invoices around a period: later ones that bill its days, and earlier ones that lack a meter. */
async function findNeighbourInvoiceWarnings(
  scope: Scope,
  buildingId: string,
  billed: readonly BilledMeter[],
  { consumption: { period }, numbers }: WarningContext & { readonly numbers: ReadonlyMap<string, string> },
): Promise<BillingWarning[]> {
  if (billed.every(({ meter }) => meter.apartmentId === null)) return [];
  const [later, forgotten] = await Promise.all([
    queries.findBilledLater(scope, buildingId, period),
    queries.findNeverBilledMeters(scope, buildingId, period.periodStart),
  ]);
  return billed.flatMap(({ meter, runs }): BillingWarning[] => {
    const { meterId, apartmentId, total } = meter;
    if (total === 'missing' || apartmentId === null || runs.length === 0) return [];
    const about = (code: BillingWarning['code'], what: string): BillingWarning => {
      return {
        code,
        message: `Apartment ${numbers.get(apartmentId)}, ${describeMeter(meter)}: ${what}`,
        meterId,
        apartmentId,
      };
    };
    const [next, since] = [later.get(meterId), forgotten.get(meterId)];
    if (next !== undefined)
      return [
        about(
          'days_billed_twice',
          `an invoice of the period from ${next} bills days of this one already. This invoice bills only the rest. Better: cancel the later invoice and generate it again after this one.`,
        ),
      ];
    if (since === undefined || runs.some((run) => run.periodStart < period.periodStart)) return [];
    const start = registerValueOn(total, addDays(period.periodStart, -1));
    const from = start.valueOn === null ? start.value : `${start.value} on ${start.valueOn}`;
    const what = `the apartment’s invoices since ${since} lack it, and it is billed from ${from}. Consumption before that is on no invoice: cancel those drafts and generate them again, or add a one-off charge.`;
    return [about('earlier_days_unbilled', what)];
  });
}

/** For apartments with days without an invoice, or with invoices to settle: when they changed hands since the first of those days. */
async function findHandOvers(
  scope: Scope,
  buildingId: string,
  period: Period,
  billed: readonly BilledMeter[],
): Promise<ReadonlyMap<string, Day>> {
  const since = new Map(
    billed.flatMap(({ meter, runs }): [MeterUse, Day][] => {
      const days = [...findEarlierRuns(runs, period, true), ...findEarlierRuns(runs, period, false)]
        .map((run) => run.periodStart)
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
      const came = payerPeriods.get(apartmentId ?? '')?.findLast((_, place) => place > 0)?.periodStart;
      return came !== undefined && came > from ? [[meterId, came]] : [];
    }),
  );
}
