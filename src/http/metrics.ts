// Metrics for monitoring (Prometheus text format): requests by operation, their durations, process resources, and the
// service's own figures. They name no organization and no person.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, register as globalRegistry, Histogram, Registry } from 'prom-client';
import { equalsSecret } from '../identity/tokens.ts';
import type { AppContext } from '../platform/db/scope.ts';
import { NotFound } from '../platform/errors.ts';
import { makeSlowWatch } from '../platform/processes/slow-watch.ts';
import { registerServiceMetrics } from './service-metrics.ts';
import { isFromThisMachine } from './this-machine.ts';

/** So that one large import does not count as slow. */
const minRunsOfRoute = 10;

/**
 * Registers GET /metrics. With a configured token, the token is required as a bearer. Without one, only this machine
 * may read it: the request must name this machine as its host and must not come through a proxy. Everybody else gets
 * 404.
 */
export function registerMetricsRoute(server: FastifyInstance, app: AppContext): void {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const readServiceMetrics = registerServiceMetrics(register, app);
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Request durations by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.025, 0.1, 0.5, 2.5, 10, 60],
    registers: [register],
  });
  const noteDuration = makeSlowWatch(app.log, minRunsOfRoute);
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    noteDuration(`${request.method} ${route}`, reply.elapsedTime);
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });
  server.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, app.config.metricsToken)) throw new NotFound();
    await readServiceMetrics();
    const texts = await Promise.all([register.metrics(), globalRegistry.metrics()]);
    return reply.type(register.contentType).send(texts.join('\n'));
  });
}

function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  const { headers } = request;
  if (token !== undefined) return equalsSecret(headers.authorization ?? '', `Bearer ${token}`);
  return isFromThisMachine(request);
}
