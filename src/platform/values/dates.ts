// Days: 'YYYY-MM-DD' without a clock or a zone, calculated in UTC. A time zone matters only in dayIn, which returns the
// current day there.

/** A calendar day, such as `2026-01-31`. Days compare like text. */
export type Day = string;

/** A period of whole days, both ends inclusive. */
export type Period = { readonly periodStart: Day; readonly periodEnd: Day };

const DAY_MS = 86_400_000;

/** Reports whether text is an existing day of the years 1900 to 2200: `2026-02-29` is not one. */
export function isDay(text: string): boolean {
  return epochDay(text) !== undefined && text >= '1900-01-01' && text <= '2200-12-31';
}

/** Reports whether a text is a time: RFC 3339 with a zone, on an existing day. */
export function isInstant(text: string): boolean {
  const parts = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/.exec(text);
  return parts !== null && isDay(parts[1] ?? '') && !Number.isNaN(Date.parse(text));
}

/**
 * What a time zone's name begins with in the IANA list, and the two names without an area that mean the same to
 * PostgreSQL.
 */
const timeZonePattern =
  /^(?:(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Etc|Europe|Indian|Pacific)\/[A-Za-z0-9_+/-]{1,56}|UTC|GMT)$/;

/**
 * Reports whether a name is a time zone of the IANA list that this machine knows. Offsets such as `+02:00` are not,
 * because they have no summer time; nor are short names such as `EET` or `IST`: the database, where some days are
 * calculated too, takes them for an offset without summer time, or for another zone.
 */
export function isTimeZone(name: string): boolean {
  if (!timeZonePattern.test(name)) return false;
  try {
    const resolved = new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone;
    // Intl accepts any case; elsewhere names are compared exactly, so `europe/tallinn` must be rejected.
    return resolved === name || resolved.toLowerCase() !== name.toLowerCase();
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Returns the day in a time zone at an instant. Throws RangeError for a name that isTimeZone rejects. */
export function dayIn(timeZone: string, instant: Date): Day {
  const minute = Math.floor(instant.getTime() / 60_000);
  const cached = dayCache.get(timeZone);
  if (cached?.minute === minute) return cached.day;
  const parts = dateFormatterFor(timeZone).formatToParts(instant);
  const part = (type: string) => parts.find((candidate) => candidate.type === type)?.value ?? '';
  const day = `${part('year')}-${part('month')}-${part('day')}`;
  dayCache.set(timeZone, { minute, day });
  return day;
}

/**
 * Returns the day this many days later, or earlier if negative. Throws RangeError for an invalid day or a count that is
 * not whole.
 */
export function addDays(day: Day, days: number): Day {
  if (!Number.isSafeInteger(days)) throw new RangeError(`${days} is not a whole number of days.`);
  return dayOf(toEpochDay(day) + days);
}

/** Returns the number of days from `from` to `to`; negative if `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return toEpochDay(to) - toEpochDay(from);
}

/** Returns the number of days in a period, both ends counted. */
export function daysInclusive({ periodStart, periodEnd }: Period): number {
  return daysBetween(periodStart, periodEnd) + 1;
}

/** Returns -1, 0 or 1, for Array.sort. */
export function compareDays(a: Day, b: Day): -1 | 0 | 1 {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Returns the first of some days. */
export function earliestDay([first, ...others]: readonly [Day, ...Day[]]): Day {
  return others.reduce((earliest, day) => (day < earliest ? day : earliest), first);
}

/** Reports whether two periods share a day. */
export function periodsOverlap(a: Period, b: Period): boolean {
  return a.periodStart <= b.periodEnd && b.periodStart <= a.periodEnd;
}

/** Returns the days that two periods share; undefined if there are none. */
export function sharedDays(a: Period, b: Period): Period | undefined {
  const periodStart = a.periodStart > b.periodStart ? a.periodStart : b.periodStart;
  const periodEnd = a.periodEnd < b.periodEnd ? a.periodEnd : b.periodEnd;
  return periodEnd < periodStart ? undefined : { periodStart, periodEnd };
}

/** Returns the last day of a day's month. */
export function endOfMonth(day: Day): Day {
  const first = toEpochDay(`${day.slice(0, 8)}01`);
  return dayOf(toEpochDay(`${dayOf(first + 31).slice(0, 8)}01`) - 1);
}

/** Returns the calendar month before a day's own. */
export function previousMonth(day: Day): Period {
  const periodEnd = addDays(`${day.slice(0, 8)}01`, -1);
  return { periodStart: `${periodEnd.slice(0, 8)}01`, periodEnd };
}

/** Returns 1 for Monday to 7 for Sunday. */
export function weekday(day: Day): number {
  const sinceMonday = (toEpochDay(day) + 3) % 7; // 1970-01-01 was a Thursday
  return (sinceMonday < 0 ? sinceMonday + 7 : sinceMonday) + 1;
}

/** Returns days since 1970-01-01, or undefined if text is not an existing day of the years 1000 to 9999. */
function epochDay(text: string): number | undefined {
  if (!/^[1-9]\d{3}-\d{2}-\d{2}$/.test(text)) return undefined;
  const month = Number(text.slice(5, 7)) - 1;
  const date = new Date(Date.UTC(Number(text.slice(0, 4)), month, Number(text.slice(8))));
  // 30 February would be a day of March.
  return date.getUTCMonth() === month ? date.getTime() / DAY_MS : undefined;
}

/** A building's month asks for the same few hundred days a million times. Caches both directions; cleared when full. */
const [epochs, days] = [new Map<Day, number>(), new Map<number, Day>()];
const maxRemembered = 10_000;

function toEpochDay(day: Day): number {
  const cached = epochs.get(day);
  if (cached !== undefined) return cached;
  const epoch = epochDay(day);
  if (epoch === undefined) throw new RangeError(`"${day}" is not a day of the calendar.`);
  if (epochs.size >= maxRemembered) for (const remembered of [epochs, days]) remembered.clear();
  epochs.set(day, epoch);
  days.set(epoch, day);
  return epoch;
}

function dayOf(epoch: number): Day {
  const cached = days.get(epoch);
  if (cached !== undefined) return cached;
  const date = new Date(epoch * DAY_MS);
  const day = Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10);
  if (epochDay(day) !== epoch) throw new RangeError('The day is outside the years 1000 to 9999.');
  toEpochDay(day); // Caches it.
  return day;
}

const dateFormatters = new Map<string, Intl.DateTimeFormat>();

/** Formatting a clock is slow too, and most calls are for the current minute; days change at whole minutes. */
const dayCache = new Map<string, { readonly minute: number; readonly day: Day }>();

/** Formatters are slow to create and as few as the time zones of the buildings. */
function dateFormatterFor(timeZone: string): Intl.DateTimeFormat {
  const formatter =
    dateFormatters.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
  dateFormatters.set(timeZone, formatter);
  return formatter;
}
