// Tests of the API reference: it is complete, and loads from this server only.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { fastify } from 'fastify';
import { apiOperations } from '../../routes/api/routes.ts';
import { consoleBase } from '../../routes/console/base-path.ts';
import { consoleOperations } from '../../routes/console/routes.ts';
import { toErrorResponse } from '../errors.ts';
import { registerReferenceRoutes } from './api-reference.ts';

const config = { publicUrl: 'https://haldur.example', basePath: '/api' };
const app = fastify();
app.setErrorHandler((error, _request, reply) => {
  const { status, body } = toErrorResponse(error, { publicUrl: config.publicUrl, tokenSent: false });
  return reply.code(status).send(body);
});
registerReferenceRoutes(app, { config }, apiOperations, { base: consoleBase, operations: consoleOperations });

async function get(url: string, headers = {}) {
  const { statusCode, headers: sent, body } = await app.inject({ url, headers });
  const header = (name: string) => String(sent[name]);
  return { status: statusCode, type: header('content-type'), policy: header('content-security-policy'), header, body };
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

test('the document is served with the service’s own address', async () => {
  const { status, type, body } = await get('/openapi.json');
  assert.equal(status, 200);
  assert.match(type, /^application\/json/);
  assert.deepEqual(JSON.parse(body).servers, [{ url: 'https://haldur.example/api' }]);
});

test('the page for language models is served with the service’s own address', async () => {
  const page = await get('/llms.txt');
  assert.deepEqual([page.status, page.type], [200, 'text/plain; charset=utf-8']);
  assert.match(page.body, /^# Haldur\n\n> .+\n\n- The base URL is https:\/\/haldur\.example\/api\.\n/);
  for (const { method, path } of apiOperations) assert.ok(page.body.includes(`\`${method} ${path}\``), path);
});

test('the reference page and its script come from this server, and its policy allows no other', async () => {
  assert.equal((await get('/docs/reference')).header('location'), '/docs/reference/');
  const { status, type, policy, body } = await get('/docs/reference/');
  assert.equal(status, 200);
  assert.match(type, /^text\/html/);
  assert.doesNotMatch(body, /https?:\/\//);
  const [script] = [...body.matchAll(/src="(.+?)"/g)].map(([, path]) => path);
  assert.equal(
    policy,
    `default-src 'none'; script-src 'self' ${hashOf(inlineScript(body))}; style-src 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
  const bundle = await get(`/docs/reference/${script}`);
  assert.equal(bundle.status, 200);
  assert.match(bundle.type, /^application\/javascript/);
  assert.match(bundle.header('cache-control'), /^public, max-age=\d+$/);
});

test('a Host header that is not a host name gets 404', async () => {
  for (const url of ['/docs/reference', '/docs/reference/'])
    assert.equal((await get(url, { host: '[::' })).status, 404, url);
});

function inlineScript(html: string): string {
  return /<script type="text\/javascript">(.+?)<\/script>/s.exec(html)?.[1] ?? '';
}

test('the console’s operations are all described in a document of their own, and not in that of the integration API', async () => {
  const { paths, info } = (await app.inject('/console/openapi.json')).json();
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  );
  assert.deepEqual(
    described.sort(),
    consoleOperations.map((consoleOperation) => `${consoleOperation.method} ${consoleOperation.path}`).sort(),
  );
  assert.match(info.description, /may change with the console/);
});
