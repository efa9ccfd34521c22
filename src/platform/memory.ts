// Memory: what a process remembers about callers for a while. It is bounded, and what was not set for longest is forgotten.

export type Memory<T> = {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
  forget(key: string): void;
};

/**
 * A memory of at most `most` keys, in which the last `most / 2` to be set are always found. Two maps take turns, because a map whose keys are
 * deleted and set again, to keep them in order of use, grows slow.
 */
export function makeMemory<T>(most: number): Memory<T> {
  let recent = new Map<string, T>();
  let older = new Map<string, T>();
  return {
    get: (key) => recent.get(key) ?? older.get(key),
    set(key, value) {
      recent.set(key, value);
      if (recent.size < most / 2) return;
      older = recent;
      recent = new Map();
    },
    forget(key) {
      recent.delete(key);
      older.delete(key);
    },
  };
}

/** What is longer than this is worked out each time, so that what is remembered stays small. */
const maxKeyLength = 1000;

/** A pure function that remembers its last `most` answers, each by the text that `keyOf` makes of what was asked. */
export function remembering<Asked, Answer>(
  work: (asked: Asked) => Answer,
  keyOf: (asked: Asked) => string,
  most = 1000,
): (asked: Asked) => Answer {
  const answers = makeMemory<Answer>(most);
  return (asked) => {
    const key = keyOf(asked);
    if (key.length > maxKeyLength) return work(asked);
    const answer = answers.get(key) ?? work(asked);
    answers.set(key, answer);
    return answer;
  };
}
