// Integration API: apartments. An apartment is found only under its own building.

import { createdResponse, DataOf, MirroredPageOf, noContent, operation } from '../../http/operation.ts';
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
const building = (scope: Scope, { id = '' }: Params) => getBuilding(scope, id);
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
  method: 'GET',
  path: '/buildings/:id/apartments',
  tag: 'Apartments',
  summary: 'List the apartments of a building',
  description: 'In the natural order of their numbers (2 before 10). Residents see their own apartments.',
  permission: 'apartments:read',
  query: Type.Object({ ...ownFieldsFilters, ...includeQuery('deleted', 'etags'), ...pagingQuery(sortable) }),
  responses: { 200: { description: 'A page of apartments.', schema: MirroredPageOf(ApartmentBody) } },
  errors: [],
  openPoints: ['P-1', 'P-2', 'P-31', 'P-104', 'P-105'],
  requireObject: building,
  handle: async (scope, { params, query }) => {
    const { id } = await building(scope, params);
    const path = `${scope.config.basePath}/buildings/${id}/apartments`;
    const list = { name: `apartments of ${id}`, kind: 'apartment', buildingId: id, path, sortable } as const;
    const filter = ownFieldsFilterOf(scope, query);
    return mirroredPageResponse(scope, list, query, async (page) =>
      showListed(scope, ApartmentBody, query, await listApartments(scope, id, page, filter)),
    );
  },
});

const create = operation({
  name: 'createApartment',
  method: 'POST',
  path: '/buildings/:id/apartments',
  tag: 'Apartments',
  summary: 'Create an apartment',
  description:
    'Creates an apartment with a payment reference. A number that already exists in the building, ignoring spaces and case, is a conflict.',
  permission: 'apartments:write',
  body: NewApartment,
  responses: { 201: { description: 'The apartment.', schema: DataOf(ApartmentBody), tagged: true } },
  errors: ['already_exists'],
  openPoints: ['P-3', 'P-31', 'P-104'],
  requireObject: building,
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
  method: 'PATCH',
  path: '/buildings/:id/apartments/:aptId',
  tag: 'Apartments',
  summary: 'Update apartment details',
  description: 'Changes only the given fields; null removes a value. Existing invoices do not change.',
  permission: 'apartments:write',
  body: ChangedApartment,
  responses: { 200: { description: 'The updated apartment.', schema: DataOf(ApartmentBody), tagged: true } },
  errors: ['already_exists'],
  openPoints: ['P-31', 'P-104', 'P-107'],
  requireObject: apartment,
  lockVersion,
  handle: async (scope, { params, body }) => {
    const { id = '', aptId = '' } = params;
    await updateApartment(scope, id, aptId, body);
    await setOwnFields(scope, 'apartment', aptId, body);
    return taggedResponse(ApartmentBody, await show(scope, params));
  },
});

const remove = operation({
  name: 'deleteApartment',
  method: 'DELETE',
  path: '/buildings/:id/apartments/:aptId',
  tag: 'Apartments',
  summary: 'Delete an apartment',
  description:
    'Rejected while it has unpaid invoices. Its number becomes available again; paid and cancelled invoices are kept.',
  permission: 'apartments:write',
  responses: { 204: { description: 'Deleted.' } },
  errors: ['apartment_in_use'],
  openPoints: ['P-31', 'P-107'],
  requireObject: apartment,
  lockVersion,
  handle: async (scope, { params: { id = '', aptId = '' } }) => {
    await archiveApartment(scope, id, aptId);
    return noContent;
  },
});

export const apartmentOperations = [list, create, update, remove];
