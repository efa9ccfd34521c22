-- Webhooks at a higher rate: a claim costs less for each endpoint that has work, and a lease less to write.

-- A crash of the database forgets the leases, which may mean that something is sent twice, as it may be. So they need not be written ahead.
alter table delivery_leases set unlogged;

-- As before (0013), but an endpoint's leases are counted once, and each endpoint is found by its key ("offset 0"), also by a plan that was made while there
-- were few.
create or replace function lease_deliveries(slots integer, later_slots integer, per_endpoint integer, per_tenant integer, lease interval, at timestamptz)
  returns table (tenant_id uuid, id uuid)
  language plpgsql security definer set search_path = pg_catalog, public
  -- The plan is kept, so one that was made while the tables were small must be the one for when they are large.
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
begin
  perform pg_advisory_xact_lock(hashtext('haldur.claim'));
  -- A lease that a crash of the database forgets means that something is sent twice, which it may be.
  perform set_config('synchronous_commit', 'off', true);
  return query
  with recursive waiting as (
    (select d.tenant_id, d.endpoint_id from deliveries d where d.status = 'pending' order by d.tenant_id, d.endpoint_id limit 1)
    union all
    select n.tenant_id, n.endpoint_id from waiting w cross join lateral (
      select d.tenant_id, d.endpoint_id from deliveries d
       where d.status = 'pending' and (d.tenant_id, d.endpoint_id) > (w.tenant_id, w.endpoint_id)
       order by d.tenant_id, d.endpoint_id limit 1) n
  ), held as materialized (
    select w.tenant_id, w.endpoint_id,
           (select count(*)::int from delivery_leases l
             where l.tenant_id = w.tenant_id and l.endpoint_id = w.endpoint_id and l.until > at) as leases
      from waiting w
  ), served as (
    select e.tenant_id, e.id, e.last_claimed_at, e.failing_since is not null as failing,
           case when e.failing_since is null then per_endpoint else 1 end - h.leases as free,
           per_tenant - sum(h.leases) over (partition by e.tenant_id) as free_in_tenant
      from held h cross join lateral (select * from webhook_endpoints x where x.tenant_id = h.tenant_id and x.id = h.endpoint_id offset 0) e
     where e.status = 'enabled'
  ), candidates as (
    select s.last_claimed_at, s.free, s.free_in_tenant, c.tenant_id, c.place_in_table, c.again or s.failing as later,
           row_number() over (partition by c.tenant_id, c.endpoint_id order by c.again, c.due_at) as nth
      from served s cross join lateral (
        (select d.tenant_id, d.ctid as place_in_table, d.endpoint_id, d.due_at, d.again from deliveries d
          where d.tenant_id = s.tenant_id and d.endpoint_id = s.id and d.status = 'pending' and not d.again
            and d.due_at <= at
            and not exists (select from delivery_leases l where l.tenant_id = d.tenant_id and l.endpoint_id = d.endpoint_id
                                                            and l.delivery_id = d.id and l.until > at offset 0)
          order by d.due_at limit greatest(s.free, 0))
        union all
        (select d.tenant_id, d.ctid as place_in_table, d.endpoint_id, d.due_at, d.again from deliveries d
          where d.tenant_id = s.tenant_id and d.endpoint_id = s.id and d.status = 'pending' and d.again
            and d.due_at <= at
            and not exists (select from delivery_leases l where l.tenant_id = d.tenant_id and l.endpoint_id = d.endpoint_id
                                                            and l.delivery_id = d.id and l.until > at offset 0)
          order by d.due_at limit greatest(s.free, 0))) c
     where s.free > 0 and s.free_in_tenant > 0
  ), fair as (
    select c.*, row_number() over (partition by c.tenant_id order by c.nth, c.later, c.last_claimed_at) as nth_in_tenant
      from candidates c where c.nth <= c.free
  ), placed as (
    select f.*, row_number() over (partition by f.later order by f.nth, f.last_claimed_at) as place
      from fair f where f.nth_in_tenant <= f.free_in_tenant
  ), chosen as (
    select d.tenant_id, d.id, d.endpoint_id from placed p join deliveries d on d.ctid = p.place_in_table and d.tenant_id = p.tenant_id
     where (not p.later or p.place <= later_slots)
       and d.status = 'pending' and d.due_at <= at
     order by p.nth, p.later, p.last_claimed_at limit slots
       for no key update of d skip locked
  ), leased as (
    insert into delivery_leases as l (tenant_id, endpoint_id, delivery_id, until)
    select c.tenant_id, c.endpoint_id, c.id, at + lease from chosen c
        on conflict (tenant_id, endpoint_id, delivery_id) do update set until = excluded.until
    returning l.tenant_id, l.delivery_id as id, l.endpoint_id
  ), turns as (
    select e.tenant_id, e.id from webhook_endpoints e
     where (e.tenant_id, e.id) in (select l.tenant_id, l.endpoint_id from leased l)
       for no key update skip locked
  ), marked as (
    update webhook_endpoints e set last_claimed_at = clock_timestamp()
      from turns t where e.tenant_id = t.tenant_id and e.id = t.id
  )
  select l.tenant_id, l.id from leased l;
end $$;
