// Console API: the signed-in person's own sessions on all devices, and ending them.
import { DataOf, noContent, okResponse, operation, tagged } from '../../http/operation.ts';
import { Id, Instant, Nullable, Type } from '../../http/schemas.ts';
import { endOtherSignIns, endSignIn, listSignIns } from '../../identity/sign-ins.ts';

const tag = 'Account';
const path = '/me/sessions';

const OwnSessionBody = Type.Object({
  id: Id,
  device: Nullable(Type.String({ description: 'Such as `Firefox, Windows`. Null if the client did not send it.' })),
  address: Nullable(Type.String({ description: 'The network address of the sign-in.' })),
  signedInAt: Instant,
  lastUsedAt: { ...Instant, description: 'Exact to 15 minutes.' },
  current: Type.Boolean({ description: 'Whether this is the current session.' }),
});

const list = operation({
  name: 'listOwnSessions',
  method: 'GET',
  path,
  summary: 'List one’s own sessions',
  description:
    'All sessions of the person in any organization, last used first; at most 100. A session covers every organization opened from it.',
  permission: 'own:account',
  rules: ['unlogged'],
  responses: { 200: { description: 'The sessions.', schema: DataOf(Type.Array(OwnSessionBody)) } },
  errors: [],
  openPoints: ['P-67'],
  handle: async (scope) => {
    const all = await listSignIns(scope);
    return okResponse(all.map(({ isCurrent, ...session }) => ({ ...session, current: isCurrent })));
  },
});

const endSession = operation({
  name: 'endOwnSession',
  method: 'DELETE',
  path: `${path}/:id`,
  summary: 'End an own session',
  description: 'Signs the person out there at once, in every organization.',
  permission: 'own:account',
  rules: ['confirmed'],
  responses: { 204: { description: 'Ended.' } },
  errors: [],
  openPoints: ['P-67', 'P-132'],
  handle: async (scope, { params }) => {
    await endSignIn(scope, params.id ?? '');
    return noContent;
  },
});

const endOthers = operation({
  name: 'endOtherSessions',
  method: 'POST',
  path: `${path}/end-others`,
  summary: 'End all other sessions',
  description: 'Signs the person out everywhere else.',
  permission: 'own:account',
  rules: ['confirmed'],
  responses: { 204: { description: 'Ended.' } },
  errors: [],
  openPoints: ['P-67', 'P-132'],
  handle: async (scope) => {
    await endOtherSignIns(scope);
    return noContent;
  },
});

export const ownSessionOperations = tagged(tag, [list, endSession, endOthers]);
