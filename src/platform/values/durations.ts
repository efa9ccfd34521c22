// Durations in settings: a whole number and a unit, such as 5m or 24h.

const second = 1000;
const day = 24 * 3600 * second;
const unitLength: Readonly<Record<string, number>> = { ms: 1, s: second, m: 60 * second, h: 3600 * second, d: day };
const maxEntries = 30;
const maxDurationMs = 30 * day;

/** Parses a list such as `0s,5s,5m,2h` to milliseconds. Throws an Error with the problem. */
export function parseDurations(text: string): number[] {
  const waits = text.split(',').map((entry) => parseDuration(entry.trim()));
  if (waits.length > maxEntries) throw new Error(`${waits.length} entries are too many, ${maxEntries} are the most`);
  return waits;
}

function parseDuration(text: string): number {
  const [, count, unit] = /^(\d{1,9})(ms|s|m|h|d)$/.exec(text) ?? [];
  const length = unitLength[unit ?? ''];
  if (count === undefined || length === undefined) {
    throw new Error(`"${text}" is not a whole number followed by ms, s, m, h or d`);
  }
  const wait = Number(count) * length;
  if (wait > maxDurationMs) throw new Error(`"${text}" is longer than ${maxDurationMs / day} days`);
  return wait;
}
