// Ranges of days in a query: from a later day to an earlier one is a slip, not a wish for nothing.

import { Invalid, type Problem, queryProblem } from '../platform/errors.ts';
import type { Day } from '../platform/values/dates.ts';

/** Two parameters of a query, the first and the last day of a range; the range is open where one is not given. */
type RangeParameters<Name extends string> = readonly [first: Name, last: Name];
type RangeQuery<Name extends string> = { readonly [Each in Name]?: Day | undefined };

/** Throws Invalid when any of the ranges ends before it begins. */
export function rejectReversedRanges<Name extends string>(
  query: RangeQuery<Name>,
  ...ranges: readonly RangeParameters<Name>[]
): void {
  const problems = reversedRangeProblems(query, ranges);
  if (problems.length > 0) throw new Invalid(problems);
}

/** A problem for each range that ends before it begins. */
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
