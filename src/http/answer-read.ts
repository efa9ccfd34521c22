// The handler of a GET with a caller: one transaction that only reads. Nothing that only writes need is in it.
import type { RouteHandlerMethod } from 'fastify';
import type { Scope } from '../platform/db/scope.ts';
import { makeReadNote } from './audit/audit-operation.ts';
import {
  type Call,
  type HandlerContext,
  noBody,
  requireObject,
  requireObjectAndValues,
  withPermittedCaller,
} from './caller-steps.ts';
import { countForOrganization } from './limits/caller-limits.ts';
import type { OperationResponse } from './model.ts';
import type { CallerOperation, FindObject } from './operation.ts';
import { sendResponse } from './send-response.ts';
import { makeRequestValidator } from './validate-request.ts';

/** Makes the handler of a GET. */
export function answerRead(
  context: HandlerContext,
  operation: CallerOperation,
  findObject: FindObject | undefined,
): RouteHandlerMethod {
  const { prepare, handle } = operation;
  const validate = makeRequestValidator(operation);
  const noteRead = makeReadNote(context.readLog, operation);
  const check = async (call: Call, scope: Scope) => {
    await countForOrganization(call); // 429
    const { input } = await requireObjectAndValues(call, scope, validate(call.request, noBody)); // 404; 406; 422
    return input;
  };
  const respond = async (call: Call): Promise<OperationResponse> => {
    if (prepare === undefined)
      return withPermittedCaller(call, 'read only', async (scope) => handle(scope, await check(call, scope)));
    const { caller, input } = await withPermittedCaller(call, 'read only', async (scope) => {
      const input = await check(call, scope);
      await requireObject(call, scope);
      return { caller: scope.caller, input };
    });
    const prepared = await prepare(context, caller, input);
    return withPermittedCaller(call, 'read only', (scope) => handle(scope, input, prepared));
  };
  return async (request, reply) => {
    const response = await respond({ context, operation, request, reply, findObject });
    await noteRead?.(request, response);
    return sendResponse(context.app, reply, response);
  };
}
