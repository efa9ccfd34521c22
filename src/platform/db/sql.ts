// SQL statements: the template tag. It turns a template and its values into text with $1, $2 … and a list of
// parameters.

import { createHash } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import { makeLruCache } from '../processes/lru-cache.ts';

/**
 * A template value: a parameter, or a piece of SQL written with the same tag. A Date, boolean, bigint or Buffer is sent
 * with its type.
 */
export type SqlValue =
  | string
  | number
  | bigint
  | boolean
  | Date
  | Uint8Array
  | null
  | JsonParameter
  | SqlFragment
  | readonly (string | number | bigint | boolean | Date | Uint8Array | null)[];

// biome-ignore lint/suspicious/noExplicitAny: a row without a declared type.
export type DatabaseRow = Record<string, any>;

/**
 * The rows of a result, with columns in camelCase. `count`: rows read or changed. `command`: the tag, such as INSERT or
 * COMMIT.
 */
export type QueryResult<T extends readonly object[] = DatabaseRow[]> = T & {
  readonly count: number;
  readonly command: string;
};

const source: unique symbol = Symbol('source');
const jsonText: unique symbol = Symbol('json');
type SqlSource = { readonly strings: readonly string[]; readonly values: readonly SqlValue[]; readonly raw: boolean };
export type SqlFragment = { readonly [source]: SqlSource };
type JsonParameter = { readonly [jsonText]: string };

/**
 * A statement. It is sent once, when it is awaited or `execute` is called; inside another template it becomes a part of
 * that.
 */
type SqlStatement<T extends readonly object[] = DatabaseRow[]> = Promise<QueryResult<T>> &
  SqlFragment & { execute(): Promise<QueryResult<T>> };

/** The tag: db`select … where id = ${id}`. */
export type Db = {
  <T extends readonly object[] = DatabaseRow[]>(
    strings: TemplateStringsArray,
    ...values: readonly SqlValue[]
  ): SqlStatement<T>;
  /**
   * Raw SQL, with values for its own $1, $2 …; never with outside input. Without values it may be several statements.
   */
  unsafe<T extends readonly object[] = DatabaseRow[]>(text: string, values?: readonly SqlValue[]): SqlStatement<T>;
  /** A value as jsonb. */
  json(value: unknown): JsonParameter;
};

/** A statement to send. Unnamed statements are not kept by the server. */
export type ComposedQuery = { readonly text: string; readonly values?: unknown[]; readonly name?: string };
type SendQuery = (query: ComposedQuery) => Promise<QueryResult>;

/** A reserved connection: it runs statements in order, and returns to its pool when it is released. */
export type HeldConnection = {
  readonly send: (query: ComposedQuery, withinMs?: number) => Promise<QueryResult>;
  /** COPY … FROM STDIN and COPY … TO STDOUT; only on a connection of `streaming`. They have no timeout. */
  readonly copyIn: (text: string) => Writable;
  readonly copyOut: (text: string) => Readable & { readonly rowCount: number };
  /** Returns it to the pool. A lost or doubtful connection is closed instead. */
  readonly release: () => void;
};

/** Creates the tag for a sender of statements. */
export function makeSqlTag(send: SendQuery): Db {
  const tag = <T extends readonly object[]>(strings: readonly string[], ...values: readonly SqlValue[]) =>
    makeStatement<T>({ strings, values, raw: false }, send);
  const unsafe = <T extends readonly object[]>(text: string, values: readonly SqlValue[] = []) =>
    makeStatement<T>({ strings: [text], values, raw: true }, send);
  return Object.assign(tag, { unsafe, json: (value: unknown) => ({ [jsonText]: JSON.stringify(value) }) });
}

function makeStatement<T extends readonly object[]>(from: SqlSource, send: SendQuery): SqlStatement<T> {
  let result: Promise<QueryResult<T>> | undefined;
  const run = async () => {
    try {
      return (await send(composeQuery(from))) as unknown as QueryResult<T>;
    } catch (error) {
      if (error instanceof Error) Error.captureStackTrace(error); // The stack of the caller instead of the socket.
      throw error;
    }
  };
  const execute = () => {
    result ??= run();
    return result;
  };
  return {
    [source]: from,
    [Symbol.toStringTag]: 'Statement',
    execute,
    // biome-ignore lint/suspicious/noThenProperty: awaiting it sends it.
    then: (done, failed) => execute().then(done, failed),
    catch: (failed) => execute().catch(failed),
    finally: (ended) => execute().finally(ended),
  };
}

function composeQuery(from: SqlSource): ComposedQuery {
  const into = { text: '', values: [] as unknown[] };
  if (!from.raw) writeFragment(from, into);
  else if (from.values.length === 0) return { text: from.strings[0] ?? '' };
  else {
    for (const value of from.values) addParameter(value, into);
    into.text = from.strings[0] ?? '';
  }
  const name = preparedStatementName(into.text);
  return name === undefined ? into : { ...into, name };
}

function writeFragment({ strings, values }: SqlSource, into: { text: string; values: unknown[] }): void {
  into.text += strings[0];
  for (let at = 1; at < strings.length; at += 1) {
    const value = values[at - 1] as SqlValue;
    if (isObject(value) && source in value) writeFragment(value[source], into);
    else into.text += addParameter(value, into);
    into.text += strings[at];
  }
}

/** Adds a parameter and returns its placeholder, with a cast if the JavaScript type determines the SQL type. */
function addParameter(value: SqlValue, { values }: { values: unknown[] }): string {
  if (value === undefined) throw new TypeError('A statement has an undefined value.');
  const nth = `$${values.push(isObject(value) && jsonText in value ? value[jsonText] : value)}`;
  if (typeof value === 'boolean') return `${nth}::boolean`;
  if (typeof value === 'bigint') return `${nth}::bigint`;
  if (!isObject(value) || Array.isArray(value)) return nth;
  if (value instanceof Date) return `${nth}::timestamptz`;
  if (value instanceof Uint8Array) return `${nth}::bytea`;
  if (jsonText in value) return `${nth}::jsonb`;
  throw new TypeError('A statement has an object for a value: say db.json of it.');
}

function isObject(value: SqlValue): value is Exclude<SqlValue, string | number | bigint | boolean | null> {
  return typeof value === 'object' && value !== null;
}

/** How many texts have a name at a time. */
export const maxPreparedStatements = 1000;
const maxPreparedLength = 20_000;
const names = makeLruCache<string>(maxPreparedStatements);
const seenTexts = makeLruCache<true>(2 * maxPreparedStatements);

/**
 * The name under which a connection keeps a prepared statement: a hash of its text. A text gets a name on its second
 * use, and of more than a thousand the least used loses its own. A connection that has kept too many is closed
 * (`holdConnection`), so changing texts never fill the server.
 */
function preparedStatementName(text: string): string | undefined {
  const name = names.get(text);
  if (name !== undefined) return name;
  if (text.length > maxPreparedLength) return undefined;
  if (seenTexts.get(text) === undefined) {
    seenTexts.set(text, true);
    return undefined;
  }
  const statementName = createHash('sha256').update(text).digest('base64url').slice(0, 16);
  names.set(text, statementName);
  return statementName;
}
