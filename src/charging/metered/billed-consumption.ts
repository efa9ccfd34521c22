// The ledger of billed consumption for a period: what was billed before of each meter by each charge, and the first day
// that is billed.
import type { MeasuredMeter } from '../../metering/measure-meters-queries.ts';
import { registerScale } from '../../metering/register.ts';
import type { Scope } from '../../platform/db/scope.ts';
import { type Day, earliestDay, type Period } from '../../platform/values/dates.ts';
import { formatDecimal, parseDecimal, unitsAt } from '../../platform/values/decimal.ts';
import type { Cents } from '../../platform/values/money.ts';
import type { Charge } from '../../properties/model.ts';
import * as queries from '../charge-ledger-queries.ts';
import { divideInTurn } from '../split-amount.ts';
import type { BilledSegment, PriceTerms } from './segments.ts';

/** What was billed before. The period's own invoices do not count: they are recalculated, or do not exist yet. */
export type ConsumptionLedger = {
  /** What is billed of a meter by a charge, unordered. */
  readonly billedSegmentsOf: (meterId: string, charge: Charge) => readonly BilledSegment[];
  /**
   * The first day of a meter that a charge bills: its installation day if other meters were billed then, or the first
   * day it ever billed, or else that of the period. Days before the installation count only if they are billed.
   */
  readonly firstDayOf: (meter: Pick<MeasuredMeter, 'id' | 'installedOn'>, charge: Charge) => Day;
  /** Whether days before the period are checked: some were billed, or should have been. */
  readonly needsEarlierDays: (meterId: string) => boolean;
};

/** What to load the ledger for. */
type LedgerRequest = {
  readonly buildingId: string;
  readonly period: Period;
  /** The first day that the building is billed for; null: the first period decides. */
  readonly billedFrom: Day | null;
  readonly charges: readonly Charge[];
  readonly meters: readonly MeasuredMeter[];
  /** Whether the period has invoices in force. */
  readonly hasInvoices: boolean;
  /** The meters whose days before the period are not checked. */
  readonly metersToSkip: ReadonlySet<string>;
};

/** An empty ledger: nothing was billed yet. */
export function emptyLedger({ periodStart }: Period): ConsumptionLedger {
  return {
    billedSegmentsOf: () => [],
    firstDayOf: ({ installedOn }) => later(periodStart, installedOn),
    needsEarlierDays: () => false,
  };
}

/** Loads what was billed of a building's meters. */
export async function loadLedger(scope: Scope, request: LedgerRequest): Promise<ConsumptionLedger> {
  const { buildingId, period, billedFrom, meters, hasInvoices, metersToSkip } = request;
  const excluded = hasInvoices ? period : undefined;
  const meterIds = meters.flatMap(({ id }) => (metersToSkip.has(id) ? [] : [id]));
  const sums =
    meterIds.length === 0
      ? []
      : await queries.sumConsumption(scope, buildingId, meterIds, { until: period.periodEnd, excluded });
  const billedByKey = billedByMeterAndCharge(sums);
  const firstBilledDay = (meterId: string, charge: Charge) => billedByKey.get(keyOf(meterId, charge))?.firstDay;
  const unbilledSinceInstalled = await findUnbilledSinceInstalled(scope, request, firstBilledDay);
  const metersWithEarlierDays = new Set(
    [...billedByKey.keys(), ...unbilledSinceInstalled].map((key) => key.slice(0, key.indexOf(' '))),
  );
  return {
    billedSegmentsOf: (meterId, charge) =>
      (billedByKey.get(keyOf(meterId, charge))?.segments ?? []).filter(
        (segment) => (segment.terms === undefined) === (charge.costFrom !== undefined),
      ),
    firstDayOf: ({ id, installedOn }, charge) => {
      const key = keyOf(id, charge);
      const { firstDay, segments = [] } = billedByKey.get(key) ?? {};
      const begins = (unbilledSinceInstalled.has(key) ? installedOn : firstDay) ?? period.periodStart;
      const first = later(later(earliestDay([begins, period.periodStart]), installedOn), billedFrom);
      // What is billed for days before the installation is credited: the meter counted nothing on them.
      return earliestDay([first, ...segments.map(({ periodStart }) => periodStart)]);
    },
    needsEarlierDays: (meterId) => metersWithEarlierDays.has(meterId),
  };
}

function keyOf(meterId: string, { code }: Pick<Charge, 'code'>): string {
  return `${meterId} ${code}`;
}

function later(day: Day, other: Day | null): Day {
  return other !== null && other > day ? other : day;
}

/**
 * The meters and charges, by key, whose days from the installation to the first billed day are on no invoice, although
 * other meters were billed on them.
 */
async function findUnbilledSinceInstalled(
  scope: Scope,
  { buildingId, period, charges, meters, metersToSkip }: LedgerRequest,
  firstBilledDay: (meterId: string, charge: Charge) => Day | undefined,
): Promise<ReadonlySet<string>> {
  const mayHaveUnbilledStart = ({ id, installedOn }: MeasuredMeter, charge: Charge) =>
    installedOn !== null &&
    !metersToSkip.has(id) &&
    installedOn < period.periodStart &&
    installedOn < (firstBilledDay(id, charge) ?? '9999');
  const candidates = charges
    .filter(({ basis }) => basis === 'meter')
    .flatMap((charge) => {
      const apartmentMeters = meters.filter(
        ({ type, apartmentId, isArchived }) => type === charge.meterType && apartmentId !== null && !isArchived,
      );
      return apartmentMeters.filter((meter) => mayHaveUnbilledStart(meter, charge)).map((meter) => ({ meter, charge }));
    });
  if (candidates.length === 0) return new Set();
  const since = new Map((await queries.findFirstDays(scope, buildingId)).map((row) => [row.charge, row.since]));
  if (since.size === 0) return new Set();
  const apartments = new Set(candidates.flatMap(({ meter }) => meter.apartmentId ?? []));
  const invoicedSince = await queries.findFirstInvoicedDays(scope, buildingId, [...apartments]);
  const byId = new Map(meters.map((meter) => [meter.id, meter]));
  const wasBilled = (id: string, charge: Charge) => metersToSkip.has(id) || firstBilledDay(id, charge) !== undefined;
  /** Whether any predecessor of this meter was billed. */
  const followsBilled = ({ replacesMeterId }: MeasuredMeter, charge: Charge): boolean => {
    const replaced = byId.get(replacesMeterId ?? '');
    return replaced !== undefined && (wasBilled(replaced.id, charge) || followsBilled(replaced, charge));
  };
  const found = candidates.filter(({ meter, charge }) => {
    if (followsBilled(meter, charge)) return true;
    const { apartmentId, installedOn } = meter;
    const on = installedOn ?? '';
    return (since.get(charge.code) ?? '9999') <= on && (invoicedSince.get(apartmentId ?? '') ?? '9999') <= on;
  });
  return new Set(found.map(({ meter, charge }) => keyOf(meter.id, charge)));
}

/**
 * What is billed of a meter by a charge, and the first day that was ever billed, also by an invoice that was cancelled
 * since.
 */
type BilledMeterCharge = { readonly firstDay: Day; readonly segments: readonly BilledSegment[] };

function billedByMeterAndCharge(sums: readonly queries.ConsumptionSum[]): ReadonlyMap<string, BilledMeterCharge> {
  const billedByKey = new Map<string, { firstDay: Day; segments: BilledSegment[] }>();
  for (const sum of sums) {
    const key = `${sum.meterId} ${sum.charge}`;
    const billed = billedByKey.get(key) ?? { firstDay: sum.periodStart, segments: [] };
    if (sum.periodStart < billed.firstDay) billed.firstDay = sum.periodStart;
    billedByKey.set(key, billed);
    const quantity = parseMeterCount(sum.quantity);
    if (sum.rowsInForce === 0 && quantity === 0n && sum.amount === 0 && sum.vatAmount === 0 && sum.credited === 0)
      continue;
    billed.segments.push({
      periodStart: sum.periodStart,
      periodEnd: sum.periodEnd,
      terms: parsePriceTerms(sum),
      quantity,
      amount: sum.amount,
      vatAmount: sum.vatAmount,
      credited: sum.credited,
      creditedVat: sum.creditedVat,
      isEstimated: sum.isEstimated,
      cancelled: parseMeterCount(sum.cancelled),
    });
  }
  return billedByKey;
}

/** The terms of a row; undefined where it divided a bill. */
export function parsePriceTerms({
  unitPrice,
  vatRate,
  coefficient,
}: Pick<queries.LedgerRow, 'unitPrice' | 'vatRate' | 'coefficient'>): PriceTerms | undefined {
  return unitPrice === null || vatRate === null || coefficient === null
    ? undefined
    : { unitPrice, vatRate, coefficient };
}

/** A quantity of the ledger as a count of 10^-6. Throws RangeError for text that is none. */
export function parseMeterCount(quantity: string): bigint {
  const exact = parseDecimal(quantity, { decimals: 15, min: -1e12, max: 1e12 });
  if (exact === undefined) throw new RangeError(`"${quantity}" is not a billed quantity.`);
  return unitsAt(exact, registerScale);
}

/** A count of 10^-6 as the text of the ledger. */
export function meterCountText(count: bigint): string {
  return formatDecimal({ units: count, scale: registerScale });
}

/**
 * Divides cents in proportion to figures, in whole cents that add up; all to the first where the figures add up to
 * zero.
 */
export function splitInProportion(cents: Cents, figures: readonly number[]): Cents[] {
  return divideInTurn(BigInt(cents), figures.map(BigInt)).map(Number);
}
