// Tests of migrations: a database is migrated once, also by concurrent callers, and an unsuitable one is not changed.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { connectionTo } from '../../../test/postgres-server.ts';
import { tablesWithoutTenant } from '../../../test/tables-without-tenant.ts';
import { migrate, pendingMigrations, readMigrations } from './migrate.ts';
import { requireTemporaryTables, requireUnprivilegedRole } from './open-database.ts';
import { connect, type DatabasePool } from './pool.ts';

const admin = connect(connectionTo('postgres'), { max: 1 });
const open: DatabasePool[] = [];
const made: string[] = [];
after(async () => {
  for (const sql of open) await sql.end({ timeout: 1 });
  for (const name of made) await admin.unsafe(`drop database if exists ${name} with (force)`);
  await admin.end({ timeout: 1 });
});

async function anEmptyDatabase(): Promise<string> {
  const name = `haldur_test_${randomBytes(6).toString('hex')}`;
  await admin.unsafe(`create database ${name}`);
  made.push(name);
  return name;
}

function connected(name: string, user?: string): DatabasePool {
  const sql = connect(connectionTo(name, user), { max: 1 });
  open.push(sql);
  return sql;
}

const name = await anEmptyDatabase();
const owner = connected(name);

test('an empty database gets every migration once, also when several processes start at the same moment', async () => {
  const starts = await Promise.all(
    [owner, connected(name), connected(name)].map((databasePool) => migrate(databasePool)),
  );
  assert.deepEqual(
    starts.flat(),
    readMigrations().map((migration) => migration.name),
  );
  assert.deepEqual(await migrate(owner), []);
});

test('every table separates tenants by forced row-level security on a tenant column, and the service owns none', async () => {
  const tables = await owner<
    { name: string; enabled: boolean; forced: boolean; policies: number; owner: string; tenant: boolean }[]
  >`
    select c.relname as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced, pg_get_userbyid(c.relowner) as owner,
           (select count(*) from pg_policy p where p.polrelid = c.oid) as policies,
           exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and a.attnotnull) as tenant
      from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and c.relname <> 'migrations' order by 1`;
  assert.ok(tables.length > 10);
  for (const table of tables) {
    assert.ok(table.enabled && table.forced && table.policies > 0, table.name);
    assert.doesNotMatch(table.owner, /haldur_app|haldur_system/, String(table));
    if (![...tablesWithoutTenant, 'tenants'].includes(table.name))
      assert.ok(table.tenant, `${table.name} has no tenant_id`);
  }
});

test('every security-definer function looks for tables in the catalog first and in pg_temp last', async () => {
  const functions = await owner<{ name: string; path: string | null }[]>`
    select p.oid::regprocedure::text as name,
           (select substr(setting, length('search_path=') + 1) from unnest(p.proconfig) setting where setting like 'search_path=%') as path
      from pg_proc p where p.prosecdef and p.pronamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)`;
  assert.ok(functions.length > 10);
  for (const { name, path } of functions) assert.match(path ?? '', /^pg_catalog, (public, )?pg_temp$/, name);
});

test('the service’s role sees nothing without a tenant, and cannot create, own or alter tables', async () => {
  const app = connected(name, 'haldur_app');
  await owner`insert into tenants (id, name, created_at) values (gen_random_uuid(), 'Somebody', now())`;
  assert.deepEqual([...(await app`select * from tenants`)], []);
  for (const statement of [
    'create table t (id int)',
    'alter table tenants disable row level security',
    'drop table tenants',
    'set role haldur_system',
    'truncate tenants',
    'delete from migrations',
  ])
    await assert.rejects(app.unsafe(statement), { code: '42501' }, statement);
  await requireUnprivilegedRole(app);
});

test('a role that could bypass row-level security is rejected', async () => {
  await assert.rejects(requireUnprivilegedRole(owner), {
    name: 'OperatorError',
    message: /may bypass row-level security/,
  });
  const app = connected(name, 'haldur_app');
  await owner`alter table counters no force row level security`;
  await assert.rejects(requireUnprivilegedRole(app), {
    name: 'OperatorError',
    message: /counters has no forced row-level security/,
  });
  await owner`alter table counters force row level security`;
  await owner`alter table counters owner to haldur_app`;
  await assert.rejects(requireUnprivilegedRole(app), { name: 'OperatorError', message: /owns the table counters/ });
  await owner.unsafe(
    `alter table counters owner to ${JSON.stringify((await owner<{ me: string }[]>`select current_user as me`)[0]?.me)}`,
  );
  await requireUnprivilegedRole(app);
});

test('a role without the right to create temporary tables is rejected with the missing grant', async () => {
  const app = connected(name, 'haldur_app');
  await requireTemporaryTables(app);
  await owner.unsafe(`revoke temporary on database ${name} from public`);
  const message = new RegExp(`may not create temporary tables.*grant temporary on database ${name} to haldur_app`);
  await assert.rejects(requireTemporaryTables(app), { name: 'OperatorError', message });
  await owner.unsafe(`grant temporary on database ${name} to haldur_app`);
  await requireTemporaryTables(app);
});

test('an edited migration, a missing one and a newer database are rejected, and nothing is changed', async () => {
  const landed = readMigrations().map(({ name, checksum }) => ({ name, checksum }));
  assert.deepEqual(pendingMigrations(landed), []);
  assert.deepEqual(pendingMigrations([]).length, landed.length);
  assert.deepEqual(
    pendingMigrations(landed.slice(0, 2)).map((pendingMigration) => pendingMigration.name),
    landed.slice(2).map((item) => item.name),
  );
  assert.throws(() => pendingMigrations([...landed, { name: '9999-later.sql', checksum: 'x' }]), {
    name: 'OperatorError',
    message: /9999-later\.sql, which this version of Haldur does not know/,
  });
  assert.throws(
    () => pendingMigrations(landed.map((item) => ({ ...item, checksum: 'x' }))),
    /0001-platform\.sql is not the one of this version/,
  );
  assert.throws(() => pendingMigrations(landed.slice(1)), /no upgrade from it/);
  await owner`insert into migrations (name, checksum) values ('9999-later.sql', 'x')`;
  await assert.rejects(migrate(owner), /Start the newer version/);
  await owner`delete from migrations where name = '9999-later.sql'`;
  assert.deepEqual(await migrate(owner), []);
});

test('a database from before the baseline is rejected with a sentence that says what to do', async () => {
  const [first] = readMigrations();
  const before = [first, { name: '0002-identity.sql', checksum: 'x' }, { name: '0003-portfolio.sql', checksum: 'y' }];
  assert.throws(() => pendingMigrations(before.filter((migration) => migration !== undefined)), {
    name: 'OperatorError',
    message:
      /made by another, unreleased version.*0002-identity\.sql.*Start the version that made it, or begin with an empty database/,
  });
});

test('migration numbers have no gaps', () => {
  assert.deepEqual(
    readMigrations().map(({ name }) => Number(name.slice(0, 4))),
    readMigrations().map((_, index) => index + 1),
  );
});

test('a migration that fails rolls back all of them', async () => {
  const half = await anEmptyDatabase();
  const sql = connected(half);
  await sql`create table webhook_endpoints (in_the_way integer)`;
  await assert.rejects(migrate(sql), /webhook_endpoints/);
  const left = await sql<
    { name: string }[]
  >`select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`;
  assert.deepEqual(
    left.map((item) => item.name),
    ['webhook_endpoints'],
  );
  await sql`drop table webhook_endpoints`;
  assert.equal((await migrate(sql)).length, readMigrations().length);
});
