// The pages of /docs: every article of the menu, split where it is long, with links between the files turned into links
// between the pages.
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import type { Tokens } from 'marked';
import { escapeHtml } from '../../platform/values/html.ts';
import type { ServiceAddress } from '../openapi/openapi-introduction.ts';
import { type Article, articleGroups } from './articles.ts';
import { type Block, type Heading, parseMarkdown, plainText, renderBlocks } from './markdown.ts';

/** A page. `contents` are its headings of the second level; `next` is the page to read after it. */
export type DocsPage = {
  readonly path: string;
  readonly title: string;
  readonly article: Article;
  readonly blocks: readonly Block[];
  readonly html: string;
  readonly contents: readonly Heading[];
  readonly next?: { readonly path: string; readonly title: string };
};

type UnlinkedPage = Omit<DocsPage, 'html' | 'contents' | 'next'>;

/** A page takes at most ten minutes to read, at 200 words a minute. */
export const maxWords = 2000;

/** Pages of the site that no article is the source of. */
const otherPaths = [
  '/docs',
  '/docs/errors',
  '/docs/reference',
  '/openapi.json',
  '/console/openapi.json',
  '/llms.txt',
  '/console',
];

const root = new URL('../../../', import.meta.url);

/** Builds all pages, by path. Examples name the address of this service. */
export function buildPages(address: ServiceAddress): ReadonlyMap<string, DocsPage> {
  const articles = articleGroups.flatMap((group) => group.articles);
  const unlinked = articles.flatMap((article) => splitArticle(article, parseMarkdown(textOf(article, address))));
  const targets = new Map(unlinked.flatMap(targetsOf));
  const paths = new Set([...otherPaths, ...unlinked.map(({ path }) => path)]);
  return new Map(
    unlinked.map((page, index) => {
      const resolve = (target: string) => resolveLink(page.article, target, targets);
      const following = unlinked[index + 1];
      const first = page.blocks[0]?.heading?.depth === 1 ? [] : [headingBlock(page.title)];
      const html = renderBlocks([...first, ...page.blocks], resolve, paths) + sectionList(page, unlinked);
      const contents = page.blocks.flatMap(({ heading }) => (heading?.depth === 2 ? [heading] : []));
      const next = following && { path: following.path, title: following.title };
      return [page.path, { ...page, html, contents, ...(next && { next }) }];
    }),
  );
}

/**
 * An article as Markdown, undivided, for programs that read. Links lead to the other articles as Markdown, or are left
 * out.
 */
export function articleMarkdown(name: string, address: ServiceAddress): string | undefined {
  const articles = articleGroups.flatMap((group) => group.articles);
  const article = articles.find((candidate) => candidate.name === name);
  if (article === undefined) return undefined;
  const targets = new Map(articles.map((target) => [nameOf(target), `/docs/${target.name}.md`]));
  return textOf(article, address).replace(
    /\[([^[\]]{1,300})\]\(([^()\s]{1,300})\)/g,
    (_link, text: string, target: string) => {
      const [file = '', anchor] = target.split('#');
      const page = file === '' ? '' : resolveLink(article, file, targets);
      return page === undefined ? text : `[${text}](${page}${anchor === undefined ? '' : `#${anchor}`})`;
    },
  );
}

function textOf({ source }: Article, { publicUrl, basePath }: ServiceAddress): string {
  const text = 'file' in source ? readFileSync(new URL(source.file, root), 'utf8') : source.make();
  return text
    .replaceAll('https://haldur.example', publicUrl)
    .replace(/(HALDUR_URL\W{0,9}?)\/api\b/g, (_all, before: string) => before + basePath);
}

function splitArticle(article: Article, blocks: readonly Block[]): UnlinkedPage[] {
  const path = `/docs/${article.name}`;
  if (article.pagesOf === undefined) return [{ path, title: article.title, article, blocks }];
  if (article.pagesOf === 'length') return splitByLength(path, article.title, article, blocks);
  return groupsFrom(blocks, ({ heading }) => heading?.depth === 2).flatMap((section, index) => {
    const [first] = section;
    if (index === 0 || first?.heading === undefined) return [{ path, title: article.title, article, blocks: section }];
    const { anchor, text } = first.heading;
    return splitByLength(`${path}/${anchor}`, text, article, section.map(raiseHeading));
  });
}

/** On a page of its own, a section’s heading is the title of the page. */
function raiseHeading(block: Block): Block {
  return block.heading === undefined
    ? block
    : { ...block, heading: { ...block.heading, depth: block.heading.depth - 1 } };
}

/** Splits before headings and before paragraphs in bold, as late as the length allows. */
function splitByLength(path: string, title: string, article: Article, blocks: readonly Block[]): UnlinkedPage[] {
  const pages: Block[][] = [[]];
  let words = 0;
  for (const part of groupsFrom(blocks, isBeginning)) {
    const length = countWords(part);
    if (words > 0 && words + length > maxWords) {
      pages.push([]);
      words = 0;
    }
    pages.at(-1)?.push(...part);
    words += length;
  }
  return pages.map((content, index) =>
    index === 0
      ? { path, title, article, blocks: content }
      : { path: `${path}/${index + 1}`, title: `${title}, page ${index + 1}`, article, blocks: content },
  );
}

function isBeginning({ token, heading }: Block): boolean {
  return heading !== undefined || (token.type === 'paragraph' && /^\*\*/.test(token.raw));
}

/** Groups neighbours; each group but the first begins where `begins` says. */
function groupsFrom(blocks: readonly Block[], begins: (block: Block) => boolean): Block[][] {
  const groups: Block[][] = [[]];
  for (const block of blocks) {
    if (begins(block)) groups.push([]);
    groups.at(-1)?.push(block);
  }
  return groups;
}

/** The number of words that a reader reads. */
export function countWords(blocks: readonly Block[]): number {
  return plainText(blocks.map(({ token }) => token))
    .split(/\s+/)
    .filter(Boolean).length;
}

const headingBlock = (text: string): Block => ({
  token: { type: 'heading', raw: '', depth: 1, text, tokens: [{ type: 'text', raw: text, text }] } as Tokens.Heading,
  heading: { depth: 1, text, anchor: '' },
});

/** What links can name: a file, or an anchor of it. Each leads to the page that has it now. */
function targetsOf({ path, article, blocks }: UnlinkedPage): [string, string][] {
  const name = nameOf(article);
  const isFirst = path === `/docs/${article.name}`;
  return [
    ...(isFirst ? [[name, path] as [string, string]] : []),
    ...blocks.flatMap(({ heading }): [string, string][] =>
      heading === undefined
        ? []
        : [[`${name}#${heading.anchor}`, heading.depth === 1 ? path : `${path}#${heading.anchor}`]],
    ),
  ];
}

const nameOf = ({ name, source }: Article) => ('file' in source ? source.file : `docs/${name}.md`);

/** Links to other hosts stay; links to files that are not on the site become text. */
function resolveLink(article: Article, target: string, targets: ReadonlyMap<string, string>): string | undefined {
  if (/^https?:/.test(target)) return target;
  const [file = '', anchor] = target.split('#');
  const from = nameOf(article);
  const name = file === '' ? from : posix.join(posix.dirname(from), file);
  return targets.get(anchor === undefined ? name : `${name}#${anchor}`);
}

/** On the first page of a split article: its other pages, and what each contains. */
function sectionList({ path, article }: UnlinkedPage, pages: readonly UnlinkedPage[]): string {
  if (article.pagesOf !== 'sections' || path !== `/docs/${article.name}`) return '';
  const others = pages.filter((page) => page.article === article && page.path !== path);
  return others.map(listOf).join('');
}

function listOf({ path, title, blocks }: UnlinkedPage): string {
  const points = blocks.flatMap(({ heading }) => (heading?.depth === 2 ? [heading] : []));
  const links = points.map(({ text, anchor }) => `<li><a href="${path}#${anchor}">${escapeHtml(text)}</a></li>`);
  return `<h2><a href="${path}">${escapeHtml(title)}</a></h2>\n<ul>${links.join('\n')}</ul>\n`;
}
