-- Organizations as people see them: the first one of a service, those that a person belongs to, one to try things in, and the end of one.

-- A sample is an organization like any other, made to try things in; it can be removed at once.
alter table tenants add column sample boolean not null default false;

-- Whether no organization is there yet. Whoever asks holds up everybody else who asks until her transaction ends, so one makes the first.
create function none_yet() returns boolean
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform pg_advisory_xact_lock(4711, 1);
  return not exists (select from tenants);
end $$;

-- The organizations that a person may enter.
create function organizations_of(wanted_user uuid)
  returns table (id uuid, name text, role text, sample boolean)
  language sql stable security definer set search_path = pg_catalog, public
begin atomic
  select t.id, t.name, m.role, t.sample
    from memberships m join tenants t on t.id = m.tenant_id
   where m.user_id = wanted_user
   order by t.sample, t.name, t.id;
end;

-- The history of invoices is kept for good, but a sample's ends with the sample.
alter policy kept on invoice_history using (exists (select from tenants t where t.id = invoice_history.tenant_id and t.sample));

-- Deletes the bound organization with everything it has. Tables refer to each other in many ways, so each is tried again until none is held any more.
-- Row-level security holds in here: it runs as its caller.
create procedure remove_tenant() language plpgsql as $$
declare
  target regclass;
  held integer;
  held_before integer;
begin
  loop
    held := 0;
    for target in select polrelid::regclass from pg_policy where polname = 'tenant' and polrelid <> 'tenants'::regclass
    loop
      begin
        execute format('delete from %s where tenant_id = (select current_tenant())', target);
      exception when foreign_key_violation then
        held := held + 1;
      end;
    end loop;
    exit when held = 0;
    if held = held_before then raise exception 'Some tables hold each other: % are left.', held; end if;
    held_before := held;
  end loop;
  delete from tenants where id = (select current_tenant());
end $$;

alter function none_yet() owner to haldur_system;
alter function organizations_of(uuid) owner to haldur_system;
revoke execute on function none_yet(), organizations_of(uuid) from public;
revoke execute on procedure remove_tenant() from public;
grant execute on function none_yet(), organizations_of(uuid) to haldur_app;
grant execute on procedure remove_tenant() to haldur_app;
