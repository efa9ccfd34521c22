// Console API: test organizations. An owner makes, resets and deletes them; an owner or a key with the role owner moves
// the clock and reads the mailbox.
import { createHash } from 'node:crypto';
import { downloadResponse } from '../../http/downloads.ts';
import {
  createdResponse,
  noContent,
  okResponse,
  operation,
  showsData,
  showsNew,
  showsNothing,
  showsPage,
  tagged,
} from '../../http/operation.ts';
import { pageResponse, plainPagingQuery } from '../../http/paging.ts';
import { Day, Id, Instant, Nullable, OneOf, Type } from '../../http/schemas.ts';
import {
  createTestOrganization,
  deleteTestOrganization,
  getTestOrganization,
  listTestOrganizations,
  moveClock,
  requireTestOrganization,
  resetTestOrganization,
} from '../../identity/test-organizations.ts';
import { letterKinds } from '../../mail/letter-kinds.ts';
import { getKeptAttachment, getKeptMail, listKeptMails } from '../../mail/test-mailbox.ts';
import { testMailOrders } from '../../mail/test-mailbox-queries.ts';
import { languages } from '../../platform/values/languages.ts';
import { restartEndpoints } from '../../webhooks/admin/admin-queries.ts';
import { consoleBase } from './base-path.ts';
import { fillSampleBuilding } from './sample-building.ts';

const tag = 'Test organizations';
const sampleName = 'KÜ Kase 12';
const organizationName = Type.String({ examples: [sampleName] });
const LanguageBody = Type.Object({ language: Type.Optional(OneOf(languages)) });

const make = operation({
  name: 'createTestOrganization',
  route: 'POST /test-organizations',
  summary: 'Make a test organization',
  description:
    'A separate organization of the signed-in person, with an invented building and three months of invoices. Nothing of it reaches the real world. An organization may have three.',
  permission: 'organization:manage',
  body: LanguageBody,
  responses: showsNew('Made.', Type.Object({ id: Id, name: organizationName })),
  errors: ['too_many_test_organizations', 'made_in_test_organization'],
  openPoints: ['P-119'],
  handle: {
    prepare: ({ app }, caller, { body }) =>
      createTestOrganization(app, caller, sampleName, (scope) => fillSampleBuilding(scope, body.language ?? 'et')),
    run: async (_scope, _input, organization) => createdResponse(organization, `${consoleBase}/test-organizations`),
  },
});

const list = operation({
  name: 'listTestOrganizations',
  route: 'GET /test-organizations',
  summary: 'List the test organizations',
  description:
    'Those that were made in this organization, the oldest first. Its owners may enter each of them (`POST /console/api/session/enter`), and are owners there from then on.',
  permission: 'organization:manage',
  responses: showsData('All of them.', Type.Array(Type.Object({ id: Id, name: Type.String(), createdAt: Instant }))),
  openPoints: ['P-119'],
  handle: async (scope) => okResponse(await listTestOrganizations(scope)),
});

const TestOrganizationBody = Type.Object({
  id: Id,
  name: organizationName,
  now: Type.String({ ...Instant, description: 'The time of its clock.' }),
  clockAheadSeconds: Type.Integer({ description: 'How far its clock is ahead of real time.' }),
  mailDomain: Type.String({
    description: 'The end of the addresses of its invented people. Only with such an address can a new person join.',
    examples: ['0c4c6f2b9e10.test'],
  }),
});

const get = operation({
  name: 'getTestOrganization',
  route: 'GET /test-organization',
  summary: 'Fetch the test organization',
  description: 'The clock and the mail domain of the caller’s organization, if it is a test organization.',
  permission: 'test-organization:use',
  rules: ['unlogged'],
  responses: showsData('Its state.', TestOrganizationBody),
  errors: ['not_a_test_organization'],
  openPoints: ['P-119', 'P-120'],
  handle: async (scope) => okResponse(await getTestOrganization(scope)),
});

const move = operation({
  name: 'moveTestClock',
  route: 'POST /test-clock',
  summary: 'Move the clock',
  description:
    'Moves the clock of the test organization ahead, never back. What is due by then happens within seconds: overdue invoices, reminders, retries, expiries. A key with the role owner may do this.',
  permission: 'test-organization:use',
  body: Type.Object({
    day: Type.Optional(Type.String({ ...Day, description: 'A day; the time of day stays.' })),
    time: Type.Optional(Type.String({ ...Instant, description: 'A time, instead of a day.' })),
  }),
  responses: showsData('Moved.', TestOrganizationBody),
  errors: ['not_a_test_organization', 'clock_backwards'],
  openPoints: ['P-120'],
  handle: async (scope, { body }) => okResponse(await moveClock(scope, body)),
});

const reset = operation({
  name: 'resetTestOrganization',
  route: 'POST /test-organization/reset',
  summary: 'Reset the test organization',
  description:
    'Deletes everything in it and creates the invented data again, at real time. Its id, members who are no residents, API keys, webhook endpoints with their secrets, and the security log stay.',
  permission: 'organization:manage',
  body: LanguageBody,
  responses: showsNothing('As new.'),
  errors: ['not_a_test_organization'],
  openPoints: ['P-122'],
  handle: async (scope, { body }) => {
    await resetTestOrganization(scope, async (fresh) => {
      await restartEndpoints(fresh);
      await fillSampleBuilding(fresh, body.language ?? 'et');
    });
    return noContent;
  },
});

const remove = operation({
  name: 'deleteTestOrganization',
  route: 'DELETE /test-organization',
  summary: 'Delete the test organization',
  description: 'Deletes the caller’s current organization with everything in it, at once; only a test organization.',
  permission: 'organization:manage',
  responses: showsNothing('Gone.'),
  errors: ['not_a_test_organization'],
  openPoints: ['P-3', 'P-122'],
  handle: async (scope) => {
    await deleteTestOrganization(scope);
    return noContent;
  },
});

const mailFields = {
  id: Id,
  kind: OneOf(letterKinds as [string, ...string[]], { examples: ['invoice'] }),
  recipient: Type.String(),
  recipientName: Nullable(Type.String()),
  subject: Type.String(),
  attachmentName: Nullable(
    Type.String({ description: 'The file name of the attached PDF.', examples: ['K12-2026-000017.pdf'] }),
  ),
  sentAt: Type.String({ ...Instant, description: 'By the clock of the organization.' }),
};

const listMails = operation({
  name: 'listTestMails',
  route: 'GET /test-mailbox',
  summary: 'List the mailbox',
  description: 'The last 500 e-mails of the test organization. They were not sent.',
  permission: 'test-organization:use',
  query: Type.Object(plainPagingQuery(Object.keys(testMailOrders))),
  responses: showsPage('A page of e-mails, without their texts.', Type.Object(mailFields)),
  errors: ['not_a_test_organization'],
  openPoints: ['P-121'],
  handle: (scope, { path, query }) => {
    requireTestOrganization(scope);
    return pageResponse(scope, { path, query }, Object.keys(testMailOrders), (page) => listKeptMails(scope, page));
  },
});

const getMail = operation({
  name: 'getTestMail',
  route: 'GET /test-mailbox/:id',
  summary: 'Fetch an e-mail',
  description: 'An e-mail of the mailbox, as text and as HTML.',
  permission: 'test-organization:use',
  responses: showsData('The e-mail.', Type.Object({ ...mailFields, text: Type.String(), html: Type.String() })),
  openPoints: ['P-121'],
  handle: async (scope, { params: { id = '' } }) => okResponse(await getKeptMail(scope, id)),
});

const getAttachment = operation({
  name: 'getTestMailAttachment',
  route: 'GET /test-mailbox/:id/attachment',
  summary: 'Fetch the PDF of an e-mail',
  description: 'The attached PDF, as the recipient would have got it.',
  permission: 'test-organization:use',
  responses: { 200: { description: 'The PDF.', mediaType: 'application/pdf' } },
  openPoints: ['P-121'],
  handle: async (scope, input) => {
    const { name, bytes } = await getKeptAttachment(scope, input.params.id ?? '');
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const file = {
      mediaType: 'application/pdf',
      size: bytes.length,
      sha256,
      body: bytes,
      fileName: name,
      inline: true,
    };
    return downloadResponse(input, file);
  },
});

export const testOrganizationOperations = tagged(tag, [
  make,
  list,
  get,
  move,
  reset,
  remove,
  listMails,
  getMail,
  getAttachment,
]);
