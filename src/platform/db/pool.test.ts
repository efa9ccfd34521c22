// Tests of the connection pool: values keep their types, and whatever happens to a transaction, the pool is complete
// afterwards.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { after, test } from 'node:test';
import { connectionTo } from '../../../test/postgres-server.ts';
import { startTestService } from '../../../test/service-fixture.ts';
import { connect, type DatabasePool, type Db } from './pool.ts';
import { transaction } from './transaction.ts';

const g = await startTestService();
const [{ name } = { name: '' }] = await g.owner<{ name: string }[]>`select current_database() as name`;
await g.owner`create table notes (id integer primary key, text text)`;
await g.owner`grant all on notes to haldur_app`;

function aPool(max: number): DatabasePool {
  const pool = connect(connectionTo(name, 'haldur_app'), { max });
  after(() => pool.end({ timeout: 1 }));
  return pool;
}

const pool = aPool(2);
const nothing = async () => {};
const write = (id: number, work: (db: Db) => Promise<void> = nothing, from = pool) =>
  transaction(
    from,
    'read write',
    (db) => db`insert into notes values (${id}, 'x')`,
    (db) => work(db),
  );
const ids = async () => (await g.owner<{ id: number }[]>`select id from notes order by id`).map((row) => row.id);
const ownPid = async (db: Db) => (await db<{ pid: number }[]>`select pg_backend_pid() as pid`)[0]?.pid ?? 0;

/** Ends a connection as an operator or a restarting server would, and waits until it is gone. */
async function kill(pid: number): Promise<void> {
  await g.owner`select pg_terminate_backend(${pid})`;
  while ((await g.owner`select from pg_stat_activity where pid = ${pid}`).length > 0)
    await new Promise((resolve) => setTimeout(resolve, 5));
}

/** The pool gives out all of its connections, and no more. */
async function assertWhole(of: DatabasePool, max: number): Promise<void> {
  const all = await Promise.all(
    Array.from({ length: max * 4 }, () => transaction(of, 'read only', ownPid, async (_, pid) => pid)),
  );
  assert.ok(new Set(all).size <= max);
  const held: (() => void)[] = [];
  const entered = Array.from({ length: max }, () =>
    transaction(of, 'read only', ownPid, () => new Promise<void>((resolve) => void held.push(resolve))),
  );
  while (held.length < max) await new Promise((resolve) => setTimeout(resolve, 5));
  for (const let_go of held) let_go();
  await Promise.all(entered);
}

test('nothing of a transaction is visible before it is committed', async () => {
  await write(10, async () => assert.ok(!(await ids()).includes(10)));
  assert.deepEqual(await ids(), [10]);
});

test('a statement that fails when opening or later returns its connection', async () => {
  for (let n = 0; n < 10; n += 1) {
    await assert.rejects(
      transaction(pool, 'read write', (db) => db`select 1/0`, nothing),
      { code: '22012' },
      `n ${n}`,
    );
    await assert.rejects(
      transaction(pool, 'read only', nothing, (db) => db`select nonsense`),
      { code: '42703' },
      `n ${n}`,
    );
    await assert.rejects(
      transaction(pool, 'read only', nothing, async () => Promise.reject(new Error('no statement at all'))),
      /no statement/,
      `n ${n}`,
    );
  }
  await assertWhole(pool, 2);
});

test('a failed commit is an error and returns its connection', async () => {
  await g.owner`create table checked (id integer references notes (id) deferrable initially deferred)`;
  await g.owner`grant all on checked to haldur_app`;
  for (let n = 0; n < 5; n += 1)
    await assert.rejects(
      transaction(pool, 'read write', nothing, (db) => db`insert into checked values (999)`),
      { code: '23503' },
      `n ${n}`,
    );
  await assertWhole(pool, 2);
});

/** Whether an error says that the connection went away, so that the caller may be told to come back. */
const isLost = (error: unknown) =>
  error instanceof Error && 'code' in error && /CONNECTION_|57P01|ECONN|EPIPE/.test(String(error.code));

test('a connection lost at any moment is one clear error, and the pool is complete again', async () => {
  const busy = aPool(2);
  for (const mode of ['read only', 'read write'] as const) {
    const lose = (work: (db: Db, pid: number) => Promise<unknown>) => transaction(busy, mode, ownPid, work);
    await assert.rejects(
      lose(async (db, pid) => kill(pid).then(() => db`select 1`)),
      isLost,
      mode,
    );
    await assert.rejects(
      lose((db, pid) => Promise.all([db`select pg_sleep(10)`, kill(pid)])),
      isLost,
      mode,
    );
    const first = Object.assign(new Error('first'), { code: '57P01' });
    await assert.rejects(
      lose((_, pid) => kill(pid).then(() => Promise.reject(first))),
      first,
      mode,
    );
    await assertWhole(busy, 2);
  }
  await assert.rejects(
    write(30, async (db) => kill(await ownPid(db)), busy),
    isLost,
  );
  assert.ok(!(await ids()).includes(30));
});

test('an idle connection that is lost costs at most one request', async () => {
  const idle = aPool(1);
  for (let n = 0; n < 5; n += 1) {
    await kill(await transaction(idle, 'read write', ownPid, async (_, pid) => pid));
    await transaction(idle, 'read only', ownPid, nothing).catch((error) => assert.ok(isLost(error), String(error)));
    await transaction(idle, 'read only', ownPid, nothing);
  }
});

test('an unreachable database is an error at once, for all waiting callers', async () => {
  const nowhere = connect({ url: 'postgres://haldur@127.0.0.1:1/postgres' }, { max: 2 });
  const attempts = Array.from({ length: 5 }, () => transaction(nowhere, 'read only', nothing, nothing));
  for (const [nth, attempt] of (await Promise.allSettled(attempts)).entries()) {
    assert.ok(attempt.status === 'rejected', `attempt ${nth}`);
    assert.match(String(attempt.reason.code), /ECONNREFUSED|CONNECTION_/, `attempt ${nth}`);
  }
  await nowhere.end({ timeout: 1 });
});

test('a server that disconnects at once, like a proxy without its server, is an error for all waiting callers', async () => {
  const proxy = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
  after(() => proxy.close());
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  const behind = connect({ url: `postgres://haldur@127.0.0.1:${port}/postgres` }, { max: 2 });
  const attempts = Array.from({ length: 5 }, () => transaction(behind, 'read only', nothing, nothing));
  for (const [nth, attempt] of (await Promise.allSettled(attempts)).entries())
    assert.ok(attempt.status === 'rejected' && isLost(attempt.reason), `attempt ${nth}`);
  await behind.end({ timeout: 1 });
});

test('values keep their types: days as text, safe integers as numbers, the rest as text', async () => {
  const [row] = await g.app.pool`
    select '2026-02-28'::date as some_day, 9007199254740991::bigint as most, 12.340::numeric as exact, '2026-11-20T10:00:00+02'::timestamptz as at, null::bigint as none`;
  assert.deepEqual(
    { ...row },
    {
      someDay: '2026-02-28',
      most: 9_007_199_254_740_991,
      exact: '12.340',
      at: new Date('2026-11-20T08:00:00Z'),
      none: null,
    },
  );
});

test('an integer too large to be exact is an error, not another number, and the connection continues', async () => {
  const first = aPool(1);
  for (let n = 0; n < 3; n += 1) {
    await assert.rejects(
      transaction(first, 'read only', nothing, (db) => db`select 9007199254740993::bigint as n`),
      /too large to count/,
      `n ${n}`,
    );
    assert.deepEqual(
      (await transaction(first, 'read only', nothing, (db) => db`select 1 as n`)).map((row) => row.n),
      [1],
      `n ${n}`,
    );
  }
});

test('a table altered under a prepared statement fails it once, not for the rest of the connection', async () => {
  const first = aPool(1);
  await g.owner`create table changing as select 1 as n`;
  await g.owner`grant select on changing to haldur_app`;
  const read = () => transaction(first, 'read only', nothing, (db) => db`select * from changing`);
  for (let n = 0; n < 3; n += 1) await read();
  await g.owner`alter table changing add more text`;
  await assert.rejects(read(), { code: '0A000' });
  assert.deepEqual([...(await read())], [{ n: 1, more: null }]);
});
