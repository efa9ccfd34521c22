// The layout of /docs: header, menu, page and contents. It needs no script and loads nothing else (CSP).
import { readFileSync } from 'node:fs';
import type { FastifyReply } from 'fastify';
import { escapeHtml } from '../../platform/values/html.ts';
import { cspHashSource } from '../public-page.ts';
import { articleGroups } from './articles.ts';
import type { Heading } from './markdown.ts';

const style = readFileSync(new URL('./docs.css', import.meta.url), 'utf8');
const contentPolicy = `default-src 'none'; style-src ${cspHashSource(style)}; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

/** A page in the layout. `body` is HTML. */
export type LaidOutPage = {
  readonly path: string;
  readonly title: string;
  readonly body: string;
  readonly contents?: readonly Heading[];
  readonly next?: { readonly path: string; readonly title: string } | undefined;
  readonly query?: string;
};

/** Sends a page. Browsers may keep it for a few minutes. */
export function sendDocsPage(reply: FastifyReply, page: LaidOutPage): FastifyReply {
  return reply
    .headers({ 'content-security-policy': contentPolicy, 'cache-control': 'public, max-age=300' })
    .type('text/html; charset=utf-8')
    .send(layOut(page));
}

function layOut({ path, title, body, contents = [], next, query = '' }: LaidOutPage): string {
  const onward =
    next === undefined ? '' : `<p class="next">Next: <a href="${next.path}">${escapeHtml(next.title)}</a></p>\n`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Haldur</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<a class="skip" href="#page">Skip to the page</a>
<header>
<a class="brand" href="/docs">Haldur <span>Docs</span></a>
<form action="/docs/search" role="search">
<input type="search" name="q" value="${escapeHtml(query)}" aria-label="Search the docs" placeholder="Search" maxlength="100">
<button>Search</button>
</form>
<nav aria-label="Service"><a href="/docs/reference">API reference</a><a href="/console">Console</a></nav>
</header>
<div class="columns">
<details class="menu-fold"><summary>Menu</summary>
${menu(path)}</details>
<div class="menu-column">
${menu(path)}</div>
<main id="page">
${body}${onward}</main>
${contentsList(contents)}</div>
</body>
</html>
`;
}

/**
 * The menu of all articles. It is there twice: as a column, and folded for narrow windows; styles show one of the two.
 */
function menu(path: string): string {
  const link = (address: string, title: string) => {
    const isCurrent = path === address || path.startsWith(`${address}/`);
    return `<li><a href="${address}"${isCurrent ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a></li>`;
  };
  const groups = articleGroups.map(({ title, articles }) => {
    const links = articles.map(({ name, title: label }) => link(`/docs/${name}`, label));
    if (title === 'Reference')
      links.unshift(link('/docs/reference', 'API reference'), link('/docs/errors', 'Error codes'));
    return `<p>${escapeHtml(title)}</p>\n<ul>${links.join('\n')}</ul>\n`;
  });
  return `<nav aria-label="Docs">\n${groups.join('')}</nav>\n`;
}

function contentsList(contents: readonly Heading[]): string {
  if (contents.length < 3) return '';
  const links = contents.map(({ anchor, text }) => `<li><a href="#${escapeHtml(anchor)}">${escapeHtml(text)}</a></li>`);
  return `<nav class="contents" aria-label="On this page">\n<p>On this page</p>\n<ul>${links.join('\n')}</ul>\n</nav>\n`;
}
