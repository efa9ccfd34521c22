// Console API: account settings for owners in person (members, security log).
import {
  noContentAfter,
  okResponse,
  operation,
  showsData,
  showsNothing,
  showsPage,
  tagged,
} from '../../http/operation.ts';
import { pageResponse, plainPagingQuery } from '../../http/paging.ts';
import { Id, Instant, Nullable, OneOf, Type } from '../../http/schemas.ts';
import { endMemberSessions } from '../../identity/end-sessions.ts';
import { memberOrders } from '../../identity/identity-queries.ts';
import { listMembersWithFactors } from '../../identity/members.ts';
import { securityKinds } from '../../identity/security-log.ts';
import { listSecurityEvents, securityOrders } from '../../identity/security-log-queries.ts';
import { removeFromOrganization } from '../../maintenance/remove-from-organization.ts';
import { callerKinds, callerRoles } from '../../platform/db/scope.ts';
import { languages } from '../../platform/values/languages.ts';
import { changeMemberRole } from '../../residents/end-membership.ts';

const MemberBody = Type.Object({
  id: Id,
  name: Type.String(),
  email: Type.String(),
  language: OneOf(languages),
  role: OneOf(callerRoles),
  createdAt: Instant,
  lastUsedAt: Type.String({ ...Instant, description: 'The time of the person’s last sign-in here.' }),
});
const ListedMemberBody = Type.Object({
  ...MemberBody.properties,
  secondFactor: Type.Boolean({ description: 'Whether the person has a second factor.' }),
});

const members = operation({
  name: 'listMembers',
  route: 'GET /members',
  summary: 'List members',
  description: 'Everybody with an account here, with their role.',
  permission: 'members:manage',
  query: Type.Object({ ...plainPagingQuery(Object.keys(memberOrders)), role: Type.Optional(OneOf(callerRoles)) }),
  responses: showsPage('A page of members.', ListedMemberBody),
  openPoints: ['P-25'],
  handle: (scope, { path, query }) =>
    pageResponse(scope, { path, query }, Object.keys(memberOrders), (page) =>
      listMembersWithFactors(scope, query, page),
    ),
});

const changeMember = operation({
  name: 'changeRole',
  route: 'PATCH /members/:id',
  summary: 'Change a role',
  description: 'Applies from the person’s next request. The last owner cannot lose the role.',
  permission: 'members:manage',
  rules: ['confirmed'],
  body: Type.Object({ role: OneOf(callerRoles) }),
  responses: showsData('The updated member.', MemberBody),
  errors: ['last_owner'],
  openPoints: ['P-25', 'P-132'],
  handle: async (scope, { params: { id = '' }, body }) => okResponse(await changeMemberRole(scope, id, body.role)),
});

const remove = operation({
  name: 'removeMember',
  route: 'DELETE /members/:id',
  summary: 'Remove a member',
  description:
    'Ends all sessions of the person here at once, cancels their invitations and the staff invitations they sent, unlinks the account from their resident, and removes them from the test organizations that were made here. API keys they created belong to the organization and stay: revoke them if needed (`createdBy`). The last owner cannot be removed.',
  permission: 'members:manage',
  rules: ['confirmed'],
  responses: showsNothing('Removed.'),
  errors: ['last_owner'],
  openPoints: ['P-25', 'P-132'],
  handle: noContentAfter(removeFromOrganization),
});

const endSessions = operation({
  name: 'endMemberSessions',
  route: 'POST /members/:id/end-sessions',
  summary: 'Sign a member out everywhere',
  description:
    'Ends all sessions of the person here at once, and those in other organizations that belong to the same sign-ins. They have to sign in again. It is in the security log. API keys stay.',
  permission: 'members:manage',
  rules: ['confirmed'],
  responses: showsNothing('Ended.'),
  openPoints: ['P-67', 'P-132'],
  handle: noContentAfter(endMemberSessions),
});

const log = operation({
  name: 'listSecurityEvents',
  route: 'GET /security-log',
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
  responses: showsPage(
    'A page of log entries.',
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
  handle: (scope, { path, query }) => {
    const { kind, from, to } = query;
    const filter = { kind, from: from ? new Date(from) : undefined, to: to ? new Date(to) : undefined };
    return pageResponse(scope, { path, query }, ['-at', 'at'], (page) => listSecurityEvents(scope, filter, page));
  },
});

export const memberOperations = tagged('Settings', [members, changeMember, remove, endSessions, log]);
