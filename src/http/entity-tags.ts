// Entity tags: the version of an object, so that a change is rejected if somebody else has changed the object since it
// was read (open point P-107).

import { hash } from 'node:crypto';
import type { Scope } from '../platform/db/scope.ts';
import { RequestError } from './errors.ts';
import type { TSchema } from './schemas.ts';
import type { Params, RequestInput } from './validate-request.ts';

/** The header of operations that check it. */
export const ifMatchHeader = { 'If-Match': 'The ETag of the version that is changed.' };

/**
 * Locks the object that the path names until the transaction ends, and returns its current entity tag. Throws NotFound.
 */
export type LockVersion = (scope: Scope, params: Params) => Promise<string>;

/** The strong entity tag of an object: a hash of the fields that its schema names. Equal content has an equal tag. */
export function entityTagOf(schema: TSchema & { readonly properties: object }, body: object): string {
  const fields = Object.keys(schema.properties).map((name) => (body as Record<string, unknown>)[name]);
  return `"${hash('sha256', JSON.stringify(fields), 'base64url').slice(0, 27)}"`;
}

/**
 * Throws RequestError if If-Match names other versions than the current one (RFC 9110, 13.1.1). Weak tags never match.
 * The object stays locked.
 */
export async function requireMatch(
  scope: Scope,
  { params, header: headerOf }: Pick<RequestInput<unknown, unknown>, 'params' | 'header'>,
  lockVersion: LockVersion,
): Promise<void> {
  const header = headerOf('if-match');
  if (header === undefined) return;
  const current = await lockVersion(scope, params);
  const tags = header.split(',').map((tag) => tag.trim());
  if (tags.includes('*') || tags.includes(current)) return;
  const unquoted = tags.find((tag) => !/^"[^"]*"$/.test(tag));
  const written = 'If-Match must have the ETag as it was received, with its quotes and without W/.';
  throw new RequestError('precondition_failed', unquoted === undefined ? {} : { detail: written });
}
