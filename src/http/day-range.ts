// Day ranges in a query. A range that ends before it begins is rejected as a mistake; it does not give an empty list.

import { Invalid, type Problem, queryProblem } from '../platform/errors.ts';
import type { Day } from '../platform/values/dates.ts';

/**
 * The two query parameters for the first and last day of a range. Without one of them the range is open at that end.
 */
type RangeParameters<Name extends string> = readonly [first: Name, last: Name];
type RangeQuery<Name extends string> = { readonly [Each in Name]?: Day | undefined };

/** Throws Invalid if any range ends before it begins. */
export function rejectReversedRanges<Name extends string>(
  query: RangeQuery<Name>,
  ...ranges: readonly RangeParameters<Name>[]
): void {
  const problems = reversedRangeProblems(query, ranges);
  if (problems.length > 0) throw new Invalid(problems);
}

/** Returns a problem for each range that ends before it begins. */
export function reversedRangeProblems<Name extends string>(
  query: RangeQuery<Name>,
  ranges: readonly RangeParameters<Name>[],
): Problem[] {
  return ranges.flatMap(([first, last]) => {
    const [from, to] = [query[first], query[last]];
    const isReversed = from !== undefined && to !== undefined && to < from;
    return isReversed ? [queryProblem(last, 'out_of_range', `${last} must not be before ${first}.`)] : [];
  });
}
