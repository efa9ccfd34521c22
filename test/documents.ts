// Both OpenAPI documents as a reader gets them, and ways into their parts.
import assert from 'node:assert/strict';
import { consoleDocument, openApiDocument } from '../src/http/openapi/openapi-document.ts';
import { apiOperations } from '../src/routes/api/routes.ts';
import { consoleBase } from '../src/routes/console/base-path.ts';
import { consoleOperations } from '../src/routes/console/routes.ts';

/** A document that was parsed: every part can be looked into, and may turn out not to be there. */
export type Json = { readonly [key: string]: Json } & readonly Json[];

const publicUrl = 'http://127.0.0.1:3000';
const parsed = (value: object): Json => JSON.parse(JSON.stringify(value));

export const apiDocument = parsed(openApiDocument(apiOperations, { publicUrl, basePath: '/api' }));
export const consoleApiDocument = parsed(consoleDocument(consoleOperations, { publicUrl, basePath: consoleBase }));
/** Both, by name. */
export const documents: ReadonlyMap<string, Json> = new Map([
  ['integration', apiDocument],
  ['console', consoleApiDocument],
]);

/** Follows a reference into a document. Throws when it leads nowhere. */
export function resolve(document: Json, part: Json | undefined): Json {
  assert.ok(part);
  if (!('$ref' in part)) return part;
  const steps = String(part.$ref).replace(/^#\//, '').split('/');
  const found = steps.reduce<Json | undefined>((at, step) => at?.[step], document);
  assert.ok(found, `${part.$ref} leads nowhere`);
  return found;
}

/** Every object of a document but what examples hold, and where it stands (RFC 6901). */
export function partsOf(value: Json, at = ''): { readonly value: Json; readonly at: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([key, part]) =>
    key === 'example' || (key === 'examples' && Array.isArray(part))
      ? []
      : partsOf(part, `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  );
  return Array.isArray(value) ? inner : [{ value, at }, ...inner];
}
