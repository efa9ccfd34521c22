-- Webhooks at half of a bare loop: what a delivery writes is one row when it is raised and one change of it when it is done.

-- What a worker holds, a row for each organization: a worker that dies leaves rows that run out. It writes them anew with every claim, so a claim of a
-- hundred writes a few rows, and what was done in between is gone from them. A crash of the database forgets them, which may mean that something is
-- sent twice, as it may be. Without foreign keys: it is a note, and runs out by itself.
create unlogged table delivery_turns (
  tenant_id  uuid not null,
  worker     uuid not null,
  until      timestamptz not null,
  -- The endpoint of each post that is on its way; it may stand there several times.
  endpoints  uuid[] not null,
  -- Whatever is held: on its way, or answered and not recorded yet; and how many attempts had been recorded of it: one more, and it is held no longer.
  deliveries uuid[] not null,
  attempts   integer[] not null,
  primary key (tenant_id, worker)
) with (fillfactor = 40, toast_tuple_target = 8160);
-- Written so often that it is not worth compressing, or putting aside.
alter table delivery_turns
  alter column endpoints set storage external, alter column deliveries set storage external, alter column attempts set storage external;
call isolate('delivery_turns');
create policy system on delivery_turns to haldur_system using (true);
grant select, insert, update, delete on delivery_turns to haldur_system;
-- What processes of the version before hold; these claim nothing any more, and record what they have.
insert into delivery_turns
select l.tenant_id, '00000000-0000-0000-0000-000000000000', max(l.until), array_agg(l.endpoint_id), array_agg(l.delivery_id), array_agg(d.attempts)
  from delivery_leases l join deliveries d on d.tenant_id = l.tenant_id and d.id = l.delivery_id
 where l.until > now() group by l.tenant_id;
create or replace function lease_deliveries(slots integer, later_slots integer, per_endpoint integer, per_tenant integer, lease interval, at timestamptz)
  returns table (tenant_id uuid, id uuid)
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
end $$;

-- The first attempt stands in the row of its delivery, which is changed anyway; delivery_attempts has the others (and first ones of the version before).
alter table deliveries
  add column first_at         timestamptz,
  add column first_outcome    text check (first_outcome in ('delivered', 'http_status', 'dns', 'connect', 'tls', 'timeout', 'blocked_target', 'protocol')),
  add column first_status     integer,
  add column first_latency_ms integer,
  add column first_response   text;
create view attempts with (security_invoker = true) as
  select tenant_id, id as delivery_id, 1 as number, first_at as at, first_outcome as outcome, first_status as status,
         first_latency_ms as latency_ms, first_response as response
    from deliveries where first_at is not null
  union all
  select tenant_id, delivery_id, number, at, outcome, status, latency_ms, response from delivery_attempts;
grant select on attempts to haldur_app;

-- What belongs together is written together: a delivery in the statement after its event, an attempt in the statement that changes its delivery. So no
-- look-up for each row is needed; what is deleted takes the rest with it by statement. An endpoint is kept from being deleted by whoever raises for it.
alter table deliveries drop constraint deliveries_tenant_id_endpoint_id_fkey, drop constraint deliveries_tenant_id_event_id_fkey;
alter table delivery_attempts drop constraint delivery_attempts_tenant_id_delivery_id_fkey;
drop index deliveries_once;

-- Every delivery of one event has the same moment. Put together into one entry of the index (which PostgreSQL does with equal ones), those that are done
-- could not be passed over before all of them are, and each claim went through them again.
drop index deliveries_due;
create index deliveries_due on deliveries (tenant_id, endpoint_id, again, due_at) with (deduplicate_items = off) where status = 'pending';

create function forget_deliveries() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  delete from deliveries d using gone g where d.tenant_id = g.tenant_id and d.endpoint_id = g.id;
  return null;
end $$;
create trigger forget_deliveries after delete on webhook_endpoints referencing old table as gone
  for each statement execute function forget_deliveries();

create function forget_attempts() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  delete from delivery_attempts a using gone g where a.tenant_id = g.tenant_id and a.delivery_id = g.id;
  return null;
end $$;
create trigger forget_attempts after delete on deliveries referencing old table as gone
  for each statement execute function forget_attempts();

-- Takes due deliveries of all organizations for one worker, for the length of a lease: the endpoint served longest ago first, one delivery each
-- before anybody's second, first attempts before later ones. At most per_endpoint on their way to an endpoint (one while it fails), per_tenant for an
-- organization, and later_slots for everything that is a repeat or goes to an endpoint that fails.
-- The worker says what it holds already (held_…, and which of it is on its way); others are believed what they wrote last. No delivery is locked
-- or written. The answer is ids alone: the transaction ends when it is sent, and a worker that has been stopped does not read, so it has to fit into
-- the socket's buffer.
create function take_deliveries(
    claimer uuid, held_tenants uuid[], held_endpoints uuid[], held_deliveries uuid[], held_attempts integer[], held_flying boolean[],
    slots integer, later_slots integer, per_endpoint integer, per_tenant integer, lease interval, at timestamptz)
  returns table (tenant_id uuid, id uuid)
  language plpgsql security definer set search_path = pg_catalog, public
  -- The plans are kept, so those that were made while the tables were small must be the ones for when they are large.
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  taken uuid[];
  claimed_tenants uuid[];
  claimed_endpoints uuid[];
  claimed_deliveries uuid[];
  claimed_attempts integer[];
begin
  perform pg_advisory_xact_lock(hashtext('haldur.claim'));
  perform set_config('synchronous_commit', 'off', true);
  select coalesce(array_agg(t.id), '{}') into taken from (
    select unnest(held_deliveries) as id
    union all
    select unnest(o.deliveries) from delivery_turns o where o.worker <> claimer and o.until > at) t;
  with recursive waiting as (
    (select d.tenant_id, d.endpoint_id from deliveries d where d.status = 'pending' and slots > 0 order by d.tenant_id, d.endpoint_id limit 1)
    union all
    select n.tenant_id, n.endpoint_id from waiting w cross join lateral (
      select d.tenant_id, d.endpoint_id from deliveries d
       where d.status = 'pending' and (d.tenant_id, d.endpoint_id) > (w.tenant_id, w.endpoint_id)
       order by d.tenant_id, d.endpoint_id limit 1) n
  ), busy as (
    select x.tenant_id, x.endpoint_id, sum(x.posts) as posts, bool_or(x.waits) as waits,
           sum(sum(x.posts)) over (partition by x.tenant_id) as posts_in_tenant
      from (select w.tenant_id, w.endpoint_id, 0 as posts, true as waits from waiting w
            union all
            select h.tenant_id, h.endpoint_id, 1, false from unnest(held_tenants, held_endpoints, held_flying) as h (tenant_id, endpoint_id, flying) where h.flying
            union all
            select o.tenant_id, unnest(o.endpoints), 1, false from delivery_turns o where o.worker <> claimer and o.until > at) x
     group by x.tenant_id, x.endpoint_id
  ), served as (
    select e.tenant_id, e.id, e.last_claimed_at, e.failing_since is not null as failing,
           case when e.failing_since is null then per_endpoint else 1 end - b.posts as free, per_tenant - b.posts_in_tenant as free_in_tenant
      from busy b cross join lateral (select * from webhook_endpoints x where x.tenant_id = b.tenant_id and x.id = b.endpoint_id offset 0) e
     where b.waits and e.status = 'enabled'
  ), candidates as materialized (
    select s.last_claimed_at, s.free_in_tenant, c.*, c.again or s.failing as later,
           row_number() over (partition by c.tenant_id, c.endpoint_id order by c.again, c.due_at) as nth
      from served s cross join lateral (
        select * from (
          (select d.tenant_id, d.id, d.endpoint_id, d.attempts, d.due_at, d.again from deliveries d
            where d.tenant_id = s.tenant_id and d.endpoint_id = s.id and d.status = 'pending' and not d.again
              and d.due_at <= at and d.id <> all (taken)
            order by d.due_at limit s.free)
          union all
          (select d.tenant_id, d.id, d.endpoint_id, d.attempts, d.due_at, d.again from deliveries d
            where d.tenant_id = s.tenant_id and d.endpoint_id = s.id and d.status = 'pending' and d.again
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
  insert into delivery_turns as t (tenant_id, worker, until, endpoints, deliveries, attempts)
  select h.tenant_id, claimer, at + lease, coalesce(array_agg(h.endpoint_id) filter (where h.flying), '{}'), array_agg(h.delivery_id), array_agg(h.attempts)
    from held h group by h.tenant_id
      on conflict (tenant_id, worker) do update
     set until = excluded.until, endpoints = excluded.endpoints, deliveries = excluded.deliveries, attempts = excluded.attempts;
  return query select * from unnest(claimed_tenants, claimed_deliveries);
end $$;

-- Whoever changes deliveries of an organization that exist already waits here for whoever else does, so that no two wait for each other. Before this
-- version the rows of their endpoints were locked one by one.
create function lock_deliveries(tenant uuid) returns void language sql set search_path = pg_catalog, public
  return pg_advisory_xact_lock(hashtextextended('haldur.deliveries ' || tenant, 0));

-- Writes attempts of the bound organization, and what their deliveries become; answers with the endpoints that fail, and since when. Row-level security
-- holds in here: it runs as its caller. What a crash of the database forgets of it is done once more, so its end does not wait for the disk.
-- A success always counts. A failure is passed over when another worker, which took over, has recorded that attempt meanwhile; of a delivery that was
-- skipped meanwhile only the attempt is kept.
create function record_attempts(
    tenant uuid, moment timestamptz, working uuid[], failing uuid[], deliveries uuid[], numbers integer[], ats timestamptz[],
    outcomes text[], statuses integer[], latencies integer[], responses text[], extras boolean[], becoming text[], dues timestamptz[])
  returns table (id uuid, failing_since timestamptz)
  language plpgsql set search_path = pg_catalog, public
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
begin
  perform set_config('synchronous_commit', 'off', true);
  perform lock_deliveries(tenant);
  with changed as (
    update deliveries d
       set attempts = d.attempts + 1, extra = d.extra + a.extra::int, again = true, returns_to = null, returns_due_at = null, updated_at = moment,
           status = case when d.status = 'pending' or a.outcome = 'delivered' then a.becomes else d.status end,
           due_at = a.due_at,
           finished_at = case when a.outcome = 'delivered' then a.at when a.becomes = 'pending' then d.finished_at else coalesce(d.finished_at, a.at) end,
           first_at = case when d.attempts = 0 then a.at else d.first_at end,
           first_outcome = case when d.attempts = 0 then a.outcome else d.first_outcome end,
           first_status = case when d.attempts = 0 then a.status else d.first_status end,
           first_latency_ms = case when d.attempts = 0 then a.latency_ms else d.first_latency_ms end,
           first_response = case when d.attempts = 0 then a.response else d.first_response end
      from unnest(deliveries, numbers, ats, outcomes, statuses, latencies, responses, extras, becoming, dues)
             as a (id, number, at, outcome, status, latency_ms, response, extra, becomes, due_at)
     where d.tenant_id = tenant and d.id = a.id
       and (a.outcome = 'delivered' and d.status <> 'delivered' or d.status in ('pending', 'skipped') and d.attempts = a.number - 1)
    returning d.id, d.attempts, a.at, a.outcome, a.status, a.latency_ms, a.response
  )
  insert into delivery_attempts (tenant_id, delivery_id, number, at, outcome, status, latency_ms, response)
  select tenant, c.id, c.attempts, c.at, c.outcome, c.status, c.latency_ms, c.response from changed c where c.attempts > 1;
  update webhook_endpoints e set failing_since = null, last_success_at = moment
   where e.tenant_id = tenant and e.id = any (working)
     and (e.failing_since is not null or e.last_success_at is null or e.last_success_at < moment - interval '1 minute');
  if cardinality(failing) > 0 then
    update webhook_endpoints e set failing_since = moment where e.tenant_id = tenant and e.id = any (failing) and e.failing_since is null;
    return query select e.id, e.failing_since from webhook_endpoints e
                  where e.tenant_id = tenant and e.id = any (failing) and e.status = 'enabled' and e.failing_since is not null;
  end if;
end $$;

alter function take_deliveries(uuid, uuid[], uuid[], uuid[], integer[], boolean[], integer, integer, integer, integer, interval, timestamptz) owner to haldur_system;
revoke execute on function take_deliveries(uuid, uuid[], uuid[], uuid[], integer[], boolean[], integer, integer, integer, integer, interval, timestamptz) from public;
grant execute on function take_deliveries(uuid, uuid[], uuid[], uuid[], integer[], boolean[], integer, integer, integer, integer, interval, timestamptz) to haldur_app;
