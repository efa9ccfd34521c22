// The request log: what keys and sessions asked (open point P-117). Requests wait in memory and are written in batches; they are rather lost than slow anything.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter } from 'prom-client';
import type { AppContext, Caller } from '../../platform/db/scope.ts';
import { workIn } from '../../platform/db/worker-transaction.ts';
import { isId, newId } from '../../platform/values/ids.ts';
import { parseIdempotencyKey } from '../validate-request.ts';
import { insertRequests, type LoggedRequest } from './request-log-queries.ts';
import { notesOf } from './request-notes.ts';

/** At most this many requests wait in memory, some 5 MB; more are dropped. */
const maxQueued = 5_000;
const maxBatch = 500;
const flushEveryMs = 1_000;

const dropped = new Counter({
  name: 'haldur_request_log_dropped_total',
  help: 'Requests missing from the request log: too many were waiting, or the database did not take them.',
});

type QueuedRequest = { readonly tenantId: string; readonly request: LoggedRequest };

export type RequestLog = {
  /** Queues a request; drops it if too many are waiting. */
  add(entry: QueuedRequest): void;
  /** Writes what is waiting. Never fails: what cannot be written is dropped. */
  flush(): Promise<void>;
};

/** Logs the requests of confirmed callers of a server. What is waiting is written when the server closes. */
export function registerRequestLog(server: FastifyInstance, app: AppContext): RequestLog {
  const log = makeRequestLog(app);
  server.addHook('onSend', async (request, reply, payload) => {
    const { caller } = notesOf(request);
    if (caller !== undefined && isLogged(caller, reply.statusCode))
      log.add({ tenantId: caller.tenantId, request: describeRequest(app, request, reply, caller) });
    return payload;
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

/** The queue and its writer. One batch is written at a time, in one transaction for each of its organizations. */
export function makeRequestLog(app: AppContext): RequestLog {
  const queue: QueuedRequest[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  const writeNext = () => {
    clearTimeout(timer);
    timer = undefined;
    writing ??= writeBatch(app, queue.splice(0, maxBatch)).finally(() => {
      writing = undefined;
      writeLater();
    });
    return writing;
  };
  /** A full batch is written at once. Fewer wait a second for others: a transaction for each few would cost more than the rows. */
  const writeLater = () => {
    if (queue.length >= maxBatch) void writeNext();
    else if (queue.length > 0) timer ??= setTimeout(writeNext, flushEveryMs).unref();
  };
  return {
    add(entry) {
      if (queue.length >= maxQueued) return dropped.inc();
      queue.push(entry);
      writeLater();
    },
    async flush() {
      while (queue.length > 0 || writing !== undefined) await writeNext();
    },
  };
}

/** Writes a batch. If the database does not take a part of it, the rest is dropped too: the next requests are on their way. */
async function writeBatch(app: AppContext, batch: readonly QueuedRequest[]): Promise<void> {
  const byTenant = Map.groupBy(batch, ({ tenantId }) => tenantId);
  let left = batch.length;
  try {
    for (const [tenantId, entries] of byTenant) {
      const requests = entries.map(({ request }) => request);
      await workIn(app, tenantId, (scope) => insertRequests(scope, requests));
      left -= entries.length;
    }
  } catch (error) {
    dropped.inc(left);
    app.log.warn({ err: error, dropped: left }, 'requests could not be written to the request log');
  }
}
