// Console API: residents and their residencies, including move-in and move-out.

import { bulkBody, bulkResponses, makeItemHandler } from '../../http/bulk-items.ts';
import { ifMatchHeader, requireMatch } from '../../http/entity-tags.ts';
import {
  createdResponse,
  noContent,
  okResponse,
  operation,
  showsData,
  showsNew,
  showsNothing,
  tagged,
} from '../../http/operation.ts';
import type { Static } from '../../http/schemas.ts';
import type { Params } from '../../http/validate-request.ts';
import { setOwnFields } from '../../platform/db/own-fields.ts';
import type { Scope } from '../../platform/db/scope.ts';
import { lockResident } from '../../residents/resident-queries.ts';
import {
  changeResidency,
  createResident,
  deleteResident,
  getResident,
  moveIn,
  removeResidency,
  updateResident,
} from '../../residents/residents.ts';
import { lockVersionOf, showOwnFields, taggedResponse } from '../api/own-fields-bodies.ts';
import { ChangedResidency, ChangedResident, NewResidency, NewResident, ResidentBody } from '../api/resident-bodies.ts';
import { consoleBase } from './base-path.ts';
import { residentsImportOperation } from './residents-import.ts';

const show = async (scope: Scope, { id = '' }: Params) => showOwnFields(scope, await getResident(scope, id));
const lockVersion = lockVersionOf(ResidentBody, (scope, { id = '' }) => lockResident(scope, id), show);

const get = operation({
  name: 'getResident',
  route: 'GET /residents/:id',
  summary: 'Fetch one resident',
  description: 'With every apartment and its days.',
  permission: 'people:read',
  responses: showsData('The resident.', ResidentBody, { tagged: true }),
  openPoints: ['P-41', 'P-107'],
  handle: async (scope, { params }) => taggedResponse(ResidentBody, await show(scope, params)),
});

async function createWithOwnFields(scope: Scope, body: Static<typeof NewResident>): Promise<{ id: string }> {
  const { id } = await createResident(scope, body);
  await setOwnFields(scope, 'resident', id, body);
  return { id };
}

const create = operation({
  name: 'createResident',
  route: 'POST /residents',
  summary: 'Create a resident',
  description: 'Does not create an account; invite the person for that.',
  permission: 'people:write',
  body: NewResident,
  responses: showsNew('The resident.', ResidentBody, { tagged: true }),
  errors: ['not_found', 'residency_overlaps'],
  openPoints: ['P-41', 'P-104'],
  handle: async (scope, { body }) => {
    const { id } = await createWithOwnFields(scope, body);
    const resident = await show(scope, { id });
    return taggedResponse(ResidentBody, resident, createdResponse(resident, `${consoleBase}/residents/${id}`));
  },
});

const createItems = makeItemHandler({ schema: NewResident, create: createWithOwnFields });

const createMany = operation({
  name: 'createResidents',
  route: 'POST /residents/bulk',
  summary: 'Create many residents',
  description:
    'Up to 500 residents, each as if created alone: one that is rejected does not stop the others. The result of each says its id or its problem. With an Idempotency-Key a repeat creates nothing twice and gets the same results.',
  permission: 'people:write',
  rules: ['bulk'],
  body: bulkBody(NewResident, 'NewResidents'),
  responses: bulkResponses('resident'),
  openPoints: ['P-41', 'P-114'],
  handle: (scope, { body }) => createItems(scope, body.items),
});

const update = operation({
  name: 'updateResident',
  route: 'PATCH /residents/:id',
  summary: 'Change a resident',
  description: 'Changes only the given fields.',
  permission: 'people:write',
  body: ChangedResident,
  responses: showsData('The updated resident.', ResidentBody, { tagged: true }),
  openPoints: ['P-41', 'P-104', 'P-107'],
  headers: ifMatchHeader,
  handle: async (scope, input) => {
    const { params, body } = input;
    const { id = '' } = params;
    await requireMatch(scope, input, lockVersion);
    await updateResident(scope, id, body);
    await setOwnFields(scope, 'resident', id, body);
    return taggedResponse(ResidentBody, await show(scope, params));
  },
});

const remove = operation({
  name: 'deleteResident',
  route: 'DELETE /residents/:id',
  summary: 'Delete a resident',
  description: 'Rejected while the person has an apartment.',
  permission: 'people:write',
  responses: showsNothing('Deleted.'),
  errors: ['resident_in_use'],
  openPoints: ['P-41', 'P-107'],
  headers: ifMatchHeader,
  handle: async (scope, input) => {
    await requireMatch(scope, input, lockVersion);
    await deleteResident(scope, input.params.id ?? '');
    return noContent;
  },
});

const moveInOperation = operation({
  name: 'moveIn',
  route: 'POST /residents/:id/residencies',
  summary: 'Move in',
  description: 'The person lives in or owns the apartment from a day on.',
  permission: 'people:write',
  body: NewResidency,
  responses: showsNew('The updated resident.', ResidentBody),
  errors: ['residency_overlaps', 'not_found'],
  openPoints: ['P-41'],
  handle: async (scope, { params: { id = '' }, body }) =>
    createdResponse(await moveIn(scope, id, body), `${consoleBase}/residents/${id}`),
});

const change = operation({
  name: 'changeResidency',
  route: 'PATCH /residents/:id/residencies/:residencyId',
  summary: 'Move out, or change a residency',
  description: 'With `until` the person moves out at the end of that day.',
  permission: 'people:write',
  body: ChangedResidency,
  responses: showsData('The updated resident.', ResidentBody),
  errors: ['residency_overlaps'],
  openPoints: ['P-41'],
  handle: async (scope, { params: { id = '', residencyId = '' }, body }) =>
    okResponse(await changeResidency(scope, id, residencyId, body)),
});

const deleteResidencyOperation = operation({
  name: 'deleteResidency',
  route: 'DELETE /residents/:id/residencies/:residencyId',
  summary: 'Delete a residency',
  description: 'For a residency recorded by mistake. For a move-out, set the last day instead.',
  permission: 'people:write',
  responses: showsNothing('Gone.'),
  openPoints: ['P-41'],
  handle: async (scope, { params: { id = '', residencyId = '' } }) => {
    await removeResidency(scope, id, residencyId);
    return noContent;
  },
});

export const residentOperations = tagged('Residents', [
  get,
  create,
  createMany,
  residentsImportOperation,
  update,
  remove,
  moveInOperation,
  change,
  deleteResidencyOperation,
]);
