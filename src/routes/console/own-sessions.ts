// Console API: the signed-in person's own sessions on all devices, and ending them.
import {
  noContent,
  noContentAfter,
  okResponse,
  operation,
  showsData,
  showsNothing,
  tagged,
} from '../../http/operation.ts';
import { Id, Instant, Nullable, Type } from '../../http/schemas.ts';
import { endOtherSignIns, endSignIn, listSignIns } from '../../identity/sign-ins.ts';

const tag = 'Account';

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
  route: 'GET /me/sessions',
  summary: 'List one’s own sessions',
  description:
    'All sessions of the person in any organization, last used first; at most 100. A session covers every organization opened from it.',
  permission: 'own:account',
  rules: ['unlogged'],
  responses: showsData('The sessions.', Type.Array(OwnSessionBody)),
  openPoints: ['P-67'],
  handle: async (scope) => {
    const all = await listSignIns(scope);
    return okResponse(all.map(({ isCurrent, ...session }) => ({ ...session, current: isCurrent })));
  },
});

const endSession = operation({
  name: 'endOwnSession',
  route: 'DELETE /me/sessions/:id',
  summary: 'End an own session',
  description: 'Signs the person out there at once, in every organization.',
  permission: 'own:account',
  rules: ['confirmed'],
  responses: showsNothing('Ended.'),
  openPoints: ['P-67', 'P-132'],
  handle: noContentAfter(endSignIn),
});

const endOthers = operation({
  name: 'endOtherSessions',
  route: 'POST /me/sessions/end-others',
  summary: 'End all other sessions',
  description: 'Signs the person out everywhere else.',
  permission: 'own:account',
  rules: ['confirmed'],
  responses: showsNothing('Ended.'),
  openPoints: ['P-67', 'P-132'],
  handle: async (scope) => {
    await endOtherSignIns(scope);
    return noContent;
  },
});

export const ownSessionOperations = tagged(tag, [list, endSession, endOthers]);
