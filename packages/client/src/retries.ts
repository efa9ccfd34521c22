// Which requests are repeated, and after how long.
import { ApiError, ConnectionError } from './errors.ts';

const firstDelayMs = 500;
const maxDelayMs = 8000;
/** A longer wait is the caller's decision. */
const maxRetryAfterSeconds = 60;

/** A slow line, too many requests, a short overload, and what proxies return while the service restarts. */
const temporaryStatuses: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);

/** Whether the same request may succeed a little later. */
export function isTemporary(error: unknown): boolean {
  if (error instanceof ConnectionError) return true;
  if (!(error instanceof ApiError)) return false;
  if ((error.retryAfter ?? 0) > maxRetryAfterSeconds) return false;
  // The first try timed out here and still runs there.
  return temporaryStatuses.has(error.status) || error.code === 'idempotency_in_progress';
}

/**
 * How long to wait before a retry, in milliseconds: what the service asks for, or 0.5, 1, 2, 4, 8 s; at random up to
 * half of it less or, if asked, a quarter of a second more.
 */
export function retryDelayMs(error: unknown, retry: number, random = Math.random()): number {
  const asked = error instanceof ApiError ? error.retryAfter : undefined;
  if (asked !== undefined) return asked * 1000 + random * 250;
  return Math.min(firstDelayMs * 2 ** retry, maxDelayMs) * (1 - random / 2);
}

/** The seconds of a Retry-After header: a number, or a date. */
export function retryAfterSeconds(header: string | null, now = Date.now()): number | undefined {
  if (header === null || header.trim() === '') return undefined;
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header);
  const moment = Date.parse(header);
  return Number.isNaN(moment) ? undefined : Math.max(0, Math.ceil((moment - now) / 1000));
}
