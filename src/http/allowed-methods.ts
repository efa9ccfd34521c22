// The methods of a path, for 405 and its Allow header: one index of all operations, made once at start.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { NotFound } from '../platform/errors.ts';
import { RequestError } from './errors.ts';

type Route = { readonly method: string; readonly path: string };
/** A step of a path: its next steps by name, `:` for any, and the methods of what ends here. */
type Step = { readonly next: Map<string, Step>; readonly methods: Set<string> };

type MethodIndex = {
  /**
   * Returns the methods of a path: of its literal route, or else of the patterns it matches; none if it names nothing.
   */
  methodsAt(path: string): readonly string[];
};

/** Makes the index of routes. */
export function indexMethods(routes: readonly Route[]): MethodIndex {
  const root = makeStep();
  for (const { method, path } of routes) {
    let step = root;
    for (const name of path.split('/').map(nameOf)) {
      const next = step.next.get(name) ?? makeStep();
      step.next.set(name, next);
      step = next;
    }
    step.methods.add(method);
  }
  return {
    methodsAt(path) {
      const found = findSteps(root, path.split('/'));
      const literal = found[0]?.isLiteral ? found.slice(0, 1) : found;
      return [...new Set(literal.flatMap(({ step }) => [...step.methods]))];
    },
  };
}

function makeStep(): Step {
  return { next: new Map(), methods: new Set() };
}

function nameOf(segment: string): string {
  return segment.startsWith(':') ? ':' : segment;
}

/** The routes that a path matches, the literal one first. */
function findSteps(root: Step, segments: readonly string[]): { readonly step: Step; readonly isLiteral: boolean }[] {
  let reached = [{ step: root, isLiteral: true }];
  for (const segment of segments)
    reached = reached.flatMap(({ step, isLiteral }) => {
      const literal = segment === ':' ? undefined : step.next.get(segment);
      const pattern = segment === '' ? undefined : step.next.get(':');
      return [
        ...(literal === undefined ? [] : [{ step: literal, isLiteral }]),
        ...(pattern === undefined ? [] : [{ step: pattern, isLiteral: false }]),
      ];
    });
  return reached.filter(({ step }) => step.methods.size > 0);
}

/** What a request gets that no route answers: 405 if its path has other methods, otherwise 404. */
export function noRouteError(index: MethodIndex, request: FastifyRequest): RequestError | NotFound {
  const allowed = index.methodsAt(request.url.split('?')[0] ?? '/');
  return allowed.length === 0
    ? new NotFound()
    : new RequestError('method_not_allowed', { headers: { allow: allowed.join(', ') } });
}

/** Keeps a pattern such as `/invoices/:id` from matching requests to `/invoices/generate-bulk` with another method. */
export function registerShadowedMethods(server: FastifyInstance, index: MethodIndex, routes: readonly Route[]): void {
  const methods = [...new Set(routes.map(({ method }) => method))];
  const literals = new Set(routes.map(({ path }) => path).filter((path) => !path.includes(':')));
  for (const url of literals) {
    const allowed = index.methodsAt(url);
    server.route({
      method: methods.filter((method) => !allowed.includes(method)),
      url,
      exposeHeadRoute: false,
      handler: (request) => {
        throw noRouteError(index, request);
      },
    });
  }
}
