// Transactions: the only way to a Db. BEGIN and the first statements are sent together, the first error is the one
// thrown, a lost connection is an ordinary error, and a connection always returns to its pool.
import { codeOf } from '../errors.ts';
import { type Db, type HeldConnection, makeSqlTag } from './sql.ts';

type ConnectionSource = { hold(): Promise<HeldConnection> };
type AccessMode = 'read only' | 'read write';

/** A transaction handle with COPY. */
export type StreamingDb = Db & Pick<HeldConnection, 'copyIn' | 'copyOut'>;

const rollbackWithinMs = 5_000;

/**
 * Runs one transaction on one connection: BEGIN and the opening statements are sent together, then `work` runs, then
 * COMMIT. Any failure rolls back. After a read-only transaction nobody waits for COMMIT, which can change nothing: the
 * connection is released at once, and its next user's statements come after it.
 */
export async function transaction<Opened, Result>(
  pool: ConnectionSource,
  mode: AccessMode,
  opening: (db: Db) => Promise<Opened>,
  work: (db: Db, opened: Opened) => Promise<Result>,
): Promise<Result> {
  return runTransaction(await pool.hold(), mode, opening, work);
}

/**
 * The same, but `work` does not wait for the opening statement: its own are sent right after it, and it gets their
 * results, and ends, when that one has succeeded. Whatever it does, the error of the opening is the one thrown.
 */
export async function transactionInOneFlight<Result>(
  pool: ConnectionSource,
  mode: AccessMode,
  opening: (db: Db) => Promise<unknown>,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  const both = async (_db: Db, send: HeldConnection['send']) => {
    const first = Promise.withResolvers<void>();
    const sendFirst: HeldConnection['send'] = (query) => {
      const sent = send(query);
      first.resolve();
      return sent;
    };
    const opened = opening(makeSqlTag(sendFirst));
    opened.catch(() => {}); // Thrown below.
    await Promise.race([first.promise, opened]); // Nothing may be sent before it.
    const sendAndWait: HeldConnection['send'] = async (query) => {
      const sent = send(query);
      sent.catch(() => {}); // Thrown when it is its turn.
      await opened;
      return sent;
    };
    return work(makeSqlTag(sendAndWait)).finally(() => opened);
  };
  return runTransaction(await pool.hold(), mode, both, async (_db, result) => result);
}

/**
 * The same on a connection with COPY. It has no pipelining, so the opening statements are sent when BEGIN is answered.
 */
export async function streamingTransaction<Result>(
  pool: { readonly streaming: ConnectionSource },
  opening: (db: Db) => Promise<unknown>,
  work: (db: StreamingDb) => Promise<Result>,
): Promise<Result> {
  const connection = await pool.streaming.hold();
  const { copyIn, copyOut } = connection;
  const nothing = async () => {};
  return runTransaction(connection, 'read write', nothing, async (db) => {
    await opening(db);
    return work(Object.assign(db, { copyIn, copyOut }));
  });
}

async function runTransaction<Opened, Result>(
  connection: HeldConnection,
  mode: AccessMode,
  opening: (db: Db, send: HeldConnection['send']) => Promise<Opened>,
  work: (db: Db, opened: Opened) => Promise<Result>,
): Promise<Result> {
  /**
   * The error that aborted the transaction: PostgreSQL answers each later statement with 25P02, until a rollback to a
   * savepoint.
   */
  let aborted: unknown;
  let lastResult: Promise<void> = Promise.resolve();
  const send: HeldConnection['send'] = (query, withinMs) => {
    const result = connection.send(query, withinMs);
    lastResult = result.then(
      () => {
        aborted = undefined;
      },
      (error) => {
        aborted ??= error;
      },
    );
    return result;
  };
  const db = makeSqlTag(send);
  try {
    const begun = send({ text: mode === 'read only' ? 'begin read only' : 'begin' });
    const [, opened] = await Promise.all([begun, opening(db, send)]);
    const result = await work(db, opened);
    await lastResult; // Also for a statement that `work` did not await.
    if (aborted !== undefined) throw aborted;
    const ended = send({ text: 'commit' });
    if (mode === 'read only')
      ended.catch(() => {}); // The result was already read; losing the connection now has no effect.
    else {
      const { command } = await ended;
      if (command !== 'COMMIT') throw new Error(`COMMIT was answered with ${command}.`);
    }
    connection.release();
    return result;
  } catch (error) {
    const cause = codeOf(error) === '25P02' ? (aborted ?? error) : error;
    // A lost connection rolls back by itself.
    await send({ text: 'rollback' }, rollbackWithinMs).then(connection.release, connection.release);
    throw cause;
  }
}
