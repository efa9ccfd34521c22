// Courses: how what an apartment used ran through a period: evenly by days, or as readings inside the period tell.
import type { Stretch } from '../metering/hand-overs.ts';
import { daysInclusive, type Period } from '../platform/dates.ts';
import type { Charge, MeterType } from '../portfolio/charge.ts';

/** What was used from one reading to the next, evenly by days in between; stretch follows stretch through the whole period. */
export type Course = readonly Stretch[];

/** Where readings inside the period tell: the course of each type of meter, by the apartment's id. */
export type Courses = ReadonlyMap<string, ReadonlyMap<MeterType, Course>>;

/** The course of an apartment, by its place, as far as a charge goes by it; undefined where days are all that is known. */
export type CourseAt = (charge: Charge, index: number) => Course | undefined;

/** Finds courses for charges. */
export function coursesFor(courses: Courses, apartments: readonly { readonly id: string }[]): CourseAt {
  return ({ basis, meterType }, index) => {
    if (basis !== 'meter' || meterType === undefined) return undefined;
    return toldCourse(courses, { apartmentId: apartments[index]?.id ?? null, type: meterType });
  };
}

/** The course of an apartment's meters of a type, where readings tell of any consumption. Where there is none, what is settled has the first stretch's days. */
export function toldCourse(
  courses: Courses,
  { apartmentId, type }: { readonly apartmentId: string | null; readonly type: MeterType },
): Course | undefined {
  const course = courses.get(apartmentId ?? '')?.get(type);
  if (course === undefined || course.some(({ used }) => used > 0n)) return course;
  return course[0]?.settled === undefined
    ? undefined
    : course.map((stretch, place) => (place === 0 ? { ...stretch, used: 1n } : stretch));
}

/** part / whole; whole is above zero. */
export type Fraction = { readonly part: bigint; readonly whole: bigint };

/** The fraction of a period's figure that falls on some of its days: by days, `of` so many, or by a course that covers the period. */
export function fractionOf(course: Course | undefined, within: Period, of: number): Fraction {
  if (course === undefined) return { part: BigInt(daysInclusive(within)), whole: BigInt(of) };
  const all = course.reduce((sum, { used }) => sum + used, 0n);
  const lengths = course.map((stretch) => BigInt(daysInclusive(stretch)));
  const common = lengths.reduce((product, days) => product * days, 1n);
  const part = course.reduce((sum, stretch, place) => {
    const shared = sharedDays(stretch, within);
    return shared === undefined
      ? sum
      : sum + (stretch.used * BigInt(daysInclusive(shared)) * common) / (lengths[place] ?? 1n);
  }, 0n);
  return { part, whole: all * common };
}

/** The days that two periods share; undefined when there are none. */
export function sharedDays(a: Period, b: Period): Period | undefined {
  const periodStart = a.periodStart > b.periodStart ? a.periodStart : b.periodStart;
  const periodEnd = a.periodEnd < b.periodEnd ? a.periodEnd : b.periodEnd;
  return periodEnd < periodStart ? undefined : { periodStart, periodEnd };
}
