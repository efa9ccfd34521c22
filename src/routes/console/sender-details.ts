// Console API: the sender details on an organization's invoices, its logo, and the senders of buildings of their own.
import { downloadResponse } from '../../http/downloads.ts';
import { noContent, okResponse, operation, showsData, showsNothing, tagged } from '../../http/operation.ts';
import { Id, Nullable, Text, Type } from '../../http/schemas.ts';
import { maxPictureBytes } from '../../http/uploads/read-upload.ts';
import { normaliseLogo } from '../../platform/files/pictures.ts';
import { storeFile } from '../../platform/files/stored-files.ts';
import {
  getBuildingSender,
  getLogo,
  getSenderDetails,
  removeBuildingSender,
  setLogo,
  updateBuildingSender,
  updateSenderDetails,
} from '../../properties/sender-details.ts';

const tag = 'Organizations';
const openPoints = ['P-58'];
const country = { pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2.', examples: ['EE'] };
const fields = {
  registrationNumber: Nullable(
    Text(30, { description: 'The registration number in the organization’s country.', examples: ['80123456'] }),
  ),
  vatNumber: Nullable(Text(15, { description: 'With the country prefix.', examples: ['EE123456789'] })),
  street: Nullable(Text(100, { examples: ['Kase tn 12'] })),
  city: Nullable(Text(50, { examples: ['Tallinn'] })),
  postalCode: Nullable(Text(10, { examples: ['10612'] })),
  country: Type.String(country),
  email: Nullable(Text(254, { examples: ['haldus@example.org'] })),
  phone: Nullable(Text(30, { examples: ['+372 5555 5555'] })),
};
const SenderDetailsBody = Type.Object({
  ...fields,
  logoId: Nullable(Type.String({ ...Id, description: 'Changes with the logo; null: no logo.' })),
});

const buildingFields = {
  name: Text(100, { description: 'The association whose building it is.', examples: ['KÜ Tamme 5'] }),
  ...fields,
};
const BuildingSenderBody = Type.Object(buildingFields);

const get = operation({
  name: 'getLetterhead',
  route: 'GET /letterhead',
  summary: 'Fetch the sender details',
  description: 'The organization’s details on invoices, besides its name.',
  permission: 'buildings:read',
  rules: ['unlogged'],
  responses: showsData('The sender details; unknown values are null.', SenderDetailsBody),
  openPoints,
  handle: async (scope) => okResponse(await getSenderDetails(scope)),
});

const change = operation({
  name: 'updateLetterhead',
  route: 'PATCH /letterhead',
  summary: 'Change the sender details',
  description: 'Changes only the given fields; null removes a value. Documents rendered from now on show the change.',
  permission: 'organization:manage',
  body: Type.Partial(Type.Object(fields), { examples: [{ registrationNumber: '80123456', city: 'Tallinn' }] }),
  responses: showsData('The updated sender details.', SenderDetailsBody),
  openPoints,
  handle: async (scope, { body }) => okResponse(await updateSenderDetails(scope, body)),
});

const send = operation({
  name: 'sendLogo',
  route: 'POST /letterhead/logo',
  summary: 'Set the logo',
  description: 'Replaces the former logo. It is stored as PNG with its transparency, at most 1200 × 400 pixels.',
  permission: 'organization:manage',
  body: { accepts: 'picture', limit: maxPictureBytes },
  responses: showsData('The updated sender details.', SenderDetailsBody),
  openPoints: [...openPoints, 'P-11'],
  handle: {
    prepare: async ({ app }, { tenantId }, { file }) =>
      storeFile(app, tenantId, await normaliseLogo(await file.whole())),
    run: async (scope, _input, stored) => okResponse(await setLogo(scope, stored)),
  },
});

const show = operation({
  name: 'getLogo',
  route: 'GET /letterhead/logo',
  summary: 'Fetch the logo',
  description: 'The picture itself; 404 if there is none.',
  permission: 'buildings:read',
  rules: ['unlogged'],
  responses: { 200: { description: 'The logo.', mediaType: 'image/png' } },
  errors: ['not_found'],
  openPoints,
  handle: async (scope, input) => {
    const { mediaType, size, sha256, open } = await getLogo(scope);
    return downloadResponse(input, { mediaType, size, sha256, body: open });
  },
});

const remove = operation({
  name: 'removeLogo',
  route: 'DELETE /letterhead/logo',
  summary: 'Delete the logo',
  description: 'Documents show the organization’s name instead.',
  permission: 'organization:manage',
  responses: showsData('The updated sender details.', SenderDetailsBody),
  openPoints,
  handle: async (scope) => okResponse(await setLogo(scope, null)),
});

const getOfBuilding = operation({
  name: 'getBuildingSender',
  route: 'GET /buildings/:id/letterhead',
  summary: 'Fetch the sender of a building’s invoices',
  description: 'The association whose building it is; null: the organization sends its invoices.',
  permission: 'buildings:read',
  rules: ['unlogged'],
  responses: showsData('The sender of its own.', Type.Union([BuildingSenderBody, Type.Null()])),
  openPoints,
  handle: async (scope, { params: { id = '' } }) => okResponse(await getBuildingSender(scope, id)),
});

const changeOfBuilding = operation({
  name: 'updateBuildingSender',
  route: 'PATCH /buildings/:id/letterhead',
  summary: 'Change the sender of a building’s invoices',
  description:
    'For a building of another association than the organization. Changes only the given fields; null removes a value. Documents rendered from now on show the change.',
  permission: 'buildings:write',
  body: Type.Partial(BuildingSenderBody, { examples: [{ name: 'KÜ Tamme 5', registrationNumber: '80123456' }] }),
  responses: showsData('The updated sender.', BuildingSenderBody),
  openPoints,
  handle: async (scope, { params: { id = '' }, body }) => okResponse(await updateBuildingSender(scope, id, body)),
});

const removeOfBuilding = operation({
  name: 'removeBuildingSender',
  route: 'DELETE /buildings/:id/letterhead',
  summary: 'Let the organization send a building’s invoices',
  description: 'Documents rendered from now on name the organization.',
  permission: 'buildings:write',
  responses: showsNothing('The organization sends its invoices.'),
  openPoints,
  handle: async (scope, { params: { id = '' } }) => {
    await removeBuildingSender(scope, id);
    return noContent;
  },
});

export const senderDetailsOperations = tagged(tag, [
  get,
  change,
  remove,
  send,
  show,
  getOfBuilding,
  changeOfBuilding,
  removeOfBuilding,
]);
