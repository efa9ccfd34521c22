// Console API: the first organization of a service, the caller's organizations, and their settings.

import { okResponse, operation, showsData, tagged } from '../../http/operation.ts';
import { Id, OneOf, Text, Type } from '../../http/schemas.ts';
import { deviceCookie, readBrowser } from '../../http/session-cookies.ts';
import {
  changeOrganization,
  getOrganization,
  listOwnOrganizations,
  startFirstOrganization,
} from '../../identity/organizations.ts';
import { callerRoles } from '../../platform/db/scope.ts';
import { languages } from '../../platform/values/languages.ts';
import { EmailSchema, PasswordSchema, TokensBody } from '../api/token-bodies.ts';

const tag = 'Organizations';
const name = Text(200);

const start = operation({
  name: 'startFirstOrganization',
  route: 'POST /start',
  summary: 'Create the first organization',
  description:
    'Creates the first organization of a new service and signs its owner in. The token is the part after # of the link that the service prints while it has no organization.',
  permission: 'none',
  rules: ['always counted'],
  body: Type.Object({
    token: Type.String({ minLength: 1, maxLength: 200 }),
    organization: name,
    name,
    email: EmailSchema,
    password: PasswordSchema,
    language: Type.Optional(OneOf(languages)),
  }),
  responses: showsData('Created; the owner is signed in.', TokensBody),
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
  route: 'GET /organizations',
  summary: 'List one’s own organizations',
  description: 'The organizations of the signed-in person.',
  permission: 'own:account',
  rules: ['unlogged'],
  responses: showsData(
    'All organizations of the person.',
    Type.Array(
      Type.Object({
        id: Id,
        name: Type.String({ examples: ['KÜ Kase 12'] }),
        role: OneOf(callerRoles),
        test: Type.Boolean({ description: 'Whether it is a test organization.' }),
      }),
    ),
  ),
  openPoints: ['P-22'],
  handle: {
    prepare: ({ app }, caller) => listOwnOrganizations(app, caller),
    run: async (_scope, _input, organizations) => okResponse(organizations),
  },
});

const OrganizationBody = Type.Object({
  id: Id,
  name: Type.String({ examples: ['KÜ Kase 12'] }),
  accountsByPeopleOnly: Type.Boolean({ description: 'API keys cannot change the receiving bank accounts.' }),
  secondFactorRequired: Type.Boolean({ description: 'Owners, managers and accountants need a second factor.' }),
});

const get = operation({
  name: 'getOrganization',
  route: 'GET /organization',
  summary: 'Fetch the organization',
  description: 'Its name and its rules.',
  permission: 'organization:manage',
  rules: ['unlogged'],
  responses: showsData('The organization.', OrganizationBody),
  openPoints: ['P-64'],
  handle: async (scope) => okResponse(await getOrganization(scope)),
});

const change = operation({
  name: 'changeOrganization',
  route: 'PATCH /organization',
  summary: 'Change the organization',
  description:
    'The name, also shown in e-mails; whether only people may change the receiving bank accounts; and whether owners, managers and accountants need a second factor, which the caller must have given themselves. A changed rule needs a confirmation.',
  permission: 'organization:manage',
  body: Type.Object({
    name: Type.Optional(Text(200, { examples: ['KÜ Kase 12'] })),
    accountsByPeopleOnly: Type.Optional(Type.Boolean()),
    secondFactorRequired: Type.Optional(Type.Boolean()),
  }),
  responses: showsData('The updated organization.', OrganizationBody),
  errors: ['confirmation_required', 'second_factor_missing'],
  openPoints: ['P-25', 'P-64', 'P-132', 'P-133'],
  handle: async (scope, { body }) =>
    okResponse(
      await changeOrganization(scope, {
        ...(body.name !== undefined && { name: body.name }),
        ...(body.accountsByPeopleOnly !== undefined && { accountsByPeopleOnly: body.accountsByPeopleOnly }),
        ...(body.secondFactorRequired !== undefined && { secondFactorRequired: body.secondFactorRequired }),
      }),
    ),
});

export const organizationOperations = tagged(tag, [start, list, get, change]);
