// Changes of the code that no test notices, each with the reason why none should.

/** `code` is a part of the line that is changed; `changes` are as `npm run mutate` prints them. */
export type Answer = {
  readonly file: string;
  readonly code: string;
  readonly changes: readonly string[];
  readonly reason: string;
};

export const answers: readonly Answer[] = [];
