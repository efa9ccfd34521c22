// Failures between the console and the service as one type of error: the service's problem, or no response at all.

/** A problem with one value of a request, with its bounds where its value, length or decimals have some. */
export type ValueProblem = {
  readonly field: string;
  readonly code: string;
  readonly message: string;
  readonly least?: number | undefined;
  readonly most?: number | undefined;
};

/**
 * `code`: one of the service's, or `offline` (the device has no connection), `unreachable`, `timeout` (no answer, or
 * not in time), `unknown` (an answer that is not the service's), `file_changed` (a file was changed after a person
 * chose it), `passkey_not_used`.
 */
type ProblemBody = {
  readonly status: number;
  readonly code: string;
  readonly detail?: string | undefined;
  readonly errors?: readonly ValueProblem[] | undefined;
  /** The id of the request, if it is in the request log. */
  readonly requestId?: string | undefined;
};

/**
 * `status` 0: the service did not answer. `message` is the service's own sentence, in English; `wait`: seconds until a
 * retry is allowed.
 */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly status: number;
  readonly code: string;
  /** The problems of single values of the request. */
  readonly problems: readonly ValueProblem[];
  readonly wait: number | undefined;
  /** The id of the request, if it is in the request log. */
  readonly requestId: string | undefined;
  constructor({ status, code, detail = '', errors = [], requestId }: ProblemBody, wait?: number) {
    super(detail);
    this.status = status;
    this.code = code;
    this.problems = errors;
    this.wait = wait;
    this.requestId = requestId;
  }
}

/** The problem in a response; `body` is its parsed body. */
export function problemOfResponse(body: unknown, { status, headers }: Response): ApiProblem {
  const {
    code = 'unknown',
    detail,
    errors,
  } = typeof body === 'object' && body !== null ? (body as Partial<ProblemBody>) : {};
  const wait = Number(headers.get('retry-after') ?? Number.NaN);
  const requestId = headers.has('haldur-request-log') ? (headers.get('x-request-id') ?? undefined) : undefined;
  return new ApiProblem({ status, code, detail, errors, requestId }, Number.isFinite(wait) ? wait : undefined);
}

/** The problem of a request without a response. */
export function problemOfFailure(failure: unknown): ApiProblem {
  if (failure instanceof ApiProblem) return failure;
  const isTimeout = failure instanceof DOMException && failure.name === 'TimeoutError';
  const code = isTimeout ? 'timeout' : isOffline() ? 'offline' : 'unreachable';
  return new ApiProblem({ status: 0, code });
}

/** Whether the device knows that it has no connection. */
export function isOffline(): boolean {
  return (navigator as { readonly onLine?: boolean }).onLine === false;
}
