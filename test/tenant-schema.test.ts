// Tests of what a database that distributes organizations over machines (Citus) requires of tables, policies and
// functions, read from the catalog. The same for statements: recorded-statements.ts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMigrations } from '../src/platform/db/migrate.ts';
import { isTenants } from './recorded-statements.ts';
import { startTestService } from './service-fixture.ts';
import { tablesOfPersons, tablesWithoutTenant } from './tables-without-tenant.ts';
import { problemsOf } from './tenant-statements.ts';

const g = await startTestService();

/**
 * Functions that read over all tenants, each with its reason. They lock no rows and write nothing, and none is called
 * for a request.
 */
const functionsOverAll: Readonly<Record<string, string>> = {
  list_tenants: 'an operator’s commands go round them, and then enter each by itself',
  waiting_due_work: 'counts for monitoring, without names; at most once in ten seconds',
  waiting_in_organizations: 'says to the operator where work waits or fails',
  organizations_with_due_work: 'says which organizations have work; each is then claimed from by itself',
  has_no_tenants: 'the first organization is set up once',
  tenants_with_due_mails: 'says which organizations have work; each is then claimed from by itself',
  tenants_with_due_deliveries: 'says which organizations have work; each is then claimed from by itself',
  waiting_work: 'counts for monitoring, without names; at most once in ten seconds',
  list_test_organizations: 'the test organizations that were made in the bound one',
  list_encryption_keys: 'once at the start: whether the secret key is the right one',
};

type Constraint = {
  readonly relation: string;
  readonly name: string;
  readonly kind: string;
  readonly target: string;
  readonly columns: string[];
  readonly onDelete: string;
};

async function keys(): Promise<Constraint[]> {
  return g.owner<Constraint[]>`
    select c.conrelid::regclass::text as relation, c.conname::text as name, c.contype::text as kind, coalesce(nullif(c.confrelid, 0)::regclass::text, '') as target,
           array(select a.attname::text from pg_attribute a where a.attrelid = c.conrelid and a.attnum = any (c.conkey)) as columns, c.confdeltype::text as on_delete
      from pg_constraint c where c.connamespace = 'public'::regnamespace and c.contype in ('p', 'u', 'x', 'f')
     union all
    select i.indrelid::regclass::text, i.indexrelid::regclass::text, 'u', '',
           array(select a.attname::text from pg_attribute a where a.attrelid = i.indrelid and a.attnum = any (i.indkey::int2[])), ''
      from pg_index i join pg_class r on r.oid = i.indrelid where r.relnamespace = 'public'::regnamespace and i.indisunique`;
}

test('every primary, unique, exclusion and foreign key of an organization’s table contains its tenant', async () => {
  const all = await keys();
  assert.ok(all.filter(({ relation }) => isTenants(relation)).length > 150, 'the keys are there');
  for (const { relation, name, target, columns } of all) {
    // Tables of persons that keys lead to are on every machine of Citus.
    if (!isTenants(relation) || tablesOfPersons.includes(target)) continue;
    assert.ok(columns.includes(relation === 'tenants' ? 'id' : 'tenant_id'), `${relation}: ${name}`);
  }
});

test('no foreign key sets anything to null, and no table has a trigger', async () => {
  for (const { relation, name, kind, onDelete } of await keys())
    if (kind === 'f') assert.match(onDelete, /^[arc]$/, `${relation}: ${name}`);
  const triggers = await g.owner<
    { name: string }[]
  >`select tgname::text as name from pg_trigger where not tgisinternal`;
  assert.deepEqual(
    triggers.map(({ name }) => name),
    [],
  );
});

test('no default generates a random value or a sequence: the service itself creates what identifies a row', async () => {
  const columns = await g.owner<{ column: string; value: string }[]>`
    select d.adrelid::regclass || '.' || a.attname as column, pg_get_expr(d.adbin, d.adrelid) as value
      from pg_attrdef d join pg_class r on r.oid = d.adrelid join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
     where r.relnamespace = 'public'::regnamespace and a.attgenerated = ''`;
  assert.ok(columns.length > 10, 'the defaults are there');
  for (const { column, value } of columns)
    assert.doesNotMatch(value, /random|uuid\w*\(|nextval|clock_timestamp/, column);
});

/**
 * What a migration after the first distributed version would do wrong with new tables: a key to a distributed table,
 * before the table is distributed too.
 */
function earlyKeys(text: string): string[] {
  const tables = text.matchAll(/create table (\w+) \(([\s\S]*?)\n\)/g);
  return [...tables].filter(([, , body = '']) => /\breferences\b/.test(body)).map(([, name = '']) => name);
}

test('the foreign keys of a new table come after `isolate`, which places the table', () => {
  assert.deepEqual(earlyKeys('create table a (\n  x uuid references b (id)\n);\ncreate table c (\n  x uuid\n);'), [
    'a',
  ]);
  const later = readMigrations().filter(({ name }) => name > '0014');
  for (const { name, text } of later) assert.deepEqual(earlyKeys(text), [], name);
});

type Policy = { readonly relation: string; readonly name: string; readonly rule: string; readonly roles: string };

test('policies use the row only: none that a distributed database has contains a sub-query, and an organization’s tables all have the same one', async () => {
  const policies = await g.owner<Policy[]>`
    select p.polrelid::regclass::text as relation, p.polname::text as name,
           concat_ws(' / ', pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)) as rule,
           (select coalesce(string_agg(r.rolname, ' '), '') from pg_roles r where r.oid = any (p.polroles)) as roles
      from pg_policy p`;
  for (const { relation, name, rule, roles } of policies)
    if (name === 'buildings') assert.equal(roles, 'haldur_buildings', `${relation}: ${name}`);
    else assert.doesNotMatch(rule, /select/i, `${relation}: ${name}`);
  const tables = await g.owner<{ name: string }[]>`
    select relname::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`;
  for (const { name } of tables.filter(({ name }) => !tablesWithoutTenant.includes(name))) {
    assert.ok(isTenants(name), name);
    const own = name === 'tenants' ? '(id = current_tenant())' : '(tenant_id = current_tenant())';
    const rule = policies.find((policy) => policy.relation === name && policy.name === 'tenant')?.rule;
    assert.equal(rule, `${own} / ${own}`, name);
  }
});

test('functions name the tenant in every query, and can run anywhere', async () => {
  const functions = await g.owner<{ name: string; language: string; body: string }[]>`
    select p.proname::text as name, l.lanname::text as language, coalesce(pg_get_function_sqlbody(p.oid), p.prosrc) as body
      from pg_proc p join pg_language l on l.oid = p.prolang
     where p.pronamespace = 'public'::regnamespace and l.lanname in ('sql', 'plpgsql')`;
  assert.ok(functions.length > 20, 'the functions are there');
  const broken = functions.filter(({ name, body, language }) => {
    const bound = body
      .replace(/\bcurrent_tenant\(\)|\btenants?\b(?=\s*(?:;|and\b|\)|limit\b|$))/gm, '$$1')
      .replace(/\$query\$|\$\$/g, ' ');
    const problems = problemsOf(bound, isTenants);
    const reads = /\b(?:from|join|update|into)\s+\(*(\w+)/gi;
    const plain = language === 'sql' && [...body.matchAll(reads)].some(([, table = '']) => isTenants(table));
    return (problems.length > 0 || plain) && !(name in functionsOverAll);
  });
  assert.deepEqual(
    broken.map(({ name }) => name),
    [],
  );
  for (const name of Object.keys(functionsOverAll)) {
    const body = functions.find((candidate) => candidate.name === name)?.body;
    assert.ok(body !== undefined, `${name} is there`);
    assert.doesNotMatch(body, /\b(?:insert into|update|delete from|for share|for key share)\b/i, name);
  }
});
