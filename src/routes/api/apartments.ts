// Integration API: apartments. An apartment is found only under its own building.

import { ifMatchHeader, requireMatch } from '../../http/entity-tags.ts';
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
import { setOwnFields } from '../../platform/db/own-fields.ts';
import type { Scope } from '../../platform/db/scope.ts';
import { archiveApartment, createApartment, getApartment, updateApartment } from '../../properties/apartments.ts';
import { getBuilding } from '../../properties/buildings.ts';
import {
  apartmentOrders,
  listApartments,
  lockApartment,
  shareLockBuilding,
} from '../../properties/property-queries.ts';
import { ApartmentBody, ChangedApartment, NewApartment } from './building-bodies.ts';
import {
  includeQuery,
  lockVersionOf,
  ownFieldsFilterOf,
  ownFieldsFilters,
  showListed,
  showOwnFields,
  taggedResponse,
} from './own-fields-bodies.ts';

const sortable = Object.keys(apartmentOrders);
const apartment = (scope: Scope, { id = '', aptId = '' }: Params) => getApartment(scope, id, aptId);

const show = async (scope: Scope, params: Params) => showOwnFields(scope, await apartment(scope, params));
const lockVersion = lockVersionOf(
  ApartmentBody,
  async (scope, { id = '', aptId = '' }) => {
    await shareLockBuilding(scope, id); // As a deletion does, before the apartment.
    await lockApartment(scope, id, aptId);
  },
  show,
);

const list = operation({
  name: 'listApartments',
  route: 'GET /buildings/:id/apartments',
  summary: 'List the apartments of a building',
  description: 'In the natural order of their numbers (2 before 10). Residents see their own apartments.',
  permission: 'apartments:read',
  query: Type.Object({ ...ownFieldsFilters, ...includeQuery('deleted', 'etags'), ...pagingQuery(sortable) }),
  responses: { 200: { description: 'A page of apartments.', schema: MirroredPageOf(ApartmentBody) } },
  openPoints: ['P-1', 'P-2', 'P-31', 'P-104', 'P-105'],
  handle: async (scope, { path, params, query }) => {
    const { id } = await getBuilding(scope, params.id ?? '');
    const filter = ownFieldsFilterOf(scope, query);
    return mirroredPageResponse(scope, { path, query }, { kind: 'apartment', buildingId: id, sortable }, async (page) =>
      showListed(scope, ApartmentBody, query, await listApartments(scope, id, page, filter)),
    );
  },
});

const create = operation({
  name: 'createApartment',
  route: 'POST /buildings/:id/apartments',
  summary: 'Create an apartment',
  description:
    'Creates an apartment with a payment reference. A number that already exists in the building, ignoring spaces and case, is a conflict.',
  permission: 'apartments:write',
  body: NewApartment,
  responses: showsNew('The apartment.', ApartmentBody, { tagged: true }),
  errors: ['already_exists'],
  openPoints: ['P-3', 'P-31', 'P-104'],
  handle: async (scope, { params: { id = '' }, body }) => {
    const { id: aptId } = await createApartment(scope, id, body);
    await setOwnFields(scope, 'apartment', aptId, body);
    const apartment = await show(scope, { id, aptId });
    const location = `${scope.config.basePath}/buildings/${id}/apartments/${aptId}`;
    return taggedResponse(ApartmentBody, apartment, createdResponse(apartment, location));
  },
});

const update = operation({
  name: 'updateApartment',
  route: 'PATCH /buildings/:id/apartments/:aptId',
  summary: 'Update apartment details',
  description: 'Changes only the given fields; null removes a value. Existing invoices do not change.',
  permission: 'apartments:write',
  body: ChangedApartment,
  responses: showsData('The updated apartment.', ApartmentBody, { tagged: true }),
  errors: ['already_exists'],
  openPoints: ['P-31', 'P-104', 'P-107'],
  headers: ifMatchHeader,
  handle: async (scope, input) => {
    const { params, body } = input;
    const { id = '', aptId = '' } = params;
    await requireMatch(scope, input, lockVersion);
    await updateApartment(scope, id, aptId, body);
    await setOwnFields(scope, 'apartment', aptId, body);
    return taggedResponse(ApartmentBody, await show(scope, params));
  },
});

const remove = operation({
  name: 'deleteApartment',
  route: 'DELETE /buildings/:id/apartments/:aptId',
  summary: 'Delete an apartment',
  description:
    'Rejected while it has unpaid invoices. Its number becomes available again; paid and cancelled invoices are kept.',
  permission: 'apartments:write',
  responses: showsNothing('Deleted.'),
  errors: ['apartment_in_use'],
  openPoints: ['P-31', 'P-107'],
  headers: ifMatchHeader,
  handle: async (scope, input) => {
    const { id = '', aptId = '' } = input.params;
    await requireMatch(scope, input, lockVersion);
    await archiveApartment(scope, id, aptId);
    return noContent;
  },
});

export const apartmentOperations = tagged('Apartments', [list, create, update, remove]);
