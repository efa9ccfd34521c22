// Transactions: the one way to a Db. BEGIN and the opening statements travel together, the first error is the one that is thrown, a lost connection
// is an error and never more than that, and a connection always goes back to its pool.
import { codeOf } from '../errors.ts';
import { type Db, type HeldConnection, makeSqlTag } from './sql.ts';

type ConnectionSource = { hold(): Promise<HeldConnection> };
type AccessMode = 'read only' | 'read write';

/** A handle on a transaction that may COPY. */
export type StreamingDb = Db & Pick<HeldConnection, 'copyIn' | 'copyOut'>;

const rollbackWithinMs = 5_000;

/**
 * One transaction on one connection: BEGIN and the opening statements travel together, then `work` runs, then COMMIT. Any failure rolls back.
 * After a read-only transaction nobody waits for COMMIT, which can change nothing: the connection is given back at once, and whoever gets it sends
 * statements that come after it.
 */
export async function transaction<Opened, Result>(
  pool: ConnectionSource,
  mode: AccessMode,
  opening: (db: Db) => Promise<Opened>,
  work: (db: Db, opened: Opened) => Promise<Result>,
): Promise<Result> {
  return runTransaction(await pool.hold(), mode, opening, work);
}

/** The same on a connection of the pool's that can COPY. */
export async function streamingTransaction<Result>(
  pool: { readonly streaming: ConnectionSource },
  opening: (db: Db) => Promise<unknown>,
  work: (db: StreamingDb) => Promise<Result>,
): Promise<Result> {
  const line = await pool.streaming.hold();
  const { copyIn, copyOut } = line;
  return runTransaction(line, 'read write', opening, (db) => work(Object.assign(db, { copyIn, copyOut })));
}

async function runTransaction<Opened, Result>(
  line: HeldConnection,
  mode: AccessMode,
  opening: (db: Db) => Promise<Opened>,
  work: (db: Db, opened: Opened) => Promise<Result>,
): Promise<Result> {
  /** What has aborted the transaction: PostgreSQL answers each statement after it with 25P02, until a savepoint is gone back to. */
  let aborted: unknown;
  let lastAnswer: Promise<void> = Promise.resolve();
  const send: HeldConnection['send'] = (query, withinMs) => {
    const answer = line.send(query, withinMs);
    lastAnswer = answer.then(
      () => {
        aborted = undefined;
      },
      (error) => {
        aborted ??= error;
      },
    );
    return answer;
  };
  const db = makeSqlTag(send);
  try {
    const begun = send({ text: mode === 'read only' ? 'begin read only' : 'begin' });
    const [, opened] = await Promise.all([begun, opening(db)]);
    const result = await work(db, opened);
    await lastAnswer; // Also of a statement that `work` did not wait for.
    if (aborted !== undefined) throw aborted;
    const ended = send({ text: 'commit' });
    if (mode === 'read only')
      ended.catch(() => {}); // The answer was read already; a connection that is lost now takes nothing with it.
    else {
      const { command } = await ended;
      if (command !== 'COMMIT') throw new Error(`COMMIT was answered with ${command}.`);
    }
    line.release();
    return result;
  } catch (error) {
    const cause = codeOf(error) === '25P02' ? (aborted ?? error) : error;
    await send({ text: 'rollback' }, rollbackWithinMs).then(line.release, line.release); // A lost connection has rolled back by itself.
    throw cause;
  }
}
