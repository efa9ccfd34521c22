// The routes of /docs: the first page, the articles, the error codes and the search. Pages are made at the first
// request.
import type { FastifyInstance } from 'fastify';
import { NotFound, orNotFound } from '../../platform/errors.ts';
import { escapeHtml } from '../../platform/values/html.ts';
import type { ServiceAddress } from '../openapi/openapi-introduction.ts';
import { articleGroups } from './articles.ts';
import { errorPage, errorsPage, isErrorCode } from './error-pages.ts';
import { type LaidOutPage, sendDocsPage } from './layout.ts';
import type { DocsPage } from './pages.ts';
import type { DocsHit, DocsSearch } from './search.ts';

type Docs = { readonly pages: ReadonlyMap<string, DocsPage>; readonly search: DocsSearch };

/** Registers the documents on a server. */
export function registerDocs(server: FastifyInstance, app: { readonly config: ServiceAddress }): void {
  let docs: Docs | undefined;
  const getDocs = async () => {
    docs ??= await loadDocs(app.config);
    return docs;
  };
  for (const path of ['/docs', '/docs/']) server.get(path, async (_request, reply) => sendDocsPage(reply, startPage()));
  server.get('/docs/errors', async (_request, reply) => sendDocsPage(reply, errorsPage()));
  server.get<{ Params: { code: string } }>('/docs/errors/:code', async ({ params: { code } }, reply) => {
    if (!isErrorCode(code)) throw new NotFound();
    return sendDocsPage(reply, errorPage(code));
  });
  server.get<{ Querystring: { q?: string | string[] } }>('/docs/search', async ({ query: { q } }, reply) => {
    const query = typeof q === 'string' ? q : '';
    return sendDocsPage(reply, searchPage(query, (await getDocs()).search(query)));
  });
  server.get<{ Params: { '*': string } }>('/docs/*', async ({ params }, reply) => {
    const name = params['*'];
    if (name.endsWith('.md')) {
      const markdown = orNotFound((await import('./pages.ts')).articleMarkdown(name.slice(0, -3), app.config));
      return reply.type('text/markdown; charset=utf-8').send(markdown);
    }
    const page = orNotFound((await getDocs()).pages.get(`/docs/${name}`));
    return sendDocsPage(reply, { ...page, body: page.html });
  });
}

/** Loads the Markdown library and makes all pages: few processes ever serve them. */
async function loadDocs(address: ServiceAddress): Promise<Docs> {
  const [{ buildPages }, { makeDocsSearch }] = await Promise.all([import('./pages.ts'), import('./search.ts')]);
  const pages = buildPages(address);
  return { pages, search: makeDocsSearch(pages.values()) };
}

function startPage(): LaidOutPage {
  const groups = articleGroups.map(({ title, articles }) => {
    const entries = articles.map(
      ({ name, title: label, summary }) =>
        `<li><a href="/docs/${name}"><b>${escapeHtml(label)}</b> <span>${escapeHtml(summary)}</span></a></li>`,
    );
    if (title === 'Reference') entries.unshift(referenceEntry, errorsEntry);
    return `<h2>${escapeHtml(title)}</h2>\n<ul class="cards">${entries.join('\n')}</ul>\n`;
  });
  return {
    path: '/docs',
    title: 'Docs',
    body: `<h1>Build on Haldur</h1>\n<p class="lead">Buildings and apartments, invoices that are exact to the cent, payments and meters, over REST and JSON, with signed webhooks. You need no SDK. Begin with the <a href="/docs/quickstart">quickstart</a>.</p>\n${groups.join('')}`,
  };
}

const referenceEntry =
  '<li><a href="/docs/reference"><b>API reference</b> <span>All operations with their fields, and a form to try each.</span></a></li>';
const errorsEntry =
  '<li><a href="/docs/errors"><b>Error codes</b> <span>Every code of a response, and what to do about it.</span></a></li>';

function searchPage(query: string, hits: readonly DocsHit[]): LaidOutPage {
  const entries = hits.map(
    ({ address, page, heading, excerpt }) =>
      `<li><a href="${escapeHtml(address)}"><b>${escapeHtml(heading)}</b> ${heading === page ? '' : `<i>${escapeHtml(page)}:</i> `}<span>${escapeHtml(excerpt)}</span></a></li>`,
  );
  const found =
    hits.length === 0
      ? '<p>Nothing was found. Try fewer or other words.</p>'
      : `<ul class="cards hits">${entries.join('\n')}</ul>`;
  const body = query.trim() === '' ? '<p>Enter what you are looking for in the field above.</p>' : found;
  return { path: '/docs/search', title: 'Search', body: `<h1>Search</h1>\n${body}\n`, query };
}
