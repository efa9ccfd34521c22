// The test clock, for development: a clock that can be moved ahead of real time and never back. All processes on a
// database share it.
import type { DatabasePool } from '../db/pool.ts';
import type { AppContext } from '../db/scope.ts';
import { OperatorError } from '../errors.ts';

const channel = 'test_clock';

/** A clock that follows the database's test clock and reports when it is moved. */
type TestClock = Pick<Required<AppContext>, 'clock' | 'onClockMoved'> & { stop(): Promise<void> };

/** Starts following; the clock is right from the first call. */
export async function followTestClock(pool: DatabasePool): Promise<TestClock> {
  let offsetMs = await readClockOffset(pool);
  const listeners = new Set<() => void>();
  const moveTo = (ms: number) => {
    if (ms <= offsetMs) return;
    offsetMs = ms;
    for (const listener of listeners) listener();
  };
  // After a lost connection a move may have been missed.
  // While the database is unreachable the clock does not move; it is read again afterwards.
  const readOffset = () => void readClockOffset(pool).then(moveTo, () => {});
  const listening = await pool.listen(channel, (text) => moveTo(Number(text)), readOffset);
  return {
    clock: () => new Date(Date.now() + offsetMs),
    onClockMoved(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    stop: () => listening.unlisten(),
  };
}

/**
 * Moves the test clock of a database to a time, for all processes. Throws OperatorError for a time before the clock's
 * own.
 */
export async function moveTestClock(pool: DatabasePool, to: Date): Promise<void> {
  const offsetMs = to.getTime() - Date.now();
  const moved = await pool`
    insert into test_clock (offset_ms) select ${offsetMs}::bigint where ${offsetMs}::bigint >= 0
    on conflict (only_row) do update set offset_ms = excluded.offset_ms where test_clock.offset_ms <= excluded.offset_ms
    returning pg_notify(${channel}, offset_ms::text)`;
  if (moved.length > 0) return;
  const now = new Date(Date.now() + (await readClockOffset(pool)));
  throw new OperatorError(
    `The clock moves forwards only, as what has happened cannot be undone. It is ${now.toISOString()} there.`,
  );
}

/** Returns how far the test clock of a database is ahead of real time, in milliseconds. */
export async function readClockOffset(pool: DatabasePool): Promise<number> {
  const [row] = await pool<{ offsetMs: number }[]>`select offset_ms from test_clock`;
  return row?.offsetMs ?? 0;
}
