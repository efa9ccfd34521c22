// Memoization: caches results of a pure function, so that they are not recalculated for each entry of a long file.
import { LRUCache } from 'lru-cache';

/** Longer keys are not cached, so that the cache stays small. */
const maxKeyLength = 1000;

/** Caches the last `max` used results of a pure function, by the key that `keyOf` derives from the arguments. */
export function remembering<Asked, Answer extends object>(
  work: (asked: Asked) => Answer,
  keyOf: (asked: Asked) => string,
  max = 1000,
): (asked: Asked) => Answer {
  const answers = new LRUCache<string, Answer>({ max });
  return (asked) => {
    const key = keyOf(asked);
    if (key.length > maxKeyLength) return work(asked);
    const kept = answers.get(key);
    if (kept !== undefined) return kept;
    const answer = work(asked);
    answers.set(key, answer);
    return answer;
  };
}
