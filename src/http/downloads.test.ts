// Tests of downloads: bytes arrive unchanged, ETags avoid repeated transfers, and file names are harmless.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { anOrganization, startTestService } from '../../test/service-fixture.ts';
import { makeThrottle } from '../identity/sign-in-throttle.ts';
import { NotFound } from '../platform/errors.ts';
import { downloadResponse } from './downloads.ts';
import { registerRoutes } from './handle-request.ts';
import { makeBuckets } from './limits/rate-limits.ts';
import { openApiDocument } from './openapi/openapi-document.ts';
import { operation, showsNothing } from './operation.ts';
import { maxPictureBytes } from './uploads/read-upload.ts';

const g = await startTestService();
const { owner } = await anOrganization(g);
const bytes = Buffer.from('%PDF-1.7 Õ\xff', 'latin1');
const sha256 = createHash('sha256').update(bytes).digest('hex');
let fileName: string | undefined;
let opened = 0;
const described = {
  tag: 'Invoices',
  summary: 'x',
  description: 'x',
  errors: [],
  openPoints: [],
};
const pdf = operation({
  ...described,
  permission: 'buildings:read',
  name: 'getPdf',
  route: 'GET /pdfs/:id',
  responses: { 200: { description: 'The PDF.', mediaType: 'application/pdf' } },
  handle: async (_scope, asked) => {
    if (asked.params.id !== there) throw new NotFound();
    const named = fileName === undefined ? {} : { fileName };
    const body = async () => {
      opened += 1;
      return Readable.from([bytes]);
    };
    return downloadResponse(asked, { mediaType: 'application/pdf', size: bytes.length, sha256, body, ...named });
  },
});
const upload = operation({
  ...described,
  permission: 'buildings:read',
  name: 'sendPicture',
  route: 'POST /pictures',
  body: { accepts: 'picture', limit: maxPictureBytes },
  responses: showsNothing('x'),
  handle: async () => ({ status: 204 }),
});
const there = '019a9c3e-5b7c-7d21-8a44-0c4c6f2b9e10';
const routes = { app: g.app, throttle: makeThrottle(), buckets: makeBuckets() };
registerRoutes(g.server, routes, '/api/test', [pdf]);
const get = (headers: Record<string, string> = {}) => g.ask('GET', `/test/pdfs/${there}`, { as: owner, headers });

test('bytes are sent unchanged with their type, length and ETag, and no browser keeps them', async () => {
  const answer = await g.server.inject({
    url: `/api/test/pdfs/${there}`,
    headers: { authorization: `Bearer ${owner}` },
  });
  assert.equal(answer.statusCode, 200);
  assert.deepEqual(answer.rawPayload, bytes);
  const {
    'content-type': type,
    'content-length': length,
    etag,
    'cache-control': cache,
    'x-content-type-options': sniff,
  } = answer.headers;
  assert.deepEqual(
    [type, length, etag, cache, sniff],
    ['application/pdf', String(bytes.length), `"${sha256}"`, 'no-store', 'nosniff'],
  );
  assert.equal(answer.headers['content-disposition'], 'inline');
});

test('a matching tag gets 304 without bytes, and nothing is opened', async () => {
  for (const header of [`"${sha256}"`, `W/"${sha256}"`, `"a", "${sha256}"`, '*']) {
    const before = opened;
    const answer = await get({ 'if-none-match': header });
    assert.deepEqual(
      [answer.status, answer.text, answer.headers.etag, opened],
      [304, '', `"${sha256}"`, before],
      header,
    );
  }
  for (const header of ['"a"', sha256, '']) assert.equal((await get({ 'if-none-match': header })).status, 200, header);
});

test('an ETag gives no access to callers without permission', async () => {
  const headers = { 'if-none-match': '*' };
  assert.equal((await g.ask('GET', `/test/pdfs/${there}`, { headers })).status, 401);
  assert.equal((await g.ask('GET', '/test/pdfs/x', { as: owner, headers })).status, 404);
});

test('an Accept header that excludes the type gets 406 with the type in the message', async () => {
  for (const accept of ['application/pdf', 'application/*', '*/*', 'image/png, */*;q=0.1', ''])
    assert.equal((await get({ accept })).status, 200, accept);
  for (const accept of ['application/json', 'image/*', 'application/pdf;q=0'])
    assert.match((await get({ accept })).text, /406.*would be application\/pdf/, accept);
});

test('a file name is written for old and new clients and cannot break out of the header', async () => {
  const names: [string, string][] = [
    ['invoice 1.pdf', 'attachment; filename="invoice 1.pdf"'],
    [
      'Arve – Õie 5.pdf',
      `attachment; filename="Arve _ Oie 5.pdf"; filename*=UTF-8''Arve%20%E2%80%93%20%C3%95ie%205.pdf`,
    ],
    ['a"; b=c.pdf', `attachment; filename="a_; b=c.pdf"; filename*=UTF-8''a%22%3B%20b%3Dc.pdf`],
    ['a\r\nSet-Cookie: x', 'attachment; filename="a__Set-Cookie: x"'],
    ['../../x(1)*.pdf', 'attachment; filename=".._.._x(1)*.pdf"'],
    ['\ud83c', `attachment; filename="_"; filename*=UTF-8''%EF%BF%BD`],
    ['100%.pdf', `attachment; filename="100_.pdf"; filename*=UTF-8''100%25.pdf`],
  ];
  for (const [name, header] of names) {
    fileName = name;
    const answer = await get();
    assert.deepEqual([answer.status, answer.headers['content-disposition']], [200, header], name);
  }
  fileName = undefined;
});

test('bytes are sent only for GET: other answers are stored for repeats, as JSON', () => {
  const wrong = operation({
    ...described,
    permission: 'buildings:read',
    name: 'x',
    route: 'POST /x',
    responses: { 200: { description: 'x', mediaType: 'image/jpeg' } },
    handle: async () => ({ status: 200 }),
  });
  assert.throws(() => registerRoutes(g.server, routes, '/api/other', [wrong]), /Only a GET/);
});

test('the document describes the bytes of an answer and the three ways of an upload', () => {
  const document = JSON.parse(JSON.stringify(openApiDocument([pdf, upload], { publicUrl: 'http://x', basePath: '' })));
  const { get } = document.paths['/pdfs/{id}'];
  assert.deepEqual(Object.keys(get.responses['200'].content), ['application/pdf']);
  assert.ok('ETag' in get.responses['304'].headers);
  const { post } = document.paths['/pictures'];
  assert.deepEqual(Object.keys(post.requestBody.content), [
    'multipart/form-data',
    'image/jpeg',
    'image/png',
    'image/webp',
    'application/json',
  ]);
  for (const status of ['400', '413', '415', '422']) assert.ok(post.responses[status], status);
});
