// Memoization: caches results of a pure function, so that they are not recalculated for each entry of a long file.
import { LRUCache } from 'lru-cache';

/** Longer keys are not cached, so that the cache stays small. */
const maxKeyLength = 1000;

/** Caches the last `max` used results of a pure function, by the key that `keyOf` derives from the arguments. */
export function memoize<Input, Answer extends object>(
  work: (input: Input) => Answer,
  keyOf: (input: Input) => string,
  max = 1000,
): (input: Input) => Answer {
  const answers = new LRUCache<string, Answer>({ max });
  return (input) => {
    const key = keyOf(input);
    if (key.length > maxKeyLength) return work(input);
    const cached = answers.get(key);
    if (cached !== undefined) return cached;
    const answer = work(input);
    answers.set(key, answer);
    return answer;
  };
}
