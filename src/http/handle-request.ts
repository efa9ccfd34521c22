// How a request is handled: the steps of each kind of operation, in the order in which a request is judged (open point
// P-8). What needs no transaction is a hook of Fastify. The rest is a line of the handler, as Fastify ends a chain of
// hooks without a word when the client hangs up, and no transaction may stay open then.
import type { FastifyInstance, onRequestAsyncHookHandler, onSendAsyncHookHandler, RouteHandlerMethod } from 'fastify';
import { answerRead } from './answer-read.ts';
import { answerStranger } from './answer-stranger.ts';
import { answerWrite } from './answer-write.ts';
import { makeReadLog } from './audit/read-log.ts';
import { requireCredential } from './authenticate-request.ts';
import type { HandlerContext } from './caller-steps.ts';
import { announceEnd } from './deprecation.ts';
import { endUnread } from './json-body.ts';
import { countStranger } from './limits/address-limit.ts';
import { countForCredential } from './limits/caller-limits.ts';
import type { FindObject, Operation, RouteContext } from './operation.ts';

export type PathObjects = Readonly<Record<string, FindObject>>;
type RequestSteps = {
  readonly onRequest: onRequestAsyncHookHandler[];
  readonly handler: RouteHandlerMethod;
  readonly onSend: onSendAsyncHookHandler[];
};

/**
 * Registers operations on a server under a base path. `pathObjects`: how the object of a path is found. Throws if an
 * operation has no permission.
 */
export function registerRoutes(
  server: FastifyInstance,
  context: RouteContext,
  basePath: string,
  operations: readonly Operation[],
  pathObjects: PathObjects = {},
): void {
  const readLog = makeReadLog(context.app);
  for (const operation of operations) {
    const { name, permission, method, path } = operation;
    const responses = Object.entries(operation.responses);
    if (!permission) throw new Error(`The operation ${name} has no permission.`);
    if (method !== 'GET' && responses.some(([, { mediaType }]) => mediaType !== undefined))
      throw new Error(`Only a GET can return bytes, not ${name}.`); // Responses of other methods are stored as JSON.
    const response = Object.fromEntries(
      responses.flatMap(([status, { schema }]) => (schema === undefined ? [] : [[status, schema]])),
    );
    const steps = stepsOf({ ...context, readLog }, operation, findObjectOf(path, pathObjects));
    server.route({ method, url: basePath + path, exposeHeadRoute: false, schema: { response }, ...steps });
  }
  server.addHook('onClose', () => readLog.flush());
}

/** The steps of a kind of operation, each with the statuses that it may answer. */
function stepsOf(context: HandlerContext, operation: Operation, findObject: FindObject | undefined): RequestSteps {
  const announced = operation.deprecated === undefined ? [] : [announceEnd(context.app, operation.deprecated)];
  const onSend = operation.body === undefined && operation.upload === undefined ? [] : [endUnread];
  if (operation.permission === 'none')
    return {
      onRequest: [...announced, countStranger(context, operation.rules)], // 429
      handler: answerStranger(context, operation), // 406; 413, 408, 415; 400; 422; state
      onSend,
    };
  return {
    onRequest: [
      ...announced,
      requireCredential(context), // 401; 429 for an address with many unknown credentials
      countForCredential(context), // 429
    ],
    handler:
      operation.method === 'GET'
        ? answerRead(context, operation, findObject) // 401, 403; 429; 404; 406; 422
        : // 401, 403; 429; 404; 406; 413, 408, 415; 400; 422; 429; a repeat; 412; state
          answerWrite(context, operation, findObject),
    onSend,
  };
}

/** The object of a path: that of its longest part. */
function findObjectOf(path: string, pathObjects: PathObjects): FindObject | undefined {
  for (let part = path; part !== ''; part = part.slice(0, part.lastIndexOf('/')))
    if (pathObjects[part] !== undefined) return pathObjects[part];
  return undefined;
}
