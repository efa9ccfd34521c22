// Tests of transactions: all or nothing; an unavailable database costs errors only, never the process, the pool or
// another transaction.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { connectionTo } from '../../../test/postgres-server.ts';
import { connect, type DatabasePool, type Db } from './pool.ts';
import { transaction, transactionInOneFlight } from './transaction.ts';

const admin = connect(connectionTo('postgres'), { max: 1 });
const schema = `t${process.pid}`;
await admin.unsafe(`create schema ${schema}; create table ${schema}.notes (note text)`);
after(async () => {
  await admin.unsafe(`drop schema ${schema} cascade`);
  await admin.end();
});

/** A pool that ends with the file. */
function aPool(where = connectionTo('postgres'), max = 3): DatabasePool {
  const pool = connect(where, { max });
  after(() => pool.end({ timeout: 1 }));
  return pool;
}

const note = (db: Db, text: string) => db`insert into ${db.unsafe(`${schema}.notes`)} (note) values (${text})`;
const noted = async (text: string) =>
  (await admin`select from ${admin.unsafe(`${schema}.notes`)} where note = ${text}`).length;
const nothing = async () => undefined;
const five = (pool: DatabasePool) =>
  transaction(
    pool,
    'read write',
    nothing,
    async (db) => (await db<{ five: number }[]>`select ${2}::int + 3 as five`)[0]?.five,
  );

test('the changes of a transaction are visible when it returns, and none of them when it fails', async () => {
  const pool = aPool();
  await transaction(pool, 'read write', nothing, (db) => note(db, 'kept'));
  const failing = transaction(
    pool,
    'read write',
    (db) => note(db, 'gone'),
    async () => Promise.reject(new Error('changed my mind')),
  );
  await assert.rejects(failing, /changed my mind/);
  const broken = transaction(
    pool,
    'read write',
    (db) => note(db, 'gone'),
    (db) => db`select 1 / ${0}::int`,
  );
  await assert.rejects(broken, /division by zero/);
  assert.deepEqual([await noted('kept'), await noted('gone')], [1, 0]);
});

test('in one flight, results are given out after the opening statements, whose error is the one thrown', async () => {
  const pool = aPool();
  let opened = false;
  const opening = async (db: Db) => {
    await db`select pg_sleep(0.05)`;
    opened = true;
  };
  const seen = await transactionInOneFlight(pool, 'read only', opening, async (db) => {
    const [row] = await db<{ two: number }[]>`select 2 as two`;
    return { two: row?.two, opened };
  });
  assert.deepEqual(seen, { two: 2, opened: true });
  let given: unknown;
  const refused = async (db: Db) => {
    await db`select pg_sleep(0.05)`;
    throw new Error('nobody');
  };
  const refusing = (work: (db: Db) => Promise<unknown>) => transactionInOneFlight(pool, 'read only', refused, work);
  const asking = async (db: Db) => {
    given = await db`select 2 as two`;
  };
  for (const work of [asking, nothing, async () => Promise.reject(new Error('other')), (db: Db) => db`select 1 / 0`])
    await assert.rejects(refusing(work), /nobody/);
  assert.equal(given, undefined);
  assert.equal(await five(pool), 5);
  const failing = transactionInOneFlight(pool, 'read only', nothing, (db) => db`select 1 / ${0}::int`);
  await assert.rejects(failing, /division by zero/);
});

test('a read-only transaction rejects writes', async () => {
  await assert.rejects(
    transaction(aPool(), 'read only', nothing, (db) => note(db, 'read')),
    /read-only transaction/,
  );
});

test('statements sent with BEGIN run inside the transaction, in their order', async () => {
  const pool = aPool();
  const [bound, seen] = await transaction(
    pool,
    'read only',
    (db) =>
      Promise.all([
        db`select set_config('app.tenant_id', ${'x'}, true) as value`.execute(),
        db`select current_setting('app.tenant_id') as value`,
      ]),
    async (_, opened) => opened,
  );
  assert.deepEqual([bound[0]?.value, seen[0]?.value], ['x', 'x']);
  assert.deepEqual(
    [...(await pool`select coalesce(current_setting('app.tenant_id', true), '') as value`)].map((row) => row.value),
    [''],
  );
});

test('large unawaited statements run one after another, mixed with new and small ones, and each is answered', async () => {
  const text = 'x'.repeat(500_000);
  const lengths = await transaction(aPool(), 'read write', nothing, (db) =>
    Promise.all(
      Array.from({ length: 30 }, async (_, nth) => {
        const written = note(db, `behind ${nth}`);
        const asked =
          nth % 10 === 0
            ? db`select length(${text}) + ${nth}::int as length, ${nth} as new`
            : db`select length(${text}) + ${nth}::int as length`;
        const [[row]] = await Promise.all([asked, written]);
        return row?.length;
      }),
    ),
  );
  assert.deepEqual(
    lengths,
    Array.from({ length: 30 }, (_, nth) => 500_000 + nth),
  );
  assert.equal(await noted('behind 29'), 1);
});

test('two hundred simultaneous transactions share three connections, each exclusively', async () => {
  const pool = aPool();
  const work = async (_: unknown, index: number) =>
    transaction(
      pool,
      'read write',
      (db) => db`select set_config('app.tenant_id', ${String(index)}, true)`,
      async (db) => {
        await db`select ${index}::int, pg_sleep(0.001)`;
        return (await db<{ mine: string }[]>`select current_setting('app.tenant_id') as mine`)[0]?.mine;
      },
    );
  const seen = await Promise.all(Array.from({ length: 200 }, work));
  assert.deepEqual(
    seen,
    seen.map((_, index) => String(index)),
  );
});

test('the error that aborted a transaction is thrown, not that of later statements', async () => {
  const pool = aPool();
  const broken = (db: Db) => db`select 1 / ${0}::int`;
  const divided = { code: '22012' };
  await assert.rejects(
    transaction(
      pool,
      'read write',
      (db) => broken(db),
      (db) => note(db, 'never'),
    ),
    divided,
  );
  const later = transaction(pool, 'read write', nothing, async (db) => {
    await broken(db).catch(() => {});
    await note(db, 'hidden');
  });
  await assert.rejects(later, divided);
  const swallowed = transaction(pool, 'read write', nothing, async (db) => {
    await note(db, 'swallowed');
    await broken(db).catch(() => {});
  });
  await assert.rejects(swallowed, divided);
  const unawaited = transaction(pool, 'read write', nothing, async (db) => {
    await note(db, 'unawaited');
    broken(db)
      .execute()
      .catch(() => {});
  });
  await assert.rejects(unawaited, divided);
  assert.deepEqual(await Promise.all(['never', 'hidden', 'swallowed', 'unawaited'].map(noted)), [0, 0, 0, 0]);
});

test('an error undone by a savepoint neither fails the transaction nor is thrown for a later error', async () => {
  const pool = aPool();
  const tried = (db: Db) =>
    db`savepoint tried`.then(() => db`select 1 / ${0}::int`).catch(() => db`rollback to savepoint tried`);
  await transaction(pool, 'read write', nothing, async (db) => {
    await tried(db);
    await note(db, 'after a savepoint');
  });
  assert.equal(await noted('after a savepoint'), 1);
  const other = transaction(pool, 'read write', nothing, async (db) => {
    await tried(db);
    await db`select nonsense`.catch(() => {});
    await note(db, 'never');
  });
  await assert.rejects(other, { code: '42703' });
});
