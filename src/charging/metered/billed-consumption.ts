// The ledger of billed consumption for a period: what was billed before of each meter by each charge, and the first day that is billed.
import type { MeasuredMeter } from '../../metering/measure-meters-queries.ts';
import { registerScale } from '../../metering/register.ts';
import type { Scope } from '../../platform/db/scope.ts';
import type { Day, Period } from '../../platform/values/dates.ts';
import { formatDecimal, parseDecimal, unitsAt } from '../../platform/values/decimal.ts';
import type { Cents } from '../../platform/values/money.ts';
import type { Charge } from '../../properties/model.ts';
import { divideInTurn } from '../split-amount.ts';
import * as queries from './billed-consumption-queries.ts';
import type { BilledSegment, PriceTerms } from './segments.ts';

/** What was billed before. The period's own invoices do not count: they are recalculated, or do not exist yet. */
export type ConsumptionLedger = {
  /** What is billed of a meter by a charge, unordered. */
  readonly segmentsOf: (meterId: string, charge: Charge) => readonly BilledSegment[];
  /** The first day of a meter that a charge bills: its installation day if other meters were billed then, or the first day it ever billed, or else that of the period. Days before the installation count only if they are billed. */
  readonly sinceOf: (meter: Pick<MeasuredMeter, 'id' | 'installedOn'>, charge: Charge) => Day;
  /** Whether days before the period are checked: some were billed, or should have been. */
  readonly looksBack: (meterId: string) => boolean;
};

/** What to load the ledger for. */
export type LedgerQuery = {
  readonly buildingId: string;
  readonly period: Period;
  readonly charges: readonly Charge[];
  readonly meters: readonly MeasuredMeter[];
  /** Whether the period has invoices in force. */
  readonly isMade: boolean;
  /** The meters whose days before the period are not checked. */
  readonly settled: ReadonlySet<string>;
};

/** An empty ledger: nothing was billed yet. */
export function emptyLedger({ periodStart }: Period): ConsumptionLedger {
  return {
    segmentsOf: () => [],
    sinceOf: ({ installedOn }) => later(periodStart, installedOn),
    looksBack: () => false,
  };
}

/** Loads what was billed of a building's meters. */
export async function loadLedger(scope: Scope, query: LedgerQuery): Promise<ConsumptionLedger> {
  const { buildingId, period, meters, isMade, settled } = query;
  const ownPeriod = isMade ? period : undefined;
  const looked = meters.flatMap(({ id }) => (settled.has(id) ? [] : [id]));
  const sums =
    looked.length === 0
      ? []
      : await queries.sumConsumption(scope, buildingId, looked, { until: period.periodEnd, own: ownPeriod });
  const credits = sums.length === 0 ? [] : await creditedRows(scope, buildingId, ownPeriod);
  const billedByKey = bySegment(sums, credits);
  const late = await findLate(scope, query, (meterId, charge) => billedByKey.get(keyOf(meterId, charge))?.first);
  const billed = new Set(sums.map((sum) => sum.meterId));
  const lateMeters = new Set([...late].map((key) => key.slice(0, key.indexOf(' '))));
  return {
    segmentsOf: (meterId, charge) =>
      (billedByKey.get(keyOf(meterId, charge))?.segments ?? []).filter(
        (segment) => (segment.terms === undefined) === isSplit(charge),
      ),
    sinceOf: ({ id, installedOn }, charge) => {
      const { first, segments = [] } = billedByKey.get(keyOf(id, charge)) ?? {};
      const begins = (late.has(keyOf(id, charge)) ? installedOn : first) ?? period.periodStart;
      const earliest = later(begins < period.periodStart ? begins : period.periodStart, installedOn);
      // What is billed for days before the installation is credited: the meter counted nothing on them.
      return segments.reduce((since, { periodStart }) => (periodStart < since ? periodStart : since), earliest);
    },
    looksBack: (meterId) => billed.has(meterId) || lateMeters.has(meterId),
  };
}

function keyOf(meterId: string, { code }: Pick<Charge, 'code'>): string {
  return `${meterId} ${code}`;
}

/** Whether the charge divides a bill by consumption, without a price. */
function isSplit({ costFrom }: Charge): boolean {
  return costFrom !== undefined;
}

function later(day: Day, other: Day | null): Day {
  return other !== null && other > day ? other : day;
}

/** The meters and charges with unbilled first days after the installation, although other meters were billed on them (`late`). */
async function findLate(
  scope: Scope,
  { buildingId, period, charges, meters, settled }: LedgerQuery,
  firstOf: (meterId: string, charge: Charge) => Day | undefined,
): Promise<ReadonlySet<string>> {
  const isOpen = ({ id, installedOn }: MeasuredMeter, charge: Charge) =>
    installedOn !== null &&
    !settled.has(id) &&
    installedOn < period.periodStart &&
    installedOn < (firstOf(id, charge) ?? '9999');
  const open = charges
    .filter(({ basis }) => basis === 'meter')
    .flatMap((charge) => {
      const ofType = meters.filter(
        ({ type, apartmentId, isArchived }) => type === charge.meterType && apartmentId !== null && !isArchived,
      );
      return ofType.filter((meter) => isOpen(meter, charge)).map((meter) => ({ meter, charge }));
    });
  if (open.length === 0) return new Set();
  const since = new Map((await queries.findFirstDays(scope, buildingId)).map((row) => [row.charge, row.since]));
  if (since.size === 0) return new Set();
  const apartments = new Set(open.flatMap(({ meter }) => meter.apartmentId ?? []));
  const invoiced = await queries.findFirstInvoicedDays(scope, [...apartments]);
  const byId = new Map(meters.map((meter) => [meter.id, meter]));
  const wasBilled = (id: string, charge: Charge) => settled.has(id) || firstOf(id, charge) !== undefined;
  /** Whether any predecessor of this meter was billed. */
  const followsBilled = ({ replacesMeterId }: MeasuredMeter, charge: Charge): boolean => {
    const replaced = byId.get(replacesMeterId ?? '');
    return replaced !== undefined && (wasBilled(replaced.id, charge) || followsBilled(replaced, charge));
  };
  const late = open.filter(({ meter, charge }) => {
    if (followsBilled(meter, charge)) return true;
    const { apartmentId, installedOn } = meter;
    const on = installedOn ?? '';
    return (since.get(charge.code) ?? '9999') <= on && (invoiced.get(apartmentId ?? '') ?? '9999') <= on;
  });
  return new Set(late.map(({ meter, charge }) => keyOf(meter.id, charge)));
}

type Billed = { readonly first: Day; readonly segments: readonly BilledSegment[] };

/** What is billed of each meter and charge, and the first day that was ever billed. */
function bySegment(
  sums: readonly queries.ConsumptionSum[],
  credits: readonly CreditedRow[],
): ReadonlyMap<string, Billed> {
  const creditOf = Map.groupBy(credits, segmentKey);
  const billedByKey = new Map<string, { first: Day; segments: BilledSegment[] }>();
  for (const sum of sums) {
    const key = `${sum.meterId} ${sum.charge}`;
    const billed = billedByKey.get(key) ?? { first: sum.periodStart, segments: [] };
    if (sum.periodStart < billed.first) billed.first = sum.periodStart;
    billedByKey.set(key, billed);
    const creditRows = creditOf.get(segmentKey(sum)) ?? [];
    const quantity = parseQuantityCount(sum.quantity);
    if (sum.inForce === 0 && quantity === 0n && sum.amount === 0 && sum.vatAmount === 0) continue;
    billed.segments.push({
      periodStart: sum.periodStart,
      periodEnd: sum.periodEnd,
      terms: parsePriceTerms(sum),
      quantity,
      amount: sum.amount,
      vatAmount: sum.vatAmount,
      credited: creditRows.reduce((all, credited) => all + credited.credited, 0),
      creditedVat: creditRows.reduce((all, credited) => all + credited.creditedVat, 0),
      isEstimated: sum.isEstimated,
      cancelled: parseQuantityCount(sum.cancelled),
    });
  }
  return billedByKey;
}

type Keyed = Period & Pick<queries.ConsumptionRow, 'meterId' | 'charge' | 'unitPrice' | 'vatRate' | 'coefficient'>;

function segmentKey({ meterId, charge, periodStart, periodEnd, unitPrice, vatRate, coefficient }: Keyed): string {
  return [meterId, charge, periodStart, periodEnd, unitPrice, vatRate, coefficient].join(' ');
}

/** The terms of a row; undefined where it divided a bill. */
export function parsePriceTerms({
  unitPrice,
  vatRate,
  coefficient,
}: Pick<Keyed, 'unitPrice' | 'vatRate' | 'coefficient'>): PriceTerms | undefined {
  return unitPrice === null || vatRate === null || coefficient === null
    ? undefined
    : { unitPrice, vatRate, coefficient };
}

/** A quantity of the ledger as a count of 10^-6. Throws RangeError for text that is none. */
export function parseQuantityCount(quantity: string): bigint {
  const exact = parseDecimal(quantity, { decimals: 15, min: -1e12, max: 1e12 });
  if (exact === undefined) throw new RangeError(`"${quantity}" is not a billed quantity.`);
  return unitsAt(exact, registerScale);
}

/** A count of 10^-6 as the text of the ledger. */
export function quantityText(count: bigint): string {
  return formatDecimal({ units: count, scale: registerScale });
}

type CreditedRow = Keyed & { readonly credited: number; readonly creditedVat: number };

/** What manual credits credited of each billed row: with several rows in a position, of each in proportion. */
async function creditedRows(scope: Scope, buildingId: string, ownPeriod: Period | undefined): Promise<CreditedRow[]> {
  const credits = await queries.findCredited(scope, buildingId, ownPeriod);
  if (credits.length === 0) return [];
  const invoices = [...new Set(credits.map((credit) => credit.invoiceId))];
  const rows = Map.groupBy(await queries.findRowsOf(scope, invoices), (row) => `${row.invoiceId} ${row.ordinal}`);
  return credits.flatMap(({ invoiceId, ordinal, amount, vatAmount }) => {
    const positionRows = rows.get(`${invoiceId} ${ordinal}`) ?? [];
    const net = splitInProportion(
      amount,
      positionRows.map((row) => row.amount),
    );
    const vat = splitInProportion(
      vatAmount,
      positionRows.map((row) => row.vatAmount),
    );
    return positionRows.map((row, index) => ({ ...row, credited: net[index] ?? 0, creditedVat: vat[index] ?? 0 }));
  });
}

/** Divides cents in proportion to figures, in whole cents that add up; all to the first where the figures add up to zero. */
export function splitInProportion(cents: Cents, figures: readonly number[]): Cents[] {
  return divideInTurn(BigInt(cents), figures.map(BigInt)).map(Number);
}
