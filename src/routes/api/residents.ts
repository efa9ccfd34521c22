// Integration API: residents and users, with invitations.

import { RequestError } from '../../http/errors.ts';
import {
  createdResponse,
  MirroredPageOf,
  noContentAfter,
  operation,
  showsNew,
  showsNothing,
  showsPage,
  tagged,
} from '../../http/operation.ts';
import { mirroredPageResponse, pageResponse, pagingQuery } from '../../http/paging.ts';
import { Day, Id, Text, Type } from '../../http/schemas.ts';
import { requireConfirmation } from '../../identity/confirmations.ts';
import { bodyProblem } from '../../platform/errors.ts';
import { cancelInvitation, invite } from '../../residents/invitations.ts';
import { invitationOrders, listInvitations, residentOrders } from '../../residents/resident-queries.ts';
import { listResidents } from '../../residents/residents.ts';
import { includeQuery, ownFieldsFilterOf, ownFieldsFilters, showListed } from './own-fields-bodies.ts';
import { InvitationBody, NewInvitation, ResidentBody } from './resident-bodies.ts';

const sortableResidents = Object.keys(residentOrders);
const sortableInvitations = Object.keys(invitationOrders);

const list = operation({
  name: 'listResidents',
  route: 'GET /residents',
  summary: 'List residents',
  description:
    'All present and past residents and owners, with or without an account, each with all their apartments and days.',
  permission: 'people:read',
  query: Type.Object({
    ...pagingQuery(sortableResidents),
    ...ownFieldsFilters,
    ...includeQuery('deleted', 'etags'),
    buildingId: Type.Optional({ ...Id, 'x-open-point': 'P-41' }),
    apartmentId: Type.Optional({ ...Id, 'x-open-point': 'P-41' }),
    activeOn: Type.Optional(
      Type.String({ ...Day, description: 'Only residents on this day.', 'x-open-point': 'P-41' }),
    ),
    search: Type.Optional(
      Text(200, { description: 'Part of a name, an e-mail address or a telephone number.', 'x-open-point': 'P-41' }),
    ),
  }),
  responses: { 200: { description: 'A page of residents.', schema: MirroredPageOf(ResidentBody) } },
  errors: ['not_found'],
  openPoints: ['P-1', 'P-2', 'P-41', 'P-104', 'P-105'],
  handle: (scope, { path, query }) => {
    const filter = { ...query, ...ownFieldsFilterOf(scope, query) };
    return mirroredPageResponse(
      scope,
      { path, query },
      { kind: 'resident', sortable: sortableResidents },
      async (page) => showListed(scope, ResidentBody, query, await listResidents(scope, filter, page)),
    );
  },
});

const create = operation({
  name: 'createInvitation',
  route: 'POST /invitations',
  summary: 'Invite somebody',
  description:
    'Sends an e-mail with a single-use link, valid for seven days. The person who accepts becomes a resident of the apartment from that day (or from `since`, or from an already recorded day), with an account; or, if invited by an owner in person, a manager or accountant. To invite those, the owner has signed in or confirmed within the last five minutes.',
  permission: 'people:write',
  body: NewInvitation,
  responses: showsNew('The invitation.', InvitationBody),
  errors: ['already_invited', 'already_exists', 'not_found', 'confirmation_required'],
  openPoints: ['P-3', 'P-42', 'P-132', 'P-138'],
  handle: async (scope, { body }) => {
    const { role = 'resident' } = body;
    if (role !== 'resident') await requireConfirmation(scope);
    if (role === 'resident' && body.apartmentId === undefined) {
      const message = 'apartmentId is missing: a resident is invited to an apartment.';
      throw new RequestError('invalid_body', { problems: [bodyProblem(['apartmentId'], 'required', message)] });
    }
    const invitation = await invite(scope, body);
    return createdResponse(invitation, `${scope.config.basePath}/invitations/${invitation.id}`);
  },
});

const listPending = operation({
  name: 'listInvitations',
  route: 'GET /invitations',
  summary: 'List pending invitations',
  description: 'Invitations that can still be accepted.',
  permission: 'people:read',
  query: Type.Object(pagingQuery(sortableInvitations)),
  responses: showsPage('A page of invitations.', InvitationBody),
  openPoints: ['P-1', 'P-2', 'P-42', 'P-138'],
  handle: (scope, { path, query }) =>
    pageResponse(scope, { path, query }, sortableInvitations, (page) => listInvitations(scope, page)),
});

const cancel = operation({
  name: 'cancelInvitation',
  route: 'DELETE /invitations/:id',
  summary: 'Cancel an invitation',
  description: 'The link in its e-mail becomes invalid. An invitation that is no longer pending is not found.',
  permission: 'people:write',
  responses: showsNothing('Cancelled.'),
  openPoints: ['P-42'],
  handle: noContentAfter(cancelInvitation),
});

export const residentOperations = tagged('Residents and users', [list, create, listPending, cancel]);
