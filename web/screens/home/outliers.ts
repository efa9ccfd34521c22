// Which months of a series are shown, and which are unusual. Pure.

/** The months from the first one that has any value. */
export function fromFirstData<Month>(months: readonly Month[], valuesOf: (month: Month) => readonly number[]): Month[] {
  const first = months.findIndex((month) => valuesOf(month).some((value) => value !== 0));
  return first === -1 ? [] : months.slice(first);
}

/** At least as many other months are needed to say what is usual. */
const minOthers = 4;
/** How many times the usual value, or what part of it, is unusual. */
const factor = 3;

type Outlier = { readonly index: number; readonly usual: number };

/**
 * The values that are at least three times the median of the others, or at most a third of it; the last one is not over
 * yet, so it may be small.
 */
export function findOutliers(values: readonly number[]): Outlier[] {
  return values.flatMap((value, index) => {
    const others = values.filter((other, at) => at !== index && other > 0);
    if (value <= 0 || others.length < minOthers) return [];
    const usual = medianOf(others);
    const isSmall = value * factor <= usual && index < values.length - 1;
    return value >= usual * factor || isSmall ? [{ index, usual }] : [];
  });
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = 0, high = 0] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[middle]];
  return (low + high) / 2;
}
