// The server: one Fastify instance with all routes registered, common headers on every response, and one body format
// for every failure.
import { randomUUID } from 'node:crypto';
import { METHODS, maxHeaderSize, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import makeSerializer from 'fast-json-stringify';
import {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifySerializerCompiler,
  fastify,
} from 'fastify';
import { indexMethods, noRouteError, registerShadowedMethods } from './http/allowed-methods.ts';
import { hasBearerToken } from './http/authenticate-request.ts';
import { registerDocs } from './http/docs/routes.ts';
import { RequestError, toErrorResponse } from './http/errors.ts';
import { type FaultLog, makeFaultLog } from './http/fault-log.ts';
import { registerRoutes } from './http/handle-request.ts';
import { registerHealthRoutes } from './http/health.ts';
import { limitConnections } from './http/limits/connection-limit.ts';
import { makeBuckets } from './http/limits/rate-limits.ts';
import { shareBuckets } from './http/limits/shared-rate-limits.ts';
import { registerMetricsRoute } from './http/metrics.ts';
import { registerReferenceRoutes } from './http/openapi/api-reference.ts';
import type { Operation, RouteContext } from './http/operation.ts';
import { addQueryHeader } from './http/query-header.ts';
import { registerRejectionLog } from './http/rejection-log.ts';
import { registerRequestLog } from './http/request-log/request-log.ts';
import { noteError, notesOf } from './http/request-log/request-notes.ts';
import { registerStartPage } from './http/start-page.ts';
import { isAllowed } from './identity/permissions.ts';
import { shareThrottle } from './identity/shared-sign-in-throttle.ts';
import { makeThrottle } from './identity/sign-in-throttle.ts';
import type { AppContext, Caller } from './platform/db/scope.ts';
import { NotFound } from './platform/errors.ts';
import { makeRedis } from './platform/processes/redis.ts';
import { apiOperations } from './routes/api/routes.ts';
import { registerCallbacks } from './routes/callbacks/routes.ts';
import { consoleBase } from './routes/console/base-path.ts';
import { registerLandingPages } from './routes/console/landing/landing.ts';
import { consoleOperations } from './routes/console/routes.ts';
import { registerConsolePages } from './routes/console/static-files.ts';
import { registerMailbox } from './routes/mailbox/mailbox.ts';
import { pathObjects } from './routes/path-objects.ts';

const securityHeaders: Record<string, string> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** Builds the server of an app, of a worker with monitoring alone. It does not listen yet; `inject` works without. */
export function makeServer(app: AppContext): FastifyInstance {
  const server: FastifyInstance = fastify({
    ...(app.config.tls && { https: { ...app.config.tls, requireHostHeader: false } }),
    logger: false,
    trustProxy: (_address, hop) => hop < app.config.trustedProxies,
    exposeHeadRoutes: true, // Of pages and documents. Operations answer HEAD with 405.
    requestTimeout: 900_000, // Of the largest upload. Headers have a minute, and so has a body of JSON (readBody).
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    genReqId: (request) => acceptedRequestId(request.headers['x-request-id']) ?? randomUUID(),
    frameworkErrors: (_error, request, reply) => {
      setCommonHeaders(app, request, reply); // An address that cannot be decoded names nothing, and reaches no hook.
      return sendError(app, new NotFound(), request, reply);
    },
    clientErrorHandler: (error, socket) => answerMalformedRequest(app, error, socket),
    // Node would reject such a request without a body; requireUsualHeaders rejects it.
    http: { requireHostHeader: false },
    routerOptions: { maxParamLength: maxHeaderSize },
  });
  // Bodies are read, and their types judged, by the operation.
  for (const method of METHODS) server.addHttpMethod(method, { overrideExisting: true });
  server.setSerializerCompiler(compileWhenUsed);
  limitConnections(server.server, app.log);
  server.addHook('onRequest', (request, reply, done) => {
    setCommonHeaders(app, request, reply);
    requireUsualHeaders(request);
    addQueryHeader(request);
    if (isPreflight(app, request)) reply.code(204).send();
    else done();
  });
  // Judged like any other.
  server.server.on('checkExpectation', (request, response) => server.server.emit('request', request, response));
  const faults = makeFaultLog(app.log);
  server.setErrorHandler((error, request, reply) => sendError(app, error, request, reply, faults));
  const operations = app.config.role === 'worker' ? [] : listOperations(app);
  const methods = indexMethods(operations);
  server.setNotFoundHandler((request, reply) => sendError(app, noRouteError(methods, request), request, reply));
  registerShadowedMethods(server, methods, operations);
  closeWhenStopping(server, app);
  logRequests(server, app);
  registerRejectionLog(server, app.log);
  registerMetricsRoute(server, app);
  registerHealthRoutes(server, app, faults);
  if (app.config.role !== 'worker') registerService(server, app);
  return server;
}

/** All operations with their full paths. */
function listOperations({ config }: AppContext): Pick<Operation, 'method' | 'path'>[] {
  const under =
    (base: string) =>
    ({ method, path }: Operation) => ({ method, path: base + path });
  return [...apiOperations.map(under(config.basePath)), ...consoleOperations.map(under(consoleBase))];
}

/** Everything but monitoring, which is all that a worker answers. */
function registerService(server: FastifyInstance, app: AppContext): void {
  const context = makeRouteContext(server, app);
  registerRequestLog(server, app);
  registerRoutes(server, context, app.config.basePath, apiOperations, pathObjects);
  registerRoutes(server, context, consoleBase, consoleOperations, pathObjects);
  registerReferenceRoutes(server, app, apiOperations, { base: consoleBase, operations: consoleOperations });
  registerStartPage(server, app);
  registerDocs(server, app);
  registerLandingPages(server, context);
  registerConsolePages(server, app);
  registerCallbacks(server, context);
  if (app.config.mailboxPage) registerMailbox(server, app.config);
}

const serializers = new WeakMap<object, (body: unknown) => string>();

/**
 * Compiles the serialiser of a response when the first is sent: all of them together take longer than the rest of the
 * start. Servers of one process share them.
 */
const compileWhenUsed: FastifySerializerCompiler<object> = ({ schema }) => {
  return (body) => serializerOf(schema)(body);
};

function serializerOf(schema: object): (body: unknown) => string {
  const compiled = serializers.get(schema);
  if (compiled !== undefined) return compiled;
  const serialize = makeSerializer(withoutSteps(schema));
  serializers.set(schema, serialize);
  return serialize;
}

/**
 * To tell the cases of a union apart, the serializer checks values with Ajv, whose multipleOf divides doubles: it finds
 * that 1.84 has more than six decimals.
 */
function withoutSteps(schema: object): object {
  return JSON.parse(JSON.stringify(schema, (key, value) => (key === 'multipleOf' ? undefined : value)));
}

/**
 * What all routes share. Counters are shared with other processes if there is a Redis, which starts and stops with the
 * server.
 */
function makeRouteContext(server: FastifyInstance, app: AppContext): RouteContext {
  const { config, log } = app;
  const inMemory = { throttle: makeThrottle(), buckets: makeBuckets() };
  if (config.redisUrl === undefined) return { app, ...inMemory };
  const redis = makeRedis(config.redisUrl, config, log);
  server.addHook('onReady', () => redis.open());
  server.addHook('onClose', async () => redis.close());
  return {
    app,
    throttle: shareThrottle(redis, inMemory.throttle),
    buckets: shareBuckets(redis, inMemory.buckets),
  };
}

/** Sets the common headers of every response. */
function setCommonHeaders(app: AppContext, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(commonHeaders(app)).header('x-request-id', request.id);
  allowOrigin(app, request, reply);
}

function commonHeaders({ config }: AppContext): Record<string, string> {
  if (!config.publicUrl.startsWith('https:')) return securityHeaders;
  const subdomains = config.hstsSubdomains ? '; includeSubDomains' : '';
  return { ...securityHeaders, 'strict-transport-security': `max-age=31536000${subdomains}` };
}

async function sendError(
  app: AppContext,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  faults?: FaultLog,
) {
  const errorResponse = toErrorResponse(error, {
    publicUrl: app.config.publicUrl,
    tokenSent: hasBearerToken(request),
  });
  if (mayFindInLog(notesOf(request).caller)) reply.header('haldur-request-log', requestLogUrl(app, request.id));
  noteError(request, errorResponse.code, errorResponse.fault !== undefined);
  if (errorResponse.unexpected)
    app.log.error(
      { err: error, requestId: request.id, method: request.method, path: loggedPathOf(request) },
      'unexpected failure',
    );
  else if (errorResponse.fault !== undefined && !request.raw.errored)
    // Unless the caller hung up.
    faults?.record(errorResponse.fault, { requestId: request.id, method: request.method, path: loggedPathOf(request) });
  return reply
    .code(errorResponse.status)
    .headers(errorResponse.headers)
    .serializer(JSON.stringify)
    .send(errorResponse.body);
}

/** Whether a caller can open the request log, or has somebody to ask who can: the owner who made the key. */
function mayFindInLog(caller: Caller | undefined): boolean {
  return caller?.kind === 'key' || (caller !== undefined && isAllowed(caller, 'request-log:read'));
}

/** Where owners find a request in the console's request log. */
function requestLogUrl({ config }: AppContext, requestId: string): string {
  return `${config.publicUrl}/console/settings/requests?requestId=${requestId}`;
}

/** Answers a request that could not be parsed on the bare socket, and closes it. */
function answerMalformedRequest(app: AppContext, error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const code =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? 'header_too_large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? 'request_timeout'
        : 'malformed_request';
  const { status, headers, body } = toErrorResponse(new RequestError(code), {
    publicUrl: app.config.publicUrl,
    tokenSent: false,
  });
  const text = JSON.stringify(body);
  const lines = Object.entries({
    ...commonHeaders(app),
    ...headers,
    'x-request-id': randomUUID(),
    'content-length': Buffer.byteLength(text),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`, () => socket.destroy());
}

/**
 * Rejects what every request must have or must not ask for: HTTP/1.1 without a Host, two of them (RFC 9112, 3.2), and
 * an expectation that nobody can meet (RFC 9110, 10.1.1).
 */
function requireUsualHeaders({ headers, raw }: FastifyRequest): void {
  if (headers.host === undefined && raw.httpVersion === '1.1')
    throw new RequestError('malformed_request', { detail: 'The Host header is missing.' });
  if (raw.rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === 'host').length > 1)
    throw new RequestError('malformed_request', { detail: 'There is more than one Host header.' });
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue')
    throw new RequestError('expectation_failed');
}

/** No origin is allowed unless the configuration lists it. */
function allowOrigin(app: AppContext, request: FastifyRequest, reply: FastifyReply): void {
  const { origin } = request.headers;
  if (app.config.corsOrigins.length === 0) return;
  reply.header('vary', 'Origin');
  if (origin === undefined || !app.config.corsOrigins.includes(origin)) return;
  reply
    .header('access-control-allow-origin', origin)
    .header(
      'access-control-expose-headers',
      'Allow, Content-Disposition, Deprecation, ETag, Haldur-Ignored, Haldur-Request-Log, Idempotency-Replayed, Link, Location, Preference-Applied, RateLimit, RateLimit-Policy, Retry-After, Sunset, WWW-Authenticate, X-Request-Id',
    );
  if (!isPreflight(app, request)) return;
  reply
    .header('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE')
    .header(
      'access-control-allow-headers',
      'Authorization, Content-Type, Haldur-Query, Idempotency-Key, If-Match, If-None-Match, Prefer, X-Confirm-Password, X-Request-Id',
    )
    .header('access-control-max-age', '600');
}

/** Reports whether a request is a CORS preflight for a page of a listed origin. */
function isPreflight({ config }: AppContext, { method, headers }: FastifyRequest): boolean {
  return (
    method === 'OPTIONS' &&
    headers['access-control-request-method'] !== undefined &&
    config.corsOrigins.includes(headers.origin ?? '')
  );
}

/**
 * From the beginning of a stop, a response also ends its connection: one that stays open would be cut between two
 * requests, or delay the stop.
 */
function closeWhenStopping(server: FastifyInstance, { draining }: AppContext): void {
  let stopping = false;
  server.addHook('preClose', async () => {
    stopping = true;
  });
  server.addHook('onSend', (_request, reply, _payload, done) => {
    if (stopping || draining?.aborted) reply.header('connection', 'close');
    done();
  });
}

function logRequests(server: FastifyInstance, { log }: AppContext): void {
  if (!log.isLevelEnabled('info')) return;
  server.addHook('onResponse', (request, reply, done) => {
    log.info(
      {
        requestId: request.id,
        method: request.method,
        path: loggedPathOf(request),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    );
    done();
  });
}

/** Returns only the path: a query may contain data that does not belong in a log. */
function pathOf(request: FastifyRequest): string {
  return request.url.split('?')[0] ?? '/';
}

/** Returns the path for the log, without the key of a pay link, which older links have there. */
function loggedPathOf(request: FastifyRequest): string {
  return pathOf(request).replace(/^\/pay\/invoice\/.*/, '/pay/invoice/…');
}

/** Returns the caller's own request id, if it is harmless. */
function acceptedRequestId(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[A-Za-z0-9._-]{1,64}$/.test(header) ? header : undefined;
}
