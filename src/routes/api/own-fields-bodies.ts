// Own fields in the API: externalId and metadata of buildings, apartments, residents, invoices, meters and payments
// (open point P-104), and the ETag of each of these objects (P-107). Residents do not see own fields.

import { entityTagOf, type LockVersion } from '../../http/entity-tags.ts';
import type { OperationResponse } from '../../http/model.ts';
import { okResponse } from '../../http/operation.ts';
import { hasWord, Nullable, Text, type TSchema, Type, WordList } from '../../http/schemas.ts';
import type { Params } from '../../http/validate-request.ts';
import {
  maxMetadataKeys,
  metadataKeyAdvice,
  metadataKeyPattern,
  type OwnFields,
  type OwnFieldsFilter,
  toOwnFields,
  type WithOwnFields,
} from '../../platform/db/own-fields.ts';
import { residentUserId, type Scope } from '../../platform/db/scope.ts';
import { Invalid, queryProblem } from '../../platform/errors.ts';

const point = { 'x-open-point': 'P-104' };
const externalId = (description: string) => Text(200, { description, examples: ['erp-4711'], ...point });
const metadataExample = { costCentre: '310' };

/** A map from any key to a value. The keys are checked where they are stored. */
const mapOf = <Value>(value: object, options: Record<string, unknown>) =>
  Type.Unsafe<Record<string, Value>>({ type: 'object', patternProperties: { '^': value }, ...options, ...point });

const metadataValue = { type: 'string', minLength: 1, maxLength: 500 };

/** What a request can set. */
export const ownFieldsInput = {
  externalId: Type.Optional(
    Nullable(externalId('An id of yours for this object; need not be unique. null removes it.')),
  ),
  metadata: Type.Optional(
    Type.Unsafe<Record<string, string | null> | null>({
      type: ['object', 'null'],
      patternProperties: { '^': { ...metadataValue, type: ['string', 'null'] } },
      description: `Texts of yours by key, at most ${maxMetadataKeys}. Keys that are not sent stay; null removes a key, or all of them. A key begins with a letter and has at most 40 letters, digits, dots, hyphens and underscores.`,
      examples: [metadataExample],
      ...point,
    }),
  ),
};

/** What a response shows to everybody but residents. */
export const ownFields = {
  externalId: Type.Optional(Nullable(externalId('Your id of this object. Not shown to residents.'))),
  metadata: Type.Optional(
    mapOf<string>(
      { type: 'string' },
      {
        description: 'Your texts about this object. Not shown to residents.',
        examples: [metadataExample],
      },
    ),
  ),
  etag: Type.Optional(
    Type.String({ description: 'Only in lists with include=etags: its ETag, for If-Match.', 'x-open-point': 'P-107' }),
  ),
};

/** The filters of a list. */
export const ownFieldsFilters = {
  externalId: Type.Optional(externalId('Only objects with exactly this externalId.')),
  metadata: Type.Optional(
    mapOf<string>(metadataValue, {
      description: 'Only objects with all of these values, written as metadata[key]=value; at most ten.',
      maxProperties: 10,
      examples: [metadataExample],
    }),
  ),
};

/** `include` of a list: what each page has in addition. */
export const includeQuery = (...words: readonly string[]) => ({
  include: Type.Optional(
    WordList(words, {
      description: `What each page has in addition. ${words.map((word) => includeTexts[word]).join(' ')}`,
      'x-open-point': ['P-105', 'P-106', 'P-107'],
    }),
  ),
});

const includeTexts: Readonly<Record<string, string>> = {
  positions: 'positions: the positions of each invoice, as in its detail.',
  names: 'names: buildingName and apartmentNumber.',
  deleted: 'deleted: with updatedSince, what disappeared from the list since then.',
  etags: 'etags: the ETag of each object, for If-Match.',
};

/** An object with its own fields, for everybody but residents. */
export function showOwnFields<B extends WithOwnFields>({ caller }: Scope, body: B): B & Partial<OwnFields> {
  return residentUserId(caller) === null ? { ...body, ...toOwnFields(body.ownFields) } : body;
}

type ObjectSchema = TSchema & { readonly properties: object };

/** The objects of a page with their own fields, and with their ETags if the request includes them. */
export function showListed<B extends WithOwnFields>(
  scope: Scope,
  schema: ObjectSchema,
  { include }: { readonly include?: string },
  bodies: readonly B[],
): readonly (B & Partial<OwnFields>)[] {
  const shown = bodies.map((body) => showOwnFields(scope, body));
  return hasWord(include, 'etags') ? shown.map((body) => ({ ...body, etag: entityTagOf(schema, body) })) : shown;
}

/** The response with an object and its ETag. */
export function taggedResponse(schema: ObjectSchema, body: object, response = okResponse(body)): OperationResponse {
  return { ...response, headers: { ...response.headers, etag: entityTagOf(schema, body) } };
}

/**
 * Prepares the check of If-Match: `lock` locks the object until the transaction ends, `show` reads it as its detail
 * shows it.
 */
export function lockVersionOf(
  schema: ObjectSchema,
  lock: (scope: Scope, params: Params) => Promise<unknown>,
  show: (scope: Scope, params: Params) => Promise<object>,
): LockVersion {
  return async (scope, params) => {
    await lock(scope, params);
    return entityTagOf(schema, await show(scope, params));
  };
}

/**
 * The filters by own fields of a request. Residents cannot see own fields, so they cannot filter by them. Throws
 * Invalid.
 */
export function ownFieldsFilterOf(scope: Scope, { externalId, metadata }: OwnFieldsFilter): OwnFieldsFilter {
  if (residentUserId(scope.caller) !== null && (externalId !== undefined || metadata !== undefined)) {
    const field = externalId === undefined ? 'metadata' : 'externalId';
    throw new Invalid([queryProblem(field, 'not_allowed', `Residents cannot filter by ${field}.`)]);
  }
  const wrongKey = Object.keys(metadata ?? {}).find((key) => !metadataKeyPattern.test(key));
  if (wrongKey !== undefined)
    throw new Invalid([queryProblem(`metadata[${wrongKey}]`, 'invalid_format', metadataKeyAdvice)]);
  return { ...(externalId === undefined ? {} : { externalId }), ...(metadata === undefined ? {} : { metadata }) };
}
