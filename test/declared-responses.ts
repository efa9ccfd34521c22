// Holds every response of the tests against the OpenAPI documents: its status, and the code of an error, must be
// declared by its operation. Every text must name its encoding.
import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { declaredErrorCodes } from '../src/http/openapi/openapi-document.ts';
import type { Operation } from '../src/http/operation.ts';
import { apiOperations } from '../src/routes/api/routes.ts';
import { consoleBase } from '../src/routes/console/base-path.ts';
import { consoleOperations } from '../src/routes/console/routes.ts';

/** Given by every operation before it is reached. */
export const earlyCodes = ['malformed_request', 'expectation_failed', 'request_timeout'];

/** Records what the operations of a server respond but do not declare; call it before the server is ready. */
export function recordUndeclared(server: FastifyInstance, basePath: string): Set<string> {
  const declared = new Map<string, ReadonlySet<string>>();
  for (const [base, operations] of [
    [basePath, apiOperations],
    [consoleBase, consoleOperations],
  ] as const)
    for (const operation of operations)
      declared.set(`${operation.method} ${base}${operation.path}`, declaredResponses(operation));
  const undeclared = new Set<string>();
  server.addHook('onSend', async (request, reply, payload) => {
    const route = `${request.method} ${request.routeOptions.url}`;
    const isProblem = String(reply.getHeader('content-type')).startsWith('application/problem+json');
    const result = isProblem ? String(JSON.parse(String(payload)).code) : String(reply.statusCode);
    if (declared.get(route)?.has(result) === false) undeclared.add(`${route}: ${result}`);
    if (lacksCharset(String(reply.getHeader('content-type')))) undeclared.add(`${route}: a text without charset`);
    return payload;
  });
  return undeclared;
}

/** Whether a Content-Type is a text, or XML, and does not name its encoding. */
function lacksCharset(type: string): boolean {
  return /^(text\/|[^;]+[/+]xml\b)/.test(type) && !/; ?charset=/i.test(type);
}

function declaredResponses(operation: Operation): ReadonlySet<string> {
  const bytes = Object.values(operation.responses).some(({ mediaType, made }) => mediaType !== undefined && !made);
  return new Set([
    ...Object.keys(operation.responses),
    ...(bytes ? ['304'] : []),
    ...declaredErrorCodes(operation),
    ...earlyCodes,
  ]);
}

/** Throws when a service responded what its documents do not declare. */
export function checkDeclared(undeclared: ReadonlySet<string>): void {
  assert.deepEqual([...undeclared], [], 'Add these responses to `errors` or `responses` of their operations.');
}
