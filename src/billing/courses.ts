// Courses: how what an apartment used ran through a period: evenly by days, or as readings inside the period tell.
import { daysInclusive, type Period } from '../platform/dates.ts';
import type { MeterType } from '../portfolio/charge.ts';

/** What was used from one reading to the next, evenly by days in between; stretch follows stretch through the whole period. Never negative. */
export type Course = readonly (Period & { readonly used: bigint })[];

/** Where readings inside the period tell: the course of each type of meter, by the apartment's place. */
export type Courses = ReadonlyMap<number, ReadonlyMap<MeterType, Course>>;

/** part / whole; whole is above zero. */
export type Fraction = { readonly part: bigint; readonly whole: bigint };

/** The fraction of a period's figure that falls on some of its days: by days, or by a course that covers the period. */
export function fractionOf(course: Course | undefined, within: Period & { readonly of: number }): Fraction {
  const all = course?.reduce((sum, { used }) => sum + used, 0n) ?? 0n;
  if (course === undefined || all === 0n) return { part: BigInt(daysInclusive(within)), whole: BigInt(within.of) };
  const lengths = course.map((stretch) => BigInt(daysInclusive(stretch)));
  const common = lengths.reduce((product, days) => product * days, 1n);
  const part = course.reduce((sum, stretch, place) => {
    const days = BigInt(sharedDays(stretch, within));
    return sum + (stretch.used * days * common) / (lengths[place] ?? 1n);
  }, 0n);
  return { part, whole: all * common };
}

/** How many days two periods share. */
export function sharedDays(a: Period, b: Period): number {
  const periodStart = a.periodStart > b.periodStart ? a.periodStart : b.periodStart;
  const periodEnd = a.periodEnd < b.periodEnd ? a.periodEnd : b.periodEnd;
  return periodEnd < periodStart ? 0 : daysInclusive({ periodStart, periodEnd });
}
