// The last step of a request: its response is sent.
import type { FastifyReply } from 'fastify';
import type { AppContext } from '../platform/db/scope.ts';
import { joinLinks } from './deprecation.ts';
import type { OperationResponse } from './model.ts';

/** Sends a response. A body that is a function opens its bytes only now, after the transaction. */
export async function sendResponse(
  app: AppContext,
  reply: FastifyReply,
  { status, headers = {}, body }: OperationResponse,
): Promise<FastifyReply> {
  const opened = typeof body === 'function' ? await body(app) : body;
  reply.code(status).headers(joinLinks(headers, reply.getHeader('link')));
  return opened === undefined ? reply.send() : reply.send(opened);
}
