// Console API: maintenance requests of residents and managers, with comments and photos.

import { downloadResponse } from '../../http/downloads.ts';
import {
  createdResponse,
  okResponse,
  operation,
  showsData,
  showsNew,
  showsPage,
  tagged,
} from '../../http/operation.ts';
import { pageResponse, pagingQuery } from '../../http/paging.ts';
import { Id, OneOf, Type } from '../../http/schemas.ts';
import { maxPictureBytes } from '../../http/uploads/read-upload.ts';
import { requestOrders } from '../../maintenance/maintenance-queries.ts';
import {
  addComment,
  addPhoto,
  changeRequest,
  getPhoto,
  getRequestDetails,
  listRequests,
  maxParts,
  submitRequest,
} from '../../maintenance/maintenance-requests.ts';
import { requestStatuses } from '../../maintenance/status-transitions.ts';
import { normalisePicture } from '../../platform/files/pictures.ts';
import { storeFile } from '../../platform/files/stored-files.ts';
import { consoleBase } from './base-path.ts';
import {
  ChangedMaintenanceRequest,
  CommentBody,
  MaintenanceRequestBody,
  MaintenanceRequestDetailsBody,
  NewComment,
  NewMaintenanceRequest,
  PhotoBody,
} from './maintenance-bodies.ts';

const requestsUrl = `${consoleBase}/maintenance-requests`;
const sortable = Object.keys(requestOrders);
const tag = 'Maintenance';

const list = operation({
  name: 'listMaintenanceRequests',
  route: 'GET /maintenance-requests',
  summary: 'List maintenance requests',
  description:
    'Without comments and photos. Residents see those of the shared parts of the buildings they live in today, and those of their apartments from their own days there.',
  permission: 'maintenance:read',
  query: Type.Object({
    ...pagingQuery(sortable),
    status: Type.Optional(OneOf(requestStatuses)),
    buildingId: Type.Optional(Id),
    apartmentId: Type.Optional(Id),
    assignedTo: Type.Optional(Id),
  }),
  responses: showsPage('A page of requests.', MaintenanceRequestBody),
  errors: ['not_found'],
  openPoints: ['P-2', 'P-48'],
  handle: (scope, { path, query }) =>
    pageResponse(scope, { path, query }, sortable, (page) => listRequests(scope, query, page)),
});

const submit = operation({
  name: 'submitMaintenanceRequest',
  route: 'POST /maintenance-requests',
  summary: 'Submit a maintenance request',
  description: 'For an apartment, or for the shared parts of a building. Raises maintenance.created.',
  permission: 'maintenance:submit',
  body: NewMaintenanceRequest,
  responses: showsNew('The request.', MaintenanceRequestBody),
  errors: ['not_found'],
  openPoints: ['P-48'],
  handle: async (scope, { body }) => {
    const request = await submitRequest(scope, body);
    return createdResponse(request, `${requestsUrl}/${request.id}`);
  },
});

const get = operation({
  name: 'getMaintenanceRequest',
  route: 'GET /maintenance-requests/:id',
  summary: 'Fetch one maintenance request',
  description: 'With its comments and photos, oldest first.',
  permission: 'maintenance:read',
  responses: showsData('The request.', MaintenanceRequestDetailsBody),
  openPoints: ['P-48'],
  handle: async (scope, { params: { id = '' } }) => okResponse(await getRequestDetails(scope, id)),
});

const change = operation({
  name: 'updateMaintenanceRequest',
  route: 'PATCH /maintenance-requests/:id',
  summary: 'Update a maintenance request',
  description:
    'Changes only the given fields. A change of status raises maintenance.updated and notifies the person who submitted the request; repeating the current status raises nothing. Residents may cancel their own requests while they are new.',
  permission: 'maintenance:submit',
  body: ChangedMaintenanceRequest,
  responses: showsData('The updated request.', MaintenanceRequestBody),
  errors: ['invalid_status_transition'],
  openPoints: ['P-48'],
  handle: async (scope, { params: { id = '' }, body }) => okResponse(await changeRequest(scope, id, body)),
});

const comment = operation({
  name: 'addMaintenanceComment',
  route: 'POST /maintenance-requests/:id/comments',
  summary: 'Comment on a maintenance request',
  description: `Visible to everybody who sees the request, unless it is internal. At most ${maxParts.comments} for one request.`,
  permission: 'maintenance:submit',
  body: NewComment,
  responses: showsNew('The comment.', CommentBody),
  errors: ['maintenance_request_full'],
  openPoints: ['P-48'],
  handle: async (scope, { params: { id = '' }, body }) =>
    createdResponse(await addComment(scope, id, body), `${requestsUrl}/${id}`),
});

const addPhotoOperation = operation({
  name: 'addMaintenancePhoto',
  route: 'POST /maintenance-requests/:id/photos',
  summary: 'Add a photo to a maintenance request',
  description: `The photo is stored upright, without location and time, at most 2048 pixels long. At most ${maxParts.photos} for one request.`,
  permission: 'maintenance:submit',
  body: { accepts: 'picture', limit: maxPictureBytes },
  responses: showsNew('The photo, without its bytes.', PhotoBody),
  errors: ['maintenance_request_full'],
  openPoints: ['P-10', 'P-11', 'P-48'],
  handle: {
    prepare: async ({ app }, { tenantId }, { file }) =>
      storeFile(app, tenantId, await normalisePicture(await file.whole())),
    run: async (scope, { params: { id = '' } }, stored) => {
      const photo = await addPhoto(scope, id, stored);
      return createdResponse(photo, `${requestsUrl}/${id}/photos/${photo.id}`);
    },
  },
});

const show = operation({
  name: 'getMaintenancePhoto',
  route: 'GET /maintenance-requests/:id/photos/:photoId',
  summary: 'Fetch a photo of a maintenance request',
  description: 'The picture itself.',
  permission: 'maintenance:read',
  responses: { 200: { description: 'The picture.', mediaType: 'image/jpeg' } },
  openPoints: ['P-48'],
  handle: async (scope, input) => {
    const { mediaType, size, sha256, open } = await getPhoto(scope, input.params.id ?? '', input.params.photoId ?? '');
    return downloadResponse(input, { mediaType, size, sha256, body: open });
  },
});

export const maintenanceOperations = tagged(tag, [list, submit, get, change, comment, addPhotoOperation, show]);
