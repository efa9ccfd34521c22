// The search of /docs: which sections contain all words of a query, those with the words in their heading first.
import { plainText } from './markdown.ts';
import type { DocsPage } from './pages.ts';

type PageSection = {
  readonly address: string;
  readonly page: string;
  readonly heading: string;
  readonly text: string;
  readonly lowerHeading: string;
  readonly lowerText: string;
};

/** What is found: the page, the heading of the section, its address, and the text around the first word. */
export type DocsHit = Pick<PageSection, 'address' | 'page' | 'heading'> & { readonly excerpt: string };
export type DocsSearch = (query: string) => readonly DocsHit[];

const maxQueryLength = 100;
const maxTerms = 6;
const maxHits = 20;

/** Prepares the search of the pages. */
export function makeDocsSearch(pages: Iterable<DocsPage>): DocsSearch {
  const sections = [...pages].flatMap(sectionsOf);
  return (query) => {
    const terms = query.slice(0, maxQueryLength).toLowerCase().split(/\s+/).filter(Boolean).slice(0, maxTerms);
    if (terms.length === 0) return [];
    return sections
      .flatMap((section) => {
        const score = scoreOf(section, terms);
        return score === 0 ? [] : [{ section, score }];
      })
      .sort((a, b) => b.score - a.score)
      .slice(0, maxHits)
      .map(({ section: { address, page, heading, text, lowerText } }) => ({
        address,
        page,
        heading,
        excerpt: excerptOf(text, lowerText, terms),
      }));
  };
}

/** The text from each heading to the next. */
function sectionsOf({ path, title, blocks }: DocsPage): PageSection[] {
  const sections: { heading: string; address: string; text: string }[] = [{ heading: title, address: path, text: '' }];
  for (const { token, heading } of blocks) {
    if (heading !== undefined && heading.depth > 1)
      sections.push({ heading: heading.text, address: `${path}#${heading.anchor}`, text: '' });
    const section = sections.at(-1);
    if (section !== undefined && heading === undefined) section.text += `${plainText([token])}\n`;
  }
  return sections.map(({ heading, address, text }) => ({
    address,
    page: title,
    heading,
    text,
    lowerHeading: `${title} ${heading}`.toLowerCase(),
    lowerText: text.toLowerCase(),
  }));
}

/** Zero unless every word is there. */
function scoreOf({ lowerHeading, lowerText }: PageSection, terms: readonly string[]): number {
  let score = 0;
  for (const term of terms) {
    if (lowerHeading.includes(term)) score += 3;
    else if (lowerText.includes(term)) score += 1;
    else return 0;
  }
  return score;
}

function excerptOf(text: string, lowerText: string, terms: readonly string[]): string {
  const places = terms.map((term) => lowerText.indexOf(term)).filter((index) => index >= 0);
  const start = Math.max(0, Math.min(...places, text.length) - 60);
  const from = start === 0 ? 0 : text.indexOf(' ', start) + 1;
  const part = text.slice(places.length === 0 ? 0 : from, (places.length === 0 ? 0 : from) + 180);
  return `${from > 0 && places.length > 0 ? '… ' : ''}${part.replace(/\s+/g, ' ').trim()}${part.length === 180 ? ' …' : ''}`;
}
