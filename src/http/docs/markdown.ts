// Markdown of the repository as HTML: headings get the same anchors as on GitHub, links lead to pages of the site, raw
// HTML is left out.
import GithubSlugger from 'github-slugger';
import { Marked, type Token, type Tokens } from 'marked';
import { escapeHtml } from '../../platform/values/html.ts';

/** A top-level part of a document: a heading with its anchor, or anything else. */
export type Block = { readonly token: Token; readonly heading?: Heading };
export type Heading = { readonly depth: number; readonly text: string; readonly anchor: string };

/** Where a link leads: an address, or undefined for what is not on the site; then its text stays without a link. */
type LinkResolver = (target: string) => string | undefined;

/** Splits a document into its parts, with the anchors of all headings. */
export function parseMarkdown(text: string): Block[] {
  const slugger = new GithubSlugger();
  return new Marked().lexer(text).map((token) => {
    if (token.type !== 'heading') return { token };
    const { depth, tokens = [] } = token as Tokens.Heading;
    const plain = plainText(tokens);
    return { token, heading: { depth, text: plain, anchor: slugger.slug(plain) } };
  });
}

/** The text of tokens without any markup, for titles, search and counting words. */
export function plainText(tokens: readonly Token[]): string {
  return tokens.map(plainTextOf).join('');
}

function plainTextOf(token: Token): string {
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table;
    return [header, ...rows].map((row) => `${row.map((cell) => plainText(cell.tokens)).join(' · ')}\n`).join('');
  }
  if (token.type === 'list') return (token as Tokens.List).items.map((item) => `${plainText(item.tokens)}\n`).join('');
  if (token.type === 'html') return '';
  if ('tokens' in token && token.tokens !== undefined) return `${plainText(token.tokens)}${isBlock(token) ? '\n' : ''}`;
  return 'text' in token ? unescapeText(String(token.text)) : isBlock(token) ? '\n' : '';
}

const isBlock = ({ type }: Token) => /^(paragraph|heading|blockquote|space|code|list_item)$/.test(type);

/** Marked escapes the text of some tokens. */
function unescapeText(text: string): string {
  const characters: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };
  return text.replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => characters[entity] ?? entity);
}

/** Writes parts as HTML. `addresses` are the paths of the site: inline code that is one of them becomes a link. */
export function renderBlocks(
  blocks: readonly Block[],
  resolve: LinkResolver,
  addresses: { has(path: string): boolean },
): string {
  const marked = new Marked({
    renderer: {
      html: () => '',
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const address = resolve(href);
        return address === undefined ? text : `<a href="${escapeHtml(address)}">${text}</a>`;
      },
      codespan({ text }) {
        const code = `<code>${escapeHtml(text).replaceAll('_', '_<wbr>')}</code>`;
        return addresses.has(text) ? `<a href="${escapeHtml(text)}">${code}</a>` : code;
      },
      code({ text, lang = '' }) {
        const label = escapeHtml(`Code${lang === '' ? '' : `: ${lang}`}`);
        return `<pre tabindex="0" role="region" aria-label="${label}"><code>${escapeHtml(text)}\n</code></pre>\n`;
      },
      table(token) {
        const row = (cells: Tokens.TableCell[], tag: string) =>
          `<tr>${cells.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>\n`;
        const body = token.rows.map((cells) => row(cells, 'td')).join('');
        return `<div class="table" tabindex="0" role="region" aria-label="Table"><table>\n<thead>${row(token.header, 'th')}</thead>\n<tbody>${body}</tbody>\n</table></div>\n`;
      },
    },
  });
  return blocks.map((block) => renderBlock(marked, block)).join('');
}

function renderBlock(marked: Marked, { token, heading }: Block): string {
  if (heading === undefined) return marked.parser([token]);
  const { depth, anchor } = heading;
  const html = marked.Parser.parseInline((token as Tokens.Heading).tokens, marked.defaults);
  if (depth === 1) return `<h1>${html}</h1>\n`;
  return `<h${depth} id="${escapeHtml(anchor)}"><a class="anchor" href="#${escapeHtml(anchor)}">${html}</a></h${depth}>\n`;
}
