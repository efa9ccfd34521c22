// The console's static files: the output of `npm run build` in web/dist, served from memory. Browsers cache files with
// a content hash for a year; every other URL under /console returns the single page, which does its own routing.
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { preferredLanguage } from '../../http/preferred-language.ts';
import { cspHashSource } from '../../http/public-page.ts';
import type { AppContext } from '../../platform/db/scope.ts';
import { orNotFound } from '../../platform/errors.ts';
import { escapeHtml } from '../../platform/values/html.ts';
import { type Language, languages } from '../../platform/values/languages.ts';
import { consoleBase } from './base-path.ts';

const dist = join(import.meta.dirname, '../../../web/dist');

type BuiltConsole = {
  readonly madeAt: number;
  readonly page: string;
  readonly files: ReadonlyMap<string, CachedFile>;
  /** The files with the words of each language, below /console/. */
  readonly words: Readonly<Partial<Record<Language, readonly string[]>>>;
};
type CachedFile = { readonly type: string; readonly plain: Buffer; readonly br?: Buffer; readonly gzip?: Buffer };

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.webp': 'image/webp',
};

/** Registers the console under /console; if it is not built, shows how to build it. `folder`: the build output. */
export function registerConsolePages(server: FastifyInstance, { config }: AppContext, folder = dist): void {
  let built: BuiltConsole | undefined;
  const readLatest = (): BuiltConsole | undefined => {
    const madeAt = statSync(join(folder, 'index.html'), { throwIfNoEntry: false })?.mtimeMs;
    if (madeAt === undefined) return undefined;
    if (built?.madeAt !== madeAt) built = { madeAt, ...readBuiltConsole(folder) };
    return built;
  };
  server.get<{ Params: { '*': string } }>('/console/assets/*', async (request, reply) => {
    const file = orNotFound((built ?? readLatest())?.files.get(request.params['*']));
    return sendCachedFile(request, reply, file);
  });
  const page = async (request: FastifyRequest, reply: FastifyReply) => {
    const latest = readLatest();
    if (latest === undefined) return sendNotBuilt(reply);
    return sendPage(reply, withWords(latest, preferredLanguage(request.headers['accept-language'])), config.basePath);
  };
  server.get('/console', page);
  server.get('/console/', page);
  server.get('/console/*', async (request, reply) => {
    // This handler also answers other methods of the URL.
    if (request.url.startsWith(`${consoleBase}/`)) return reply.callNotFound();
    return page(request, reply);
  });
}

function readBuiltConsole(folder: string): Omit<BuiltConsole, 'madeAt'> {
  const assets = join(folder, 'assets');
  const names = new Set(readdirSync(assets));
  const files = [...names]
    .filter((name) => extname(name) in types)
    .map((name): [string, CachedFile] => {
      const packed = (end: string) => (names.has(name + end) ? readFileSync(join(assets, name + end)) : undefined);
      const br = packed('.br');
      const gzip = packed('.gz');
      const plain = readFileSync(join(assets, name));
      const type = types[extname(name)] ?? '';
      return [name, { type, plain, ...(br && { br }), ...(gzip && { gzip }) }];
    });
  return {
    page: readFileSync(join(folder, 'index.html'), 'utf8'),
    files: new Map(files),
    words: readWordFiles(folder),
  };
}

type ManifestChunk = { readonly file: string; readonly imports?: readonly string[] };

/** Which files have the first words of each language, from the manifest of the build. */
function readWordFiles(folder: string): BuiltConsole['words'] {
  const chunks: Record<string, ManifestChunk> = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'));
  const filesOf = (name: string): string[] => {
    const { file, imports = [] } = chunks[name] ?? {};
    return file === undefined ? [] : [file, ...imports.flatMap(filesOf)];
  };
  return Object.fromEntries(languages.map((language) => [language, filesOf(`words/${language}.json?first`)]));
}

/** The page with the words that the browser will need, so that they load beside the code instead of after it. */
function withWords({ page, words }: BuiltConsole, language: Language): string {
  const links = (words[language] ?? []).map(
    (file) => `<link rel="modulepreload" crossorigin href="/console/${file}">\n`,
  );
  return page.replace('</head>', () => `${links.join('')}</head>`);
}

function sendCachedFile(request: FastifyRequest, reply: FastifyReply, file: CachedFile): FastifyReply {
  const accepted = String(request.headers['accept-encoding'] ?? '').split(/[,;\s]/);
  const encoding = (['br', 'gzip'] as const).find((name) => file[name] && accepted.includes(name));
  reply.headers({ 'cache-control': 'public, max-age=31536000, immutable', vary: 'accept-encoding' }).type(file.type);
  if (encoding === undefined) return reply.send(file.plain);
  return reply.header('content-encoding', encoding).send(file[encoding]);
}

/** Styles that the page creates at runtime carry the nonce of this response; scripts come only from files. */
function sendPage(reply: FastifyReply, page: string, basePath: string): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  return reply
    .headers({ 'content-security-policy': policyWith(`'self' 'nonce-${nonce}'`, "'self'"), vary: 'accept-language' })
    .type('text/html; charset=utf-8')
    .send(page.replace('%API%', escapeHtml(basePath)).replace('%NONCE%', nonce));
}

function policyWith(style: string, script: string): string {
  return `default-src 'none'; script-src ${script}; style-src ${style}; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; frame-src blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}

const missingStyle = 'body{font:1rem/1.5 system-ui,sans-serif;max-width:30rem;margin:15vh auto;padding:0 1.25rem}';

function sendNotBuilt(reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .header('content-security-policy', policyWith(cspHashSource(missingStyle), "'none'"))
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Haldur</title><link rel="icon" href="data:,"><style>${missingStyle}</style></head><body><h1>The console is not built</h1><p>Run <code>npm run build</code> beside the service, then load this page again.</p></body></html>`,
    );
}
