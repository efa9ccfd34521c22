// Tests of many rows in one statement: every type arrives as it was, and no query writes its own table of parameters.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { anOrganization, startTestService } from '../../../test/service-fixture.ts';
import { newId } from '../values/ids.ts';
import { insertRows, tableOf } from './rows.ts';
import { inTenant, serviceCaller } from './scope.ts';

const g = await startTestService();
const { tenantId } = await anOrganization(g);
const src = join(import.meta.dirname, '../..');

const columns = {
  id: 'uuid',
  aText: 'text',
  aDay: 'date',
  aTime: 'timestamptz',
  aNumber: 'numeric',
  count: 'integer',
  cents: 'bigint',
  rank: 'smallint',
  isSo: 'boolean',
  bytes: 'bytea',
  detail: 'json',
} as const;
const full = {
  id: newId(),
  aText: `"quoted" {braces}, \\ and 'õ'\n`,
  aDay: '2026-11-01',
  aTime: new Date('2026-11-01T10:00:00.123Z'),
  aNumber: '0.1000',
  count: -1,
  cents: 9_007_199_254_740_991,
  rank: 3,
  isSo: false,
  bytes: Buffer.from([0, 92, 255]),
  detail: { text: 'a "b" \\', list: [1, null], none: null },
};
const empty = Object.fromEntries(Object.keys(columns).map((name) => [name, null])) as {
  [name in keyof typeof columns]: null;
};

test('rows come back as they were, in their order, and null is null in every type', async () => {
  const rows = await inTenant(
    g.app,
    serviceCaller(tenantId),
    ({ db }) => db`select * from ${tableOf(db, 't', columns, [full, empty, full])}`,
  );
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    [full, empty, full],
  );
});

test('rows are inserted with columns that are alike or calculated, for the organization alone, and none are none', async () => {
  const rows = [newId(), newId()].map((objectId, nth) => ({ objectId, kind: `${nth}` }));
  await inTenant(g.app, serviceCaller(tenantId), async (scope) => {
    const { db } = scope;
    const more = {
      kind: db`case r.kind when '0' then 'payment' else 'meter' end`,
      deletedAt: scope.now,
      buildingId: null,
    };
    await insertRows(scope, 'deleted_objects', { objectId: 'uuid', kind: 'text' }, rows, { more });
    await insertRows(scope, 'deleted_objects', { objectId: 'uuid', kind: 'text' }, []);
    const again = rows.map((row) => ({ ...row, kind: row.kind === '0' ? 'payment' : 'meter' }));
    const onConflict = db`(tenant_id, kind, object_id) do nothing`;
    await insertRows(scope, 'deleted_objects', { objectId: 'uuid', kind: 'text' }, again, {
      more: { deletedAt: scope.now },
      onConflict,
    });
  });
  const found = await g.owner<{ tenantId: string; kind: string; objectId: string }[]>`
    select tenant_id, kind, object_id from deleted_objects where object_id = any (${rows.map((row) => row.objectId)}::uuid[]) order by kind desc`;
  assert.deepEqual(
    found.map((row) => [row.tenantId, row.kind, row.objectId]),
    rows.map(({ objectId }, nth) => [tenantId, ['payment', 'meter'][nth], objectId]),
  );
});

test('no query writes a table of parameters by hand', () => {
  for (const file of globSync('**/*.ts', { cwd: src, exclude: ['**/*.test.ts', 'platform/db/rows.ts'] })) {
    const text = readFileSync(join(src, file), 'utf8');
    assert.doesNotMatch(
      text,
      /unnest\(\$\{[^}]*\}::\w+\[\],|jsonb?_(to|populate)_recordset\(\$/,
      `${file}: use tableOf or insertRows (platform/db/rows.ts)`,
    );
  }
});
