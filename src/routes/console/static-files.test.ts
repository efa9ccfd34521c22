// Tests of the console's files: one page for every address, cacheable files, nothing outside the folder, and no script
// but the console's own.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type FastifyInstance, fastify } from 'fastify';
import { startTestService } from '../../../test/service-fixture.ts';
import { registerConsolePages } from './static-files.ts';

const g = await startTestService();
const folder = await mkdtemp(join(tmpdir(), 'haldur-console-'));
after(() => rm(folder, { recursive: true, force: true }));
const page = '<html><head><meta name="api" content="%API%"><meta name="nonce" content="%NONCE%"></head></html>';

async function serve(): Promise<FastifyInstance> {
  const app = fastify();
  registerConsolePages(app, g.app, folder);
  await app.ready();
  return app;
}

test('where the console is not built, its address says how to build it', async () => {
  const answer = await (await serve()).inject('/console/');
  assert.equal(answer.statusCode, 503);
  assert.match(answer.body, /npm run build/);
  assert.match(String(answer.headers['content-security-policy']), /script-src 'none'/);
});

test('each address returns the one page, with a policy whose nonce is unique', async () => {
  await mkdir(join(folder, 'assets'), { recursive: true });
  await mkdir(join(folder, '.vite'), { recursive: true });
  const manifest = {
    'words/et.json?first': { file: 'assets/et-1.js', imports: ['_m.js'] },
    '_m.js': { file: 'assets/m-1.js' },
  };
  await writeFile(join(folder, '.vite/manifest.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'index.html'), page);
  const app = await serve();
  const nonces = new Set<string>();
  for (const path of [
    '/console',
    '/console/',
    '/console/invoices/0199',
    '/console/a/b/c?d=e',
    '/console/assets-of-mine',
  ]) {
    const { statusCode, headers, body } = await app.inject(path);
    assert.equal(statusCode, 200, path);
    const nonce = /name="nonce" content="([^"]+)"/.exec(body)?.[1] ?? '';
    assert.match(body, /content="\/api"/, path);
    const policy = String(headers['content-security-policy']);
    assert.ok(policy.includes(`style-src 'self' 'nonce-${nonce}';`), policy);
    assert.match(policy, /default-src 'none'; script-src 'self';/, path);
    assert.doesNotMatch(policy, /unsafe/, path);
    nonces.add(nonce);
  }
  assert.equal(nonces.size, 5);
});

test('the page preloads the words of the language that the browser prefers', async () => {
  const app = await serve();
  const preloads = async (header: string) => {
    const { body, headers } = await app.inject({ url: '/console/', headers: { 'accept-language': header } });
    assert.equal(headers.vary, 'accept-language');
    return [...body.matchAll(/<link rel="modulepreload" crossorigin href="([^"]+)">/g)].map(([, file]) => file);
  };
  assert.deepEqual(await preloads('et-EE,en;q=0.5'), ['/console/assets/et-1.js', '/console/assets/m-1.js']);
  assert.deepEqual(await preloads('lv'), []);
});

test('a file is cached for a year, compressed as the browser asks, and exactly what was built', async () => {
  const text = 'console.log(1);'.repeat(20);
  await writeFile(join(folder, 'assets/a-1.js'), text);
  await writeFile(join(folder, 'assets/a-1.js.br'), 'brotli');
  await writeFile(join(folder, 'assets/a-1.js.gz'), 'gzip');
  const app = await serve();
  await app.inject('/console/');
  for (const [accepted, encoding, body] of [
    ['gzip, deflate, br', 'br', 'brotli'],
    ['gzip', 'gzip', 'gzip'],
    ['', undefined, text],
  ] as const) {
    const answer = await app.inject({ url: '/console/assets/a-1.js', headers: { 'accept-encoding': accepted } });
    assert.equal(answer.headers['content-encoding'], encoding, accepted);
    assert.equal(answer.body, body, accepted);
    assert.equal(answer.headers['cache-control'], 'public, max-age=31536000, immutable', accepted);
    assert.equal(answer.headers['content-type'], 'text/javascript; charset=utf-8', accepted);
    assert.equal(answer.headers.vary, 'accept-encoding', accepted);
  }
  for (const path of ['a-2.js', '..%2Findex.html', 'a-1.js.br', 'a-1.js%00', '..%2f..%2f..%2fpackage.json'])
    assert.notEqual((await app.inject(`/console/assets/${path}`)).statusCode, 200, path);
});

test('a rebuilt console is served at the next page load, without a restart', async () => {
  const app = await serve();
  await app.inject('/console/');
  await writeFile(join(folder, 'assets/b-1.js'), 'b');
  await writeFile(join(folder, 'index.html'), `${page}<!-- new -->`);
  assert.match((await app.inject('/console/')).body, /new/);
  assert.equal((await app.inject('/console/assets/b-1.js')).body, 'b');
});

test('the page hides no other routes', async () => {
  const nowhere = await g.ask('GET', '//console/api/nowhere');
  assert.equal(nowhere.status, 404);
  assert.equal(nowhere.code, 'not_found');
  const wrong = await g.ask('GET', '//console/api/magic-link/redeem');
  assert.equal(wrong.status, 405);
  assert.match((await g.ask('GET', '//console/openapi.json')).text, /"openapi":"3.1/);
  assert.match((await g.ask('GET', '//console/magic-link')).text, /landing|data-facts/);
});
