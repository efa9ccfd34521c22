// Billed registers: what every generation billed of each meter is kept, so that the next one goes on from there and, over time, nothing is billed twice or lost.
import { billedSum } from '../../metering/consumption.ts';
import type { BilledBefore, Chain, Measured, MeterUse } from '../../metering/measure.ts';
import { putInBefore } from '../../metering/measuring/queries.ts';
import { addDays, type Day, daysInclusive, type Period } from '../../platform/dates.ts';
import { type Decimal, formatDecimal, unitsAt } from '../../platform/decimal.ts';
import { newId } from '../../platform/ids.ts';
import type { Scope } from '../../platform/scope.ts';
import type { Charge, MeterType } from '../../portfolio/charge.ts';
import type { AnyCalculation } from '../calculation.ts';
import { type Course, type Courses, fractionOf, toldCourse } from '../courses.ts';
import { explainedBy, monthsByType, weigh } from '../metered.ts';
import * as queries from './queries.ts';

/** The two memories that meters are measured with; `shared` where remainders are priced. */
export type Chains = { readonly own: Chain; readonly shared: Chain | undefined };

/** What was billed of a building's meters before a period, on invoices that stand, and since when, also on those that were cancelled. */
export async function chainsBefore(
  scope: Scope,
  buildingId: string,
  { periodStart }: Period,
  charges: readonly Charge[],
): Promise<Chains> {
  const [own, shared] = await Promise.all([
    queries.sumBilled(scope, buildingId, periodStart, false),
    charges.some(isPricedRemainder) ? queries.sumBilled(scope, buildingId, periodStart, true) : undefined,
  ]);
  const since = [...own, ...(shared ?? [])].reduce<Day | undefined>(
    (first, sum) => (first === undefined || sum.since < first ? sum.since : first),
    undefined,
  );
  const types = [...monthsByType(charges).keys()];
  const put = since === undefined ? [] : await putInBefore(scope, buildingId, types, periodStart, since);
  const apartments = new Set(put.flatMap(({ apartmentId }) => apartmentId ?? []));
  const invoiced = apartments.size > 0 ? await queries.firstInvoiced(scope, [...apartments]) : new Map<string, Day>();
  const lateIn = (sums: readonly queries.BilledSum[], counts: (apartmentId: string | null, on: Day) => boolean) => {
    const billed = new Set(sums.map((sum) => sum.meterId));
    const stands = new Set(sums.flatMap((sum) => (sum.last === null ? [] : sum.meterId)));
    const first = firstByType(sums);
    const late = put.filter(({ id, type, apartmentId, installedOn, replacesMeterId }) => {
      if (stands.has(id)) return false;
      const goesOn = replacesMeterId !== null && billed.has(replacesMeterId);
      return goesOn || ((first.get(type) ?? '9999') <= installedOn && counts(apartmentId, installedOn));
    });
    return {
      billed: new Map(sums.flatMap((sum) => before(sum).map((one) => [sum.meterId, one] as const))),
      late: new Set(late.map(({ id }) => id)),
      annulled: new Map(sums.flatMap(({ meterId, last, since }) => (last === null ? [[meterId, since] as const] : []))),
    };
  };
  return {
    own: lateIn(own, (apartmentId, on) => (invoiced.get(apartmentId ?? '') ?? '9999') <= on),
    shared: shared && lateIn(shared, () => true),
  };
}

function firstByType(sums: readonly queries.BilledSum[]): ReadonlyMap<MeterType, Day> {
  const first = new Map<MeterType, Day>();
  for (const { type, since } of sums) if ((first.get(type) ?? '9999') > since) first.set(type, since);
  return first;
}

/** Nothing where all of it was cancelled. */
function before({ last, lastOn, until, used, weighed, ...begun }: queries.BilledSum): BilledBefore[] {
  if (last === null || until === null) return [];
  const held = { units: unitsAt(billedSum(used), scale) - unitsAt(billedSum(weighed), scale), scale };
  const { since, first, startsInitial, annulled } = begun;
  return [{ value: last, on: lastOn, first, startsInitial, used, since, annulled, until, held }];
}

const scale = 9;
/** What registers count to: six decimals. */
const cut = 1000n;

function isPricedRemainder({ basis, unitPrice }: Charge): boolean {
  return basis === 'meter_remainder' && unitPrice !== undefined;
}

/** A position, as far as it says which meters it goes by. */
type Metered = { readonly calculation: AnyCalculation };

/** What a generation has to keep of its meters. */
export type Keeping = {
  /** The registers of an invoice's own meters; of one for a part of the period (`days`) what it bills, so that the parts add up to the whole. */
  of(invoiceId: string, positions: readonly Metered[], days?: Period): queries.BilledRegister[];
  /** Those that only counted in remainders, once all invoices are written. */
  rest(): queries.BilledRegister[];
};

/** What a generation was reckoned with. */
export type Reckoned = {
  readonly measured: Measured;
  readonly charges: readonly Charge[];
  readonly courses: Courses;
};

/**
 * Prepares what a generation keeps. What remainders were reckoned with of a meter is kept once for a period, and anew when all of its invoices were cancelled.
 */
export async function keepingOf(
  scope: Scope,
  buildingId: string,
  period: Period,
  { measured, charges, courses }: Reckoned,
): Promise<Keeping> {
  const remainders = charges.filter(isPricedRemainder);
  const known = remainders.length > 0 ? await queries.sharedIn(scope, buildingId, period) : [];
  if (remainders.length > 0 && known.length === 0) await queries.dropShared(scope, buildingId, period);
  const shared = new Map(sharedUses(remainders, measured.shared).map((use) => [use.meterId, use]));
  for (const { meterId } of known) shared.delete(meterId);
  const uses = new Map(measured.meters.map((use) => [use.meterId, use]));
  const divided = new Set(
    charges.flatMap((one) => (one.basis === 'meter' && one.costFrom ? (one.meterType ?? []) : [])),
  );
  const weighed = weigh(measured.meters.filter(({ type }) => divided.has(type)));
  return {
    of: (invoiceId, positions, days) =>
      [...ownMeters(positions)].flatMap((meterId) => {
        const use = uses.get(meterId);
        if (use === undefined) return [];
        const both = days === undefined && shared.get(meterId)?.use === use.use;
        if (both) shared.delete(meterId);
        const [register] = registerOf(use, { invoiceId, shared: both, weighed: weighed.get(meterId)?.weighed });
        if (register === undefined || days === undefined) return register ?? [];
        return [partOf(register, { period, days, course: toldCourse(courses, use) })];
      }),
    rest: () => [...shared.values()].flatMap((use) => registerOf(use, { invoiceId: null, shared: true })),
  };
}

/** The meters that have positions of their own. */
function ownMeters(positions: readonly Metered[]): ReadonlySet<string> {
  const all = positions.map((position) => position.calculation);
  return new Set(
    all.flatMap((one) =>
      'readings' in one && one.basis === 'meter' ? (one.readings?.map((reading) => reading.meterId) ?? []) : [],
    ),
  );
}

/** The main meters of remainders, and the apartments' that explain them. */
function sharedUses(remainders: readonly Charge[], uses: readonly MeterUse[]): MeterUse[] {
  const mains = new Set(remainders.flatMap(({ meterType }) => meterType ?? []));
  const explaining = new Set([...mains].flatMap((type) => explainedBy(type, uses)));
  return uses.filter(({ apartmentId, type }) => (apartmentId === null ? mains : explaining).has(type));
}

type Days = { readonly period: Period; readonly days: Period; readonly course: Course | undefined };

/**
 * What an invoice of some days bills of a meter: what was read on them where readings tell, otherwise by days what had been used until their end less what had
 * been used before them. What differs from the consumption in what bills are divided by goes the same way as all that the apartment used.
 */
function partOf(register: queries.BilledRegister, { period, days, course }: Days): queries.BilledRegister {
  const { periodStart } = period;
  const length = daysInclusive(period);
  const upTo = (count: bigint, until: Day) => {
    if (until < periodStart) return 0n;
    const { part, whole } = fractionOf(course, { periodStart, periodEnd: until }, length);
    return (count * part) / whole;
  };
  const partial = (count: bigint) => upTo(count, days.periodEnd) - upTo(count, addDays(days.periodStart, -1));
  const [all, weighed] = [register.consumption, register.weighed].map((one) => unitsAt(billedSum(one), scale)) as [
    bigint,
    bigint,
  ];
  const read = spanIn(course, days, register.meterId);
  const part = read === undefined ? partial(all / cut) * cut : unitsAt(read.consumption, scale);
  const shown = (units: bigint) => formatDecimal({ units, scale });
  return { ...register, consumption: shown(part), weighed: shown(part + partial(weighed - all)) };
}

/** What a meter counted in the stretch of a course that these days are. */
function spanIn(course: Course | undefined, { periodStart }: Period, meterId: string) {
  const stretch = course?.find((one) => one.periodStart === periodStart);
  return stretch?.registers.find((one) => one.meterId === meterId);
}

function registerOf(
  { meterId, use }: MeterUse,
  { invoiceId, shared, weighed }: { invoiceId: string | null; shared: boolean; weighed?: Decimal | undefined },
): queries.BilledRegister[] {
  if (use === 'missing') return [];
  const { start, startsInitial = false, end, endOn } = use;
  const consumption = formatDecimal(use.consumption);
  const kept = weighed === undefined ? consumption : formatDecimal(weighed);
  return [{ id: newId(), meterId, invoiceId, shared, start, startsInitial, end, endOn, consumption, weighed: kept }];
}
