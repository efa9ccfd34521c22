-- What follows from a change is done before the days of all organizations, which begin at once at midnight. Found through the index, a bounded number of rows.
drop index due_work_order;
create index due_work_order on due_work (kind, due_at);

-- The organizations with due work: changes first (their kind is the first in the alphabet), of each kind the longest due.
create or replace function organizations_with_due_work(at timestamptz, wanted integer) returns table (tenant_id uuid, kind text)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  return query execute $query$
    select w.tenant_id, w.kind
      from (select * from (select d.tenant_id, d.kind, d.due_at from due_work d where d.kind = 'changed' and d.due_at <= $1 order by d.due_at limit $2) changes
             union all
            select * from (select d.tenant_id, d.kind, d.due_at from due_work d where d.kind = 'timed' and d.due_at <= $1 order by d.due_at limit $2) days) w
     group by w.tenant_id, w.kind order by w.kind, min(w.due_at) limit $2$query$
    using at, wanted;
end $$;

-- The same as waiting_work for the work inside organizations that is due: what follows from changes, and new days.
create function waiting_due_work(at timestamptz) returns table (kind text, amount bigint, oldest_at timestamptz)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  foreach kind in array array['changed', 'timed'] loop
    execute $query$select count(*) from (select 1 from due_work w where w.kind = $2 and w.due_at <= $1 limit 100000) counted$query$ into amount using at, kind;
    execute $query$select min(w.due_at) from due_work w where w.kind = $2 and w.due_at <= $1$query$ into oldest_at using at, kind;
    return next;
  end loop;
end $$;

-- Where work waits or fails, for the operator: by organization and kind, the longest first. E-mails that are due or failed before; endpoints that fail, since
-- when; work inside the organization that has been due for a minute.
create function waiting_in_organizations(at timestamptz, wanted integer)
  returns table (tenant_id uuid, name text, kind text, amount bigint, oldest_at timestamptz, error text)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  return query execute $query$
    select w.tenant_id, t.name, w.kind, w.amount, w.oldest_at, w.error
      from (select m.tenant_id, 'mail' as kind, count(*) as amount, min(m.due_at) as oldest_at, max(m.error) as error
              from mails m where m.status = 'pending' and (m.due_at <= $1 or m.attempts > 0) group by m.tenant_id
             union all
            select e.tenant_id, 'endpoint', count(*), min(e.failing_since), min(e.url)
              from webhook_endpoints e where e.status = 'enabled' and e.failing_since is not null group by e.tenant_id
             union all
            select d.tenant_id, d.kind, count(*), min(d.due_at), null
              from due_work d where d.due_at <= $1 - interval '1 minute' group by d.tenant_id, d.kind) w
      join tenants t on t.id = w.tenant_id
     order by w.oldest_at, w.tenant_id, w.kind limit $2$query$ using at, wanted;
end $$;
call across_tenants('waiting_due_work(timestamptz)', 'waiting_in_organizations(timestamptz, integer)');

-- The test organizations that were made in the bound organization, as its own role sees them: Citus answers no other role after a
-- change of the same transaction. Keys of some buildings, which have another role, do not see them.
create policy made_here on tenants for select to haldur_app using (made_in = current_tenant());
drop function list_test_organizations();
create function list_test_organizations() returns table (id uuid, name text, created_at timestamptz)
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare tenant uuid := current_tenant();
begin
  return query select t.id, t.name, t.created_at from tenants t where t.made_in = tenant order by t.created_at, t.id;
end $$;
