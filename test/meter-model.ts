// A model of a meter for property tests, independent of the service: what was read of it, and what its register had
// counted by the end of each day. Whole numbers only. The rule: the last value read in a month counts for its end, a
// value read on the last day of a price or of a payer, or else on the day after, counts for that day, and between two
// such days consumption is spread evenly.

/** What was read on a day: the total counted since the meter was installed, in thousandths. */
type ModelReading = { readonly day: string; readonly counted: number; readonly id?: string };

export type ModelMeter = {
  readonly id: string;
  /** The place of its apartment; undefined for a main meter. */
  readonly apartment: number | undefined;
  readonly installedOn: string;
  /** What the register showed first, in thousandths, and what it counts up to before it begins again at zero. */
  readonly initial: number;
  readonly range: number;
  readonly readings: ModelReading[];
  /** The first day that is billed. */
  readonly billedFrom: string;
  removed?: { readonly day: string; counted: number };
  /** What it has truly counted so far, and had counted at the end of each past month. */
  counted: number;
  readonly countedAtEnd: Map<string, number>;
};

/** What a register shows after it has counted so much, in its own unit. */
export const showing = ({ initial, range }: ModelMeter, counted: number): number =>
  ((initial + counted) % range) / 1000;

/** Whether a register shows less than at the last reading up to a day, because it passed zero. */
export function hasRolledOver(meter: ModelMeter, day: string, counted: number): boolean {
  const before = inOrder(meter.readings).findLast((reading) => reading.day <= day);
  return showing(meter, counted) < showing(meter, before?.counted ?? 0);
}

/** Orders readings by day; readings of one day stay in the order in which they came. */
const inOrder = (readings: readonly ModelReading[]): ModelReading[] =>
  readings.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));

const millisecondsOfDay = 86_400_000;
const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / millisecondsOfDay;

/** The day so many days later. */
export const dayAfter = (day: string, days = 1): string =>
  new Date((dayNumber(day) + days) * millisecondsOfDay).toISOString().slice(0, 10);

/** The last day of a month. */
export const lastDayOf = (month: string): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).toISOString().slice(0, 10);

/**
 * What a meter had counted by the end of a day, in millionths and cut there; `lastDays` are the last days of prices.
 */
export function countedUntil(meter: ModelMeter, day: string, lastDays: readonly string[]): bigint {
  const known = knownDays(meter, lastDays);
  const next = known.findIndex((point) => point.day >= day);
  const [from, to] = [known[next - 1], known[next]];
  if (to === undefined) return BigInt(known.at(-1)?.counted ?? 0) * 1000n;
  if (to.day === day || from === undefined) return BigInt(to.counted) * 1000n;
  const [span, part] = [dayNumber(to.day) - dayNumber(from.day), dayNumber(day) - dayNumber(from.day)];
  return BigInt(from.counted) * 1000n + (BigInt(to.counted - from.counted) * 1000n * BigInt(part)) / BigInt(span);
}

function knownDays({ installedOn, readings, removed }: ModelMeter, lastDays: readonly string[]): ModelReading[] {
  const known = new Map([[dayAfter(installedOn, -1), 0]]);
  const isThere = (day: string) => day >= installedOn && (removed === undefined || day < removed.day);
  const ordered = inOrder(readings);
  for (const last of lastDays) {
    const on = (wanted: string) => ordered.findLast(({ day }) => day === wanted);
    const read = on(last) ?? on(dayAfter(last));
    if (read !== undefined && isThere(last)) known.set(last, read.counted);
  }
  for (const { day, counted } of ordered) if (isThere(lastDayOf(day))) known.set(lastDayOf(day), counted);
  if (removed !== undefined) known.set(removed.day, removed.counted);
  return inOrder([...known].map(([day, counted]) => ({ day, counted })));
}
