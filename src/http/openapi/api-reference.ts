// The API reference: /openapi.json, /console/openapi.json, /arazzo.json, /llms.txt, /docs, and a page for every error code. Everything comes from this server.
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { NotFound } from '../../platform/errors.ts';
import { escapeHtml } from '../../platform/values/html.ts';
import { type ErrorCode, errorCatalogue } from '../error-catalogue.ts';
import type { Operation } from '../operation.ts';
import { cspHashSource } from '../public-page.ts';
import { arazzoDocument } from './arazzo-document.ts';
import { llmsText } from './llms-text.ts';
import { consoleDocument, openApiDocument } from './openapi-document.ts';
import { codesByStatus, type ServiceAddress } from './openapi-introduction.ts';

/** Registers the API reference on a server. */
export function registerReferenceRoutes(
  server: FastifyInstance,
  app: { readonly config: ServiceAddress },
  operations: readonly Operation[],
  console: { readonly base: string; readonly operations: readonly Operation[] },
): void {
  const documents = {
    '/openapi.json': () => openApiDocument(operations, app.config),
    '/console/openapi.json': () => consoleDocument(console.operations, { ...app.config, basePath: console.base }),
    '/arazzo.json': () => arazzoDocument(app.config),
  };
  for (const [path, write] of Object.entries(documents)) {
    let text: string | undefined;
    server.get(path, async (_request, reply) => {
      text ??= JSON.stringify(write());
      return reply.type('application/json').send(text);
    });
  }
  server.get('/llms.txt', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(llmsText(operations, app.config)),
  );
  server.get('/docs/errors', async (_request, reply) => sendPage(reply, errorsPage()));
  server.get<{ Params: { code: string } }>('/docs/errors/:code', async ({ params: { code } }, reply) => {
    if (!isErrorCode(code)) throw new NotFound();
    return sendPage(reply, errorPage(code));
  });
  server.register(async (docs) => {
    docs.addHook('onRequest', async ({ protocol, hostname }) => {
      // Scalar builds a URL from the Host header without checking it.
      if (!URL.canParse(`${protocol}://${hostname}`)) throw new NotFound();
    });
    docs.addHook('onSend', async (_request, reply, payload) => {
      if (typeof payload === 'string' && isHtml(reply)) {
        setContentPolicy(reply, scriptPolicy(payload));
        return payload.replace('<html>', '<html lang="en">').replace('<head>', `<head>\n    ${noFavicon}`);
      }
      if (reply.statusCode === 200) reply.header('cache-control', 'public, max-age=86400');
      return payload;
    });
    for (const path of ['/docs', '/docs/', '/docs/js/scalar.js']) docs.get(path, answerByScalar);
  });
}

let scalarServer: FastifyInstance | undefined;

/** Scalar is megabytes in size and few processes ever serve it. So it is loaded with the first request, into its own server. */
async function answerByScalar({ url, host }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (scalarServer === undefined) {
    const { default: scalar } = await import('@scalar/fastify-api-reference');
    scalarServer = fastify();
    scalarServer.register(scalar, {
      routePrefix: '/docs',
      configuration: { ...scalarConfiguration, sources: [...documentSources] },
    });
  }
  const response = await scalarServer.inject({ url, headers: { host } });
  for (const name of ['content-type', 'location'] as const) {
    const value = response.headers[name];
    if (value !== undefined) reply.header(name, value);
  }
  return reply.code(response.statusCode).send(response.body);
}

/** The documents on the page, the integration API first. */
const documentSources = [
  { title: 'Integration API', slug: 'integration', url: '../openapi.json' },
  { title: 'Console API', slug: 'console', url: '../console/openapi.json' },
];

/**
 * Everything in Scalar that would call other hosts is off: fonts, telemetry, proxy, client, agent, MCP. Its greys and small buttons are adapted to
 * WCAG 2.2 AA, and code wraps so that it stays reachable with the keyboard.
 */
const scalarConfiguration = {
  pageTitle: 'Haldur · API reference',
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  persistAuth: false,
  orderSchemaPropertiesBy: 'preserve',
  documentDownloadType: 'json',
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  customCss: `
.light-mode { --scalar-color-2: #4d4d4d; --scalar-color-3: #5c5c5c; --scalar-color-green: #0b6b41; --scalar-color-blue: #0b5cad; --scalar-color-red: #a3261b; --scalar-color-orange: #8a4300; --scalar-color-yellow: #6f5200; --scalar-color-purple: #5a37c2; }
.dark-mode { --scalar-color-2: #c4c4c4; --scalar-color-3: #a8a8a8; }
code.custom-scroll { white-space: pre-wrap !important; overflow: visible !important; overflow-wrap: anywhere; }
button[aria-expanded] { min-width: 24px; min-height: 24px; }`,
} as const;

/** The page's own scripts: the bundle, and the inline script with the settings, allowed by its hash. */
function scriptPolicy(html: string): string {
  const scripts = [...html.matchAll(/<script(?! src)[^>]*>(.*?)<\/script>/gs)].map(([, text = '']) =>
    cspHashSource(text),
  );
  return `script-src 'self' ${scripts.join(' ')}; style-src 'unsafe-inline'; img-src 'self' data:; connect-src 'self'`;
}

function isHtml(reply: FastifyReply): boolean {
  return String(reply.getHeader('content-type')).startsWith('text/html');
}

function sendPage(reply: FastifyReply, html: string): FastifyReply {
  setContentPolicy(reply, `style-src ${cspHashSource(style)}; img-src data:`);
  return reply.type('text/html; charset=utf-8').send(html);
}

/** Allows only what the page uses. */
function setContentPolicy(reply: FastifyReply, sources: string): void {
  reply.header(
    'content-security-policy',
    `default-src 'none'; ${sources}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
}

/** Keeps browsers from requesting /favicon.ico. */
const noFavicon = '<link rel="icon" href="data:,">';

function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorCatalogue, text);
}

function errorsPage(): string {
  const sections = [...codesByStatus].map(([status, codes]) => {
    const entries = codes.map(
      (code) =>
        `<article>\n<h3><a href="errors/${code}"><code>${code}</code></a></h3>\n${errorExplanation(code)}\n</article>`,
    );
    return [statusLine(status), ...entries].join('\n');
  });
  const lead =
    'Every error has a body of the type <code>application/problem+json</code>. Its <code>code</code> is one of these; codes are only ever added.';
  return renderReferencePage('Error codes', '<a href="./">API reference</a>', `<p>${lead}</p>\n${sections.join('\n')}`);
}

function errorPage(code: ErrorCode): string {
  const links = '<a href="../errors">All error codes</a> <a href="../">API reference</a>';
  return renderReferencePage(
    code,
    links,
    `${statusLine(errorCatalogue[code].status)}\n<article>\n${errorExplanation(code)}\n</article>`,
  );
}

function statusLine(status: number): string {
  const title = codesByStatus.get(status)?.map((code) => errorCatalogue[code].title)[0] ?? '';
  return `<h2><span>${status}</span> ${escapeHtml(title)}</h2>`;
}

function errorExplanation(code: ErrorCode): string {
  const { meaning, remedy } = errorCatalogue[code];
  return `<p>${escapeHtml(meaning)}</p>\n<p class="remedy"><b>What to do</b> ${escapeHtml(remedy)}</p>`;
}

/** Builds a whole page. `title` is plain text; `links` and `body` are HTML. */
function renderReferencePage(title: string, links: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Haldur</title>
${noFavicon}
<style>${style}</style>
</head>
<body>
<nav>${links}</nav>
<main>
<h1>${escapeHtml(title).replaceAll('_', '_<wbr>')}</h1>
${body}
</main>
</body>
</html>
`;
}

const style = `
:root { color-scheme: light dark; --ink: #222220; --soft: #5a5a55; --line: #dadad5; --paper: #fff; --card: #f9f9f7; --link: #24735a; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e8e7; --soft: #a5aaa7; --line: #363b39; --paper: #161918; --card: #1c201f; --link: #72af96; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 46rem; padding: 1.5rem 1.25rem 4rem; background: var(--paper); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; }
a { color: var(--link); text-underline-offset: .2em; }
nav { display: flex; flex-wrap: wrap; gap: 1.25rem; font-size: .925rem; }
h1 { margin: 1.5rem 0 .5rem; font-size: 1.75rem; line-height: 1.2; overflow-wrap: anywhere; }
h2 { margin: 2.25rem 0 .75rem; font-size: 1.1rem; }
h2 span { color: var(--soft); font-variant-numeric: tabular-nums; margin-right: .35rem; }
article { margin: .75rem 0; padding: 1rem 1.1rem; background: var(--card); border: 1px solid var(--line); border-radius: .5rem; }
h3 { margin: 0 0 .4rem; font-size: 1rem; overflow-wrap: anywhere; }
h3 a { text-decoration: none; }
h3 a:hover { text-decoration: underline; }
code { font: .95em ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
p { margin: 0 0 .4rem; }
.remedy { color: var(--soft); margin: 0; }
.remedy b { color: var(--ink); font-weight: 600; margin-right: .3rem; }
`;
