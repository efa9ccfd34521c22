// Work on many objects, some at a time: what is done stays done when a later part fails, and the rest is named.

export type BatchOutcome<Item, Result> = {
  readonly results: readonly Result[];
  /** What was not tried because of the failure. */
  readonly left: readonly Item[];
  readonly failure: unknown;
};

/** Does the work for at most `size` items at a time, one part after the other, and stops at the first failure. */
export async function inBatches<Item, Result>(
  items: readonly Item[],
  size: number,
  work: (part: readonly Item[]) => Promise<Result>,
  progress: (done: number) => void,
): Promise<BatchOutcome<Item, Result>> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += size) {
    progress(start);
    try {
      results.push(await work(items.slice(start, start + size)));
    } catch (failure) {
      return { results, left: items.slice(start), failure };
    }
  }
  return { results, left: [], failure: undefined };
}
