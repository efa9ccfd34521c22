// A stand-in for the functions and tables of Citus that `distribute` uses, in a plain database. It records calls and
// runs commands in place, so it checks how we call Citus, and not what Citus does: that is what test/citus/ is for.
import { after } from 'node:test';
import { connect, type DatabasePool } from '../src/platform/db/pool.ts';
import { connectionTo, createDatabase } from './postgres-server.ts';

const stub = `
  create table citus_calls (nth integer generated always as identity, call text not null);
  set allow_system_table_mods = on;
  create table pg_catalog.pg_dist_partition (logicalrelid regclass primary key, partmethod char not null, repmodel char not null);
  reset allow_system_table_mods;
  create table pg_dist_local_group as select 0 as groupid;
  create table pg_dist_node as
    select * from (values (0, 'coordinator', true, 'primary'), (1, 'worker', true, 'primary')) n (groupid, nodename, isactive, noderole);
  create function citus_version() returns text language sql return 'Citus 13.2.2 on a stand-in';
  create function create_distributed_table(target regclass, distribution_column text, colocate_with text default 'default') returns void language plpgsql as $$
  begin
    if exists (select from pg_constraint where contype = 'f' and target in (conrelid, confrelid)) then raise exception '% has foreign keys', target; end if;
    insert into pg_dist_partition values (target, 'h', 's');
    insert into citus_calls (call) values (format('distribute %s by %s beside %s', target, distribution_column, colocate_with));
  end $$;
  create function create_reference_table(target regclass) returns void language plpgsql as $$
  begin
    if exists (select from pg_constraint where contype = 'f' and target in (conrelid, confrelid)) then raise exception '% has foreign keys', target; end if;
    insert into pg_dist_partition values (target, 'n', 't');
    insert into citus_calls (call) values (format('reference %s', target));
  end $$;
  create function create_distributed_function(target regprocedure) returns void language sql as $$
    insert into citus_calls (call) values (format('function %s', target)) $$;
  create function truncate_local_data_after_distributing_table(target regclass) returns void language sql as $$
    insert into citus_calls (call) values (format('truncate %s', target)) $$;
  create function run_command_on_workers(command text) returns table (nodename text, nodeport integer, success boolean, result text) language plpgsql as $$
  begin
    if command ~* '^(grant|create extension|alter)' then return query select 'worker', 5432, false, 'operation is not allowed on this node'; return; end if;
    execute command;
    insert into citus_calls (call) values (format('on workers: %s', command));
    return query select 'worker', 5432, true, 'done';
  end $$;
  create function run_command_on_placements(target regclass, command text)
    returns table (nodename text, nodeport integer, shardid bigint, success boolean, result text) language plpgsql as $$
  declare answer text;
  begin
    execute format(command, target) into answer;
    return query select 'worker', 5432, 102008::bigint, true, answer;
  end $$;`;

/** A migrated database with the stand-in, and its only connection. Dropped when the test file ends. */
export async function startStubDatabase(): Promise<DatabasePool> {
  const { database, drop } = await createDatabase();
  const owner = connect(connectionTo(database), { max: 1 });
  after(async () => {
    await owner.end({ timeout: 5 });
    await drop();
  });
  await owner.unsafe(
    `create schema citus_stub; alter database ${database} set search_path = public, citus_stub; set search_path = citus_stub, public; ${stub}`,
  );
  await owner.unsafe('set search_path = public, citus_stub');
  return owner;
}
