// What can go wrong, as types: the service rejected the request, did not respond, or a webhook is not genuine.

/** One field that the service rejected. */
export type FieldProblem = {
  readonly in: 'body' | 'query' | 'path' | 'header';
  /** The field's name, with dots if it is nested. */
  readonly field: string;
  readonly code: string;
  readonly message: string;
};

/** The body of an error of the service (RFC 9457), as far as errors need it. */
export type ProblemBody = {
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly code: string;
  readonly errors?: readonly FieldProblem[];
};

/** Every error of this package. */
export class HaldurError extends Error {
  override name = 'HaldurError';
}

/** The service rejected the request. */
export class ApiError extends HaldurError {
  override name = 'ApiError';
  readonly status: number;
  /**
   * What happened, for programs, such as `not_found`. `unexpected_response` if the response is not the service's own.
   */
  readonly code: string;
  /** The rejected fields; empty for errors that are not about fields. */
  readonly fields: readonly FieldProblem[];
  /** Name it when you report a problem. */
  readonly requestId: string | undefined;
  /** How long the service asks to wait, in seconds. */
  readonly retryAfter: number | undefined;

  constructor(problem: ProblemBody, more: { requestId?: string | undefined; retryAfter?: number | undefined } = {}) {
    super([problem.detail, ...(problem.errors ?? []).map(({ message }) => message)].join(' '));
    this.status = problem.status;
    this.code = problem.code;
    this.fields = problem.errors ?? [];
    this.requestId = more.requestId;
    this.retryAfter = more.retryAfter;
  }
}

/** The service did not respond, or not in time. The request may have had its effect. */
export class ConnectionError extends HaldurError {
  override name = 'ConnectionError';
}

/** A webhook is not genuine, or too old. Respond with 400 and do nothing else. */
export class WebhookVerificationError extends HaldurError {
  override name = 'WebhookVerificationError';
}
