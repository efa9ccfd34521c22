// The pages of the error codes: all of them at /docs/errors, and each on a page of its own, to which the `type` of an
// error leads.
import { escapeHtml } from '../../platform/values/html.ts';
import { type ErrorCode, errorCatalogue } from '../error-catalogue.ts';
import { codesByStatus } from '../openapi/openapi-introduction.ts';
import type { LaidOutPage } from './layout.ts';

/** Narrows a text from an address to a code of the catalogue. */
export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorCatalogue, text);
}

/** Lists every code by status. */
export function errorsPage(): LaidOutPage {
  const statuses = [...codesByStatus].map(([status, codes]) => {
    const entries = codes.map(
      (code) =>
        `<article>\n<h3 id="${code}"><a href="/docs/errors/${code}"><code>${breakable(code)}</code></a></h3>\n${errorExplanation(code)}\n</article>`,
    );
    return [`<h2 id="${status}">${statusLine(status)}</h2>`, ...entries].join('\n');
  });
  const lead =
    '<p>Every error has a body of the type <code>application/problem+json</code>. Its <code>code</code> is one of these; codes are only ever added. What is wrong with single values is listed in <code>errors</code>: <a href="/docs/field-codes">field codes</a>.</p>';
  return {
    path: '/docs/errors',
    title: 'Error codes',
    body: `<h1>Error codes</h1>\n${lead}\n${statuses.join('\n')}\n`,
    contents: [...codesByStatus.keys()].map((status) => ({
      depth: 2,
      anchor: String(status),
      text: `${status} ${titleOf(status)}`,
    })),
  };
}

/** Explains one code. */
export function errorPage(code: ErrorCode): LaidOutPage {
  const { status } = errorCatalogue[code];
  return {
    path: `/docs/errors/${code}`,
    title: code,
    body: `<h1>${breakable(code)}</h1>\n<p class="status">${statusLine(status)}</p>\n<article>\n${errorExplanation(code)}\n</article>\n<p><a href="/docs/errors">All error codes</a></p>\n`,
  };
}

/** Long codes may be broken after an underscore. */
const breakable = (code: ErrorCode) => code.replaceAll('_', '_<wbr>');

const titleOf = (status: number) => codesByStatus.get(status)?.map((code) => errorCatalogue[code].title)[0] ?? '';

function statusLine(status: number): string {
  return `<span>${status}</span> ${escapeHtml(titleOf(status))}`;
}

function errorExplanation(code: ErrorCode): string {
  const { meaning, remedy } = errorCatalogue[code];
  return `<p>${escapeHtml(meaning)}</p>\n<p class="remedy"><b>What to do</b> ${escapeHtml(remedy)}</p>`;
}
