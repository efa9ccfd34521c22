// The articles of /docs: which documents they are made from, in the order of the menu.
import { eventCatalogue, fieldCodeList } from './code-lists.ts';

/** One document. It becomes one page, or several if `pagesOf` splits it. */
export type Article = {
  /** The last part of the address, such as `quickstart` of /docs/quickstart. */
  readonly name: string;
  readonly title: string;
  /** What the reader finds there, for the list on the first page. */
  readonly summary: string;
  /** A Markdown file of the repository, or text made from the code. */
  readonly source: { readonly file: string } | { readonly make: () => string };
  /**
   * `sections`: a page for each heading of the second level. `length`: pages of a few minutes each, as in a blog.
   * Otherwise one page.
   */
  readonly pagesOf?: 'sections' | 'length';
};

type ArticleGroup = { readonly title: string; readonly articles: readonly Article[] };

/** All articles, by the group of the menu. */
export const articleGroups: readonly ArticleGroup[] = [
  {
    title: 'Start',
    articles: [
      {
        name: 'quickstart',
        title: 'Quickstart',
        summary: 'The first requests in ten minutes: curl, TypeScript, Python, PHP, C#.',
        source: { file: 'docs/quickstart.md' },
      },
      {
        name: 'test-organizations',
        title: 'Test organizations',
        summary: 'A place of your own to try: invented data, a mailbox, and a clock that you can move.',
        source: { file: 'docs/test-organizations.md' },
      },
      {
        name: 'requests',
        title: 'Requests and limits',
        summary: 'Pages, safe repeats, rate limits and errors: what every integration needs once.',
        source: { file: 'docs/requests.md' },
      },
    ],
  },
  {
    title: 'Guides',
    articles: [
      {
        name: 'bill-a-month',
        title: 'Bill a month',
        summary: 'From an empty organization to invoices in the mailboxes of residents.',
        source: { file: 'docs/bill-a-month.md' },
      },
      {
        name: 'mirror-invoices',
        title: 'Mirror invoices',
        summary: 'Keep a copy of all invoices in your own system, complete and up to date.',
        source: { file: 'docs/mirror-invoices.md' },
      },
      {
        name: 'take-payments',
        title: 'Take payments',
        summary: 'Online payments, bank statements, and who has paid what.',
        source: { file: 'docs/take-payments.md' },
      },
      {
        name: 'read-meters',
        title: 'Read meters',
        summary: 'Register meters, send readings, and read photos.',
        source: { file: 'docs/read-meters.md' },
      },
      {
        name: 'webhooks',
        title: 'Webhooks',
        summary: 'Get events as they happen: signatures, retries, order, recovery.',
        source: { file: 'docs/webhooks.md' },
        pagesOf: 'length',
      },
      {
        name: 'event-feed',
        title: 'Event feed',
        summary: 'Ask for events, in one order and without gaps, instead of receiving them.',
        source: { file: 'docs/event-feed.md' },
      },
      {
        name: 'company-sign-in',
        title: 'Company sign-in',
        summary: 'For operators: let people sign in with national e-IDs or company accounts.',
        source: { file: 'docs/company-sign-in.md' },
      },
    ],
  },
  {
    title: 'Reference',
    articles: [
      {
        name: 'for-programs',
        title: 'Documents for programs',
        summary: 'The OpenAPI documents, packages, and generating a client.',
        source: { file: 'docs/integration/README.md' },
      },
      {
        name: 'events',
        title: 'Event catalogue',
        summary: 'Every type of event with an example body.',
        source: { make: eventCatalogue },
      },
      {
        name: 'field-codes',
        title: 'Field codes',
        summary: 'What can be wrong with a single value: the codes in errors.',
        source: { make: fieldCodeList },
      },
      {
        name: 'open-points',
        title: 'Open points',
        summary: 'What the specification leaves open, and how Haldur answers it.',
        source: { file: 'docs/open-points.md' },
        pagesOf: 'sections',
      },
      {
        name: 'console-rules',
        title: 'How the console behaves',
        summary: 'What people ask about invoices, billing, money and the screens.',
        source: { file: 'docs/console-rules.md' },
        pagesOf: 'sections',
      },
      {
        name: 'known-limits',
        title: 'Known limits',
        summary: 'What this version does not do, or not as you may expect.',
        source: { file: 'docs/limits.md' },
      },
      {
        name: 'glossary',
        title: 'Glossary',
        summary: 'The terms of the trade and of this service.',
        source: { file: 'docs/glossary.md' },
        pagesOf: 'length',
      },
    ],
  },
  {
    title: 'Changes',
    articles: [
      {
        name: 'versions',
        title: 'Versions and deprecation',
        summary: 'What may change, and how long before you hear of it.',
        source: { file: 'docs/versions.md' },
      },
      {
        name: 'changelog',
        title: 'Changelog',
        summary: 'What changed, by version and date.',
        source: { file: 'CHANGELOG.md' },
        pagesOf: 'length',
      },
    ],
  },
];
