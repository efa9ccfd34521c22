// Public pages: the shared layout of small pages for people who follow an e-mail link or return from a bank. They load
// nothing else (CSP).
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { escapeHtml } from '../platform/values/html.ts';
import type { Language } from '../platform/values/languages.ts';

const sharedStyle = readFileSync(new URL('./public-page.css', import.meta.url), 'utf8');

/** The parts of a page. `main`, `after` and `attributes` are HTML with escaped values. */
type PublicPage = {
  readonly language: Language;
  readonly title: string;
  readonly brand: string;
  /** Built with withSharedStyle. */
  readonly style: string;
  /** The line below the brand. */
  readonly main: string;
  /** What follows the main part, such as a script. */
  readonly after?: string;
  /** Attributes of the body element. */
  readonly attributes?: string;
};

/** Returns the shared styles followed by a page's own. */
export function withSharedStyle(own: string): string {
  return sharedStyle + own;
}

/** Returns the CSP source that allows an inline style or script by its hash. */
export function cspHashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** Returns the whole page. */
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
