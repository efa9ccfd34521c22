// Integration API: buildings.

import { isUtf8 } from 'node:buffer';
import { ifMatchHeader, requireMatch } from '../../http/entity-tags.ts';
import { RequestError } from '../../http/errors.ts';
import {
  createdResponse,
  MirroredPageOf,
  noContent,
  operation,
  showsData,
  showsNew,
  showsNothing,
  tagged,
} from '../../http/operation.ts';
import { mirroredPageResponse, pagingQuery } from '../../http/paging.ts';
import { Type } from '../../http/schemas.ts';
import type { Params } from '../../http/validate-request.ts';
import { confirmByProgram, requireConfirmation } from '../../identity/confirmations.ts';
import { setOwnFields } from '../../platform/db/own-fields.ts';
import type { Scope } from '../../platform/db/scope.ts';
import { bodyProblem, Forbidden } from '../../platform/errors.ts';
import { archiveBuilding, createBuilding, getBuilding, updateBuilding } from '../../properties/buildings.ts';
import { buildingOrders, listBuildings, lockBuilding } from '../../properties/property-queries.ts';
import { BuildingBody, ChangedBuilding, NewBuilding } from './building-bodies.ts';
import {
  includeQuery,
  lockVersionOf,
  ownFieldsFilterOf,
  ownFieldsFilters,
  showListed,
  showOwnFields,
  taggedResponse,
} from './own-fields-bodies.ts';
import { OneTimeCodeSchema, PasswordSchema } from './token-bodies.ts';

const sortable = Object.keys(buildingOrders);

const show = async (scope: Scope, { id = '' }: Params) => showOwnFields(scope, await getBuilding(scope, id));
const lockVersion = lockVersionOf(BuildingBody, (scope, { id = '' }) => lockBuilding(scope, id), show);

/** Whether a body decides where residents send their money (open point P-132). */
const setsBankAccount = ({
  billing,
}: {
  readonly billing?: { readonly iban?: unknown; readonly beneficiary?: unknown };
}) => billing?.iban !== undefined || billing?.beneficiary !== undefined;

const list = operation({
  name: 'listBuildings',
  route: 'GET /buildings',
  summary: 'List buildings',
  description: 'The buildings of the organization; residents see those of their own apartments.',
  permission: 'buildings:read',
  rules: ['unlogged'],
  query: Type.Object({ ...ownFieldsFilters, ...includeQuery('deleted', 'etags'), ...pagingQuery(sortable) }),
  responses: { 200: { description: 'A page of buildings.', schema: MirroredPageOf(BuildingBody) } },
  openPoints: ['P-1', 'P-2', 'P-104', 'P-105'],
  handle: (scope, { path, query }) => {
    const filter = ownFieldsFilterOf(scope, query);
    return mirroredPageResponse(scope, { path, query }, { kind: 'building', sortable }, async (page) =>
      showListed(scope, BuildingBody, query, await listBuildings(scope, page, filter)),
    );
  },
});

const create = operation({
  name: 'createBuilding',
  route: 'POST /buildings',
  summary: 'Create a building',
  description:
    'Creates a building. Defaults of the billing settings: EUR, 14 days, Europe/Tallinn, Estonian, no charges. A person who sets an IBAN or beneficiary has signed in or confirmed within the last five minutes.',
  permission: 'buildings:write',
  body: NewBuilding,
  responses: showsNew('The building.', BuildingBody, { tagged: true }),
  errors: ['not_found', 'person_required', 'confirmation_required'],
  openPoints: ['P-3', 'P-30', 'P-32', 'P-59', 'P-64', 'P-104', 'P-132'],
  handle: async (scope, { body }) => {
    if (setsBankAccount(body)) await requireConfirmation(scope);
    const { id } = await createBuilding(scope, body);
    await setOwnFields(scope, 'building', id, body);
    const building = await show(scope, { id });
    return taggedResponse(
      BuildingBody,
      building,
      createdResponse(building, `${scope.config.basePath}/buildings/${id}`),
    );
  },
});

const get = operation({
  name: 'getBuilding',
  route: 'GET /buildings/:id',
  summary: 'Fetch one building',
  description: 'One building with its billing settings.',
  permission: 'buildings:read',
  rules: ['unlogged'],
  responses: showsData('The building.', BuildingBody, { tagged: true }),
  openPoints: ['P-30', 'P-107'],
  handle: async (scope, { params }) => taggedResponse(BuildingBody, await show(scope, params)),
});

const update = operation({
  name: 'updateBuilding',
  route: 'PATCH /buildings/:id',
  summary: 'Update building settings',
  description:
    'Changes only the given fields. Charges are replaced as a whole; existing invoices do not change. A changed IBAN or beneficiary is recorded in the security log, and every owner gets an e-mail with a link that restores the former account; an organization can forbid this change to API keys, and a person has signed in or confirmed within the last five minutes.',
  permission: 'buildings:write',
  body: ChangedBuilding,
  responses: showsData('The updated building.', BuildingBody, { tagged: true }),
  errors: ['not_found', 'person_required', 'confirmation_required'],
  openPoints: ['P-30', 'P-32', 'P-59', 'P-64', 'P-94', 'P-104', 'P-107', 'P-132'],
  headers: ifMatchHeader,
  handle: async (scope, input) => {
    const { params, body } = input;
    const { id = '' } = params;
    if (setsBankAccount(body)) await requireConfirmation(scope);
    await requireMatch(scope, input, lockVersion);
    await updateBuilding(scope, id, body);
    await setOwnFields(scope, 'building', id, body);
    return taggedResponse(BuildingBody, await show(scope, params));
  },
});

const remove = operation({
  name: 'deleteBuilding',
  route: 'DELETE /buildings/:id',
  summary: 'Delete a building',
  description:
    'Requires the password of the signed-in owner, in the body or in the header X-Confirm-Password; not possible with an API key. Rejected while there are unpaid invoices. The building and everything in it disappear from all responses.',
  permission: 'buildings:delete',
  headers: {
    'X-Confirm-Password': 'The password, for clients that cannot send a body with DELETE.',
    ...ifMatchHeader,
  },
  body: Type.Optional(
    Type.Object(
      {
        password: Type.Optional({ ...PasswordSchema, 'x-open-point': 'P-30' }),
        oneTimeCode: Type.Optional({ ...OneTimeCodeSchema, 'x-open-point': 'P-132' }),
      },
      { examples: [{ password: 'correct horse battery staple' }] },
    ),
  ),
  responses: showsNothing('Deleted.'),
  errors: [
    'password_confirmation_failed',
    'second_factor_confirmation_failed',
    'confirmation_required',
    'building_in_use',
    'sign_in_throttled',
  ],
  openPoints: ['P-30', 'P-107', 'P-132'],
  handle: {
    prepare: async ({ app, throttle }, caller, { body, header }) => {
      if (caller.kind !== 'user') throw new Forbidden();
      const password = body.password ?? textOf(header('x-confirm-password'));
      const oneTimeCode = body.oneTimeCode ?? header('x-one-time-code');
      if (!(await confirmByProgram(app, throttle, caller, { password, oneTimeCode }))) {
        const message = 'password is missing: send it in the body or in the header X-Confirm-Password.';
        throw new RequestError('invalid_body', { problems: [bodyProblem(['password'], 'required', message)] });
      }
    },
    run: async (scope, input) => {
      await requireMatch(scope, input, lockVersion);
      await archiveBuilding(scope, input.params.id ?? '');
      return noContent;
    },
  },
});

/** Decodes a header as UTF-8: Node decodes headers byte by byte, while most clients send UTF-8. */
function textOf(header: string | undefined): string | undefined {
  const bytes = Buffer.from(header ?? '', 'latin1');
  return isUtf8(bytes) ? bytes.toString() : header;
}

export const buildingOperations = tagged('Buildings', [list, create, get, update, remove]);
