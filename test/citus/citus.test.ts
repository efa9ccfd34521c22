// Tests on a real Citus cluster: HALDUR_TEST_CITUS=postgres://superuser@coordinator:5432/postgres names its
// coordinator, and a database in which the workers are known. The machines must let each other in without a password
// (pg_hba.conf: trust), and this machine into each of them.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { findSignIn } from '../../src/identity/identity-queries.ts';
import { hasNoOrganization, listOrganizationsOf } from '../../src/identity/organization-queries.ts';
import { distribute } from '../../src/platform/db/distribute.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { planPlacements, readCatalog } from '../../src/platform/db/placements.ts';
import type { DatabasePool } from '../../src/platform/db/pool.ts';
import { inTenant, serviceCaller } from '../../src/platform/db/scope.ts';
import { listTenantIds } from '../../src/platform/db/tenants.ts';
import { readWaitingWork } from '../../src/platform/db/waiting-work.ts';
import { listTenantsWithDueDeliveries } from '../../src/webhooks/delivery-queries.ts';
import {
  allOperations,
  bodyFor,
  createSampleIds,
  ownSessionOperations,
  pathFor,
  stateDependent,
} from '../operation-samples.ts';
import { isTenants, recordStatements } from '../recorded-statements.ts';
import { anOrganization, serviceOn, type TestOrganization } from '../service-fixture.ts';
import { allQueries, askAs } from '../tenancy/all-queries.ts';
import { fillOrganization } from '../tenancy/two-organizations.ts';
import { createClusterDatabase, highestTaskCount, type RecordedCall } from './cluster.ts';

const url = process.env.HALDUR_TEST_CITUS;
const skip = url === undefined ? 'HALDUR_TEST_CITUS names no coordinator of a Citus cluster (docs/citus.md)' : false;
const start = fileURLToPath(new URL('../../start.mjs', import.meta.url));
const temporaryTable =
  /\b(?:staged_entries|shared_payers|stored_keys|stored_beside|compared_entries|compared_stored)\b/;

/** How many rows each table has, asked at the coordinator. */
async function countRows(owner: DatabasePool): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { name } of await readCatalog(owner)) {
    const [row] = await owner.unsafe<{ rows: number }[]>(`select count(*)::int as rows from ${name}`);
    counts.set(name, row?.rows ?? 0);
  }
  return counts;
}

/**
 * Two organizations are filled in a database whose tables are local, as in one that outgrows its machine; then it is
 * distributed, twice.
 */
async function openCluster(clusterUrl: string) {
  const cluster = await createClusterDatabase(clusterUrl);
  let end = async () => {};
  after(() => end().finally(cluster.drop));
  const migrating = cluster.reach({ max: 1 });
  await migrate(migrating);
  await migrating.end({ timeout: 5 });
  const secretKey = randomBytes(32);
  const serve = (pool: DatabasePool) =>
    serviceOn({ pool, owner: cluster.reach({ max: 2 }), database: cluster.database }, { secretKey });
  const local = await serve(cluster.reach({ as: 'haldur_app', max: 12 }));
  const first = await anOrganization(local.service, 'First canary');
  const second = await anOrganization(local.service, 'Second');
  const theirs = await fillOrganization(local.service, first, 'canary');
  await fillOrganization(local.service, second, 'plain');
  await local.close();

  const owner = cluster.reach({ max: 1 });
  const before = await countRows(owner);
  const lines: string[] = [];
  const results = [
    await distribute(owner, (line) => lines.push(line)),
    await distribute(owner, (line) => lines.push(line)),
  ];
  const afterwards = await countRows(owner);
  await owner.end({ timeout: 5 });

  const calls = new Map<string, RecordedCall>();
  const { pool } = recordStatements(cluster.reach({ as: 'haldur_app', max: 12 }), ({ text, values = [] }) => {
    if (!calls.has(text)) calls.set(text, { text, values });
  });
  const { service, close } = await serve(pool);
  end = close;
  return { cluster, g: service, first, second, theirs, before, afterwards, results, lines, calls };
}

const context = url === undefined ? undefined : await openCluster(url);
/** What the tests share; they are skipped without it. */
function opened() {
  if (context === undefined) throw new Error(String(skip));
  return context;
}

test('every row is there after the distribution, a repeat changes nothing, and each table is where the plan says', {
  skip,
}, async () => {
  const { g, before, afterwards, results, lines } = opened();
  assert.deepEqual(afterwards, before);
  assert.equal(results[0]?.placed, lines.length);
  assert.equal(results[1]?.placed, 0);
  const placed = await g.owner<{ table: string; kind: string }[]>`
    select c.relname as table, case p.partmethod when 'h' then 'distributed' else case p.repmodel when 't' then 'reference' else 'local' end end as kind
      from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid`;
  const kinds = new Map(placed.map(({ table, kind }) => [table, kind]));
  for (const { table, kind } of planPlacements(await readCatalog(g.owner)))
    assert.equal(kinds.get(table) ?? 'local', kind, table);
  const groups = await g.owner`select 1 from pg_dist_partition where partmethod = 'h' group by colocationid`;
  assert.equal(groups.length, 1, 'all beside the tenants');
});

test('no query of any module finds anything of another organization', { skip }, async () => {
  const { g, second, theirs } = opened();
  for (const [name, ask] of Object.entries(allQueries(theirs))) {
    const found = await askAs(g.app, second, ask).catch((error: unknown) => assert.fail(`${name}: ${String(error)}`));
    assert.doesNotMatch(found, /canary/i, name);
    for (const id of theirs.ids) assert.ok(!found.includes(id), `${name} answered with ${id}`);
  }
});

test('row-level security alone holds on the workers: an unbound and a foreign organization see no row of a shard', {
  skip,
}, async () => {
  const { cluster, g, first, second } = opened();
  const [found, bare] = [new Set<string>(), new Map<string, DatabasePool>()];
  try {
    for (const placement of planPlacements(await readCatalog(g.owner))) {
      if (placement.kind !== 'distributed') continue;
      const { table, column } = placement;
      const [shard] = await g.owner<{ name: string; host: string; port: number }[]>`
        select shard_name(s.logicalrelid, s.shardid) as name, n.nodename as host, n.nodeport as port
          from pg_dist_shard s join pg_dist_placement p on p.shardid = s.shardid join pg_dist_node n on n.groupid = p.groupid
         where s.shardid = get_shard_id_for_distribution_column(${`public.${table}`}::regclass, ${first.tenantId}::uuid)`;
      assert.ok(shard !== undefined, table);
      const address = `${shard.host}:${shard.port}`;
      const worker = bare.get(address) ?? cluster.reach({ node: shard, as: 'haldur_app', max: 2 });
      bare.set(address, worker);
      const rowsFor = (tenantId: string | undefined) =>
        worker.begin(async (db) => {
          if (tenantId !== undefined) await db`select set_config('app.tenant_id', ${tenantId}, true)`;
          const [row] = await db.unsafe<{ rows: number }[]>(
            `select count(*)::int as rows from ${shard.name} where ${column} = $1`,
            [first.tenantId],
          );
          return row?.rows ?? 0;
        });
      assert.equal(await rowsFor(undefined), 0, `${table}: unbound`);
      assert.equal(await rowsFor(second.tenantId), 0, `${table}: foreign`);
      if ((await rowsFor(first.tenantId)) > 0) found.add(table);
    }
  } finally {
    for (const pool of bare.values()) await pool.end({ timeout: 5 });
  }
  for (const table of ['tenants', 'invoices', 'payments', 'residents'])
    assert.ok(found.has(table), `${table} has rows there`);
});

test('through the coordinator, too, a foreign organization reads, changes and deletes nothing, and an unbound caller sees nothing', {
  skip,
}, async () => {
  const { g, cluster, first, second } = opened();
  const bare = { ...g.app, pool: cluster.reach({ as: 'haldur_app' }) };
  try {
    for (const placement of planPlacements(await readCatalog(g.owner))) {
      if (placement.kind !== 'distributed') continue;
      const { table, column } = placement;
      assert.equal((await bare.pool.unsafe(`select 1 from ${table}`)).length, 0, table);
      await inTenant(bare, serviceCaller(second.tenantId), async ({ db }) => {
        assert.equal(
          (await db.unsafe(`select 1 from ${table} where ${column} = $1`, [first.tenantId])).length,
          0,
          table,
        );
        assert.equal((await db.unsafe(`delete from ${table} where ${column} = $1`, [first.tenantId])).count, 0, table);
      });
    }
    assert.equal((await bare.pool.unsafe('select 1 from users')).length, 0);
  } finally {
    await bare.pool.end({ timeout: 5 });
  }
});

test('every operation is answered, and its statements ask one machine each: Task Count 1', { skip }, async () => {
  const { g, first, calls } = opened();
  calls.clear();
  await requestEverything(first);
  const asked = [...calls.values()].filter(
    ({ text }) =>
      /^\s*(?:select|insert|update|delete|with)\b/i.test(text) && !temporaryTable.test(text) && namesTenants(text),
  );
  assert.ok(asked.length > 150, `${asked.length} statements`);
  const many: string[] = [];
  for (const call of asked) {
    const tasks = await inTenant(g.app, serviceCaller(first.tenantId), ({ db }) => highestTaskCount(db, call)).catch(
      (error: unknown) => assert.fail(`${String(error)}\n${call.text}`),
    );
    if (tasks !== 1) many.push(`Task Count ${tasks}: ${call.text}`);
  }
  assert.deepEqual(many, []);
});

test('what looks over all organizations is answered: the timetable, the queues, monitoring, and signing in', {
  skip,
}, async () => {
  const { g, first, second } = opened();
  const tenants = await listTenantIds(g.app.pool);
  for (const { tenantId } of [first, second]) assert.ok(tenants.includes(tenantId));
  assert.deepEqual(
    (await readWaitingWork(g.app.pool, g.clock.now)).map(({ kind }) => kind),
    ['delivery', 'mail', 'import', 'changed', 'timed'],
  );
  assert.ok(Array.isArray(await listTenantsWithDueDeliveries(g.app.pool, g.clock.now)));
  await g.app.pool`select * from tenants_with_due_mails(${g.clock.now})`;
  await g.app.pool`select * from list_encryption_keys()`;
  await g.app.pool`select forget_sign_ins('2000-01-01', '2000-01-01'), delete_old_magic_links('2000-01-01')`;
  assert.equal(await hasNoOrganization(g.app.pool), false);
  const [candidate] = await findSignIn(g.app.pool, first.email);
  assert.equal(candidate?.tenantId, first.tenantId);
  const own = await listOrganizationsOf(g.app.pool, candidate?.userId ?? '');
  assert.ok(own.some(({ id }) => id === first.tenantId));
});

test('a sample organization is deleted with all its rows', { skip }, async () => {
  const { g, second } = opened();
  await g.owner`update tenants set sample = true where id = ${second.tenantId}`;
  await inTenant(g.app, serviceCaller(second.tenantId), ({ db }) => db`call remove_tenant()`);
  for (const placement of planPlacements(await readCatalog(g.owner))) {
    if (placement.kind !== 'distributed') continue;
    const rows = await g.owner.unsafe(`select 1 from ${placement.table} where ${placement.column} = $1`, [
      second.tenantId,
    ]);
    assert.equal(rows.length, 0, placement.table);
  }
});

test('an empty database is distributed by the command, and the demo plays on it to its end', { skip }, async () => {
  const database = await createClusterDatabase(url ?? '');
  const dataDir = mkdtempSync(join(tmpdir(), 'haldur-citus-'));
  const run = (...words: string[]) => {
    const { NODE_TEST_CONTEXT: _, ...rest } = process.env;
    const env = { ...rest, DATABASE_URL: database.url, DATA_DIR: dataDir, PORT: '0' };
    return spawnSync(process.execPath, [start, ...words], { env, encoding: 'utf8' });
  };
  try {
    const distributed = run('admin', 'distribute');
    assert.equal(distributed.status, 0, distributed.stderr);
    assert.ok(JSON.parse(distributed.stdout.trimEnd().split('\n').at(-1) ?? '').placed > 40, distributed.stdout);
    const played = run('demo', '--once');
    assert.equal(played.status, 0, `${played.stdout}\n${played.stderr}`);
    assert.match(played.stdout, /no unexpected answer/);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
    await database.drop();
  }
});

/** Every operation as the owner of an organization; what cannot be done twice, on objects of its own. */
async function requestEverything(organization: TestOrganization): Promise<void> {
  const { g } = opened();
  const refused: string[] = [];
  const usual = await createSampleIds(g, organization);
  for (const operation of allOperations) {
    if (operation.permission === 'none' || ownSessionOperations.has(operation.name)) continue;
    // An organization may have few endpoints, and the samples make one each time.
    await g.owner`delete from webhook_endpoints where tenant_id = ${organization.tenantId} and id <> ${usual.webhooks}`;
    const isFinal = operation.method === 'DELETE' || operation.name === 'reversePayment';
    const place = isFinal ? await createSampleIds(g, organization) : usual;
    const body = bodyFor(operation, place);
    const response = await g.ask(operation.method, pathFor(operation, place), { as: organization.owner, body });
    const isAnswered = response.status < 300 || (stateDependent.has(operation.name) && response.status === 409);
    if (!isAnswered) refused.push(`${operation.name}: ${response.status} ${response.text}`);
  }
  assert.deepEqual(refused, []);
}

function namesTenants(text: string): boolean {
  return [...text.matchAll(/\b(?:from|join|into|update)\s+(\w+)/gi)].some(([, name = '']) =>
    isTenants(name.toLowerCase()),
  );
}
