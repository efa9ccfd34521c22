// Tests of deprecated operations: every response says so, errors too, and the document does. No operation of the
// service is deprecated, so these are of the test.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allOperations } from '../../test/operation-samples.ts';
import { anOrganization, startTestService } from '../../test/service-fixture.ts';
import { makeThrottle } from '../identity/sign-in-throttle.ts';
import { registerRoutes } from './handle-request.ts';
import { makeBuckets } from './limits/rate-limits.ts';
import { openApiDocument } from './openapi/openapi-document.ts';
import { deprecated, okResponse, operation, showsPage } from './operation.ts';
import { Type } from './schemas.ts';

const g = await startTestService({ publicUrl: 'https://haldur.example' });
const { owner } = await anOrganization(g);
const shared = {
  permission: 'buildings:read' as const,
  summary: 'List boxes',
  description: 'Boxes.',
};
const deprecation = { since: '2027-01-01', sunset: '2028-01-01', link: '/docs/changelog' };
const oldList = deprecated(
  deprecation,
  operation({
    ...shared,
    name: 'listOldBoxes',
    route: 'GET /old-boxes',
    responses: showsPage('Boxes.', Type.String()),
    handle: async () => ({
      status: 200,
      headers: { link: '</next>; rel="next"' },
      body: { data: ['a'], pagination: { limit: 1, nextCursor: 'b' } },
    }),
  }),
);
const oldItem = deprecated(
  { ...deprecation, link: 'https://elsewhere.example/boxes' },
  operation({
    ...shared,
    name: 'getOldBox',
    route: 'GET /old-boxes/first',
    responses: { 200: { description: 'A box.', schema: Type.Object({ data: Type.String() }) } },
    handle: async () => okResponse('a'),
  }),
);
const newList = operation({
  ...shared,
  name: 'listBoxes',
  route: 'GET /boxes',
  responses: oldList.responses,
  handle: async () => ({ status: 200, body: { data: [], pagination: { limit: 1, nextCursor: null } } }),
});
const context = { app: g.app, throttle: makeThrottle(), buckets: makeBuckets() };
registerRoutes(g.server, context, '/api/test', [oldList, oldItem, newList]);

const headersOf = async (path: string, as?: string) => {
  const { status, headers } = await g.ask('GET', `//api/test${path}`, { as });
  return { status, deprecation: headers.deprecation, sunset: headers.sunset, link: headers.link };
};
const announcement = { deprecation: '@1798761600', sunset: 'Sat, 01 Jan 2028 00:00:00 GMT' };
const link = '<https://haldur.example/docs/changelog>; rel="deprecation"; type="text/html"';

test('a deprecated operation says since when, until when, and where to read on, beside the link to the next page', async () => {
  assert.deepEqual(await headersOf('/old-boxes', owner), {
    status: 200,
    ...announcement,
    link: `</next>; rel="next", ${link}`,
  });
  assert.deepEqual(await headersOf('/old-boxes/first', owner), {
    status: 200,
    ...announcement,
    link: '<https://elsewhere.example/boxes>; rel="deprecation"; type="text/html"',
  });
});

test('its errors say so too', async () => {
  assert.deepEqual(await headersOf('/old-boxes'), { status: 401, ...announcement, link });
});

test('other operations have none of these headers', async () => {
  const none = { deprecation: undefined, sunset: undefined, link: undefined };
  assert.deepEqual(await headersOf('/boxes', owner), { status: 200, ...none });
});

test('the document marks the operation and describes its headers', () => {
  type Described = { deprecated?: boolean; description: string; responses: Record<string, { headers: object }> };
  type Document = { paths: Record<string, { get: Described }>; components: { headers: Record<string, unknown> } };
  const address = { publicUrl: 'https://haldur.example', basePath: '/api' };
  const document = openApiDocument([oldList, newList], address) as Document;
  const { get: old } = document.paths['/old-boxes'] ?? {};
  assert.equal(old?.deprecated, true);
  assert.match(old?.description ?? '', /^\*\*Deprecated since 2027-01-01\. It works until 2028-01-01 at least\.\*\*/);
  for (const name of ['Deprecation', 'Sunset', 'Link']) {
    assert.ok(Object.keys(old?.responses['200']?.headers ?? {}).includes(name), name);
    assert.ok(document.components.headers[name], name);
  }
  assert.equal(document.paths['/boxes']?.get.deprecated, undefined);
  const current = openApiDocument([newList], address) as Document;
  assert.equal(current.components.headers.Deprecation, undefined);
});

test('a deprecation of the service gives at least 12 months of notice', () => {
  for (const { name, deprecated: notice } of allOperations) {
    if (notice === undefined) continue;
    const [year = '', ...rest] = notice.since.split('-');
    assert.ok(notice.sunset >= [Number(year) + 1, ...rest].join('-'), name);
  }
});
