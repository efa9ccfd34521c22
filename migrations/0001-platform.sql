-- The platform: roles, tenant binding, counters, repeated requests, events, files.
--
-- haldur_app     the service's role: owns nothing, bypasses nothing; sees the rows of the tenant bound in its transaction.
-- haldur_system  owns the few functions that read across tenants (find them with: grep -n 'call across_tenants' migrations/*). Nobody logs in as it.
-- src/platform/db/migrate.ts creates both roles, because roles belong to the server, not to this database.

create extension if not exists btree_gist;

-- Natural order of apartment numbers: 2 before 10.
create collation natural_order (provider = icu, locale = 'und-u-kn-true');

create function current_tenant() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.tenant_id', true), '')::uuid;

-- The acting person, for tables that belong to a person instead of a tenant.
create function current_person() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.person_id', true), '')::uuid;

-- Binds a tenant or a person for the rest of the transaction; null binds none. A plain set_config would stay on this machine: Citus sends a SET LOCAL to
-- the machines that store the rows, where the policies are evaluated, if its own setting says 'local'. Elsewhere that setting has no effect.
create function bind_tenant(tenant uuid) returns void language plpgsql as $$
begin
  set local citus.propagate_set_commands = 'local';
  execute format('set local app.tenant_id = %L', coalesce(tenant::text, ''));
end $$;

create function bind_person(person uuid) returns void language plpgsql as $$
begin
  set local citus.propagate_set_commands = 'local';
  execute format('set local app.person_id = %L', coalesce(person::text, ''));
end $$;

-- Puts a table under the tenant rule: forced row-level security on its tenant column, and the grants of the service.
create procedure isolate(target regclass, tenant_column name default 'tenant_id') language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy tenant on %s using (%I = current_tenant()) with check (%I = current_tenant())',
                 target, tenant_column, tenant_column);
  execute format('grant select, insert, update, delete on %s to haldur_app', target);
end $$;

-- Lets only the service call a function that reads across tenants as haldur_system.
create procedure across_tenants(variadic functions regprocedure[]) language plpgsql as $$
declare target regprocedure;
begin
  foreach target in array functions loop
    execute format('alter function %s owner to haldur_system', target);
    execute format('revoke execute on function %s from public', target);
    execute format('grant execute on function %s to haldur_app', target);
  end loop;
end $$;

-- The time up to which all changes are visible. A transaction stamps its rows when it begins and shows them when it commits. A caller who asks for changes
-- since a time must not get rows younger than a running writer: they would continue from there and never see its rows.
-- Two seconds are added because the service reads its clock just before the transaction begins. Autovacuum changes none of these rows.
-- With Citus the rows, and so the ids of the transactions that change them, are on other machines: there every open transaction may be a writer.
create function visible_until() returns timestamptz language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select coalesce(min(xact_start) - interval '2 seconds', 'infinity') from pg_stat_activity
   where datname = current_database() and pid <> pg_backend_pid() and backend_type <> 'autovacuum worker'
     and (backend_xid is not null or current_setting('citus.shard_count', true) is not null);
end;
revoke execute on function visible_until() from public;
grant execute on function visible_until() to haldur_app;

create table tenants (
  id         uuid primary key,
  name       text not null check (length(name) between 1 and 200),
  sample     boolean not null default false,
  people_only_accounts boolean not null default false,
  created_at timestamptz not null
);
comment on table tenants is 'Organizations: apartment associations and the companies that manage them.';
comment on column tenants.name is 'The organization''s name.';
comment on column tenants.people_only_accounts is 'Whether only people may change the accounts that receive payments; API keys are then rejected.';
comment on column tenants.sample is 'A sample organization for trying the service; it can be deleted at once.';
call isolate('tenants', 'id');
create policy system on tenants for select to haldur_system using (true);
grant select on tenants to haldur_system;

-- All organizations, for the worker's schedule.
create function list_tenants() returns setof uuid language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select id from tenants order by id;
end;
call across_tenants('list_tenants()');

-- Deletes the bound organization with all its rows. Tables reference each other in many ways, so each is tried again until no foreign key blocks it.
-- Row-level security applies: the function runs as its caller.
create procedure remove_tenant() language plpgsql as $$
declare
  members uuid[] := array(select user_id from memberships where tenant_id = current_tenant());
  target regclass;
  held integer;
  held_before integer;
begin
  perform remove_sample_history();
  loop
    held := 0;
    for target in select polrelid::regclass from pg_policy where polname = 'tenant' and polrelid <> 'tenants'::regclass
    loop
      begin
        execute format('delete from %s where tenant_id = current_tenant()', target);
      exception when foreign_key_violation then
        held := held + 1;
      end;
    end loop;
    exit when held = 0;
    if held = held_before then raise exception 'Some tables hold each other: % are left.', held; end if;
    held_before := held;
  end loop;
  perform refresh_member_of(member) from unnest(members) member;
  delete from tenants where id = current_tenant();
end $$;
revoke execute on procedure remove_tenant() from public;
grant execute on procedure remove_tenant() to haldur_app;

create table counters (
  tenant_id uuid not null references tenants (id),
  name      text not null,
  value     bigint not null,
  primary key (tenant_id, name)
);
comment on table counters is 'Sequences without gaps: reference numbers of apartments, invoice numbers of a year. The row is locked until the transaction ends.';
comment on column counters.name is 'The name of the sequence.';
comment on column counters.value is 'The last number assigned.';
call isolate('counters');

create table idempotency_keys (
  tenant_id   uuid not null references tenants (id),
  key_hash    bytea not null,
  fingerprint bytea not null,
  answer      bytea not null,
  created_at  timestamptz not null,
  primary key (tenant_id, key_hash)
);
comment on table idempotency_keys is 'Requests made with an Idempotency-Key and their responses, written in the transaction of their effect.';
comment on column idempotency_keys.key_hash is 'SHA-256 of caller and key.';
comment on column idempotency_keys.fingerprint is 'SHA-256 of the request: the same key with another request is an error.';
comment on column idempotency_keys.answer is 'The stored answer.';
create index idempotency_keys_age on idempotency_keys (created_at);
call isolate('idempotency_keys');

create table events (
  tenant_id   uuid not null,
  id          uuid not null,
  type        text not null,
  body        text not null,
  occurred_at timestamptz not null,
  test        boolean not null default false,
  primary key (tenant_id, id)
);
comment on table events is 'Events, named as in the event table of the specification. Kept for 30 days.';
comment on column events.type is 'As in the event table of the specification.';
comment on column events.body is 'The exact text that is signed and sent.';
comment on column events.occurred_at is 'The time of the change.';
comment on column events.test is 'A test event sent to try an endpoint; nothing happened.';
create index events_age on events (tenant_id, occurred_at);
call isolate('events');

create table files (
  tenant_id   uuid not null references tenants (id),
  id          uuid not null,
  media_type  text not null,
  size        bigint not null check (size > 0),
  sha256      bytea not null check (length(sha256) = 32),
  width       integer,
  height      integer,
  created_at  timestamptz not null,
  primary key (tenant_id, id),
  check ((width is null) = (height is null))
);
comment on table files is 'Uploaded and generated files. Their bytes are in file_chunks and are written before the row, so a row never lacks its bytes.';
comment on column files.media_type is 'Such as image/jpeg.';
comment on column files.size is 'Size in bytes.';
comment on column files.sha256 is 'Hash of the bytes.';
comment on column files.width is 'Width of an image in pixels.';
comment on column files.height is 'Height of an image in pixels.';
call isolate('files');

create table file_chunks (
  tenant_id  uuid not null references tenants (id),
  file_id    uuid not null,
  number     integer not null check (number >= 0),
  bytes      bytea not null check (length(bytes) > 0),
  created_at timestamptz not null,
  primary key (tenant_id, file_id, number)
);
-- Photos and PDF files are compressed already.
alter table file_chunks alter column bytes set storage external;
comment on table file_chunks is 'The bytes of files, in chunks. They are written before the row of their file, so no key refers to it; without one they are deleted after a day.';
comment on column file_chunks.file_id is 'The file, which may have no row yet.';
comment on column file_chunks.number is 'The place of the chunk in its file, from 0.';
comment on column file_chunks.bytes is 'At most 256 KiB.';
call isolate('file_chunks');

create table test_clock (
  only_row boolean primary key default true check (only_row),
  offset_ms bigint not null check (offset_ms >= 0)
);
comment on table test_clock is 'For development: how far the service''s clock is ahead of real time. One row for all organizations.';
comment on column test_clock.only_row is 'Limits the table to one row.';
comment on column test_clock.offset_ms is 'Milliseconds.';
alter table test_clock enable row level security;
alter table test_clock force row level security;
create policy everybody on test_clock using (true) with check (true);
grant select, insert, update on test_clock to haldur_app;
