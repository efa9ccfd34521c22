// Organizations as people see them: the first of a service, those that one may enter, the name, and a sample to try things in.

import { createdReply, DataOf, noContent, okReply, operation } from '../../http/operation.ts';
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
  summary: 'Make the first organization',
  description:
    'Makes the first organization of a new service and its owner, who is signed in then. The token stands after # in the link that the service prints while it has no organization.',
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
  answers: { 200: { description: 'Made; the owner is signed in.', schema: DataOf(TokensBody) } },
  refuses: ['invalid_link', 'already_started'],
  openPoints: ['P-20'],
  handle: async ({ app }, input) => {
    const browser = readBrowser(app, input);
    const wanted = { ...input.body, language: input.body.language ?? 'et' };
    return okReply(await startFirstOrganization(app, wanted, browser), { 'set-cookie': deviceCookie(app, browser) });
  },
});

const list = operation({
  name: 'listOwnOrganizations',
  method: 'GET',
  path: '/organizations',
  tag,
  summary: 'List one’s own organizations',
  description: 'Those that the signed-in person may enter.',
  permission: 'own:account',
  answers: {
    200: {
      description: 'All of them.',
      schema: DataOf(
        Type.Array(
          Type.Object({
            id: Id,
            name: Type.String(),
            role: OneOf(callerRoles),
            sample: Type.Boolean({ description: 'Made to try things in; it can be removed at once.' }),
          }),
        ),
      ),
    },
  },
  refuses: [],
  openPoints: ['P-22'],
  prepare: ({ app }, caller) => listOwnOrganizations(app, caller),
  handle: async (_scope, _asked, organizations) => okReply(organizations),
});

const OrganizationBody = Type.Object({
  id: Id,
  name: Type.String(),
  sample: Type.Boolean(),
  accountsByPeopleOnly: Type.Boolean({ description: 'API keys cannot change the accounts that money goes to.' }),
});

const get = operation({
  name: 'getOrganization',
  method: 'GET',
  path: '/organization',
  tag,
  summary: 'Fetch the organization',
  description: 'Its name and its rules.',
  permission: 'organization:manage',
  answers: { 200: { description: 'The organization.', schema: DataOf(OrganizationBody) } },
  refuses: [],
  openPoints: ['P-64'],
  handle: async (scope) => okReply(await getOrganization(scope)),
});

const change = operation({
  name: 'changeOrganization',
  method: 'PATCH',
  path: '/organization',
  tag,
  summary: 'Change the organization',
  description:
    'The name that people see, in letters too; and whether only people may change the accounts that money goes to.',
  permission: 'organization:manage',
  body: Type.Object({ name: Type.Optional(name), accountsByPeopleOnly: Type.Optional(Type.Boolean()) }),
  answers: { 200: { description: 'The organization as it is now.', schema: DataOf(OrganizationBody) } },
  refuses: [],
  openPoints: ['P-25', 'P-64'],
  handle: async (scope, { body }) =>
    okReply(
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
  summary: 'Make a sample organization',
  description:
    'An organization of its own with an invented house and three months of invoices, which belongs to the signed-in person. Nothing real is touched. One at a time.',
  permission: 'organization:manage',
  body: Type.Object({ language: Type.Optional(OneOf(languages)) }),
  answers: { 201: { description: 'Made.', schema: DataOf(NamedBody) } },
  refuses: ['sample_exists'],
  openPoints: ['P-22'],
  prepare: ({ app }, caller, { body }) =>
    createSample(app, caller, 'KÜ Kase 12', (scope) => fillSampleBuilding(scope, body.language ?? 'et')),
  handle: async (_scope, _asked, made) => createdReply(made, `${consoleBase}/organizations`),
});

const removeSampleOperation = operation({
  name: 'removeSampleOrganization',
  method: 'DELETE',
  path: '/sample-organization',
  tag,
  summary: 'Remove the sample organization',
  description: 'Deletes the organization that the caller is in with everything in it, at once; only a sample.',
  permission: 'organization:manage',
  answers: { 204: { description: 'Gone.' } },
  refuses: ['not_a_sample'],
  openPoints: ['P-3'],
  handle: async (scope) => {
    await removeSample(scope);
    return noContent;
  },
});

export const organizationOperations = [start, list, get, change, createSampleOperation, removeSampleOperation];
