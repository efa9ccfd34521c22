// Transactions: the one way to a Db. BEGIN and the first statements travel together, a lost connection is an error and never more than that,
// and a connection goes back to the pool by itself when its transaction ends.
import type postgres from 'postgres';
import type { Db, Sql } from './db.ts';

/**
 * One transaction on one connection: BEGIN and the opening statement travel together, then `work` runs, then COMMIT. Any failure rolls back.
 * After a read-only transaction the answer does not wait for COMMIT, which can change nothing.
 */
export async function transaction<Opened, Result>(
  pool: Sql,
  mode: 'read only' | 'read write',
  opening: (db: Db) => Promise<Opened>,
  work: (db: Db, opened: Opened) => Promise<Result>,
): Promise<Result> {
  const { db, begun } = begin(pool, mode);
  try {
    const [, opened] = await Promise.all([begun, opening(db)]);
    const result = await work(db, opened);
    const ended = db.unsafe('commit');
    if (mode === 'read write') await ended;
    else ended.catch(() => {}); // The answer was read already; a connection lost now takes nothing with it.
    return result;
  } catch (error) {
    await db.unsafe('rollback').catch(() => {}); // The first error is the one to tell; a lost connection has rolled back by itself.
    throw error;
  }
}

/** A statement that postgres.js has not sent yet: it goes where its handler takes it. */
type Statement = Promise<unknown> & {
  handler: (statement: Statement) => void;
  reject: (error: Error) => void;
  /** Set when it is sent: its parameters follow when the database has said of which types they are, and nothing else before. */
  describeFirst?: unknown;
};

/** What postgres.js gives its own begin() of a connection. `execute` is false when the connection wants to be asked again once it has answered everything. */
type Line = {
  execute(statement: Statement): boolean;
  reserved: (() => void) | null;
  onclose: ((error: Error) => void) | null;
};

const mostUnanswered = 100;

/**
 * Sends BEGIN to some connection of the pool and keeps that connection to itself, by the same means as begin() of postgres.js 3.4.9, from which it
 * differs in three ways, each proven in transaction.test.ts: statements may follow BEGIN without waiting for it; a statement after the connection was
 * lost is refused, where begin() and reserve() end the process; and a failed connection attempt costs the pool nothing, where reserve() loses a
 * connection each time. The connection goes back when it reports that no transaction is open any more.
 */
function begin(pool: Sql, mode: 'read only' | 'read write'): { db: Db; begun: Promise<unknown> } {
  let line: Line | undefined;
  let ready = false;
  let lost: Error | undefined;
  let unanswered = 0;
  const waiting: Statement[] = [];
  const flush = () => {
    for (let next = waiting[0]; ready && line !== undefined && next !== undefined; next = waiting[0]) {
      waiting.shift();
      unanswered += 1;
      // It also says false while a large statement is still on its way. The next may stand behind that: the database would wait for it otherwise.
      ready = line.execute(next) || (!next.describeFirst && unanswered < mostUnanswered);
    }
  };
  const send = (statement: Statement) => {
    if (lost !== undefined) return statement.reject(lost);
    waiting.push(statement);
    flush();
  };
  const lose = (error: Error) => {
    lost = error;
    for (const statement of waiting.splice(0)) statement.reject(error);
  };
  const take = (connection: Line) => {
    line = connection;
    line.onclose = lose;
    line.reserved = () => {
      ready = true;
      unanswered = 0;
      flush();
    };
    ready = true;
    queueMicrotask(flush);
    return false; // Keeps the pool from sending anything else there.
  };
  const options = { onexecute: take } as postgres.UnsafeQueryOptions;
  const begun = pool.unsafe(mode === 'read only' ? 'begin read only' : 'begin', [], options).execute();
  begun.catch(lose);
  return { db: routed(pool, send), begun };
}

/** The pool's own ways of writing statements, with every statement sent where `send` takes it. */
function routed(pool: Sql, send: (statement: Statement) => void): Db {
  const route = <T>(made: T): T => {
    if (made instanceof Promise) (made as Promise<unknown> as Statement).handler = send;
    return made;
  };
  return new Proxy<Db>(pool, {
    apply: (target, _, parameters) => route(Reflect.apply(target, undefined, parameters)),
    get: (target, name) =>
      name === 'unsafe'
        ? (...parameters: Parameters<Db['unsafe']>) => route(target.unsafe(...parameters))
        : Reflect.get(target, name),
  });
}
