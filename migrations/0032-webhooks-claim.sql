-- Webhooks: claims that cost nothing for what is not due, count by one clock, and know which workers are gone.

-- What waits, first attempts apart from repeats: a claim steps from endpoint to endpoint through the part it looks for, and through repeats only when
-- one of them is due.
create index deliveries_waiting on deliveries (again, tenant_id, endpoint_id, due_at) with (deduplicate_items = off) where status = 'pending';
create index deliveries_repeats on deliveries (due_at) where status = 'pending' and again;
drop index deliveries_due;

-- Whether its worker holds an advisory lock for as long as it lives. Processes of the version before do not; they claim nothing any more, and record
-- what they have.
alter table delivery_turns add column guarded boolean not null default false;
create or replace function take_deliveries(
    claimer uuid, held_tenants uuid[], held_endpoints uuid[], held_deliveries uuid[], held_attempts integer[], held_flying boolean[],
    slots integer, later_slots integer, per_endpoint integer, per_tenant integer, lease interval, at timestamptz)
  returns table (tenant_id uuid, id uuid)
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
end $$;

-- As take_deliveries of 0023, with these differences. It looks at repeats only when it is told to. An endpoint's first attempts count as later ones only
-- when it has failed for a minute. A lease is written and compared by the clock of the database, and one that ends later than a lease from now has run
-- out; `at` says only what is due. What a worker holds whose connections are gone is free at once. The answer says with how many attempts each delivery
-- was claimed.
create function claim_turns(
    claimer uuid, held_tenants uuid[], held_endpoints uuid[], held_deliveries uuid[], held_attempts integer[], held_flying boolean[],
    slots integer, later_slots integer, per_endpoint integer, per_tenant integer, lease interval, at timestamptz, repeats boolean)
  returns table (tenant_id uuid, id uuid, attempts integer)
  language plpgsql security definer set search_path = pg_catalog, public
  -- The plans are kept, as planning takes longer than a claim; so those that were made while the tables were small must be the ones for when they
  -- are large.
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
  set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  clock timestamptz;
  live uuid[];
  repeats_due boolean;
  taken uuid[];
  claimed_tenants uuid[];
  claimed_endpoints uuid[];
  claimed_deliveries uuid[];
  claimed_attempts integer[];
begin
  perform pg_advisory_xact_lock(hashtext('haldur.claim'));
  perform set_config('synchronous_commit', 'off', true);
  -- Held by every connection that claims, until it ends.
  perform pg_advisory_lock_shared(hashtext('haldur.worker'), hashtext(claimer::text));
  clock := clock_timestamp();
  select coalesce(array_agg(w.worker), '{}') into live from (
    select o.worker, bool_and(o.guarded) as guarded from delivery_turns o
     where o.worker <> claimer and o.until > clock and o.until <= clock + lease group by o.worker) w
   where not w.guarded or exists (
     select from pg_locks l
      where l.locktype = 'advisory' and l.objsubid = 2 and l.classid = hashtext('haldur.worker')::oid and l.objid = hashtext(w.worker::text)::oid
        and l.database = (select b.oid from pg_database b where b.datname = current_database()));
  select coalesce(array_agg(t.id), '{}') into taken from (
    select unnest(held_deliveries) as id
    union all
    select unnest(o.deliveries) from delivery_turns o where o.worker = any (live) and o.until > clock and o.until <= clock + lease) t;
  repeats_due := repeats and slots > 0 and later_slots > 0
                 and exists (select from deliveries d where d.status = 'pending' and d.again and d.due_at <= at);
  with recursive waiting as (
    (select k.again, d.tenant_id, d.endpoint_id
       from unnest(case when repeats_due then array[false, true] else array[false] end) as k (again) cross join lateral (
         select x.tenant_id, x.endpoint_id from deliveries x where x.status = 'pending' and slots > 0 and x.again = k.again
          order by x.tenant_id, x.endpoint_id limit 1) d)
    union all
    select w.again, n.tenant_id, n.endpoint_id from waiting w cross join lateral (
      select d.tenant_id, d.endpoint_id from deliveries d
       where d.status = 'pending' and d.again = w.again and (d.tenant_id, d.endpoint_id) > (w.tenant_id, w.endpoint_id)
       order by d.tenant_id, d.endpoint_id limit 1) n
  ), busy as (
    select x.tenant_id, x.endpoint_id, sum(x.posts) as posts, bool_or(x.waits) as waits,
           sum(sum(x.posts)) over (partition by x.tenant_id) as posts_in_tenant
      from (select w.tenant_id, w.endpoint_id, 0 as posts, true as waits from waiting w
            union all
            select h.tenant_id, h.endpoint_id, 1, false from unnest(held_tenants, held_endpoints, held_flying) as h (tenant_id, endpoint_id, flying) where h.flying
            union all
            select o.tenant_id, unnest(o.endpoints), 1, false from delivery_turns o
             where o.worker = any (live) and o.until > clock and o.until <= clock + lease) x
     group by x.tenant_id, x.endpoint_id
  ), served as (
    select e.tenant_id, e.id, e.last_claimed_at, e.failing_since < at - interval '1 minute' as failing,
           case when e.failing_since is null then per_endpoint else 1 end - b.posts as free, per_tenant - b.posts_in_tenant as free_in_tenant
      from busy b cross join lateral (select * from webhook_endpoints x where x.tenant_id = b.tenant_id and x.id = b.endpoint_id offset 0) e
     where b.waits and e.status = 'enabled'
  ), candidates as materialized (
    select s.last_claimed_at, s.free_in_tenant, c.*, c.again or coalesce(s.failing, false) as later,
           row_number() over (partition by c.tenant_id, c.endpoint_id order by c.again, c.due_at) as nth
      from served s cross join lateral (
        select * from (
          (select d.tenant_id, d.id, d.endpoint_id, d.attempts, d.due_at, d.again from deliveries d
            where d.tenant_id = s.tenant_id and d.endpoint_id = s.id and d.status = 'pending' and not d.again
              and d.due_at <= at and d.id <> all (taken)
            order by d.due_at limit s.free)
          union all
          (select d.tenant_id, d.id, d.endpoint_id, d.attempts, d.due_at, d.again from deliveries d
            where d.tenant_id = s.tenant_id and d.endpoint_id = s.id and d.status = 'pending' and d.again and repeats_due
              and d.due_at <= at and d.id <> all (taken)
            order by d.due_at limit s.free)) either
        limit s.free) c
     where s.free > 0 and s.free_in_tenant > 0
  ), fair as (
    select c.*, row_number() over (partition by c.tenant_id order by c.nth, c.later, c.last_claimed_at) as nth_in_tenant from candidates c
  ), placed as (
    select f.*, row_number() over (partition by f.later order by f.nth, f.last_claimed_at) as place
      from fair f where f.nth_in_tenant <= f.free_in_tenant
  ), chosen as materialized (
    select p.tenant_id, p.endpoint_id, p.id, p.attempts from placed p
     where not p.later or p.place <= later_slots
     order by p.nth, p.later, p.last_claimed_at limit slots
  ), turns as (
    -- Who was served when matters only while somebody has to wait.
    select e.tenant_id, e.id from webhook_endpoints e
     where (e.tenant_id, e.id) in (select c.tenant_id, c.endpoint_id from chosen c)
       and (select count(*) from candidates) > (select count(*) from chosen)
       for no key update skip locked
  ), marked as (
    update webhook_endpoints e set last_claimed_at = clock_timestamp()
      from turns t where e.tenant_id = t.tenant_id and e.id = t.id
  )
  select array_agg(c.tenant_id), array_agg(c.endpoint_id), array_agg(c.id), array_agg(c.attempts)
    into claimed_tenants, claimed_endpoints, claimed_deliveries, claimed_attempts from chosen c;
  with held as materialized (
    select * from unnest(held_tenants || claimed_tenants, held_endpoints || claimed_endpoints, held_deliveries || claimed_deliveries,
                         held_attempts || claimed_attempts, held_flying || array_fill(true, array[coalesce(cardinality(claimed_tenants), 0)]))
             as h (tenant_id, endpoint_id, delivery_id, attempts, flying)
  ), ended as (
    delete from delivery_turns t where t.worker = claimer and t.tenant_id not in (select h.tenant_id from held h)
  )
  insert into delivery_turns as t (tenant_id, worker, guarded, until, endpoints, deliveries, attempts)
  select h.tenant_id, claimer, true, clock_timestamp() + lease, coalesce(array_agg(h.endpoint_id) filter (where h.flying), '{}'), array_agg(h.delivery_id), array_agg(h.attempts)
    from held h group by h.tenant_id
      on conflict (tenant_id, worker) do update
     set until = excluded.until, endpoints = excluded.endpoints, deliveries = excluded.deliveries, attempts = excluded.attempts;
  return query select * from unnest(claimed_tenants, claimed_deliveries, claimed_attempts);
end $$;

-- What a worker has claimed, with all that an attempt takes; without what has changed since.
create function claimed_deliveries(tenants uuid[], ids uuid[], made integer[], at timestamptz)
  returns table (tenant_id uuid, id uuid, endpoint_id uuid, attempts integer, extra integer, returns_to text, returns_due_at timestamptz,
                 later boolean, test boolean, body text, url text, secret bytea, next_secret bytea, next_secret_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, public
  set enable_seqscan = off set enable_bitmapscan = off
begin atomic
  select d.tenant_id, d.id, d.endpoint_id, d.attempts, d.extra, d.returns_to, d.returns_due_at,
         d.again or coalesce(e.failing_since < at - interval '1 minute', false), v.test, v.body, e.url, e.secret, e.next_secret, e.next_secret_at
    from unnest(tenants, ids, made) as l (tenant_id, id, attempts)
   cross join lateral (select * from deliveries x where x.tenant_id = l.tenant_id and x.id = l.id limit 1) d
   cross join lateral (select * from events x where x.tenant_id = l.tenant_id and x.id = d.event_id limit 1) v
   cross join lateral (select * from webhook_endpoints x where x.tenant_id = l.tenant_id and x.id = d.endpoint_id limit 1) e
   where d.status = 'pending' and d.attempts = l.attempts and d.due_at <= at and e.status = 'enabled';
end;

alter function claim_turns(uuid, uuid[], uuid[], uuid[], integer[], boolean[], integer, integer, integer, integer, interval, timestamptz, boolean) owner to haldur_system;
alter function claimed_deliveries(uuid[], uuid[], integer[], timestamptz) owner to haldur_system;
revoke execute on function claim_turns(uuid, uuid[], uuid[], uuid[], integer[], boolean[], integer, integer, integer, integer, interval, timestamptz, boolean), claimed_deliveries(uuid[], uuid[], integer[], timestamptz) from public;
grant execute on function claim_turns(uuid, uuid[], uuid[], uuid[], integer[], boolean[], integer, integer, integer, integer, interval, timestamptz, boolean), claimed_deliveries(uuid[], uuid[], integer[], timestamptz) to haldur_app;
