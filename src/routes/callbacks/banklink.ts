// What banks tell: the payer's browser coming back, and the bank's own copy, by GET or POST, in any order. A message that does not hold is answered as
// one about nothing.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Doors } from '../../http/operation.ts';
import { payUrl } from '../../payments/banklink/initiate-payment.ts';
import { takeNotice } from '../../payments/banklink/settle-order.ts';
import { NotFound } from '../../platform/errors.ts';
import { inTenant } from '../../platform/db/scope.ts';
import { orderOfArrival, readNotice } from './callback-requests.ts';

/** Serves /callbacks/banklink/:bank. */
export function serveBanklink(app: FastifyInstance, doors: Doors): void {
  const handler = (request: FastifyRequest, reply: FastifyReply) => take(doors, request, reply);
  app.route({ method: ['GET', 'POST'], url: '/callbacks/banklink/:bank', handler });
}

async function take(doors: Doors, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { house } = doors;
  const { bank } = request.params as { bank: string };
  const { order } = request.query as { order?: unknown };
  const { caller, orderId } = await orderOfArrival(doors, request, order);
  const notice = await readNotice(request);
  const taken = await inTenant(house, caller, (scope) => takeNotice(scope, bank, orderId, notice));
  if ('nothing' in taken) {
    house.log.warn(
      { tenantId: caller.tenantId, orderId, outcome: taken.nothing },
      'a message about a banklink payment was refused',
    );
    throw new NotFound();
  }
  if (taken.copy) return reply.code(200).type('text/plain; charset=utf-8').send('OK');
  return reply
    .code(303)
    .header('location', payUrl({ config: house.config, caller }, orderId))
    .send();
}
