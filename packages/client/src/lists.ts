// A list that is read page by page while it is iterated.

export type Page<Item> = {
  readonly items: readonly Item[];
  /** Pass it as `cursor` to get the next page; null on the last one. */
  readonly nextCursor: string | null;
  /** With `include: 'deleted'`: what disappeared from the list since `updatedSince`. Otherwise empty. */
  readonly deleted: readonly DeletedObject[];
};

export type DeletedObject = { readonly id: string; readonly deletedAt: string };

/** All items of a list: `for await (const invoice of haldur.listInvoices())`. Nothing is requested before. */
export type List<Item> = AsyncIterable<Item> & {
  /** One page: the first, or that of `cursor`. */
  page(): Promise<Page<Item>>;
  /** All pages, one request each. */
  pages(): AsyncIterable<Page<Item>>;
};

/** The maximum of the service. Whoever reads everything wants few requests. */
const iterationLimit = 500;

/** Makes a list from a function that gets one page. */
export function makeList<Item>(
  query: Readonly<Record<string, unknown>>,
  getPage: (query: Readonly<Record<string, unknown>>) => Promise<Page<Item>>,
): List<Item> {
  async function* pages() {
    let cursor = query.cursor;
    do {
      const page = await getPage({ limit: iterationLimit, ...query, cursor });
      yield page;
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
  }
  return {
    page: () => getPage(query),
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const page of pages()) yield* page.items;
    },
  };
}
