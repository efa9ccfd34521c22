// The API reference: /openapi.json, /console/openapi.json, /llms.txt, and /docs/reference, a page to read and try them.
// Everything comes from this server.
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { NotFound } from '../../platform/errors.ts';
import type { Operation } from '../operation.ts';
import { cspHashSource } from '../public-page.ts';
import { llmsText } from './llms-text.ts';
import { consoleDocument, openApiDocument } from './openapi-document.ts';
import type { ServiceAddress } from './openapi-introduction.ts';

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
    for (const path of ['/docs/reference', '/docs/reference/', '/docs/reference/js/scalar.js'])
      docs.get(path, answerByScalar);
  });
}

let scalarServer: FastifyInstance | undefined;

/**
 * Scalar is megabytes in size and few processes ever serve it. So it is loaded with the first request, into its own
 * server.
 */
async function answerByScalar({ url, host }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (scalarServer === undefined) {
    const { default: scalar } = await import('@scalar/fastify-api-reference');
    scalarServer = fastify();
    scalarServer.register(scalar, {
      routePrefix: '/docs/reference',
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
  { title: 'Integration API', slug: 'integration', url: '../../openapi.json' },
  { title: 'Console API', slug: 'console', url: '../../console/openapi.json' },
];

/**
 * Everything in Scalar that would call other hosts is off: fonts, telemetry, proxy, client, agent, MCP. Its greys and
 * small buttons are adapted to WCAG 2.2 AA, and code wraps so that it stays reachable with the keyboard.
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

/** Allows only what the page uses. */
function setContentPolicy(reply: FastifyReply, sources: string): void {
  reply.header(
    'content-security-policy',
    `default-src 'none'; ${sources}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
}

/** Keeps browsers from requesting /favicon.ico. */
const noFavicon = '<link rel="icon" href="data:,">';
