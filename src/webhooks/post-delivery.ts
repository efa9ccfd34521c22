// One HTTP post of a delivery: sends bytes to a foreign server and returns the result as data. A hostile server costs
// bounded time and memory.
import { isIP } from 'node:net';
import type { Dispatcher } from 'undici';
import { codeOf } from '../platform/errors.ts';
import { isListedHost } from '../platform/network.ts';
import { type HostLookup, isPublicAddress, TargetRejected, undici } from '../platform/vetted-connections.ts';
import { connectTo, headerLimitBytes, type ReceiverConnection } from './connections.ts';
import type { PostError } from './outcomes.ts';
import { hostOf } from './targets.ts';

export type PostRequest = {
  readonly url: string;
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
  /** WEBHOOK_ALLOW_PRIVATE_TARGETS. */
  readonly allowPrivate: boolean;
  /** OUTGOING_HOSTS; undefined: any host. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** For look-up, TCP and TLS together; default 5 s. */
  readonly connectTimeoutMs?: number;
  /** From the call to the last byte of the response; default 15 s. */
  readonly totalTimeoutMs?: number;
  /** How much of the response body is read; a longer one counts by its status. Default 64 KiB. */
  readonly readLimitBytes?: number;
  /** How much of it is returned; default 16 KiB. */
  readonly keepLimitBytes?: number;
  /** How names are looked up; default: by the rules of targets.ts. */
  readonly resolver?: HostLookup;
};

export type PostOutcome =
  | {
      readonly kind: 'response';
      readonly status: number;
      /** `retry-after` and `content-type`, if the response has them. */
      readonly headers: Readonly<Record<string, string>>;
      /**
       * The beginning of the body, read as UTF-8, not decompressed, without NUL characters (PostgreSQL stores none).
       */
      readonly body: string;
      readonly latencyMs: number;
    }
  | { readonly kind: 'error'; readonly error: PostError; readonly message: string; readonly latencyMs: number };

/**
 * Sends one POST. Follows no redirect, uses no proxy. Resolves for every network result; rejects only for a URL or
 * header that no request can carry. A blocked target has latency 0, so that it does not help to measure the network
 * from inside.
 */
export async function postDelivery(request: PostRequest): Promise<PostOutcome> {
  const url = new URL(request.url);
  const host = hostOf(url);
  if (request.allowedHosts !== undefined && !isListedHost(url.hostname, request.allowedHosts)) return unlistedOutcome;
  // A literal address is never looked up, so the connector's look-up would not see it.
  if (!request.allowPrivate && isIP(host) !== 0 && !isPublicAddress(host)) return blockedOutcome;
  const { promise, resolve, reject } = Promise.withResolvers<PostOutcome>();
  const { totalTimeoutMs = 15_000 } = request;
  const exchange: PendingPost = {
    request,
    startedAt: performance.now(),
    deadline: setTimeout(
      () => abandonExchange(exchange, errorOutcome(exchange, 'timeout', timeoutMessage(exchange, totalTimeoutMs))),
      totalTimeoutMs,
    ),
    resolve,
    reject,
    settled: false,
    interim: 0,
    controller: undefined,
    response: undefined,
  };
  const { pathname, search, origin } = url;
  const { headers, body } = request;
  // The deadline covers headers and body both, so undici needs no timers for them.
  const options = { origin, path: pathname + search, method: 'POST', headers, body, headersTimeout: 0, bodyTimeout: 0 };
  const { allowPrivate, connectTimeoutMs = 5000, resolver } = request;
  const connection = connectTo(origin, { allowPrivate, connectTimeoutMs, resolver });
  connection.client.dispatch(options, makeResponseHandler(exchange, connection));
  return promise;
}

const maxKeptHeaderLength = 200;
const maxInterimResponses = 10;
const blockedMessage = 'The host is not on the public internet. Nothing was sent.';
const unlistedMessage = 'The operator does not allow requests to this host (OUTGOING_HOSTS). Nothing was sent.';
const unlistedOutcome: PostOutcome = { kind: 'error', error: 'blocked_target', message: unlistedMessage, latencyMs: 0 };
const blockedOutcome: PostOutcome = { kind: 'error', error: 'blocked_target', message: blockedMessage, latencyMs: 0 };

type ReceivedResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly kept: Buffer[];
  length: number;
};

type PendingPost = {
  readonly request: PostRequest;
  readonly startedAt: number;
  readonly deadline: NodeJS.Timeout;
  readonly resolve: (outcome: PostOutcome) => void;
  readonly reject: (error: Error) => void;
  settled: boolean;
  interim: number;
  /** Set once the connection is open, TLS included. */
  controller: Dispatcher.DispatchController | undefined;
  /** Set once a final status has arrived. */
  response: ReceivedResponse | undefined;
};

/** Undici's lowest interface: here every header block and chunk can be counted as it arrives. */
function makeResponseHandler(exchange: PendingPost, connection: ReceiverConnection): Dispatcher.DispatchHandler {
  const { readLimitBytes = 64 * 1024, keepLimitBytes = 16 * 1024 } = exchange.request;
  return {
    onRequestStart(controller) {
      exchange.controller = controller;
      // The deadline passed while the connection was being made: nothing may be sent any more.
      if (exchange.settled) controller.abort(abandonedError);
    },
    onResponseStart(_controller, status, headers) {
      if (status >= 200) exchange.response = { status, headers: keptHeaders(headers), kept: [], length: 0 };
      else if (++exchange.interim > maxInterimResponses)
        abandonExchange(exchange, errorOutcome(exchange, 'protocol', 'Interim (1xx) answers without end.'));
    },
    onResponseData(_controller, chunk) {
      const { response } = exchange;
      if (exchange.settled || response === undefined) return;
      if (response.length < keepLimitBytes) response.kept.push(chunk);
      response.length += chunk.length;
      if (response.length > readLimitBytes)
        abandonExchange(exchange, responseOutcome(exchange, response, keepLimitBytes));
    },
    onResponseEnd() {
      connection.free();
      if (exchange.response !== undefined)
        settleExchange(exchange, responseOutcome(exchange, exchange.response, keepLimitBytes));
    },
    onResponseError(_controller, error) {
      connection.free();
      if (codeOf(error) !== 'UND_ERR_INVALID_ARG') return settleExchange(exchange, classifyError(exchange, error));
      clearTimeout(exchange.deadline);
      exchange.reject(error);
    },
  };
}

/** Only the first outcome counts: undici reports an abandoned exchange again, as an error. */
function settleExchange(exchange: PendingPost, outcome: PostOutcome): void {
  exchange.settled = true;
  clearTimeout(exchange.deadline);
  exchange.resolve(outcome);
}

/** Settles before the exchange is over; its connection is destroyed. */
function abandonExchange(exchange: PendingPost, outcome: PostOutcome): void {
  settleExchange(exchange, outcome);
  exchange.controller?.abort(abandonedError);
}

const abandonedError = new Error('The outcome of this post is settled.');

function responseOutcome(
  exchange: PendingPost,
  { status, headers, kept }: ReceivedResponse,
  keepLimitBytes: number,
): PostOutcome {
  const body =
    kept.length === 0 ? '' : Buffer.concat(kept).subarray(0, keepLimitBytes).toString('utf8').replaceAll('\0', '');
  return { kind: 'response', status, headers, body, latencyMs: latencyOf(exchange) };
}

function keptHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const recordedHeaders: Record<string, string> = {};
  for (const name of ['retry-after', 'content-type']) {
    const value = headers[name];
    const first = Array.isArray(value) ? value[0] : value;
    if (first !== undefined) recordedHeaders[name] = first.slice(0, maxKeptHeaderLength);
  }
  return recordedHeaders;
}

function errorOutcome(exchange: PendingPost, error: PostError, message: string): PostOutcome {
  return { kind: 'error', error, message, latencyMs: latencyOf(exchange) };
}

function latencyOf(exchange: PendingPost): number {
  return Math.round(performance.now() - exchange.startedAt);
}

function timeoutMessage({ response, controller }: PendingPost, totalTimeoutMs: number): string {
  const within = `within ${totalTimeoutMs / 1000} s`;
  if (response !== undefined) return `The response ${response.status} was not complete ${within}.`;
  return controller === undefined ? `No connection ${within}.` : `No response ${within}.`;
}

/** Classifies an error by its stage of the exchange. */
function classifyError(exchange: PendingPost, error: Error): PostOutcome {
  const code = codeOf(error) ?? error.name;
  if (error instanceof TargetRejected) {
    return error.reason === 'blocked_target'
      ? blockedOutcome
      : errorOutcome(exchange, 'dns', `The name of the host could not be resolved (${code}).`);
  }
  if (code === 'UND_ERR_CONNECT_TIMEOUT')
    return errorOutcome(exchange, 'timeout', 'No connection within the time for connecting.');
  if (/^(ERR_SSL_|ERR_TLS_|EPROTO$)/.test(code)) return errorOutcome(exchange, 'tls', `TLS failed (${code}).`);
  if (exchange.controller !== undefined) return errorOutcome(exchange, 'protocol', brokenMessage(error, code));
  const reached = !(error instanceof AggregateError) && !('syscall' in error && error.syscall === 'connect');
  return reached && exchange.request.url.startsWith('https:')
    ? errorOutcome(exchange, 'tls', `TLS failed (${code}).`)
    : errorOutcome(exchange, 'connect', `No connection could be made (${code}).`);
}

function brokenMessage(error: Error, code: string): string {
  if (error instanceof undici().errors.HTTPParserError) return 'The response is not HTTP/1.1.';
  if (code === 'UND_ERR_HEADERS_OVERFLOW')
    return `The response has more than ${headerLimitBytes / 1024} KiB of headers.`;
  return `The connection broke before the response was complete (${code === 'UND_ERR_SOCKET' ? error.message : code}).`;
}
