// Tests of where the tables of a distributed database belong: those of the real schema, and what is rejected.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../test/service-fixture.ts';
import { functionsOnMachines } from './distribute.ts';
import { findPlacementProblems, planPlacements, readCatalog } from './placements.ts';

const g = await startTestService();

test('every table has its place: an organization’s rows together, what they refer to everywhere, the rest on the coordinator', async () => {
  const placements = planPlacements(await readCatalog(g.owner));
  const of = (kind: string) => placements.filter((placement) => placement.kind === kind).map(({ table }) => table);
  assert.deepEqual(of('reference'), ['sign_ins', 'users']);
  assert.deepEqual(of('local'), [
    'known_devices',
    'linked_accounts',
    'magic_links',
    'migrations',
    'recovery_codes',
    'second_factor_challenges',
    'second_factors',
    'test_clock',
    'used_provider_answers',
  ]);
  assert.ok(of('distributed').length > 40);
  assert.deepEqual(placements[0], { table: 'tenants', kind: 'distributed', column: 'id' });
  for (const placement of placements.slice(1))
    if (placement.kind === 'distributed') assert.equal(placement.column, 'tenant_id');
});

test('Citus accepts every key, constraint and policy of the schema at these places', async () => {
  const tables = await readCatalog(g.owner);
  const keys = tables.flatMap((table) => table.keys);
  assert.ok(keys.length > 80 && tables.flatMap((table) => table.unique).length > 80, 'the keys are there');
  assert.deepEqual(findPlacementProblems(tables, planPlacements(tables)), []);
});

test('what Citus would reject is named', async () => {
  await g.owner.unsafe(`
    create table wrong_parent (id uuid primary key, tenant_id uuid, unique (tenant_id, id));
    create table wrong (tenant_id uuid, id uuid, parent_id uuid, wrong_id uuid, name text unique, days daterange, primary key (tenant_id, id),
      constraint without_tenant foreign key (parent_id) references wrong_parent (id),
      constraint nulling foreign key (tenant_id, parent_id) references wrong_parent (tenant_id, id) on delete set null,
      constraint overlapping exclude using gist (name with =, days with &&));
    create unique index wrong_name on wrong (lower(name));
    alter table users add wrong_parent_id uuid constraint backwards references wrong_parent (id);
    create function nothing() returns trigger language plpgsql as 'begin return new; end';
    create trigger reacting before insert on wrong for each row execute function nothing();
    create policy asking on wrong using (exists (select from tenants t where t.id = tenant_id));`);
  const tables = await readCatalog(g.owner);
  assert.deepEqual(findPlacementProblems(tables, planPlacements(tables)).sort(), [
    'users: the foreign key backwards leads from a reference table to a distributed one.',
    'wrong: overlapping does not contain tenant_id.',
    'wrong: the foreign key nulling changes the rows that refer to it.',
    'wrong: the foreign key without_tenant does not contain tenant_id on both sides.',
    'wrong: the policy asking contains a sub-query.',
    'wrong: the trigger reacting cannot be distributed.',
    'wrong: wrong_name does not contain tenant_id.',
    'wrong: wrong_name_key does not contain tenant_id.',
    'wrong_parent: wrong_parent_pkey does not contain tenant_id.',
  ]);
});

test('the functions that policies, constraints and indexes call are sent to every machine', async () => {
  const called = await g.owner<{ signature: string }[]>`
    select distinct p.oid::regprocedure::text as signature from pg_depend d join pg_proc p on p.oid = d.refobjid
     where d.refclassid = 'pg_proc'::regclass and p.pronamespace = 'public'::regnamespace and p.proname <> 'nothing'
       and d.classid in ('pg_policy'::regclass, 'pg_constraint'::regclass, 'pg_attrdef'::regclass, 'pg_class'::regclass)
       and not exists (select from pg_policy l where d.classid = 'pg_policy'::regclass and l.oid = d.objid and l.polname = 'buildings')
       and not exists (select from pg_depend e where e.classid = 'pg_proc'::regclass and e.objid = p.oid and e.deptype = 'e')`;
  assert.ok(called.length >= 3, 'the functions are there');
  for (const { signature } of called)
    assert.ok((functionsOnMachines as readonly string[]).includes(signature), signature);
});
