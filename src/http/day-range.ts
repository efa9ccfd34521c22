// Ranges of days in a query: from a later day to an earlier one is a slip, not a wish for nothing.
import type { Day } from '../platform/values/dates.ts';
import { Invalid, type Problem, queryProblem } from '../platform/errors.ts';

/** Two parameters of a query, the first and the last day of a range; the range is open where one is not given. */
type Ends<Name extends string> = readonly [first: Name, last: Name];
type Query<Name extends string> = { readonly [Each in Name]?: Day | undefined };

/** Throws Invalid when any of the ranges ends before it begins. */
export function refuseReversed<Name extends string>(query: Query<Name>, ...ranges: readonly Ends<Name>[]): void {
  const problems = reversed(query, ranges);
  if (problems.length > 0) throw new Invalid(problems);
}

/** A problem for each range that ends before it begins. */
export function reversed<Name extends string>(query: Query<Name>, ranges: readonly Ends<Name>[]): Problem[] {
  return ranges.flatMap(([first, last]) => {
    const [from, to] = [query[first], query[last]];
    const isReversed = from !== undefined && to !== undefined && to < from;
    return isReversed ? [queryProblem(last, 'out_of_range', `${last} must not be before ${first}.`)] : [];
  });
}
