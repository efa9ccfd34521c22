// Reads docs/openapi.json into what a client needs of each operation: its name, address, parameters, body and kind of
// response.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenApiDocument, OpenApiSchema } from '../../web/build/client-types.ts';

type Parameter = {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: OpenApiSchema;
};
type Content = Readonly<Record<string, { readonly schema?: OpenApiSchema }>>;
type DocumentedOperation = {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly security?: readonly object[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
};
type SharedParts = { readonly parameters?: Readonly<Record<string, Parameter>> };

/** A document with the fields that clients are made from. */
export type ApiDocument = OpenApiDocument & { readonly info: { readonly version: string } };

/** What an operation returns: a page of items, one object, a file, or nothing. */
export type ResponseKind = 'list' | 'object' | 'file' | 'nothing';

export type ClientOperation = {
  readonly name: string;
  readonly method: string;
  /** Below the API, with its parameters in braces. */
  readonly path: string;
  readonly summary: string;
  /** The first paragraph of the description. */
  readonly description: string;
  readonly pathParameters: readonly Parameter[];
  readonly query: readonly Parameter[];
  readonly body: { readonly required: boolean; readonly schema: OpenApiSchema } | undefined;
  /** Whether If-Match may name the version that is changed. */
  readonly takesVersion: boolean;
  /** No credential is needed. */
  readonly isPublic: boolean;
  readonly kind: ResponseKind;
  /** Of one item, or of the object. */
  readonly data: OpenApiSchema;
};

/** The document of the integration API, as it is in the repository. */
export async function readApiDocument(): Promise<ApiDocument> {
  return JSON.parse(await readFile(join(import.meta.dirname, '../../docs/openapi.json'), 'utf8'));
}

/** All operations of a document, in its order. Throws at a response that no client could return. */
export function clientOperations(document: ApiDocument): ClientOperation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      describeOperation(document, { path, method, operation: operation as unknown as DocumentedOperation }),
    ),
  );
}

function describeOperation(
  document: ApiDocument,
  { path, method, operation }: { path: string; method: string; operation: DocumentedOperation },
): ClientOperation {
  const parameters = (operation.parameters ?? []).map((parameter) => resolveParameter(document, parameter));
  const bodySchema = operation.requestBody?.content['application/json']?.schema;
  return {
    name: operation.operationId,
    method: method.toUpperCase(),
    path,
    summary: operation.summary,
    description: operation.description.split('\n')[0] ?? '',
    pathParameters: parameters.filter((parameter) => parameter.in === 'path'),
    query: parameters.filter((parameter) => parameter.in === 'query'),
    body:
      bodySchema === undefined
        ? undefined
        : { schema: bodySchema, required: operation.requestBody?.required !== false },
    takesVersion: parameters.some((parameter) => parameter.in === 'header' && parameter.name === 'If-Match'),
    isPublic: operation.security?.length === 0,
    ...describeResponse(document, operation),
  };
}

function resolveParameter(document: ApiDocument, parameter: Parameter): Parameter {
  if (parameter.$ref === undefined) return parameter;
  const shared = (document.components as unknown as SharedParts).parameters?.[parameter.$ref.split('/').at(-1) ?? ''];
  if (shared === undefined) throw new Error(`${parameter.$ref} is not in the document.`);
  return shared;
}

function describeResponse(
  document: ApiDocument,
  { operationId, responses }: DocumentedOperation,
): { kind: ResponseKind; data: OpenApiSchema } {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const contents = successes.flatMap(([, { content }]) => Object.entries(content ?? {}));
  const [[type = '', { schema: given = {} } = {}] = []] = contents;
  if (contents.length === 0) return { kind: 'nothing', data: {} };
  if (type !== 'application/json') return { kind: 'file', data: {} };
  const schema = given.$ref === undefined ? given : document.components.schemas[given.$ref.split('/').at(-1) ?? ''];
  const data = schema?.properties?.data;
  if (data === undefined) throw new Error(`${operationId} returns a body without data.`);
  return schema?.properties?.pagination === undefined
    ? { kind: 'object', data }
    : { kind: 'list', data: data.items ?? {} };
}
