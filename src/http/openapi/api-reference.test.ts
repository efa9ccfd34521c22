// Tests of the API reference: it is complete, explains every code, and loads from this server only.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { fastify } from 'fastify';
import { apiOperations } from '../../routes/api/routes.ts';
import { consoleBase } from '../../routes/console/base-path.ts';
import { consoleOperations } from '../../routes/console/routes.ts';
import { errorCatalogue } from '../error-catalogue.ts';
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

test('the flows and the page for language models are served with the service’s own address', async () => {
  const flows = await get('/arazzo.json');
  assert.deepEqual(
    [flows.status, JSON.parse(flows.body).sourceDescriptions[0].url],
    [200, 'https://haldur.example/openapi.json'],
  );
  const page = await get('/llms.txt');
  assert.deepEqual([page.status, page.type], [200, 'text/plain; charset=utf-8']);
  assert.match(page.body, /^# Haldur\n\n> .+\n\n- The base URL is https:\/\/haldur\.example\/api\.\n/);
  for (const { method, path } of apiOperations) assert.ok(page.body.includes(`\`${method} ${path}\``), path);
});

test('the reference page and its script come from this server, and its policy allows no other', async () => {
  assert.equal((await get('/docs')).header('location'), '/docs/');
  const { status, type, policy, body } = await get('/docs/');
  assert.equal(status, 200);
  assert.match(type, /^text\/html/);
  assert.doesNotMatch(body, /https?:\/\//);
  const [script] = [...body.matchAll(/src="(.+?)"/g)].map(([, path]) => path);
  assert.equal(
    policy,
    `default-src 'none'; script-src 'self' ${hashOf(inlineScript(body))}; style-src 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
  const bundle = await get(`/docs/${script}`);
  assert.equal(bundle.status, 200);
  assert.match(bundle.type, /^application\/javascript/);
  assert.match(bundle.header('cache-control'), /^public, max-age=\d+$/);
});

test('a Host header that is not a host name gets 404', async () => {
  for (const url of ['/docs', '/docs/']) assert.equal((await get(url, { host: '[::' })).status, 404, url);
});

test('the page of error codes explains every code, without scripts', async () => {
  const { status, type, policy, body } = await get('/docs/errors');
  assert.equal(status, 200);
  assert.match(type, /^text\/html/);
  assert.doesNotMatch(body, /<script|https?:/);
  const style = hashOf(/<style>(.+?)<\/style>/s.exec(body)?.[1] ?? '');
  assert.match(policy, /^default-src 'none'; /);
  assert.ok(policy.includes(`style-src ${style};`));
  for (const [code, { meaning, remedy }] of Object.entries(errorCatalogue)) {
    const section = body.slice(body.indexOf(`>${code}<`)).split('</article>')[0] ?? '';
    for (const text of [meaning, remedy]) assert.ok(readable(section).includes(text), `${code}: ${text}`);
  }
});

test('every link of the pages leads to a page', async () => {
  for (const page of ['/docs/errors', '/docs/errors/busy']) {
    const links = [...(await get(page)).body.matchAll(/<a href="(.+?)"/g)].map(([, link = '']) => link);
    assert.ok(links.length > 0, page);
    for (const link of links) {
      const { pathname } = new URL(link, `http://here${page}`);
      assert.equal((await get(pathname)).status, 200, `${page} → ${link}`);
    }
  }
});

test('every code has a page of its own, and an unknown code has none', async () => {
  for (const [code, { status, meaning, remedy }] of Object.entries(errorCatalogue)) {
    const page = await get(new URL(`${config.publicUrl}/docs/errors/${code}`).pathname);
    assert.equal(page.status, 200, code);
    for (const text of [code, String(status), meaning, remedy]) assert.ok(readable(page.body).includes(text), code);
  }
  for (const other of ['nothing', 'toString', '__proto__', '%3Cb%3E', '']) {
    const { status, body } = await get(`/docs/errors/${other}`);
    assert.equal(status, 404, other);
    assert.equal(JSON.parse(body).code, 'not_found', other);
  }
});

function inlineScript(html: string): string {
  return /<script type="text\/javascript">(.+?)<\/script>/s.exec(html)?.[1] ?? '';
}

/** The text of a page as a person reads it. */
function readable(html: string): string {
  const plain = html.replace(/<[^>]+>/g, '');
  return plain.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
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
