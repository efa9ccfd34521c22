// The server: one Fastify with the doors hung on it, the same headers on every answer, and the same body for every failure.
import { randomUUID } from 'node:crypto';
import { METHODS, maxHeaderSize, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { apiOperations } from './routes/api/routes.ts';
import { serveCallbacks } from './routes/callbacks/routes.ts';
import { consoleBase } from './routes/console/base-path.ts';
import { serveLanding } from './routes/console/landing/landing.ts';
import { serveConsole } from './routes/console/static-files.ts';
import { consoleOperations } from './routes/console/routes.ts';
import { boundConnections } from './http/limits/connection-limit.ts';
import { answerTo, Refused } from './http/errors.ts';
import { type FaultTeller, makeFaultTeller } from './http/fault-log.ts';
import { serveHealth } from './http/health.ts';
import { makeBuckets } from './http/limits/rate-limits.ts';
import { shareBuckets } from './http/limits/shared-rate-limits.ts';
import { serveMetrics } from './http/metrics.ts';
import { type Doors, hang, type Operation, sentToken } from './http/operation.ts';
import { serveReference } from './http/openapi/api-reference.ts';
import { makeThrottle } from './identity/sign-in-throttle.ts';
import { shareThrottle } from './identity/shared-sign-in-throttle.ts';
import { NotFound } from './platform/errors.ts';
import { makeRedis } from './platform/processes/redis.ts';
import type { House } from './platform/db/scope.ts';

const common: Record<string, string> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** Builds the server of a house. It listens when told to; `inject` works without. */
export function makeServer(house: House): FastifyInstance {
  const app: FastifyInstance = fastify({
    logger: false,
    trustProxy: (_address, hop) => hop < house.config.trustedProxies,
    exposeHeadRoutes: false,
    requestTimeout: 900_000, // Of the largest upload. Headers have a minute, and so has a body of JSON (readBody).
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    genReqId: (request) => askedId(request.headers['x-request-id']) ?? randomUUID(),
    frameworkErrors: (_error, request, reply) => {
      dress(house, request, reply); // An address that cannot be decoded names nothing, and reaches no hook.
      return fail(house, new NotFound(), request, reply);
    },
    clientErrorHandler: (error, socket) => refuseUnreadable(house, error, socket),
    routerOptions: { maxParamLength: maxHeaderSize },
  });
  for (const method of METHODS) app.addHttpMethod(method, { overrideExisting: true }); // Bodies are read, and their types judged, by the operation.
  boundConnections(app.server);
  const doors = doorsOf(app, house);
  app.addHook('onRequest', async (request, reply) => {
    dress(house, request, reply);
    if (isPreflight(house, request)) return reply.code(204).send();
  });
  const faults = makeFaultTeller(house.log);
  app.setErrorHandler((error, request, reply) => fail(house, error, request, reply, faults));
  app.setNotFoundHandler((request, reply) => fail(house, elsewhere(house, request), request, reply));
  closeWhenStopping(app);
  logRequests(app, house);
  serveMetrics(app, house.config.metricsToken);
  hang(app, doors, house.config.basePath, apiOperations);
  hang(app, doors, consoleBase, consoleOperations);
  closeShadowed(app, house);
  serveReference(app, house, apiOperations, { base: consoleBase, operations: consoleOperations });
  serveLanding(app, doors);
  serveConsole(app, house);
  serveCallbacks(app, doors);
  serveHealth(app, house, faults);
  return app;
}

/** What the doors share. What they count is shared with other processes when there is a Redis, which comes and goes with the server. */
function doorsOf(app: FastifyInstance, house: House): Doors {
  const { config, log } = house;
  const own = { throttle: makeThrottle(), buckets: makeBuckets() };
  if (config.redisUrl === undefined) return { house, ...own };
  const redis = makeRedis(config.redisUrl, config, log);
  app.addHook('onReady', () => redis.open());
  app.addHook('onClose', async () => redis.close());
  return { house, throttle: shareThrottle(redis, own.throttle), buckets: shareBuckets(redis, own.buckets) };
}

/** What every answer wears, whatever it says. */
function dress(house: House, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(commonHeaders(house)).header('x-request-id', request.id);
  allowOrigin(house, request, reply);
}

function commonHeaders({ config }: House): Record<string, string> {
  if (!config.publicUrl.startsWith('https:')) return common;
  const subdomains = config.hstsSubdomains ? '; includeSubDomains' : '';
  return { ...common, 'strict-transport-security': `max-age=31536000${subdomains}` };
}

async function fail(house: House, error: unknown, request: FastifyRequest, reply: FastifyReply, faults?: FaultTeller) {
  const answer = answerTo(error, {
    publicUrl: house.config.publicUrl,
    tokenSent: sentToken(request),
  });
  if (answer.unexpected)
    house.log.error(
      { err: error, requestId: request.id, method: request.method, path: pathOf(request) },
      'unexpected failure',
    );
  else if (answer.fault !== undefined && !request.raw.errored)
    faults?.tell(answer.fault, { requestId: request.id, method: request.method, path: pathOf(request) }); // Unless the caller hung up.
  return reply.code(answer.status).headers(answer.headers).serializer(JSON.stringify).send(answer.body);
}

/** What arrived is no request that could be read: it is answered on the bare socket, which is then closed. */
function refuseUnreadable(house: House, error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const code =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? 'header_too_large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? 'request_timeout'
        : 'malformed_request';
  const { status, headers, body } = answerTo(new Refused(code), {
    publicUrl: house.config.publicUrl,
    tokenSent: false,
  });
  const text = JSON.stringify(body);
  const lines = Object.entries({
    ...commonHeaders(house),
    ...headers,
    'x-request-id': randomUUID(),
    'content-length': Buffer.byteLength(text),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`, () => socket.destroy());
}

/** Nothing is routed here: another method of a known address, a preflight of CORS, or nothing at all. */
function elsewhere(house: House, request: FastifyRequest): Refused | NotFound {
  const allowed = methodsAt(routesOf(house), pathOf(request));
  return allowed.length === 0
    ? new NotFound()
    : new Refused('method_not_allowed', { headers: { allow: allowed.join(', ') } });
}

type Route = Pick<Operation, 'method' | 'path'>;

/** What the doors serve, with the whole of each path. */
function routesOf({ config }: House): Route[] {
  const under = (base: string) => (one: Operation) => ({ method: one.method, path: base + one.path });
  return [...apiOperations.map(under(config.basePath)), ...consoleOperations.map(under(consoleBase))];
}

/** The methods an address takes: those of its own name, or else those of the pattern it fits. */
function methodsAt(routes: readonly Route[], path: string): string[] {
  const steps = path.split('/');
  const here = routes.filter((one) => leadsTo(one.path, steps));
  const named = here.filter((one) => one.path === path);
  return [...new Set((named.length > 0 ? named : here).map((one) => one.method))];
}

/** Keeps a pattern such as `/invoices/:id` from taking what is asked of `/invoices/generate-bulk` with another method. */
function closeShadowed(app: FastifyInstance, house: House): void {
  const routes = routesOf(house);
  for (const url of new Set(routes.map((one) => one.path))) {
    const own = methodsAt(routes, url);
    const caught = routes
      .filter((one) => one.path !== url && leadsTo(one.path, url.split('/')))
      .map((one) => one.method);
    const method = [...new Set(caught)].filter((one) => !own.includes(one));
    if (url.includes(':') || method.length === 0) continue;
    app.route({ method, url, handler: (request, reply) => fail(house, elsewhere(house, request), request, reply) });
  }
}

/** Whether the steps of a path fit a pattern such as `/buildings/:id`. */
function leadsTo(pattern: string, steps: readonly string[]): boolean {
  const wanted = pattern.split('/');
  return (
    wanted.length === steps.length &&
    wanted.every((step, index) => (step.startsWith(':') ? steps[index] !== '' : step === steps[index]))
  );
}

/** No origin is allowed unless the configuration lists it. */
function allowOrigin(house: House, request: FastifyRequest, reply: FastifyReply): void {
  const { origin } = request.headers;
  if (house.config.corsOrigins.length === 0) return;
  reply.header('vary', 'Origin');
  if (origin === undefined || !house.config.corsOrigins.includes(origin)) return;
  reply
    .header('access-control-allow-origin', origin)
    .header(
      'access-control-expose-headers',
      'Allow, Content-Disposition, ETag, Idempotency-Replayed, Link, Location, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-Id',
    );
  if (!isPreflight(house, request)) return;
  reply
    .header('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE')
    .header(
      'access-control-allow-headers',
      'Authorization, Content-Type, Idempotency-Key, If-None-Match, X-Confirm-Password, X-Request-Id',
    )
    .header('access-control-max-age', '600');
}

/** Whether a browser asks, for a page of a listed origin, what it may send. */
function isPreflight({ config }: House, { method, headers }: FastifyRequest): boolean {
  return (
    method === 'OPTIONS' &&
    headers['access-control-request-method'] !== undefined &&
    config.corsOrigins.includes(headers.origin ?? '')
  );
}

/** Once the server is stopping, an answer ends its connection too: a kept one would hold the stop up until the client lets go. */
function closeWhenStopping(app: FastifyInstance): void {
  let stopping = false;
  app.addHook('preClose', async () => {
    stopping = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (stopping) reply.header('connection', 'close');
  });
}

function logRequests(app: FastifyInstance, { log }: House): void {
  if (!log.isLevelEnabled('info')) return;
  app.addHook('onResponse', async (request, reply) => {
    log.info(
      {
        requestId: request.id,
        method: request.method,
        path: pathOf(request),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    );
  });
}

/** The path alone: a query may hold what does not belong in a log. */
function pathOf(request: FastifyRequest): string {
  return request.url.split('?')[0] ?? '/';
}

/** The caller's own request id, when it is harmless. */
function askedId(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[A-Za-z0-9._-]{1,64}$/.test(header) ? header : undefined;
}
