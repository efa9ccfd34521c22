// Metrics for whoever watches the service (Prometheus text format): requests by operation, how long they took, and what the process needs. No organization
// and no person is named in them.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { equalsSecret } from '../identity/tokens.ts';
import { NotFound } from '../platform/errors.ts';
import { isLoopback } from '../platform/network.ts';

/**
 * Serves GET /metrics: with a token, to whoever sends it as a bearer; without one, to this machine alone, when it was called by a name of this machine and
 * no proxy passed the request on. To anybody else it is an address that names nothing.
 */
export function registerMetricsRoute(server: FastifyInstance, token: string | undefined): void {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const took = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.025, 0.1, 0.5, 2.5, 10, 60],
    registers: [register],
  });
  server.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    took.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  server.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, token)) throw new NotFound();
    return reply.type(register.contentType).send(await register.metrics());
  });
}

function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  const { headers } = request;
  if (token !== undefined) return equalsSecret(headers.authorization ?? '', `Bearer ${token}`);
  const forwarded = Object.keys(headers).some((name) => forwardingHeaders.test(name));
  // A page that a browser on this machine has open names its own host, whatever address that name leads to.
  const host = URL.parse(`http://${headers.host}`)?.hostname ?? '';
  const from = request.raw.socket.remoteAddress ?? '';
  return !forwarded && isLoopback(host) && isLoopback(from.replace(/^::ffff:/, ''));
}

/** Headers by which proxies pass on who asked. */
const forwardingHeaders =
  /^(x-forwarded-.*|x-real-ip|x-client-ip|x-original-.*|forwarded|via|.*-connecting-ip|true-client-ip)$/;
