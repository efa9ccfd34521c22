// Memoization: a value that is made at most once, and results of a pure function that are not recalculated for each
// entry of a long file.
import { makeLruCache } from './lru-cache.ts';

/** Makes a value when it is first needed. */
export function once<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Longer keys are not cached, so that the cache stays small. */
const maxKeyLength = 1000;

/** Caches the last `max` used results of a pure function, by the key that `keyOf` derives from the arguments. */
export function memoize<Input, Result extends object>(
  work: (input: Input) => Result,
  keyOf: (input: Input) => string,
  max = 1000,
): (input: Input) => Result {
  const results = makeLruCache<Result>(max);
  return (input) => {
    const key = keyOf(input);
    if (key.length > maxKeyLength) return work(input);
    const cached = results.get(key);
    if (cached !== undefined) return cached;
    const result = work(input);
    results.set(key, result);
    return result;
  };
}
