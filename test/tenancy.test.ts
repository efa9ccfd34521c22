// Tenancy tests: whatever a second organization requests of any module, with the ids of the first one, it finds nothing
// and changes nothing; and each of the two guards (the predicate in the statement, the row-level security of the
// database) is sufficient alone.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { bindPerson } from '../src/identity/identity-queries.ts';
import { connect } from '../src/platform/db/pool.ts';
import { inTenant, type Scope, serviceCaller } from '../src/platform/db/scope.ts';
import { connectionTo } from './postgres-server.ts';
import { anOrganization, startTestService, type TestOrganization, waitUntil } from './service-fixture.ts';
import { tablesWithoutTenant } from './tables-without-tenant.ts';
import { allQueries, askAs } from './tenancy/all-queries.ts';
import { fillOrganization } from './tenancy/two-organizations.ts';

const g = await startTestService();
/** For the tests' own statements, which are exempt from the rules. */
const bare = { ...g.app, pool: connect(connectionTo(g.database, 'haldur_app'), { max: 4 }) };
after(() => bare.pool.end({ timeout: 5 }));

const first = await anOrganization(g, 'First canary');
const secondOrganization = await anOrganization(g, 'Second');
const theirs = await fillOrganization(g, first, 'canary');
await fillOrganization(g, secondOrganization, 'plain');
// The request log is written in the background, in order: with the last request all are in it.
await g.ask('GET', '/buildings', { as: first.owner, headers: { 'x-request-id': 'filled' } });
await waitUntil(async () => (await g.owner`select from request_log where request_id = 'filled'`).length > 0);

/**
 * How the second organization asks each query for what is the first one's, by the query's name. A query that is missing
 * here fails the test below.
 */
const queries = allQueries(theirs);

/**
 * These look before a tenant is known, each for exactly what its caller has the secret of, list the tenants that have
 * work, or count the work of all. (And `removeOrganization` and `emptyOrganization` would delete rows of the asking
 * one.) They have tests of their own.
 */
const beforeTenant = new Set([
  'authenticate',
  'bindPerson',
  'findSignIn',
  'hasNoOrganization',
  'listOrganizationsOf',
  'removeOrganization',
  'emptyOrganization',
  'insertMagicLink',
  'claimMagicLink',
  'issueMagicLink',
  'redeemMagicLink',
  'deleteMagicLinks',
  'deleteEndedSignIns',
  'deleteAllSignIns',
  'deleteUnusedAccounts',
  'findLinkedAccount',
  'useAnswer',
  'deleteUsedAnswers',
  'listTenantsWithDueDeliveries',
  'listDueWork',
  'listWaiting',
  'secretHintAt',
  'listTenantsWithDueMails',
  'readWaitingWork',
]);
/**
 * Not queries of their own: those of `verify-backup` look at a restored copy as its owner, what `raise` writes is
 * requested with webhooks, `storeFile` is tested in stored-files.test.ts, the schema page and the distribution read the
 * catalog, `readNotification` parses a text, `feedCompleteUntil` and `nextFeedTime` read a clock, and the others are
 * conditions for queries.
 */
const others = new Set([
  'accountEntriesSql',
  'reversedAllocations',
  'visibleParts',
  'openBalancesSql',
  'prepaymentsSql',
  'allocationsOfApartments',
  'invoiceColumns',
  'findDamagedFiles',
  'findNumberGaps',
  'findWrongSums',
  'sumBooks',
  'readNotification',
  'raiseEvent',
  'raiseEventBatch',
  'raiseEvents',
  'eventBody',
  'feedCompleteUntil',
  'nextFeedTime',
  'storeFile',
  'personalDataPage',
  'writePersonalDataPage',
  'schemaPage',
  'readTables',
  'writeSchemaPage',
  'distribute',
  'isHalfDistributed',
  'clusterProblem',
  'readCatalog',
  'planPlacements',
  'findPlacementProblems',
  // Conditions and parts of statements.
  'isOfResidents',
  'isOfApartment',
  'insertRows',
  'tableOf',
  'localDays',
  'remindersOfInvoice',
  'isOverdueCondition',
  'isOwed',
  'isUnsent',
  'isBeingSent',
  'isWaiting',
  'isPrepaid',
  'isUnshown',
  'isSetAside',
  'setAsideAmount',
  'isInvoiceOf',
  'isOfResidency',
  'visibleInvoiceCondition',
  'languageOfResident',
  'lastOwnDay',
  'hasDayBetween',
  'entriesNear',
  'withFollowers',
  'isFollowedInTime',
  'hasApartment',
]);

/** Selects what `rowsOf` returns. */
let everyRow: string | undefined;

const root = join(import.meta.dirname, '../src');
/** Every file that may contain SQL and has tenants: see test/code-rules.test.ts. */
const queryFiles = [
  ...globSync('**/*queries.ts', { cwd: root }),
  ...globSync('platform/**/*.ts', { cwd: root, exclude: ['**/*.test.ts', 'platform/db/scope.ts'] }).filter((path) =>
    readFileSync(join(root, path), 'utf8').includes('tenant_id'),
  ),
];

test('every query of every file is tested', async () => {
  assert.ok(queryFiles.length >= 36, 'the files are there');
  const exportedNames: string[] = [];
  for (const path of queryFiles) {
    const exported: Record<string, unknown> = await import(join(root, path));
    exportedNames.push(
      ...Object.keys(exported).filter(
        (name) => typeof exported[name] === 'function' && !beforeTenant.has(name) && !others.has(name),
      ),
    );
  }
  assert.deepEqual(exportedNames.sort(), Object.keys(queries).sort(), 'each once, and by a name of its own');
});

for (const [guard, pool] of [
  ['both guards', g.app.pool],
  ['the predicate alone', g.owner],
] as const) {
  test(`with ${guard}, no query of any module finds or changes anything of another organization`, async () => {
    const before = await rowsOf(first);
    for (const [name, ask] of Object.entries(queries)) {
      const found = await askAs({ ...g.app, pool }, secondOrganization, ask);
      assert.doesNotMatch(found, /canary/i, `${name}`);
      for (const id of theirs.ids) assert.ok(!found.includes(id), `${name} answered with ${id}`);
      assert.deepEqual(await rowsOf(first), before, `${name} changed something`);
    }
  });
}

test('row-level security alone prevents every row of another organization from being read, changed, deleted or created', async () => {
  const tables = await g.owner<{ name: string; column: string; changeable: string | null }[]>`
    select c.relname as name, case c.relname when 'tenants' then 'id' else 'tenant_id' end as column,
           (select min(a.attname) from pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and has_column_privilege('haldur_app', c.oid, a.attnum, 'update')) as changeable
      from pg_class c
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> all (${tablesWithoutTenant}::text[]) order by 1`;
  assert.ok(tables.length >= 17, 'the tables are there');
  assert.deepEqual(
    tables.filter(({ changeable }) => changeable === null).map(({ name }) => name),
    ['audit_chain', 'audit_log', 'request_log', 'security_events'],
  );
  for (const { name, column, changeable } of tables) {
    const [own] = await g.owner.unsafe(`select count(*)::int as rows from ${name} where ${column} = $1`, [
      first.tenantId,
    ]);
    await inTenant(bare, serviceCaller(secondOrganization.tenantId), async ({ db }) => {
      assert.equal((await db.unsafe(`select * from ${name} where ${column} = $1`, [first.tenantId])).length, 0, name);
      if (changeable !== null)
        assert.equal(
          (
            await db.unsafe(`update ${name} set ${changeable} = ${changeable} where ${column} = $1 returning 1`, [
              first.tenantId,
            ])
          ).length,
          0,
          name,
        );
      assert.equal(
        (await db.unsafe(`delete from ${name} where ${column} = $1 returning 1`, [first.tenantId])).length,
        0,
        name,
      );
    });
    await assert.rejects(
      inTenant(bare, serviceCaller(secondOrganization.tenantId), ({ db }) =>
        db.unsafe(`insert into ${name} (${column}) values ($1)`, [first.tenantId]),
      ),
      (error: Error & { code?: string }) => error.code === '42501' && /row-level security policy/.test(error.message),
      name,
    );
    const [still] = await g.owner.unsafe(`select count(*)::int as rows from ${name} where ${column} = $1`, [
      first.tenantId,
    ]);
    assert.equal(still?.rows, own?.rows, name);
  }
});

test('row-level security alone restricts a person’s rows to the person who acts', async () => {
  const [theirPerson] = await g.owner<{ userId: string }[]>`
    select user_id from memberships where tenant_id = ${first.tenantId} and role = 'owner'`;
  const [ownPerson] = await g.owner<{ userId: string }[]>`
    select user_id from memberships where tenant_id = ${secondOrganization.tenantId} and role = 'owner'`;
  const [theirId, ownId] = [theirPerson?.userId ?? '', ownPerson?.userId ?? ''];
  const asOwn = <T>(work: (scope: Scope) => Promise<T>) =>
    inTenant(bare, serviceCaller(secondOrganization.tenantId), async (scope) => {
      await bindPerson(scope.db, ownId);
      return work(scope);
    });
  for (const [name, columns, values] of [
    ['sign_ins', '(id, user_id, created_at, last_used_at, expires_at)', '(gen_random_uuid(), $1, now(), now(), now())'],
    ['known_devices', '(user_id, hash, seen_at)', `($1, '\\x07', now())`],
    [
      'second_factors',
      '(user_id, id, kind, name, secret, created_at)',
      `($1, gen_random_uuid(), 'app', 'x', '\\x07', now())`,
    ],
    ['recovery_codes', '(user_id, hash)', `($1, '\\x07')`],
    [
      'second_factor_challenges',
      '(user_id, hash, purpose, expires_at)',
      `($1, sha256(gen_random_uuid()::text::bytea), 'confirm', now())`,
    ],
    [
      'linked_accounts',
      '(id, user_id, issuer, subject_hash, linked_at)',
      `(gen_random_uuid(), $1, '', '\\x07', now())`,
    ],
  ] as const) {
    await asOwn(async ({ db }) => {
      for (const change of [`select 1 from ${name}`, `update ${name} set user_id = user_id`, `delete from ${name}`])
        assert.equal((await db.unsafe(`${change} where user_id = $1`, [theirId])).count, 0, name);
    });
    const insert = (userId: string) => `insert into ${name} ${columns} values ${values.replace('$1', `'${userId}'`)}`;
    await asOwn(({ db }) => db.unsafe(insert(ownId)));
    await assert.rejects(
      asOwn(({ db }) => db.unsafe(insert(theirId))),
      /row-level security policy/,
      name,
    );
    await assert.rejects(
      inTenant(bare, serviceCaller(secondOrganization.tenantId), ({ db }) => db.unsafe(insert(ownId))),
      /row-level security policy/,
      'a member of the organization, but nobody acts as that person',
    );
  }
});

test('an organization sees the people who are its members, and no others', async () => {
  const seen = await inTenant(
    g.app,
    serviceCaller(secondOrganization.tenantId),
    ({ db }) => db<{ id: string }[]>`select id from users`,
  );
  const members = await g.owner<
    { id: string }[]
  >`select user_id as id from memberships where tenant_id = ${secondOrganization.tenantId}`;
  assert.deepEqual(seen.map(({ id }) => id).sort(), members.map(({ id }) => id).sort());
});

test('without a tenant the service sees no row of any table', async () => {
  const tables = await g.owner<{ name: string }[]>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'migrations'`;
  for (const { name } of tables) assert.equal((await bare.pool.unsafe(`select * from ${name}`)).length, 0, name);
});

test('a binding ends with its transaction, so a connection never carries a tenant over', async () => {
  await Promise.all(
    Array.from({ length: 60 }, async (_, index) => {
      const organization = index % 2 === 0 ? first : secondOrganization;
      const seen = await inTenant(
        bare,
        serviceCaller(organization.tenantId),
        ({ db }) => db<{ id: string }[]>`select id from tenants`,
      );
      assert.deepEqual(
        seen.map((row) => row.id),
        [organization.tenantId],
      );
      assert.equal((await bare.pool`select id from tenants`).length, 0);
    }),
  );
});

/**
 * Every row of an organization, of every table, as text: in one statement, as it is asked after each of the queries
 * above.
 */
async function rowsOf(organization: TestOrganization): Promise<string[]> {
  everyRow ??= await statementForEveryRow();
  const rows = await g.owner.unsafe<{ row: string }[]>(everyRow, [organization.tenantId]);
  return rows.map(({ row }) => row);
}

async function statementForEveryRow(): Promise<string> {
  const tables = await g.owner<{ name: string; column: string }[]>`
    select c.relname as name, case c.relname when 'tenants' then 'id' else 'tenant_id' end as column from pg_class c
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> all (${tablesWithoutTenant}::text[]) order by 1`;
  const persons = [
    ['users', 'id'],
    ['sign_ins', 'user_id'],
    ['known_devices', 'user_id'],
    ['second_factors', 'user_id'],
    ['recovery_codes', 'user_id'],
    ['second_factor_challenges', 'user_id'],
    ['linked_accounts', 'user_id'],
  ].map(([name, column]) => ({
    name,
    condition: `${column} in (select user_id from memberships where tenant_id = $1)`,
  }));
  return [...tables.map(({ name, column }) => ({ name, condition: `${column} = $1` })), ...persons]
    .map(({ name, condition }) => `select '${name}: ' || t::text as row from ${name} t where ${condition}`)
    .join(' union all ')
    .concat(' order by 1');
}
