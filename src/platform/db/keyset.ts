// Keyset paging in SQL: rows after a place in an order, never by offset, so that a page costs the same wherever it lies and misses nothing while rows come in.
import type { Db } from './pool.ts';
import type { Scope } from './scope.ts';

/** Which rows to read: after `after` in the order of `by`, and one more than `limit`, so that it is known whether there are more. */
export type PageRequest = {
  readonly by: string;
  readonly descending: boolean;
  readonly limit: number;
  readonly after: { readonly value: string; readonly id: string } | undefined;
  /** Only what was changed at or after `since` and before `until`, which is as settledUntil answers. */
  readonly updated: { readonly since: Date; readonly until: string } | undefined;
};

/** A column a list can be sorted by: its SQL (of a fixed list, never from a request) and its type. */
export type SortColumn = { readonly sql: string; readonly type: 'text' | 'timestamptz' | 'date' | 'bigint' };

/** The two moments that most lists can be sorted by, the first being the usual order. */
export const timestampOrders = {
  createdAt: { sql: 'created_at', type: 'timestamptz' },
  updatedAt: { sql: 'updated_at', type: 'timestamptz' },
} as const satisfies Record<string, SortColumn>;

/**
 * Until when all that was changed can be seen: the beginning of what is still being written, or `infinity`. Asked before the rows and by itself: inside their
 * statement a database of several machines would ask each of them, and none knows of the others' writers.
 */
export async function visibleUntil({ db }: Pick<Scope, 'db'>): Promise<string> {
  const [row] = await db<[{ at: string }]>`select settled_until()::text as at`;
  return row.at;
}

/** The pieces of a paged query over table `alias`: the value for the cursor, the condition, the order with its limit. Unknown orders throw. */
export function keyset(db: Db, alias: string, page: PageRequest, columns: Readonly<Record<string, SortColumn>>) {
  const column = columns[page.by];
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
