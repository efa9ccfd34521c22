// Small pages for people whom a letter or a bank sends: one frame and one look. What stands in them is all they load, and their policy names it.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { escapeHtml } from '../platform/values/html.ts';
import type { Language } from '../platform/values/languages.ts';

const sharedStyle = readFileSync(new URL('./public-page.css', import.meta.url), 'utf8');

/** What a page is made of. `main`, `after` and `attributes` are HTML, their parts escaped already. */
type PublicPage = {
  readonly language: Language;
  readonly title: string;
  readonly brand: string;
  /** Made with withSharedStyle. */
  readonly style: string;
  /** What stands below the brand. */
  readonly main: string;
  /** What follows the main part, such as a script. */
  readonly after?: string;
  /** Of the body. */
  readonly attributes?: string;
};

/** The styles of all these pages, and after them a page's own. */
export function withSharedStyle(own: string): string {
  return sharedStyle + own;
}

/** The source by which a policy lets in a style or a script that stands in the page itself. */
export function cspHashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** The whole page. */
export function renderPublicPage({
  language,
  title,
  brand,
  style,
  main,
  after = '',
  attributes = '',
}: PublicPage): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body${attributes}>
<main>
<p class="brand">${escapeHtml(brand)}</p>
${main}</main>
${after}</body>
</html>
`;
}
