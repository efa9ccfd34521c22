// The gate: transactions of a service under test wait for their turn, so that a test decides in which order they begin
// and commit, and where work ends as if its process were killed.
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { DatabasePool } from '../../src/platform/db/pool.ts';
import { type ComposedQuery, type HeldConnection, makeSqlTag, type QueryResult } from '../../src/platform/db/sql.ts';
import { transaction } from '../../src/platform/db/transaction.ts';

/** A command that runs beside others. */
export type Actor = {
  readonly name: string;
  /** The boundary that it waits at; undefined while it runs or waits for a lock. */
  waiting: { readonly at: string; readonly go: () => void } | undefined;
  /** The database's processes of its open transactions. */
  readonly backends: Set<number>;
  isOver: boolean;
  /** Where its process is killed. It gets no answer and never continues. */
  readonly crash: CrashPoint | undefined;
  isDead: boolean;
  /** The points that it has passed, in order: `commit 1`, `after commit 1`, `posted 1` … */
  readonly passed: string[];
};

/** A point of an actor's work, and what to do when it gets there. */
export type CrashPoint = { readonly point: string; readonly onReached: () => void };

const running = new AsyncLocalStorage<Actor>();
const never = () => new Promise<never>(() => {});
const maxPauseMs = 3;

let wake = () => {};
/** Whoever waits for actors looks again. */
function noteChange(): void {
  wake();
}

/** Begins a command. Its transactions, in whatever pool with a gate, wait for their turn. */
export function begin<T>(
  name: string,
  command: () => Promise<T>,
  crash?: CrashPoint,
): { actor: Actor; result: Promise<T> } {
  const actor: Actor = {
    ...{ name, waiting: undefined, backends: new Set(), isOver: false, crash, isDead: false, passed: [] },
  };
  const result = running.run(actor, command).finally(() => {
    actor.isOver = true;
    noteChange();
  });
  result.catch(() => {}); // Whoever awaits it gets the error.
  return { actor, result };
}

/**
 * Notes that the running command has come to a point. It does not continue if it is killed there.
 */
export async function reachPoint(what: string, actor = running.getStore()): Promise<void> {
  if (actor === undefined) return;
  if (actor.isDead) return never();
  const nth = actor.passed.filter((point) => point.startsWith(`${what} `)).length + 1;
  const point = `${what} ${nth}`;
  actor.passed.push(point);
  if (actor.crash?.point !== point) return;
  actor.isDead = true;
  actor.crash.onReached();
  noteChange();
  return never();
}

/**
 * The same pool, in which the transactions of actors wait for their turn before they begin and commit. What only reads
 * does not wait, nor what an actor does besides its own transaction or leaves for later, such as the log of reads.
 */
export function gatePool(pool: DatabasePool): DatabasePool {
  const hold = async () => {
    const actor = running.getStore();
    return actor === undefined ? pool.hold() : gateConnection(await pool.hold(), actor);
  };
  const tag = makeSqlTag(async (query) => {
    const connection = await hold();
    return connection.send(query).finally(connection.release);
  });
  const begin: DatabasePool['begin'] = (work) => transaction({ hold }, 'read write', async () => {}, work);
  const { reserve, streaming, separate, connections, listen, end } = pool;
  return Object.assign(tag, { hold, begin, reserve, streaming, separate, connections, listen, end });
}

function gateConnection(connection: HeldConnection, actor: Actor): HeldConnection {
  const held: (() => void)[] = [];
  let isHolding = false;
  let backend: number | undefined;
  /** Of a killed process nothing continues. */
  const send = async (query: ComposedQuery, withinMs?: number): Promise<QueryResult> => {
    const answer = connection.send(query, withinMs);
    await answer.catch(() => {});
    return actor.isDead ? never() : answer;
  };
  const letGo = () => {
    isHolding = false;
    for (const next of held.splice(0)) next();
  };
  const openTransaction = async (query: ComposedQuery, withinMs?: number) => {
    isHolding = true;
    const [row] = await connection.send({ text: 'select pg_backend_pid() as pid' });
    await waitForTurn(actor, 'begin');
    backend = row?.pid as number;
    actor.backends.add(backend);
    const begun = send(query, withinMs);
    letGo();
    return begun;
  };
  const endTransaction = async (query: ComposedQuery, withinMs?: number) => {
    if (query.text === 'commit') {
      await waitForTurn(actor, 'commit');
      await reachPoint('commit', actor);
    }
    const ended = await send(query, withinMs);
    if (backend !== undefined) actor.backends.delete(backend);
    backend = undefined;
    if (query.text === 'commit') await reachPoint('after commit', actor);
    return ended;
  };
  return {
    ...connection,
    send(query, withinMs) {
      if (actor.isDead) return never();
      if (isHolding)
        return new Promise((resolve, reject) => held.push(() => send(query, withinMs).then(resolve, reject)));
      const waits = !actor.isOver && actor.backends.size === 0 && actor.waiting === undefined;
      if (query.text === 'begin' && waits) return openTransaction(query, withinMs);
      const isEnd = backend !== undefined && (query.text === 'commit' || query.text === 'rollback');
      return isEnd ? endTransaction(query, withinMs) : send(query, withinMs);
    },
  };
}

function waitForTurn(actor: Actor, at: string): Promise<void> {
  return new Promise((resolve) => {
    actor.waiting = {
      at,
      go() {
        actor.waiting = undefined;
        resolve();
      },
    };
    noteChange();
  });
}

/**
 * Names the next of the commands that wait for their turn, by their places. `passed`: how many boundaries each command
 * has passed.
 */
export type Choose = (waiting: readonly number[], passed: readonly number[]) => number;

/**
 * Runs actors to their end: whenever each of them waits for its turn or for a lock, `choose` names the next. Returns
 * what it chose from what.
 */
export async function runInTurns(
  owner: DatabasePool,
  actors: readonly Actor[],
  choose: Choose,
): Promise<{ of: readonly number[]; next: number }[]> {
  const order: { of: readonly number[]; next: number }[] = [];
  for (;;) {
    await untilAllWait(owner, actors);
    const waiting = [...actors.keys()].filter((place) => actors[place]?.waiting !== undefined);
    if (waiting.length === 0) return order;
    const passed = actors.map((_, place) => order.filter(({ next }) => next === place).length);
    const next = choose(waiting, passed);
    order.push({ of: waiting, next });
    actors[next]?.waiting?.go();
  }
}

/** Waits until every actor is over, dead, waits for its turn, or waits for a lock that another of them holds. */
async function untilAllWait(owner: DatabasePool, actors: readonly Actor[]): Promise<void> {
  for (;;) {
    const changed = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const working = actors.filter(({ isOver, isDead, waiting }) => !isOver && !isDead && waiting === undefined);
    if (working.length === 0) return;
    const mayBeBlocked = actors.some(({ waiting }) => waiting !== undefined);
    const look = new AbortController();
    const pause = delay(maxPauseMs, 'look', { signal: look.signal }).catch(() => 'stop');
    const why = await Promise.race([changed, pause]);
    look.abort();
    if (why === 'look' && mayBeBlocked && (await areBlocked(owner, working))) return;
  }
}

/** Whether each of these actors waits for a lock. */
async function areBlocked(owner: DatabasePool, actors: readonly Actor[]): Promise<boolean> {
  if (actors.some(({ backends }) => backends.size === 0)) return false;
  const pids = actors.flatMap(({ backends }) => [...backends]);
  const blocked = await owner<{ pid: number }[]>`
    select pid from unnest(${pids}::int[]) as pid where cardinality(pg_blocking_pids(pid)) > 0`;
  const found = new Set(blocked.map(({ pid }) => pid));
  return actors.every(({ waiting, isOver, backends }) => {
    return waiting === undefined && !isOver && [...backends].some((pid) => found.has(pid));
  });
}
