// Keyset paging in SQL: rows after a position in an order, never by offset, so that every page costs the same and
// misses no rows while rows are added.
import type { Db } from './pool.ts';
import type { Scope } from './scope.ts';

/** Which rows to read: those after `after` in the order of `by`, and one more than `limit` to detect a next page. */
export type PageRequest = {
  readonly by: string;
  readonly descending: boolean;
  readonly limit: number;
  readonly after: { readonly value: string; readonly id: string } | undefined;
  /** Only rows changed at or after `since` and before `until`, which comes from settledUntil. */
  readonly updated: { readonly since: Date; readonly until: string } | undefined;
};

/** A sortable column: its SQL (from a fixed list, never from a request) and its type. */
export type SortColumn = {
  readonly sql: string;
  readonly type: 'text' | 'timestamptz' | 'date' | 'bigint';
};

/** The two timestamps that most lists can be sorted by; the first is the default order. */
export const timestampOrders = {
  createdAt: { sql: 'created_at', type: 'timestamptz' },
  updatedAt: { sql: 'updated_at', type: 'timestamptz' },
} as const satisfies Record<string, SortColumn>;

/**
 * Returns the organization's time until which all changes are visible: the start of the oldest running write, or
 * `infinity`. It is queried before the rows and by itself: inside their statement a distributed database would ask each
 * machine, and none knows the writers of the others.
 */
export async function visibleUntil({ db, now, realNow }: Pick<Scope, 'db' | 'now' | 'realNow'>): Promise<string> {
  const aheadSeconds = (now.getTime() - realNow.getTime()) / 1000;
  const [row] = await db<
    [{ at: string }]
  >`select (visible_until() + make_interval(secs => ${aheadSeconds}))::text as at`;
  return row.at;
}

/**
 * Returns the parts of a paged query over table `alias`: the cursor value, the condition, and the order with its limit.
 * Throws for unknown orders.
 */
export function keyset(db: Db, alias: string, page: PageRequest, columns: Readonly<Record<string, SortColumn>>) {
  const column: SortColumn | undefined = columns[page.by];
  if (column === undefined) throw new Error(`The list cannot be sorted by ${page.by}.`);
  const cursorPosition = `${alias}.${column.sql}`;
  const direction = page.descending ? 'desc' : 'asc';
  const isAfterCursor = page.descending ? '<' : '>';
  return {
    sortValue: db.unsafe(`${cursorPosition}::text`),
    after:
      page.after === undefined
        ? db``
        : db`and (${db.unsafe(cursorPosition)}, ${db.unsafe(`${alias}.id`)}) ${db.unsafe(isAfterCursor)} (${page.after.value}::${db.unsafe(column.type)}, ${page.after.id}::uuid)`,
    updated:
      page.updated === undefined
        ? db``
        : db`and ${db.unsafe(`${alias}.updated_at`)} >= ${page.updated.since} and ${db.unsafe(`${alias}.updated_at`)} < ${page.updated.until}::timestamptz`,
    orderAndLimit: db.unsafe(
      `order by ${cursorPosition} ${direction}, ${alias}.id ${direction} limit ${Math.trunc(page.limit) + 1}`,
    ),
  };
}
