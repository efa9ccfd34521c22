-- The care of webhooks: a delivery log to page through, attempts that a person asks for, secrets that are replaced, and leases that nobody can hold up.

alter table events add column test boolean not null default false;

alter table webhook_endpoints
  add column next_secret_hint text,
  -- To the minute: a busy endpoint's row is not written for every success.
  add column last_success_at timestamptz;

alter table deliveries
  add column updated_at timestamptz not null default now(),
  -- Attempts that do not count towards the schedule: those that somebody asked for, and those before a recovery, which begins the schedule anew.
  add column extra integer not null default 0,
  -- Whether it waits behind first attempts: a retry, or a recovered delivery.
  add column again boolean not null default false,
  -- While an attempt that somebody asked for is waiting: what the delivery goes back to when it fails.
  add column returns_to text check (returns_to in ('pending', 'delivered', 'failed', 'skipped')),
  add column returns_due_at timestamptz;
update deliveries set updated_at = coalesce(finished_at, created_at), again = attempts > 0;

-- Who holds what: a worker that dies leaves a lease that runs out. In a table of its own, because a row of deliveries stands in many indexes and would
-- be written in all of them once more for every attempt. Without foreign keys: a lease is a note, and runs out by itself.
create table delivery_leases (
  tenant_id   uuid not null,
  endpoint_id uuid not null,
  delivery_id uuid not null,
  until       timestamptz not null,
  primary key (tenant_id, endpoint_id, delivery_id)
);
call isolate('delivery_leases');
create policy system on delivery_leases to haldur_system using (true);
grant select, insert, update on delivery_leases to haldur_system;
insert into delivery_leases select tenant_id, endpoint_id, id, lease_until from deliveries where status = 'pending' and lease_until > now();

drop index deliveries_pending, deliveries_first, deliveries_again, deliveries_leased, deliveries_age;
create index deliveries_due on deliveries (tenant_id, endpoint_id, again, due_at) where status = 'pending';
create index deliveries_created on deliveries (tenant_id, endpoint_id, created_at, id);
create index deliveries_updated on deliveries (tenant_id, endpoint_id, updated_at, id);
create index deliveries_missed on deliveries (tenant_id, endpoint_id, created_at) where status in ('failed', 'skipped');

-- Takes due deliveries of all organizations for one worker, for the length of a lease: the endpoint served longest ago first, one delivery each
-- before anybody's second, first attempts before later ones. At most per_endpoint in flight for an endpoint (one while it fails), per_tenant for an
-- organization, and later_slots for everything that is a repeat or goes to an endpoint that fails.
-- Rows that somebody holds are left for the next time, so that nobody's long transaction holds up all the others. And it answers with ids alone:
-- the transaction ends when the answer is sent, and a worker that has been stopped does not read, so the answer has to fit into the socket's buffer.
create function lease_deliveries(slots integer, later_slots integer, per_endpoint integer, per_tenant integer, lease interval, at timestamptz)
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
  ), held as (
    select w.tenant_id, w.endpoint_id,
           (select count(*)::int from delivery_leases l
             where l.tenant_id = w.tenant_id and l.endpoint_id = w.endpoint_id and l.until > at) as leases
      from waiting w
  ), served as (
    select e.tenant_id, e.id, e.last_claimed_at, e.failing_since is not null as failing,
           case when e.failing_since is null then per_endpoint else 1 end - h.leases as free,
           per_tenant - sum(h.leases) over (partition by e.tenant_id) as free_in_tenant
      from held h join webhook_endpoints e on e.tenant_id = h.tenant_id and e.id = h.endpoint_id
     where e.status = 'enabled'
  ), candidates as (
    select s.last_claimed_at, s.free, s.free_in_tenant, c.tenant_id, c.id, c.again or s.failing as later,
           row_number() over (partition by c.tenant_id, c.endpoint_id order by c.again, c.due_at) as nth
      from served s cross join lateral (
        (select d.tenant_id, d.id, d.endpoint_id, d.due_at, d.again from deliveries d
          where d.tenant_id = s.tenant_id and d.endpoint_id = s.id and d.status = 'pending' and not d.again
            and d.due_at <= at
            and not exists (select from delivery_leases l where l.tenant_id = d.tenant_id and l.endpoint_id = d.endpoint_id
                                                            and l.delivery_id = d.id and l.until > at)
          order by d.due_at limit greatest(s.free, 0))
        union all
        (select d.tenant_id, d.id, d.endpoint_id, d.due_at, d.again from deliveries d
          where d.tenant_id = s.tenant_id and d.endpoint_id = s.id and d.status = 'pending' and d.again
            and d.due_at <= at
            and not exists (select from delivery_leases l where l.tenant_id = d.tenant_id and l.endpoint_id = d.endpoint_id
                                                            and l.delivery_id = d.id and l.until > at)
          order by d.due_at limit greatest(s.free, 0))) c
     where s.free > 0 and s.free_in_tenant > 0
  ), fair as (
    select c.*, row_number() over (partition by c.tenant_id order by c.nth, c.later, c.last_claimed_at) as nth_in_tenant
      from candidates c where c.nth <= c.free
  ), placed as (
    select f.*, row_number() over (partition by f.later order by f.nth, f.last_claimed_at) as place
      from fair f where f.nth_in_tenant <= f.free_in_tenant
  ), chosen as (
    select d.tenant_id, d.id, d.endpoint_id from placed p join deliveries d on d.tenant_id = p.tenant_id and d.id = p.id
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

-- What a worker needs of deliveries it has leased: the bytes, where to, and what to sign with. Holds no lock.
create function leased_deliveries(tenants uuid[], ids uuid[])
  returns table (tenant_id uuid, id uuid, endpoint_id uuid, attempts integer, extra integer, returns_to text, returns_due_at timestamptz,
                 later boolean, test boolean, body text, url text, secret bytea, next_secret bytea, next_secret_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, public
  set enable_seqscan = off set enable_bitmapscan = off
begin atomic
  select d.tenant_id, d.id, d.endpoint_id, d.attempts, d.extra, d.returns_to, d.returns_due_at,
         d.again or e.failing_since is not null, v.test, v.body, e.url, e.secret, e.next_secret, e.next_secret_at
    from unnest(tenants, ids) as l (tenant_id, id)
   cross join lateral (select * from deliveries x where x.tenant_id = l.tenant_id and x.id = l.id limit 1) d
   cross join lateral (select * from events x where x.tenant_id = l.tenant_id and x.id = d.event_id limit 1) v
   cross join lateral (select * from webhook_endpoints x where x.tenant_id = l.tenant_id and x.id = d.endpoint_id limit 1) e
   where d.status = 'pending' and e.status = 'enabled';
end;

alter function lease_deliveries(integer, integer, integer, integer, interval, timestamptz) owner to haldur_system;
alter function leased_deliveries(uuid[], uuid[]) owner to haldur_system;
revoke execute on function lease_deliveries(integer, integer, integer, integer, interval, timestamptz), leased_deliveries(uuid[], uuid[]) from public;
grant execute on function lease_deliveries(integer, integer, integer, integer, interval, timestamptz), leased_deliveries(uuid[], uuid[]) to haldur_app;

-- Processes of the version before do not know the leases: they claim nothing any more, and those of this version deliver.
create or replace function claim_deliveries(slots integer, retry_slots integer, per_endpoint integer, lease interval, at timestamptz)
  returns table (tenant_id uuid, id uuid, endpoint_id uuid, attempts integer, body text,
                 url text, secret bytea, next_secret bytea, next_secret_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, public
begin atomic
  select null::uuid, null::uuid, null::uuid, null::integer, null::text, null::text, null::bytea, null::bytea, null::timestamptz where false;
end;
