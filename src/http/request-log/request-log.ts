// The request log: what keys and sessions asked (open point P-117). Requests wait in memory and are written in batches;
// they are rather lost than slow anything.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter } from 'prom-client';
import type { AppContext, Caller } from '../../platform/db/scope.ts';
import { workIn } from '../../platform/db/worker-transaction.ts';
import { makeBatchQueue } from '../../platform/processes/batch-queue.ts';
import { isId, newId } from '../../platform/values/ids.ts';
import { parseIdempotencyKey } from '../validate-request.ts';
import { insertRequests, type LoggedRequest } from './request-log-queries.ts';
import { notesOf } from './request-notes.ts';

const dropped = new Counter({
  name: 'haldur_request_log_dropped_total',
  help: 'Requests missing from the request log: too many were waiting, or the database did not take them.',
});

type QueuedRequest = { readonly tenantId: string; readonly request: LoggedRequest };

type RequestLog = {
  /** Queues a request; drops it if too many are waiting. */
  add(entry: QueuedRequest): void;
  /** Writes what is waiting. Never fails: what cannot be written is dropped. */
  flush(): Promise<void>;
};

/** Logs the requests of confirmed callers of a server. What is waiting is written when the server closes. */
export function registerRequestLog(server: FastifyInstance, app: AppContext): RequestLog {
  const log = makeRequestLog(app);
  server.addHook('onSend', (request, reply, _payload, done) => {
    const { caller } = notesOf(request);
    if (caller !== undefined && isLogged(caller, reply.statusCode))
      log.add({ tenantId: caller.tenantId, request: describeRequest(app, request, reply, caller) });
    done();
  });
  server.addHook('onClose', () => log.flush());
  return log;
}

/** Of residents only failures are logged: what they look at is private. */
function isLogged(caller: Caller, status: number): boolean {
  return caller.kind !== 'service' && (caller.role !== 'resident' || status >= 400);
}

function describeRequest(app: AppContext, request: FastifyRequest, reply: FastifyReply, caller: Caller): LoggedRequest {
  const { operation = '', code = null, ignored = [] } = notesOf(request);
  const key = request.headers['idempotency-key'];
  const idempotencyKey = typeof key === 'string' ? parseIdempotencyKey(key) : undefined;
  return {
    id: newId(),
    at: app.clock(),
    callerKind: caller.kind === 'key' ? 'key' : 'user',
    callerId: caller.kind === 'key' ? caller.keyId : caller.kind === 'user' ? caller.userId : '',
    operation,
    method: request.method,
    path: loggedPath(request),
    status: reply.statusCode,
    code,
    durationMs: Math.round(reply.elapsedTime),
    requestId: request.id,
    idempotencyKey: typeof idempotencyKey === 'string' ? idempotencyKey : null,
    ignored,
  };
}

/** The path with its ids. What is not an id could be anything, so only its place is shown. */
function loggedPath({ routeOptions: { url = '' }, params }: FastifyRequest): string {
  const values = params as Readonly<Record<string, string>>;
  return url.replace(
    /:(\w+)/g,
    (_, name: string) => (isId(values[name] ?? '') ? values[name] : undefined) ?? `{${name}}`,
  );
}

/** The queue and its writer. What the database does not take is dropped: the next requests are on their way. */
export function makeRequestLog(app: AppContext): RequestLog {
  const queue = makeBatchQueue<QueuedRequest>({
    groupOf: ({ tenantId }) => tenantId,
    write(tenantId, entries) {
      const requests = entries.map(({ request }) => request);
      return workIn(app, tenantId, (scope) => insertRequests(scope, requests));
    },
    onFailure(entries, error) {
      dropped.inc(entries.length);
      app.log.warn({ err: error, dropped: entries.length }, 'requests could not be written to the request log');
      return [];
    },
  });
  return {
    add(entry) {
      if (!queue.add(entry)) dropped.inc();
    },
    flush: queue.flush,
  };
}
