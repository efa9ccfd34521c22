// Rejection log: a line in the log of the process for each failed authentication, request over a limit, request that
// finds a full queue, and other request that a control rejected.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../platform/db/scope.ts';
import type { Log } from '../platform/log.ts';
import { notesOf } from './request-log/request-notes.ts';

/** In ten seconds at most this many lines, so that a flood cannot fill the disk. The others are counted. */
const maxLines = 20;
const windowMs = 10_000;

export type Rejection = {
  readonly code: string;
  readonly status: number;
  readonly method: string;
  /** The pattern of the path: ids and keys are not in it. */
  readonly route: string;
  readonly address: string;
  readonly requestId: string;
  readonly caller?: { readonly kind: string; readonly id: string | null; readonly tenantId: string };
};

type RejectionLog = {
  /** Logs a rejection, or counts it when there are too many. */
  record(rejection: Rejection): void;
  /** Logs how many were only counted. */
  flush(): void;
};

/** Creates a rejection log. What was only counted is logged as one line at the end of the ten seconds. */
export function makeRejectionLog(log: Pick<Log, 'warn'>): RejectionLog {
  let lines = 0;
  let unlogged: Record<string, number> = {};
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    lines = 0;
    if (Object.keys(unlogged).length > 0) log.warn({ unlogged }, 'further rejected requests');
    unlogged = {};
  };
  return {
    record(rejection) {
      timer ??= setTimeout(flush, windowMs).unref();
      lines += 1;
      if (lines <= maxLines) log.warn(rejection, 'request rejected');
      else unlogged[rejection.code] = (unlogged[rejection.code] ?? 0) + 1;
    },
    flush,
  };
}

/** Logs the rejections of a server, when they are sent: whoever has hung up meanwhile gets no response. */
export function registerRejectionLog(server: FastifyInstance, log: Pick<Log, 'warn'>): void {
  const rejections = makeRejectionLog(log);
  server.addHook('onSend', (request, reply, _payload, done) => {
    if (isNotable(request, reply)) rejections.record(describeRejection(request, reply));
    done();
  });
  server.addHook('onClose', async () => rejections.flush());
}

/**
 * Failed authentication and authorization, requests over a limit or that find a full queue, and invalid input of
 * unknown callers; the request log has that of known ones, and the fault log has failures of the database and the disk.
 * A request without any credential tried nothing.
 */
function isNotable(request: FastifyRequest, { statusCode }: FastifyReply): boolean {
  const { caller, code, isFault = false } = notesOf(request);
  if (statusCode === 503) return !isFault;
  if (code === undefined || code === 'unauthenticated' || statusCode < 400 || statusCode >= 500) return false;
  if (statusCode === 401 || statusCode === 403 || statusCode === 429) return true;
  return caller === undefined && statusCode !== 404 && statusCode !== 405;
}

function describeRejection(request: FastifyRequest, { statusCode }: FastifyReply): Rejection {
  const { caller, code = '' } = notesOf(request);
  return {
    code,
    status: statusCode,
    method: request.method,
    route: request.routeOptions.url ?? '',
    address: request.ip,
    requestId: request.id,
    ...(caller && { caller: { kind: caller.kind, id: idOf(caller), tenantId: caller.tenantId } }),
  };
}

function idOf(caller: Caller): string | null {
  if (caller.kind === 'key') return caller.keyId;
  return caller.kind === 'user' ? caller.userId : null;
}
