// Errors in HTTP: the only place where a failure becomes a status and a body (RFC 9457, open points P-4 to P-8).
import {
  Conflict,
  codeOf,
  Forbidden,
  Invalid,
  NotFound,
  type Problem,
  TooManyRequests,
  Unauthenticated,
  Unavailable,
} from '../platform/errors.ts';
import { type ErrorCode, errorCatalogue } from './error-catalogue.ts';
import { Limited, limitHeaders } from './limits/rate-limits.ts';

/** Errors that ask for the person again. */
const confirmationCodes: ReadonlySet<string> = new Set([
  'password_confirmation_failed',
  'second_factor_confirmation_failed',
  'confirmation_required',
  'second_factor_setup_required',
]);

/** A failure of the request itself, thrown by the routes. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly code: ErrorCode;
  readonly problems: readonly Problem[] | undefined;
  readonly headers: Readonly<Record<string, string>>;
  constructor(
    code: ErrorCode,
    more: { detail?: string; problems?: readonly Problem[]; headers?: Record<string, string> } = {},
  ) {
    super(more.detail ?? errorCatalogue[code].meaning);
    this.code = code;
    this.problems = more.problems;
    this.headers = more.headers ?? {};
  }
}

type ErrorResponse = {
  readonly status: number;
  readonly code: ErrorCode;
  readonly headers: Record<string, string>;
  readonly body: Record<string, unknown>;
  readonly unexpected: boolean;
  /** Set when the database or the disk failed for now; undefined for all other failures. */
  readonly fault: MachineFault | undefined;
};
/** A failure with its PostgreSQL or system error code. */
export type MachineFault = Error & { readonly code: string };

/** Turns any failure into a response. Unexpected failures become a 500 without any detail for the caller. */
export function toErrorResponse(error: unknown, context: { publicUrl: string; tokenSent: boolean }): ErrorResponse {
  const { code, detail, problems, headers } = describeFailure(error, context.tokenSent);
  const { status, title, meaning } = errorCatalogue[code];
  return {
    status,
    code,
    headers: { ...headers, 'content-type': 'application/problem+json; charset=utf-8' },
    body: {
      type: `${context.publicUrl}/docs/errors/${code}`,
      title,
      status,
      detail: detail || meaning,
      code,
      ...(problems ? { errors: problems } : {}),
    },
    unexpected: code === 'internal_error',
    fault: [error, error instanceof Unavailable ? error.cause : undefined].find(isTransientFault),
  };
}

type FailureDetails = {
  code: ErrorCode;
  detail?: string;
  problems?: readonly Problem[];
  headers?: Record<string, string>;
};

function describeFailure(error: unknown, tokenSent: boolean): FailureDetails {
  if (error instanceof RequestError)
    return {
      code: error.code,
      detail: error.message,
      headers: error.headers,
      ...(error.problems ? { problems: error.problems } : {}),
    };
  if (error instanceof NotFound) return { code: 'not_found', ...(error.problems ? { problems: error.problems } : {}) };
  if (error instanceof Invalid) return { code: toErrorCode(error.code), problems: error.problems };
  if (error instanceof Conflict) return { code: toErrorCode(error.code), detail: error.message };
  if (error instanceof TooManyRequests) {
    const limits = error instanceof Limited ? limitHeaders([error.limitState]) : {};
    const headers = { ...limits, 'retry-after': String(error.retryAfter) };
    return { code: toErrorCode(error.code), detail: error.message, headers };
  }
  if (error instanceof Unavailable)
    return { code: 'busy', detail: error.message, headers: { 'retry-after': String(error.retryAfter) } };
  if (error instanceof Forbidden) {
    const reason = confirmationCodes.has(error.code) ? 'insufficient_user_authentication' : 'insufficient_scope';
    return {
      code: toErrorCode(error.code),
      detail: error.message,
      headers: { 'www-authenticate': `Bearer error="${reason}"` },
    };
  }
  if (error instanceof Unauthenticated) {
    const code = toErrorCode(error.code);
    return {
      code,
      detail: error.message,
      headers: { 'www-authenticate': tokenSent ? 'Bearer error="invalid_token"' : 'Bearer' },
    };
  }
  const broken = constraintErrorCode(error);
  if (broken !== undefined) return { code: broken };
  if (isTransientFault(error)) return { code: 'busy', headers: { 'retry-after': '1' } };
  return { code: 'internal_error' };
}

function toErrorCode(code: string): ErrorCode {
  return code in errorCatalogue ? (code as ErrorCode) : 'internal_error';
}

/**
 * Constraints that two concurrent requests can both reach. The database decides; the losing request gets the error it
 * would get if it came later.
 */
function constraintErrorCode(error: unknown): ErrorCode | undefined {
  const constraint = violatedConstraint(error);
  if (/^(apartments_number|users_email)_unique$/.test(constraint)) return 'already_exists';
  if (/^residencies_(once|pkey)$/.test(constraint)) return 'residency_overlaps';
  if (constraint === 'hand_overs_day') return 'hand_over_exists';
  return constraint === 'invoices_period_overlaps' ? 'period_overlaps' : undefined;
}

/**
 * Returns the name of the violated constraint. Citus forwards only the message, not the field, and appends a shard
 * number to the name.
 */
function violatedConstraint(error: unknown): string {
  if (!(error instanceof Error) || !/^23/.test(codeOf(error) ?? '')) return '';
  if ('constraint' in error && error.constraint !== undefined) return String(error.constraint);
  const [, after = ''] = error.message.split('constraint "', 2);
  const [name = ''] = after.split('"', 1);
  return name.replace(/_\d{6,}$/, '');
}

const transientCodes =
  /^(CONNECTION_|CONNECT_TIMEOUT|ECONN|E(HOST|NET)UNREACH|ETIMEDOUT|EAI_AGAIN|ENOENT|ENOSPC|EDQUOT|EROFS|EIO|EPIPE|08|57P0|40001|40P01|55P03|57014|53|58030|25006|25P02)/;

/**
 * Temporary failures: a lost or rejected connection, a restart, a deadlock, a lock or statement timeout, a disk that is
 * full, broken or read-only, and a transaction that one of these aborted.
 */
export function isTransientFault(error: unknown): error is MachineFault {
  return transientCodes.test(codeOf(error) ?? '') || isUnwritableFile(error);
}

/**
 * PostgreSQL uses the code for missing privileges when it may not write a file. The source file of the error
 * distinguishes the two cases.
 */
function isUnwritableFile(error: unknown): boolean {
  const writers = /^(md|fd|slru|xlog\w*|relmapper|copydir)\.c$/;
  return codeOf(error) === '42501' && error instanceof Error && 'file' in error && writers.test(String(error.file));
}
