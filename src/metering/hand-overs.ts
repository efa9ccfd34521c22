// Hand-overs: how what an apartment's meters counted is told apart at the days on which it changed hands, where every one of them was read then.
import { addDays, type Day, type Period } from '../platform/dates.ts';
import { type Decimal, unitsAt } from '../platform/decimal.ts';
import type { Scope } from '../platform/scope.ts';
import type { MeterType } from '../portfolio/charge.ts';
import { advance, unitsOf } from './consumption.ts';
import { billedQuantity, type MeterUse } from './measure.ts';
import { pointsSince, type ReadPoint } from './measuring/queries.ts';

/** What a register showed at both ends of a stretch. */
export type RegisterSpan = {
  readonly meterId: string;
  readonly start: string;
  readonly startOn: Day | null;
  readonly end: string;
  readonly endOn: Day;
  readonly consumption: Decimal;
  /** Of the consumption, what settles earlier invoices: whoever came first had those. */
  readonly settled?: Decimal;
};

/**
 * What all meters of one type in an apartment counted from one hand-over to the next, as a count of 10^-9 of what it is billed in. The first has beside it
 * what settles earlier invoices, where anything does.
 */
export type Stretch = Period & {
  readonly used: bigint;
  readonly settled?: bigint;
  readonly registers: readonly RegisterSpan[];
};

/** An apartment that changed hands: the first days of those who came, inside the period. */
export type HandOver = { readonly apartmentId: string; readonly days: readonly Day[] };

/** For each apartment and type of meter the stretches of a period, where every meter of the type was read at every hand-over. */
export async function stretchesOf(
  scope: Scope,
  meters: readonly MeterUse[],
  handOvers: readonly HandOver[],
  period: Period,
): Promise<Map<string, Map<MeterType, Stretch[]>>> {
  const changed = new Map(handOvers.map((one) => [one.apartmentId, one.days]));
  const own = meters.filter((meter) => meter.apartmentId !== null && changed.has(meter.apartmentId));
  if (own.length === 0) return new Map();
  const wanted = own.map(({ meterId }) => ({ meterId, since: period.periodStart }));
  const read = Map.groupBy(await pointsSince(scope, wanted, period.periodEnd), (point) => point.meterId);
  const found = new Map<string, Map<MeterType, Stretch[]>>();
  for (const [apartmentId, ofApartment] of Map.groupBy(own, (meter) => meter.apartmentId ?? '')) {
    const types = Map.groupBy(ofApartment, (meter) => meter.type);
    const told = [...types].flatMap(([type, uses]) => {
      const stretches = stretchesIn(uses, read, changed.get(apartmentId) ?? [], period);
      return stretches === undefined ? [] : [[type, stretches] as const];
    });
    found.set(apartmentId, new Map(told));
  }
  return found;
}

/** The stretches between hand-overs; undefined when a meter was not read at one of them, or its readings do not add up to what it is billed for. */
function stretchesIn(
  uses: readonly MeterUse[],
  read: ReadonlyMap<string, readonly ReadPoint[]>,
  days: readonly Day[],
  { periodStart, periodEnd }: Period,
): Stretch[] | undefined {
  const meters = uses.map((meter) => spansOf(meter, uses, read.get(meter.meterId) ?? [], days));
  if (meters.some((spans) => spans === undefined)) return undefined;
  const starts = [periodStart, ...days];
  const settled = uses.reduce((sum, meter) => sum + settledOf(meter), 0n);
  return starts.map((start, place) => {
    const next = starts[place + 1];
    const registers = meters.flatMap((spans) => spans?.[place] ?? []);
    const used = registers.reduce((sum, one) => sum + unitsAt(one.billed, scale), 0n);
    const until = next === undefined ? periodEnd : addDays(next, -1);
    return { periodStart: start, periodEnd: until, used, registers, ...(place === 0 && settled !== 0n && { settled }) };
  });
}

/** What settles earlier invoices, as it is billed. */
function settledOf(meter: MeterUse): bigint {
  const { use } = meter;
  if (use === 'missing' || use.settled === undefined) return 0n;
  return unitsAt(billedQuantity({ ...meter, use: { ...use, consumption: use.settled } }), scale);
}

/** A meter from hand-over to hand-over. The reading on the last day before it counts, or else the one on the day itself. */
function spansOf(meter: MeterUse, all: readonly MeterUse[], read: readonly ReadPoint[], days: readonly Day[]) {
  const { use, meterId } = meter;
  if (use === 'missing') return undefined;
  const points: { value: string; on: Day | null }[] = [{ value: use.start, on: use.startOn }];
  for (const day of days) {
    const on = (wanted: Day) => read.findLast((point) => point.on === wanted);
    const point = on(addDays(day, -1)) ?? on(day) ?? resting(use, meter, all, day);
    if (point === undefined) return undefined;
    points.push(point);
  }
  points.push({ value: use.end, on: use.endOn });
  const spans = points.slice(1).map((end, place) => {
    const start = points[place] as (typeof points)[number];
    const consumption = { units: forward(unitsOf(start), unitsOf(end), meter), scale: readScale };
    const span = {
      meterId,
      start: start.value,
      startOn: start.on,
      end: end.value,
      endOn: end.on ?? use.endOn,
      consumption,
    };
    return { ...span, billed: billedQuantity({ ...meter, use: { ...use, consumption } }) };
  });
  const sum = spans.reduce((sum, one) => sum + one.consumption.units, 0n);
  const { settled = { units: 0n, scale: readScale } } = use;
  const owed = unitsAt(settled, readScale);
  const fits = spans.every((one) => one.consumption.units >= 0n) && sum + owed === unitsAt(use.consumption, readScale);
  if (!fits || owed === 0n) return fits ? spans : undefined;
  return spans.map((span, place) => {
    const consumption = { units: span.consumption.units + owed, scale: readScale };
    return place === 0 ? { ...span, consumption, settled } : span;
  });
}

/** From one value to another, past the register's last number where that is known. */
function forward(from: bigint, to: bigint, { digits }: MeterUse): bigint {
  return digits === undefined ? to - from : advance(from, to, { digits });
}

/** A meter that was not there yet shows what it began with, one that another has replaced what it ended with. */
function resting(
  { start, startOn, end, endOn }: Exclude<MeterUse['use'], 'missing'>,
  meter: MeterUse,
  all: readonly MeterUse[],
  day: Day,
): { value: string; on: Day | null } | undefined {
  const beside = all.filter((other) => other !== meter).flatMap(({ use }) => (use === 'missing' ? [] : [use]));
  if (startOn !== null && startOn >= day && beside.some((other) => other.endOn === startOn))
    return { value: start, on: startOn };
  return endOn < day && beside.some((other) => other.startOn === endOn) ? { value: end, on: endOn } : undefined;
}

const scale = 9;
const readScale = 6;
