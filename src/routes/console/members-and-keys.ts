// Console API: account settings for owners in person (members, API keys, security log).
import { createdResponse, DataOf, noContent, okResponse, operation, PageOf } from '../../http/operation.ts';
import { pageResponse, plainPagingQuery } from '../../http/paging.ts';
import { Id, Instant, Nullable, OneOf, Text, Type } from '../../http/schemas.ts';
import { changeKey, createKey, getKey, keyPrefix, keyRoles, revokeKey } from '../../identity/api-keys.ts';
import { apiKeyOrders, listApiKeys, listMembers, memberOrders } from '../../identity/identity-queries.ts';
import { getMember } from '../../identity/members.ts';
import { securityKinds } from '../../identity/security-log.ts';
import { listSecurityEvents, securityOrders } from '../../identity/security-log-queries.ts';
import { removeFromOrganization } from '../../maintenance/remove-from-organization.ts';
import { callerKinds, callerRoles, type Scope } from '../../platform/db/scope.ts';
import { languages } from '../../platform/values/languages.ts';
import { changeMemberRole } from '../../residents/end-membership.ts';
import { consoleBase } from './base-path.ts';

const MemberBody = Type.Object({
  id: Id,
  name: Type.String(),
  email: Type.String(),
  language: OneOf(languages),
  role: OneOf(callerRoles),
  createdAt: Instant,
  lastUsedAt: Type.String({ ...Instant, description: 'The time of the person’s last sign-in here.' }),
});

const members = operation({
  name: 'listMembers',
  method: 'GET',
  path: '/members',
  tag: 'Settings',
  summary: 'List members',
  description: 'Everybody with an account here, with their role.',
  permission: 'members:manage',
  query: Type.Object({ ...plainPagingQuery(Object.keys(memberOrders)), role: Type.Optional(OneOf(callerRoles)) }),
  responses: { 200: { description: 'A page of members.', schema: PageOf(MemberBody) } },
  errors: [],
  openPoints: ['P-25'],
  handle: (scope, { query }) =>
    pageResponse(
      scope,
      { name: 'members', path: `${consoleBase}/members`, sortable: Object.keys(memberOrders) },
      query,
      (page) => listMembers(scope, query, page),
    ),
});

const changeMember = operation({
  name: 'changeRole',
  method: 'PATCH',
  path: '/members/:id',
  tag: 'Settings',
  summary: 'Change a role',
  description: 'Applies from the person’s next request. The last owner cannot lose the role.',
  permission: 'members:manage',
  body: Type.Object({ role: OneOf(callerRoles) }),
  responses: { 200: { description: 'The updated member.', schema: DataOf(MemberBody) } },
  errors: ['last_owner'],
  openPoints: ['P-25'],
  requireObject: (scope, { id = '' }) => getMember(scope, id),
  handle: async (scope, { params: { id = '' }, body }) => okResponse(await changeMemberRole(scope, id, body.role)),
});

const remove = operation({
  name: 'removeMember',
  method: 'DELETE',
  path: '/members/:id',
  tag: 'Settings',
  summary: 'Remove a member',
  description:
    'Ends all sessions of the person here at once, cancels their invitations and the staff invitations they sent, and unlinks the account from their resident. API keys they created belong to the organization and stay: revoke them if needed (`createdBy`). The last owner cannot be removed.',
  permission: 'members:manage',
  responses: { 204: { description: 'Removed.' } },
  errors: ['last_owner'],
  openPoints: ['P-25'],
  requireObject: (scope, { id = '' }) => getMember(scope, id),
  handle: async (scope, { params: { id = '' } }) => {
    await removeFromOrganization(scope, id);
    return noContent;
  },
});

const keyFields = { name: Text(200, { examples: ['Bookkeeping'] }), role: OneOf(keyRoles) };
const Strict = Type.Boolean({
  description:
    'Whether requests with unknown fields or parameters are rejected, as with the header `Prefer: handling=strict`. A Prefer header decides otherwise for its request.',
  examples: [true],
  'x-open-point': 'P-116',
});
const apiKeyFields = {
  id: Id,
  ...keyFields,
  strict: Strict,
  keyHint: Type.String({ description: 'The end of the key.' }),
  expiresAt: Nullable(Instant),
  createdBy: Nullable(Id),
  createdAt: Instant,
  lastUsedAt: Nullable(Type.String({ ...Instant, description: 'Exact to the minute; null before the first use.' })),
};
const ApiKeyBody = Type.Object(apiKeyFields);

/** The API's names for a key. */
function apiKeyBody<K extends { readonly hint: string }>(scope: Scope, { hint, ...key }: K) {
  return { ...key, keyHint: `${keyPrefix(scope)}…${hint}` };
}

const keys = operation({
  name: 'listApiKeys',
  method: 'GET',
  path: '/api-keys',
  tag: 'Settings',
  summary: 'List API keys',
  description: 'The organization’s keys, without their text.',
  permission: 'keys:manage',
  query: Type.Object(plainPagingQuery(Object.keys(apiKeyOrders))),
  responses: { 200: { description: 'A page of keys.', schema: PageOf(ApiKeyBody) } },
  errors: [],
  openPoints: ['P-24'],
  handle: (scope, { query }) =>
    pageResponse(
      scope,
      { name: 'api keys', path: `${consoleBase}/api-keys`, sortable: Object.keys(apiKeyOrders) },
      query,
      async (page) => (await listApiKeys(scope, page)).map((key) => apiKeyBody(scope, key)),
    ),
});

const newKey = operation({
  name: 'createApiKey',
  method: 'POST',
  path: '/api-keys',
  tag: 'Settings',
  summary: 'Create an API key',
  description:
    'The text of the key is only in this response. A key acts for the organization, never for a person: it cannot delete a building or manage keys or members.',
  permission: 'keys:manage',
  body: Type.Object({ ...keyFields, strict: Type.Optional(Strict), expiresAt: Type.Optional(Nullable(Instant)) }),
  responses: {
    201: {
      description: 'The key, with its text.',
      schema: DataOf(Type.Object({ ...apiKeyFields, apiKey: Type.String() })),
    },
  },
  errors: [],
  openPoints: ['P-24'],
  handle: async (scope, { body }) => {
    const expiresAt = body.expiresAt ? new Date(body.expiresAt) : null;
    const key = await createKey(scope, { name: body.name, role: body.role, strict: body.strict, expiresAt });
    return createdResponse(apiKeyBody(scope, key), `${consoleBase}/api-keys/${key.id}`);
  },
});

const patchKey = operation({
  name: 'changeApiKey',
  method: 'PATCH',
  path: '/api-keys/:id',
  tag: 'Settings',
  summary: 'Change an API key',
  description: 'Applies from the next request with the key.',
  permission: 'keys:manage',
  body: Type.Object({ strict: Strict }),
  responses: { 200: { description: 'The changed key, without its text.', schema: DataOf(ApiKeyBody) } },
  errors: [],
  openPoints: ['P-24', 'P-116'],
  requireObject: (scope, { id = '' }) => getKey(scope, id),
  handle: async (scope, { params: { id = '' }, body }) =>
    okResponse(apiKeyBody(scope, await changeKey(scope, id, body))),
});

const deleteKey = operation({
  name: 'revokeApiKey',
  method: 'DELETE',
  path: '/api-keys/:id',
  tag: 'Settings',
  summary: 'Revoke an API key',
  description: 'The next request with it is rejected.',
  permission: 'keys:manage',
  responses: { 204: { description: 'Revoked.' } },
  errors: [],
  openPoints: ['P-24'],
  requireObject: (scope, { id = '' }) => getKey(scope, id),
  handle: async (scope, { params: { id = '' } }) => {
    await revokeKey(scope, id);
    return noContent;
  },
});

const log = operation({
  name: 'listSecurityEvents',
  method: 'GET',
  path: '/security-log',
  tag: 'Settings',
  summary: 'List the security log',
  description:
    'Sign-ins and failures, and changes of members, keys, bank accounts, banks, webhooks and the organization’s name, newest first. For a change, `detail` has the subject in `about` and the values `before` and `after`; for secrets only hints. Kept for a year.',
  permission: 'security-log:read',
  query: Type.Object({
    ...plainPagingQuery(Object.keys(securityOrders)),
    sort: Type.Optional(OneOf(['-at', 'at'], { description: 'The sort order; default: newest first.' })),
    kind: Type.Optional(OneOf(securityKinds)),
    from: Type.Optional(Type.String({ ...Instant, description: 'At or after this time.' })),
    to: Type.Optional(Type.String({ ...Instant, description: 'Before this time.' })),
  }),
  responses: {
    200: {
      description: 'A page of log entries.',
      schema: PageOf(
        Type.Object({
          id: Id,
          at: Instant,
          kind: OneOf(securityKinds),
          actor: Type.Object({
            kind: OneOf([...callerKinds, 'nobody']),
            id: Nullable(Id),
            name: Nullable(Type.String({ description: 'The name of the person or key at that time.' })),
          }),
          address: Nullable(Type.String({ description: 'The network address, if known.' })),
          detail: Type.Unsafe<object>({ type: 'object', additionalProperties: true }),
        }),
      ),
    },
  },
  errors: [],
  openPoints: [],
  handle: (scope, { query }) => {
    const { kind, from, to } = query;
    const filter = { kind, from: from ? new Date(from) : undefined, to: to ? new Date(to) : undefined };
    return pageResponse(
      scope,
      { name: 'security log', path: `${consoleBase}/security-log`, sortable: ['-at', 'at'] },
      query,
      (page) => listSecurityEvents(scope, filter, page),
    );
  },
});

export const memberAndKeyOperations = [members, changeMember, remove, keys, newKey, patchKey, deleteKey, log];
