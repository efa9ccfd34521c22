// What a pure function has answered, kept for a while, so that it is not worked out anew for each entry of a long file.
import { LRUCache } from 'lru-cache';

/** What is longer than this is worked out each time, so that what is kept stays small. */
const maxKeyLength = 1000;

/** A pure function that remembers the last `max` answers that were used, each by the text that `keyOf` makes of what was asked. */
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
