// Console API: the organization's API keys, for owners in person.
import {
  createdResponse,
  noContentAfter,
  okResponse,
  operation,
  showsData,
  showsNew,
  showsNothing,
  showsPage,
  tagged,
} from '../../http/operation.ts';
import { pageResponse, plainPagingQuery } from '../../http/paging.ts';
import { Id, Instant, Nullable, OneOf, Text, Type } from '../../http/schemas.ts';
import {
  changeKey,
  createKey,
  defaultOverlapHours,
  keyRoles,
  maxOverlapHours,
  replaceKey,
  revokeKey,
  shownHint,
} from '../../identity/api-keys.ts';
import { type ApiKey, apiKeyOrders, listApiKeys } from '../../identity/identity-queries.ts';
import { maxKeyNetworks } from '../../identity/key-networks.ts';
import type { Scope } from '../../platform/db/scope.ts';
import { consoleBase } from './base-path.ts';

const maxKeyBuildings = 100;

const keyFields = { name: Text(200, { examples: ['Bookkeeping'] }), role: OneOf(keyRoles) };
const Strict = Type.Boolean({
  description:
    'Whether requests with unknown fields or parameters are rejected, as with the header `Prefer: handling=strict`. A Prefer header decides otherwise for its request.',
  examples: [true],
  'x-open-point': 'P-116',
});
const ReadOnly = Type.Boolean({
  description: 'Whether the key only reads: GET, previews and dry runs. Everything else is 403.',
  examples: [true],
  'x-open-point': 'P-144',
});
const BuildingIds = Type.Unsafe<string[] | null>({
  type: ['array', 'null'],
  items: Id,
  minItems: 1,
  maxItems: maxKeyBuildings,
  uniqueItems: true,
  description:
    'The buildings that the key is limited to. Objects of others answer as if they did not exist; what concerns the whole organization is 403. null: no limit.',
  'x-open-point': 'P-145',
});
const Networks = Type.Unsafe<string[] | null>({
  type: ['array', 'null'],
  items: { type: 'string', maxLength: 50 },
  minItems: 1,
  maxItems: maxKeyNetworks,
  description:
    'The networks that the key is accepted from, IPv4 and IPv6. A single address is a network of one. null: all.',
  examples: [['192.0.2.0/24', '2001:db8::/32']],
  'x-open-point': 'P-146',
});
const apiKeyFields = {
  id: Id,
  ...keyFields,
  strict: Strict,
  readOnly: ReadOnly,
  buildingIds: BuildingIds,
  networks: Networks,
  keyHint: Type.String({ description: 'The end of the key.' }),
  expiresAt: Nullable(Instant),
  createdBy: Nullable(Id),
  createdAt: Instant,
  lastUsedAt: Nullable(Type.String({ ...Instant, description: 'Exact to the minute; null before the first use.' })),
  lastUsedAddress: Nullable(Type.String({ description: 'The network address of that use.', examples: ['192.0.2.7'] })),
  previousKeyHint: Nullable(
    Type.String({ description: 'The end of the text before the last replacement.', 'x-open-point': 'P-147' }),
  ),
  previousUntil: Nullable(
    Type.String({ ...Instant, description: 'Until when that text is accepted.', 'x-open-point': 'P-147' }),
  ),
};
const ApiKeyBody = Type.Object(apiKeyFields);
const ApiKeyWithText = Type.Object({ ...apiKeyFields, apiKey: Type.String() });

/** The API's names for a key. */
function apiKeyBody<K extends Pick<ApiKey, 'hint' | 'previousHint'>>(scope: Scope, { hint, previousHint, ...key }: K) {
  const previousKeyHint = previousHint === null ? null : shownHint(scope, previousHint);
  return { ...key, keyHint: shownHint(scope, hint), previousKeyHint };
}

const keys = operation({
  name: 'listApiKeys',
  route: 'GET /api-keys',
  summary: 'List API keys',
  description: 'The organization’s keys, without their text.',
  permission: 'keys:manage',
  query: Type.Object(plainPagingQuery(Object.keys(apiKeyOrders))),
  responses: showsPage('A page of keys.', ApiKeyBody),
  openPoints: ['P-24'],
  handle: (scope, { path, query }) =>
    pageResponse(scope, { path, query }, Object.keys(apiKeyOrders), async (page) =>
      (await listApiKeys(scope, page)).map((key) => apiKeyBody(scope, key)),
    ),
});

const newKey = operation({
  name: 'createApiKey',
  route: 'POST /api-keys',
  summary: 'Create an API key',
  description:
    'The text of the key is only in this response. A key acts for the organization, never for a person: it cannot delete a building or manage keys or members. Give a program no more than it needs: `readOnly`, `buildingIds` and `networks` narrow what a stolen key can do. Unknown fields are always rejected, so that a misspelt limit is not lost.',
  permission: 'keys:manage',
  rules: ['confirmed', 'strict'],
  body: Type.Object({
    ...keyFields,
    strict: Type.Optional(Strict),
    readOnly: Type.Optional(ReadOnly),
    buildingIds: Type.Optional(BuildingIds),
    networks: Type.Optional(Networks),
    expiresAt: Type.Optional(Nullable(Instant)),
  }),
  responses: showsNew('The key, with its text.', ApiKeyWithText),
  openPoints: ['P-24', 'P-144', 'P-145', 'P-146', 'P-132'],
  handle: async (scope, { body }) => {
    const expiresAt = body.expiresAt ? new Date(body.expiresAt) : null;
    const key = await createKey(scope, { ...body, expiresAt });
    return createdResponse(apiKeyBody(scope, key), `${consoleBase}/api-keys/${key.id}`);
  },
});

const patchKey = operation({
  name: 'changeApiKey',
  route: 'PATCH /api-keys/:id',
  summary: 'Change an API key',
  description:
    'Applies from the next request with the key. What is absent stays. Role, buildings and `readOnly` of a key never change: create another key. Unknown fields are always rejected.',
  permission: 'keys:manage',
  rules: ['confirmed', 'strict'],
  body: Type.Object({ strict: Type.Optional(Strict), networks: Type.Optional(Networks) }),
  responses: showsData('The changed key, without its text.', ApiKeyBody),
  openPoints: ['P-24', 'P-116', 'P-146', 'P-132'],
  handle: async (scope, { params: { id = '' }, body }) =>
    okResponse(apiKeyBody(scope, await changeKey(scope, id, body))),
});

const replacement = operation({
  name: 'replaceApiKey',
  route: 'POST /api-keys/:id/replace',
  summary: 'Replace the text of an API key',
  description:
    'The new text is only in this response. The text before is accepted for `overlapHours` more, so that a program can be changed without an interruption; with 0 it ends at once, as after a leak. A text before that ends at once. Role, limits and expiry stay.',
  permission: 'keys:manage',
  rules: ['confirmed'],
  body: Type.Optional(
    Type.Object({
      overlapHours: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: maxOverlapHours,
          default: defaultOverlapHours,
          description: 'How long the text before is accepted, in hours.',
          examples: [defaultOverlapHours],
        }),
      ),
    }),
  ),
  responses: showsData('The key, with its new text.', ApiKeyWithText),
  errors: ['key_expired'],
  openPoints: ['P-24', 'P-147', 'P-132'],
  handle: async (scope, { params: { id = '' }, body }) =>
    okResponse(apiKeyBody(scope, await replaceKey(scope, id, body?.overlapHours))),
});

const deleteKey = operation({
  name: 'revokeApiKey',
  route: 'DELETE /api-keys/:id',
  summary: 'Revoke an API key',
  description: 'The next request with it is rejected.',
  permission: 'keys:manage',
  rules: ['confirmed'],
  responses: showsNothing('Revoked.'),
  openPoints: ['P-24', 'P-132'],
  handle: noContentAfter(revokeKey),
});

export const apiKeyOperations = tagged('Settings', [keys, newKey, patchKey, replacement, deleteKey]);
