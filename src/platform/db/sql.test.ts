// Tests of SQL statements: a template becomes one text with parameters, each value arrives with its type, and the
// number of prepared names is limited.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { connectionTo } from '../../../test/postgres-server.ts';
import { connect } from './pool.ts';
import { type ComposedQuery, makeSqlTag, type QueryResult } from './sql.ts';

const db = connect(connectionTo('postgres'), { max: 2 });
after(() => db.end());

/** A tag that notes what it would send. */
function noting() {
  const sent: ComposedQuery[] = [];
  const tag = makeSqlTag(async (query) => {
    sent.push(query);
    return [] as unknown as QueryResult;
  });
  return { tag, sent };
}

test('SQL fragments become part of their statement, empty ones too, and are not sent alone', async () => {
  const { tag, sent } = noting();
  const order = tag.unsafe('order by a.id');
  const inner = tag`and b = ${2} ${tag``}`;
  const statement = tag`select ${1} where a = ${'x'} ${inner} ${order} limit ${3}`;
  assert.deepEqual(sent, []);
  await Promise.all([statement, statement.execute()]);
  assert.deepEqual(sent, [
    { text: 'select $1 where a = $2 and b = $3  order by a.id limit $4', values: [1, 'x', 2, 3] },
  ]);
});

test('an impossible value is rejected before anything is sent', async () => {
  const { tag, sent } = noting();
  await assert.rejects(tag`select ${undefined as never}`, /undefined value/);
  await assert.rejects(tag`select ${{ a: 1 } as never}`, /db\.json/);
  assert.deepEqual(sent, []);
});

test('values return with their types, also where the statement does not state them', async () => {
  const at = new Date('2026-11-20T08:00:00.123Z');
  const [row] = await db`
    select ${at} as at, ${true} as yes, ${Buffer.from([0, 255])} as bytes, ${12n} as big, ${db.json({ a: [1, null, 'õ'] })} as json, ${null} as none,
           ${at} + interval '1 day' as next_day, ${'2026-02-28'}::date as day, ${'0.10'}::numeric as exact, ${1.5}::float8 as rough`;
  assert.deepEqual(row, {
    at,
    yes: true,
    bytes: Buffer.from([0, 255]),
    big: 12,
    json: { a: [1, null, 'õ'] },
    none: null,
    nextDay: new Date('2026-11-21T08:00:00.123Z'),
    day: '2026-02-28',
    exact: '0.10',
    rough: 1.5,
  });
});

test('arrays are sent and returned, with nulls, quotes, empty and nested', async () => {
  const at = new Date('2026-11-20T08:00:00.123Z');
  const texts = ['a', null, 'NULL', '', '"', '\\', '{,}', 'õ\n'];
  const [row] = await db`
    select ${texts}::text[] as texts, ${[]}::int[] as empty, ${['2026-02-28', null]}::date[] as days, ${[at, null]}::timestamptz[] as moments,
           ${[true, false, null]}::boolean[] as flags, ${[1, null]}::bigint[] as cents, array[[1, 2], [3, 4]] as nested,
           ${[Buffer.from([1])]}::bytea[] as bytes, array['{"a": 1}'::jsonb] as jsons`;
  assert.deepEqual(row, {
    texts,
    empty: [],
    days: ['2026-02-28', null],
    moments: [at, null],
    flags: [true, false, null],
    cents: [1, null],
    nested: [
      [1, 2],
      [3, 4],
    ],
    bytes: [Buffer.from([1])],
    jsons: [{ a: 1 }],
  });
});

test('an error names the function that sent the statement', async () => {
  const findNonsense = async () => (await db`select nonsense`)[0];
  await assert.rejects(findNonsense(), ({ stack }: Error) =>
    /column "nonsense".*\n[\s\S]*at async findNonsense/.test(stack ?? ''),
  );
});

test('a result has the number of rows read or changed, and is a plain array of rows', async () => {
  const read = await db`select generate_series(1, 3) as n`;
  assert.deepEqual([read.count, read], [3, [{ n: 1 }, { n: 2 }, { n: 3 }]]);
  const changed = await db.unsafe('create temporary table few (n int); insert into few values (1), (2)');
  assert.deepEqual([changed.count, changed.length], [2, 0]);
});

test('a repeated statement is prepared with a name, and texts that differ each time leave nothing on the server', async () => {
  const first = connect(connectionTo('postgres'), { max: 1 });
  const kept = async () => (await first.unsafe('select from pg_prepared_statements')).length;
  const before = await kept();
  for (let nth = 0; nth < 3; nth += 1) await first`select ${nth}::int as twice_and_more`;
  assert.equal(await kept(), before + 1);
  for (let nth = 0; nth < 50; nth += 1) await first`select ${nth}::int as ${first.unsafe(`column_${nth}`)}`;
  assert.equal(await kept(), before + 1);
  await first.end();
});

test('a thousand statements have a name, and the least used loses its own to one that is used now', async () => {
  const { tag, sent } = noting();
  for (let round = 0; round < 2; round += 1)
    for (let nth = 0; nth < 1500; nth += 1) await tag`select ${1} as ${tag.unsafe(`again_${nth}`)}`;
  const namesOf = (wanted: RegExp) => sent.filter(({ text }) => wanted.test(text)).map(({ name }) => name);
  assert.equal(namesOf(/again_/).filter((name) => name !== undefined).length, 1500, 'each at its second use');
  for (let times = 0; times < 2; times += 1) {
    await tag`select ${1} as new_and_busy`;
    await tag`select ${1} as again_1499`;
  }
  assert.notEqual(namesOf(/new_and_busy$/).at(-1), undefined);
  assert.notEqual(namesOf(/again_1499$/).at(-2), undefined);
});

test('a connection on which too many statements were prepared is replaced', async () => {
  const only = connect(connectionTo('postgres'), { max: 1 });
  const kept = async () => (await only.unsafe('select from pg_prepared_statements')).length;
  const counts = [];
  for (let nth = 0; nth < 1600; nth += 1) {
    for (let times = 0; times < 2; times += 1) await only`select ${1} as ${only.unsafe(`filling_${nth}`)}`;
    if (nth % 100 === 0) counts.push(await kept());
  }
  assert.ok(Math.max(...counts) <= 1501 && Math.min(...counts.slice(10)) < 200, counts.join(' '));
  await only.end();
});
