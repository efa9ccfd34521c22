// The operations that the fuzzer calls, as the two OpenAPI documents of a running service describe them.
import type { Permission } from '../../src/identity/permissions.ts';
import { allOperations } from '../operation-samples.ts';

/** A JSON Schema of the documents, with its references resolved where it is used. */
export type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly examples?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
};

type Content = Readonly<Record<string, { readonly schema: Schema }>>;
type DocumentedResponse = { readonly headers?: Readonly<Record<string, unknown>>; readonly content?: Content };
type Parameter = { readonly name: string; readonly in: string; readonly required: boolean; readonly schema: Schema };
export type OpenApiDocument = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};
type DocumentOperation = {
  readonly operationId: string;
  readonly parameters?: readonly unknown[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, unknown>>;
};

/** One operation of either document. */
export type DocumentedOperation = {
  readonly name: string;
  readonly method: string;
  /** With the base path; parameters in braces. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody: Content | undefined;
  readonly responses: Readonly<Record<string, DocumentedResponse>>;
  readonly permission: Permission | 'none';
  /** The document that it belongs to, for references. */
  readonly document: OpenApiDocument;
};

/** The operations of a document below its base path. Throws for one that the service does not know by its name. */
export function operationsOf(document: OpenApiDocument, basePath: string): DocumentedOperation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters = [], requestBody, responses }]) => {
      const permission = allOperations.find(({ name }) => name === operationId)?.permission;
      if (permission === undefined) throw new Error(`No operation of the service is named ${operationId}.`);
      return {
        name: operationId,
        method: method.toUpperCase(),
        path: basePath + path,
        parameters: parameters.map((parameter) => resolve<Parameter>(document, parameter)),
        requestBody: requestBody?.content,
        responses: Object.fromEntries(
          Object.entries(responses).map(([status, response]) => [status, resolve(document, response)]),
        ),
        permission,
        document,
      };
    }),
  );
}

/** Follows a reference of a document (`#/components/schemas/Invoice`); anything else is returned as it is. */
export function resolve<T>(document: OpenApiDocument, value: unknown): T {
  const reference = (value as { $ref?: unknown } | null)?.$ref;
  if (typeof reference !== 'string') return value as T;
  const [, , group = '', name = ''] = reference.split('/');
  return resolve(document, document.components[group]?.[name]);
}
