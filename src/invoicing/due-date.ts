// Due dates: issue date plus payment term, moved from a weekend or public holiday to the next working day.
import { addDays, type Day, weekday } from '../platform/values/dates.ts';

export type Country = 'EE' | 'LV' | 'LT';

/**
 * The day an invoice is due: `termDays` after its issue, or the first working day from there on. Without a country only
 * weekends move it.
 *
 * - Estonia: General Part of the Civil Code Act (TsÜS) § 136 (8): a due date on a public holiday or another day of rest
 *   moves to the first working day after it.
 * - Lithuania: Civil Code, article 1.121 (2), to the same effect.
 * - Latvia: we rely on no such general provision of its Civil Law; residents there get the same extension.
 */
export function dueDate(term: { issueDate: Day; termDays: number; country?: Country | undefined }): Day {
  let day = addDays(term.issueDate, term.termDays);
  while (!isWorkingDay(day, term.country)) day = addDays(day, 1);
  return day;
}

/**
 * The country whose public holidays apply to a building, from its time zone. Undefined for all but the three Baltic
 * time zones.
 */
export function countryOfTimeZone(timeZone: string): Country | undefined {
  return countries.get(timeZone);
}

/** Whether a day is neither Saturday nor Sunday nor a public holiday of the country. */
export function isWorkingDay(day: Day, country?: Country): boolean {
  return (
    weekday(day) <= 5 && (country === undefined || !publicHolidays(country, Number(day.slice(0, 4))).includes(day))
  );
}

const countries: ReadonlyMap<string, Country> = new Map([
  ['Europe/Tallinn', 'EE'],
  ['Europe/Riga', 'LV'],
  ['Europe/Vilnius', 'LT'],
]);

type HolidayCalendar = {
  /** Month and day. */
  readonly fixed: readonly string[];
  /** Days after Easter Sunday. */
  readonly fromEaster: readonly number[];
  /** The fixed days that move to the next working day when they fall on a weekend. */
  readonly madeUpFor?: readonly string[];
};

/**
 * As in force in 2026; the same calendar is used for earlier years. Mother's and Father's Day are left out: they are
 * always Sundays.
 */
const holidays: Readonly<Record<Country, HolidayCalendar>> = {
  /** Public Holidays and Days of National Importance Act (PTS) §§ 1 and 2: Good Friday, Easter Sunday, Pentecost. */
  EE: {
    fixed: ['01-01', '02-24', '05-01', '06-23', '06-24', '08-20', '12-24', '12-25', '12-26'],
    fromEaster: [-2, 0, 49],
  },
  /**
   * Law on public holidays, remembrance and festive days (likumi.lv 72608), section 1: Good Friday to Easter Monday,
   * Pentecost.
   */
  LV: {
    fixed: ['01-01', '05-01', '05-04', '06-23', '06-24', '11-18', '12-24', '12-25', '12-26', '12-31'],
    fromEaster: [-2, 0, 1, 49],
    madeUpFor: ['05-04', '11-18'],
  },
  /** Labour Code, article 123 (1): Easter Sunday and Monday; Good Friday is a working day. */
  LT: {
    fixed: ['01-01', '02-16', '03-11', '05-01', '06-24', '07-06', '08-15', '11-01', '11-02', '12-24', '12-25', '12-26'],
    fromEaster: [0, 1],
  },
};

/**
 * The same Latvian section makes the closing day of the Song and Dance Festival, about every fifth July, a public
 * holiday with a substitute day. It follows no calendar rule: each date is published years ahead and is added here.
 */
const songFestivalClosings: readonly Day[] = ['2018-07-08', '2023-07-09', '2028-07-09'];

/** The public holidays of a country in a year, with the substitute days for those on a weekend. */
export function publicHolidays(country: Country, year: number): Day[] {
  const { fixed, fromEaster, madeUpFor = [] } = holidays[country];
  const easter = easterSunday(year);
  const festival = country === 'LV' ? songFestivalClosings.filter((day) => day.startsWith(`${year}-`)) : [];
  const days = [
    ...fixed.map((monthDay) => `${year}-${monthDay}`),
    ...fromEaster.map((days) => addDays(easter, days)),
    ...festival,
  ];
  const madeUp = [...madeUpFor.map((monthDay) => `${year}-${monthDay}`), ...festival]
    .filter((day) => weekday(day) > 5)
    .map((day) => addDays(day, 8 - weekday(day)));
  return [...new Set([...days, ...madeUp])].sort();
}

/**
 * Western Easter by the anonymous Gregorian computus (Meeus, Jones, Butcher): integer divisions only, correct for every
 * Gregorian year.
 */
export function easterSunday(year: number): Day {
  const goldenNumber = year % 19;
  const century = Math.floor(year / 100);
  const yearOfCentury = year % 100;
  const skippedLeapDays = century - Math.floor(century / 4);
  const moonCorrection = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * goldenNumber + skippedLeapDays - moonCorrection + 15) % 30;
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - epact - (yearOfCentury % 4)) % 7;
  const correction = Math.floor((goldenNumber + 11 * epact + 22 * toSunday) / 451);
  return addDays(`${year}-03-22`, epact + toSunday - 7 * correction);
}
