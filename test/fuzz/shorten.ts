// Shortens a failing history: finds few steps that still end with the same violation.

/** Whether the steps at these places, played in a new life, end with the violation. */
type StillFails<T> = (steps: readonly T[]) => Promise<boolean>;

/**
 * Removes steps while the rest still fails: first halves, then smaller parts, then single steps (delta debugging). The
 * last step stays, as it is the one that fails. Returns all of them if the failure does not repeat. `maxRuns` bounds
 * the work.
 */
export async function shorten<T>(
  steps: readonly T[],
  stillFails: StillFails<T>,
  maxRuns: number,
): Promise<readonly T[]> {
  const last = steps.slice(-1);
  let rest = steps.slice(0, -1);
  let runs = 0;
  const fails = async (some: readonly T[]) => {
    runs += 1;
    return stillFails([...some, ...last]);
  };
  if (await fails([])) return last;
  for (let size = Math.ceil(rest.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let start = 0; start < rest.length && runs < maxRuns; ) {
      const without = [...rest.slice(0, start), ...rest.slice(start + size)];
      if (await fails(without)) rest = without;
      else start += size;
    }
  }
  return [...rest, ...last];
}

/**
 * The steps on which the last one depends, directly or through others; `needs` gives the numbers of those that a step
 * names.
 */
export function withNeeded<T extends { readonly nth: number }>(
  steps: readonly T[],
  needs: (step: T) => readonly number[],
): readonly T[] {
  const needed = new Set(steps.slice(-1).map(({ nth }) => nth));
  for (const step of steps.toReversed()) if (needed.has(step.nth)) for (const nth of needs(step)) needed.add(nth);
  return steps.filter(({ nth }) => needed.has(nth));
}
