// The handler of a request that needs no credential: sign-in, and what e-mailed links call.
import type { FastifyRequest, RouteHandlerMethod } from 'fastify';
import { networkOf, siteOf } from '../identity/sign-in-throttle.ts';
import { noBody } from './caller-steps.ts';
import { identifyRepeat } from './idempotency.ts';
import { closeAfterUnfinished, type RawBody } from './json-body.ts';
import { uncountForAddress } from './limits/address-limit.ts';
import { withAnonymousBody } from './limits/anonymous-bodies.ts';
import type { OperationResponse } from './model.ts';
import type { PublicOperation, RouteContext } from './operation.ts';
import { sendResponse } from './send-response.ts';
import { checkUnknownFields } from './strict-handling.ts';
import { makeRequestValidator } from './validate-request.ts';

/** Makes the handler of an operation without a caller. */
export function answerStranger(context: RouteContext, operation: PublicOperation): RouteHandlerMethod {
  const validate = makeRequestValidator(operation);
  const readsBody = operation.body !== undefined;
  return async (request, reply) => {
    const respond = async (raw: RawBody) => {
      closeAfterUnfinished(reply, raw);
      const checked = validate(request, raw);
      const fault = checkUnknownFields({ request, reply, operation }, checked); // 406; 413, 408, 415; 400; 422
      if (fault !== undefined) throw fault;
      return operation.handle(context, checked.input, identifyRepeat(operation.name, 'anyone', checked));
    };
    const response = await (readsBody ? withStrangersBody(request, respond) : respond(noBody));
    if (!operation.rules.has('always counted')) await uncountForAddress(context, request); // Only failures count.
    return sendResponse(context.app, reply, response);
  };
}

function withStrangersBody(request: FastifyRequest, work: (raw: RawBody) => Promise<OperationResponse>) {
  return withAnonymousBody(request.raw, siteOf(request.ip) ?? networkOf(request.ip), work);
}
