// What can go wrong, as the rooms say it: a handful of error classes that doors turn into statuses (http/errors.ts); anything else is a defect.
import type { ProblemCode } from './problem-codes.ts';

/** What a value may be at least and at most: itself, its length, or its decimals, as the code tells. */
export type ProblemBounds = { readonly least?: number; readonly most?: number };

/** One thing wrong with a request. `pointer` is an RFC 6901 fragment into the body; `in` tells where `field` stands. */
export type Problem = {
  readonly in: 'body' | 'query' | 'path' | 'header';
  readonly field: string;
  readonly pointer?: string;
  readonly code: ProblemCode;
  readonly message: string;
} & ProblemBounds;

/** The thing asked for does not exist for this caller. Says nothing more, so that a foreign row and a missing one look the same. */
export class NotFound extends Error {
  override readonly name = 'NotFound';
}

/** A duplicate, or a state that does not allow the change. `code` is one of http/catalogue.ts. */
export class Conflict extends Error {
  override readonly name = 'Conflict';
  readonly code: string;
  constructor(code: string, detail: string) {
    super(detail);
    this.code = code;
  }
}

/** Values of the right type that mean something impossible; all of them at once. `code` where http/catalogue.ts has one of their own. */
export class Invalid extends Error {
  override readonly name = 'Invalid';
  readonly problems: readonly Problem[];
  readonly code: string;
  constructor(problems: readonly Problem[], code = 'validation_failed') {
    super(problems.map((problem) => problem.message).join(' '));
    this.problems = problems;
    this.code = code;
  }
}

/** The caller is known and may not. */
export class Forbidden extends Error {
  override readonly name = 'Forbidden';
  readonly code: string;
  constructor(code = 'insufficient_scope', detail?: string) {
    super(detail);
    this.code = code;
  }
}

/** The caller is not known: no token, or one that is not (or no longer) valid. */
export class Unauthenticated extends Error {
  override readonly name = 'Unauthenticated';
  readonly code: string;
  constructor(code = 'unauthenticated', detail?: string) {
    super(detail);
    this.code = code;
  }
}

/** Too much, too soon: try again after `retryAfter` whole seconds. */
export class TooManyRequests extends Error {
  override readonly name = 'TooManyRequests';
  readonly code: string;
  readonly retryAfter: number;
  constructor(retryAfter: number, code = 'rate_limited', detail?: string) {
    super(detail);
    this.code = code;
    this.retryAfter = Math.max(1, Math.ceil(retryAfter));
  }
}

/** The service cannot do this right now, through no fault of the caller's. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
  readonly retryAfter: number;
  constructor(retryAfter: number, detail?: string, why?: { cause: unknown }) {
    super(detail, why);
    this.retryAfter = Math.max(1, Math.ceil(retryAfter));
  }
}

/** A start that must not go on: the message is a sentence for the operator. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}

/** What any failure says, in its own words. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The code that the operating system, the network or the database gave a failure, such as ENOENT or 40P01; undefined when it has none. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

/** A problem with one parameter of a query. */
export function queryProblem(field: string, code: ProblemCode, message: string): Problem {
  return { in: 'query', field, code, message };
}

/** A problem with one property of a JSON body; `path` as `['costs', 0, 'amount']`. */
export function bodyProblem(
  path: readonly (string | number)[],
  code: ProblemCode,
  message: string,
  bounds: ProblemBounds = {},
): Problem {
  const pointer = `#${path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')}`;
  return { in: 'body', field: path.join('.'), pointer, code, message, ...bounds };
}
