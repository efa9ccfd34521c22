// Many rows in one statement: objects as a table, to join, update or insert from. Each column is one parameter.
import type { Db } from './pool.ts';
import { type Scope, tenantRow } from './scope.ts';
import type { SqlFragment, SqlValue } from './sql.ts';

/** What a column of each type takes. */
type ColumnValues = {
  readonly uuid: string;
  readonly text: string;
  readonly date: string;
  readonly timestamptz: Date | string;
  readonly numeric: string | number;
  readonly integer: number;
  readonly bigint: number;
  readonly smallint: number;
  readonly boolean: boolean;
  readonly bytea: Uint8Array;
  readonly json: unknown;
};

/** The columns of a table, by their names in camelCase; those of type json are the last. */
type ColumnTypes = Readonly<Record<string, keyof ColumnValues>>;

/** A row with these columns. What it has besides is not sent. */
type RowOf<C extends ColumnTypes> = { readonly [name in keyof C]: ColumnValues[C[name]] | null };

/** These rows as a table called `alias`, for `from` and `join`. */
export function tableOf<C extends ColumnTypes>(
  db: Db,
  alias: string,
  columns: C,
  rows: readonly RowOf<C>[],
): SqlFragment {
  const names = Object.keys(columns);
  const isJson = (name: string) => columns[name] === 'json';
  const arrays = names
    .filter((name) => !isJson(name))
    .map((name) => db`${rows.map((row) => row[name] as string | null)}${db.unsafe(`::${columns[name]}[]`)}`);
  // As one text: an array of texts would be escaped twice.
  const lists = names
    .filter(isJson)
    .map((name) => db`json_array_elements(${JSON.stringify(rows.map((row) => row[name]))}::text::json)`);
  const source = lists.reduce((all, list) => db`${all}, ${list}`, db`unnest(${listed(db, arrays)})`);
  const columnNames = names.map(toSnakeCase).join(', ');
  return db`${lists.length === 0 ? source : db`rows from (${source})`} as ${db.unsafe(`${alias} (${columnNames})`)}`;
}

/** What an insert has besides its rows, which are the table `r`. */
type InsertOptions = {
  /**
   * Columns that are alike in all rows, or calculated from a row, also from its own value: values, or SQL with its
   * type.
   */
  readonly more?: Readonly<Record<string, SqlValue>>;
  /** Joins what they are calculated from. */
  readonly join?: SqlFragment;
  readonly onConflict?: SqlFragment;
};

/** Inserts rows of the organization into a table; returns how many, as a conflict may leave some out. */
export async function insertRows<C extends ColumnTypes>(
  scope: Pick<Scope, 'db' | 'caller'>,
  table: string,
  columns: C,
  rows: readonly RowOf<C>[],
  { more = {}, join, onConflict }: InsertOptions = {},
): Promise<number> {
  if (rows.length === 0) return 0;
  const { db } = scope;
  const names = Object.keys({ ...columns, ...more });
  const values = names.map((name) => db`${name in more ? (more[name] ?? null) : db.unsafe(`r.${toSnakeCase(name)}`)}`);
  const { count } = await db`
    insert into ${db.unsafe(`${table} (tenant_id, ${names.map(toSnakeCase).join(', ')})`)}
    select own.id, ${listed(db, values)} from ${tenantRow(scope)} cross join ${tableOf(db, 'r', columns, rows)} ${join ?? db``}
    ${onConflict === undefined ? db`` : db`on conflict ${onConflict}`}`;
  return count;
}

function listed(db: Db, [first = db``, ...others]: readonly SqlFragment[]): SqlFragment {
  return others.reduce((list, part) => db`${list}, ${part}`, first);
}

function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
