// Console API: the first organization of a service, the caller's organizations, their settings, and the sample organization.

import { createdResponse, DataOf, noContent, okResponse, operation } from '../../http/operation.ts';
import { Id, OneOf, Text, Type } from '../../http/schemas.ts';
import {
  changeOrganization,
  createSample,
  getOrganization,
  listOwnOrganizations,
  removeSample,
  startFirstOrganization,
} from '../../identity/organizations.ts';
import { callerRoles } from '../../platform/db/scope.ts';
import { languages } from '../../platform/values/languages.ts';
import { EmailSchema, PasswordSchema, TokensBody } from '../api/token-bodies.ts';
import { consoleBase } from './base-path.ts';
import { fillSampleBuilding } from './sample-building.ts';
import { deviceCookie, readBrowser } from './session-cookies.ts';

const tag = 'Organizations';
const name = Text(200);
const NamedBody = Type.Object({ id: Id, name: Type.String() });

const start = operation({
  name: 'startFirstOrganization',
  method: 'POST',
  path: '/start',
  tag,
  summary: 'Create the first organization',
  description:
    'Creates the first organization of a new service and signs its owner in. The token is the part after # of the link that the service prints while it has no organization.',
  permission: 'none',
  counts: 'always',
  body: Type.Object({
    token: Type.String({ minLength: 1, maxLength: 200 }),
    organization: name,
    name,
    email: EmailSchema,
    password: PasswordSchema,
    language: Type.Optional(OneOf(languages)),
  }),
  responses: { 200: { description: 'Created; the owner is signed in.', schema: DataOf(TokensBody) } },
  errors: ['invalid_link', 'already_started'],
  openPoints: ['P-20'],
  handle: async ({ app }, input) => {
    const browser = readBrowser(app, input);
    const wanted = { ...input.body, language: input.body.language ?? 'et' };
    return okResponse(await startFirstOrganization(app, wanted, browser), { 'set-cookie': deviceCookie(app, browser) });
  },
});

const list = operation({
  name: 'listOwnOrganizations',
  method: 'GET',
  path: '/organizations',
  tag,
  summary: 'List one’s own organizations',
  description: 'The organizations of the signed-in person.',
  permission: 'own:account',
  responses: {
    200: {
      description: 'All organizations of the person.',
      schema: DataOf(
        Type.Array(
          Type.Object({
            id: Id,
            name: Type.String(),
            role: OneOf(callerRoles),
            sample: Type.Boolean({ description: 'A sample organization, which can be deleted at any time.' }),
          }),
        ),
      ),
    },
  },
  errors: [],
  openPoints: ['P-22'],
  prepare: ({ app }, caller) => listOwnOrganizations(app, caller),
  handle: async (_scope, _input, organizations) => okResponse(organizations),
});

const OrganizationBody = Type.Object({
  id: Id,
  name: Type.String(),
  sample: Type.Boolean(),
  accountsByPeopleOnly: Type.Boolean({ description: 'API keys cannot change the receiving bank accounts.' }),
});

const get = operation({
  name: 'getOrganization',
  method: 'GET',
  path: '/organization',
  tag,
  summary: 'Fetch the organization',
  description: 'Its name and its rules.',
  permission: 'organization:manage',
  responses: { 200: { description: 'The organization.', schema: DataOf(OrganizationBody) } },
  errors: [],
  openPoints: ['P-64'],
  handle: async (scope) => okResponse(await getOrganization(scope)),
});

const change = operation({
  name: 'changeOrganization',
  method: 'PATCH',
  path: '/organization',
  tag,
  summary: 'Change the organization',
  description: 'The name, also shown in e-mails; and whether only people may change the receiving bank accounts.',
  permission: 'organization:manage',
  body: Type.Object({ name: Type.Optional(name), accountsByPeopleOnly: Type.Optional(Type.Boolean()) }),
  responses: { 200: { description: 'The updated organization.', schema: DataOf(OrganizationBody) } },
  errors: [],
  openPoints: ['P-25', 'P-64'],
  handle: async (scope, { body }) =>
    okResponse(
      await changeOrganization(scope, {
        ...(body.name !== undefined && { name: body.name }),
        ...(body.accountsByPeopleOnly !== undefined && { accountsByPeopleOnly: body.accountsByPeopleOnly }),
      }),
    ),
});

const createSampleOperation = operation({
  name: 'makeSampleOrganization',
  method: 'POST',
  path: '/sample-organization',
  tag,
  summary: 'Create a sample organization',
  description:
    'A separate organization of the signed-in person, with an invented building and three months of invoices. Real data is not affected. One at a time.',
  permission: 'organization:manage',
  body: Type.Object({ language: Type.Optional(OneOf(languages)) }),
  responses: { 201: { description: 'Made.', schema: DataOf(NamedBody) } },
  errors: ['sample_exists'],
  openPoints: ['P-22'],
  prepare: ({ app }, caller, { body }) =>
    createSample(app, caller, 'KÜ Kase 12', (scope) => fillSampleBuilding(scope, body.language ?? 'et')),
  handle: async (_scope, _input, organization) => createdResponse(organization, `${consoleBase}/organizations`),
});

const removeSampleOperation = operation({
  name: 'removeSampleOrganization',
  method: 'DELETE',
  path: '/sample-organization',
  tag,
  summary: 'Delete the sample organization',
  description: 'Deletes the caller’s current organization with everything in it, at once; only if it is a sample.',
  permission: 'organization:manage',
  responses: { 204: { description: 'Gone.' } },
  errors: ['not_a_sample'],
  openPoints: ['P-3'],
  handle: async (scope) => {
    await removeSample(scope);
    return noContent;
  },
});

export const organizationOperations = [start, list, get, change, createSampleOperation, removeSampleOperation];
