// Error classes of all modules, which the routes turn into statuses (http/errors.ts). Any other error is a defect.
import type { ProblemCode } from './problem-codes.ts';

/** The minimum and maximum of a value, its length or its decimals, depending on the code. */
export type ProblemBounds = { readonly least?: number; readonly most?: number };

/**
 * One problem of a request. `pointer` is an RFC 6901 fragment into the body; `in` is the part of the request that has
 * `field`.
 */
export type Problem = {
  readonly in: 'body' | 'query' | 'path' | 'header';
  readonly field: string;
  readonly pointer?: string;
  readonly code: ProblemCode;
  readonly message: string;
} & ProblemBounds;

/**
 * The object does not exist for this caller. A foreign row and a missing one look the same: all that is told is which
 * property of the body has the id, where a path is not what names it.
 */
export class NotFound extends Error {
  override readonly name = 'NotFound';
  readonly problems: readonly Problem[] | undefined;
  constructor(...path: (string | number)[]) {
    super();
    const message = `${path.join('.')} has the id of nothing that you may use here.`;
    this.problems = path.length === 0 ? undefined : [bodyProblem(path, 'not_found', message)];
  }
}

/** What a look-up found. Throws NotFound if that is nothing; `path` is the property of the body that has the id. */
export function orNotFound<T>(found: T | undefined, ...path: (string | number)[]): T {
  if (found === undefined) throw new NotFound(...path);
  return found;
}

/** Throws NotFound for the first of the ids in a list of the body, `field`, that nothing of what was found has. */
export function rejectUnknown(field: string, ids: readonly string[], found: readonly { readonly id: string }[]): void {
  const foundIds = new Set(found.map(({ id }) => id));
  const unknown = ids.findIndex((id) => !foundIds.has(id.toLowerCase()));
  if (unknown >= 0) throw new NotFound(field, unknown);
}

/** A duplicate, or a state that does not allow the change. `code` is one of http/error-catalogue.ts. */
export class Conflict extends Error {
  override readonly name = 'Conflict';
  readonly code: string;
  constructor(code: string, detail: string) {
    super(detail);
    this.code = code;
  }
}

/**
 * Values of the right type that are not valid; all of them at once. `code` if http/error-catalogue.ts has a special
 * one.
 */
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

/** The caller is authenticated but not allowed. */
export class Forbidden extends Error {
  override readonly name = 'Forbidden';
  readonly code: string;
  constructor(code = 'insufficient_scope', detail?: string) {
    super(detail);
    this.code = code;
  }
}

/** The caller is not authenticated: no token, or one that is not (or no longer) valid. */
export class Unauthenticated extends Error {
  override readonly name = 'Unauthenticated';
  readonly code: string;
  constructor(code = 'unauthenticated', detail?: string) {
    super(detail);
    this.code = code;
  }
}

/** Too many requests: try again after `retryAfter` whole seconds. */
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

/** The service cannot do this right now, and the caller is not at fault. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
  readonly retryAfter: number;
  constructor(retryAfter: number, detail?: string, why?: { cause: unknown }) {
    super(detail, why);
    this.retryAfter = Math.max(1, Math.ceil(retryAfter));
  }
}

/** The process must not start; the message is for the operator. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}

/** Returns the message of any thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Returns the code of a failure of the operating system, network or database, such as ENOENT or 40P01; undefined
 * without one.
 */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

/** Creates a problem with a query parameter. */
export function queryProblem(field: string, code: ProblemCode, message: string): Problem {
  return { in: 'query', field, code, message };
}

/** Creates a problem with a property of a JSON body; `path` as `['costs', 0, 'amount']`. */
export function bodyProblem(
  path: readonly (string | number)[],
  code: ProblemCode,
  message: string,
  bounds: ProblemBounds = {},
): Problem {
  const pointer = `#${path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')}`;
  return { in: 'body', field: path.join('.'), pointer, code, message, ...bounds };
}
