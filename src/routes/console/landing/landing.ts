// Landing pages of e-mailed links: small pages without dependencies. Opening one changes nothing, because mail scanners
// open every link. A click posts the token, stores the session in the console's cookie and continues to the console.
// The token is in the fragment, so it reaches no log.
import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { countForAddress } from '../../../http/limits/address-limit.ts';
import type { RouteContext } from '../../../http/operation.ts';
import { preferredLanguage } from '../../../http/preferred-language.ts';
import { cspHashSource, renderPublicPage, withSharedStyle } from '../../../http/public-page.ts';
import { escapeHtml } from '../../../platform/values/html.ts';
import type { Language } from '../../../platform/values/languages.ts';
import { serviceWords } from '../../../words/service-words.ts';
import { consoleBase } from '../base-path.ts';

const readPart = (name: string) => readFileSync(new URL(`./${name}`, import.meta.url), 'utf8');
const style = withSharedStyle(readPart('landing.css'));
const shared = readPart('page.js');
const scriptOf = (name: string) => shared + readPart(name);
const signIn = scriptOf('landing.js');
const pages = {
  'magic-link': { body: readPart('magic-link.html'), script: signIn },
  invitation: { body: readPart('invitation.html'), script: signIn },
  'confirm-address': { body: readPart('confirm-address.html'), script: scriptOf('confirm-address.js') },
  'undo-account': { body: readPart('undo-account.html'), script: scriptOf('undo-account.js') },
} as const;
type LandingPage = (typeof pages)[keyof typeof pages];

/** Registers the pages under /console. Anybody may open them, so each request counts for the network address. */
export function registerLandingPages(server: FastifyInstance, context: RouteContext): void {
  for (const [name, page] of Object.entries(pages)) {
    server.get(`/console/${name}`, async (request: FastifyRequest, reply: FastifyReply) => {
      await countForAddress(context, request);
      const language = preferredLanguage(request.headers['accept-language']);
      return reply
        .headers({
          'content-security-policy': contentPolicy(page),
          'content-language': language,
          vary: 'accept-language',
        })
        .type('text/html; charset=utf-8')
        .send(renderLandingPage(language, page));
    });
  }
}

function contentPolicy({ script }: LandingPage): string {
  return `default-src 'none'; script-src ${cspHashSource(script)}; style-src ${cspHashSource(style)}; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}

function renderLandingPage(language: Language, { body, script }: LandingPage): string {
  // The page's script puts values in place of the braces.
  const texts = Object.entries(serviceWords[language].linkPages).map(([name, word]) => [
    name,
    typeof word === 'string' ? word : word.text,
  ]);
  const words: Readonly<Record<string, string>> = Object.fromEntries(texts);
  const filled = body.replace(/\[\[(\w+)\]\]/g, (_, name: string) => escapeHtml(words[name] ?? ''));
  const facts = escapeHtml(JSON.stringify({ words, base: consoleBase }));
  return renderPublicPage({
    language,
    title: 'Haldur',
    brand: 'Haldur',
    style,
    main: filled,
    after: `<script>${script}</script>\n`,
    attributes: ` data-facts="${facts}"`,
  });
}
