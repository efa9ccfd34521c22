// Tests of /docs: every page can be read in ten minutes, without scripts, every link leads somewhere, and the lists are
// those of the code.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fastify } from 'fastify';
import manifest from '../../../package.json' with { type: 'json' };
import { problemCodes } from '../../platform/problem-codes.ts';
import { eventTypes } from '../../platform/values/event-types.ts';
import { apiOperations } from '../../routes/api/routes.ts';
import { consoleBase } from '../../routes/console/base-path.ts';
import { consoleOperations } from '../../routes/console/routes.ts';
import { errorCatalogue } from '../error-catalogue.ts';
import { toErrorResponse } from '../errors.ts';
import { registerReferenceRoutes } from '../openapi/api-reference.ts';
import { articleGroups } from './articles.ts';
import { buildPages, countWords, maxWords } from './pages.ts';
import { registerDocs } from './routes.ts';

const config = { publicUrl: 'https://service.example', basePath: '/v1' };
const server = fastify();
server.setErrorHandler((error, _request, reply) => {
  const { status, body } = toErrorResponse(error, { publicUrl: config.publicUrl, tokenSent: false });
  return reply.code(status).send(body);
});
registerReferenceRoutes(server, { config }, apiOperations, { base: consoleBase, operations: consoleOperations });
registerDocs(server, { config });

const pages = buildPages(config);
const articles = articleGroups.flatMap((group) => group.articles);
const ownPages = ['/docs', '/docs/errors', ...Object.keys(errorCatalogue).map((code) => `/docs/errors/${code}`)];
/** Documents for programs. */
const served = ['/openapi.json', '/console/openapi.json', '/llms.txt'];
const paths = [...ownPages, ...pages.keys()];

async function get(url: string) {
  const { statusCode, headers, body } = await server.inject({ url });
  return { status: statusCode, type: String(headers['content-type']), headers, body };
}

/** The text of a page as a person reads it. */
function readable(html: string): string {
  const plain = html.replace(/<style>.*?<\/style>/s, '').replace(/<[^>]+>/g, '');
  return plain
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

test('every page is whole without a script, and loads nothing', async () => {
  for (const path of paths) {
    const { status, type, headers, body } = await get(path);
    assert.equal(status, 200, path);
    assert.match(type, /^text\/html/, path);
    assert.doesNotMatch(body, /<script|<img|<iframe| on\w+="| style="| src="/, path);
    assert.equal([...body.matchAll(/<h1/g)].length, 1, path);
    const style = /<style>(.+?)<\/style>/s.exec(body)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    assert.equal(
      headers['content-security-policy'],
      `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
    );
  }
});

test('every page takes at most ten minutes to read', () => {
  for (const { path, blocks } of pages.values())
    assert.ok(countWords(blocks) <= maxWords, `${path}: ${countWords(blocks)} words`);
  assert.ok([...pages.keys()].length > articles.length, 'long documents are split');
});

test('every link of every page leads to a page, and every anchor to a heading', async () => {
  const bodies = new Map<string, string>();
  for (const path of paths) bodies.set(path, (await get(path)).body);
  for (const path of ['/docs/reference/', ...served]) assert.equal((await get(path)).status, 200, path);
  const elsewhere = ['/console', '/docs/reference', '/docs/search', ...served];
  let checked = 0;
  for (const [path, body] of bodies) {
    for (const [, link = ''] of body.matchAll(/(?:href|action)="([^"]*)"/g)) {
      if (/^(https?:|data:)/.test(link)) continue;
      const { pathname, hash } = new URL(link, `http://here${path}`);
      checked += 1;
      if (elsewhere.includes(pathname)) continue;
      const target = bodies.get(pathname);
      assert.ok(target, `${path} → ${link}`);
      const anchor = decodeURIComponent(hash.slice(1));
      assert.ok(anchor === '' || target.includes(` id="${anchor}"`), `${path} → ${link}`);
    }
  }
  assert.ok(checked > 1000, String(checked));
});

test('an unknown page is 404', async () => {
  for (const path of [
    '/docs/nothing',
    '/docs/webhooks/99',
    '/docs/open-points/nothing',
    '/docs/errors/nothing',
    '/docs/errors/toString',
    '/docs/errors/__proto__',
    '/docs/errors/%3Cb%3E',
    '/docs/__proto__',
  ])
    assert.equal((await get(path)).status, 404, path);
});

test('examples name the address of this service', () => {
  const { html } = pages.get('/docs/quickstart') ?? { html: '' };
  assert.ok(html.includes('export HALDUR_URL=https://service.example\n'));
  assert.ok(html.includes('$HALDUR_URL/v1/buildings'));
  for (const page of pages.values()) assert.ok(!page.html.includes('haldur.example'), page.path);
});

test('every article can be had as Markdown, whole, with links to the others', async () => {
  for (const { name } of articles) {
    const { status, type, body } = await get(`/docs/${name}.md`);
    assert.deepEqual([status, type], [200, 'text/markdown; charset=utf-8'], name);
    assert.match(body, /^# /, name);
    assert.doesNotMatch(body, /haldur\.example/, name);
    for (const [, link = ''] of body.matchAll(/\]\((?!https?:|#)([^)\s]+)\)/g)) {
      assert.match(link, /^\/docs\/[a-z-]+\.md(#.+)?$/, `${name} → ${link}`);
      assert.equal((await get(link)).status, 200, `${name} → ${link}`);
    }
  }
  assert.equal((await get('/docs/nothing.md')).status, 404);
  assert.match((await get('/docs/requests.md')).body, /\]\(\/docs\/mirror-invoices\.md\)/);
});

test('llms.txt leads to every article', async () => {
  const { body } = await get('/llms.txt');
  for (const { name } of articles) assert.ok(body.includes(`(https://service.example/docs/${name}.md)`), name);
});

test('every decision is on the site, with its reason, and is short', () => {
  for (const name of ['open-points', 'console-rules']) {
    const document = readFileSync(new URL(`../../../docs/${name}.md`, import.meta.url), 'utf8');
    const html = [...pages.values()].flatMap((page) => (page.article.name === name ? [page.html] : [])).join('');
    const sections = document.split(/^(?=##)/m).filter((section) => section.startsWith('### P-'));
    assert.ok(sections.length > 20);
    for (const text of sections) {
      const id = /P-\d+/.exec(text)?.[0] ?? '';
      assert.match(html, new RegExp(`<h2 id="${id.toLowerCase()}-[^"]+"><a class="anchor"[^>]*>${id} `), id);
      assert.match(text, /\bWhy: .+[."]$/m, id);
      assert.ok(text.split('\n').filter(Boolean).length <= 11, `${id} has more than ten lines`);
    }
  }
});

test('the event catalogue has an example of every type', () => {
  const { html } = pages.get('/docs/events') ?? { html: '' };
  const examples = [...html.matchAll(/<pre[^>]*><code>(.+?)<\/code><\/pre>/gs)].map(([, code = '']) =>
    JSON.parse(readable(code)),
  );
  assert.deepEqual(
    examples.map(({ event }) => event),
    [...eventTypes],
  );
  for (const { timestamp, tenantId, data } of examples)
    assert.ok(timestamp && tenantId && Object.keys(data).length > 0);
});

test('the list of field codes is whole, and each has a meaning', () => {
  const { html } = pages.get('/docs/field-codes') ?? { html: '' };
  const rows = [...html.matchAll(/<tr><td><code>(.+?)<\/code><\/td><td>(.+?)<\/td><\/tr>/g)];
  assert.deepEqual(rows.map(([, code = '']) => readable(code)).sort(), [...problemCodes].sort());
  for (const [, code, meaning = ''] of rows) assert.match(readable(meaning), /^[A-Z“].+\.$/, code);
});

test('the page of error codes explains every code, and so does the page of each', async () => {
  const all = readable((await get('/docs/errors')).body);
  for (const [code, { status, meaning, remedy }] of Object.entries(errorCatalogue)) {
    const page = readable((await get(new URL(`${config.publicUrl}/docs/errors/${code}`).pathname)).body);
    for (const text of [code, meaning, remedy]) assert.ok(all.includes(text), `${code}: ${text}`);
    for (const text of [code, String(status), meaning, remedy]) assert.ok(page.includes(text), `${code}: ${text}`);
  }
});

test('the latest dated version of the changelog is the version of the service, and dates only go back', () => {
  const changelog = readFileSync(new URL('../../../CHANGELOG.md', import.meta.url), 'utf8');
  const [first, ...versions] = [...changelog.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);
  assert.equal(first, 'Unreleased');
  const dated = versions.map((heading) => /^(\d+\.\d+\.\d+) – (\d{4}-\d{2}-\d{2})$/.exec(heading));
  assert.ok(dated.length > 0 && !dated.includes(null), versions.join('; '));
  assert.equal(dated[0]?.[1], manifest.version);
  const days = dated.map((match) => match?.[2] ?? '');
  assert.deepEqual(days, days.toSorted().reverse());
});

test('the search finds sections by all of their words, headings first, and leads to them', async () => {
  const links = async (query: string) => {
    const { body } = await get(`/docs/search?q=${encodeURIComponent(query)}`);
    return [...(/<main.+<\/main>/s.exec(body)?.[0] ?? '').matchAll(/<li><a href="([^"]+)"/g)].map(([, link]) => link);
  };
  assert.equal((await links('rate limits'))[0], '/docs/requests#rate-limits');
  assert.equal((await links('RATE LIMITS'))[0], '/docs/requests#rate-limits');
  assert.ok((await links('idempotency-replayed')).includes('/docs/requests#sending-a-request-again'));
  assert.deepEqual(await links('rate xyzzy'), []);
  assert.deepEqual(await links(''), []);
  assert.ok((await links('the')).length === 20);
  assert.match((await get('/docs/search?q=xyzzy')).body, /Nothing was found/);
  assert.match((await get('/docs/search?q=a&q=b')).body, /Enter what you are looking for/);
});

test('the search shows a query as text', async () => {
  const { status, body } = await get(`/docs/search?q=${encodeURIComponent('"><b>x</b>')}`);
  assert.equal(status, 200);
  assert.doesNotMatch(body, /<b>x<\/b>/);
  assert.ok(body.includes('value="&quot;&gt;&lt;b&gt;x&lt;/b&gt;"'));
});
