// Banklink callbacks: the payer's returning browser and the bank's own server call, by GET or POST, in any order.
// Invalid messages get the same response as messages about unknown payments.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RouteContext } from '../../http/operation.ts';
import { acceptCallback } from '../../payments/banklink/accept-callback.ts';
import { payUrl } from '../../payments/banklink/initiate-payment.ts';
import { inTenant } from '../../platform/db/scope.ts';
import { NotFound } from '../../platform/errors.ts';
import { findOrderOfRequest, readCallbackMessage } from './callback-requests.ts';

/** Registers /callbacks/banklink/:bank. */
export function registerBanklinkCallbacks(server: FastifyInstance, context: RouteContext): void {
  const handler = (request: FastifyRequest, reply: FastifyReply) => handleCallback(context, request, reply);
  server.route({ method: ['GET', 'POST'], url: '/callbacks/banklink/:bank', exposeHeadRoute: false, handler });
}

async function handleCallback(
  context: RouteContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { app } = context;
  const { bank } = request.params as { bank: string };
  const { order } = request.query as { order?: unknown };
  const { caller, orderId } = await findOrderOfRequest(context, request, order);
  const message = await readCallbackMessage(request);
  const outcome = await inTenant(app, caller, (scope) => acceptCallback(scope, bank, orderId, message));
  if ('nothing' in outcome) {
    app.log.warn({ tenantId: caller.tenantId, orderId, outcome: outcome.nothing }, 'a banklink callback was rejected');
    throw new NotFound();
  }
  if (outcome.copy) return reply.code(200).type('text/plain; charset=utf-8').send('OK');
  return reply
    .code(303)
    .header('location', payUrl({ config: app.config, caller }, orderId))
    .send();
}
