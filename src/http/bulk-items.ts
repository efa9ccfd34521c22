// Bulk requests with a result for each item: an item is checked and handled like a request of its own, and one that
// fails does not stop the others.

import { inSavepoint } from '../platform/db/savepoint.ts';
import type { Scope } from '../platform/db/scope.ts';
import { errorCatalogue } from './error-catalogue.ts';
import { toErrorResponse } from './errors.ts';
import type { OperationResponse } from './model.ts';
import { exampleId } from './openapi/example-values.ts';
import { DataOf } from './operation.ts';
import { Id, makeValidator, type Static, type TSchema, Type } from './schemas.ts';
import { toRequestError } from './validate-request.ts';

const maxItems = 500;

/** The body of a bulk request. The request is valid whatever its items are: handleItems checks each by itself. */
export function bulkBody(item: TSchema, title: string, most = maxItems) {
  const items = Type.Unsafe<readonly unknown[]>({ type: 'array', minItems: 1, maxItems: most, eachItem: item });
  return Type.Object({ items }, { title, 'x-open-point': 'P-114' });
}

const itemProblem = Type.Object(
  {
    type: Type.String(),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    code: Type.String({ examples: ['not_found'] }),
    errors: Type.Optional(Type.Array(Type.Object({}, { additionalProperties: true }))),
  },
  { description: 'Why the item failed: the response that a request with this item alone would get.' },
);

/**
 * The responses to a bulk request: 201 if an item was created, otherwise 200. `kind`: of what is created. `more`: what
 * a created item has besides its id.
 */
export function bulkResponses(kind: string, more: Readonly<Record<string, TSchema>> = {}) {
  const schema = bulkResults(more);
  const failed = (index: number) => ({ index, status: 404, problem: problemExample });
  const created = { index: 0, status: 201, id: exampleId(kind) };
  return {
    200: {
      description: `No ${kind} was created.`,
      schema,
      example: { created: 0, failed: 1, items: [failed(0)] },
    },
    201: {
      description: `At least one ${kind} was created.`,
      schema,
      example: { created: 1, failed: 1, items: [created, failed(1)] },
      noLocation: true as const,
    },
  };
}

const problemExample = {
  type: 'https://haldur.example/docs/errors/not_found',
  title: errorCatalogue.not_found.title,
  status: 404,
  detail: errorCatalogue.not_found.meaning,
  code: 'not_found',
};

function bulkResults(more: Readonly<Record<string, TSchema>>) {
  const item = Type.Object({
    index: Type.Integer({ description: 'The place of the item in the request, from 0.', examples: [0] }),
    status: Type.Integer({ description: 'The status of a request with this item alone.', examples: [201] }),
    id: Type.Optional(Id),
    ...Type.Partial(Type.Object(more)).properties,
    problem: Type.Optional(itemProblem),
  });
  return DataOf(
    Type.Object({
      created: Type.Integer({ examples: [1] }),
      failed: Type.Integer({ examples: [0] }),
      items: Type.Array(item),
    }),
  );
}

type ItemResult = { readonly status: number; readonly id?: string; readonly problem?: object };

/** How the items of a kind of bulk request are handled. */
type ItemHandling<S extends TSchema> = {
  readonly schema: S;
  /** Does what the request with one item does. */
  readonly create: (scope: Scope, item: Static<S>) => Promise<{ readonly id: string }>;
  /** What the item locks: items are handled in this order, so that no two requests wait for each other. */
  readonly lockOrder?: (item: Static<S>) => string;
};

/**
 * Prepares the handling of the items of a bulk request: each is created or leaves nothing. The response is 201, or 200
 * if none was created, with the results in the order of the request. A failure of the service itself is thrown, and
 * then nothing stays.
 */
export function makeItemHandler<S extends TSchema>({ schema, create, lockOrder = () => '' }: ItemHandling<S>) {
  const validate = makeValidator(schema, 'body');
  return async (scope: Scope, items: readonly unknown[]): Promise<OperationResponse> => {
    const results: ItemResult[] = [];
    const valid: { readonly index: number; readonly item: Static<S>; readonly locks: string }[] = [];
    for (const [index, item] of items.entries()) {
      const error = toRequestError(validate(item));
      if (error !== undefined) results[index] = failedItem(scope, error);
      else valid.push({ index, item: item as Static<S>, locks: lockOrder(item as Static<S>) });
    }
    for (const { index, item } of valid.toSorted((a, b) => (a.locks < b.locks ? -1 : a.locks > b.locks ? 1 : 0)))
      results[index] = await inSavepoint(scope, () => create(scope, item)).then(
        (created) => ({ ...created, status: 201 }),
        (error) => failedItem(scope, error),
      );
    const created = results.filter(({ status }) => status === 201).length;
    const data = {
      created,
      failed: items.length - created,
      items: results.map((result, index) => ({ index, ...result })),
    };
    return { status: created > 0 ? 201 : 200, body: { data } };
  };
}

/** The result of an item that was rejected. Throws any error that says nothing about the item. */
function failedItem({ config }: Scope, error: unknown): ItemResult {
  const { status, body } = toErrorResponse(error, { publicUrl: config.publicUrl, tokenSent: true });
  if (status >= 500 || status === 429) throw error;
  return { status, problem: body };
}
