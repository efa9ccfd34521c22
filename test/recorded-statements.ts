// The SQL statements that the service sends in a test file: each is checked against the rules of Citus, and each
// transaction against the order of locks, when the file ends.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabasePool } from '../src/platform/db/pool.ts';
import { type ComposedQuery, type HeldConnection, makeSqlTag } from '../src/platform/db/sql.ts';
import { watchLocks } from './lock-order.ts';
import { problemsOf } from './tenant-statements.ts';

const root = join(import.meta.dirname, '..');

/**
 * Statements that read over all organizations, or a row without an organization, each with its reason. None is a
 * request's.
 */
const exceptions: readonly (readonly [RegExp, string])[] = [];

/** The same pool, which records the text of every statement. `note` gets each statement with its values. */
export function recordStatements(
  pool: DatabasePool,
  note: (query: ComposedQuery) => void = () => {},
): { pool: DatabasePool; statements: Set<string>; misplacedLocks: Set<string> } {
  const statements = new Set<string>();
  const misplacedLocks = new Set<string>();
  const watched = (connection: HeldConnection): HeldConnection => {
    const watchLock = watchLocks((problem) => misplacedLocks.add(problem));
    return {
      ...connection,
      send(query, withinMs) {
        statements.add(query.text);
        watchLock(query);
        note(query);
        return connection.send(query, withinMs);
      },
    };
  };
  const hold = async () => watched(await pool.hold());
  const tag = makeSqlTag(async (query) => {
    const connection = await hold();
    return connection.send(query).finally(connection.release);
  });
  const streaming = { hold: async () => watched(await pool.streaming.hold()) };
  const separate = { hold: async () => watched(await pool.separate.hold()) };
  const { begin, reserve, connections, listen, end } = pool;
  return {
    pool: Object.assign(tag, { hold, begin, reserve, streaming, separate, connections, listen, end }),
    statements,
    misplacedLocks,
  };
}

/**
 * Throws when a transaction took locks in another order than that of all commands, or changed what needs a lock without
 * it.
 */
export function checkLocks(misplaced: ReadonlySet<string>): void {
  assert.equal(misplaced.size, 0, [...misplaced].join('\n\n'));
}

/** Statements without a problem: the files that share a process send mostly the same ones. */
const flawless = new Set<string>();

/** Throws when one of the service's statements breaks a rule. The test's own statements are exempt. */
export function checkStatements(statements: Iterable<string>): void {
  const broken = [...statements].flatMap((text) => {
    if (flawless.has(text)) return [];
    const problems = problemsOf(text, isTenants);
    if (problems.length === 0) {
      flawless.add(text);
      return [];
    }
    const path = sourceOf(text);
    if (isTest(path) || exceptions.some(([known]) => known.test(text))) return [];
    return [`${path}: ${problems.join('; ')}\n${text}`];
  });
  assert.equal(broken.length, 0, broken.join('\n\n'));
}

const tenantsTables = new Set(['tenants', 'attempts']);
for (const path of globSync('migrations/*.sql', { cwd: root })) {
  const text = readFileSync(join(root, path), 'utf8');
  for (const [, name = ''] of text.matchAll(/^create table (\w+) \(\n\s+tenant_id /gm)) tenantsTables.add(name);
}

/** Whether a table's rows belong to an organization. */
export function isTenants(name: string): boolean {
  return tenantsTables.has(name);
}

let sources: { readonly path: string; readonly text: string }[] | undefined;

/**
 * The file of a statement, found by its longest fragment that occurs in any: the service's files come before those of
 * tests.
 */
function sourceOf(text: string): string {
  sources ??= ['src/**/*.ts', 'test/**/*.ts'].flatMap((pattern) =>
    globSync(pattern, { cwd: root })
      .sort((a, b) => Number(isTest(a)) - Number(isTest(b)))
      .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })),
  );
  const pieces = text.split(/\n|\$\d+(?:::\w+)?/).map((piece) => piece.trim());
  for (const piece of pieces.filter(({ length }) => length >= 12).sort((a, b) => b.length - a.length)) {
    const found = sources.find((source) => source.text.includes(piece));
    if (found !== undefined) return found.path;
  }
  return 'composed';
}

function isTest(path: string): boolean {
  return /\.test\.ts$|^test\//.test(path);
}
