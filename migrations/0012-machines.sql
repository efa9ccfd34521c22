-- Machines: what a database that is distributed over several machines (Citus) needs of functions and policies (docs/citus.md).
--
-- There a role has connections of its own to the other machines, and cannot see or wait for what the same transaction has changed as another role. So no
-- function that runs as haldur_system is called after a change of the same transaction.

-- A person's own row: for refresh_member_of, when the person is not yet or no longer a member.
create policy own on users for select using (id = current_person());
create policy own_change on users for update using (id = current_person());

-- Updates a person's list of organizations for the bound tenant: puts it first or removes it. Callers that write a membership call it.
drop function refresh_member_of(uuid);
create function refresh_member_of(person uuid) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  tenant uuid := current_tenant();
  acting uuid := current_person();
  belongs boolean;
begin
  perform 1 from memberships m where m.tenant_id = tenant and m.user_id = person;
  belongs := found;
  perform bind_person(person);
  update users u set member_of = case when belongs then tenant || array_remove(u.member_of, tenant) else array_remove(u.member_of, tenant) end where u.id = person;
  perform bind_person(acting);
end $$;
drop policy system_notes on users;
revoke update (member_of) on users from haldur_system;

-- Whether this transaction deletes a sample organization: only then are histories and ledgers deleted. Set by remove_tenant.
create function removes_sample() returns boolean language sql stable parallel safe
  return coalesce(current_setting('app.removes_sample', true), '') = 'yes';

do $$
declare target regclass;
begin
  for target in select polrelid from pg_policy where polname = 'kept' loop
    execute format('alter policy kept on %s using (removes_sample())', target);
  end loop;
end $$;

-- Deletes the bound organization with all its rows; its histories and ledgers only if it is a sample. Tables reference each other in many ways, so each is
-- tried again until no foreign key blocks it. Row-level security applies: the procedure runs as its caller.
create or replace procedure remove_tenant() language plpgsql as $$
declare
  tenant uuid := current_tenant();
  members uuid[];
  target regclass;
  held integer;
  held_before integer;
begin
  perform 1 from tenants t where t.id = tenant and t.sample;
  if found then set local app.removes_sample = 'yes'; end if;
  select array_agg(m.user_id) into members from memberships m where m.tenant_id = tenant;
  loop
    held := 0;
    for target in select c.oid from pg_class c join pg_policy p on p.polrelid = c.oid
                   where p.polname = 'tenant' and c.relnamespace = 'public'::regnamespace and c.relname <> 'tenants'
    loop
      begin
        execute format('delete from %s where tenant_id = $1', target) using tenant;
      exception when foreign_key_violation then
        held := held + 1;
      end;
    end loop;
    exit when held = 0;
    if held = held_before then raise exception 'Some tables hold each other: % are left.', held; end if;
    held_before := held;
  end loop;
  perform refresh_member_of(member) from unnest(members) member;
  delete from tenants t where t.id = tenant;
  set local app.removes_sample = '';
end $$;
drop function remove_sample_history();
revoke select, delete on invoice_history, meter_history, billed_consumption, billed_remainders from haldur_system;

-- Whether no organization exists yet. Concurrent callers wait for each other's transaction, so only one creates the first.
create or replace function has_no_tenants() returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(4711, 1);
  perform 1 from tenants limit 1;
  return not found;
end $$;

-- A volatile function may not be in an update. The times that it reads have their offset, so its result depends on nothing else.
alter function attempts_to_record(jsonb) immutable;

-- For each kind of waiting work: how many, at most 100,000, and since when the oldest is due. A delivery counts if a worker may send it now, as in
-- tenants_with_due_deliveries; its oldest is found by the index for each endpoint, however many wait. An import that has not written for 15 seconds is dead.
-- Executed as text, so that each is planned for the current table sizes. Sub-queries that depend on a row begin at a table: Citus plans no others.
create or replace function waiting_work(at timestamptz) returns table (kind text, amount bigint, oldest_at timestamptz)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  kind := 'delivery';
  execute $query$
    select count(*) from (
      select 1 from webhook_endpoints e cross join generate_series(0, 2) p (priority)
        join deliveries d on d.tenant_id = e.tenant_id and d.endpoint_id = e.id and d.priority = p.priority and d.status = 'pending' and d.due_at <= $1
       where e.status = 'enabled' and (p.priority = 0 or e.paused_until is null or e.paused_until <= $1)
       limit 100000) counted$query$ into amount using at;
  execute $query$
    select min((select min(d.due_at) from deliveries d
                 where d.tenant_id = e.tenant_id and d.endpoint_id = e.id and d.priority = p.priority and d.status = 'pending' and d.due_at <= $1))
      from webhook_endpoints e cross join generate_series(0, 2) p (priority)
     where e.status = 'enabled' and (p.priority = 0 or e.paused_until is null or e.paused_until <= $1)$query$ into oldest_at using at;
  return next;
  kind := 'mail';
  execute $query$select count(*) from (select 1 from mails m where m.status = 'pending' and m.due_at <= $1 limit 100000) counted$query$ into amount using at;
  execute $query$select min(m.due_at) from mails m where m.status = 'pending' and m.due_at <= $1$query$ into oldest_at using at;
  return next;
  kind := 'import';
  execute $query$select count(*), min(i.started_at) from statement_import_progress i where i.seen_at > $1$query$
     into amount, oldest_at using clock_timestamp() - interval '15 seconds';
  return next;
end $$;

-- Puts a table under the tenant rule: forced row-level security on its tenant column, and the grants of the service. In a distributed database the table is
-- distributed too, beside the tenants; so its foreign keys are added after this call.
create or replace procedure isolate(target regclass, tenant_column name default 'tenant_id') language plpgsql as $$
declare distributed boolean := false;
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy tenant on %s using (%I = current_tenant()) with check (%I = current_tenant())',
                 target, tenant_column, tenant_column);
  execute format('grant select, insert, update, delete on %s to haldur_app', target);
  if to_regclass('pg_catalog.pg_dist_partition') is null then return; end if;
  execute $query$select exists (select from pg_dist_partition where logicalrelid = 'public.tenants'::regclass and partmethod = 'h')$query$ into distributed;
  if distributed then
    execute format('select create_distributed_table(%L, %L, colocate_with => %L)', target, tenant_column, 'public.tenants');
  end if;
end $$;
