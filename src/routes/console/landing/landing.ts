// Where the links in letters lead: small pages that work without anything else. Opening one changes nothing, as mail scanners open every link; a
// click posts the token, which stands in the fragment and so reaches no log, puts the session into the console's cookie, and goes on to the console.
import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { countForAddress } from '../../../http/limits/address-limit.ts';
import { weightedMembers } from '../../../http/header-values.ts';
import type { Doors } from '../../../http/operation.ts';
import { framed, sourceOf, styleWith } from '../../../http/public-page.ts';
import { escaped } from '../../../platform/values/html.ts';
import { type Language, languages } from '../../../platform/values/languages.ts';
import { consoleBase } from '../base-path.ts';
import { type LandingWords, landingWords } from './landing-words.ts';

const part = (name: string) => readFileSync(new URL(`./landing/${name}`, import.meta.url), 'utf8');
const style = styleWith(part('landing.css'));
const signIn = part('landing.js');
const pages = {
  'magic-link': { body: part('magic-link.html'), script: signIn },
  invitation: { body: part('invitation.html'), script: signIn },
  'undo-account': { body: part('undo-account.html'), script: part('undo-account.js') },
} as const;
type Page = (typeof pages)[keyof typeof pages];

/** Serves the pages under /console. Anybody may open them, so each time counts for the network address. */
export function serveLanding(app: FastifyInstance, doors: Doors): void {
  for (const [name, page] of Object.entries(pages)) {
    app.get(`/console/${name}`, async (request: FastifyRequest, reply: FastifyReply) => {
      await countForAddress(doors, request);
      const language = preferred(request.headers['accept-language']);
      return reply
        .headers({ 'content-security-policy': policyFor(page), 'content-language': language, vary: 'accept-language' })
        .type('text/html; charset=utf-8')
        .send(pageOf(language, page));
    });
  }
}

function policyFor({ script }: Page): string {
  return `default-src 'none'; script-src ${sourceOf(script)}; style-src ${sourceOf(style)}; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}

function pageOf(language: Language, { body, script }: Page): string {
  const words = landingWords[language];
  const filled = body.replace(/\[\[(\w+)\]\]/g, (_, key: string) => escaped(words[key as keyof LandingWords] ?? ''));
  const facts = escaped(JSON.stringify({ words, base: consoleBase }));
  return framed({
    language,
    title: 'Haldur',
    brand: 'Haldur',
    style,
    main: filled,
    after: `<script>${script}</script>\n`,
    attributes: ` data-facts="${facts}"`,
  });
}

/** The language of the request's header that the reader prefers and the service speaks; English when it names none. */
export function preferred(header = ''): Language {
  const [best] = weightedMembers(header)
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .flatMap(({ value }) => languages.filter((language) => language === value.split('-')[0]));
  return best ?? 'en';
}
