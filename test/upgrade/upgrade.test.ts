// Tests of upgrades: migrations that have landed are unchanged, and a database of the baseline becomes one of this
// version, with every row, and works.
//
// baseline-rows.txt holds what an organization had in the tables of the first ten migrations, with at least one row in
// each. Like the rows of users, it never changes: the service of that time wrote it.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { createApiKey } from '../../src/identity/operator-accounts.ts';
import { migrate, readMigrations } from '../../src/platform/db/migrate.ts';
import { connect, type DatabasePool } from '../../src/platform/db/pool.ts';
import { readTables } from '../../src/platform/db/schema-page.ts';
import { apiOperations } from '../../src/routes/api/routes.ts';
import { consoleBase } from '../../src/routes/console/base-path.ts';
import { needsPerson } from '../expected-permissions.ts';
import { allOperations } from '../operation-samples.ts';
import { connectionTo, createDatabase } from '../postgres-server.ts';
import { startTestService } from '../service-fixture.ts';
import { readRows, tableNames } from './baseline-rows.ts';

const lastOfBaseline = '0010-webhooks.sql';
/** An invoice of a meter and of a share of a remainder, and a credit note for it. */
const metered = '01a2058a-6211-751a-8087-917a4b3ab051';
const creditNote = '01a2058a-7000-7000-8000-000000000001';

const baselineRows = readFileSync(new URL('baseline-rows.txt', import.meta.url), 'utf8');

const { database: upgraded, drop } = await createDatabase('');
const baselineCounts = await createUpgradedDatabase();
const g = await startTestService({}, upgraded);
after(drop);

test('a migration that has landed is unchanged, and each is listed in migrations/landed.sha256', () => {
  const list = readFileSync(new URL('../../migrations/landed.sha256', import.meta.url), 'utf8');
  assert.deepEqual(
    readMigrations().map(({ name, text }) => `${createHash('sha256').update(text).digest('hex')}  ${name}`),
    list.trimEnd().split('\n'),
    'Databases exist that were made by the listed files. Restore a changed file and write the change as a new file. Add a line for a new file.',
  );
});

test('an upgraded database has the tables, columns, keys and policies of a new one', async () => {
  const fresh = await startTestService();
  assert.deepEqual(await readTables(g.owner), await readTables(fresh.owner));
});

/** The tables of the baseline whose rows are in another one now. */
const tablesBefore = new Map([
  ['billed_consumption', 'charge_ledger'],
  ['billed_remainders', 'charge_ledger'],
]);

test('an upgraded database has every row of before', async () => {
  const kept = new Map<string, number>();
  for (const [table, count] of baselineCounts) {
    assert.ok(count > 0, `baseline-rows.txt has no row of ${table}`);
    const name = tablesBefore.get(table) ?? table;
    kept.set(name, (kept.get(name) ?? 0) + count);
  }
  for (const [table, count] of kept) {
    const [row] = await g.owner.unsafe<{ count: number }[]>(`select count(*)::int as count from ${table}`);
    // A credit note of before has rows in the ledger too: three here.
    assert.equal(row?.count, table === 'charge_ledger' ? count + 3 : count, table);
  }
});

test('a credit note of before is divided over the meters of its position, in proportion to what each was billed', async () => {
  const rows = await g.owner<{ charge: string; isShare: boolean; amount: number; vat: number }[]>`
    select charge, meter_id is null as is_share, amount::int, vat_amount::int as vat from charge_ledger
     where invoice_id = ${creditNote} and is_credit and quantity = 0 order by number`;
  assert.deepEqual(rows, [
    { charge: 'water', isShare: false, amount: -825, vat: -198 },
    { charge: 'water', isShare: false, amount: -275, vat: -66 },
    { charge: 'common', isShare: true, amount: -900, vat: -216 },
  ]);
});

test('the service answers every list from an upgraded database', async () => {
  const [tenant] = await g.owner<{ id: string }[]>`select id from tenants`;
  const { apiKey } = await createApiKey(g.app, { tenantId: tenant?.id ?? '', name: 'upgrade', role: 'owner' });
  const lists = allOperations.filter(
    ({ name, method, path, permission }) =>
      method === 'GET' &&
      !path.includes(':') &&
      permission !== 'none' &&
      !needsPerson.has(permission) &&
      permission !== 'test-organization:use' && // The organization is a real one.
      name !== 'getLogo', // Its bytes are in a file and not in the rows.
  );
  assert.ok(lists.length >= 10, String(lists.length));
  for (const operation of lists) {
    const base = apiOperations.includes(operation) ? '' : `/${consoleBase}`;
    const answer = await g.ask('GET', `${base}${operation.path}`, { as: apiKey });
    assert.ok(answer.status === 200 || answer.code === 'validation_failed', `${operation.name}: ${answer.text}`);
  }
});

/**
 * Creates a database of the baseline with its rows, migrates it to this version, and returns the number of rows that
 * each table had.
 */
async function createUpgradedDatabase(): Promise<Map<string, number>> {
  const owner = connect(connectionTo(upgraded), { max: 1 });
  try {
    await createBaseline(owner);
    await readRows(owner, baselineRows);
    await addCreditNote(owner);
    const counts = new Map<string, number>();
    for (const table of await tableNames(owner)) {
      const [row] = await owner.unsafe<{ count: number }[]>(`select count(*)::int as count from ${table}`);
      counts.set(table, row?.count ?? 0);
    }
    await migrate(owner);
    return counts;
  } finally {
    await owner.end({ timeout: 5 });
  }
}

/**
 * A credit note, in the tables of the baseline: 11.00 of a position whose 20.00 are those of two meters, 15.00 and
 * 5.00, and all of its share of a remainder.
 */
async function addCreditNote(owner: DatabasePool): Promise<void> {
  const copy = (table: string, where: string, changes: object) =>
    owner.unsafe(
      `insert into ${table} select n.* from ${table} t cross join lateral json_populate_record(t, $1::text::json) n where t.${where}`,
      [JSON.stringify(changes)],
    );
  await owner`update billed_consumption set amount = 1500, vat_amount = 360 where invoice_id = ${metered}`;
  await copy('billed_consumption', `invoice_id = '${metered}'`, { number: 2, amount: 500, vat_amount: 120 });
  await owner`
    insert into invoices (tenant_id, id, number, reference, status, building_id, apartment_id, period_start, period_end, issue_date, due_date, currency, amount,
                          amount_paid, corrects_id, cause, reason, created_at, updated_at)
    select tenant_id, ${creditNote}, '2026-000099', reference, 'draft', building_id, apartment_id, period_start, period_end, issue_date, due_date, currency,
           -2480, -2480, id, 'credit', 'Vaie', created_at, updated_at
      from invoices where id = ${metered}`;
  const credited = { invoice_id: creditNote };
  await copy('positions', `invoice_id = '${metered}' and t.ordinal = 1`, {
    ...credited,
    amount: -1100,
    vat_amount: -264,
  });
  await copy('positions', `invoice_id = '${metered}' and t.ordinal = 2`, {
    ...credited,
    amount: -900,
    vat_amount: -216,
  });
}

/** The tables as the baseline makes them, and the record of its migrations. */
async function createBaseline(owner: DatabasePool): Promise<void> {
  await owner`create table migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())`;
  for (const { name, text, checksum } of readMigrations().filter((migration) => migration.name <= lastOfBaseline)) {
    await owner.unsafe(text);
    await owner`insert into migrations (name, checksum) values (${name}, ${checksum})`;
  }
}
