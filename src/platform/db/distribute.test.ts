// Tests of the distribution over a Citus cluster: our calls and what is checked before them, with a stand-in for Citus
// (test/citus-stub.ts). On a real cluster: test/citus/citus.test.ts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startStubDatabase } from '../../../test/citus-stub.ts';
import { connectionTo } from '../../../test/postgres-server.ts';
import { clusterProblem, distribute, isHalfDistributed } from './distribute.ts';
import { connect, type DatabasePool } from './pool.ts';

const print = () => {};
const facts = { version: 'Citus 13.2.2 on x86_64', coordinator: true, copies: '1', knowsItself: true, workers: 2 };

/** Every foreign key, as text. */
async function keysOf(owner: DatabasePool): Promise<string[]> {
  const rows = await owner<{ key: string }[]>`
    select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) as key from pg_constraint where contype = 'f' order by 1`;
  return rows.map(({ key }) => key);
}

async function callsOf(owner: DatabasePool): Promise<string[]> {
  const rows = await owner<{ call: string }[]>`select call from citus_calls order by nth`;
  await owner`delete from citus_calls`;
  return rows.map(({ call }) => call);
}

test('calls of Citus, recorded by a stand-in: each table is placed once without foreign keys, which are as before afterwards', async () => {
  const owner = await startStubDatabase();
  const keys = await keysOf(owner);
  assert.ok(keys.length > 80);
  const first = await distribute(owner, print);
  const calls = await callsOf(owner);
  assert.deepEqual({ ...first, distributed: 0, placed: 0 }, { distributed: 0, reference: 2, local: 9, placed: 0 });
  assert.equal(first.placed, first.distributed + first.reference);
  const placing = calls.filter((call) => /^(distribute|reference) /.test(call));
  assert.equal(placing.length, first.placed);
  assert.equal(placing[0], 'distribute tenants by id beside none');
  assert.ok(placing.includes('distribute invoices by tenant_id beside public.tenants'));
  assert.ok(placing.includes('reference users'));
  assert.ok(calls.includes('function current_tenant()'));
  assert.ok(calls.some((call) => call.includes('create role haldur_system login nobypassrls')));
  assert.deepEqual(
    calls.filter((call) => call.startsWith('truncate ')).length,
    first.placed,
    'no table leaves rows on the coordinator',
  );
  assert.deepEqual(await keysOf(owner), keys);
  const [limits] = await owner<{ policies: number; open: boolean }[]>`
    select (select count(*)::int from pg_policy where polname = 'buildings') as policies,
           has_any_column_privilege('haldur_buildings', 'invoices', 'select') as open`;
  assert.deepEqual(limits, { policies: 0, open: false }, 'no key can be limited to buildings');
  const again = await distribute(owner, print);
  assert.deepEqual(again, { ...first, placed: 0 });
  const repeated = await callsOf(owner);
  assert.deepEqual(
    repeated.filter((call) => /^(distribute|reference|truncate) /.test(call)),
    [],
  );
  assert.deepEqual(await keysOf(owner), keys);
});

test('calls of Citus, recorded by a stand-in: an interrupted distribution is continued, and loses no foreign key', async () => {
  const owner = await startStubDatabase();
  const keys = await keysOf(owner);
  await owner.unsafe(`
    create function citus_stub.fails() returns trigger language plpgsql as $$
    begin if new.logicalrelid = 'invoices'::regclass then raise exception 'the worker is gone'; end if; return new; end $$;
    create trigger failing before insert on pg_dist_partition for each row execute function citus_stub.fails()`);
  await assert.rejects(distribute(owner, print), /The table invoices could not be placed: the worker is gone/);
  assert.equal(await isHalfDistributed(owner), true);
  await owner`drop trigger failing on pg_dist_partition`;
  const result = await distribute(owner, print);
  assert.equal(result.reference, 2, 'what distributed tables refer to is known from the keys that are set aside');
  assert.equal(await isHalfDistributed(owner), false);
  assert.deepEqual(await keysOf(owner), keys);
  const calls = await callsOf(owner);
  for (const call of ['distribute tenants by id beside none', 'reference users', 'reference sign_ins'])
    assert.equal(calls.filter((other) => other === call).length, 1, call);
});

test('calls of Citus, recorded by a stand-in: a table of a later migration is distributed by `isolate`, before its foreign keys', async () => {
  const owner = await startStubDatabase();
  await distribute(owner, print);
  await callsOf(owner);
  await owner.unsafe(`
    create table later (tenant_id uuid not null, id uuid not null, primary key (tenant_id, id));
    call isolate('later');
    alter table later add foreign key (tenant_id) references tenants (id)`);
  assert.deepEqual(await callsOf(owner), ['distribute later by tenant_id beside public.tenants']);
});

test('a shard without row-level security, a policy or a grant is reported', async () => {
  const owner = await startStubDatabase();
  await owner.unsafe('alter table payments no force row level security');
  await assert.rejects(distribute(owner, print), /On worker the shard 102008 of payments lacks row-level security/);
});

test('nothing is changed in a database without Citus, or while a service uses it', async () => {
  const owner = await startStubDatabase();
  const [row] = await owner<{ name: string }[]>`select current_database() as name`;
  const service = connect(connectionTo(row?.name ?? '', 'haldur_app'), { max: 1 });
  await service`select 1`;
  await assert.rejects(distribute(owner, print), /^OperatorError: 1 connections of Haldur use this database/);
  await service.end({ timeout: 5 });
  assert.deepEqual(await callsOf(owner), []);
  await owner`drop function citus_version()`;
  await assert.rejects(distribute(owner, print), /has no extension citus\. Install Citus on every machine/);
});

test('what a cluster lacks is said with the remedy', () => {
  assert.equal(clusterProblem(facts), undefined);
  assert.equal(clusterProblem({ ...facts, version: 'Citus 14.0.0 on x86_64', copies: null }), undefined);
  assert.match(clusterProblem({ ...facts, version: 'Citus 12.1.3 on x86_64' }) ?? '', /needs Citus 13 or newer/);
  assert.match(clusterProblem({ ...facts, coordinator: false }) ?? '', /leads to a worker/);
  assert.match(clusterProblem({ ...facts, knowsItself: false }) ?? '', /citus_set_coordinator_host/);
  assert.match(clusterProblem({ ...facts, workers: 0 }) ?? '', /citus_add_node/);
  assert.match(clusterProblem({ ...facts, copies: '2' }) ?? '', /shard_replication_factor = 1/);
});
